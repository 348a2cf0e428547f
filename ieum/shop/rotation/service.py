"""Changes the address of a dynamic service; the tunnels stay up."""

import logging
import random
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from math import ceil

from psycopg import Error

from ieum.shop.catalog.types import RotationLimits
from ieum.shop.gateways import desired
from ieum.shop.kernel import seoul
from ieum.shop.kernel.db import Connection, Database
from ieum.shop.kernel.errors import Field, InvalidFields, ShopError, TooManyRequests
from ieum.shop.kernel.outages import is_out_of_order
from ieum.shop.members.types import MemberId, Viewer
from ieum.shop.rotation import link_queries, links, queries, rules, running
from ieum.shop.rotation.types import (
    SHOWN_ADDRESSES,
    TAIL_SECONDS,
    PastAddress,
    Rotated,
    Rotation,
    RotationChoice,
    Turning,
)
from ieum.shop.services import grants
from ieum.shop.services import queries as services
from ieum.shop.services.service import ServiceNotFound
from ieum.shop.services.types import ServiceId, Share
from ieum.shop.stock import leases
from ieum.shop.stock.leases import Cause

log = logging.getLogger(__name__)

# WireGuard gives up a session after three minutes without a handshake; a report travels for half a minute at most.
SILENT_SECONDS = 180 + 30
# Where no address is free, a timer or a silence tries again after so many seconds.
TRY_AGAIN_SECONDS = 60


class NoOtherAddress(ShopError):
    code = "no_other_address"
    title = "변경할 IP가 없습니다"
    detail = "지금 변경해 드릴 수 있는 IP가 없습니다. 현재 IP는 그대로이니 잠시 후 다시 시도해 주세요."


class TooManyChanges(TooManyRequests):
    code = "too_many_rotations"
    title = "아직 IP를 변경할 수 없습니다"

    def __init__(self, seconds: int, *, a_day: int | None = None) -> None:
        """`a_day`: the limit of a day, where that is what was reached."""
        why = f"하루에 {a_day}번까지 변경할 수 있습니다." if a_day else "방금 IP를 변경하셨습니다."
        super().__init__(f"{why} {seoul.wait(seconds)} 뒤에 다시 시도해 주세요.", retry_after=seconds)


class ShareUsedUp(TooManyRequests):
    """A sub-id has made the changes of today that its owner lets it make."""

    code = "rotation_share_used_up"
    title = "오늘은 IP를 더 변경할 수 없습니다"

    def __init__(self, share: int, *, retry_after: int) -> None:
        super().__init__(
            f"이 서브 아이디로는 하루에 {share}번까지 변경할 수 있습니다."
            f" {seoul.wait(retry_after)} 뒤에 다시 시도해 주세요.",
            retry_after=retry_after,
        )


async def show(conn: Connection, viewer: Viewer, service: int) -> Rotation:
    """Show how the service changes its address. A sub-id sees the rest of its own share, and no links."""
    share = await _share(conn, viewer, service)
    turning = await running.find(conn, viewer, service)
    now = datetime.now(UTC)
    tail = await queries.find_tail(conn, turning.service_id)
    limits = turning.limits
    left = max(0, limits.a_day - rules.changes_today(turning.day, turning.changes, now))
    return Rotation(
        address=turning.address,
        applied=turning.is_applied,
        since=turning.since,
        timer=turning.timer,
        on_reconnect=turning.on_reconnect,
        let_run=turning.let_run,
        next_at=turning.next_at,
        may_change_at=_may_change_at(turning, now),
        changes_left=left if share is None else min(left, share.left),
        changes_a_day=limits.a_day if share is None else min(limits.a_day, share.limit),
        least_seconds=limits.least_seconds,
        timer_least=limits.timer_least,
        timer_most=limits.timer_most,
        tail_address=tail and tail.address,
        tail_until=tail and tail.until,
        links=await link_queries.list_links(conn, service) if share is None else [],
    )


async def list_addresses(conn: Connection, viewer: Viewer, service: int) -> list[PastAddress]:
    """List the last addresses of a service, whether or not it still runs; for a sub-id that may see its record."""
    may_see = await queries.is_members(conn, service, viewer.owner) and (
        viewer.sub_id is None or await grants.sees_record(conn, viewer.sub_id, service)
    )
    if not may_see:
        raise ServiceNotFound
    return await queries.list_addresses(conn, service, limit=SHOWN_ADDRESSES)


async def choose(conn: Connection, member: MemberId, service: int, choice: RotationChoice) -> Rotation:
    """Set how the address changes by itself. A timer that is set anew begins now."""
    turning = await running.lock(conn, Viewer(member), service)
    limits = turning.limits
    if choice.timer is not None and not limits.timer_least <= choice.timer <= limits.timer_most:
        detail = f"타이머는 {limits.timer_least}분에서 {limits.timer_most}분 사이로 정해 주세요."
        raise InvalidFields(Field("timer", "out_of_range", detail))
    kept = turning.next_at if choice.timer == turning.timer else None
    next_at = kept or _next_turn(choice.timer, datetime.now(UTC), limits)
    await queries.put_choice(conn, turning.service_id, choice, next_at=next_at)
    return await show(conn, Viewer(member), service)


async def change(conn: Connection, viewer: Viewer, service: int) -> Rotated:
    """Change the address for a press of the member, or of a sub-id within its share of the day's changes."""
    await services.hold_with_order(conn, service, viewer.owner)
    share, now = await _share(conn, viewer, service), datetime.now(UTC)
    turning = await running.find(conn, viewer, service)
    if share is not None and share.left == 0:
        raise ShareUsedUp(share.limit, retry_after=rules.seconds_left_of_day(now))
    rotated = await _change_within_limits(conn, turning, "button")
    if viewer.sub_id is not None:
        today = now.astimezone(seoul.SEOUL).date()
        await grants.note_change(conn, viewer.sub_id, turning.service_id, day=today)
    return rotated


async def change_by_link(conn: Connection, token: str, *, caller: str) -> Rotated:
    """Change the address for whoever has a link and comes from where it may be used. Raises LinkNotFound."""
    token_hash = links.hash_token(token)
    service = await link_queries.find_linked(conn, token_hash, caller=caller)
    turning = None
    if service is not None:
        await services.hold_with_order(conn, service)
        turning = await queries.find_turning(conn, service)
    # Read again: a link that is revoked while it waits for the service must not change it.
    if turning is None or await link_queries.find_linked(conn, token_hash, caller=caller) is None:
        raise links.LinkNotFound
    await link_queries.note_link_used(conn, token_hash)
    return await _change_within_limits(conn, turning, "link")


async def change_due(db: Database, *, limit: int) -> int:
    """Change the addresses of services whose timer has run out, each in a transaction of its own; returns how many.

    While the shop is away timers wait: however many moments have passed, the address changes once.
    """
    async with db.connection() as conn:
        due = await queries.list_due(conn, limit=limit)
    await _each(db, due, _change_in_time, put_off=queries.put_off)
    return len(due)


async def change_silent(db: Database, *, limit: int) -> int:
    """Change the addresses of services whose devices have all been silent, so that the next handshake finds a new one.

    Once for each silence: the next change waits until a device has connected again. It counts against no limit. One
    that finds no other address is tried again after a minute.
    """
    async with db.connection() as conn:
        silent = await queries.list_silent(conn, seconds=SILENT_SECONDS, limit=limit)
    await _each(db, silent, _change_after_silence, put_off=queries.put_off_reconnect)
    return len(silent)


async def end_due_tails(conn: Connection, *, limit: int) -> int:
    """Give back old addresses by which open connections have run on for long enough; returns how many."""
    due = await leases.list_due_tails(conn, limit=limit)
    if due:
        await desired.lock_gateways_of(conn, due)
        await leases.end_tails(conn, due, only_due=True)
        await desired.put_exits_of(conn, due)
    return len(due)


async def _share(conn: Connection, viewer: Viewer, service: int) -> Share | None:
    """The share of a sub-id in the changes of a day; None of a member. Raises ServiceNotFound where it has none."""
    if viewer.sub_id is None:
        return None
    share = await grants.find_share(conn, viewer.sub_id, service)
    if share is None or share.limit == 0:
        raise ServiceNotFound
    return share


async def _change_within_limits(conn: Connection, turning: Turning, cause: Cause) -> Rotated:
    now = datetime.now(UTC)
    again = _may_change_at(turning, now)
    if again is not None:
        limits = turning.limits
        is_of_day = rules.changes_today(turning.day, turning.changes, now) >= limits.a_day
        seconds = ceil((again - now).total_seconds())
        raise TooManyChanges(seconds, a_day=limits.a_day if is_of_day else None)
    return await _turn(conn, turning, cause, now=now, is_counted=True)


async def _each(
    db: Database,
    services_due: Sequence[ServiceId],
    change: Callable[[Connection, ServiceId], Awaitable[None]],
    *,
    put_off: Callable[[Connection, ServiceId, datetime], Awaitable[None]],
) -> None:
    for service in services_due:
        try:
            async with db.transaction() as conn:
                await queries.keep_plans(conn)
                await change(conn, service)
        except Error as error:
            if is_out_of_order(error):
                raise
            # One that fails must not hold up the others; it is tried again when a moment has passed.
            log.exception("the address of service %d", service)
            async with db.transaction() as conn:
                await put_off(conn, service, _a_moment_later())


async def _change_in_time(conn: Connection, service: ServiceId) -> None:
    await services.hold_with_order(conn, service)
    turning = await queries.find_turning(conn, service)
    now = datetime.now(UTC)
    if turning is None:
        # It runs, but has no address that it may change: it must not come first again at once.
        await queries.put_off(conn, service, _a_moment_later())
        return
    # Another worker, or the member, was faster.
    if turning.next_at is None or turning.next_at > now:
        return
    again = _may_change_at(turning, now)
    if again is not None:
        await queries.put_off(conn, service, again)
        return
    try:
        await _turn(conn, turning, "timer", now=now, is_counted=True)
    except NoOtherAddress:
        await queries.put_off(conn, service, _a_moment_later())


async def _change_after_silence(conn: Connection, service: ServiceId) -> None:
    await services.hold_with_order(conn, service)
    # A device may have connected while this waited for the service.
    if not await queries.list_silent(conn, seconds=SILENT_SECONDS, limit=1, service=service):
        return
    await queries.put_off_reconnect(conn, service, _a_moment_later())
    turning = await queries.find_turning(conn, service)
    if turning is not None:
        with suppress(NoOtherAddress):
            await _turn(conn, turning, "reconnect", now=datetime.now(UTC), is_counted=False)


async def _turn(
    conn: Connection, turning: Turning, cause: Cause, *, now: datetime, is_counted: bool
) -> Rotated:
    """Turn to another address. Raises NoOtherAddress, with nothing changed but the tail, which has ended."""
    address = await leases.move_lease(
        conn,
        turning.service_id,
        cause,
        other_network=turning.limits.other_network,
        rested=True,
        # After a silence nothing is open.
        tail_seconds=TAIL_SECONDS if turning.let_run and cause != "reconnect" else 0,
    )
    # In either case: the tail of the change before has ended.
    await desired.put_exits_of(conn, [turning.service_id])
    if address is None:
        raise NoOtherAddress
    changes = rules.changes_today(turning.day, turning.changes, now) + is_counted
    await queries.note_change(
        conn,
        turning.service_id,
        at=now,
        day=now.astimezone(seoul.SEOUL).date(),
        changes=changes,
        next_at=_next_turn(turning.timer, now, turning.limits),
    )
    after = rules.may_change_at(
        turning.limits,
        changed_at=now,
        day=now.astimezone(seoul.SEOUL).date(),
        changes=changes,
        now=now,
    )
    return Rotated(turning.address, address, after or now)


def _may_change_at(turning: Turning, now: datetime) -> datetime | None:
    return rules.may_change_at(
        turning.limits, changed_at=turning.changed_at, day=turning.day, changes=turning.changes, now=now
    )


def _next_turn(timer: int | None, now: datetime, limits: RotationLimits) -> datetime | None:
    """Return when the timer changes the address next, a little earlier or later than set."""
    if timer is None:
        return None
    # The plan may have other limits than when it was chosen.
    within = min(max(timer, limits.timer_least), limits.timer_most)
    return rules.next_turn(within, now, chance=random.random())  # noqa: S311 - spreads load


def _a_moment_later() -> datetime:
    return datetime.now(UTC) + timedelta(seconds=TRY_AGAIN_SECONDS)
