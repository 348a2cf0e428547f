"""Links by which a person without an account sets up one device: for an hour, once, with a key made on that device."""

import hashlib
import secrets
from functools import partial

from ieum.shop.gateways.readiness import wait_until_served
from ieum.shop.kernel import seoul
from ieum.shop.kernel.db import Connection, Database
from ieum.shop.kernel.errors import Gone, NotFound, ShopError, TooManyRequests
from ieum.shop.kernel.feed import Feed
from ieum.shop.kernel.limits import count_request, network_of
from ieum.shop.members import notices
from ieum.shop.members.types import Viewer
from ieum.shop.messaging import service_templates
from ieum.shop.services import device_link_queries as links
from ieum.shop.services import devices, queries
from ieum.shop.services.device_link_types import (
    DeviceLink,
    LinkedDevice,
    LinkedService,
    LinkRow,
    MadeDeviceLink,
    ShownLink,
)
from ieum.shop.services.service import ServiceNotFound
from ieum.shop.services.types import Device, LockedService, Tunnel

# Of a network, which may be an office that sets up all of its devices at once.
USES_A_MINUTE = 60


class TooManyDeviceLinks(ShopError):
    code = "too_many_device_links"
    title = "링크를 더 만들 수 없습니다"
    detail = "아직 쓰지 않은 링크가 등록할 수 있는 기기 수만큼 있습니다. 쓰지 않을 링크를 취소한 뒤 다시 만들어 주세요."


class TooManyDeviceLinksToday(TooManyRequests):
    code = "too_many_device_links_today"
    title = "오늘은 링크를 더 만들 수 없습니다"

    def __init__(self, limit: int, *, retry_after: int) -> None:
        most = f"기기 설정 링크는 상품마다 하루에 {limit}개까지 만들 수 있습니다."
        super().__init__(
            f"{most} {seoul.wait(retry_after)} 뒤에 다시 시도해 주세요.", retry_after=retry_after
        )


class DeviceLinkNotFound(NotFound):
    code = "device_link_not_found"
    detail = "기기 설정 링크를 찾을 수 없습니다. 이미 없어졌을 수 있으니 새로고침해 주세요."


class DeviceLinkSpent(ShopError):
    code = "device_link_spent"
    title = "이미 사용된 링크입니다"
    detail = "이미 사용되어 취소할 수 없는 링크입니다. 설정된 기기는 기기 목록에서 삭제하실 수 있습니다."


class UnknownDeviceLink(NotFound):
    code = "unknown_device_link"
    title = "알 수 없는 링크입니다"
    detail = "링크를 찾을 수 없습니다. 받으신 주소를 끝까지 복사했는지 확인하고, 오래된 링크라면 새 링크를 받아 주세요."


class DeviceLinkUsed(Gone):
    code = "device_link_used"
    title = "이미 사용한 링크입니다"
    detail = "이 링크로 이미 기기 한 대를 설정했습니다. 다른 기기를 설정하시려면 보내신 분께 새 링크를 받아 주세요."


class DeviceLinkExpired(Gone):
    code = "device_link_expired"
    title = "유효 시간이 지났습니다"
    detail = "링크는 만든 지 1시간 동안만 쓸 수 있습니다. 보내신 분께 새 링크를 받아 주세요."


class DeviceLinkWithdrawn(Gone):
    code = "device_link_withdrawn"
    title = "취소된 링크입니다"
    detail = "취소되어 더 이상 쓸 수 없는 링크입니다. 계속 필요하시면 보내신 분께 새 링크를 받아 주세요."


class DeviceLinkOver(Gone):
    code = "device_link_over"
    title = "지금은 쓸 수 없는 링크입니다"
    detail = "이 링크의 상품은 이용이 끝났거나 중지되어 있습니다. 링크를 보내신 분께 문의해 주세요."


class LinkedDeviceRemoved(Gone):
    code = "linked_device_removed"
    title = "삭제된 기기입니다"
    detail = "이 링크로 설정한 기기가 삭제되어 더 이상 접속할 수 없습니다. 링크를 보내신 분께 문의해 주세요."


class NoPlaceForDevice(ShopError):
    code = "no_place_for_device"
    title = "등록할 수 있는 기기 수가 찼습니다"
    detail = (
        "이 상품에 등록할 수 있는 기기 수가 모두 찼습니다. 링크를 보내신 분이 쓰지 않는 기기를 삭제하면 "
        "이 링크로 설정하실 수 있습니다."
    )


async def make_link(
    conn: Connection, viewer: Viewer, service: int, name: str, *, public_url: str
) -> MadeDeviceLink:
    """Make a link; its token is in the part of the address that browsers send to nobody.

    It holds no place: until it is used, its maker may add devices of their own. A sub-id's is for its own share.
    """
    locked = await devices.lock(conn, viewer, service)
    free = devices.check_places(locked, await devices.count_keys(conn, locked, viewer))
    a_day = devices.keys_a_day(locked)
    counts = await links.count_links(conn, locked.id, viewer.sub_id, a_day=a_day)
    if counts.unused >= free:
        raise TooManyDeviceLinks
    if counts.wait is not None:
        raise TooManyDeviceLinksToday(a_day, retry_after=counts.wait)
    token = secrets.token_hex(32)
    link = await links.insert_link(
        conn, locked.id, viewer.sub_id, token_hash=hash_token(token), name=name.strip()
    )
    return MadeDeviceLink(link.id, f"{public_url}/device-setup#{token}", link.expires_at)


async def list_links(conn: Connection, viewer: Viewer, service: int) -> list[DeviceLink]:
    """The links of a service that may still be used: to its owner those of sub-ids, too, to a sub-id its own."""
    if await queries.find_state(conn, service, viewer) is None:
        raise ServiceNotFound
    return await links.list_unused(conn, service, viewer.sub_id)


async def withdraw_link(conn: Connection, viewer: Viewer, service: int, link: int) -> None:
    """Withdraw a link. A use at the same moment comes first, which is DeviceLinkSpent, or is refused."""
    if await links.withdraw_link(conn, link, service=service, viewer=viewer):
        return
    if await links.has_link(conn, link, service=service, viewer=viewer):
        raise DeviceLinkSpent
    raise DeviceLinkNotFound


async def look_up(conn: Connection, token: str, public_key: str | None) -> ShownLink:
    """Tell whoever has the link what it is for. Nothing is spent, but its maker sees that it was opened."""
    link = await links.find_link(conn, hash_token(token))
    if link is None:
        raise UnknownDeviceLink
    _refuse_unless_usable(link, public_key)
    service = await links.find_service(conn, link.service_id, link.made_by)
    if service is None:
        raise DeviceLinkOver
    if not link.is_opened:
        await links.note_opened(conn, link.id)
    return ShownLink(
        name=link.name,
        plan_name=service.plan_name,
        kind=service.kind,
        carrier=service.carrier,
        region=service.region,
        expires_at=link.expires_at,
        has_place=service.has_place,
        pretended_use=service.pretended_use,
        setup=await _set_up(conn, link, service) if link.device_id else None,
    )


async def use(db: Database, feed: Feed, token: str, public_key: str, *, caller: str) -> LinkedDevice:
    """Set up the link's device, and wait until its gateway serves it. The same key has the same answer for an hour.

    Raises UnknownDeviceLink, or why the link cannot be used now.
    """
    async with db.connection() as conn:
        await count_request(conn, "device-link", who=network_of(caller), most=USES_A_MINUTE)
    async with db.transaction() as conn:
        made = await _use(conn, hash_token(token), public_key)
    # Outside, so that its maker is told of the press in vain.
    if made is None:
        raise NoPlaceForDevice
    made.device.ready = await wait_until_served(db, feed, public_key)
    return made


def hash_token(token: str) -> bytes:
    return hashlib.sha256(b"device-link:" + token.encode()).digest()


async def _use(conn: Connection, token_hash: bytes, public_key: str) -> LinkedDevice | None:
    """None where the service has no place for a device, which is noted."""
    owner = await links.find_owner(conn, token_hash)
    if owner is None:
        raise UnknownDeviceLink
    viewer = Viewer(owner.member_id, owner.made_by)
    # The service first, as everybody locks; what is read of the link after that is how it is now. No service for a
    # sub-id's link whose maker has lost the right, or is suspended.
    locked = await queries.lock_service(conn, owner.service_id, viewer)
    link = await links.lock_link(conn, token_hash)
    if link is None:
        raise UnknownDeviceLink
    _refuse_unless_usable(link, public_key)
    if locked is None:
        raise DeviceLinkOver
    if link.device_id is None and not await _spend(conn, viewer, locked, link, public_key):
        return None
    link = await links.find_link(conn, token_hash)
    service = await links.find_service(conn, locked.id, viewer.sub_id)
    if link is None or service is None:
        raise DeviceLinkOver
    return await _set_up(conn, link, service)


async def _spend(
    conn: Connection, viewer: Viewer, locked: LockedService, link: LinkRow, public_key: str
) -> bool:
    try:
        added = await devices.connect_new(conn, locked, viewer, name=link.name, public_key=public_key)
    except (devices.DeviceLimitReached, devices.DeviceShareReached):
        await links.note_full(conn, link.id)
        return False
    await links.note_used(conn, link.id, added.device.id)
    await _tell(conn, viewer, link, added.device)
    return True


def _refuse_unless_usable(link: LinkRow, public_key: str | None) -> None:
    """Refuse a link that cannot be used, and say why: who asks has its token. To anybody else all links are unknown."""
    if link.device_id is not None:
        if not link.may_repeat or link.public_key != public_key:
            raise DeviceLinkUsed
    elif link.is_withdrawn:
        raise DeviceLinkWithdrawn
    elif link.is_expired:
        raise DeviceLinkExpired


async def _set_up(conn: Connection, link: LinkRow, service: LinkedService) -> LinkedDevice:
    """The device as it is now: its service may have moved to another gateway since."""
    made = await queries.list_devices(conn, [link.service_id])
    device = next((device for device in made if device.id == link.device_id), None)
    if device is None:
        raise LinkedDeviceRemoved
    if service.gateway_key is None:
        raise devices.GatewayNotReady
    shown = Device(**{name: getattr(device, name) for name in Device.__struct_fields__})
    # Whoever has the link is told nothing of its maker.
    shown.made_by = None
    return LinkedDevice(
        shown,
        Tunnel(f"{device.tunnel_address}/32", service.gateway_key, service.endpoint, service.mtu),
        service.address,
        service.pretended_use,
    )


async def _tell(conn: Connection, viewer: Viewer, link: LinkRow, device: Device) -> None:
    """Mail the member of each: it was somebody else who pressed, and perhaps not whom the link was meant for.

    That of a sub-id's link is counted as the sub-id's.
    """
    text = partial(service_templates.device_set_up_by_link, device=device.name, at=device.created_at)
    await notices.mail_member(conn, viewer.sub_id or viewer.owner, f"device-link-used:{link.id}", text)
