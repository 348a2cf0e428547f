"""Quotes and places orders: computes the price, holds the addresses, and takes points that pay all of it."""

from datetime import UTC, datetime
from typing import Any

import msgspec

from ieum.shop.catalog import queries as catalog
from ieum.shop.catalog.types import PlanPrices
from ieum.shop.checkout import fulfilment, queries
from ieum.shop.checkout.types import Offer, Renewable
from ieum.shop.kernel import quoting
from ieum.shop.kernel.db import Connection
from ieum.shop.kernel.errors import Field, InvalidFields, NotFound, ShopError
from ieum.shop.kernel.limits import network_of
from ieum.shop.kernel.months import end_of_period, last_day
from ieum.shop.kernel.seoul import SEOUL
from ieum.shop.ledgers import service as ledgers
from ieum.shop.members import service as members
from ieum.shop.members.types import MemberId
from ieum.shop.orders import claim_queries, claims, pricing, rules
from ieum.shop.orders import queries as order_queries
from ieum.shop.orders import service as orders
from ieum.shop.orders.types import (
    Method,
    OrderId,
    OrderRequest,
    OrderState,
    PlacedOrder,
    PointRules,
    Price,
    Quote,
    QuoteRequest,
)
from ieum.shop.services.devices import ServiceNotActive
from ieum.shop.services.rules import next_period
from ieum.shop.services.service import ServiceNotFound
from ieum.shop.services.types import LivingService, Period, ServiceId


class PlanNotFound(NotFound):
    code = "plan_not_found"
    detail = "판매 중인 상품이 아닙니다. 상품을 다시 선택해 주세요."


class BillingUnavailable(ShopError):
    code = "billing_unavailable"
    title = "정기결제를 이용할 수 없습니다"
    detail = "이 상품은 정기결제로 구매할 수 없습니다. 기간 결제를 이용해 주세요."


class ServiceSubscribed(ShopError):
    code = "service_subscribed"
    title = "정기결제로 이용 중입니다"
    detail = "정기결제로 자동 연장되는 상품입니다. 결제수단 관리에서 결제 예정일을 확인해 주세요."


class RenewalUnderWay(ShopError):
    code = "renewal_under_way"
    title = "연장 결제가 진행 중입니다"
    detail = "이 상품의 연장 결제가 이미 진행되고 있습니다. 결제내역에서 확인해 주세요."


class QuoteExpired(ShopError):
    code = "quote_expired"
    title = "금액을 다시 확인해 주세요"
    detail = "안내해 드린 금액의 유효 시간(15분)이 지났습니다. 다시 계산된 금액을 확인한 뒤 결제해 주세요."


METHODS: dict[str, Method] = {
    "card": "card",
    "transfer": "transfer",
    "virtualAccount": "virtual_account",
}


async def quote(conn: Connection, member: MemberId, request: QuoteRequest, *, key: str) -> Quote:
    """The price and the period if the order were paid now. The signed quote keeps the price for a while."""
    now = datetime.now(UTC)
    renewed = await _renewable(conn, member, request)
    offer = await _offer(conn, member, request, count_stock=True)
    price = _price(await catalog.load_prices(conn, offer.plan_id, now), offer, request)
    period = _period(request, renewed, now.replace(microsecond=0))
    return Quote(
        **msgspec.structs.asdict(price),
        plan_id=offer.plan_id,
        plan_name=offer.name,
        plan_kind=offer.kind,
        kind="renewal" if renewed else "purchase",
        carrier=offer.carrier,
        region=offer.region,
        months=request.months,
        quantity=request.quantity,
        point_balance=_balance(offer),
        point_threshold=offer.point_threshold,
        period_from=period.starts_at.astimezone(SEOUL).date(),
        period_until=last_day(period.ends_at),
        starts_at=period.starts_at,
        ends_at=period.ends_at,
        stock=offer.stock,
        **await _limits(conn, member, offer, _method(request)),
        quote=quoting.sign(now, *subject_of(member, request), key=key),
        quote_until=now + quoting.QUOTE_VALIDITY,
    )


async def place(
    conn: Connection, member: MemberId, request: OrderRequest, *, key: str, address: str
) -> PlacedOrder:
    """Insert the order, hold its addresses and record the consents. The member's older unpaid orders are cancelled.

    An order that points pay in full is paid and delivered in this transaction.
    """
    priced_at = _priced_at(member, request, key=key)
    renewed = await _renewable(conn, member, request)
    offer = await _offer(conn, member, request, count_stock=False)
    prices = await catalog.load_prices(conn, offer.plan_id, priced_at)
    price = _price(prices, offer, request)
    if not renewed and offer.state == "sold_out":
        raise orders.SoldOut
    if offer.unpaid_points is not None:
        await orders.replace_open(conn, member)

    now = datetime.now(UTC).replace(microsecond=0)
    method: Method = "points" if price.amount == 0 else _method(request)
    if method == "virtual_account":
        await orders.check_deposits(conn, member)
    placed = PlacedOrder(
        order_id=rules.new_order_id(now),
        state=OrderState.AWAITING_PAYMENT,
        amount=price.amount,
        order_name=_order_name(offer, request),
        pay_method="virtualAccount" if method == "virtual_account" else method,
        cash_receipt=request.cash_receipt if method in {"transfer", "virtual_account"} else "none",
        deposit_hours=offer.deposit_hours,
        customer_key=offer.customer_key,
        customer_name=offer.buyer_name,
        customer_email=offer.buyer_email,
        hold_until=now + rules.HOLD,
    )
    shortest = pricing.amount_in_shortest_periods(
        prices, offer.kind, months=request.months, quantity=request.quantity
    )
    if not await order_queries.insert_order(
        conn, member, request, price, placed, method=method, shortest_amount=shortest
    ):
        raise RenewalUnderWay if await _is_under_way(conn, member, request) else orders.OrderInProgress
    await orders.check_frequency(conn, member)
    if not renewed and offer.kind != "ticket":
        await _hold(
            conn,
            member,
            offer,
            placed.order_id,
            quantity=request.quantity,
            method=method,
            network=network_of(address),
        )
    await members.record_order_consents(
        conn, member, request.agreements, order_id=placed.order_id, address=address
    )
    if method == "points":
        placed.state = await _pay_with_points(conn, placed.order_id)
    # Points lock the member, whose lock comes last: a renewal has locked its services and gateways by now.
    if price.points_used:
        await ledgers.use_points(conn, member, price.points_used, placed.order_id)
    return placed


async def _hold(
    conn: Connection,
    member: MemberId,
    offer: Offer,
    order_id: OrderId,
    *,
    quantity: int,
    method: Method,
    network: str,
) -> None:
    if offer.pool_id is None:
        raise orders.SoldOut
    if method != "points":
        await claims.claim_addresses(
            conn, member, offer.pool_id, quantity=quantity, method=method, network=network
        )
    if not await orders.hold(conn, offer.kind, offer.pool_id, order_id, quantity, network=network):
        raise orders.SoldOut


async def _limits(conn: Connection, member: MemberId, offer: Offer, method: Method) -> dict[str, Any]:
    if offer.pool_id is None or offer.stock is None:
        return {"quantity_limit": None, "resting_until": None}
    room = await claim_queries.count_holdable(conn, member, offer.pool_id, method=method, replacing=True)
    limit = max(0, min(room.room, offer.stock))
    return {"quantity_limit": limit, "resting_until": room.resting_until if limit < offer.stock else None}


async def _pay_with_points(conn: Connection, order_id: OrderId) -> OrderState:
    order = await orders.lock(conn, order_id)
    await fulfilment.start_confirming(conn, order)
    if not await fulfilment.fulfil(conn, order):
        # Rolls everything back. The held address cannot be gone, but the member may have left meanwhile.
        raise orders.OrderInProgress
    return order.state


async def _offer(conn: Connection, member: MemberId, request: QuoteRequest, *, count_stock: bool) -> Offer:
    offer = await queries.load_offer(
        conn, member, request.plan_id, renewing=request.service_id is not None, count_stock=count_stock
    )
    if offer is None:
        raise PlanNotFound
    if request.payment_type == "billing" and (offer.kind == "ticket" or request.service_id is not None):
        raise BillingUnavailable
    return offer


def _price(prices: PlanPrices, offer: Offer, request: QuoteRequest) -> Price:
    price = pricing.price(
        prices,
        offer.kind,
        months=request.months,
        quantity=request.quantity,
        points=request.points,
        method=_method(request),
        rules=PointRules(
            enabled=offer.points_enabled,
            percent=offer.point_percent,
            threshold=offer.point_threshold,
            share_percent=offer.point_share_percent,
            balance=_balance(offer),
        ),
    )
    if price is None:
        raise PlanNotFound
    return price


def _balance(offer: Offer) -> int:
    """The points that this order can use: placing it cancels the unpaid order and returns that order's points."""
    return offer.balance + (offer.unpaid_points or 0)


def _method(request: QuoteRequest) -> Method:
    return "billing" if request.payment_type == "billing" else METHODS[request.pay_method]


async def _renewable(conn: Connection, member: MemberId, request: QuoteRequest) -> Renewable | None:
    """The service to renew; None for a purchase. Raises a refusal where the service cannot be renewed."""
    if request.service_id is None:
        return None
    renewable = await queries.find_renewable(conn, request.service_id, member)
    if renewable is None:
        raise ServiceNotFound
    if renewable.is_subscribed:
        raise ServiceSubscribed
    runs = renewable.state == "active" and renewable.ends_at > datetime.now(UTC)
    if not runs and not renewable.may_come_back:
        raise ServiceNotActive(
            "이용 기간이 끝난 상품은 연장할 수 없습니다. 새로 구매하시면 다른 IP를 배정해 드립니다."
        )
    if renewable.is_under_way:
        raise RenewalUnderWay
    if renewable.plan_id != request.plan_id:
        raise InvalidFields(
            Field("planId", "not_of_service", "이용 중인 상품과 같은 상품으로만 연장할 수 있습니다.")
        )
    if request.quantity != 1:
        raise InvalidFields(Field("quantity", "not_one", "연장은 한 상품씩 결제할 수 있습니다."))
    return renewable


async def _is_under_way(conn: Connection, member: MemberId, request: QuoteRequest) -> bool:
    if request.service_id is None:
        return False
    renewable = await queries.find_renewable(conn, request.service_id, member)
    return renewable is not None and renewable.is_under_way


def _period(request: QuoteRequest, renewed: Renewable | None, now: datetime) -> Period:
    if renewed is None or request.service_id is None:
        return Period(now, end_of_period(now, request.months))
    service = LivingService(ServiceId(request.service_id), renewed.state, renewed.starts_at, renewed.ends_at)
    return next_period(service, renewed.paid_until or renewed.ends_at, months=request.months, now=now)


def _priced_at(member: MemberId, request: OrderRequest, *, key: str) -> datetime:
    """The moment whose prices apply: that of the quote, or now. Raises QuoteExpired."""
    now = datetime.now(UTC)
    if request.quote is None:
        return now
    quoted_at = quoting.verified_moment(request.quote, *subject_of(member, request), key=key, now=now)
    if quoted_at is None:
        raise QuoteExpired
    return quoted_at


def subject_of(member: MemberId, request: QuoteRequest) -> tuple[object, ...]:
    """List what a quote is signed for: its price is valid for exactly this choice of this member."""
    return ("order", member, request.plan_id, request.months, request.quantity, request.service_id or "new")


def _order_name(offer: Offer, request: OrderRequest) -> str:
    """The name on the buyer's statement: one item, and how many more."""
    if offer.kind == "ticket":
        return f"{offer.name} {request.quantity}장"[:100]
    item = f"{offer.name} {request.months}개월" + (" 연장" if request.service_id is not None else "")
    suffix = f" 외 {request.quantity - 1}건" if request.quantity > 1 else ""
    return (item + suffix)[:100]
