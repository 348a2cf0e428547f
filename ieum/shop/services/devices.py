"""Adds, changes and removes the devices of a service, together with their endpoints on the gateway."""

from functools import partial

from ieum.shop.gateways import desired, tunnels
from ieum.shop.gateways.readiness import wait_until_served
from ieum.shop.kernel.db import Connection, Database
from ieum.shop.kernel.errors import NotFound, ShopError, Unauthenticated
from ieum.shop.kernel.feed import Feed
from ieum.shop.kernel.seoul import SEOUL
from ieum.shop.members import notices
from ieum.shop.members.types import MemberId, Viewer
from ieum.shop.messaging import service_templates
from ieum.shop.services import grants, queries, rules
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


STOPPED = "운영자가 이용을 정지한 상품입니다. 고객센터로 문의해 주세요."
SUSPENDED_FOR_SUB_ID = (
    "상품을 구매한 회원의 이용이 정지되어 지금은 쓰실 수 없습니다. 그 회원에게 문의해 주세요."
)


class DeviceLimitReached(ShopError):
    code = "device_limit_reached"
    title = "기기를 더 추가할 수 없습니다"

    def __init__(self, limit: int) -> None:
        super().__init__(
            f"이 상품은 기기를 {limit}대까지 등록할 수 있습니다. 쓰지 않는 기기를 삭제한 뒤 다시 추가해 주세요."
        )


class DeviceShareReached(ShopError):
    """A sub-id has as many devices as its owner lets it have, or the service has no place left for another."""

    code = "device_share_reached"
    title = "기기를 더 추가할 수 없습니다"

    def __init__(self, share: int, *, is_full: bool) -> None:
        super().__init__(
            "이 상품에 등록할 수 있는 기기가 모두 찼습니다. 상품을 구매한 회원에게 문의해 주세요."
            if is_full
            else f"이 상품에 기기를 {share}대까지 등록하실 수 있습니다."
            " 쓰지 않는 기기를 삭제하거나 상품을 구매한 회원에게 문의해 주세요."
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
    db: Database, feed: Feed, viewer: Viewer, service: int, new: NewDevice
) -> DeviceWithTunnel:
    """Add a device by its public key, as an endpoint of its gateway, and wait until the gateway serves it.

    The private key never reaches us. `device.ready` is false where the gateway has not answered within a second.
    """
    async with db.transaction() as conn:
        locked = await lock(conn, viewer, service)
        added = await connect_new(conn, locked, viewer, name=new.name.strip(), public_key=new.public_key)
        await _tell(conn, viewer, added.device)
    added.device.ready = await wait_until_served(db, feed, new.public_key)
    return added


async def change_key(
    db: Database, feed: Feed, viewer: Viewer, service: int, device: int, public_key: str
) -> DeviceWithTunnel:
    """Replace a device's key, and wait until the gateway serves the new one. It drops the old one at the same time.

    Only for who made it: what is recorded of a sub-id's device must be that sub-id's use.
    """
    async with db.transaction() as conn:
        locked = await lock(conn, viewer, service)
        old = await _find_device(conn, locked, device, viewer)
        if (old.made_by and old.made_by.id) != viewer.sub_id:
            raise DeviceNotFound
        _check_keys_today(locked, await count_keys(conn, locked, viewer))
        await _disconnect(conn, old)
        changed = await _connect(conn, locked, viewer.sub_id, name=old.name, public_key=public_key)
        await _tell(conn, viewer, changed.device)
    changed.device.ready = await wait_until_served(db, feed, public_key)
    return changed


async def remove_device(conn: Connection, viewer: Viewer, service: int, device: int) -> None:
    """Remove a device; the service's other devices stay connected. An owner may remove those of sub-ids, too."""
    locked = await lock(conn, viewer, service)
    found = await _find_device(conn, locked, device, viewer)
    await _disconnect(conn, found, by=viewer.sub_id or viewer.owner)


async def connect_new(
    conn: Connection, locked: LockedService, viewer: Viewer, *, name: str, public_key: str
) -> DeviceWithTunnel:
    """Add a device to a locked service, within its limits. Its gateway may serve it once the transaction has committed.

    Raises DeviceLimitReached, or DeviceShareReached for a sub-id, before anything is written.
    """
    keys = await count_keys(conn, locked, viewer)
    check_places(locked, keys)
    _check_keys_today(locked, keys)
    return await _connect(conn, locked, viewer.sub_id, name=name, public_key=public_key)


async def refusal_of(conn: Connection, viewer: Viewer, service: int) -> ShopError:
    """Return the refusal that explains why a service could not be locked for a change."""
    match await queries.find_state(conn, service, viewer):
        case None:
            return ServiceNotFound()
        case "active":
            # It runs but has no lease, which the books report; or the sub-id was suspended while it waited.
            usable = viewer.sub_id is None or await grants.is_usable(conn, viewer.sub_id, service)
            return GatewayNotReady() if usable else Unauthenticated()
        case "suspended" if viewer.sub_id is None and await queries.is_stopped(conn, service):
            return ServiceSuspended(STOPPED)
        case "suspended":
            return ServiceSuspended() if viewer.sub_id is None else ServiceSuspended(SUSPENDED_FOR_SUB_ID)
        case _:
            return ServiceNotActive()


async def lock(conn: Connection, viewer: Viewer, service: int) -> LockedService:
    locked = await queries.lock_service(conn, service, viewer)
    if locked is None:
        raise await refusal_of(conn, viewer, service)
    return locked


async def count_keys(conn: Connection, locked: LockedService, viewer: Viewer) -> Keys:
    return await queries.count_keys(conn, locked.id, viewer.sub_id, a_day=keys_a_day(locked))


def keys_a_day(locked: LockedService) -> int:
    return rules.keys_a_day(_most_of(locked))


def check_places(locked: LockedService, keys: Keys) -> int:
    """Return how many more devices whoever asks may have. Raises DeviceLimitReached or DeviceShareReached for none."""
    free = locked.device_limit - keys.in_use
    if locked.own_limit is None:
        if free <= 0:
            raise DeviceLimitReached(locked.device_limit)
        return free
    own = locked.own_limit - keys.own
    if min(free, own) <= 0:
        raise DeviceShareReached(locked.own_limit, is_full=own > 0)
    return min(free, own)


async def _find_device(conn: Connection, locked: LockedService, device: int, viewer: Viewer) -> DeviceRow:
    devices = await queries.list_devices(conn, [locked.id], made_by=viewer.sub_id)
    row = next((row for row in devices if row.id == device), None)
    if row is None:
        raise DeviceNotFound
    return row


def _most_of(locked: LockedService) -> int:
    """Return how many devices the caller may have."""
    return locked.device_limit if locked.own_limit is None else locked.own_limit


def _check_keys_today(locked: LockedService, keys: Keys) -> None:
    if keys.wait is not None:
        raise TooManyKeysToday(keys_a_day(locked), retry_after=keys.wait)


async def _connect(
    conn: Connection, locked: LockedService, made_by: MemberId | None, *, name: str, public_key: str
) -> DeviceWithTunnel:
    if locked.gateway_key is None:
        raise GatewayNotReady
    tunnel_address = await tunnels.take(conn, locked.gateway_id)
    if tunnel_address is None:
        raise GatewayFull
    device = await queries.insert_device(
        conn,
        locked.id,
        made_by,
        name=name,
        public_key=public_key,
        gateway=locked.gateway_id,
        tunnel_address=tunnel_address,
    )
    if device is None or public_key == locked.gateway_key:
        raise PublicKeyTaken
    await desired.put_exits_of(conn, [locked.id])
    tunnel = Tunnel(f"{device.tunnel_address}/32", locked.gateway_key, locked.endpoint, locked.mtu)
    return DeviceWithTunnel(device, tunnel)


async def _tell(conn: Connection, viewer: Viewer, device: Device) -> None:
    """Mail the member, at most once a day: whoever uses a stolen login could go out by the member's own address.

    Further keys of the same day are no news to a member who sets up several devices.
    """
    member = viewer.sub_id or viewer.owner
    text = partial(service_templates.device_added, device=device.name, at=device.created_at)
    reference = f"device-added:{member}:{device.created_at.astimezone(SEOUL):%Y%m%d}"
    await notices.mail_member(conn, member, reference, text)


async def _disconnect(conn: Connection, device: DeviceRow, *, by: MemberId | None = None) -> None:
    await desired.remove_endpoints(conn, [device.public_key])
    await queries.remove_devices(conn, [device.id], by=by)
    await tunnels.give_back(conn, [device.id])
