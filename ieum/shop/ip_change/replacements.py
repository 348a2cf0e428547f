"""Staff give a static service another address for nothing: no ticket is used, and its member is mailed."""

from datetime import UTC, datetime
from functools import partial
from uuid import uuid4

from ieum.shop.gateways import desired
from ieum.shop.ip_change import queries
from ieum.shop.ip_change.offer_types import Offered
from ieum.shop.ip_change.refusals import AddressAlreadyChanged, ChangeUnderWay
from ieum.shop.kernel.db import Connection, fetch_optional
from ieum.shop.kernel.errors import ShopError
from ieum.shop.members import notices
from ieum.shop.members.types import MemberId
from ieum.shop.messaging import staff_service_templates
from ieum.shop.services.service import ServiceNotFound
from ieum.shop.services.types import ServiceId
from ieum.shop.stock import former, leases


class NotReplaceable(ShopError):
    code = "not_replaceable"
    title = "IP를 교체할 수 없습니다"
    detail = "지금 이용 중인 고정 IP 서비스만 교체할 수 있습니다. 유동 IP는 회원이 직접 바꿉니다."


class NoneToReplaceWith(ShopError):
    code = "none_to_replace_with"
    title = "교체할 IP가 없습니다"
    detail = "같은 게이트웨이에 같은 통신사와 지역의 남은 IP가 없습니다. IP를 등록하거나 다른 게이트웨이로 옮겨 주세요."


async def replace(conn: Connection, service: ServiceId, *, seen: str) -> Offered:
    """Change the address that staff see for another one of the same gateway, carrier and region.

    The devices keep their settings. The old address rests whole. Raises ServiceNotFound, NotReplaceable,
    AddressAlreadyChanged, ChangeUnderWay and NoneToReplaceWith.
    """
    member = await fetch_optional(
        conn, MemberId, "SELECT member_id FROM services WHERE id = %(service)s", service=service
    )
    if member is None:
        raise ServiceNotFound
    locked = await queries.lock_static(conn, service, member)
    if locked is None:
        raise NotReplaceable
    if locked.address != seen:
        raise AddressAlreadyChanged("IP가 이미 바뀌었습니다. 새로고침하여 지금 IP를 확인해 주세요.")
    if await queries.is_waiting(conn, locked.id):
        raise ChangeUnderWay
    address = await leases.move_lease(conn, locked.id, "offer")
    if address is None:
        raise NoneToReplaceWith
    await former.rest_whole(conn, locked.lease_id)
    await desired.put_exits_of(conn, [locked.id])
    text = partial(
        staff_service_templates.address_replaced,
        plan=locked.plan_name,
        previous=locked.address,
        address=address,
        at=datetime.now(UTC),
    )
    await notices.mail_member(conn, member, f"replaced:{locked.id}:{uuid4().hex}", text)
    return Offered(locked.id, locked.address, address)
