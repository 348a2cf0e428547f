"""Notices that backups have stopped coming. `ieum backup` writes their rows, and cannot say that it does not run."""

from datetime import datetime, timedelta

import msgspec

from ieum.shop.kernel import seoul
from ieum.shop.kernel.alarms import clear_about, raise_alarm
from ieum.shop.kernel.db import Connection, fetch_all, fetch_one

# How old the newest good one of each kind may get: a night and two hours, ten minutes, a week and a night.
ALLOWED = {
    "base": timedelta(hours=26),
    "wal": timedelta(minutes=10),
    "files": timedelta(hours=26),
    "check": timedelta(days=8),
}
NAMES = {"base": "데이터베이스 백업", "wal": "변경 기록 보관", "files": "파일 백업", "check": "복구 시험"}


class Age(msgspec.Struct):
    """A kind of backup, and when the newest one was good; None where none ever was."""

    kind: str
    at: datetime | None


async def watch(conn: Connection, *, now: datetime, is_production: bool) -> None:
    """Raise an alarm for each kind that is late, and clear those that are not any more.

    A new shop has as long for its first as for any other. Elsewhere than in production only what was begun is watched:
    nobody has to back up a shop that is tried out.
    """
    ages = {age.kind: age for age in await _list_ages(conn)}
    born = await fetch_one(
        conn, datetime, "SELECT min(applied_at_utc) AT TIME ZONE 'UTC' FROM _yoyo_migration"
    )
    for kind, allowed in ALLOWED.items():
        age = ages.get(kind, Age(kind, None) if is_production else None)
        if age is None:
            continue
        if now - (age.at or born) > allowed:
            since = (
                f"마지막 성공은 {seoul.minute(age.at)}입니다." if age.at else "한 번도 성공하지 않았습니다."
            )
            await raise_alarm(conn, "backup_late", reference=kind, detail=f"{NAMES[kind]}: {since}")
        else:
            await clear_about(conn, "backup_late", reference=kind, by="watch_backups")


async def _list_ages(conn: Connection) -> list[Age]:
    """By when a copy was begun, as that is what it holds; of the log, by what has come to the place."""
    return await fetch_all(
        conn,
        Age,
        """
        SELECT kind, CASE kind WHEN 'wal' THEN max(wal_until) ELSE max(began_at) FILTER (WHERE ok) END AS at
          FROM backups WHERE kind <> 'restore' GROUP BY kind ORDER BY kind
        """,
    )
