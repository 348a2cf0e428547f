"""Asking for money back: what it would be, and the transaction that begins it.

Begun, it is a saga: `begin` takes the goods back and notes what is owed, `returning` has the provider give the money
back outside of any transaction, and closes the books in another one. Each part may be repeated.
"""

from datetime import UTC, datetime

import msgspec

from ieum.shop.kernel import quoting
from ieum.shop.kernel.alarms import raise_alarm
from ieum.shop.kernel.db import Connection, Database
from ieum.shop.kernel.errors import Field, InvalidFields
from ieum.shop.kernel.queue import defer
from ieum.shop.kernel.sealing import Sealer
from ieum.shop.ledgers import service as ledgers
from ieum.shop.members import queries as members
from ieum.shop.members.types import MemberId
from ieum.shop.orders import service as orders
from ieum.shop.orders.types import Order, OrderState
from ieum.shop.payments import queries as payments
from ieum.shop.payments.provider import Channel, Provider
from ieum.shop.refunds import notices, queries, returning, rules, tasks
from ieum.shop.refunds.refusals import AccountNotAwaited, QuoteExpired, refusal
from ieum.shop.refunds.types import (
    Account,
    Bought,
    BoughtRow,
    Reckoning,
    Refund,
    RefundId,
    RefundQuote,
    RefundRequest,
    RefundState,
    Term,
    Tickets,
)
from ieum.shop.services import service as services
from ieum.shop.subscriptions import outcomes as subscriptions


async def quote(conn: Connection, member: MemberId, order_id: str, *, key: str) -> RefundQuote:
    """What would come back now, promised for a quarter of an hour. Raises RefundNotPossible."""
    row = await _find(conn, order_id, member)
    now = datetime.now(UTC).replace(microsecond=0)
    reckoning = _reckon(await _bought(conn, order_id, row), now)
    return RefundQuote(
        order_id=orders.OrderId(order_id),
        mode=reckoning.mode,
        amount=reckoning.amount,
        points=reckoning.points,
        points_clawed_back=reckoning.points_clawed_back,
        paid_amount=reckoning.paid_amount,
        points_used=reckoning.points_used,
        used_days=reckoning.used_days,
        total_days=reckoning.total_days,
        used_amount=reckoning.used_amount,
        penalty_amount=reckoning.penalty_amount,
        tickets_left=reckoning.tickets_left,
        tickets_bought=reckoning.tickets_bought,
        needs_account=_needs_account(row, reckoning),
        lines=rules.lines(reckoning),
        quote=quoting.sign(now, *_promised(member, order_id, reckoning), key=key),
        quote_until=now + quoting.QUOTE_STANDS,
    )


async def request(
    conn: Connection, member: MemberId, order_id: str, asked: RefundRequest, *, key: str, sealer: Sealer
) -> None:
    """Begin the refund that was shown; a second time changes nothing. Raises RefundNotPossible, QuoteExpired."""
    order = await orders.lock(conn, order_id, member)
    if order.state in {OrderState.REFUNDING, OrderState.REFUNDED}:
        return
    row = await _find(conn, order_id, member)
    await queries.lock_goods(conn, order_id, row.subscription_id)
    # Read again: what waited for the lock saw the books from before it.
    row = await _find(conn, order_id, member)
    now = datetime.now(UTC)
    moment = quoting.claimed_moment(asked.quote, now=now)
    # Where it names none that counts, the figures are of now: why nothing comes back at all is said first.
    reckoning = _reckon(await _bought(conn, order_id, row), moment or now)
    if not quoting.moment_of(asked.quote, *_promised(member, order_id, reckoning), key=key, now=now):
        raise QuoteExpired
    account = None
    if _needs_account(row, reckoning):
        if asked.account is None:
            raise InvalidFields(Field("account", "required", "환불받으실 계좌를 입력해 주세요."))
        account = _checked(asked.account)
    await _begin(
        conn,
        order,
        row,
        reckoning,
        reason=asked.reason.strip(),
        sealed_account=account and _seal(account, sealer),
    )


async def name_account(
    conn: Connection, member: MemberId, order_id: str, account: Account, *, sealer: Sealer
) -> None:
    """Where a deposit goes back to, or where else after the first account was refused."""
    await orders.lock(conn, order_id, member)
    refund = await queries.find_of_order(conn, order_id)
    if refund is None or refund.state != "awaiting_account":
        raise AccountNotAwaited
    await queries.take_account(conn, refund.id, _seal(_checked(account), sealer))
    await defer(conn, tasks.RETURN_MONEY, refund=refund.id)


async def give_back_all(conn: Connection, order: Order, code: str) -> None:
    """What was paid and bought nothing goes back whole. The caller has locked the order; a second time does nothing."""
    if await queries.find_of_order(conn, order.id) is not None:
        return
    row = await queries.find_bought(conn, order.id)
    payment = await payments.find_open(conn, order.id)
    if row is None:
        raise LookupError(order.id)
    reckoning = Reckoning(
        mode="unfulfilled",
        amount=payment.amount if payment else 0,
        points=order.points_used,
        points_clawed_back=0,
        paid_amount=payment.amount if payment else 0,
        points_used=order.points_used,
    )
    if row.subscription_id is not None and await queries.is_newest_period(conn, order.id):
        await subscriptions.end(
            conn, row.subscription_id, "member_left" if code == "member_left" else "not_sold"
        )
    await _begin(conn, order, row, reckoning, reason=code)


async def give_back_by_hand(
    conn: Connection, order_id: str, amount: int | None, *, reason: str, by: str, is_back: bool = False
) -> Reckoning:
    """An operator's decision, whatever the rules say; None: all of it. Raises RefundNotPossible, ValueError.

    `is_back`: the money is where it belongs already. Nobody names an account, and the books are closed at once.
    """
    order = await orders.lock(conn, order_id)
    if order.state is not OrderState.PAID:
        raise refusal(
            rules.NotRefundable.NOT_PAID
            if order.state not in {OrderState.REFUNDING, OrderState.REFUNDED}
            else rules.NotRefundable.UNDER_WAY
        )
    row = await _find(conn, order_id)
    await queries.lock_goods(conn, order_id, row.subscription_id)
    row = await _find(conn, order_id)
    now = datetime.now(UTC)
    if row.later_period and row.ends_at is not None and row.ends_at > now:
        raise refusal(rules.NotRefundable.LATER_PERIOD)
    bought = await _bought(conn, order_id, row)
    reckoning = rules.reckon_by_hand(bought, bought.amount if amount is None else amount, now)
    await _begin(conn, order, row, reckoning, reason=reason, requested_by=by, is_back=is_back)
    return reckoning


async def settle_by_hand(db: Database, provider: Provider, order_id: str, *, by: str) -> None:
    """An operator has given the money back by other means, or at the provider's own desk.

    Raises RefundNotPossible, ProviderUnavailableError.
    """
    async with db.connection() as conn:
        refund = _hanging(await queries.find_of_order(conn, order_id), "stuck", "awaiting_account")
    found = await provider.find(
        refund.provider_order_id or order_id,
        channel=refund.channel or Channel.NORMAL,
        payment_key=refund.payment_key,
    )
    is_ours = found is not None and found.payment_key == refund.payment_key
    async with db.transaction() as conn:
        order = await orders.lock(conn, order_id)
        refund = _hanging(await queries.find_of_order(conn, order_id), "stuck", "awaiting_account")
        await returning.close(
            conn, order, refund, held=found.balance if found and is_ours else refund.balance, settled_by=by
        )


async def try_again(conn: Connection, order_id: str) -> None:
    """What is stuck is tried once more, with a new key. Raises RefundNotPossible."""
    await orders.lock(conn, order_id)
    refund = _hanging(await queries.find_of_order(conn, order_id), "stuck")
    await queries.release(conn, refund.id)
    await defer(conn, tasks.RETURN_MONEY, refund=refund.id)


def _hanging(refund: Refund | None, *states: RefundState) -> Refund:
    if refund is None:
        raise refusal(rules.NotRefundable.NOT_PAID)
    if refund.state not in states:
        raise refusal(rules.NotRefundable.UNDER_WAY)
    return refund


async def _begin(
    conn: Connection,
    order: Order,
    row: BoughtRow,
    reckoning: Reckoning,
    *,
    reason: str,
    requested_by: str | None = None,
    sealed_account: bytes | None = None,
    is_back: bool = False,
) -> None:
    """From here the goods are gone and the money is owed, whatever happens to this process."""
    waits = _needs_account(row, reckoning) and sealed_account is None and not is_back
    state: RefundState = "awaiting_account" if waits else "returning"
    lines = rules.lines(reckoning)
    refund = await queries.insert_refund(
        conn,
        order,
        reckoning,
        lines,
        state=state,
        reason=reason,
        requested_by=requested_by,
        sealed_account=sealed_account,
    )
    if order.state is not OrderState.REFUNDING:
        await orders.move(
            conn,
            order,
            OrderState.REFUNDING,
            failure_code=reason if reckoning.mode == "unfulfilled" else None,
        )
    if reckoning.amount:
        payment = await payments.find_open(conn, order.id)
        if payment is None:
            raise LookupError(f"order {order.id} owes money that was never paid")
        await payments.mark_cancelling(conn, payment.id, returning.REASONS[reckoning.mode])
    if reckoning.mode != "unfulfilled":
        await _take_back(conn, order, row, reckoning)
        await notices.tell_begun(conn, order, reckoning, lines, needs_account=waits, reason=reason)
    elif waits:
        await _ask_for_account(conn, order, refund, reckoning.amount)
    if is_back or not reckoning.amount:
        settled_by = requested_by if is_back else None
        await returning.close(conn, order, await queries.get(conn, refund), settled_by=settled_by)
    elif not waits:
        await defer(conn, tasks.RETURN_MONEY, refund=refund)


async def _take_back(conn: Connection, order: Order, row: BoughtRow, reckoning: Reckoning) -> None:
    """Nobody uses, spends or prolongs what is being paid back."""
    if row.subscription_id is not None and await queries.is_newest_period(conn, order.id):
        await subscriptions.end(conn, row.subscription_id, "refunded")
    if row.kind == "ticket":
        if reckoning.tickets_left:
            taken = await ledgers.claw_back_tickets(conn, order.member_id, order.id)
            if taken != reckoning.tickets_left:
                # One was used while this waited for the lock: not what was shown.
                raise QuoteExpired
    elif row.ends_at is not None and row.ends_at <= datetime.now(UTC):
        # What runs now was paid for by another order.
        await services.note_refunded(conn, order.id)
    else:
        await services.take_back(conn, order.id)
    if reckoning.points_clawed_back:
        await ledgers.claw_back_points(conn, order.member_id, reckoning.points_clawed_back, order.id)


async def _ask_for_account(conn: Connection, order: Order, refund: RefundId, amount: int) -> None:
    if await members.hold_buyer(conn, order.member_id) is not None:
        await notices.tell_account_needed(conn, order, amount)
        return
    # Who has left can neither be asked nor log in to answer.
    await queries.mark_stuck(conn, refund, code="member_left")
    await raise_alarm(
        conn,
        "refund_stuck",
        reference=order.id,
        detail=f"{amount} won that a member deposited and who has left since: no account to give it back to",
    )


async def _find(conn: Connection, order_id: str, member: MemberId | None = None) -> BoughtRow:
    row = await queries.find_bought(conn, order_id, member)
    if row is None:
        raise orders.OrderNotFound
    return row


async def _bought(conn: Connection, order_id: str, row: BoughtRow) -> Bought:
    is_ticket = row.kind == "ticket"
    term = Term(row.starts_at, row.ends_at) if row.starts_at and row.ends_at else None
    return Bought(
        amount=row.amount,
        points_used=row.points_used,
        points_earned=row.points_earned,
        state=row.state,
        paid_at=row.paid_at,
        term=term,
        tickets=Tickets(row.quantity, await ledgers.tickets_left(conn, order_id)) if is_ticket else None,
        first_used_at=await services.first_used_at(conn, order_id) if term else None,
        later_period=row.later_period,
        later_payment=row.later_payment,
        unused_only=row.unused_only,
        penalty_percent=row.penalty_percent,
    )


def _reckon(bought: Bought, at: datetime) -> Reckoning:
    reckoned = rules.reckon(bought, at)
    if isinstance(reckoned, rules.NotRefundable):
        raise refusal(reckoned)
    return reckoned


def _promised(member: MemberId, order_id: str, reckoning: Reckoning) -> tuple[object, ...]:
    """What a quote is a promise of: never is another amount given than the one that was shown."""
    return (
        "refund",
        member,
        order_id,
        reckoning.amount,
        reckoning.points,
        reckoning.points_clawed_back,
    )


def _needs_account(row: BoughtRow, reckoning: Reckoning) -> bool:
    return row.method == "virtual_account" and reckoning.amount > 0


def _checked(account: Account) -> Account:
    full = rules.full_account(account)
    if full is None:
        raise InvalidFields(
            Field("account", "invalid", "은행과 계좌번호를 다시 확인해 주세요. 계좌번호는 숫자로 입력합니다.")
        )
    return full


def _seal(account: Account, sealer: Sealer) -> bytes:
    return sealer.seal(msgspec.json.encode(account).decode())
