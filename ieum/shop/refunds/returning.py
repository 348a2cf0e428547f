"""The money's way back through the provider, until the books are closed.

The provider gives nothing back twice: every call names what it must still hold, and a call that was answered with an
error is repeated under another key only after a look-up by which nothing has come back.
"""

import logging

import msgspec

from ieum.shop.kernel.alarms import clear_about, raise_alarm
from ieum.shop.kernel.db import Connection, Database
from ieum.shop.kernel.sealing import Sealer
from ieum.shop.ledgers import service as ledgers
from ieum.shop.orders import service as orders
from ieum.shop.orders.types import Order, OrderState
from ieum.shop.payments import queries as payments
from ieum.shop.payments.provider import (
    Approved,
    Channel,
    Outcome,
    Provider,
    ProviderPayment,
    ProviderUnavailableError,
    RefundAccount,
    Refused,
)
from ieum.shop.refunds import notices, queries, rules
from ieum.shop.refunds.rules import Fate, Step
from ieum.shop.refunds.types import Account, Refund, RefundId

log = logging.getLogger(__name__)

# What the provider is told, and the buyer's statement may show.
REASONS = {
    "full": "고객 환불 요청",
    "withdrawal": "고객 환불 요청",
    "pro_rata": "고객 환불 요청",
    "unfulfilled": "상품을 제공하지 못한 결제",
    "operator": "고객센터 환불",
}


class RefundUnsettledError(Exception):
    """The provider has not given the money back yet; the job tries again."""


async def return_money(db: Database, provider: Provider, sealer: Sealer, refund_id: RefundId) -> None:
    """Have the provider give it back and close the books. Raises RefundUnsettledError where that is still open."""
    async with db.transaction() as conn:
        refund = await queries.get(conn, refund_id)
        if refund.state != "returning":
            return
        await queries.note_try(conn, refund_id)
    outcome = await _cancel(provider, sealer, refund)
    if isinstance(outcome, Approved) and _fate(refund, outcome.payment) is Fate.RETURNED:
        await _finish(db, refund)
        return
    log.warning("order %s: the refund was answered %s", refund.order_id, _said(outcome))
    try:
        found = await provider.find(
            refund.provider_order_id or refund.order_id,
            channel=refund.channel or Channel.NORMAL,
            payment_key=refund.payment_key,
        )
    except ProviderUnavailableError as error:
        raise RefundUnsettledError(f"order {refund.order_id}: {error}") from error
    match _fate(refund, found):
        case Fate.RETURNED:
            await _finish(db, refund)
        case Fate.UNTOUCHED:
            await _go_on(db, refund, outcome)
        case Fate.ODD:
            held = found.balance if found and found.payment_key == refund.payment_key else None
            await _stick(
                db,
                refund,
                "balance_differs",
                f"the provider holds {held} won where our books say {refund.balance}, of which {refund.amount}"
                f" should go back ({_said(outcome)})",
            )


async def close(
    conn: Connection, order: Order, refund: Refund, *, held: int | None = None, settled_by: str | None = None
) -> None:
    """The money is back: the points follow, the account is deleted, the order is over.

    `held`: what the provider still holds, where that is not what this refund leaves. The caller has
    locked the order and seen that the refund is not done yet.
    """
    if refund.amount and refund.payment_id is not None:
        left = refund.balance - refund.amount if held is None else held
        await payments.mark_cancelled(conn, refund.payment_id, returned=refund.paid - left)
    if refund.points_returned:
        await ledgers.return_points(conn, refund.member_id, refund.points_returned, order.id)
    await queries.mark_done(conn, refund.id, settled_by=settled_by)
    await clear_about(conn, "refund_stuck", reference=order.id, by=settled_by or "refunded")
    await orders.move(conn, order, OrderState.REFUNDED)
    await notices.tell_done(conn, order, refund, by_hand=settled_by is not None)


async def _cancel(provider: Provider, sealer: Sealer, refund: Refund) -> Outcome:
    if refund.payment_key is None or refund.channel is None:
        raise LookupError(f"refund {refund.id} has no payment to take back")
    return await provider.cancel(
        payment_key=refund.payment_key,
        key=rules.idempotency_key(refund.id, refund.tries),
        reason=REASONS[refund.mode],
        channel=refund.channel,
        amount=refund.amount,
        refundable=refund.balance,
        account=_account(refund, sealer),
    )


def _account(refund: Refund, sealer: Sealer) -> RefundAccount | None:
    if refund.sealed_account is None:
        return None
    account = msgspec.json.decode(sealer.open(refund.sealed_account), type=Account)
    return RefundAccount(bank=account.bank, number=account.number, holder=account.holder)


def _fate(refund: Refund, found: ProviderPayment | None) -> Fate:
    return rules.fate(
        found, payment_key=refund.payment_key or "", balance=refund.balance, amount=refund.amount
    )


async def _finish(db: Database, refund: Refund) -> None:
    async with db.transaction() as conn:
        order, current = await _lock(conn, refund)
        if current.state != "done":
            await close(conn, order, current)


async def _go_on(db: Database, refund: Refund, outcome: Outcome) -> None:
    """Nothing has come back. Raises RefundUnsettledError where the job shall try again."""
    match rules.next_step(outcome, has_account=refund.sealed_account is not None):
        case Step.NEW_ACCOUNT:
            async with db.transaction() as conn:
                order, current = await _lock(conn, refund)
                # Not where another run of this job was faster.
                if current.state == "returning" and current.tries == refund.tries:
                    await queries.await_account(conn, refund.id, code=_said(outcome))
                    await notices.tell_account_wrong(conn, order, refund)
            return
        case Step.STUCK:
            await _stick(db, refund, _said(outcome), f"the provider refuses for good: {_said(outcome)}")
            return
        case Step.AFRESH:
            async with db.transaction() as conn:
                await _lock(conn, refund)
                await queries.take_new_key(conn, refund.id, after=refund.tries)
        case Step.REPEAT:
            pass
    raise RefundUnsettledError(f"order {refund.order_id} is not given back yet: {_said(outcome)}")


async def _stick(db: Database, refund: Refund, code: str, detail: str) -> None:
    """An operator has to see to it, and the member is told that somebody does."""
    async with db.transaction() as conn:
        order, current = await _lock(conn, refund)
        if current.state != "returning":
            return
        await queries.mark_stuck(conn, refund.id, code=code)
        await raise_alarm(conn, "refund_stuck", reference=order.id, detail=detail)
        await notices.tell_stuck(conn, order, refund)


async def _lock(conn: Connection, refund: Refund) -> tuple[Order, Refund]:
    order = await orders.lock(conn, refund.order_id)
    return order, await queries.get(conn, refund.id)


def _said(outcome: Outcome) -> str:
    match outcome:
        case Refused(code=code):
            return code
        case Approved():
            return "APPROVED"
        case unknown:
            return unknown.reason
