"""What a member holds: started by an order, used by devices, over when its time is."""

from datetime import UTC, datetime

import msgspec

from ieum.shop.db import Connection
from ieum.shop.errors import NotFound, ShopError
from ieum.shop.fleet import leases
from ieum.shop.fleet import queries as fleet
from ieum.shop.fleet.types import GatewayId, PeerUsage
from ieum.shop.http import Listing
from ieum.shop.members.types import MemberId
from ieum.shop.seoul import SEOUL
from ieum.shop.services import queries
from ieum.shop.services.types import (
    Device,
    DeviceRow,
    DeviceWithTunnel,
    LockedService,
    NewDevice,
    Service,
    ServiceId,
    ServiceRow,
    ServiceState,
    Tunnel,
)

PAGE_SIZE = 20
# There were no gateways before it.
FIRST_YEAR = 2020


class ServiceNotFound(NotFound):
    code = "service_not_found"
    detail = "이용 중인 상품을 찾을 수 없습니다. 이용현황에서 다시 확인해 주세요."


class DeviceNotFound(NotFound):
    code = "device_not_found"
    detail = "기기를 찾을 수 없습니다. 이미 삭제되었을 수 있으니 새로고침해 주세요."


class ServiceNotActive(ShopError):
    code = "service_not_active"
    title = "이용 기간이 끝났습니다"
    detail = "이용 기간이 끝난 상품에는 기기를 추가하거나 변경할 수 없습니다."


class DeviceLimitReached(ShopError):
    code = "device_limit_reached"
    title = "기기를 더 추가할 수 없습니다"

    def __init__(self, limit: int) -> None:
        super().__init__(
            f"이 상품은 기기를 {limit}대까지 등록할 수 있습니다. 쓰지 않는 기기를 삭제한 뒤 다시 추가해 주세요."
        )


class PublicKeyTaken(ShopError):
    code = "public_key_taken"
    title = "이미 등록된 키입니다"
    detail = "이미 등록된 기기의 키입니다. 새로 추가하면 새 키가 만들어집니다."


class GatewayNotReady(ShopError):
    code = "gateway_not_ready"
    title = "접속 서버를 준비하고 있습니다"
    detail = "접속 서버를 준비하고 있습니다. 잠시 후 다시 시도해 주세요. 계속되면 고객센터로 문의해 주세요."


async def start(
    conn: Connection, member: MemberId, order_id: str, plan: int, *, starts_at: datetime, ends_at: datetime
) -> ServiceId:
    """A new service; its lease is the caller's to activate in the same transaction."""
    return await queries.insert_service(conn, member, order_id, plan, starts_at=starts_at, ends_at=ends_at)


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


async def add_device(conn: Connection, member: MemberId, service: int, new: NewDevice) -> DeviceWithTunnel:
    """Add a device by its public key and let the gateway know; the private key never reaches us."""
    locked = await _lock(conn, member, service)
    if await queries.count_devices(conn, locked.id) >= locked.device_limit:
        raise DeviceLimitReached(locked.device_limit)
    return await _connect(conn, locked, name=new.name.strip(), public_key=new.public_key)


async def change_key(
    conn: Connection, member: MemberId, service: int, device: int, public_key: str
) -> DeviceWithTunnel:
    """A new key for a device: its old one stops working with the same revision in which the new one starts."""
    locked = await _lock(conn, member, service)
    old = await _find_device(conn, locked, device)
    await _disconnect(conn, [old])
    return await _connect(conn, locked, name=old.name, public_key=public_key)


async def remove_device(conn: Connection, member: MemberId, service: int, device: int) -> None:
    """Cut one device off; the others of the service do not notice."""
    locked = await _lock(conn, member, service)
    await _disconnect(conn, [await _find_device(conn, locked, device)])


async def expire_due(conn: Connection, *, limit: int) -> int:
    """Close services whose time is over: peers gone, addresses resting. How many they were.

    The gateway has stopped serving them at that very moment on its own; this is the books.
    """
    due = await queries.lock_due(conn, limit=limit)
    if due:
        await queries.close_services(conn, due, "expired")
        await _disconnect(conn, await queries.list_devices(conn, due))
        await leases.release_services(conn, list(due))
    return len(due)


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


async def _lock(conn: Connection, member: MemberId, service: int) -> LockedService:
    locked = await queries.lock_service(conn, service, member)
    if locked is None:
        raise ServiceNotActive if await queries.exists(conn, service, member) else ServiceNotFound
    return locked


async def _find_device(conn: Connection, locked: LockedService, device: int) -> DeviceRow:
    found = await queries.find_device(conn, locked.id, device)
    if found is None:
        raise DeviceNotFound
    return found


async def _connect(
    conn: Connection, locked: LockedService, *, name: str, public_key: str
) -> DeviceWithTunnel:
    if locked.gateway_key is None:
        raise GatewayNotReady
    device = await queries.insert_device(conn, locked.id, name=name, public_key=public_key)
    if device is None or public_key == locked.gateway_key:
        raise PublicKeyTaken
    await fleet.put_peer(
        conn,
        locked.gateway_id,
        public_key,
        tunnel_address=device.tunnel_address,
        exit_address=locked.exit_address,
        until=locked.ends_at,
    )
    tunnel = Tunnel(f"{device.tunnel_address}/32", locked.gateway_key, locked.endpoint)
    return DeviceWithTunnel(device, tunnel)


async def _disconnect(conn: Connection, devices: list[DeviceRow]) -> None:
    await queries.remove_devices(conn, [device.id for device in devices])
    await fleet.remove_peers(conn, [device.public_key for device in devices])


def _service(row: ServiceRow, devices: list[DeviceRow]) -> Service:
    own = [_device(device) for device in devices if device.service_id == row.id]
    handshakes = [device.last_handshake_at for device in own if device.last_handshake_at]
    return Service(
        **msgspec.structs.asdict(row),
        days_left=days_left(row.ends_at, datetime.now(UTC)) if row.state == "active" else 0,
        connected=row.state == "active" and any(device.connected for device in own),
        last_handshake_at=max(handshakes, default=None),
        devices=own,
    )


def _device(row: DeviceRow) -> Device:
    fields = msgspec.structs.asdict(row)
    del fields["service_id"]
    return Device(**fields)


def days_left(ends_at: datetime, now: datetime) -> int:
    """Days in Seoul that it still runs on, today counted; 0 once it is over."""
    if ends_at <= now:
        return 0
    # An end at midnight ends the day before it.
    return (ends_at.astimezone(SEOUL).date() - now.astimezone(SEOUL).date()).days or 1
