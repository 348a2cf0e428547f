"""Appends to the record, and checks it from its first entry on."""

from collections.abc import Sequence
from datetime import UTC
from typing import Any

import msgspec
from msgspec import structs

from ieum.common.progress import QUIET, Progress
from ieum.shop.desk.record import queries, rules
from ieum.shop.desk.record.types import By, Entry, Note
from ieum.shop.kernel.db import Connection

BATCH = 1_000


async def append(conn: Connection, by: By, notes: Sequence[Note]) -> None:
    """Write these down, as the last step of the transaction that did them.

    The end of the chain stays locked from here to the commit; whoever took other locks afterwards could deadlock.
    """
    head = await queries.lock_head(conn)
    previous, index = head.hash, head.index
    at = (await queries.moment(conn)).astimezone(UTC)
    for note in notes:
        index += 1
        entry = Entry(
            index=index,
            at=at,
            staff_id=by.staff,
            session_id=by.session,
            role=by.role,
            action=note.action,
            object_kind=note.object_kind,
            object_id=note.object_id,
            reason=note.reason,
            before=_as_stored(note.before),
            after=_as_stored(note.after),
            request_id=by.request_id,
            address=by.address,
            approval_id=by.approval,
            alone=by.alone,
            hash=b"",
        )
        entry = structs.replace(entry, hash=rules.chained(previous, entry))
        await queries.insert(conn, entry)
        previous = entry.hash


def _as_stored(facts: Any) -> Any:
    """Plain JSON, as it will be read back: dates are texts there."""
    return None if facts is None else msgspec.json.decode(msgspec.json.encode(facts))


async def find_break(conn: Connection, *, progress: Progress = QUIET) -> tuple[int, int | None]:
    """Count the entries, and find the first that is wrong or missing; None if all are right.

    Those that are written meanwhile are left for the next time. The caller is in a transaction.
    """
    head = await queries.get_head(conn)
    previous, count = rules.NOTHING, 0
    with progress.step("record of staff", total=head.index) as advance:
        async for batch in queries.stream_entries(conn, until=head.index, size=BATCH):
            for entry in batch:
                count += 1
                if entry.index != count or rules.chained(previous, entry) != entry.hash:
                    return count, count
                previous = entry.hash
            advance(len(batch))
    if (count, previous) != (head.index, head.hash):
        return count, count + 1
    return count, None
