"""Events of an order, in order, and what can be done about it now. Pure."""

from datetime import datetime

from ieum.shop.checkout.desk.payments import NOT_AWAITED, NOT_CANCELLABLE
from ieum.shop.order_desk.types import (
    OrderCan,
    OrderEvent,
    OrderFacts,
    OrderMessage,
    PaymentLine,
    RefundFacts,
)
from ieum.shop.orders.types import OrderState
from ieum.shop.payments.refusals import refusal_brief
from ieum.shop.refunds.desk.settling import NOT_SETTLED, NOT_STUCK
from ieum.shop.refunds.rules import NotRefundable

_CLOSED = {
    OrderState.EXPIRED: "기한이 지나 주문이 닫혔습니다",
    OrderState.CANCELLED: "주문이 취소되었습니다",
    OrderState.FAILED: "결제하지 못해 주문이 닫혔습니다",
}
_REFUNDS = {
    "full": "환불 시작 (이용하지 않음)",
    "withdrawal": "환불 시작 (7일 안의 청약철회)",
    "pro_rata": "환불 시작 (남은 기간)",
    "unfulfilled": "환불 시작 (상품을 제공하지 못함)",
    "operator": "환불 시작 (운영자 결정)",
}


def timeline(
    order: OrderFacts, payments: list[PaymentLine], refund: RefundFacts | None, messages: list[OrderMessage]
) -> list[OrderEvent]:
    """Newest first."""
    events = [OrderEvent(order.created_at, "주문")]
    for payment in payments:
        events += _of_payment(payment)
    if order.paid_at:
        events.append(OrderEvent(order.paid_at, "결제 완료, 상품 제공"))
    if order.closed_at and order.state in _CLOSED:
        events.append(OrderEvent(order.closed_at, _CLOSED[order.state], order.failure_code or ""))
    if refund:
        events += _of_refund(refund)
    events += [
        OrderEvent(
            message.sent_at or message.given_up_at or message.created_at,
            _told(message),
            message.subject or message.refusal or "",
        )
        for message in messages
    ]
    # Of what happened at the same moment, what follows from the other comes first.
    return sorted(events, key=lambda event: event.at)[::-1]


def _of_payment(payment: PaymentLine) -> list[OrderEvent]:
    """Refused attempts have no time of their refusal: the provider answers within a minute."""
    won = f"{payment.amount:,}원"
    # The provider's own words, its code among them, stand with the attempt.
    refusal = payment.refusal_code and refusal_brief(payment.refusal_code)
    began = f"결제 시도 {payment.attempt}" + (" (거절)" if payment.state == "refused" else "")
    # The provider's clock knows whole seconds: no approval is shown before what it approves.
    refunded = payment.cancelled_amount - payment.cancelled_elsewhere
    approved_at = payment.approved_at and max(payment.approved_at, payment.requested_at)
    steps: list[tuple[datetime | None, str, str]] = [
        (payment.requested_at, began, refusal or won),
        (approved_at, "결제 승인", " ".join(filter(None, [payment.method, won]))),
        (payment.reversed_at, "은행이 입금을 취소함", won),
        (payment.held_after_refund_at, "환불한 뒤 다시 입금됨", won),
        (payment.cancelled_elsewhere_at, "사이트 밖에서 취소됨", f"{payment.cancelled_elsewhere:,}원"),
        (payment.cancelled_at, "결제대행사에서 돌려줌", f"{refunded:,}원"),
    ]
    return [OrderEvent(at, title, detail) for at, title, detail in steps if at is not None]


def _of_refund(refund: RefundFacts) -> list[OrderEvent]:
    by = f"{refund.requested_by}: {refund.reason}" if refund.requested_by else refund.reason
    events = [OrderEvent(refund.requested_at, _REFUNDS[refund.mode], by.strip(": "))]
    if refund.completed_at:
        how = f"{refund.settled_by}: 직접 돌려줌" if refund.settled_by else f"{refund.amount:,}원"
        events.append(OrderEvent(refund.completed_at, "환불 완료", how))
    return events


def _told(message: OrderMessage) -> str:
    what = "메일" if message.channel == "mail" else "문자"
    if message.sent_at:
        return f"{what} 보냄"
    return f"{what} 보내지 못함" if message.given_up_at else f"{what} 보내는 중"


def can(order: OrderFacts, payments: list[PaymentLine], refund: RefundFacts | None) -> OrderCan:
    """Reasons are those of the services that would refuse; what depends on more is refused with its preview."""
    opened = next((payment for payment in payments if payment.state != "refused"), None)
    is_held = opened is not None and opened.held_after_refund_at is not None
    is_reversed = opened is not None and opened.reversed_at is not None
    waits = order.state is OrderState.AWAITING_DEPOSIT
    return OrderCan(
        refund=None if order.state is OrderState.PAID else _why_no_refund(order.state),
        settle=None
        if is_held or (refund is not None and refund.state in {"stuck", "awaiting_account"})
        else NOT_SETTLED,
        refund_again=None if refund is not None and refund.state == "stuck" else NOT_STUCK,
        look_up=None if payments else "결제를 시도한 기록이 없습니다.",
        check_deposit=None if waits or is_reversed or is_held else NOT_AWAITED,
        cancel=None if waits or order.state is OrderState.AWAITING_PAYMENT else NOT_CANCELLABLE,
    )


def _why_no_refund(state: OrderState) -> str:
    is_under_way = state in {OrderState.REFUNDING, OrderState.REFUNDED}
    return "이미 환불한 주문이거나 환불하고 있습니다." if is_under_way else str(NotRefundable.NOT_PAID)
