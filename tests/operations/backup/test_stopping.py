"""A copy that is told to end ends at once and is noted; one that is whole stays a good one, whatever comes after it."""

import signal
from collections.abc import Callable, Generator
from pathlib import Path
from typing import Any

import pytest
from psycopg import connect

from ieum.cli import main
from ieum.operations.backup import base, pipes
from ieum.operations.backup.place import BackupError
from ieum.postgres import EmbeddedPostgres
from tests import images


@pytest.fixture
def url(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Generator[str]:
    """A shop's database, and a place that is empty."""
    (tmp_path / "place").mkdir()
    images.fill_migrated(tmp_path / "shop")
    with EmbeddedPostgres(tmp_path / "shop") as server:
        monkeypatch.setenv("IEUM_DATABASE_URL", server.url)
        monkeypatch.setenv("IEUM_DATA", str(tmp_path / "shop"))
        monkeypatch.setenv("IEUM_BACKUP_PLACE", str(tmp_path / "place"))
        yield server.url


def _runs(url: str) -> list[tuple[Any, ...]]:
    with connect(url) as conn:
        return conn.execute("SELECT ok, detail FROM backups WHERE kind = 'base' ORDER BY id").fetchall()


def _alarms(url: str) -> list[str]:
    with connect(url) as conn:
        open_now = "SELECT detail FROM alarms WHERE kind = 'backup_failed' AND cleared_at IS NULL"
        return [detail for (detail,) in conn.execute(open_now)]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_copy_that_is_told_to_end_does_so_while_programs_run_and_is_an_alarm(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: signal.Signals
) -> None:
    before = signal.getsignal(number)

    def told(*_: Any) -> None:
        # As the main thread waits for the programs, where a loop hears nothing.
        signal.raise_signal(number)
        pytest.fail("the copy went on")

    monkeypatch.setattr(pipes, "run", told)

    assert main(["backup", "base"]) == 130

    assert _runs(url) == [(False, "it was stopped before its end")]
    assert _alarms(url) == ["it was stopped before its end"]
    assert not list((tmp_path / "place").glob("*/base/*"))
    assert signal.getsignal(number) == before


def test_what_is_wrong_now_stands_in_the_alarm(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for reason in ("rclone: no space left on device", "rclone: connection refused"):
        monkeypatch.setattr(pipes, "run", _refusing(reason))

        assert main(["backup", "base"]) == 1

        assert _alarms(url) == [reason]


def test_a_copy_is_good_where_older_ones_cannot_be_deleted_and_that_is_an_alarm(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(base, "_delete_old", _refusing("rclone: permission denied"))
        code = main(["backup", "base"])

    assert (code, _runs(url)) == (1, [(True, "")])
    (label,) = (tmp_path / "place").glob("*/base/*.json")
    (alarm,) = _alarms(url)
    assert (
        alarm
        == f"the copy {label.stem} is good, and older ones could not be deleted: rclone: permission denied"
    )
    assert alarm in capsys.readouterr().err

    assert main(["backup", "base"]) == 0
    assert _alarms(url) == []


def _refusing(reason: str) -> Callable[..., None]:
    def refuse(*_: Any, **__: Any) -> None:
        raise BackupError(reason)

    return refuse
