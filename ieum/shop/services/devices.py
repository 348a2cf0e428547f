"""Adds, changes and removes the devices of a service, together with their endpoints on the gateway."""

from functools import partial

from ieum.shop.fleet import desired, tunnels
from ieum.shop.fleet.readiness import wait_until_served
from ieum.shop.kernel.db import Connection, Database
from ieum.shop.kernel.errors import NotFound, ShopError
from ieum.shop.kernel.feed import Feed
from ieum.shop.kernel.seoul import SEOUL
from ieum.shop.members import notices
from ieum.shop.members.types import MemberId
from ieum.shop.messaging import service_templates
from ieum.shop.services import queries, rules
from ieum.shop.services.service import ServiceNotFound
from ieum.shop.services.types import (
    Device,
    DeviceRow,
    DeviceWithTunnel,
    Keys,
    LockedService,
    NewDevice,
    Tunnel,
)


class DeviceNotFound(NotFound):
    code = "device_not_found"
    detail = "기기를 찾을 수 없습니다. 이미 삭제되었을 수 있으니 새로고침해 주세요."


class ServiceNotActive(ShopError):
    code = "service_not_active"
    title = "이용 기간이 끝났습니다"
    detail = "이용 기간이 끝난 상품에는 기기를 추가하거나 변경할 수 없습니다."


class ServiceSuspended(ShopError):
    code = "service_suspended"
    title = "이용이 정지되었습니다"
    detail = "정기결제가 되지 않아 이용이 정지된 상품입니다. 결제수단 관리에서 결제하시면 다시 이용하실 수 있습니다."


class DeviceLimitReached(ShopError):
    code = "device_limit_reached"
    title = "기기를 더 추가할 수 없습니다"

    def __init__(self, limit: int) -> None:
        super().__init__(
            f"이 상품은 기기를 {limit}대까지 등록할 수 있습니다. 쓰지 않는 기기를 삭제한 뒤 다시 추가해 주세요."
        )


class TooManyKeysToday(ShopError):
    status = 429
    code = "too_many_keys_today"
    title = "오늘은 키를 더 만들 수 없습니다"

    def __init__(self, limit: int, *, retry_after: int) -> None:
        super().__init__(
            f"기기 추가와 키 다시 만들기는 상품마다 하루에 {limit}번까지 할 수 있습니다. 내일 다시 시도해 주세요.",
            retry_after=retry_after,
        )


class PublicKeyTaken(ShopError):
    code = "public_key_taken"
    title = "이미 등록된 키입니다"
    detail = "이미 등록된 적이 있는 기기의 키입니다. 새로 추가하면 새 키가 만들어집니다."


class GatewayNotReady(ShopError):
    code = "gateway_not_ready"
    title = "접속 서버를 준비하고 있습니다"
    detail = "접속 서버를 준비하고 있습니다. 잠시 후 다시 시도해 주세요. 계속되면 고객센터로 문의해 주세요."


class GatewayFull(ShopError):
    code = "gateway_full"
    title = "기기를 더 받을 수 없습니다"
    detail = (
        "접속 서버에 기기를 더 등록할 수 없습니다. 쓰지 않는 기기를 삭제하시거나 고객센터로 문의해 주세요."
    )


async def add_device(
    db: Database, feed: Feed, member: MemberId, service: int, new: NewDevice
) -> DeviceWithTunnel:
    """Add a device by its public key, as an endpoint of its gateway, and wait until the gateway serves it.

    The private key never reaches us. `device.ready` is false where the gateway has not answered within a second.
    """
    async with db.transaction() as conn:
        locked = await lock(conn, member, service)
        added = await connect_new(conn, locked, name=new.name.strip(), public_key=new.public_key)
        await _tell(conn, member, added.device)
    added.device.ready = await wait_until_served(db, feed, new.public_key)
    return added


async def change_key(
    db: Database, feed: Feed, member: MemberId, service: int, device: int, public_key: str
) -> DeviceWithTunnel:
    """Replace a device's key, and wait until the gateway serves the new one. It drops the old one at the same time."""
    async with db.transaction() as conn:
        locked = await lock(conn, member, service)
        old = await _find_device(conn, locked, device)
        _check_keys_today(locked, await _count_keys(conn, locked))
        await _disconnect(conn, old)
        changed = await _connect(conn, locked, name=old.name, public_key=public_key)
        await _tell(conn, member, changed.device)
    changed.device.ready = await wait_until_served(db, feed, public_key)
    return changed


async def remove_device(conn: Connection, member: MemberId, service: int, device: int) -> None:
    """Remove a device; the service's other devices stay connected."""
    locked = await lock(conn, member, service)
    await _disconnect(conn, await _find_device(conn, locked, device))


async def connect_new(
    conn: Connection, locked: LockedService, *, name: str, public_key: str
) -> DeviceWithTunnel:
    """Add a device to a locked service, within its limits. Its gateway may serve it once the transaction has committed.

    Raises DeviceLimitReached before anything is written.
    """
    keys = await _count_keys(conn, locked)
    if keys.in_use >= locked.device_limit:
        raise DeviceLimitReached(locked.device_limit)
    _check_keys_today(locked, keys)
    return await _connect(conn, locked, name=name, public_key=public_key)


async def refusal_of(conn: Connection, member: MemberId, service: int) -> ShopError:
    """Return the refusal that explains why a service could not be locked for a change."""
    match await queries.find_state(conn, service, member):
        case None:
            return ServiceNotFound()
        # It runs but has no lease, which the books report.
        case "active":
            return GatewayNotReady()
        case "suspended":
            return ServiceSuspended()
        case _:
            return ServiceNotActive()


async def lock(conn: Connection, member: MemberId, service: int) -> LockedService:
    locked = await queries.lock_service(conn, service, member)
    if locked is None:
        raise await refusal_of(conn, member, service)
    return locked


async def _find_device(conn: Connection, locked: LockedService, device: int) -> DeviceRow:
    row = await queries.find_device(conn, locked.id, device)
    if row is None:
        raise DeviceNotFound
    return row


async def _count_keys(conn: Connection, locked: LockedService) -> Keys:
    return await queries.count_keys(conn, locked.id, a_day=rules.keys_a_day(locked.device_limit))


def _check_keys_today(locked: LockedService, keys: Keys) -> None:
    if keys.wait is not None:
        raise TooManyKeysToday(rules.keys_a_day(locked.device_limit), retry_after=keys.wait)


async def _connect(
    conn: Connection, locked: LockedService, *, name: str, public_key: str
) -> DeviceWithTunnel:
    if locked.gateway_key is None:
        raise GatewayNotReady
    tunnel_address = await tunnels.take(conn, locked.gateway_id)
    if tunnel_address is None:
        raise GatewayFull
    device = await queries.insert_device(
        conn,
        locked.id,
        name=name,
        public_key=public_key,
        gateway=locked.gateway_id,
        tunnel_address=tunnel_address,
    )
    if device is None or public_key == locked.gateway_key:
        raise PublicKeyTaken
    await desired.put_exits_of(conn, [locked.id])
    tunnel = Tunnel(f"{device.tunnel_address}/32", locked.gateway_key, locked.endpoint)
    return DeviceWithTunnel(device, tunnel)


async def _tell(conn: Connection, member: MemberId, device: Device) -> None:
    """Mail the member, at most once a day: whoever uses a stolen login could go out by the member's own address.

    Further keys of the same day are no news to a member who sets up several devices.
    """
    text = partial(service_templates.device_added, device=device.name, at=device.created_at)
    reference = f"device-added:{member}:{device.created_at.astimezone(SEOUL):%Y%m%d}"
    await notices.mail_member(conn, member, reference, text)


async def _disconnect(conn: Connection, device: DeviceRow) -> None:
    await desired.remove_endpoints(conn, [device.public_key])
    await queries.remove_devices(conn, [device.id])
    await tunnels.give_back(conn, [device.id])
