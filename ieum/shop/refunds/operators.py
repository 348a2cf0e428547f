"""What operators decide about refunds, regardless of the rules: refund an order, settle or retry a stuck refund."""

from datetime import UTC, datetime

from ieum.shop.kernel.db import Connection, Database
from ieum.shop.kernel.queue import defer
from ieum.shop.order_history.types import RefundState
from ieum.shop.orders import service as orders
from ieum.shop.orders.types import OrderState
from ieum.shop.payments.provider import Channel, Provider
from ieum.shop.refunds import queries, returning, rules, service, tasks
from ieum.shop.refunds.refusals import RefundNotPossible
from ieum.shop.refunds.types import Calculation, Refund


async def refund_by_operator(
    conn: Connection, order_id: str, amount: int | None, *, reason: str, by: str, is_back: bool = False
) -> Calculation:
    """Refund what an operator decides, regardless of the rules; `amount` None means all.

    `is_back` says that the money has gone back already: no account is asked for, and the refund is completed at once.
    Of a deposit that the bank took back, all is nothing: what it paid for ends, and no money moves.
    Raises RefundNotPossible, ValueError.
    """
    order = await orders.lock(conn, order_id)
    if order.state is not OrderState.PAID:
        raise RefundNotPossible(
            rules.NotRefundable.NOT_PAID
            if order.state not in {OrderState.REFUNDING, OrderState.REFUNDED}
            else rules.NotRefundable.UNDER_WAY
        )
    await queries.lock_goods(conn, order_id, order.subscription_id)
    row = await service.get_purchase_row(conn, order_id)
    now = datetime.now(UTC)
    if row.later_period and row.ends_at is not None and row.ends_at > now:
        raise RefundNotPossible(rules.NotRefundable.LATER_PERIOD)
    if row.reversed and amount is not None:
        raise RefundNotPossible(rules.NotRefundable.REVERSED)
    purchase = await service.purchase_of(conn, order_id, row)
    held = 0 if row.reversed else purchase.amount
    calculation = rules.calculate_for_operator(purchase, held if amount is None else amount, now)
    await service.begin(
        conn, order, calculation, ends_at=row.ends_at, reason=reason, requested_by=by, is_back=is_back
    )
    return calculation


async def settle_by_hand(db: Database, provider: Provider, order_id: str, *, by: str) -> None:
    """Complete a refund whose money an operator returned by other means, or in the provider's own console.

    Raises RefundNotPossible, ProviderUnavailableError.
    """
    async with db.connection() as conn:
        refund = _in_state(await queries.find_of_order(conn, order_id), "stuck", "awaiting_account")
    facts = await provider.find(
        refund.provider_order_id or order_id,
        channel=refund.channel or Channel.NORMAL,
        payment_key=refund.payment_key,
    )
    is_ours = facts is not None and facts.payment_key == refund.payment_key
    async with db.transaction() as conn:
        order = await orders.lock(conn, order_id)
        refund = _in_state(await queries.find_of_order(conn, order_id), "stuck", "awaiting_account")
        await returning.close(
            conn,
            order,
            refund,
            balance=facts.balance if facts and is_ours else refund.balance,
            settled_by=by,
        )


async def try_again(conn: Connection, order_id: str) -> None:
    """Try a stuck refund once more, with a new key. Raises RefundNotPossible."""
    await orders.lock(conn, order_id)
    refund = _in_state(await queries.find_of_order(conn, order_id), "stuck")
    await queries.release(conn, refund.id)
    await defer(conn, tasks.RETURN_MONEY, refund=refund.id)


def _in_state(refund: Refund | None, *states: RefundState) -> Refund:
    if refund is None:
        raise RefundNotPossible(rules.NotRefundable.NOT_PAID)
    if refund.state not in states:
        raise RefundNotPossible(rules.NotRefundable.UNDER_WAY)
    return refund
