"""Begins refunds.

A refund is a saga: `begin` takes back what was bought and records what is owed; `returning` has the provider return
the money outside any transaction, then completes the refund in another one. Each part may be repeated.
"""

from datetime import UTC, datetime

from ieum.shop.kernel.alarms import raise_alarm
from ieum.shop.kernel.db import Connection
from ieum.shop.kernel.queue import defer
from ieum.shop.kernel.structs import build
from ieum.shop.ledgers import service as ledgers
from ieum.shop.ledgers import ticket_queries
from ieum.shop.members import queries as members
from ieum.shop.members.types import MemberId
from ieum.shop.order_history.types import RefundState
from ieum.shop.orders import service as orders
from ieum.shop.orders.types import Order, OrderState
from ieum.shop.payments import queries as payments
from ieum.shop.refunds import notices, queries, returning, rules, tasks
from ieum.shop.refunds.refusals import QuoteExpired
from ieum.shop.refunds.types import (
    Calculation,
    Purchase,
    PurchaseRow,
    RefundId,
    SealedAccount,
    Term,
    Tickets,
)
from ieum.shop.services import period_queries
from ieum.shop.services import service as services
from ieum.shop.stock import rests
from ieum.shop.subscriptions import outcomes as subscriptions
from ieum.shop.subscriptions.types import EndReason


async def refund_undelivered(conn: Connection, order: Order, code: str) -> None:
    """Refund everything that was paid for an undelivered order. A second time does nothing.

    The caller has locked the order.
    """
    if await queries.find_of_order(conn, order.id) is not None:
        return
    payment = await payments.find_open(conn, order.id)
    paid = payment.amount if payment else 0
    returned = payment.cancelled_amount if payment else 0
    calculation = Calculation(
        mode="unfulfilled",
        amount=paid - returned,
        points=order.points_used,
        points_clawed_back=0,
        paid_amount=paid,
        points_used=order.points_used,
        returned=returned,
    )
    await _end_subscription(conn, order, "member_left" if code == "member_left" else "not_sold")
    await begin(conn, order, calculation, reason=code)


async def begin(
    conn: Connection,
    order: Order,
    calculation: Calculation,
    *,
    reason: str,
    ends_at: datetime | None = None,
    requested_by: str | None = None,
    account: SealedAccount | None = None,
    is_back: bool = False,
) -> None:
    """Take back what was bought and record what is owed: from then on the money goes back whatever happens.

    `ends_at` is the end of the period that the order paid for.
    """
    waits = needs_account(order.method, calculation) and account is None and not is_back
    state: RefundState = "awaiting_account" if waits else "returning"
    lines = rules.lines(calculation)
    refund = await queries.insert_refund(
        conn,
        order,
        calculation,
        lines,
        state=state,
        reason=reason,
        requested_by=requested_by,
        sealed_account=account and account.sealed,
    )
    if order.state is not OrderState.REFUNDING:
        await orders.move(
            conn,
            order,
            OrderState.REFUNDING,
            failure_code=reason if calculation.mode == "unfulfilled" else None,
        )
    if calculation.amount:
        payment = await payments.find_open(conn, order.id)
        if payment is None:
            raise LookupError(f"order {order.id} has no payment to refund")
        await payments.mark_cancelling(conn, payment.id, returning.REASONS[calculation.mode])
    # Before earned points are taken back: that may need the order's own.
    await ledgers.return_points(conn, order.member_id, calculation.points, order.id)
    if calculation.mode != "unfulfilled":
        await _take_back(conn, order, calculation, ends_at)
        if requested_by is None:
            await rests.note_refund(conn, order.id, order.member_id)
        await notices.tell_begun(
            conn,
            order,
            calculation,
            lines,
            needs_account=waits,
            reason=reason,
            account=account and account.named,
        )
    elif waits:
        await _ask_for_account(conn, order, refund, calculation.amount)
    if is_back or not calculation.amount:
        settled_by = requested_by if is_back else None
        await returning.close(conn, order, await queries.get(conn, refund), settled_by=settled_by)
    elif not waits:
        await defer(conn, tasks.RETURN_MONEY, refund=refund)


async def _take_back(
    conn: Connection, order: Order, calculation: Calculation, ends_at: datetime | None
) -> None:
    """End or take back everything that the order bought, so that nobody uses, spends or renews it."""
    await _end_subscription(conn, order, "refunded")
    if order.plan_kind == "ticket":
        refunded = await ledgers.claw_back_tickets(conn, order.member_id, order.id)
        if refunded != (calculation.tickets_left or 0):
            # One was used while this waited for the lock, so the quoted figures are wrong.
            raise QuoteExpired
    elif ends_at is not None and ends_at <= datetime.now(UTC):
        # The period is over: a service that still runs was paid for by another order.
        await period_queries.mark_refunded(conn, order.id)
    else:
        await services.take_back(conn, order.id)
    if calculation.points_clawed_back:
        try:
            await ledgers.claw_back_points(conn, order.member_id, calculation.points_clawed_back, order.id)
        except ledgers.Overdraft as error:
            # Points were spent while this waited for the lock.
            raise QuoteExpired from error


async def _end_subscription(conn: Connection, order: Order, reason: EndReason) -> None:
    """End the subscription that the order belongs to, unless a later period of it is paid."""
    if order.subscription_id is not None and await queries.is_newest_period(conn, order.id):
        await subscriptions.end(conn, order.subscription_id, reason)


async def _ask_for_account(conn: Connection, order: Order, refund: RefundId, amount: int) -> None:
    if await members.hold_member(conn, order.member_id) is not None:
        await notices.tell_account_needed(conn, order, amount)
        return
    # A member who has left can neither be asked nor log in to answer.
    await queries.mark_stuck(conn, refund, code="member_left")
    await raise_alarm(
        conn,
        "refund_stuck",
        reference=order.id,
        detail=f"입금 {amount:,}원을 돌려줄 계좌가 없습니다. 회원이 탈퇴했습니다.",
    )


async def get_purchase_row(conn: Connection, order_id: str, member: MemberId | None = None) -> PurchaseRow:
    """Return the order's row. Raises OrderNotFound."""
    row = await queries.find_purchase(conn, order_id, member)
    if row is None:
        raise orders.OrderNotFound
    return row


async def purchase_of(conn: Connection, order_id: str, row: PurchaseRow) -> Purchase:
    is_ticket = row.kind == "ticket"
    term = Term(row.starts_at, row.ends_at) if row.starts_at and row.ends_at else None
    return build(
        Purchase,
        row,
        term=term,
        tickets=await _tickets_of(conn, order_id, row.quantity) if is_ticket else None,
        first_used_at=await period_queries.first_used_at(conn, order_id) if term else None,
    )


async def _tickets_of(conn: Connection, order_id: str, quantity: int) -> Tickets:
    reserved = await ticket_queries.is_any_reserved(conn, order_id)
    return Tickets(quantity, await ticket_queries.left_of(conn, order_id), reserved=reserved)


def needs_account(method: str, calculation: Calculation) -> bool:
    return method == "virtual_account" and calculation.amount > 0
