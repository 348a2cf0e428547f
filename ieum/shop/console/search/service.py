"""Finds things by what somebody remembers of them. What a person may not see is not asked for, and so not counted."""

from datetime import UTC, datetime
from urllib.parse import urlencode

from ieum.shop.console.search import queries, words
from ieum.shop.console.search.types import FoundGroup, FoundItem
from ieum.shop.desk.looking import Looker
from ieum.shop.desk.types import Staff
from ieum.shop.kernel.db import Connection
from ieum.shop.kernel.masking import mask_known, mask_login_id, mask_name, mask_phone
from ieum.shop.kernel.seoul import SEOUL
from ieum.shop.orders.words import STATES as ORDERS
from ieum.shop.services.words import STAFF_STATES as SERVICES
from ieum.shop.subscriptions.words import STATES as SUBSCRIPTIONS

# Of an address that is half remembered so many, because whoever asks knows the right one when they see it.
MOST_HELD = 30


async def search(looker: Looker, q: str) -> list[FoundGroup]:
    """The groups that something was found in, in the order in which people mean them. Raises SearchNeedsReason."""
    conn, staff, q = looker.conn, looker.staff, q.strip()
    if len(q) < 2:
        return []
    number = words.number_in(q)
    groups = [
        FoundGroup("members", "회원", await _members(looker, q, number) if staff.may("members.view") else []),
        FoundGroup("orders", "주문", await _orders(conn, q) if staff.may("orders.view") else []),
        FoundGroup(
            "services", "서비스", await _services(conn, q, number) if staff.may("services.view") else []
        ),
        FoundGroup("gateways", "게이트웨이", await _gateways(conn, q) if staff.may("gateways.view") else []),
        FoundGroup("addresses", "IP 주소", await _addresses(conn, staff, q)),
    ]
    if number is not None:
        groups += await _by_number(conn, staff, number)
    return [group for group in groups if group.items]


async def _members(looker: Looker, q: str, number: int | None) -> list[FoundItem]:
    person = words.person_in(q)
    if person is not None:
        await looker.search_person(person)
    found = await queries.find_members(looker.conn, q, number=number, person=person)
    return [
        FoundItem(
            str(member.id),
            mask_name(member.name) if member.name else "탈퇴한 회원",
            f"/console/members/{member.id}",
            " · ".join(
                [f"회원 {member.id}"]
                + ([mask_login_id(member.login_id)] if member.login_id else [])
                + ([mask_phone(member.phone)] if member.phone else [])
            ),
        )
        for member in found
    ]


async def _orders(conn: Connection, q: str) -> list[FoundItem]:
    return [
        FoundItem(
            order.id,
            f"주문 {order.id}",
            f"/console/orders/{order.id}",
            f"{ORDERS[order.state]} · {order.amount:,}원",
        )
        for order in await queries.find_orders(conn, q)
    ]


async def _services(conn: Connection, q: str, number: int | None) -> list[FoundItem]:
    return [
        FoundItem(
            f"{service.id} {service.device or ''}",
            f"서비스 {service.id}",
            f"/console/services/{service.id}",
            " · ".join([SERVICES[service.state]] + ([service.device] if service.device else [])),
        )
        for service in await queries.find_services(conn, q, number)
    ]


async def _gateways(conn: Connection, q: str) -> list[FoundItem]:
    return [
        FoundItem(str(gateway.id), gateway.title, f"/console/gateways/{gateway.id}")
        for gateway in await queries.find_gateways(conn, q)
    ]


async def _addresses(conn: Connection, staff: Staff, q: str) -> list[FoundItem]:
    """An address, or `address @ time`: who held it takes two people, so that this leads to where they are asked."""
    text, at, time = q.partition("@")
    span = words.addresses_in(text.strip())
    if span is None:
        return []
    if at:
        moment = words.moment_in(time, datetime.now(UTC))
        if moment is None or not staff.may("addresses.who"):
            return []
        said = f"{moment.astimezone(SEOUL):%Y.%m.%d %H:%M}"
        asked = f"{moment.astimezone(SEOUL):%Y-%m-%dT%H:%M:%S}".removesuffix(":00")
        return [
            FoundItem(
                f"{address.id} {moment:%s}",
                f"{address.address}, {said}에 쓴 사람",
                f"/console/lookups?{urlencode({'address': address.address, 'at': asked})}",
                "두 번째 사람의 확인이 필요합니다",
            )
            for address in await _held(conn, *span)
        ]
    if not staff.may("addresses.view"):
        return []
    found = await queries.find_addresses(conn, *span, most=queries.MOST + 1)
    items = [
        FoundItem(str(address.id), address.address, f"/console/addresses?open={address.id}", address.pool)
        for address in found[: queries.MOST]
    ]
    if len(found) > queries.MOST:
        begins = text.strip()
        more = f"/console/addresses?{urlencode({'q': begins})}"
        items.append(FoundItem(f"all {begins}", f"{begins} IP 모두 보기", more))
    return items


async def _held(conn: Connection, low: str, high: str) -> list[queries.AddressFound]:
    """The address that was named, or of a network those that anybody ever had."""
    if low == high:
        return await queries.find_addresses(conn, low, high, most=1)
    return await queries.find_held(conn, low, high, most=MOST_HELD)


async def _by_number(conn: Connection, staff: Staff, number: int) -> list[FoundGroup]:
    subscriptions = await queries.find_subscriptions(conn, number) if staff.may("subscriptions.view") else []
    inquiries = await queries.find_inquiries(conn, number) if staff.may("inquiries.view") else []
    return [
        FoundGroup(
            "subscriptions",
            "정기결제",
            [
                FoundItem(
                    str(one.id),
                    f"정기결제 {one.id}",
                    f"/console/subscriptions/{one.id}",
                    SUBSCRIPTIONS[one.state],
                )
                for one in subscriptions
            ],
        ),
        FoundGroup(
            "inquiries",
            "문의",
            [
                FoundItem(
                    str(one.id),
                    f"문의 {one.id}",
                    f"/console/inquiries/{one.id}",
                    mask_known(one.title, name=one.name, email=one.email, phone=one.phone),
                )
                for one in inquiries
            ],
        ),
    ]
