"""What runs beside the shop: the archiver while its place is away, and the restore as a test as its unit starts it."""

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import msgspec
import pytest
from psycopg import AsyncConnection

from ieum.common import launch
from ieum.common.progress import QUIET
from ieum.operations.backup import base, checking, labels, records, recovery, settings, slot
from ieum.operations.backup.source import connect
from ieum.operations.postgres.cluster import database_user
from ieum.shop.kernel.db import Connection, fetch_all, fetch_one
from tests.operations.backup.conftest import Copied, archiving, stored
from tests.waiting import wait_until_async

SEGMENT = 16 * 1024**2


async def test_while_the_place_is_away_the_log_waits_within_its_bound_and_nothing_of_it_is_lost(
    copied: Copied, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    own = settings.load({**copied.environ, "IEUM_BACKUP_PLACE": str(tmp_path / "place")})
    chosen = msgspec.structs.replace(own, spool=tmp_path / "spool", spool_limit=2 * SEGMENT)
    (tmp_path / "place").mkdir()
    async with (
        archiving(chosen, chosen.open_place()) as archiver,
        await AsyncConnection.connect(chosen.database_url, autocommit=True) as conn,
    ):
        await archiver.round()
        (tmp_path / "place").rename(tmp_path / "away")

        for _ in range(6):
            await _write_a_segment(conn)
            await archiver.round()
        # It is looked at between two segments, beside the one that is being written.
        assert archiver._size() < chosen.spool_limit + 3 * SEGMENT
        # Made anew, it would fill the disk below.
        assert not (tmp_path / "place").exists()
        assert await _alarms(conn) == ["wal"]
        assert not archiver._receiver.is_running
        logged = [record.getMessage() for record in caplog.records]
        assert len(logged) == len(set(logged))
        assert "alarm backup_failed (wal)" in logged

        (tmp_path / "away").rename(tmp_path / "place")
        await archiver.round()

        assert await _alarms(conn) == []
        written = await fetch_one(conn, str, "SELECT pg_walfile_name(pg_current_wal_lsn())")
    names = stored(tmp_path / "place")
    assert len(set(names)) > 4
    assert max(names) == written
    assert labels.find_gap(names, labels.path_of("", 1, SEGMENT), SEGMENT) is None


async def test_an_archiver_whose_row_is_lost_begins_another(copied: Copied, tmp_path: Path) -> None:
    """Where a standby without it took over: the log would be called late for ever, though all of it is stored."""
    (tmp_path / "place").mkdir()
    own = settings.load({**copied.environ, "IEUM_BACKUP_PLACE": str(tmp_path / "place")})
    chosen = msgspec.structs.replace(own, spool=tmp_path / "spool")
    async with (
        archiving(chosen, chosen.open_place()) as archiver,
        await AsyncConnection.connect(chosen.database_url, autocommit=True) as conn,
    ):
        await archiver.round()
        await conn.execute("DELETE FROM backups WHERE place = %s", [chosen.place])

        await archiver.round()
        await archiver.round()

        assert await records.find_archived_until(conn, chosen.place) is not None


async def test_another_archiver_takes_over_and_goes_back_for_what_was_lost_with_the_spool_of_the_first(
    copied: Copied, tmp_path: Path
) -> None:
    (tmp_path / "place").mkdir()
    own = settings.load({**copied.environ, "IEUM_BACKUP_PLACE": str(tmp_path / "place")})
    one, other = (msgspec.structs.replace(own, spool=tmp_path / name) for name in ("one", "other"))
    async with (
        archiving(one, own.open_place()) as first,
        archiving(other, own.open_place()) as second,
        await AsyncConnection.connect(own.database_url, autocommit=True) as conn,
    ):
        await first.round()
        await second.round()
        assert (first._receiver.is_running, second._receiver.is_running) == (True, False)
        for _ in range(2):
            await _write_a_segment(conn)
        written = await slot.read_written(conn)
        await wait_until_async(lambda: slot.wait_for(conn, written), "the log does not arrive")

        # The machine of the first dies with what it has received.
        first._receiver.stop()
        shutil.rmtree(one.spool)
        first._place = None
        await second.round()

        assert second._receiver.is_running
        assert await _alarms(conn) == []
    assert labels.find_gap(stored(tmp_path / "place"), labels.path_of("", 1, SEGMENT), SEGMENT) is None


async def test_what_the_server_has_no_more_is_an_alarm_until_the_next_copy(
    copied: Copied, tmp_path: Path
) -> None:
    (tmp_path / "place").mkdir()
    own = settings.load({**copied.environ, "IEUM_BACKUP_PLACE": str(tmp_path / "place")})
    chosen = msgspec.structs.replace(own, spool=tmp_path / "spool")
    place = own.open_place()
    async with await AsyncConnection.connect(own.database_url, autocommit=True) as conn:
        async with archiving(chosen, place) as archiver:
            await archiver.round()
        await conn.execute("SELECT pg_drop_replication_slot('ieum_backup')")
        for _ in range(2):
            await _write_a_segment(conn)
            await conn.execute("CHECKPOINT")

        parts = list((tmp_path / "place").glob("*/wal/*.partial.*.zst"))
        before = [part.read_bytes() for part in parts]
        async with archiving(chosen, place) as archiver:
            await archiver.round()
            # What it could not have again is as it was.
            assert [part.read_bytes() for part in parts] == before != []
            await archiver.round()
            assert archiver._receiver.is_running
            assert await _alarms(conn) == ["wal-gap"]
            assert labels.find_gap(stored(tmp_path / "place"), labels.path_of("", 1, SEGMENT), SEGMENT)

            await base.back_up(chosen, place, QUIET)

        assert await _alarms(conn) == []


async def _write_a_segment(conn: Connection) -> None:
    await conn.execute("SELECT pg_logical_emit_message(false, 'test', repeat('x', 100)), pg_switch_wal()")


async def _alarms(conn: Connection) -> list[str]:
    """Of the log: a copy that another test of this shop broke off has an alarm of its own."""
    return await fetch_all(
        conn,
        str,
        """
        SELECT reference FROM alarms
         WHERE kind = 'backup_failed' AND cleared_at IS NULL AND reference LIKE 'wal%%'
        """,
    )


async def test_a_restored_server_runs_no_command_of_the_one_that_was_copied(
    copied: Copied, tmp_path: Path
) -> None:
    (tmp_path / "place").mkdir()
    chosen = settings.load({**copied.environ, "IEUM_BACKUP_PLACE": str(tmp_path / "place")})
    async with await connect(chosen.database_url) as conn:
        await conn.execute("ALTER SYSTEM SET recovery_end_command = 'touch ran'")
        try:
            label = await base.back_up(chosen, chosen.open_place(), QUIET)
        finally:
            await conn.execute("ALTER SYSTEM RESET recovery_end_command")
    own = chosen.open_place().below(label.system)

    with recovery.recovered(
        own, label, tmp_path / "back", until=None, progress=QUIET, is_scratch=True
    ) as restored:
        async with await connect(restored.url) as conn:
            assert await fetch_one(conn, bool, "SELECT NOT pg_is_in_recovery()")

    assert not (tmp_path / "back" / "ran").exists()


def test_what_lies_in_a_folder_is_for_its_owner_alone_whoever_makes_the_copy(
    copied: Copied, tmp_path: Path
) -> None:
    (tmp_path / "place").mkdir()
    done = subprocess.run(
        [sys.executable, "-m", "ieum.cli", "backup", "base"],
        env={
            **os.environ,
            "IEUM_ENV_FILE": "",
            **copied.environ,
            "IEUM_BACKUP_PLACE": str(tmp_path / "place"),
        },
        capture_output=True,
        text=True,
        timeout=120,
        umask=0,
        check=False,
    )

    assert done.returncode == 0, done
    assert [path for path in (tmp_path / "place").rglob("*") if path.stat().st_mode & 0o077] == []


async def test_a_log_whose_end_was_taken_away_is_told(copied: Copied, tmp_path: Path) -> None:
    """It is whole as far as it goes, as that of a shop in which nothing happened since."""
    shutil.copytree(copied.environ["IEUM_BACKUP_PLACE"], tmp_path / "place")
    environ = {
        **copied.environ,
        "IEUM_BACKUP_PLACE": str(tmp_path / "place"),
        "IEUM_BACKUP_SCRATCH": str(tmp_path / "scratch"),
    }
    chosen = settings.load(environ)
    async with await connect(chosen.database_url) as conn:
        await conn.execute(
            "INSERT INTO backups (kind, place, wal_until) VALUES ('wal', %s, now() + interval '1 hour')",
            [chosen.place],
        )

    checked = await checking.check(chosen, chosen.open_place(), environ, QUIET)

    (wrong,) = checked.wrong
    assert re.fullmatch(r"the log at the place ends at .*, and was stored there until .* \(Seoul\)", wrong)


@pytest.mark.skipif(os.geteuid() != 0, reason="root is needed to become another user")
def test_the_check_runs_as_its_unit_runs_it_as_a_user_without_rights(copied: Copied, tmp_path: Path) -> None:
    user = database_user(Path(copied.environ["IEUM_DATA"]) / "none")
    assert user is not None
    home = tmp_path / "home"
    home.mkdir()
    os.chown(home, user.uid, user.gid)

    done = _check(
        user, {**copied.environ, "IEUM_DATA": str(home), "IEUM_BACKUP_SCRATCH": str(home / "scratch")}
    )

    assert done.returncode == 0, done
    assert "The books and both chains fit." in done.stdout
    assert "could not be asked" not in done.stdout
    assert not any((home / "scratch").iterdir())


def _check(user: launch.RunAs, environ: Mapping[str, str]) -> subprocess.CompletedProcess[str]:
    reach = (os.path.realpath(sys.executable), sys.executable, environ["IEUM_BACKUP_PLACE"])
    argv = [sys.executable, "-m", "ieum.cli", "restore", "--check"]
    return subprocess.run(
        launch.command(
            argv,
            on_parent_death=signal.SIGKILL,
            run_as=launch.RunAs(uid=user.uid, gid=user.gid, reach=reach),
        ),
        env={"PATH": os.environ["PATH"], "IEUM_ENV_FILE": "", **environ},
        cwd="/",
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
