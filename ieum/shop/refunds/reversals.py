"""Deposits that the bank took back, and what becomes of their money when it is paid in again.

An order that is paid keeps money that returns. For one that was refunded meanwhile the shop owes nothing and is owed
nothing: the money has to leave by an operator's hand, and until then an alarm and the books' comparison name the order.
"""

from ieum.shop.kernel.alarms import clear_about, raise_alarm
from ieum.shop.kernel.db import Connection, Database
from ieum.shop.orders import service as orders
from ieum.shop.orders.types import Order, OrderState
from ieum.shop.payments import queries as payments
from ieum.shop.payments.provider import PaymentStatus, Provider, ProviderPayment
from ieum.shop.payments.types import Payment
from ieum.shop.refunds import queries

# Who clears an alarm or settles a refund because of what the provider says.
PROVIDER = "provider"
# The one is raised as soon as the money is found, the other by every comparison of the books.
_ALARMS_AFTER_REFUND = ("paid_after_refund", "books_paid_after_refund")


def is_taken_back(facts: ProviderPayment) -> bool:
    """Tell whether the provider holds nothing of an approved payment although nothing of it was cancelled."""
    return facts.status in {PaymentStatus.DEPOSIT, PaymentStatus.CLOSED}


async def look_up(db: Database, provider: Provider, order_id: str) -> None:
    """Ask the provider whether the money of a reversed deposit is there again, and record it.

    Does nothing about any other payment. Raises ProviderUnavailableError, and ValueError where the provider does not
    know the payment.
    """
    async with db.connection() as conn:
        payment = await payments.find_open(conn, order_id)
    if payment is None or payment.reversed_at is None:
        return
    facts = await provider.find(
        payment.provider_order_id, channel=payment.channel, payment_key=payment.payment_key
    )
    if facts is None or facts.payment_key != payment.payment_key:
        raise ValueError(f"{order_id}: the provider does not know its payment. Are these the right keys?")
    if facts.status is not PaymentStatus.APPROVED:
        return
    async with db.transaction() as conn:
        order = await orders.lock(conn, payment.order_id)
        current = await payments.get(conn, payment.id)
        if current.state == "approved":
            await note_held(conn, order, current, facts)


async def note_taken_back(conn: Connection, order: Order, payment: Payment) -> None:
    """Record that the bank took back the deposit of an order that is locked by the caller."""
    await payments.mark_reversed(conn, payment.id)
    if order.state is OrderState.PAID:
        await raise_alarm(
            conn,
            "deposit_reversed",
            reference=order.id,
            detail=f"이미 드린 주문의 입금 {payment.amount:,}원을 은행이 되돌렸습니다. 회원과 정리해 주세요.",
        )
    else:
        await _clear_after_refund(conn, order, by=PROVIDER)


async def note_held(conn: Connection, order: Order, payment: Payment, facts: ProviderPayment) -> None:
    """Record that the provider holds a deposit that counted as taken back; the caller has locked the order."""
    if payment.reversed_at is None:
        return
    if order.state is OrderState.PAID:
        await payments.unmark_reversed(conn, payment.id)
        await clear_about(conn, "deposit_reversed", reference=order.id, by=PROVIDER)
        return
    await payments.mark_held_after_refund(conn, payment.id)
    await raise_alarm(
        conn,
        "paid_after_refund",
        reference=order.id,
        detail=f"환불한 주문에 {facts.balance:,}원이 다시 입금되었습니다. 돌려준 뒤 수동으로 마무리해 주세요.",
    )


async def settle(
    conn: Connection, order: Order, payment: Payment, facts: ProviderPayment | None, *, by: str
) -> None:
    """Record what became of money that came after the refund: what the provider still has, and who decided.

    `facts` None: the provider was not asked or does not know the payment. The caller has locked the order.
    """
    if facts is not None and is_taken_back(facts):
        await note_taken_back(conn, order, payment)
        return
    returned = payment.amount - facts.balance if facts is not None else 0
    await payments.mark_cancelled(conn, payment.id, returned=returned, refunded=returned)
    await payments.unmark_held_after_refund(conn, payment.id)
    await queries.note_settled(conn, order.id, by=by)
    await _clear_after_refund(conn, order, by=by)


async def _clear_after_refund(conn: Connection, order: Order, *, by: str) -> None:
    for kind in _ALARMS_AFTER_REFUND:
        await clear_about(conn, kind, reference=order.id, by=by)
