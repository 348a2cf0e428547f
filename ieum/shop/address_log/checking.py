"""Computes the log anew from the tables, and names the first row that does not fit.

Three things have to fit: each day's entries to its chain, signed head and neighbours; each entry to its lease; and the
leases to the entries, so that nothing is missing.
"""

from collections.abc import AsyncGenerator
from contextlib import aclosing
from datetime import UTC, date, datetime, timedelta

from ieum.common.progress import QUIET, Advance, Progress
from ieum.shop.address_log import check_queries, queries, rules
from ieum.shop.address_log.check_types import Checked, Misfit, Told
from ieum.shop.address_log.service import MARGIN
from ieum.shop.address_log.types import Day
from ieum.shop.kernel.db import Connection, Database
from ieum.shop.signing import service as signing
from ieum.shop.signing.types import Signature


async def check(
    db: Database, *, only: date | None = None, now: datetime | None = None, progress: Progress = QUIET
) -> Checked:
    """Check the whole log, or `only` a day of it, until the first misfit. The shop goes on meanwhile."""
    checked, moment = Checked(), now or datetime.now(UTC)
    async with db.connection() as conn:
        checked.began_at = await check_queries.find_begin(conn)
        days = await check_queries.list_days(conn, only)
    total = sum(day.entry_count for day in days if only in {None, day.day})
    with progress.step("log of fixed addresses", total=total) as advance:
        checked.misfit = await _check_days(db, days, checked, only=only, now=moment, advance=advance)
    if checked.misfit:
        return checked
    if only and not any(day.day == only for day in days):
        checked.misfit = Misfit(only, None, "the log has no such day")
    elif only is None:
        checked.misfit = (
            _check_begin(days, checked.began_at)
            or await _find_unwritten(db, now=moment)
            or await _find_broken_promise(db)
        )
    return checked


async def _check_days(
    db: Database, days: list[Day], checked: Checked, *, only: date | None, now: datetime, advance: Advance
) -> Misfit | None:
    former: Day | None = None
    for day in days:
        if only in {None, day.day}:
            misfit = _check_neighbours(former, day, only, is_last=day is days[-1]) or (
                await _check_settled(db, day, checked, now=now)
            )
            if misfit:
                return misfit
            advance(day.entry_count)
        former = day
    return None


def _check_begin(days: list[Day], began_at: datetime | None) -> Misfit | None:
    """The log's own row, which no chain has, must say that the log began on its first day: lateness is told by it."""
    if not days or (began_at is not None and rules.day_of(began_at) == days[0].day):
        return None
    told = rules.moment(began_at) if began_at else "nothing"
    return Misfit(days[0].day, None, f"it is the first day, and address_log_reading says {told} of the begin")


def _check_neighbours(former: Day | None, day: Day, only: date | None, *, is_last: bool) -> Misfit | None:
    """Compare what a day says of the one before. Of a single day that may be the first one, which follows nothing."""
    if former is None:
        fits = only is not None or day.previous == rules.NOTHING
        return None if fits else Misfit(day.day, None, "the days before it are missing")
    if day.day - former.day != timedelta(days=1):
        return Misfit(former.day + timedelta(days=1), None, "the day is missing")
    if day.previous != former.head:
        return Misfit(day.day, None, "it does not begin with the head of the day before")
    if day.is_open and not is_last:
        return Misfit(day.day, None, "it is not signed, and another day follows")
    return None


async def _check_settled(db: Database, day: Day, checked: Checked, *, now: datetime) -> Misfit | None:
    """Check a day, and again where its row has changed meanwhile: more was written, or it was closed, or destroyed."""
    while True:
        tried = Checked(began_at=checked.began_at)
        async with db.transaction() as conn:
            misfit = await _check_day(conn, day, tried, now=now)
        if misfit:
            async with db.connection() as conn:
                newer = await queries.find_day(conn, day.day)
            if newer is not None and newer != day:
                day = newer
                continue
        checked.days += 1
        checked.destroyed_days += tried.destroyed_days
        checked.entries += tried.entries
        checked.late += tried.late
        return misfit


async def _check_day(conn: Connection, day: Day, tried: Checked, *, now: datetime) -> Misfit | None:
    misfit = await _check_signature(conn, day)
    if misfit:
        return misfit
    entries = check_queries.stream_day(conn, day.day, gone_before=now - rules.KEPT)
    if day.destroyed_at is not None:
        return await _check_destroyed(entries, day, tried, now=now)
    value, index = rules.opening(day.day, day.previous), 0
    async with aclosing(entries):
        async for rows in entries:
            for entry in rows:
                index += 1
                misfit = _check_entry(entry, value, index, day, began_at=tried.began_at)
                if misfit:
                    return misfit
                value = entry.hash
                tried.late += rules.is_late(
                    entry.at, written_at=entry.written_at, since=tried.began_at or entry.written_at
                )
                tried.entries += 1
    return _check_head(day, value, index)


async def _check_signature(conn: Connection, day: Day) -> Misfit | None:
    if day.key_id is None or day.signature is None:
        return None
    is_ours = await signing.verify(conn, rules.head_text(day), Signature(day.key_id, day.signature))
    return None if is_ours else Misfit(day.day, None, "its head is not what was signed")


async def _check_destroyed(
    entries: AsyncGenerator[list[Told]], day: Day, tried: Checked, *, now: datetime
) -> Misfit | None:
    tried.destroyed_days = 1
    if day.day >= rules.day_of(now - rules.KEPT):
        return Misfit(day.day, None, "it was destroyed before its time")
    async with aclosing(entries):
        async for rows in entries:
            for entry in rows:
                return Misfit(day.day, entry.index, "the day was destroyed, and has an entry")
    return None


def _check_entry(
    entry: Told, value: bytes, index: int, day: Day, *, began_at: datetime | None
) -> Misfit | None:
    if entry.index != index:
        return Misfit(day.day, index, "the entry is missing")
    if index > day.entry_count:
        return Misfit(day.day, index, f"the day has {day.entry_count} entries")
    if entry.hash != rules.next_hash(value, rules.own_hash(entry)):
        return Misfit(day.day, index, "the entry, or its hash, is not what was written")
    # Not to the minute, because a clock may have been set back since.
    if began_at is not None and entry.written_at < began_at - timedelta(days=1):
        return Misfit(day.day, index, "it says that it was written before the log began")
    if entry.differs is not None:
        told = f"{entry.event} {entry.address} at {rules.moment(entry.at)}"
        return Misfit(day.day, index, f"the log says {told}; of lease {entry.lease_id}, {entry.differs}")
    return None


def _check_head(day: Day, value: bytes, index: int) -> Misfit | None:
    if index < day.entry_count:
        return Misfit(day.day, index + 1, f"the entry is missing: the day has {day.entry_count}")
    if value != day.head:
        return Misfit(day.day, None, "its head is not the last hash of its chain")
    return None


async def _find_unwritten(db: Database, *, now: datetime) -> Misfit | None:
    """By the clock, and not by how far the job says that it has read: whoever writes a lease can write that, too."""
    async with db.transaction() as conn:
        unwritten = await check_queries.find_unwritten(conn, before=now - MARGIN)
    if unwritten is None:
        return None
    told = f"lease {unwritten.lease_id} says {unwritten.event} at {rules.moment(unwritten.at)}"
    return Misfit(None, None, f"{told}, and the log does not")


async def _find_broken_promise(db: Database) -> Misfit | None:
    """A log that was written anew, however well, has other entries than the certificates that others have."""
    async with db.connection() as conn:
        promised = await check_queries.find_broken_promise(conn)
    return promised and Misfit(promised.day, promised.index, "a certificate was given for another entry")


def place_of(misfit: Misfit) -> str:
    """`2026-11-23 #17`, `2026-11-23`, or `leases`."""
    if misfit.day is None:
        return "leases"
    return f"{misfit.day}" if misfit.index is None else f"{misfit.day} #{misfit.index}"
