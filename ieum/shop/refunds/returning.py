"""Has the provider return a refund's money, and completes the refund.

The provider cannot return the money twice: every call names the balance that it must still have, and a call that was
answered with an error is repeated under a new key only after a look-up has shown that nothing went back. What went back
at the provider's dashboard since the refund began counts toward it: the next call asks for the rest.
"""

import logging

from ieum.shop.kernel.alarms import clear_about, raise_alarm
from ieum.shop.kernel.db import Connection, Database
from ieum.shop.kernel.sealing import Sealer
from ieum.shop.kernel.unsealing import unseal, unseal_or_alarm
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
from ieum.shop.refunds import accounts, elsewhere, notices, queries, rules
from ieum.shop.refunds.rules import Progress, Step
from ieum.shop.refunds.types import Account, Refund, RefundId

log = logging.getLogger(__name__)

# The reason that the provider is given; the buyer's statement may show it.
REASONS = {
    "full": "고객 환불 요청",
    "withdrawal": "고객 환불 요청",
    "pro_rata": "고객 환불 요청",
    "unfulfilled": "상품을 제공하지 못한 결제",
    "operator": "고객센터 환불",
}


class RefundUnsettledError(Exception):
    """The provider has not returned the money yet; the job tries again."""


async def return_money(db: Database, provider: Provider, sealer: Sealer, refund_id: RefundId) -> None:
    """Have the provider return the money, then complete the refund. Raises RefundUnsettledError while that is open."""
    async with db.transaction() as conn:
        refund = await queries.get(conn, refund_id)
        if refund.state != "returning":
            return
        await queries.note_try(conn, refund_id)
    outcome = await _cancel(provider, refund, await _open_account(db, sealer, refund))
    if isinstance(outcome, Approved) and _progress(refund, outcome.payment) is Progress.RETURNED:
        await _finish(db, sealer, refund, outcome.payment)
        return
    log.warning("order %s: the provider answered its refund with %s", refund.order_id, _code(outcome))
    try:
        facts = await _find(provider, refund)
    except ProviderUnavailableError as error:
        raise RefundUnsettledError(f"order {refund.order_id}: {error}") from error
    match _progress(refund, facts):
        case Progress.RETURNED if facts is not None:
            await _finish(db, sealer, refund, facts)
        case Progress.PARTLY if facts is not None:
            await _note_part(db, refund, facts)
            raise RefundUnsettledError(
                f"order {refund.order_id}: part of it went back elsewhere, the rest comes next"
            )
        case Progress.UNTOUCHED:
            await _continue(db, refund, outcome)
        case _:
            is_known = facts is not None and facts.payment_key == refund.payment_key
            there = f"남은 돈은 {facts.balance:,}원" if facts and is_known else "이 결제는 없음"
            await _mark_stuck(
                db,
                refund,
                "balance_differs",
                f"결제대행사에 {there}, 우리 장부는 {refund.balance:,}원이고 {refund.open_amount:,}원을"
                f" 돌려주어야 합니다. 결제대행사의 응답: {_said(outcome)}",
            )


async def take_up(db: Database, provider: Provider, sealer: Sealer, order_id: str) -> None:
    """Record what went back at the provider's dashboard of a refund that waits for staff or for an account.

    One that is under way looks by itself. Raises ProviderUnavailableError.
    """
    async with db.connection() as conn:
        refund = await queries.find_of_order(conn, order_id)
    if refund is None or refund.state not in {"stuck", "awaiting_account"}:
        return
    facts = await _find(provider, refund)
    match _progress(refund, facts):
        case Progress.RETURNED if facts is not None:
            await _finish(db, sealer, refund, facts, by_hand=True)
        case Progress.PARTLY if facts is not None:
            await _note_part(db, refund, facts)
        case _:
            pass


async def close(
    conn: Connection,
    order: Order,
    refund: Refund,
    *,
    balance: int | None = None,
    settled_by: str | None = None,
    by_hand: bool = False,
    account: str | None = None,
) -> None:
    """Complete a refund whose money is back: delete the account, end the order.

    `account` is the one that the money went to, as a mail names it; `by_hand` says that staff chose another. `balance`
    is what the provider still has, where that differs from what this refund leaves; less than that went back at its
    dashboard, and staff are told. The caller has locked the order and seen that the refund is not done yet.
    """
    if refund.amount and refund.payment_id is not None:
        left = refund.stays if balance is None else balance
        await payments.mark_cancelled(
            conn, refund.payment_id, returned=refund.paid - left, refunded=refund.amount
        )
        if left < refund.stays:
            await elsewhere.tell_staff(
                conn, order.id, cancelled=refund.stays - left, paid=refund.paid, left=left
            )
    # Already returned, unless the refund began before points went back at its beginning; then they go back now.
    if refund.points_returned:
        await ledgers.return_points(conn, refund.member_id, refund.points_returned, order.id)
    await queries.mark_done(conn, refund.id, settled_by=settled_by)
    await clear_about(conn, "refund_stuck", reference=order.id, by=settled_by or "refunded")
    await orders.move(conn, order, OrderState.REFUNDED)
    await notices.tell_done(conn, order, refund, by_hand=by_hand or settled_by is not None, account=account)


async def _cancel(provider: Provider, refund: Refund, account: Account | None) -> Outcome:
    if refund.payment_key is None or refund.channel is None:
        raise LookupError(f"refund {refund.id} has no payment to cancel")
    return await provider.cancel(
        payment_key=refund.payment_key,
        key=rules.idempotency_key(refund.id, refund.tries),
        reason=REASONS[refund.mode],
        channel=refund.channel,
        amount=refund.open_amount,
        refundable=refund.balance,
        account=account and RefundAccount(account.bank, account.number, account.holder),
    )


async def _find(provider: Provider, refund: Refund) -> ProviderPayment | None:
    return await provider.find(
        refund.provider_order_id or refund.order_id,
        channel=refund.channel or Channel.NORMAL,
        payment_key=refund.payment_key,
    )


async def _open_account(db: Database, sealer: Sealer, refund: Refund) -> Account | None:
    """Open the sealed account of the refund, None if it has none.

    Raises RefundUnsettledError, with an alarm, if it does not open: the money goes nowhere then.
    """
    if refund.sealed_account is None:
        return None
    opened = await unseal_or_alarm(
        db,
        sealer,
        refund.sealed_account,
        of=queries.place_of(refund.order_id),
        reference=f"refund:{refund.order_id}",
        what="이 환불의 계좌가",
    )
    if opened is None:
        raise RefundUnsettledError(f"order {refund.order_id}: its account does not open")
    return accounts.read(opened)


async def _account(conn: Connection, refund: Refund, sealer: Sealer) -> Account | None:
    if refund.sealed_account is None:
        return None
    return accounts.read(
        await unseal(conn, sealer, refund.sealed_account, of=queries.place_of(refund.order_id))
    )


def _progress(refund: Refund, facts: ProviderPayment | None) -> Progress:
    return rules.progress_of(
        facts, payment_key=refund.payment_key or "", balance=refund.balance, stays=refund.stays
    )


async def _finish(
    db: Database, sealer: Sealer, refund: Refund, facts: ProviderPayment, *, by_hand: bool = False
) -> None:
    """Complete a refund whose money went back; `by_hand`, by staff at the provider's dashboard.

    A card has its money back by either; a deposit's goes there to an account that only staff know.
    """
    async with db.transaction() as conn:
        order, current = await _lock(conn, refund)
        if current.state != "done":
            is_elsewhere = by_hand and order.method == "virtual_account"
            account = None if is_elsewhere else await _account(conn, current, sealer)
            named = account and accounts.describe(account)
            await close(conn, order, current, balance=facts.balance, by_hand=is_elsewhere, account=named)


async def _note_part(db: Database, refund: Refund, facts: ProviderPayment) -> None:
    """Record what went back at the provider's dashboard; the next try asks for the rest.

    It has a new key and names the new balance. The call before named the old one, so it cannot succeed any more.
    """
    async with db.transaction() as conn:
        order, current = await _lock(conn, refund)
        if current.state != "done" and current.payment_id is not None and facts.balance < current.balance:
            left = facts.balance
            await payments.note_returned(conn, current.payment_id, returned=current.paid - left)
            await queries.take_new_key(conn, refund.id, after=current.tries)
            await elsewhere.tell_staff(
                conn, order.id, cancelled=current.balance - left, paid=current.paid, left=left
            )


async def _continue(db: Database, refund: Refund, outcome: Outcome) -> None:
    """Decide what to do while no money has gone back. Raises RefundUnsettledError where the job should try again."""
    match rules.next_step(outcome, has_account=refund.sealed_account is not None):
        case Step.NEW_ACCOUNT:
            async with db.transaction() as conn:
                order, current = await _lock(conn, refund)
                # Another run of this job may have handled this try already.
                if current.state == "returning" and current.tries == refund.tries:
                    await queries.await_account(
                        conn, refund.id, code=_code(outcome), message=_message(outcome)
                    )
                    await notices.tell_account_wrong(conn, order, refund)
            return
        case Step.STUCK:
            await _mark_stuck(
                db,
                refund,
                _code(outcome),
                f"결제대행사가 환불을 거절했습니다. 거절 코드 {_code(outcome)}",
                message=_message(outcome),
            )
            return
        case Step.NEW_KEY:
            async with db.transaction() as conn:
                await _lock(conn, refund)
                await queries.take_new_key(conn, refund.id, after=refund.tries)
        case Step.SAME_KEY:
            pass
    raise RefundUnsettledError(f"order {refund.order_id} is not refunded yet: {_code(outcome)}")


async def _mark_stuck(db: Database, refund: Refund, code: str, detail: str, *, message: str = "") -> None:
    """Hand the refund to an operator: raise an alarm, and tell the member that somebody looks after it."""
    async with db.transaction() as conn:
        order, current = await _lock(conn, refund)
        if current.state != "returning":
            return
        await queries.mark_stuck(conn, refund.id, code=code, message=message)
        await raise_alarm(conn, "refund_stuck", reference=order.id, detail=detail)
        await notices.tell_stuck(conn, order, refund)


async def _lock(conn: Connection, refund: Refund) -> tuple[Order, Refund]:
    order = await orders.lock(conn, refund.order_id)
    return order, await queries.get(conn, refund.id)


def _message(outcome: Outcome) -> str:
    return outcome.message if isinstance(outcome, Refused) else ""


def _said(outcome: Outcome) -> str:
    """As staff read it; a code stands as the provider has to be asked about it."""
    match outcome:
        case Refused(code=code):
            return f"거절 ({code})"
        case Approved():
            return "승인"
        case unknown:
            return f"알 수 없음 ({unknown.reason})"


def _code(outcome: Outcome) -> str:
    match outcome:
        case Refused(code=code):
            return code
        case Approved():
            return "APPROVED"
        case unknown:
            return unknown.reason
