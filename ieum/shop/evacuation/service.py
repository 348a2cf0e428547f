"""Evacuates gateways: an address elsewhere is kept for each service, and its member moves it with a press.

A move is `offered` until the press, `moving` until a device has connected by the new settings, and then `moved`. On the
announced day it goes on without its member (docs/decisions/0079). Whatever changes a move has locked the order that
began the service, then the service, then both gateways.
"""

import logging
from datetime import UTC, datetime

import msgspec
from psycopg import Error
from psycopg_pool import PoolTimeout

from ieum.shop.evacuation import notices, queries
from ieum.shop.evacuation.refusals import MoveNotFound, MoveOver, NewAddressGone, NewGatewayFull
from ieum.shop.evacuation.types import LEAST_DAYS, Evacuation, Move, MoveId, Open
from ieum.shop.gateways import desired, states
from ieum.shop.gateways.readiness import wait_for_acknowledgements
from ieum.shop.gateways.types import Progress
from ieum.shop.ip_change import queries as changes
from ieum.shop.ip_change.refusals import ChangeUnderWay
from ieum.shop.kernel.db import Connection, Database
from ieum.shop.kernel.feed import Feed
from ieum.shop.kernel.outages import is_out_of_order
from ieum.shop.members.types import MemberId, Viewer
from ieum.shop.services import devices
from ieum.shop.services import queries as service_rows
from ieum.shop.services import service as services
from ieum.shop.services.types import ServiceId
from ieum.shop.stock import moves

log = logging.getLogger(__name__)


async def begin(conn: Connection, gateway: str, *, until: datetime, reason: str) -> Evacuation | None:
    """Begin to evacuate a gateway, or go on with what has begun; None where there is no gateway of that name.

    A second time changes neither day nor reason, which members have been told. The gateway takes nothing new from now
    on.
    """
    found = await states.want(conn, gateway, "draining")
    if found is None:
        return None
    if await queries.find_open(conn, found.gateway) is None:
        await queries.insert_evacuation(conn, found.gateway, until=until, reason=reason.strip())
    return await queries.find_open(conn, found.gateway)


async def plan(db: Database, evacuation: Evacuation) -> int:
    """Keep an address elsewhere for each service that has none yet; returns how many got one.

    Each in a transaction of its own: what breaks off is taken up by the next run. Who finds no room stays. Who was
    offered an address that is no place to go any more is offered another one, if there is any.
    """
    async with db.connection() as conn:
        # That of one service was offered as it began.
        unplanned = (
            await queries.list_unplanned(conn, evacuation.gateway_id) if evacuation.service_id is None else []
        )
        unfit = await moves.list_unfit(conn, await queries.list_offered(conn, evacuation.id))
    planned = 0
    for service in unplanned:
        async with db.transaction() as conn:
            planned += await _offer(conn, evacuation, service)
    for service in unfit:
        async with db.transaction() as conn:
            await service_rows.hold_with_order(conn, service)
            move = await queries.find_open_move(conn, service)
            if move is not None and await _is_unfit(conn, move):
                await _offer_anew(conn, move)
    async with db.transaction() as conn:
        await queries.note_planned(conn, evacuation.id)
    return planned


async def call_off(conn: Connection, evacuation: Evacuation) -> None:
    """Cancel it, in the caller's transaction: what is only offered is taken back within seconds, by `go_on`."""
    await queries.cancel(conn, evacuation.id)


async def get(conn: Connection, member: MemberId, service: int) -> Move:
    """Return the move of a member's service. Raises MoveNotFound."""
    move = await queries.find_move(conn, service, member)
    if move is None:
        raise MoveNotFound
    has_moved = move.state in {"moving", "moved"}
    settings = await services.list_settings(conn, move.service_id) if has_moved else []
    return Move(**msgspec.structs.asdict(move), devices=settings)


async def press(db: Database, feed: Feed, member: MemberId, service: int) -> Move:
    """Move a service for its member's press; then wait for its new gateway, a second at most.

    The old gateway serves the former settings on. A second press changes nothing, and is answered alike. Raises
    MoveNotFound, MoveOver, ChangeUnderWay, NewGatewayFull, NewAddressGone, and what keeps a service from being changed.
    """
    async with db.transaction() as conn:
        pressed = await _press(conn, member, service)
    # Outside, so that what is offered anew is kept.
    if pressed is None:
        raise NewAddressGone
    answer, told = pressed
    await _wait(feed, told)
    return answer


async def go_on(db: Database, *, after: MoveId, limit: int) -> MoveId | None:
    """Bring moves to their next step, each in a transaction of its own.

    Returns the last one looked at; None where there were fewer than `limit`.
    """
    async with db.connection() as conn:
        due = await queries.list_due(conn, after=after, limit=limit)
    for move in due:
        try:
            async with db.transaction() as conn:
                await _go_on(conn, move.service_id)
        except (Error, NewGatewayFull) as error:
            if isinstance(error, Error) and is_out_of_order(error):
                raise
            # One that fails must not hold up the others; it is tried again with the next run.
            log.exception("the move of service %d", move.service_id)
    return due[-1].id if len(due) == limit else None


async def _offer(conn: Connection, evacuation: Evacuation, service: ServiceId) -> bool:
    await service_rows.hold_with_order(conn, service)
    if not await queries.may_be_offered(conn, evacuation.id, service):
        return False
    coming = await moves.keep_address(conn, service)
    if coming is None:
        return False
    await queries.insert_move(
        conn, evacuation.id, service, new_gateway=coming.gateway_id, least_days=LEAST_DAYS
    )
    return True


async def _press(conn: Connection, member: MemberId, service: int) -> tuple[Move, list[Progress]] | None:
    """None where what is offered is no place to go any more: then another address is offered, if there is any.

    It is not given for this press. Its member has seen the one before, and may have registered that somewhere.
    """
    await service_rows.hold_with_order(conn, service, member)
    move = await queries.find_open_move(conn, service, member)
    if move is not None and move.is_off:
        raise MoveNotFound
    if move is not None and await _is_unfit(conn, move):
        await _offer_anew(conn, move)
        return None
    told = await _switch_for(conn, member, move) if move is not None and move.state == "offered" else []
    answer = await get(conn, member, service)
    if answer.state not in {"moving", "moved"}:
        raise MoveOver
    return answer, told


async def _is_unfit(conn: Connection, move: Open) -> bool:
    return (
        move.state == "offered" and not move.is_off and bool(await moves.list_unfit(conn, [move.service_id]))
    )


async def _offer_anew(conn: Connection, move: Open) -> bool:
    """Offer another address, if there is any, as a move of its own: its member is mailed, and has a week at least."""
    coming = await moves.keep_another(conn, move.service_id)
    if coming is None:
        return False
    await queries.cancel_move(conn, move.id)
    await queries.insert_move(
        conn, move.evacuation_id, move.service_id, new_gateway=coming.gateway_id, least_days=LEAST_DAYS
    )
    return True


async def _switch_for(conn: Connection, member: MemberId, move: Open) -> list[Progress]:
    if await service_rows.find_state(conn, move.service_id, Viewer(member)) != "active":
        raise await devices.refusal_of(conn, Viewer(member), move.service_id)
    if await changes.is_waiting(conn, move.service_id):
        raise ChangeUnderWay
    await _switch(conn, move, forced=False)
    if await queries.has_arrived(conn, move.id):
        await _leave(conn, move.service_id, move.id)
    told = await desired.list_progress(conn, [move.service_id])
    return [one for one in told if one.gateway_id == move.new_gateway_id]


async def _switch(conn: Connection, move: Open, *, forced: bool) -> None:
    """Switch the service to its new gateway. Raises NewGatewayFull."""
    await moves.lock_gateways(conn, [move.old_gateway_id, move.new_gateway_id])
    seconds = max(0.0, (move.until - datetime.now(UTC)).total_seconds())
    switched = await moves.switch(conn, move.service_id, seconds=seconds)
    if not await services.change_gateway(conn, move.service_id, move.new_gateway_id):
        raise NewGatewayFull
    await desired.put_exits_of(conn, [move.service_id])
    await queries.note_switched(
        conn, move.id, old=switched.old_lease_id, new=switched.new_lease_id, forced=forced
    )


async def _take_back(conn: Connection, move: Open) -> None:
    await notices.tell_cancelled(conn, move.evacuation_id, move.service_id)
    await moves.give_up_coming(conn, [move.service_id])
    await queries.cancel_move(conn, move.id)


async def _leave(conn: Connection, service: ServiceId, move: MoveId) -> None:
    await moves.leave(conn, [service])
    await queries.note_moved(conn, move)


async def _go_on(conn: Connection, service: ServiceId) -> None:
    """Read again under the locks: the member may have pressed, or declined, meanwhile."""
    await service_rows.hold_with_order(conn, service)
    move = await queries.find_open_move(conn, service)
    if move is None:
        return
    if move.is_over:
        # Its leases have ended with it.
        await queries.note_over(conn, move.id)
        return
    if move.is_off:
        await _take_back(conn, move)
        return
    is_due = move.until <= datetime.now(UTC)
    if is_due and await _is_unfit(conn, move) and await _offer_anew(conn, move):
        return
    if move.state == "offered" and is_due:
        await _switch(conn, move, forced=True)
        await _leave(conn, service, move.id)
        await notices.tell_moved(conn, move.id)
    elif move.state == "moving" and (is_due or await queries.has_arrived(conn, move.id)):
        await _leave(conn, service, move.id)


async def _wait(feed: Feed, told: list[Progress]) -> None:
    """A database that fails now must not cost the member the answer to a move that is committed."""
    try:
        await wait_for_acknowledgements(feed, told)
    except (Error, PoolTimeout, OSError) as error:
        log.warning("whether a gateway serves a service that has moved is not known: %s", error)
