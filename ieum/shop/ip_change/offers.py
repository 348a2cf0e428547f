"""Offers members another address for nothing where something is wrong with theirs; only their press changes it."""

from datetime import UTC, datetime
from functools import partial
from uuid import uuid4

from ieum.shop.gateways import desired
from ieum.shop.ip_change import offer_queries, queries
from ieum.shop.ip_change.offer_types import Offered, Untold
from ieum.shop.ip_change.refusals import AddressAlreadyChanged, ChangeUnderWay
from ieum.shop.kernel import alarms
from ieum.shop.kernel.db import Connection, Database
from ieum.shop.kernel.errors import ShopError
from ieum.shop.members import notices
from ieum.shop.members.types import MemberId, Viewer
from ieum.shop.messaging import address_templates
from ieum.shop.services import devices
from ieum.shop.services.types import ServiceId
from ieum.shop.stock import leases
from ieum.shop.stock.types import Flag

AT_ONCE = 100
# Who has an address listed by what they do with it would get another one each day, and each is lost for the pool.
MOST_FOR_LISTING, LISTING_DAYS = 2, 30
REPEATED = "address_listed_again"


class NothingOffered(ShopError):
    code = "nothing_offered"
    title = "무료 변경 대상이 아닙니다"
    detail = "이 IP의 문제는 해결되었습니다. 계속 사용하시면 됩니다. 다른 IP가 필요하시면 IP 교체권을 이용해 주세요."


class NoneToOffer(ShopError):
    code = "none_to_offer"
    title = "변경할 IP가 없습니다"
    detail = "지금 변경해 드릴 수 있는 IP가 없습니다. 잠시 후 다시 시도하시거나 고객센터로 문의해 주세요."


class OffersUsedUp(ShopError):
    code = "offers_used_up"
    title = "무료 변경을 모두 이용하셨습니다"
    detail = (
        "차단 목록에 오른 IP의 무료 변경은 상품마다 30일에 두 번까지 해 드립니다. 고객센터로 문의해 주시면 원인을 함께 "
        "확인해 드립니다. IP 교체권이 있으시면 지금도 변경하실 수 있습니다."
    )


async def take(conn: Connection, member: MemberId, service: int, *, seen: str) -> Offered:
    """Change a flagged address for another one of the same carrier, for nothing, and mail the member.

    `seen` is the address that the member wants to leave. Where the service has another one by now, nothing changes.
    """
    locked = await queries.lock_static(conn, service, member)
    if locked is None:
        raise await devices.refusal_of(conn, Viewer(member), service)
    if locked.address != seen:
        raise AddressAlreadyChanged("IP가 이미 변경되었습니다. 새로고침하여 현재 IP를 확인해 주세요.")
    if await queries.is_waiting(conn, locked.id):
        raise ChangeUnderWay
    flags = await offer_queries.flags_of(conn, locked.id)
    if not flags:
        raise NothingOffered
    left = await _free_changes_left(conn, locked.id, flags)
    if left == 0:
        raise OffersUsedUp
    await offer_queries.note_taken(conn, locked.id, flags)
    address = await leases.move_lease(conn, locked.id, "offer")
    if address is None:
        raise NoneToOffer
    await desired.put_exits_of(conn, [locked.id])
    if left == 1:
        detail = (
            f"{LISTING_DAYS}일 안에 차단 목록에 오른 IP를 {MOST_FOR_LISTING}번 무료로 바꾸었습니다. "
            f"마지막은 {locked.address}이며, 더는 바꿔 드리지 않습니다."
        )
        await alarms.raise_alarm(conn, REPEATED, reference=f"service {locked.id}", detail=detail)
    text = partial(
        address_templates.offer_taken,
        plan=locked.plan_name,
        previous=locked.address,
        address=address,
        at=datetime.now(UTC),
    )
    await notices.mail_member(conn, member, f"offer-taken:{locked.id}:{uuid4().hex}", text)
    return Offered(locked.id, locked.address, address)


async def _free_changes_left(conn: Connection, service: ServiceId, flags: list[Flag]) -> int | None:
    """Return how often a service may leave a flagged address for free; None for any number of times.

    What is not proven, or another carrier's, is nothing that a member can bring about.
    """
    if flags != ["listed"]:
        return None
    left = await offer_queries.count_left_for_listing(conn, service, days=LISTING_DAYS)
    return max(0, MOST_FOR_LISTING - left)


async def tell_holders(db: Database) -> int:
    """Mail those who hold a flagged address, once for each that they hold; returns how many."""
    async with db.connection() as conn:
        untold = await offer_queries.list_untold(conn, limit=AT_ONCE)
    for one in untold:
        async with db.transaction() as conn:
            await _tell(conn, one)
    return len(untold)


async def _tell(conn: Connection, one: Untold) -> None:
    if not await offer_queries.insert_offer(conn, one.lease_id):
        return
    text = partial(
        address_templates.address_flagged,
        plan=one.plan_name,
        address=one.address,
        flags=one.flags,
        at=one.flagged_at,
        is_free=await _free_changes_left(conn, one.service_id, one.flags) != 0,
    )
    await notices.mail_member(
        conn, one.member_id, f"address-flagged:{one.lease_id}:{one.flagged_at:%Y%m%d}", text
    )
