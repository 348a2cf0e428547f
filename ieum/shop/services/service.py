"""What a member holds: started by an order, prolonged, suspended, and over when its time is.

Whatever happens to a service happens to its devices' peers in the same transaction. Whoever changes
several passes them together: gateways are then always taken in the same order.
"""

from datetime import UTC, datetime

import msgspec

from ieum.shop.fleet import leases
from ieum.shop.fleet import queries as fleet
from ieum.shop.fleet.types import GatewayId, PeerUsage
from ieum.shop.kernel.db import Connection
from ieum.shop.kernel.errors import NotFound
from ieum.shop.kernel.http import Listing
from ieum.shop.members.types import MemberId
from ieum.shop.services import period_queries, queries, rules
from ieum.shop.services.types import (
    Device,
    DeviceRow,
    Period,
    Service,
    ServiceId,
    ServiceRow,
    ServiceState,
)

PAGE_SIZE = 20
# There were no gateways before it.
FIRST_YEAR = 2020


class ServiceNotFound(NotFound):
    code = "service_not_found"
    detail = "이용 중인 상품을 찾을 수 없습니다. 이용현황에서 다시 확인해 주세요."


async def start(
    conn: Connection,
    member: MemberId,
    order_id: str,
    plan: int,
    *,
    starts_at: datetime,
    ends_at: datetime,
    subscription: int | None = None,
) -> ServiceId:
    """A new service, paid for that long; its lease is the caller's to activate in the same transaction."""
    return await period_queries.insert_service(
        conn, member, order_id, plan, subscription=subscription, period=Period(starts_at, ends_at)
    )


async def prolong(
    conn: Connection, services: list[ServiceId], order_id: str, months: int, *, now: datetime
) -> Period | None:
    """Serve on what an order has paid for, suspended ones, too. None, and nothing done, unless all still live.

    The period is the last one's where they differ.
    """
    living = await period_queries.lock_living(conn, services)
    if len(living) != len(set(services)):
        return None
    paid_until = await period_queries.list_paid_until(conn, services)
    periods = {
        service.id: rules.next_period(
            service, paid_until.get(service.id, service.starts_at), months=months, now=now
        )
        for service in living
    }
    await period_queries.insert_periods(conn, order_id, periods)
    await period_queries.serve_until(conn, {service: period.ends_at for service, period in periods.items()})
    await fleet.put_peers_of(conn, services)
    return max(periods.values(), key=lambda period: period.ends_at)


async def set_end(conn: Connection, services: list[ServiceId], ends_at: datetime) -> None:
    """They run until then, paid for or on trust; those that are suspended or over stay so."""
    living = await period_queries.lock_living(conn, services)
    running = [service.id for service in living if service.state == "active"]
    await period_queries.serve_until(conn, dict.fromkeys(running, ends_at))
    await fleet.put_peers_of(conn, running)


async def suspend(conn: Connection, services: list[ServiceId]) -> None:
    """No traffic any more; the address and the devices stay, so that `resume` gives all of it back."""
    suspended = await period_queries.set_state(conn, services, "suspended", before=["active"])
    devices = await queries.list_devices(conn, suspended)
    await fleet.remove_peers(conn, [device.public_key for device in devices])


async def resume(conn: Connection, services: list[ServiceId]) -> None:
    """Serve suspended ones again until their end, which the caller has seen to."""
    await fleet.put_peers_of(
        conn, await period_queries.set_state(conn, services, "active", before=["suspended"])
    )


async def end(conn: Connection, services: list[ServiceId], *, rested: bool = False) -> None:
    """Over before its time: devices off, the address on its way to the next member.

    `rested`: it has rested while they were suspended, and may be sold at once.
    """
    ended = await period_queries.set_state(conn, services, "ended", before=["active", "suspended"])
    await _take_down(conn, ended, rested=rested)


async def take_back(conn: Connection, order_id: str) -> None:
    """What this order paid for is refunded: each service ends with what else is paid, which may be at once."""
    services = await period_queries.list_paid(conn, order_id)
    living = await period_queries.lock_living(conn, services)
    await period_queries.mark_refunded(conn, order_id)
    paid_until = await period_queries.list_paid_until(conn, services)
    now = datetime.now(UTC)
    kept = {service.id: paid_until[service.id] for service in living if paid_until.get(service.id, now) > now}
    await period_queries.serve_until(conn, kept)
    await fleet.put_peers_of(conn, list(kept))
    await end(conn, [service.id for service in living if service.id not in kept])


async def note_refunded(conn: Connection, order_id: str) -> None:
    """What this order paid for is over and refunded all the same; nothing that runs changes."""
    await period_queries.mark_refunded(conn, order_id)


async def first_used_at(conn: Connection, order_id: str) -> datetime | None:
    """When a device first connected within what this order paid for; None where none ever did."""
    return await period_queries.first_used_at(conn, order_id)


async def expire_due(conn: Connection, *, limit: int) -> int:
    """Close services whose time is over: peers gone, addresses resting. How many they were.

    The gateway has stopped serving them at that very moment on its own; this is the books.
    """
    due = await period_queries.lock_due(conn, limit=limit)
    if due:
        await _take_down(conn, await period_queries.set_state(conn, due, "expired", before=["active"]))
    return len(due)


async def _take_down(conn: Connection, services: list[ServiceId], *, rested: bool = False) -> None:
    devices = await queries.list_devices(conn, services)
    await queries.remove_devices(conn, [device.id for device in devices])
    await fleet.remove_peers(conn, [device.public_key for device in devices])
    await leases.release_services(conn, list(services), rested=rested)


async def list_page(
    conn: Connection, member: MemberId, state: ServiceState | None, page: int
) -> Listing[Service]:
    rows = await queries.list_services(
        conn, member, state=state, service=None, limit=PAGE_SIZE, offset=(page - 1) * PAGE_SIZE
    )
    devices = await queries.list_devices(conn, [row.id for row in rows])
    total = await queries.count_services(conn, member, state=state)
    return Listing([_service(row, devices) for row in rows], page, PAGE_SIZE, total)


async def get(conn: Connection, member: MemberId, service: int) -> Service:
    rows = await queries.list_services(conn, member, state=None, service=service, limit=1, offset=0)
    if not rows:
        raise ServiceNotFound
    return _service(rows[0], await queries.list_devices(conn, [rows[0].id]))


async def forget_device_names(conn: Connection, member: MemberId) -> None:
    """Of who leaves: their names are personal; when which address was used stays on record."""
    await queries.blank_device_names(conn, member)


async def record_usage(conn: Connection, gateway: GatewayId, usage: list[PeerUsage]) -> None:
    """Handshakes and byte counts that a gateway reports."""
    now = datetime.now(UTC)
    for peer in usage:
        peer.last_handshake_at = happened(peer.last_handshake_at, now)
    await queries.record_usage(conn, gateway, usage)


def happened(moment: datetime | None, now: datetime) -> datetime | None:
    """A moment told by another clock, which may be wrong: never after now; None where it makes no sense."""
    if moment is None or moment.year < FIRST_YEAR:
        return None
    return now if moment.year > now.year + 1 else min(moment.astimezone(UTC), now)


def _service(row: ServiceRow, devices: list[DeviceRow]) -> Service:
    own = [_device(device) for device in devices if device.service_id == row.id]
    handshakes = [device.last_handshake_at for device in own if device.last_handshake_at]
    return Service(
        **msgspec.structs.asdict(row),
        days_left=rules.days_left(row.ends_at, datetime.now(UTC)) if row.state == "active" else 0,
        connected=row.state == "active" and any(device.connected for device in own),
        last_handshake_at=max(handshakes, default=None),
        devices=own,
    )


def _device(row: DeviceRow) -> Device:
    fields = msgspec.structs.asdict(row)
    del fields["service_id"]
    return Device(**fields)
