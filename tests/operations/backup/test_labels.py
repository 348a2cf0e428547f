"""Which copy a moment is restored from, and which copies and log may go."""

from datetime import UTC, datetime, timedelta

import pytest

from ieum.operations.backup import labels
from ieum.operations.backup.labels import Label
from ieum.operations.backup.place import BackupError

DAY = timedelta(days=1)
FIRST = datetime(2026, 11, 20, 5, tzinfo=UTC)


def a_label(day: int) -> Label:
    ended_at = FIRST + day * DAY
    return Label(
        name=f"copy-{day}",
        began_at=ended_at - timedelta(minutes=5),
        ended_at=ended_at,
        system="7",
        version=150_018,
        database="ieum",
        role="ieum",
        wal_first=f"0000000100000000000000{day + 16:02X}",
        stored=1,
        size=1,
    )


COPIES = [a_label(day) for day in range(5)]


@pytest.mark.parametrize(
    ("until", "name"),
    [
        pytest.param(None, "copy-4", id="everything: the newest"),
        pytest.param(FIRST + 2.5 * DAY, "copy-2", id="the newest before the moment"),
        pytest.param(FIRST + 2 * DAY, "copy-2", id="the very moment that it ended"),
        pytest.param(FIRST, "copy-0", id="the oldest"),
    ],
)
def test_the_newest_copy_that_reaches_the_moment_is_chosen(until: datetime | None, name: str) -> None:
    assert labels.choose(COPIES, until).name == name


@pytest.mark.parametrize(
    ("copies", "said"),
    [(COPIES, "oldest copy can be restored to 2026-11-20 14:00:00 .Seoul."), ([], "no base")],
)
def test_a_moment_before_all_copies_cannot_be_reached(copies: list[Label], said: str) -> None:
    with pytest.raises(BackupError, match=said):
        labels.choose(copies, FIRST - DAY)


@pytest.mark.parametrize(
    ("keep", "proven", "gone"),
    [
        pytest.param(2, None, ["copy-0", "copy-1", "copy-2"], id="all but the newest"),
        pytest.param(2, "copy-1", ["copy-0", "copy-2"], id="the one that was restored as a test stays"),
        pytest.param(7, None, [], id="fewer than are kept"),
        pytest.param(1, "copy-4", ["copy-0", "copy-1", "copy-2", "copy-3"], id="never the last one"),
    ],
)
def test_old_copies_go_and_the_last_good_one_never(keep: int, proven: str | None, gone: list[str]) -> None:
    assert [label.name for label in labels.superfluous(COPIES, keep=keep, proven=proven)] == gone


def test_log_goes_that_no_kept_copy_needs_on_whatever_timeline() -> None:
    names = [
        "00000001000000000000000F.zst",
        "000000010000000000000010.zst",
        "000000010000000000000011.partial.zst",
        "000000010000000000000011.zst",
        "000000020000000000000009.zst",
        "000000020000000000000012.partial.zst",
        "00000002.history.zst",
    ]

    assert labels.wal_before(names, "000000010000000000000010") == [
        "00000001000000000000000F.zst",
        "000000010000000000000011.partial.zst",
        "000000020000000000000009.zst",
    ]
