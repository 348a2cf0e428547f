"""Starts, prolongs, suspends and ends services, together with what their gateways do, in the same transaction.

Pass several services in one call, because gateways are then always locked in the same order.
"""

from datetime import UTC, datetime

import msgspec

from ieum.shop.gateways import desired, tunnels
from ieum.shop.gateways.types import GatewayId
from ieum.shop.kernel.db import Connection
from ieum.shop.kernel.errors import NotFound
from ieum.shop.kernel.paging import Listing
from ieum.shop.members.types import MemberId, Viewer
from ieum.shop.services import endings, period_queries, queries, rules, waiting
from ieum.shop.services.types import (
    Device,
    DeviceRow,
    DeviceWithTunnel,
    Period,
    Service,
    ServiceId,
    ServiceRow,
    ServiceState,
    Tunnel,
)
from ieum.shop.stock import leases, moves

PAGE_SIZE = 20


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
    """Start a service with its first paid period. The caller activates its lease in the same transaction."""
    return await period_queries.insert_service(
        conn, member, order_id, plan, subscription=subscription, period=Period(starts_at, ends_at)
    )


async def prolong(
    conn: Connection, services: list[ServiceId], order_id: str, months: int, *, now: datetime
) -> Period | None:
    """Prolong services by the months that an order paid for; suspended ones become active again.

    So does one that waits to be extended. Returns the period that ends last, or None, with nothing changed, if one of
    the services is over.
    """
    living = await period_queries.lock_living(conn, services)
    if not living and len(services) == 1 and await waiting.revive(conn, services[0]):
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
    await desired.put_exits_of(conn, services)
    return max(periods.values(), key=lambda period: period.ends_at)


async def set_end(conn: Connection, services: list[ServiceId], ends_at: datetime) -> None:
    """Let the running ones of these services run until `ends_at`, be it paid for or grace.

    A trigger moves the ends of their exits, as it does for every change of an end (`20_services.sql` of the baseline).
    """
    living = await period_queries.lock_living(conn, services)
    running = [service.id for service in living if service.state == "active"]
    await period_queries.serve_until(conn, dict.fromkeys(running, ends_at))


async def suspend(conn: Connection, services: list[ServiceId]) -> None:
    """Stop the traffic of these services, but to the shop, where they can be paid for.

    Addresses and devices stay, so that `resume` restores everything.
    """
    suspended = await period_queries.set_state(conn, services, "suspended", before=["active"])
    await desired.lead_to_the_shop(conn, suspended, for_longest=waiting.WAITS)


async def disconnect(conn: Connection, services: list[ServiceId]) -> None:
    """Stop the traffic of services that stay active, for a moment: `reconnect` must follow, or their end."""
    living = await period_queries.lock_living(conn, services)
    await desired.remove_exits_of(conn, [service.id for service in living])


async def reconnect(conn: Connection, services: list[ServiceId]) -> None:
    """Serve the devices of those services that are still active; nothing changes where they are served."""
    # The lock first: the exit of a service that is being ended would outlive it.
    await period_queries.lock_living(conn, services)
    await desired.put_exits_of(conn, services)


async def resume(conn: Connection, services: list[ServiceId]) -> None:
    """Serve suspended services again until their end, which the caller has set."""
    await desired.put_exits_of(
        conn, await period_queries.set_state(conn, services, "active", before=["suspended"])
    )


async def end(conn: Connection, services: list[ServiceId], *, rested: bool = False) -> None:
    """End services before their time: remove their devices and release their addresses.

    `rested`: the addresses rested while the services were suspended, and may be sold again at once.
    """
    ended = await period_queries.set_state(conn, services, "ended", before=["active", "suspended"])
    await _take_down(conn, ended, rested=rested)


async def take_back(conn: Connection, order_id: str) -> None:
    """Take back what a refunded order paid for: each service ends with its other paid periods, perhaps at once."""
    services = await period_queries.list_paid(conn, order_id)
    living = await period_queries.lock_living(conn, services)
    await period_queries.mark_refunded(conn, order_id)
    paid_until = await period_queries.list_paid_until(conn, services)
    now = datetime.now(UTC)
    ends = {service.id: paid_until[service.id] for service in living if paid_until.get(service.id, now) > now}
    await period_queries.serve_until(conn, ends)
    await desired.put_exits_of(conn, list(ends))
    await end(conn, [service.id for service in living if service.id not in ends])


async def expire_due(conn: Connection, *, limit: int) -> int:
    """Close services that are past their end: remove their exits and let their addresses rest. Returns how many.

    The gateway stopped serving each of them at its end by itself; this brings the database up to date.
    """
    due = await period_queries.lock_due(conn, limit=limit)
    due += await period_queries.lock_due_stopped(conn, limit=limit - len(due))
    if due:
        expired = await period_queries.set_state(conn, due, "expired", before=["active", "suspended"])
        # Those that wait, and the others: one after the other, but all gateways in one order.
        await desired.lock_gateways_of(conn, expired)
        await moves.end(conn, expired)
        waits = await waiting.begin(conn, expired)
        await leases.release_services(conn, list(waits))
        await _take_down(conn, [service for service in expired if service not in waits])
        await endings.tell_ended(conn, expired)
    return len(due)


async def end_waits(conn: Connection, *, limit: int) -> int:
    """Remove the devices of services that have waited long enough; returns how many services."""
    due = await waiting.lock_due(conn, limit=limit)
    await _end_waits(conn, due)
    return len(due)


async def end_waits_of(conn: Connection, member: MemberId) -> None:
    """Let none of the member's services wait any more. The caller locks the member afterwards."""
    # Else one that is just running out would not be seen, and would wait in spite of what the caller does.
    await queries.hold_services(conn, member)
    await _end_waits(conn, await waiting.lock_of(conn, member))


async def _end_waits(conn: Connection, services: list[ServiceId]) -> None:
    if services:
        await waiting.forget(conn, services)
        await _take_down(conn, services)


async def _take_down(conn: Connection, services: list[ServiceId], *, rested: bool = False) -> None:
    devices = await queries.list_devices(conn, services)
    await moves.end(conn, services)
    await desired.remove_exits_of(conn, services)
    await desired.remove_endpoints(conn, [device.public_key for device in devices])
    await queries.remove_devices(conn, [device.id for device in devices])
    await tunnels.give_back(conn, [device.id for device in devices])
    await leases.release_services(conn, list(services), rested=rested)


async def list_page(
    conn: Connection, viewer: Viewer, state: ServiceState | None, page: int
) -> Listing[Service]:
    """List what the viewer sees: an owner every device, a sub-id its own."""
    rows = await queries.list_services(
        conn, viewer, state=state, service=None, limit=PAGE_SIZE, offset=(page - 1) * PAGE_SIZE
    )
    devices = await queries.list_devices(conn, [row.id for row in rows], made_by=viewer.sub_id)
    total = await queries.count_services(conn, viewer, state=state)
    return Listing([_service(row, devices, viewer) for row in rows], page, PAGE_SIZE, total)


async def get(conn: Connection, viewer: Viewer, service: int) -> Service:
    rows = await queries.list_services(conn, viewer, state=None, service=service, limit=1, offset=0)
    if not rows:
        raise ServiceNotFound
    devices = await queries.list_devices(conn, [rows[0].id], made_by=viewer.sub_id)
    return _service(rows[0], devices, viewer)


async def change_gateway(conn: Connection, service: ServiceId, gateway: GatewayId) -> bool:
    """Give every device of a service a tunnel address on another gateway; their keys stay. False where it is full.

    What the gateway before serves of them goes on. The caller has locked the service and the gateway.
    """
    for device in await queries.list_devices(conn, [service]):
        if device.off:
            # Nothing is served of it, and so nothing else gives back the address that it leaves.
            await tunnels.give_back(conn, [device.id])
        tunnel_address = await tunnels.take(conn, gateway)
        if tunnel_address is None:
            return False
        await queries.set_gateway(conn, device.id, gateway, tunnel_address)
    return True


async def list_settings(conn: Connection, service: ServiceId) -> list[DeviceWithTunnel]:
    """List the devices with the present contents of their settings, without the private keys."""
    at = await queries.find_gateway(conn, service)
    if at is None or at.gateway_key is None:
        return []
    return [
        DeviceWithTunnel(
            msgspec.convert(device, Device, from_attributes=True),
            Tunnel(f"{device.tunnel_address}/32", at.gateway_key, at.endpoint, at.mtu),
        )
        for device in await queries.list_devices(conn, [service])
    ]


def _service(row: ServiceRow, devices: list[DeviceRow], viewer: Viewer) -> Service:
    own = [
        msgspec.convert(device, Device, from_attributes=True)
        for device in devices
        if device.service_id == row.id
    ]
    if viewer.sub_id is not None:
        # It knows that they are its own.
        own = [msgspec.structs.replace(device, made_by=None) for device in own]
    handshakes = [device.last_handshake_at for device in own if device.last_handshake_at]
    return Service(
        **msgspec.structs.asdict(row),
        days_left=rules.days_left(row.starts_at, row.ends_at, datetime.now(UTC))
        if row.state == "active"
        else 0,
        connected=row.state == "active" and any(device.connected for device in own),
        last_handshake_at=max(handshakes, default=None),
        devices=own,
    )
