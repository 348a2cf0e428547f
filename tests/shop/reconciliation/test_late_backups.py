"""Backups that have stopped coming raise an alarm, which ends with the next one."""

from datetime import UTC, datetime, timedelta

import pytest

from ieum.operations.backup import records
from ieum.shop.kernel.db import Connection, execute, fetch_all
from ieum.shop.reconciliation import backups

# clock: the copies end by the clock of the database, which is minutes ahead of limits of hours.
NOW = datetime.now(UTC)


async def late(conn: Connection) -> list[str]:
    return await fetch_all(
        conn,
        str,
        "SELECT reference FROM alarms WHERE kind = 'backup_late' AND cleared_at IS NULL ORDER BY reference",
    )


async def a_copy(conn: Connection) -> None:
    run = await records.begin(conn, "base", place="/srv/backup")
    await records.end_well(conn, run, label="20261126T000000Z", size=1, wal_until=NOW)


async def test_a_production_without_any_backup_is_late_as_it_grows_older_and_a_trial_never(
    conn: Connection,
) -> None:
    await execute(conn, "UPDATE _yoyo_migration SET applied_at_utc = %(now)s AT TIME ZONE 'UTC'", now=NOW)

    await backups.watch(conn, now=NOW + timedelta(days=9), is_production=False)
    assert await late(conn) == []
    await backups.watch(conn, now=NOW + timedelta(minutes=9), is_production=True)
    assert await late(conn) == []
    await backups.watch(conn, now=NOW + timedelta(minutes=11), is_production=True)
    assert await late(conn) == ["wal"]
    await backups.watch(conn, now=NOW + timedelta(days=9), is_production=True)
    assert await late(conn) == ["base", "check", "files", "wal"]


async def test_a_copy_is_late_after_a_night_and_two_hours_and_the_next_ends_the_alarm(
    conn: Connection,
) -> None:
    await a_copy(conn)

    await backups.watch(conn, now=NOW + timedelta(hours=25), is_production=False)
    assert await late(conn) == []
    await backups.watch(conn, now=NOW + timedelta(hours=27), is_production=False)
    assert await late(conn) == ["base"]
    await backups.watch(conn, now=NOW + timedelta(hours=1), is_production=False)
    assert await late(conn) == []


@pytest.mark.parametrize("trouble", ["", "the disk is not mounted"])
async def test_a_log_that_does_not_get_on_is_late_whatever_it_says(conn: Connection, trouble: str) -> None:
    run = await records.begin(conn, "wal", place="/srv/backup")
    await records.note_archived(conn, run, wal_until=NOW, size=5)
    if trouble:
        await records.note_trouble(conn, run, trouble)

    await backups.watch(conn, now=NOW + timedelta(minutes=11), is_production=False)

    assert await late(conn) == ["wal"]


async def test_a_run_that_was_killed_has_failed_as_the_next_begins(conn: Connection) -> None:
    await records.begin(conn, "base", place="/srv/backup")
    await a_copy(conn)

    states = await fetch_all(conn, bool, "SELECT ok FROM backups WHERE kind = 'base' ORDER BY id")
    assert states == [False, True]


async def test_an_alarm_of_a_failure_ends_with_the_next_good_run_of_its_kind(conn: Connection) -> None:
    kinds: tuple[records.Kind, ...] = ("base", "check")
    for kind in kinds:
        run = await records.begin(conn, kind, place="/srv/backup")
        await records.end_badly(conn, run, kind, "the place is full")
    await a_copy(conn)

    failed = await fetch_all(
        conn, str, "SELECT reference FROM alarms WHERE kind = 'backup_failed' AND cleared_at IS NULL"
    )
    assert failed == ["check"]


async def test_a_good_copy_without_a_name_is_refused(conn: Connection) -> None:
    run = await records.begin(conn, "base", place="/srv/backup")

    with pytest.raises(Exception, match="a_good_copy_says_what_it_is"):
        await execute(conn, "UPDATE backups SET ok = true, ended_at = now() WHERE id = %(run)s", run=run)
