"""Writes the log of fixed addresses, ends its days, and says where in it something is.

The leases are read after the fact: nothing that changes an address waits for the log (docs/decisions/0090).
"""

from base64 import b64encode
from datetime import UTC, date, datetime, timedelta

import msgspec

from ieum.shop.address_log import queries, rules
from ieum.shop.address_log.queries import Reading
from ieum.shop.address_log.types import Day, Entry, Event, Place, SignedHead
from ieum.shop.kernel.alarms import raise_alarm
from ieum.shop.kernel.db import Connection, Database
from ieum.shop.kernel.sealing import Sealer
from ieum.shop.signing import service as signing

# Of each kind of events, so many are read at once.
BATCH = 2000
# How far before the moment from which on something may be new the leases are read: for clocks that were set back, and
# for a transaction whose begin is not shown yet.
MARGIN = timedelta(minutes=10)
BROKEN, LATE = "address_log_broken", "address_log_late"


class _Batch(msgspec.Struct):
    """From when until when the leases are read; None without an end on that side."""

    since: datetime | None = None
    until: datetime | None = None
    # Of the first batch: what is committed late during a long run is read by the next run.
    horizon: datetime = datetime.max.replace(tzinfo=UTC)
    is_last: bool = False


async def append(db: Database, sealer: Sealer, *, now: datetime | None = None, whole: bool = False) -> int:
    """Write what has happened since the last time, and end the days that are over; returns how many entries.

    A batch is a transaction. Where another worker writes at this moment, nothing is done. `whole`: whatever the log has
    not, however long ago it happened; an operator asks for that.
    """
    written, batch = 0, _Batch()
    while not batch.is_last:
        async with db.transaction() as conn:
            reading = await queries.lock_reading(conn)
            if reading is None:
                return written
            moment = now or datetime.now(UTC)
            last = await queries.find_open_day(conn)
            await _read_on(conn, batch, reading, None if whole else rules.earliest(last, now=moment))
            read_until = moment if last is None else min(moment, batch.until or moment)
            day = await _turn(conn, sealer, last, rules.day_of(read_until))
            if day is None:
                return written
            events = await queries.list_unwritten(conn, since=batch.since, until=batch.until)
            await _write(conn, day, events, written_at=moment)
            if batch.is_last or not whole:
                await queries.set_read_until(conn, min(batch.horizon, batch.until or batch.horizon))
            if reading.began_at is None:
                await queries.set_began_at(conn, moment)
            elif not whole:
                await _tell_of_late(conn, day.day, events, since=reading.began_at, now=moment)
        written += len(events)
    return written


async def find_places(conn: Connection, lease_id: int) -> list[Place]:
    """Find the entries that say when this lease began and ended, in the log's order.

    Empty for what is not a minute old, for dynamic services, and once the law has destroyed the day.
    """
    places: list[Place] = []
    for entry in await queries.list_entries_of(conn, lease_id):
        day = await queries.find_day(conn, entry.day)
        before = await queries.list_entries(conn, entry.day, first=entry.index - 1, limit=1)
        if day is not None:
            places.append(place_of(entry, day, before[0].hash if entry.index > 1 else _opening(day)))
    return places


def place_of(entry: Entry, day: Day, previous: bytes) -> Place:
    return Place(
        day=entry.day,
        index=entry.index,
        event=entry.event,
        at=entry.at,
        hash=entry.hash.hex(),
        previous=previous.hex(),
        entry=rules.text_of(entry).decode(),
        head=None if day.is_open else signed_head(day),
    )


async def _read_on(conn: Connection, batch: _Batch, reading: Reading, earliest: datetime | None) -> None:
    """Move on to the next batch. `earliest`: nothing that happened before is read; None: everything is read anew."""
    if batch.until is not None:
        batch.since = batch.until
    else:
        batch.horizon = await queries.find_horizon(conn)
        if reading.read_until is not None and earliest is not None:
            # The earlier one, because the clock may have been set back since.
            batch.since = max(min(reading.read_until, batch.horizon) - MARGIN, earliest)
    batch.until = await queries.find_bound(conn, after=batch.since, number=BATCH)
    batch.is_last = batch.until is None


async def _turn(conn: Connection, sealer: Sealer, day: Day | None, until: date) -> Day | None:
    """End every day before this one, and begin the next, until this one is open. Each has a head, even an empty one.

    A day is over when everything until its end was read: so a job that was away, and ends between two batches, finds
    in the day that is open where it was. A day that is open in the future, because a clock was wrong, goes on.
    None where nothing can be written.
    """
    if day is None:
        return await _begin(conn, until, rules.NOTHING)
    if not await _check_end(conn, day):
        return None
    while day.day < until:
        signature = await signing.sign(conn, sealer, rules.head_text(day))
        await queries.close_day(conn, day.day, key_id=signature.key_id, signature=signature.value)
        day = await _begin(conn, day.day + timedelta(days=1), day.head)
    return day


async def _begin(conn: Connection, day: date, previous: bytes) -> Day:
    begun = Day(day, previous, 0, rules.opening(day, previous), None, None, None)
    await queries.insert_day(conn, begun)
    return begun


async def _check_end(conn: Connection, day: Day) -> bool:
    """Raise an alarm where the chain's end is not as it was left; it goes on from the head that the day has kept.

    False where that is impossible, because somebody has written entries after it.
    """
    last = await queries.list_last_entries(conn, day.day)
    previous = last[1].hash if len(last) > 1 else _opening(day)
    fits = (
        (last[0].index, last[0].hash) == (day.entry_count, day.head)
        and rules.next_hash(previous, rules.own_hash(last[0])) == day.head
        if last
        else (day.entry_count, day.head) == (0, previous)
    )
    if not fits:
        await raise_alarm(
            conn,
            BROKEN,
            reference=f"{day.day}",
            detail="기록의 마지막 줄이 프로그램이 쓴 것과 다릅니다. ieum verify-log로 확인해 주세요.",
        )
    return fits or not last or last[0].index <= day.entry_count


async def _write(conn: Connection, day: Day, events: list[Event], *, written_at: datetime) -> None:
    if not events:
        return
    names = await queries.name_services(conn, [event.service_id for event in events])
    entries = list(rules.chain(day, events, names, written_at=written_at))
    await queries.insert_entries(conn, entries)
    await queries.set_head(conn, day.day, entry_count=entries[-1].index, head=entries[-1].hash)


async def _tell_of_late(
    conn: Connection, day: date, events: list[Event], *, since: datetime, now: datetime
) -> None:
    late = sum(rules.is_late(event.at, written_at=now, since=since) for event in events)
    if late:
        await raise_alarm(
            conn, LATE, reference=f"{day}", detail=f"{late}건이 일어난 지 10분이 지나서야 기록되었습니다."
        )


def _opening(day: Day) -> bytes:
    return rules.opening(day.day, day.previous)


def signed_head(day: Day) -> SignedHead:
    """Of a day that is closed."""
    if day.key_id is None or day.signature is None:
        raise ValueError(f"{day.day} is open")
    return SignedHead(
        day=day.day,
        count=day.entry_count,
        head=day.head.hex(),
        previous=day.previous.hex(),
        key_id=day.key_id,
        signature=b64encode(day.signature).decode(),
        document=rules.head_text(day).decode(),
        destroyed=day.destroyed_at is not None,
    )
