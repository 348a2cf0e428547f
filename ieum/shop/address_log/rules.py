"""The texts that are hashed and signed, and the chain that they make. docs/operate/records.md says how others check it.

Every text is JSON as `signing.rules.canonical` writes it. An entry's own hash is SHA-256 of its text; the chain begins
with that of the day's opening, and each value of it is SHA-256 of the one before and the next entry's own hash.
"""

from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime, timedelta
from hashlib import sha256
from secrets import token_bytes
from typing import Literal

import msgspec

from ieum.shop.address_log.types import Day, Entry, Event, ServiceName
from ieum.shop.kernel.seoul import SEOUL, moment_of
from ieum.shop.signing.rules import canonical

# What the first day follows.
NOTHING = bytes(32)
# An entry may outlive its lease from then on. Leases are deleted two days later, so that no two clocks disagree.
KEPT = timedelta(days=5 * 365)
# Entries written so long after what they tell of are late: the worker did not run.
LATE = timedelta(minutes=10)


class _Opening(msgspec.Struct):
    """Fields of these texts stand in the order of their names."""

    day: date
    kind: Literal["ieum-log-day"]
    previous: str


class _EntryText(msgspec.Struct):
    """Times are in UTC, as every connection to the database speaks it, and have a fraction where there is one."""

    address: str
    at: datetime
    day: date
    event: str
    index: int
    kind: Literal["ieum-log-entry"]
    salt: str
    service: ServiceName
    written: datetime


def day_of(moment: datetime) -> date:
    return moment.astimezone(SEOUL).date()


def opening(day: date, previous: bytes) -> bytes:
    """The chain's value before its first entry: it holds the head of the day before, so that no day can be left out."""
    return sha256(_line(_Opening(day, "ieum-log-day", previous.hex()))).digest()


def text_of(entry: Entry) -> bytes:
    return _line(
        _EntryText(
            address=entry.address,
            at=entry.at,
            day=entry.day,
            event=entry.event,
            index=entry.index,
            kind="ieum-log-entry",
            salt=entry.salt.hex(),
            service=entry.service,
            written=entry.written_at,
        )
    )


def earliest(last: Day | None, *, now: datetime) -> datetime:
    """From when on the job reads, whatever its cursor says: from the day before the last one that it wrote on.

    So nobody can have it take in what they have inserted for an older day by setting the cursor back. On the log's
    first day there is no such bound, because all that is older is taken in. By the clock where the last day lies in
    the future, because the clock was wrong when it was begun.
    """
    if last is None or last.previous == NOTHING:
        return datetime.min.replace(tzinfo=UTC)
    return moment_of(min(last.day, day_of(now)) - timedelta(days=1))


def own_hash(entry: Entry) -> bytes:
    return sha256(text_of(entry)).digest()


def next_hash(previous: bytes, own: bytes) -> bytes:
    return sha256(previous + own).digest()


def head_text(day: Day) -> bytes:
    """Return the text that is signed of a day that is over."""
    return canonical(
        {
            "kind": "ieum-log-head",
            "day": day.day.isoformat(),
            "count": day.entry_count,
            "head": day.head.hex(),
            "previous": day.previous.hex(),
        }
    )


def chain(
    day: Day, events: Sequence[Event], names: dict[int, ServiceName], *, written_at: datetime
) -> Iterator[Entry]:
    """Go on with the day's chain, one entry for each event, in their order."""
    value = day.head
    for index, event in enumerate(events, start=day.entry_count + 1):
        entry = Entry(
            day=day.day,
            index=index,
            lease_id=event.lease_id,
            event=event.event,
            at=event.at,
            written_at=written_at,
            address=event.address,
            service=names[event.service_id],
            salt=token_bytes(16),
            hash=b"",
        )
        value = entry.hash = next_hash(value, own_hash(entry))
        yield entry


def is_late(at: datetime, *, written_at: datetime, since: datetime) -> bool:
    """Tell whether an event was written late. Events from before the log was begun are not late."""
    return at >= since and written_at - at > LATE


def moment(value: datetime) -> str:
    """`2026-11-23T04:05:06.000789Z`, and without the fraction where there is none, as in the texts."""
    return msgspec.to_builtins(value.astimezone(UTC))


def _line(text: msgspec.Struct) -> bytes:
    """Write what is hashed and not signed: `canonical` takes ten times as long, for each of a million entries."""
    return msgspec.json.encode(text) + b"\n"
