"""Sets of rows that a change is made to: looked at, stored, and begun."""

from collections.abc import Sequence

import msgspec

from ieum.shop.desk.approvals.refusals import PreviewChanged
from ieum.shop.desk.bulk import queries, tasks
from ieum.shop.desk.bulk.refusals import BulkNotFound, NothingToDo
from ieum.shop.desk.bulk.types import BulkRunId
from ieum.shop.desk.changes import AnyBulk, AnyChange, Stays
from ieum.shop.desk.gifts import Gift
from ieum.shop.desk.lists import Where
from ieum.shop.desk.record.types import By, Note
from ieum.shop.desk.types import ApprovalId, Row, StaffId
from ieum.shop.kernel.db import Connection
from ieum.shop.kernel.queue import defer

# What one person does to more rows within a day takes two.
ROWS_ALONE = 100


class Rows(msgspec.Struct, frozen=True, kw_only=True):
    """`count` rows can be changed now, `left_out` cannot. `aims` are further lines of the preview.

    `seen` has a checksum of the rows, and the newest run: once this one has begun, the same press again would do it
    twice.
    """

    count: int
    left_out: int = 0
    aims: Sequence[Row] = ()
    seen: Sequence[object] = ()


def bulk_of(change: AnyChange) -> AnyBulk:
    if change.in_bulk is None:
        raise LookupError(f"{change.name} is made to one object at a time")
    return change.in_bulk


def title_of(change: AnyChange, count: int) -> str:
    return f"{change.of.label} {count:,}{change.of.unit} – {change.label}"


async def look(conn: Connection, change: AnyChange, wish: object, where: Where) -> Rows:
    """Find the rows. Raises NothingToDo, and Stays for a wish that is not for many rows."""
    bulk = bulk_of(change)
    if (why := bulk.refuses(wish)) is not None:
        raise Stays(why)
    aims: Sequence[Row] = await bulk.aims(conn, wish) if bulk.aims else ()
    found = await queries.find_set(conn, bulk, where)
    if found.count == 0:
        raise NothingToDo
    seen = [found.mark, await queries.newest(conn)]
    return Rows(count=found.count, left_out=found.found - found.count, aims=aims, seen=seen)


def rows_of(change: AnyChange, wish: object, rows: Rows) -> list[Row]:
    """The lines of the preview."""
    unit = change.of.unit
    left_out = [Row("제외", f"{rows.left_out:,}{unit} (지금 상태에서는 할 수 없음)")] if rows.left_out else []
    return [
        Row("대상", f"{rows.count:,}{unit}"),
        *left_out,
        *bulk_of(change).rows(wish, rows.count),
        *rows.aims,
    ]


async def too_much(conn: Connection, staff: StaffId, rows: Rows) -> str | None:
    """Tell why this person needs a second one: a large set cut into small runs takes two as well."""
    before = await queries.count_alone(conn, staff)
    if rows.count + before <= ROWS_ALONE:
        return None
    lately = f" (하루 동안 혼자 처리한 {before:,}건 포함)" if before else ""
    return f"{ROWS_ALONE}건이 넘어{lately} 두 번째 사람이 확인한 뒤에 시작합니다."


async def gift_of(conn: Connection, change: AnyChange, wish: object, where: Where) -> Gift | None:
    """Price what all rows together are given; None if the change gives nothing."""
    bulk = bulk_of(change)
    if bulk.worth is None:
        return None
    return Gift(bulk.gives, await queries.find_worth(conn, bulk, wish, where))


async def store(
    conn: Connection,
    by: By,
    change: AnyChange,
    wish: object,
    where: Where,
    *,
    count: int,
    waits: bool,
    reason: str,
) -> BulkRunId:
    """Store a run with its rows. Raises PreviewChanged if they are no longer as many. The caller holds all presses."""
    run = await queries.insert(
        conn,
        by,
        change,
        wish,
        title=title_of(change, count),
        total=count,
        state="waiting" if waits else "running",
        reason=reason,
    )
    if await queries.freeze(conn, run, bulk_of(change), where) != count:
        # Somebody changed a row between the two statements.
        raise PreviewChanged
    return run


async def confirm(conn: Connection, run: BulkRunId, *, approval: ApprovalId | None, alone: bool) -> None:
    """Have a run that has waited begin, as a second person has confirmed it."""
    await queries.set_state(conn, run, "running")
    await queries.note_confirmed(conn, run, approval=approval, alone=alone)


async def begin(conn: Connection, run: BulkRunId, reason: str = "") -> Note:
    """Have the job go through the rows of a run that waits for nobody; returns the note for the record.

    Raises BulkNotFound.
    """
    found = await queries.find(conn, run)
    if found is None:
        raise BulkNotFound
    await defer(conn, tasks.RUN)
    after = {"change": found.change, "title": found.title, "total": found.total}
    return Note(action="bulk.run", object_kind="bulk", object_id=str(run), after=after, reason=reason)


async def drop(conn: Connection, run: BulkRunId) -> None:
    """End a run that no second person has confirmed."""
    await queries.set_state(conn, run, "cancelled")
