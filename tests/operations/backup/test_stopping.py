"""A copy that is told to end ends at once and is noted; one that is whole stays a good one, whatever comes after it."""

import asyncio
import signal
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from anyio import create_task_group
from psycopg import connect

from ieum.cli import main
from ieum.operations.backup import base, checking, files, pipes, recovery
from ieum.operations.backup.interrupts import ending_at_once, is_interrupt
from ieum.operations.backup.place import BackupError
from ieum.operations.backup.server import WORK


@pytest.fixture
def url(own_shop: Mapping[str, str]) -> str:
    return own_shop["IEUM_DATABASE_URL"]


def _runs(url: str) -> list[tuple[Any, ...]]:
    with connect(url) as conn:
        return conn.execute("SELECT ok, detail FROM backups WHERE kind = 'base' ORDER BY id").fetchall()


def _alarms(url: str) -> list[str]:
    with connect(url) as conn:
        open_now = "SELECT detail FROM alarms WHERE kind = 'backup_failed' AND cleared_at IS NULL"
        return [detail for (detail,) in conn.execute(open_now)]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_copy_that_is_told_to_end_does_so_while_programs_run_and_is_an_alarm(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: signal.Signals
) -> None:
    before = signal.getsignal(number)

    def told(*_: Any) -> None:
        # As the main thread waits for the programs, where a loop hears nothing.
        try:
            signal.raise_signal(number)
        finally:
            # The service manager may say it again while the end is being noted.
            signal.raise_signal(signal.SIGTERM)
        pytest.fail("the copy went on")

    monkeypatch.setattr(pipes, "run", told)

    assert main(["backup", "base"]) == 130

    assert _runs(url) == [(False, "it was stopped before its end")]
    assert _alarms(url) == ["it was stopped before its end"]
    assert not list((tmp_path / "place").glob("*/base/*"))
    assert signal.getsignal(number) == before


def test_a_signal_that_is_ignored_stays_so_and_one_in_a_group_of_tasks_is_one() -> None:
    """A script ignores Ctrl-C for what it runs in the background; httpx connects in a group of tasks."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with ending_at_once():
            signal.raise_signal(signal.SIGINT)
        with pytest.raises(KeyboardInterrupt) as ended, ending_at_once():
            asyncio.run(_interrupted_in_a_group())
    finally:
        signal.signal(signal.SIGINT, before)

    assert ended.value.__notes__ == ["what went wrong after it"]


async def _interrupted_in_a_group() -> None:
    try:
        async with create_task_group():
            signal.raise_signal(signal.SIGTERM)
    except BaseExceptionGroup as error:
        error.add_note("what went wrong after it" if is_interrupt(error) else "something else")
        raise


def test_what_is_wrong_now_stands_in_the_alarm(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for reason in ("rclone: no space left on device", "rclone: connection refused"):
        monkeypatch.setattr(pipes, "run", _refusing(reason))

        assert main(["backup", "base"]) == 1

        assert _alarms(url) == [reason]


def test_a_copy_is_good_where_older_ones_cannot_be_deleted_which_is_an_alarm_and_keeps_no_file(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    tried: list[str] = []

    async def files_copied(*_: Any) -> str:
        tried.append("files")
        return "The files are at the place."

    monkeypatch.setattr(files, "back_up", files_copied)
    with monkeypatch.context() as patched:
        patched.setattr(base, "_delete_old", _refusing("rclone: permission denied"))
        code = main(["backup"])

    assert (code, _runs(url), tried) == (1, [(True, "")], ["files"])
    (label,) = (tmp_path / "place").glob("*/base/*.json")
    reason = f"the copy {label.stem} is good, and older ones could not be deleted: rclone: permission denied"
    assert _alarms(url) == [reason]
    assert reason in capsys.readouterr().err

    assert main(["backup", "base"]) == 0
    assert _alarms(url) == []


def test_a_scratch_that_is_somebodys_stays_and_what_is_left_of_ours_is_known_as_such(tmp_path: Path) -> None:
    somebodys = tmp_path / "database" / "PG_VERSION"
    with checking._scratch(tmp_path) as scratch:
        scratch.mkdir()
        somebodys.touch()
    assert somebodys.exists()

    with (
        pytest.raises(KeyboardInterrupt),
        pytest.MonkeyPatch.context() as patched,
        checking._scratch(tmp_path) as scratch,
    ):
        (scratch / WORK).mkdir()
        # A signal as it is being removed.
        patched.setattr(recovery, "empty", _interrupting)
    assert (scratch / WORK).is_dir()

    with checking._scratch(tmp_path):
        pass
    assert not scratch.exists()


def _interrupting(_: Path) -> None:
    raise KeyboardInterrupt


def _refusing(reason: str) -> Callable[..., None]:
    def refuse(*_: Any, **__: Any) -> None:
        raise BackupError(reason)

    return refuse
