"""Writes a batch of judged lines, in the caller's transaction: all of it, or nothing."""

import secrets
from collections.abc import Callable, Sequence
from datetime import UTC, datetime

from ieum.shop.kernel.db import Connection
from ieum.shop.ledgers import moved_in as ledgers
from ieum.shop.members import moved_in as members
from ieum.shop.members import queries as member_queries
from ieum.shop.members.rules import hash_login_id
from ieum.shop.moving_in import link_queries, queries
from ieum.shop.moving_in.types import (
    Kind,
    Moved,
    MovedMember,
    MovedPoints,
    MovedService,
    Plan,
    Read,
    Row,
    Seen,
)
from ieum.shop.orders import moved_in as orders
from ieum.shop.services import moved_in as services
from ieum.shop.stock import moved_in as stock
from ieum.shop.stock.moved_in import MovedLease


class TakenMeanwhile(Exception):
    """An id or an address was free as the files were checked, and is not any more."""


async def apply(
    conn: Connection,
    kind: Kind,
    run: int,
    reads: Sequence[Read[Row]],
    *,
    password_hash: str,
    key: str,
    plan_of: Callable[[str], Plan | None],
) -> None:
    """Write a batch of new lines. Raises TakenMeanwhile."""
    match kind:
        case "member":
            rows = [(read, read.row) for read in reads if isinstance(read.row, MovedMember)]
            moved = await _add_members(conn, rows, password_hash=password_hash, key=key)
        case "service":
            theirs = [(read, read.row) for read in reads if isinstance(read.row, MovedService)]
            moved = await _start_services(conn, theirs, plan_of)
        case "points":
            moved = await _give_points(
                conn, [(read, read.row) for read in reads if isinstance(read.row, MovedPoints)]
            )
    await queries.insert_moved(conn, kind, run, moved)
    if kind == "member":
        await queries.insert_links(conn, [one.member_id for one in moved])


async def update_member(conn: Connection, read: Read[MovedMember], seen: Seen, *, key: str) -> bool:
    """Correct who has not been here yet. False where they have, as from then on they change it themselves.

    False, too, where the line has another login id now: that is never corrected.
    """
    # First of all, as whoever uses a link does, so that nobody comes in between.
    before = await member_queries.lock_member(conn, seen.member_id)
    if before is None or not await queries.list_unopened(conn, [seen.member_id]):
        return False
    if not await members.correct(conn, seen.member_id, _newcomer(read.row, key=key)):
        return False
    if before.email.lower() != read.row.email.lower():
        await link_queries.take_back(conn, seen.member_id)
    await queries.note_contents(conn, "member", read.row.external_id, read.contents)
    return True


async def _add_members(
    conn: Connection, rows: Sequence[tuple[Read[Row], MovedMember]], *, password_hash: str, key: str
) -> list[Moved]:
    newcomers = [_newcomer(row, key=key) for _, row in rows]
    added = await members.insert(conn, newcomers, password_hash=password_hash)
    ids = {one.login_id: one.id for one in added}
    if len(ids) != len(rows):
        raise TakenMeanwhile
    return [
        Moved(row.external_id, read.contents, ids[row.login_id], began_at=row.joined_at) for read, row in rows
    ]


def _newcomer(row: MovedMember, *, key: str) -> members.Newcomer:
    return members.Newcomer(
        login_id=row.login_id,
        login_id_hash=hash_login_id(row.login_id, key=key).hex(),
        name=row.name,
        email=row.email,
        phone=row.phone,
        joined_at=row.joined_at,
        sms_at=row.sms_at,
        mail_at=row.mail_at,
    )


async def _start_services(
    conn: Connection,
    rows: Sequence[tuple[Read[Row], MovedService]],
    plan_of: Callable[[str], Plan | None],
) -> list[Moved]:
    owners = await queries.list_seen(conn, "member", [row.member for _, row in rows])
    begun = list[tuple[Read[Row], MovedService, orders.MovedOrder]]()
    for read, row in rows:
        plan = plan_of(row.plan)
        if plan is None or row.member not in owners:
            raise TakenMeanwhile
        # An order has months. Nothing was paid here, so they stand for nothing but how long is left, roughly.
        months = max(1, round((row.ends_at - datetime.now(UTC)).days / 30.4))
        order = orders.MovedOrder(
            f"moved-{secrets.token_hex(12)}", owners[row.member].member_id, plan.id, months
        )
        begun.append((read, row, order))
    # Orders before addresses, as everywhere: a lease refers to its order.
    await orders.insert(conn, [order for _, _, order in begun])
    started = await services.insert(
        conn,
        [
            services.MovedService(order.member_id, order.id, order.plan_id, row.ends_at)
            for _, row, order in begun
        ],
    )
    ids = {one.order_id: one.id for one in started}
    known = {
        one.address: one
        for one in await stock.list_addresses(conn, [row.address for _, row, _ in begun], lock=True)
        if one.is_usable and not one.is_leased
    }
    if len(known) != len(begun):
        raise TakenMeanwhile
    await stock.lease(
        conn,
        [MovedLease(known[row.address].id, order.id, ids[order.id]) for _, row, order in begun],
    )
    return [
        Moved(row.external_id, read.contents, order.member_id, ids[order.id], row.began_at)
        for read, row, order in begun
    ]


async def _give_points(conn: Connection, rows: Sequence[tuple[Read[Row], MovedPoints]]) -> list[Moved]:
    owners = await queries.list_seen(conn, "member", [row.member for _, row in rows])
    if any(row.member not in owners for _, row in rows):
        raise TakenMeanwhile
    moved = [
        Moved(row.external_id, read.contents, owners[row.member].member_id, reason=row.reason)
        for read, row in rows
    ]
    entries = [
        ledgers.MovedPoints(one.member_id, row.amount) for one, (_, row) in zip(moved, rows, strict=True)
    ]
    await ledgers.insert(conn, entries)
    return moved
