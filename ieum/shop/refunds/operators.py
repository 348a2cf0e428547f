"""Operators' decisions on refunds, regardless of the rules: refund an order, settle or retry a stuck refund."""

from datetime import UTC, datetime

import msgspec

from ieum.shop.kernel.alarms import clear_about
from ieum.shop.kernel.db import Connection, Database
from ieum.shop.kernel.queue import defer
from ieum.shop.order_history.types import RefundState
from ieum.shop.orders import service as orders
from ieum.shop.orders.types import OrderState
from ieum.shop.payments import queries as payments
from ieum.shop.payments.provider import Channel, Provider, ProviderPayment
from ieum.shop.payments.types import Payment
from ieum.shop.refunds import queries, returning, reversals, rules, service, tasks
from ieum.shop.refunds.refusals import RefundNotPossible
from ieum.shop.refunds.types import Calculation, PurchaseRow, Refund


async def reckon(conn: Connection, order_id: str, row: PurchaseRow, amount: int | None) -> Calculation:
    """Compute what an operator would give back now; nothing is locked here. Raises RefundNotPossible, ValueError."""
    if row.state is not OrderState.PAID:
        raise RefundNotPossible(
            rules.NotRefundable.NOT_PAID
            if row.state not in {OrderState.REFUNDING, OrderState.REFUNDED}
            else rules.NotRefundable.UNDER_WAY
        )
    now = datetime.now(UTC)
    if row.later_period and row.ends_at is not None and row.ends_at > now:
        raise RefundNotPossible(rules.NotRefundable.LATER_PERIOD)
    if row.reversed and amount is not None:
        raise RefundNotPossible(rules.NotRefundable.REVERSED)
    purchase = await service.purchase_of(conn, order_id, row)
    if row.reversed:
        # As though it had never been paid: all used points return, all earned ones are taken back.
        purchase = msgspec.structs.replace(purchase, amount=0, returned=0)
    everything = purchase.amount - purchase.returned
    return rules.calculate_for_operator(purchase, everything if amount is None else amount, now)


async def refund_by_operator(
    conn: Connection, order_id: str, amount: int | None, *, reason: str, by: str, is_back: bool = False
) -> Calculation:
    """Refund what an operator decides, regardless of the rules; `amount` None means all.

    `is_back` says that the money has gone back already: no account is asked for, and the refund is completed at once.
    Of a deposit that the bank took back, all is nothing: what it paid for ends, no money moves, and the alarm about it
    is cleared.
    Raises RefundNotPossible, ValueError.
    """
    order = await orders.lock(conn, order_id)
    await queries.lock_goods(conn, order_id, order.subscription_id)
    row = await service.get_purchase_row(conn, order_id)
    calculation = await reckon(conn, order_id, row, amount)
    await begin(conn, order_id, row, calculation, reason=reason, by=by, is_back=is_back)
    return calculation


async def begin(
    conn: Connection,
    order_id: str,
    row: PurchaseRow,
    calculation: Calculation,
    *,
    reason: str,
    by: str,
    is_back: bool = False,
) -> None:
    """Begin a refund that was computed under the locks of the order and its goods, which the caller holds.

    A deposit waits for the account that its member names.
    """
    if row.reversed:
        await clear_about(conn, "deposit_reversed", reference=order_id, by=by)
    await service.begin(
        conn,
        await orders.lock(conn, order_id),
        calculation,
        ends_at=row.ends_at,
        reason=reason,
        requested_by=by,
        is_back=is_back,
    )


async def look_up_unsettled(db: Database, provider: Provider, order_id: str) -> ProviderPayment | None:
    """Ask the provider for a payment whose money an operator returned by other means, or at its desk.

    Also of a deposit that was paid in again after its order was refunded.
    Raises RefundNotPossible, ProviderUnavailableError.
    """
    async with db.connection() as conn:
        refund, _ = await get_unsettled(conn, order_id)
    facts = await provider.find(
        refund.provider_order_id or order_id,
        channel=refund.channel or Channel.NORMAL,
        payment_key=refund.payment_key,
    )
    return facts if facts is not None and facts.payment_key == refund.payment_key else None


async def settle(conn: Connection, order_id: str, facts: ProviderPayment | None, *, by: str) -> None:
    """Settle by hand what `look_up_unsettled` found. Raises RefundNotPossible."""
    order = await orders.lock(conn, order_id)
    refund, payment = await get_unsettled(conn, order_id)
    if refund.state == "done" and payment is not None:
        await reversals.settle(conn, order, payment, facts, by=by)
        return
    taken_back = facts is not None and reversals.is_taken_back(facts)
    balance = refund.balance if facts is None or taken_back else facts.balance
    await returning.close(conn, order, refund, balance=balance, settled_by=by)
    if taken_back and payment is not None:
        await reversals.note_taken_back(conn, order, payment)


async def try_again(conn: Connection, order_id: str) -> None:
    """Try a stuck refund once more, with a new key. Raises RefundNotPossible."""
    await orders.lock(conn, order_id)
    refund = _in_state(await queries.find_of_order(conn, order_id), "stuck")
    await queries.release(conn, refund.id)
    await defer(conn, tasks.RETURN_MONEY, refund=refund.id)


async def get_unsettled(conn: Connection, order_id: str) -> tuple[Refund, Payment | None]:
    """A refund that an operator may settle by hand, and its payment. Raises RefundNotPossible."""
    refund, payment = await queries.find_of_order(conn, order_id), await payments.find_open(conn, order_id)
    if refund is not None and payment is not None and payment.held_after_refund_at is not None:
        return refund, payment
    return _in_state(refund, "stuck", "awaiting_account"), payment


def _in_state(refund: Refund | None, *states: RefundState) -> Refund:
    if refund is None:
        raise RefundNotPossible(rules.NotRefundable.NOT_PAID)
    if refund.state not in states:
        raise RefundNotPossible(rules.NotRefundable.UNDER_WAY)
    return refund
