"""Amount that is refunded of an order, and the meaning of a provider's answer. Pure; the clock is handed in.

The law sets the frame (전자상거래법 17, 18; 방문판매법 31, 32; docs/decisions/0027): everything while nothing was
used; within seven days the unused days without deduction; after that the unused days less a penalty.
"""

import re
from datetime import datetime
from enum import StrEnum

import msgspec

from ieum.shop.kernel.months import first_day
from ieum.shop.kernel.seoul import SEOUL, moment_of
from ieum.shop.order_history.types import RefundLine, RefundMode
from ieum.shop.orders.types import OrderState
from ieum.shop.payments.banks import BANKS
from ieum.shop.payments.provider import (
    Outcome,
    PaymentStatus,
    ProviderPayment,
    Refused,
    Remedy,
    Unknown,
)
from ieum.shop.refunds.types import Account, Calculation, Purchase, PurchaseRow, Term, Tickets

# Counted from the day after the purchase (민법 157).
WITHDRAWAL_DAYS = 7
# Of the price of the days that are left (terms of use, article 6).
MOST_PENALTY_PERCENT = 10


class NotRefundable(StrEnum):
    """Reasons not to refund an order, in the sentences that the member reads."""

    NOT_PAID = "결제가 완료된 주문만 환불할 수 있습니다. 결제내역에서 주문 상태를 확인해 주세요."
    REVERSED = "은행에서 입금을 취소하여 환불할 금액이 없습니다. 고객센터로 문의해 주시면 확인 후 안내해 드리겠습니다."
    UNDER_WAY = "이미 환불을 신청하신 주문입니다. 결제내역에서 환불 상태를 확인해 주세요."
    LATER_PAYMENT = "연장 결제가 진행되고 있습니다. 결제를 마치거나 취소한 뒤 다시 시도해 주세요."
    LATER_PERIOD = "이어지는 이용 기간을 결제하신 주문이 있습니다. 그 주문을 먼저 환불해 주세요."
    OVER = "이용 기간이 끝난 주문이라 환불할 금액이 없습니다. 궁금하신 점은 고객센터로 문의해 주세요."
    USED = "이용을 시작하신 상품은 환불할 수 없습니다. 궁금하신 점은 고객센터로 문의해 주세요."
    TICKET_RESERVED = (
        "교체권으로 IP를 변경하고 있습니다. 변경이 끝난 뒤 다시 시도해 주세요. 늦어도 15분 안에 끝납니다."
    )
    MOVED_IN = "이전 쇼핑몰에서 결제하신 이용권이라 여기서 환불할 수 없습니다. 고객센터로 문의해 주세요."
    NOTHING_LEFT = "환불할 금액이 남아 있지 않습니다. 궁금하신 점은 고객센터로 문의해 주세요."


def calculate(purchase: Purchase, at: datetime) -> Calculation | NotRefundable:
    """Calculate what a member who asks at this moment gets back, or why nothing."""
    if hindrance := _hindrance(purchase, at):
        return hindrance
    if not purchase.amount and not purchase.points_used:
        # What a member brought with them: nothing was paid for it here.
        return NotRefundable.MOVED_IN
    used, total = _parts(purchase, at)
    if used is None:
        mode, kept, penalty = "full", 0, 0
    elif purchase.unused_only:
        return NotRefundable.USED
    else:
        value = purchase.amount + purchase.points_used
        kept = value * used // total
        mode = _mode_of_used(purchase, at)
        penalty = _penalty(purchase, used, total) if mode == "pro_rata" else 0
    calculation = _divide(purchase, mode, used=used or 0, total=total, kept=kept, penalty=penalty)
    return calculation if calculation.amount or calculation.points else NotRefundable.NOTHING_LEFT


def is_unused(purchase: Purchase, at: datetime) -> bool:
    """Tell whether a member who asks at this moment gets everything back, because nothing was used."""
    return _hindrance(purchase, at) is None and _parts(purchase, at)[0] is None


def calculate_for_operator(purchase: Purchase, amount: int, at: datetime) -> Calculation:
    """Refund the amount that an operator decides, and points in proportion.

    The amount is final: earned points that were spent already are not deducted from it, and those are not taken back.
    Raises ValueError where the amount is more than is left of what was paid.
    """
    if not 0 <= amount <= purchase.amount - purchase.returned:
        raise ValueError(
            f"{amount:,} won: the order was paid with {purchase.amount:,} won, {purchase.returned:,} went back."
        )
    used, total = _parts(purchase, at)
    back = amount + purchase.returned
    points = purchase.points_used * back // purchase.amount if purchase.amount else purchase.points_used
    kept = purchase.amount + purchase.points_used - back - points
    calculation = _calculation(purchase, "operator", back, points, used=used or 0, total=total, kept=kept)
    return _without_overdraft(calculation, purchase.balance)


def days(term: Term, at: datetime) -> tuple[int, int]:
    """Used and total days of a period, in Seoul; the day of `at` counts as used.

    A day that had begun before the period did is not one of them (decision 0007).
    """
    first = first_day(term.starts_at)
    total = max(1, (term.ends_at.astimezone(SEOUL).date() - first).days)
    used = (at.astimezone(SEOUL).date() - first).days + 1
    return min(max(used, 0), total), total


def within_withdrawal(paid_at: datetime, at: datetime) -> bool:
    return (at.astimezone(SEOUL).date() - paid_at.astimezone(SEOUL).date()).days <= WITHDRAWAL_DAYS


def lines(calculation: Calculation) -> list[RefundLine]:
    """The steps from what was paid to what goes back, in won; they add up to the amount."""
    tickets = calculation.tickets_bought is not None
    used = (
        f"사용한 교체권 {calculation.tickets_bought - (calculation.tickets_left or 0)}장 요금"
        if calculation.tickets_bought is not None
        else f"이용한 {calculation.used_days}일분 요금"
    )
    if calculation.mode == "operator":
        used = "환불하지 않는 금액"
    steps = [
        RefundLine("결제 금액", calculation.paid_amount),
        RefundLine("사용한 포인트", calculation.points_used),
        RefundLine(used, -calculation.used_amount),
        RefundLine("위약금", -calculation.penalty_amount),
        RefundLine("이미 환불된 금액", -calculation.returned),
        RefundLine("이미 사용한 적립 포인트", -calculation.points_spent),
        RefundLine("포인트로 돌려받는 금액", -calculation.points),
    ]
    shown = {"결제 금액"} if tickets or calculation.mode in {"full", "unfulfilled"} else {"결제 금액", used}
    return [line for line in steps if line.amount or line.label in shown]


def normalize_account(account: Account) -> Account | None:
    """The account with only digits in its number; None where the bank or the number is not valid."""
    number = account.number.replace("-", "")
    if account.bank not in BANKS or not 4 <= len(number) <= 20:
        return None
    return Account(account.bank, number, account.holder.strip())


def _hindrance(purchase: Purchase, at: datetime) -> NotRefundable | None:
    if purchase.state in {OrderState.REFUNDING, OrderState.REFUNDED}:
        return NotRefundable.UNDER_WAY
    if purchase.state is not OrderState.PAID or purchase.paid_at is None:
        return NotRefundable.NOT_PAID
    if purchase.reversed:
        return NotRefundable.REVERSED
    if purchase.tickets is not None:
        return _hindrance_of_tickets(purchase.tickets)
    if purchase.term is None or at >= purchase.term.ends_at:
        return NotRefundable.OVER
    return _hindrance_of_later(purchase)


def _hindrance_of_tickets(tickets: Tickets) -> NotRefundable | None:
    # What it will have cost is known once the gateway has answered.
    if tickets.reserved:
        return NotRefundable.TICKET_RESERVED
    return None if tickets.left else NotRefundable.NOTHING_LEFT


def _hindrance_of_later(purchase: Purchase) -> NotRefundable | None:
    if purchase.later_payment:
        return NotRefundable.LATER_PAYMENT
    return NotRefundable.LATER_PERIOD if purchase.later_period else None


def _parts(purchase: Purchase, at: datetime) -> tuple[int | None, int]:
    """Used and total days or tickets; used is None where nothing was used at all."""
    if purchase.tickets is not None:
        return purchase.tickets.bought - purchase.tickets.left or None, purchase.tickets.bought
    if purchase.term is None:
        return None, 1
    used, total = days(purchase.term, at)
    if purchase.first_used_at is None:
        return None, total
    # Whoever connects on the day of the purchase has had a day more, or that day could be used for nothing again and
    # again. A connection after `at` counts, too: it voids a quote that was made before it.
    has_used_first = purchase.first_used_at < moment_of(first_day(purchase.term.starts_at))
    return max(1, used + has_used_first), total + has_used_first


def _mode_of_used(purchase: Purchase, at: datetime) -> RefundMode:
    return "withdrawal" if purchase.paid_at and within_withdrawal(purchase.paid_at, at) else "pro_rata"


def _penalty(purchase: Purchase, used: int, total: int) -> int:
    """The difference to the shortest periods and the percentage of the rest, at most a tenth of what is left.

    Both amounts that are compared fall with every day, and so does what goes back, to the won.
    """
    value = purchase.amount + purchase.points_used
    left = value - value * used // total
    rest = value - max(value, purchase.shortest_amount or 0) * used // total
    return left - max(
        rest - rest * purchase.penalty_percent // 100, left - left * MOST_PENALTY_PERCENT // 100
    )


def _divide(
    purchase: Purchase, mode: RefundMode, *, used: int, total: int, kept: int, penalty: int
) -> Calculation:
    """Split what goes back into money and points in the proportion they were paid; the odd won goes to the money."""
    value = purchase.amount + purchase.points_used
    back = value - kept - penalty
    amount = -(-back * purchase.amount // value) if value else 0
    calculation = _calculation(
        purchase, mode, amount, back - amount, used=used, total=total, kept=kept, penalty=penalty
    )
    return _deduct_spent(calculation, purchase.balance)


def _calculation(
    purchase: Purchase,
    mode: RefundMode,
    amount: int,
    points: int,
    *,
    used: int,
    total: int,
    kept: int,
    penalty: int = 0,
) -> Calculation:
    """`amount` is what goes back in all; of it, this refund returns what did not go back before."""
    returned = min(purchase.returned, amount)
    return Calculation(
        mode=mode,
        amount=amount - returned,
        points=points,
        points_clawed_back=_claw_back(purchase, max(amount, purchase.returned)),
        returned=returned,
        paid_amount=purchase.amount,
        points_used=purchase.points_used,
        used_days=used if purchase.term else 0,
        total_days=total if purchase.term else 0,
        used_amount=kept,
        penalty_amount=penalty,
        tickets_left=purchase.tickets and purchase.tickets.left,
        tickets_bought=purchase.tickets and purchase.tickets.bought,
    )


def _deduct_spent(calculation: Calculation, balance: int) -> Calculation:
    """Deduct from the money the earned points that should be taken back but were spent, a won each.

    Without this, points would be earned with an order, spent on another one, and the first one refunded whole.
    """
    missing = calculation.points_clawed_back - _available(calculation, balance)
    spent = min(max(0, missing), calculation.amount)
    return _without_overdraft(
        msgspec.structs.replace(calculation, amount=calculation.amount - spent, points_spent=spent), balance
    )


def _without_overdraft(calculation: Calculation, balance: int) -> Calculation:
    """Take back no more points than there are: a balance is never below zero."""
    taken = min(calculation.points_clawed_back, _available(calculation, balance))
    return msgspec.structs.replace(calculation, points_clawed_back=taken)


def _available(calculation: Calculation, balance: int) -> int:
    """The member's points once those that the order used are returned."""
    return max(0, balance + calculation.points)


def _claw_back(purchase: Purchase | PurchaseRow, amount: int) -> int:
    """The earned points to take back: the member keeps those earned by the money that is not refunded."""
    if not purchase.amount:
        return purchase.points_earned
    return purchase.points_earned - purchase.points_earned * (purchase.amount - amount) // purchase.amount


def points_kept(purchase: PurchaseRow, calculation: Calculation) -> int:
    """Points earned by the money that goes back, which the member keeps because they were spent before."""
    back = calculation.amount + calculation.returned
    return max(0, _claw_back(purchase, back) - calculation.points_clawed_back - calculation.points_spent)


class Progress(StrEnum):
    """State of a refund's money, by the provider's balance."""

    RETURNED = "returned"
    # Some of it went back at the provider's dashboard: the rest is asked for.
    PARTLY = "partly"
    UNTOUCHED = "untouched"
    # The provider has no such payment, or more money than we know of.
    UNEXPECTED = "unexpected"


class Step(StrEnum):
    """Next step while no money has gone back."""

    SAME_KEY = "same_key"  # repeat with the same idempotency key: the call may still be under way
    NEW_KEY = "new_key"  # repeat later with a new key: the provider repeats this key's error for good
    NEW_ACCOUNT = "new_account"
    STUCK = "stuck"


# The shop's API keys are wrong. All refunds fail until the keys are corrected, and then succeed by themselves.
_WRONG_API_KEY = frozenset({"UNAUTHORIZED_KEY", "INVALID_API_KEY", "INCORRECT_BASIC_AUTH_FORMAT"})


def progress_of(facts: ProviderPayment | None, *, payment_key: str, balance: int, stays: int) -> Progress:
    """Decides by the balance, not the status: several partial cancellations end in another status than one full one.

    Once no more than `stays` is left the refund is done, whoever returned the money.

    A payment without a time of approval is unexpected: the bank took the deposit back, and what the provider calls
    cancelled is only an account that nobody has paid into.
    """
    if (
        facts is None
        or facts.payment_key != payment_key
        or facts.approved_at is None
        or facts.status not in {PaymentStatus.APPROVED, PaymentStatus.CANCELLED}
    ):
        return Progress.UNEXPECTED
    if facts.balance <= stays:
        return Progress.RETURNED
    if facts.balance < balance:
        return Progress.PARTLY
    return Progress.UNTOUCHED if facts.balance == balance else Progress.UNEXPECTED


def next_step(outcome: Outcome, *, has_account: bool) -> Step:
    """Choose what to do after an answer, when a look-up has shown that no money went back."""
    match outcome:
        case Refused(remedy=Remedy.NEW_ACCOUNT) if has_account:
            return Step.NEW_ACCOUNT
        case Refused(code=code, remedy=remedy):
            return Step.NEW_KEY if remedy is Remedy.TRY_LATER or code in _WRONG_API_KEY else Step.STUCK
        case Unknown(reason=reason) if _is_remembered(reason):
            return Step.NEW_KEY
        case _:
            return Step.SAME_KEY


def idempotency_key(refund: int, tries: int) -> str:
    """The idempotency key of a refund's try."""
    return f"refund-{refund}" if tries == 1 else f"refund-{refund}-{tries}"


def _is_remembered(reason: str) -> bool:
    """Tell whether the reason is the provider's error code, repeated for an equal key; otherwise no answer came."""
    return re.fullmatch(r"[A-Z][A-Z0-9_]+", reason) is not None and reason != "IDEMPOTENT_REQUEST_PROCESSING"
