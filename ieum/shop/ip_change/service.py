"""Changes a service's address to another one of the same carrier and region; the tunnels stay up.

The ticket is reserved in the transaction that changes the address, and used once the gateway has acknowledged it. Until
then the change is `waiting`; `settle` says what became of it, at once or by a job (docs/decisions/0072). Whatever
settles or undoes a change has locked the order that began the service, and then the service.
"""

import logging
from datetime import UTC, datetime

import msgspec
from psycopg import Error
from psycopg_pool import PoolTimeout

from ieum.shop.gateways import desired
from ieum.shop.gateways.readiness import wait_for_acknowledgements
from ieum.shop.gateways.types import GatewayId, Progress
from ieum.shop.ip_change import notices, queries, rules, view_queries
from ieum.shop.ip_change.refusals import (
    AddressAlreadyChanged,
    ChangeNotFound,
    ChangeUnderWay,
    FormerAddressGone,
    GatewayAway,
    NoOtherAddress,
    NotUndoable,
    ShareUsedUp,
    TooOftenTakenBack,
)
from ieum.shop.ip_change.types import (
    Change,
    Changed,
    ChangeId,
    ChangePreview,
    ChangeRequest,
    Settled,
    StaticService,
    Undoable,
    Waiting,
)
from ieum.shop.kernel.db import Connection, Database
from ieum.shop.kernel.feed import Feed
from ieum.shop.kernel.outages import is_out_of_order
from ieum.shop.ledgers import service as ledgers
from ieum.shop.ledgers import ticket_queries as tickets
from ieum.shop.members.types import MemberId, Viewer
from ieum.shop.services import devices, grants
from ieum.shop.services import queries as services
from ieum.shop.services.service import ServiceNotFound
from ieum.shop.services.types import ServiceId
from ieum.shop.stock import former, leases
from ieum.shop.stock.types import LeaseId

log = logging.getLogger(__name__)


async def preview(conn: Connection, viewer: Viewer, service: int) -> ChangePreview:
    """Say what a change would mean now; nothing is held."""
    left = await _changes_left(conn, viewer, service)
    seen = await view_queries.preview(conn, service, viewer.owner)
    if seen is None:
        raise await devices.refusal_of(conn, viewer, service)
    if left is not None:
        seen = msgspec.structs.replace(seen, ip_ticket=min(left, seen.ip_ticket))
    ticket = await tickets.find_next(conn, viewer.owner)
    if ticket is None:
        return seen
    return msgspec.structs.replace(seen, ticket_until=ticket.expires_at, is_final=ticket.is_tried)


async def change(db: Database, feed: Feed, viewer: Viewer, service: int, request: ChangeRequest) -> Changed:
    """Change the address and reserve a ticket, all or nothing; then wait for the gateway, a second at most.

    Tickets stay good when the shop no longer sells them. Where the service has another address than the member sees,
    nothing changes. Nothing begins, and nothing is held, where the gateway could not hear of it. A sub-id
    takes tickets of its owner, as many as its share.
    """
    async with db.transaction() as conn:
        locked = await _lock(conn, viewer, service, seen=request.address)
        if await _changes_left(conn, viewer, service) == 0:
            raise ShareUsedUp
        await _check_gateway(conn, locked)
        if await leases.move_lease(conn, locked.id, "ticket") is None:
            raise NoOtherAddress
        await former.rest_whole(conn, locked.lease_id)
        told = await _tell_gateway(conn, locked)
        reservation = await ledgers.reserve_ticket(conn, viewer.owner, locked.id)
        await _check_earlier(conn, viewer.owner)
        begun = await queries.insert_change(
            conn,
            locked,
            viewer.sub_id,
            reservation=reservation,
            revision=told and told.revision,
            reason=request.reason,
            words=request.words.strip(),
        )
        changed = await _begun(conn, begun, told)
    return await _wait(db, feed, changed, told)


async def undo(db: Database, feed: Feed, viewer: Viewer, change: int, *, seen: str) -> Changed:
    """Give the service its former address back, and the member the ticket; then wait for the gateway as above.

    Once a ticket: the change that takes it again is final.
    """
    async with db.transaction() as conn:
        service = (await _find_undoable(conn, change, viewer)).service_id
        locked = await _lock(conn, viewer, service, seen=seen)
        # Read again: another press may have been faster.
        undoable = await _find_undoable(conn, change, viewer)
        _check_undoable(undoable, locked)
        new = await _go_back(conn, locked.id, present=undoable.new_lease_id, to=undoable.old_lease_id)
        if new is None:
            raise FormerAddressGone
        told = await _tell_gateway(conn, locked)
        begun = await queries.insert_undo(
            conn,
            ChangeId(change),
            viewer.sub_id,
            old=undoable.new_lease_id,
            new=new,
            revision=told and told.revision,
        )
        if undoable.reservation is not None:
            await ledgers.return_ticket(conn, viewer.owner, undoable.reservation)
        changed = await _begun(conn, begun, told)
    return await _wait(db, feed, changed, told)


async def get_change(conn: Connection, viewer: Viewer, change: int) -> Change:
    found = await view_queries.find_change(conn, change, viewer)
    if found is None:
        raise ChangeNotFound
    return found


async def settle_due(db: Database, *, after: ChangeId, limit: int) -> ChangeId | None:
    """Settle what can be settled, each change in a transaction of its own.

    Returns the last one looked at; None where there were fewer than `limit`.
    """
    async with db.connection() as conn:
        due = await queries.list_waiting(
            conn, after=after, before=datetime.now(UTC) - rules.TAKEN_BACK_AFTER, limit=limit
        )
    for one in due:
        try:
            async with db.transaction() as conn:
                await settle(conn, one)
        except Error as error:
            if is_out_of_order(error):
                raise
            # One that fails must not hold up the others; it is tried again with the next run.
            log.exception("address change %d", one)
    return due[-1] if len(due) == limit else None


async def settle(conn: Connection, change: ChangeId) -> Settled | None:
    """Bring a change to its end, where it has come to one. A second time does nothing."""
    service = await queries.find_service_of(conn, change)
    await services.hold_with_order(conn, service)
    waiting = await queries.find_waiting(conn, change)
    outcome = waiting and rules.outcome(waiting, datetime.now(UTC))
    if outcome == "taken_back":
        # The gateway may acknowledge at this moment: with its row locked, it has done so or will hear of the new state.
        await desired.lock_gateways_of(conn, [service])
        waiting = await queries.find_waiting(conn, change)
        outcome = waiting and rules.outcome(waiting, datetime.now(UTC))
    if (
        waiting is None
        or outcome is None
        or (outcome == "taken_back" and not await _take_back(conn, waiting))
    ):
        return None
    await _end(conn, waiting, outcome)
    return outcome


async def _end(conn: Connection, waiting: Waiting, outcome: Settled) -> None:
    await queries.settle(conn, waiting.id, outcome)
    if waiting.reservation is not None:
        if outcome == "done":
            await ledgers.use_reserved(conn, waiting.reservation)
        else:
            await ledgers.release_ticket(conn, waiting.member_id, waiting.reservation)
    await notices.tell(conn, waiting, outcome)


async def _take_back(conn: Connection, waiting: Waiting) -> bool:
    """Give the service its old address back, from which its traffic still goes out.

    False where that is gone. It rests for an hour at least, so an operator has taken it away, or no worker settled
    changes for as long and it was sold; then the change waits for its gateway, and an alarm tells of that.
    """
    back = await former.go_back(
        conn,
        waiting.service_id,
        present=waiting.new_lease_id,
        former=waiting.old_lease_id,
        cause="taken_back",
        rests_whole=not waiting.is_unheard,
    )
    if back is not None:
        await desired.put_exits_of(conn, [waiting.service_id])
    return back is not None


async def _changes_left(conn: Connection, viewer: Viewer, service: int) -> int | None:
    """Return how many tickets a sub-id may still use for this service; None of a member, who may use all.

    Raises ServiceNotFound where the sub-id has no share in changes.
    """
    if viewer.sub_id is None:
        return None
    share = await grants.find_share(conn, viewer.sub_id, service)
    if share is None or share.limit == 0:
        raise ServiceNotFound
    return share.left


async def _lock(conn: Connection, viewer: Viewer, service: int, *, seen: str) -> StaticService:
    locked = await queries.lock_static(conn, service, viewer.owner)
    if locked is None:
        raise await devices.refusal_of(conn, viewer, service)
    # First, so that a sub-id without the right learns nothing of the service.
    await _changes_left(conn, viewer, service)
    if await queries.is_waiting(conn, locked.id):
        raise ChangeUnderWay
    if locked.address != seen:
        raise AddressAlreadyChanged
    return locked


async def _check_gateway(conn: Connection, locked: StaticService) -> None:
    """Refuse a change that would most likely be taken back, which would keep an address from sale for nothing.

    After one that was, the gateway first has to acknowledge that the service kept its address.
    """
    told = _of_gateway(await desired.list_progress(conn, [locked.id]), locked.gateway_id)
    if told is None:
        return
    if not told.is_heard_of or (not told.is_acknowledged and await queries.was_taken_back(conn, locked.id)):
        raise GatewayAway


async def _check_earlier(conn: Connection, member: MemberId) -> None:
    """Refuse a member whose changes were taken back too often. Called once the ticket is reserved, one at a time.

    Those that still wait may be taken back, too.
    """
    earlier = await queries.count_earlier(conn, member)
    if earlier.taken_back >= rules.MOST_TAKEN_BACK_A_DAY:
        raise TooOftenTakenBack
    if earlier.taken_back + earlier.waiting >= rules.MOST_TAKEN_BACK_A_DAY:
        raise GatewayAway


async def _find_undoable(conn: Connection, change: int, viewer: Viewer) -> Undoable:
    undoable = await queries.find_undoable(conn, change, viewer)
    if undoable is None:
        raise ChangeNotFound
    return undoable


def _check_undoable(undoable: Undoable, locked: StaticService) -> None:
    is_present = undoable.new_lease_id == locked.lease_id
    is_in_time = undoable.undo_until is not None and undoable.undo_until > datetime.now(UTC)
    if undoable.state != "done" or undoable.undone or not is_present or not is_in_time:
        raise NotUndoable


async def _go_back(conn: Connection, service: ServiceId, *, present: LeaseId, to: LeaseId) -> LeaseId | None:
    await desired.lock_gateways_of(conn, [service])
    return await former.go_back(conn, service, present=present, former=to, cause="undo")


async def _tell_gateway(conn: Connection, locked: StaticService) -> Progress | None:
    """Change the exit of all devices at once, which cuts the connections over the old address.

    Returns what the gateway has to acknowledge; None where no device ever used the service.
    """
    await desired.put_exits_of(conn, [locked.id])
    told = await desired.list_progress(conn, [locked.id])
    return _of_gateway(told, locked.gateway_id)


def _of_gateway(told: list[Progress], gateway: GatewayId) -> Progress | None:
    """A service may have been on other gateways before."""
    return next((progress for progress in told if progress.gateway_id == gateway), None)


async def _begun(conn: Connection, change: ChangeId, told: Progress | None) -> Changed:
    """A change that no gateway has to hear of is in effect at once."""
    if told is None:
        await settle(conn, change)
    return await queries.get_changed(conn, change)


async def _wait(db: Database, feed: Feed, changed: Changed, told: Progress | None) -> Changed:
    """Answer as it stands after a second at most; a gateway that the shop has not heard of lately is not waited for.

    A database that fails now must not cost the member the answer to a change that is committed.
    """
    if told is None or not told.is_heard_of:
        return changed
    try:
        await wait_for_acknowledgements(feed, [told])
        async with db.transaction() as conn:
            await settle(conn, changed.id)
            return await queries.get_changed(conn, changed.id)
    except (Error, PoolTimeout, OSError) as error:
        log.warning("whether a gateway has changed an address is not known: %s", error)
        return changed
