"""A copy that is taken: beside another, broken off, too slow for its server, and restored as soon as it is there."""

import asyncio
import os
import signal
from collections.abc import Generator, Mapping
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest
from psycopg import AsyncConnection, OperationalError
from psycopg import connect as connect_sync

from ieum.cli import main
from ieum.common.progress import QUIET
from ieum.dev.postgres import EmbeddedPostgres
from ieum.operations.backup import base, pipes, records, recovery, settings
from ieum.operations.backup.archive import Archiver
from ieum.operations.backup.place import BackupError
from ieum.operations.backup.source import connect, read_source
from ieum.shop.kernel.db import Connection, fetch_one
from ieum.shop.reconciliation import backups
from tests import images
from tests.operations.backup.conftest import Copied, archiving, stored
from tests.waiting import wait_until, wait_until_async


async def test_a_copy_is_restored_before_the_archiver_has_brought_its_end_and_with_a_part_that_was_cut_off(
    copied: Copied, tmp_path: Path
) -> None:
    (tmp_path / "place").mkdir()
    own = settings.load({**copied.environ, "IEUM_BACKUP_PLACE": str(tmp_path / "place")})
    chosen = msgspec.structs.replace(own, spool=tmp_path / "spool")

    async def note(conn: Connection, word: str) -> None:
        await conn.execute("INSERT INTO told (word) VALUES (%s)", [word])

    def restored(into: str) -> list[str]:
        place = chosen.open_place().below(label.system)
        with (
            recovery.recovered(
                place, label, tmp_path / into, until=None, progress=QUIET, is_scratch=True
            ) as server,
            connect_sync(server.url) as conn,
        ):
            assert server.broken == ""
            return [word for (word,) in conn.execute("SELECT word FROM told ORDER BY word")]

    async with (
        archiving(chosen, chosen.open_place()) as archiver,
        await AsyncConnection.connect(chosen.database_url, autocommit=True) as conn,
    ):
        await conn.execute("CREATE TABLE told (word text)")
        await note(conn, "before the copy")
        await wait_until_async(lambda: _has_a_part(archiver, tmp_path / "place"), "no part is stored")

        label = await base.back_up(chosen, chosen.open_place(), QUIET)

        assert restored("at once") == ["before the copy"]

        await note(conn, "first")
        before = stored(tmp_path / "place")
        await archiver.round()
        await note(conn, "second")
        await archiver.round()
        parts = sorted((tmp_path / "place").glob(f"*/wal/{max(stored(tmp_path / 'place'))}.*"))
        assert len(parts) == 2, before
        newest = max(parts, key=lambda part: part.stat().st_mtime_ns)
        newest.write_bytes(newest.read_bytes()[:100])
        await conn.execute("DROP TABLE told")

        assert restored("cut off") == ["before the copy", "first"]


@pytest.fixture
def little_log(spare: EmbeddedPostgres) -> Generator[None]:
    """Have the spare server keep one segment for those who fetch its log."""
    with connect_sync(spare.url, autocommit=True) as conn:
        conn.execute("ALTER SYSTEM SET max_slot_wal_keep_size = '16MB'")
        conn.execute("SELECT pg_reload_conf()")
        yield
        conn.execute("ALTER SYSTEM RESET max_slot_wal_keep_size")
        conn.execute("SELECT pg_reload_conf()")


@pytest.mark.usefixtures("little_log")
async def test_a_copy_during_which_the_server_gives_up_its_log_says_so(
    own_shop: Mapping[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What pg_basebackup says then names a segment, and nothing that anybody could change."""
    chosen = settings.load(own_shop)
    with connect_sync(chosen.database_url, autocommit=True) as conn:

        def is_held() -> bool:
            conn.execute("SELECT pg_logical_emit_message(false, 'test', 'x'), pg_switch_wal()")
            conn.execute("CHECKPOINT")
            return conn.execute("SELECT FROM pg_replication_slots WHERE wal_status <> 'lost'").rowcount > 0

        def meanwhile(*_: Any) -> None:
            wait_until(lambda: not is_held(), "the slot is kept")
            raise BackupError("pg_basebackup: requested WAL segment has already been removed")

        monkeypatch.setattr(pipes, "run", meanwhile)
        with pytest.raises(BackupError, match="max_slot_wal_keep_size"):
            await base.back_up(chosen, chosen.open_place(), QUIET)


@pytest.mark.parametrize("is_stopped", [False, True], ids=["crashed", "stopped"])
async def test_a_copy_whose_server_ends_says_so_and_blames_no_setting(
    own_shop: Mapping[str, str],
    spare: EmbeddedPostgres,
    monkeypatch: pytest.MonkeyPatch,
    *,
    is_stopped: bool,
) -> None:
    """The connection that holds the slot ends with it, as it does where the server gives up its log."""
    chosen = settings.load(own_shop)

    def is_back() -> bool:
        with suppress(OperationalError), connect_sync(chosen.database_url):
            return True
        return False

    def meanwhile(*_: Any) -> None:
        if is_stopped:
            spare.stop()
            spare.start()
        else:
            with connect_sync(chosen.database_url) as conn:
                found = conn.execute("SELECT active_pid FROM pg_replication_slots").fetchall()
            os.kill(found[0][0], signal.SIGKILL)
        wait_until(is_back, "the server does not come back")
        raise BackupError("pg_basebackup: server closed the connection unexpectedly")

    monkeypatch.setattr(pipes, "run", meanwhile)
    with pytest.raises(BackupError, match="server closed the connection"):
        await base.back_up(chosen, chosen.open_place(), QUIET)


@pytest.mark.parametrize("is_gone", [False, True], ids=["row lost", "database gone"])
def test_the_cause_of_a_failure_is_told_whatever_hinders_its_note(
    own_shop: Mapping[str, str],
    spare: EmbeddedPostgres,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    *,
    is_gone: bool,
) -> None:
    """Where the alarm of it cannot be raised either, the one of a copy that does not come tells of it later."""
    url = own_shop["IEUM_DATABASE_URL"]

    def meanwhile(*_: Any) -> None:
        if is_gone:
            spare.stop()
        else:
            with connect_sync(url) as conn:
                conn.execute("DELETE FROM backups")
        raise BackupError("rclone: no space left on device")

    monkeypatch.setattr(pipes, "run", meanwhile)
    code = main(["backup", "base"])
    if is_gone:
        spare.start()
    first, *more = capsys.readouterr().err.splitlines()
    raised = asyncio.run(_alarms_a_day_later(url))

    assert (code, first) == (1, "ieum backup: rclone: no space left on device")
    if is_gone:
        assert "the database cannot be reached" in more[0]
        assert raised == {"backup_late": "한 번도 성공하지 않았습니다."}
    else:
        assert more == []
        assert raised == {"backup_failed": "rclone: no space left on device"}


async def _alarms_a_day_later(url: str) -> dict[str, str]:
    async with await connect(url) as conn:
        await backups.watch(conn, now=datetime.now(UTC) + timedelta(hours=27), is_production=False)
        return await fetch_one(
            conn,
            dict[str, str],
            """
            SELECT coalesce(jsonb_object_agg(kind, replace(detail, '데이터베이스 백업: ', '')), '{}')
              FROM alarms WHERE cleared_at IS NULL AND reference = 'base'
            """,
        )


async def test_a_good_copy_whose_row_is_lost_says_so(copied: Copied) -> None:
    """Its server was restored meanwhile, or a standby without it took over: an exception of ours would not help."""
    async with await connect(copied.environ["IEUM_DATABASE_URL"]) as conn:
        with pytest.raises(BackupError, match=r"20261126T000000Z is done.*Run this again"):
            await records.end_well(conn, 0, label="20261126T000000Z")


async def test_a_standby_is_not_copied(tmp_path: Path) -> None:
    """The last segment would come as far as the standby had it, and go before what was archived of it since."""
    (tmp_path / "place").mkdir()
    images.fill_migrated(tmp_path / "shop")
    with EmbeddedPostgres(tmp_path / "shop"):
        pass
    (tmp_path / "shop" / "postgres" / "standby.signal").touch()
    with EmbeddedPostgres(tmp_path / "shop") as server:
        chosen = settings.load(
            {
                "IEUM_DATABASE_URL": server.url,
                "IEUM_DATA": str(tmp_path / "shop"),
                "IEUM_BACKUP_PLACE": str(tmp_path / "place"),
            }
        )
        async with await connect(server.url) as conn:
            shop = await read_source(conn)
            with pytest.raises(BackupError, match="leads to a standby"):
                await base._take(conn, shop, chosen, chosen.open_place(), QUIET)

    assert not any((tmp_path / "place").iterdir())


async def test_two_base_backups_at_once_are_one_and_a_refusal(copied: Copied, tmp_path: Path) -> None:
    """Of the same second, the two would have one name, and the one that failed would delete what the other stored."""
    (tmp_path / "place").mkdir()
    chosen = settings.load({**copied.environ, "IEUM_BACKUP_PLACE": str(tmp_path / "place")})
    async with await connect(chosen.database_url) as first:
        await base._hold_wal(first)

        with pytest.raises(BackupError, match="another base backup"):
            await base.back_up(chosen, chosen.open_place(), QUIET)

    await wait_until_async(lambda: _is_free(chosen.database_url), "the slot stays")
    await base.back_up(chosen, chosen.open_place(), QUIET)
    assert len(list((tmp_path / "place").glob("*/base/*"))) == 2


async def test_what_a_killed_copy_has_left_goes_with_the_next_one(copied: Copied, tmp_path: Path) -> None:
    own = settings.load({**copied.environ, "IEUM_BACKUP_PLACE": str(tmp_path / "place")})
    async with await connect(own.database_url) as conn:
        folder = tmp_path / "place" / (await read_source(conn)).system / "base"
    folder.mkdir(parents=True)
    # Of a machine that has lost its power, of a copy that has begun since, and of nobody here.
    for name in ("20260101T000000Z.tar.zst", "99991231T000000Z.tar.zst", "notes.tar.zst"):
        (folder / name).touch()

    label = await base.back_up(own, own.open_place(), QUIET)

    assert sorted(path.name for path in folder.iterdir()) == [
        f"{label.name}.json",
        label.archive,
        "99991231T000000Z.tar.zst",
        "notes.tar.zst",
    ]


async def test_what_killed_copies_have_left_goes_before_the_next_one_begins(
    copied: Copied, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a small disk they would leave no room for it, nor for any copy after it. What has a label stays."""
    own = settings.load({**copied.environ, "IEUM_BACKUP_PLACE": str(tmp_path / "place")})
    async with await connect(own.database_url) as conn:
        folder = tmp_path / "place" / (await read_source(conn)).system / "base"
    folder.mkdir(parents=True)
    kept = {"20260103T000000Z.tar.zst", "20260103T000000Z.json", "99991231T000000Z.tar.zst", "notes.tar.zst"}
    for name in ("20260101T000000Z.tar.zst", "20260102T000000Z.tar.zst", *kept):
        (folder / name).touch()
    seen: set[str] = set()

    def full(*_: Any) -> None:
        seen.update(path.name for path in folder.iterdir())
        raise BackupError("rclone: no space left on device")

    monkeypatch.setattr(pipes, "run", full)
    async with await connect(own.database_url) as other:
        await base._hold_wal(other)
        with pytest.raises(BackupError, match="another base backup"):
            await base.back_up(own, own.open_place(), QUIET)
    assert len(list(folder.iterdir())) == 6

    await wait_until_async(lambda: _is_free(own.database_url), "the slot stays")
    with pytest.raises(BackupError, match="no space left"):
        await base.back_up(own, own.open_place(), QUIET)

    assert seen == kept


async def test_a_copy_that_was_broken_off_leaves_nothing_at_the_place(
    copied: Copied, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of an archive without its label nobody would know, and no later copy would delete it."""
    (tmp_path / "place").mkdir()
    chosen = settings.load({**copied.environ, "IEUM_BACKUP_PLACE": str(tmp_path / "place")})
    run = pipes.run

    def interrupted(*given: Any) -> None:
        run(*given)
        raise KeyboardInterrupt

    monkeypatch.setattr(pipes, "run", interrupted)
    with pytest.raises(KeyboardInterrupt):
        await base.back_up(chosen, chosen.open_place(), QUIET)

    assert list((tmp_path / "place").glob("*/base/*")) == []


async def _is_free(url: str) -> bool:
    """The server ends what was a copy's a moment after its connection."""
    async with await connect(url) as conn:
        return not await fetch_one(
            conn, bool, "SELECT EXISTS (SELECT FROM pg_replication_slots WHERE temporary)"
        )


async def _has_a_part(archiver: Archiver, place: Path) -> bool:
    await archiver.round()
    return bool(stored(place))
