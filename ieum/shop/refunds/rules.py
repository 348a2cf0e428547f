"""What comes back of what was paid, and what a provider's answer means for it. Pure; the clock is handed in.

The law sets the frame (전자상거래법 17, 18; 방문판매법 31, 32; docs/decisions/0027): all of it while nothing was
used, the unused days without deduction within seven days, the unused days less a penalty afterwards.
"""

import re
from datetime import datetime
from enum import StrEnum

from ieum.shop.kernel.seoul import SEOUL
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
from ieum.shop.refunds.types import Account, Bought, Line, Mode, Reckoning, Term

# Counted from the day after the purchase, as the Civil Code counts (민법 157).
WITHDRAWAL_DAYS = 7


class NotRefundable(StrEnum):
    """Why nothing comes back; each has a sentence of its own."""

    NOT_PAID = "not_paid"
    UNDER_WAY = "under_way"
    LATER_PAYMENT = "later_payment"
    LATER_PERIOD = "later_period"
    OVER = "over"
    USED = "used"
    NOTHING_LEFT = "nothing_left"


def reckon(bought: Bought, at: datetime) -> Reckoning | NotRefundable:
    """What the member gets who asks at this moment, or why nothing."""
    if hindrance := _hindrance(bought, at):
        return hindrance
    used, total = _parts(bought, at)
    if used is None:
        mode, kept, penalty = "full", 0, 0
    elif bought.unused_only:
        return NotRefundable.USED
    else:
        value = bought.amount + bought.points_used
        kept = value * used // total
        mode = _mode_of_used(bought, at)
        penalty = (value - kept) * bought.penalty_percent // 100 if mode == "pro_rata" else 0
    reckoning = _divide(bought, mode, used=used or 0, total=total, kept=kept, penalty=penalty)
    return reckoning if reckoning.amount or reckoning.points else NotRefundable.NOTHING_LEFT


def reckon_by_hand(bought: Bought, amount: int, at: datetime) -> Reckoning:
    """What an operator decides: so much of the money, and of the points in proportion.

    Raises ValueError where so much was not paid.
    """
    if not 0 <= amount <= bought.amount:
        raise ValueError(f"{amount:,} won: the order was paid with {bought.amount:,} won.")
    used, total = _parts(bought, at)
    points = bought.points_used * amount // bought.amount if bought.amount else bought.points_used
    return Reckoning(
        mode="operator",
        amount=amount,
        points=points,
        points_clawed_back=_claw_back(bought, amount),
        paid_amount=bought.amount,
        points_used=bought.points_used,
        used_days=(used or 0) if bought.term else 0,
        total_days=total if bought.term else 0,
        used_amount=bought.amount + bought.points_used - amount - points,
        tickets_left=bought.tickets and bought.tickets.left,
        tickets_bought=bought.tickets and bought.tickets.bought,
    )


def days(term: Term, at: datetime) -> tuple[int, int]:
    """Days in Seoul that are used up, and of how many. The day it starts on is a present (decision 0007)."""
    start, end = term.starts_at.astimezone(SEOUL), term.ends_at.astimezone(SEOUL)
    from_midnight = start.replace(hour=0, minute=0, second=0, microsecond=0) == start
    total = max(1, (end.date() - start.date()).days - (0 if from_midnight else 1))
    used = (at.astimezone(SEOUL).date() - start.date()).days
    return min(max(used, 0), total), total


def within_withdrawal(paid_at: datetime, at: datetime) -> bool:
    return (at.astimezone(SEOUL).date() - paid_at.astimezone(SEOUL).date()).days <= WITHDRAWAL_DAYS


def lines(reckoning: Reckoning) -> list[Line]:
    """The way from what was paid to what comes back, in won; they add up to the amount."""
    tickets = reckoning.tickets_bought is not None
    used = (
        f"사용한 교체권 {reckoning.tickets_bought - (reckoning.tickets_left or 0)}장 요금"
        if reckoning.tickets_bought is not None
        else f"이용한 {reckoning.used_days}일분 요금"
    )
    if reckoning.mode == "operator":
        used = "환불하지 않는 금액"
    steps = [
        Line("결제 금액", reckoning.paid_amount),
        Line("사용한 포인트", reckoning.points_used),
        Line(used, -reckoning.used_amount),
        Line("위약금", -reckoning.penalty_amount),
        Line("포인트로 돌려받는 금액", -reckoning.points),
    ]
    shown = {"결제 금액"} if tickets or reckoning.mode in {"full", "unfulfilled"} else {"결제 금액", used}
    return [line for line in steps if line.amount or line.label in shown]


def full_account(account: Account) -> Account | None:
    """With nothing but digits in its number; None where there is no such bank or no such number."""
    number = account.number.replace("-", "")
    if account.bank not in BANKS or not 4 <= len(number) <= 20:
        return None
    return Account(account.bank, number, account.holder.strip())


def _hindrance(bought: Bought, at: datetime) -> NotRefundable | None:
    if bought.state in {OrderState.REFUNDING, OrderState.REFUNDED}:
        return NotRefundable.UNDER_WAY
    if bought.state is not OrderState.PAID or bought.paid_at is None:
        return NotRefundable.NOT_PAID
    if bought.tickets is not None:
        return None if bought.tickets.left else NotRefundable.NOTHING_LEFT
    if bought.term is None or at >= bought.term.ends_at:
        return NotRefundable.OVER
    if bought.later_payment:
        return NotRefundable.LATER_PAYMENT
    return NotRefundable.LATER_PERIOD if bought.later_period else None


def _parts(bought: Bought, at: datetime) -> tuple[int | None, int]:
    """How many parts of how many are used; None where nothing was used at all."""
    if bought.tickets is not None:
        return bought.tickets.bought - bought.tickets.left or None, bought.tickets.bought
    if bought.term is None:
        return None, 1
    used, total = days(bought.term, at)
    begun = bought.term.starts_at <= at
    ever_used = bought.first_used_at is not None and bought.first_used_at <= at
    return (used if begun and ever_used else None), total


def _mode_of_used(bought: Bought, at: datetime) -> Mode:
    return "withdrawal" if bought.paid_at and within_withdrawal(bought.paid_at, at) else "pro_rata"


def _divide(bought: Bought, mode: Mode, *, used: int, total: int, kept: int, penalty: int) -> Reckoning:
    """Spread what comes back over money and points as they were paid; a won that cannot be halved is money."""
    value = bought.amount + bought.points_used
    back = value - kept - penalty
    amount = -(-back * bought.amount // value) if value else 0
    return Reckoning(
        mode=mode,
        amount=amount,
        points=back - amount,
        points_clawed_back=_claw_back(bought, amount),
        paid_amount=bought.amount,
        points_used=bought.points_used,
        used_days=0 if bought.tickets else used,
        total_days=0 if bought.tickets else total,
        used_amount=kept,
        penalty_amount=penalty,
        tickets_left=bought.tickets and bought.tickets.left,
        tickets_bought=bought.tickets and bought.tickets.bought,
    )


def _claw_back(bought: Bought, amount: int) -> int:
    """The member keeps the points that the money we keep has earned."""
    if not bought.amount:
        return bought.points_earned
    return bought.points_earned - bought.points_earned * (bought.amount - amount) // bought.amount


class Fate(StrEnum):
    """What the provider's own figures say of a refund."""

    RETURNED = "returned"
    UNTOUCHED = "untouched"
    # Neither: somebody else has been at this payment.
    ODD = "odd"


class Step(StrEnum):
    """What follows while nothing has come back."""

    REPEAT = "repeat"  # the same key: the call may still be under way
    AFRESH = "afresh"  # a new key, later: this one's answer is an error for good
    NEW_ACCOUNT = "new_account"
    STUCK = "stuck"


# Our keys are wrong: every refund fails alike until somebody puts them right, and then none has to be touched.
_OF_OUR_KEYS = frozenset({"UNAUTHORIZED_KEY", "INVALID_API_KEY", "INCORRECT_BASIC_AUTH_FORMAT"})


def fate(found: ProviderPayment | None, *, payment_key: str, balance: int, amount: int) -> Fate:
    """Told by the balance alone: parts that add up to everything keep another status than one cancel does."""
    if (
        found is None
        or found.payment_key != payment_key
        or found.status not in {PaymentStatus.APPROVED, PaymentStatus.CANCELLED}
    ):
        return Fate.ODD
    if found.balance == balance - amount:
        return Fate.RETURNED
    return Fate.UNTOUCHED if found.balance == balance else Fate.ODD


def next_step(outcome: Outcome, *, has_account: bool) -> Step:
    """After an answer other than yes, and a look-up by which nothing has come back."""
    match outcome:
        case Refused(remedy=Remedy.NEW_ACCOUNT) if has_account:
            return Step.NEW_ACCOUNT
        case Refused(code=code, remedy=remedy):
            return Step.AFRESH if remedy is Remedy.TRY_LATER or code in _OF_OUR_KEYS else Step.STUCK
        case Unknown(reason=reason) if _is_remembered(reason):
            return Step.AFRESH
        case _:
            return Step.REPEAT


def idempotency_key(refund: int, tries: int) -> str:
    """The first try's, or that of a later one which a look-up has allowed."""
    return f"refund-{refund}" if tries == 1 else f"refund-{refund}-{tries}"


def _is_remembered(reason: str) -> bool:
    """Whether the provider answered, and will answer the same to the same key; else nothing came back at all."""
    return re.fullmatch(r"[A-Z][A-Z0-9_]+", reason) is not None and reason != "IDEMPOTENT_REQUEST_PROCESSING"
