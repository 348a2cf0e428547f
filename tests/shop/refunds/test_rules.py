"""How much is refunded, for every kind of order at every time, as pure rules."""

from datetime import datetime, timedelta

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ieum.shop.kernel.months import end_of_period
from ieum.shop.orders.types import OrderState
from ieum.shop.payments.provider import (
    Approved,
    Outcome,
    PaymentStatus,
    ProviderPayment,
    Refused,
    Remedy,
    Unknown,
)
from ieum.shop.payments.toss_codes import REMEDIES
from ieum.shop.refunds.rules import (
    NotRefundable,
    Progress,
    Step,
    calculate,
    calculate_for_operator,
    days,
    idempotency_key,
    lines,
    next_step,
    normalize_account,
    progress_of,
    within_withdrawal,
)
from ieum.shop.refunds.types import Account, Calculation, Purchase, Term, Tickets
from tests.shop.builders.purchased import NEXT_MONTH, PAID, USED_AT_ONCE, bought, seoul, tickets

param = pytest.param


def back(found: Calculation | NotRefundable) -> Calculation:
    assert isinstance(found, Calculation), found
    return found


@pytest.mark.parametrize(
    ("of", "at", "mode", "amount", "points", "clawed_back"),
    [
        param(bought(first_used_at=None), "2026-11-20 14:06", "full", 30_000, 0, 0, id="unused-at-once"),
        param(
            bought(first_used_at=None),
            "2026-12-20 23:59",
            "full",
            30_000,
            0,
            0,
            id="unused-to-the-last-minute",
        ),
        param(
            bought(first_used_at=None, penalty_percent=10),
            "2026-12-15 09:00",
            "full",
            30_000,
            0,
            0,
            id="unused-costs-no-penalty",
        ),
        param(
            bought(amount=31_000, first_used_at=USED_AT_ONCE),
            "2026-11-20 23:59",
            "withdrawal",
            30_000,
            0,
            0,
            id="the-day-of-the-purchase-is-used",
        ),
        param(
            bought(amount=31_000, first_used_at=USED_AT_ONCE),
            "2026-11-21 23:59",
            "withdrawal",
            29_000,
            0,
            0,
            id="the-day-of-the-purchase-and-the-next",
        ),
        param(bought(), "2026-11-21 00:00", "withdrawal", 29_000, 0, 0, id="a-day-used"),
        param(bought(), "2026-11-22 00:00", "withdrawal", 28_000, 0, 0, id="two-days-used"),
        param(
            bought(penalty_percent=10),
            "2026-11-27 23:59",
            "withdrawal",
            23_000,
            0,
            0,
            id="the-seventh-day-is-a-withdrawal",
        ),
        param(
            bought(penalty_percent=10),
            "2026-11-28 00:00",
            "pro_rata",
            19_800,
            0,
            0,
            id="the-eighth-day-has-a-penalty",
        ),
        param(bought(), "2026-11-28 00:00", "pro_rata", 22_000, 0, 0, id="no-penalty-is-the-default"),
        param(bought(), "2026-12-19 12:00", "pro_rata", 1_000, 0, 0, id="the-day-before-the-last"),
        param(
            bought(amount=29_999),
            "2026-11-28 12:00",
            "pro_rata",
            22_000,
            0,
            0,
            id="what-is-used-is-rounded-down",
        ),
        param(
            bought(first_used_at=seoul("2026-11-25 09:00")),
            "2026-11-24 09:00",
            "withdrawal",
            26_000,
            0,
            0,
            id="used-after-the-quote",
        ),
        param(
            bought(term=NEXT_MONTH, first_used_at=None),
            "2026-12-10 09:00",
            "full",
            30_000,
            0,
            0,
            id="a-renewal-that-has-not-begun",
        ),
        param(
            bought(term=NEXT_MONTH, amount=31_000, first_used_at=NEXT_MONTH.starts_at),
            "2026-12-22 09:00",
            "pro_rata",
            29_000,
            0,
            0,
            id="a-renewal-on-its-second-day",
        ),
        param(
            bought(amount=27_000, points_used=3_000),
            "2026-11-30 12:00",
            "pro_rata",
            18_000,
            2_000,
            0,
            id="points-and-money-as-they-were-paid",
        ),
        param(
            bought(amount=0, points_used=30_000),
            "2026-11-30 12:00",
            "pro_rata",
            0,
            20_000,
            0,
            id="points-alone",
        ),
        param(
            bought(amount=0, points_used=30_000, first_used_at=None),
            "2026-11-30 12:00",
            "full",
            0,
            30_000,
            0,
            id="points-alone-unused",
        ),
        param(
            bought(points_earned=3_000, balance=3_000),
            "2026-11-30 12:00",
            "pro_rata",
            20_000,
            0,
            2_000,
            id="kept-money-keeps-its-points",
        ),
        param(
            bought(points_earned=3_000, first_used_at=None, balance=3_000),
            "2026-11-30 12:00",
            "full",
            30_000,
            0,
            3_000,
            id="all-back-all-points-back",
        ),
        param(
            bought(points_earned=3_000, first_used_at=None, balance=1_000),
            "2026-11-30 12:00",
            "full",
            28_000,
            0,
            1_000,
            id="spent-points-are-deducted",
        ),
        param(
            bought(points_earned=3_000, first_used_at=None, balance=-500),
            "2026-11-30 12:00",
            "full",
            27_000,
            0,
            0,
            id="an-old-debt-is-not-deducted",
        ),
        param(
            bought(amount=27_000, points_used=3_000, points_earned=2_700, first_used_at=None),
            "2026-11-30 12:00",
            "full",
            27_000,
            3_000,
            2_700,
            id="the-orders-own-points-cover-what-is-taken-back",
        ),
        param(
            bought(amount=1_000, points_used=100, points_earned=30_000, first_used_at=None),
            "2026-11-30 12:00",
            "full",
            0,
            100,
            100,
            id="no-more-is-deducted-than-comes-back",
        ),
        param(
            bought(unused_only=True, first_used_at=None),
            "2026-11-30 12:00",
            "full",
            30_000,
            0,
            0,
            id="strict-and-unused",
        ),
        param(tickets(10, 10), "2027-11-01 12:00", "full", 30_000, 0, 0, id="no-ticket-used"),
        param(tickets(10, 7), "2026-11-22 12:00", "withdrawal", 21_000, 0, 0, id="tickets-within-seven-days"),
        param(
            tickets(10, 7, penalty_percent=10),
            "2026-12-22 12:00",
            "pro_rata",
            18_900,
            0,
            0,
            id="tickets-afterwards",
        ),
        param(
            tickets(3, 1, amount=10_000),
            "2026-12-22 12:00",
            "pro_rata",
            3_334,
            0,
            0,
            id="tickets-that-do-not-divide",
        ),
    ],
)
def test_the_refund_of_an_order(
    of: Purchase, at: str, mode: str, amount: int, points: int, clawed_back: int
) -> None:
    found = back(calculate(of, seoul(at)))

    assert (found.mode, found.amount, found.points, found.points_clawed_back) == (
        mode,
        amount,
        points,
        clawed_back,
    )


@pytest.mark.parametrize(
    ("of", "at", "why"),
    [
        param(bought(state=OrderState.EXPIRED), "2026-11-21 09:00", NotRefundable.NOT_PAID, id="expired"),
        param(
            bought(state=OrderState.CONFIRMING), "2026-11-21 09:00", NotRefundable.NOT_PAID, id="being-paid"
        ),
        param(
            bought(state=OrderState.REFUNDING), "2026-11-21 09:00", NotRefundable.UNDER_WAY, id="under-way"
        ),
        param(bought(state=OrderState.REFUNDED), "2026-11-21 09:00", NotRefundable.UNDER_WAY, id="refunded"),
        param(bought(first_used_at=None), "2026-12-21 00:00", NotRefundable.OVER, id="over-though-unused"),
        param(bought(term=None), "2026-11-21 09:00", NotRefundable.OVER, id="nothing-left-of-it"),
        param(bought(), "2026-12-20 00:00", NotRefundable.NOTHING_LEFT, id="the-last-day-is-used"),
        param(bought(later_period=True), "2026-11-21 09:00", NotRefundable.LATER_PERIOD, id="renewed"),
        param(
            bought(later_payment=True), "2026-11-21 09:00", NotRefundable.LATER_PAYMENT, id="being-renewed"
        ),
        param(bought(unused_only=True), "2026-11-20 15:00", NotRefundable.USED, id="strict-and-used"),
        param(tickets(10, 0), "2026-11-21 09:00", NotRefundable.NOTHING_LEFT, id="all-tickets-used"),
        param(
            tickets(10, 9, unused_only=True), "2026-11-21 09:00", NotRefundable.USED, id="strict-and-one-used"
        ),
    ],
)
def test_an_order_that_is_not_refundable_says_why(of: Purchase, at: str, why: NotRefundable) -> None:
    assert calculate(of, seoul(at)) is why


moments = st.integers(0, 3 * 365 * 86_400).map(lambda seconds: PAID + timedelta(seconds=seconds))
amounts = st.integers(0, 10_000_000)


@st.composite
def orders(draw: st.DrawFn) -> Purchase:
    paid_at = draw(moments)
    starts_at = paid_at + timedelta(days=draw(st.integers(0, 40)))
    money, points = draw(amounts), draw(amounts)
    count = draw(st.integers(1, 100))
    is_ticket = draw(st.booleans())
    return bought(
        amount=money,
        points_used=points,
        points_earned=draw(st.integers(0, money)),
        paid_at=paid_at,
        term=None if is_ticket else Term(starts_at, end_of_period(starts_at, draw(st.integers(1, 36)))),
        tickets=Tickets(count, draw(st.integers(0, count))) if is_ticket else None,
        first_used_at=draw(st.none() | st.just(starts_at)),
        penalty_percent=draw(st.integers(0, 10)),
        shortest_amount=draw(st.none() | amounts.map(lambda more: money + points + more)),
        balance=draw(amounts),
        returned=draw(st.just(0) | st.integers(0, money)),
    )


@given(orders(), st.integers(0, 1200))
def test_a_refund_is_never_negative_never_too_much_and_adds_up_to_the_won(of: Purchase, after: int) -> None:
    assert of.paid_at is not None
    found = calculate(of, of.paid_at + timedelta(days=after))
    if isinstance(found, NotRefundable):
        return

    assert 0 <= found.amount <= of.amount - of.returned
    assert 0 <= found.returned <= of.returned
    assert 0 <= found.points <= of.points_used
    assert 0 <= found.points_clawed_back <= of.points_earned
    assert found.used_amount >= 0
    assert 0 <= found.penalty_amount <= (of.amount + of.points_used - found.used_amount) // 10
    assert found.points_spent >= 0
    assert found.points_clawed_back <= of.balance + found.points
    kept = found.used_amount + found.penalty_amount + found.points_spent + found.returned
    assert of.amount + of.points_used == found.amount + found.points + kept
    assert sum(line.amount for line in lines(found)) == found.amount


@given(orders(), st.integers(0, 1200), st.integers(1, 60))
def test_waiting_never_increases_a_refund(of: Purchase, after: int, later: int) -> None:
    assert of.paid_at is not None
    at = of.paid_at + timedelta(days=after)
    now, then = calculate(of, at), calculate(of, at + timedelta(days=later))
    if isinstance(then, NotRefundable):
        return

    assert back(now).amount >= then.amount
    assert back(now).points >= then.points
    assert back(now).points_clawed_back >= then.points_clawed_back


@given(orders(), st.integers(0, 1200))
def test_an_unused_service_is_worth_most_and_a_withdrawal_no_less_than_a_termination(
    of: Purchase, after: int
) -> None:
    assert of.paid_at is not None
    at = of.paid_at + timedelta(days=after)
    if isinstance(calculate(of, at), NotRefundable) or of.tickets:
        return
    unused = back(calculate(msgspec.structs.replace(of, first_used_at=None), at))
    withdrawn = calculate(msgspec.structs.replace(of, paid_at=at), at)
    ended = calculate(msgspec.structs.replace(of, paid_at=at - timedelta(days=30)), at)

    worth = [0 if isinstance(one, NotRefundable) else one.amount for one in (unused, withdrawn, ended)]
    assert worth == sorted(worth, reverse=True)


@given(orders(), st.integers(0, 1200), st.integers(0, 899))
def test_a_later_connection_changes_a_quote_only_where_nothing_was_used_before(
    of: Purchase, after: int, later: int
) -> None:
    assert of.paid_at is not None
    at = of.paid_at + timedelta(days=after)
    before = calculate(of, at)
    if of.tickets or isinstance(before, NotRefundable):
        return
    connected_at = at + timedelta(seconds=later + 1)
    first_used_at = min(of.first_used_at or connected_at, connected_at)

    connected = calculate(msgspec.structs.replace(of, first_used_at=first_used_at), at)

    assert (connected == before) == (of.first_used_at is not None)


@given(orders(), st.data())
def test_an_operator_may_pay_back_at_most_what_was_paid(of: Purchase, data: st.DataObject) -> None:
    assert of.paid_at is not None
    amount = data.draw(st.integers(0, of.amount - of.returned))
    found = calculate_for_operator(of, amount, of.paid_at)

    assert (found.mode, found.amount) == ("operator", amount)
    assert 0 <= found.points <= of.points_used
    assert 0 <= found.points_clawed_back <= min(of.points_earned, of.balance + found.points)
    assert sum(line.amount for line in lines(found)) == amount
    with pytest.raises(ValueError, match="the order was paid with"):
        calculate_for_operator(of, of.amount - of.returned + 1, of.paid_at)


def test_the_lines_of_a_refund_add_up_to_its_amount() -> None:
    found = back(
        calculate(bought(amount=27_000, points_used=3_000, penalty_percent=10), seoul("2026-11-30 12:00"))
    )

    assert [(line.label, line.amount) for line in lines(found)] == [
        ("결제 금액", 27_000),
        ("사용한 포인트", 3_000),
        ("이용한 10일분 요금", -10_000),
        ("위약금", -2_000),
        ("포인트로 돌려받는 금액", -1_800),
    ]
    assert (found.amount, found.points) == (16_200, 1_800)


@pytest.mark.parametrize(
    ("starts", "months", "at", "used", "total"),
    [
        param("2026-11-20 14:05", 1, "2026-11-20 23:59", 0, 30, id="first-hours"),
        param("2026-11-20 14:05", 1, "2026-12-20 23:59", 30, 30, id="last-day"),
        param("2026-12-21 00:00", 1, "2026-12-21 12:00", 1, 31, id="from-midnight"),
        param("2026-12-21 00:00", 1, "2027-01-20 12:00", 31, 31, id="last-day-from-midnight"),
        param("2026-12-21 00:00", 1, "2026-11-01 12:00", 0, 31, id="before-it"),
        param("2026-12-21 00:00", 1, "2027-05-01 12:00", 31, 31, id="long-after"),
        param("2026-11-20 23:59", 1, "2026-11-21 00:00", 1, 30, id="midnight-in-seoul"),
    ],
)
def test_days_are_counted_in_seoul(starts: str, months: int, at: str, used: int, total: int) -> None:
    term = Term(seoul(starts), end_of_period(seoul(starts), months))

    assert days(term, seoul(at)) == (used, total)


def test_the_withdrawal_period_ends_with_the_seventh_day() -> None:
    assert within_withdrawal(PAID, seoul("2026-11-27 23:59:59"))
    assert not within_withdrawal(PAID, seoul("2026-11-28 00:00"))


def held(
    balance: int,
    *,
    status: PaymentStatus = PaymentStatus.APPROVED,
    key: str = "key",
    approved_at: datetime | None = PAID,
) -> ProviderPayment:
    return ProviderPayment(
        payment_key=key,
        order_id="20261120-ABCDEFGHJK",
        status=status,
        amount=30_000,
        balance=balance,
        method="카드",
        receipt_url=None,
        approved_at=approved_at,
        failure_code=None,
    )


@pytest.mark.parametrize(
    ("found", "said"),
    [
        param(held(10_000), Progress.RETURNED, id="part-returned"),
        param(held(30_000), Progress.UNTOUCHED, id="nothing-returned"),
        param(held(0, status=PaymentStatus.CANCELLED), Progress.RETURNED, id="somebody-cancelled-all"),
        param(held(15_000), Progress.PARTLY, id="somebody-cancelled-some"),
        param(held(40_000), Progress.UNEXPECTED, id="more-than-we-know-of"),
        param(held(10_000, key="other"), Progress.UNEXPECTED, id="another-payment"),
        param(held(30_000, status=PaymentStatus.CLOSED), Progress.UNEXPECTED, id="never-paid"),
        param(held(30_000, status=PaymentStatus.DEPOSIT), Progress.UNEXPECTED, id="deposit-taken-back"),
        param(held(10_000, approved_at=None), Progress.UNEXPECTED, id="cancelled-without-having-been-paid"),
        param(None, Progress.UNEXPECTED, id="no-such-payment"),
    ],
)
def test_the_balance_at_the_provider_decides_the_fate_of_a_refund(
    found: ProviderPayment | None, said: Progress
) -> None:
    assert progress_of(found, payment_key="key", balance=30_000, stays=10_000) is said


@pytest.mark.parametrize("status", [PaymentStatus.APPROVED, PaymentStatus.CANCELLED])
def test_a_balance_of_nothing_means_all_was_paid_back_whatever_the_status(status: PaymentStatus) -> None:
    assert (
        progress_of(held(0, status=status), payment_key="key", balance=30_000, stays=0) is Progress.RETURNED
    )


def refused(code: str) -> Refused:
    return Refused(code, REMEDIES[code])


@pytest.mark.parametrize(
    ("outcome", "step"),
    [
        param(Unknown("ReadTimeout"), Step.SAME_KEY, id="no-answer"),
        param(Unknown("connect"), Step.SAME_KEY, id="never-left"),
        param(Unknown("IDEMPOTENT_REQUEST_PROCESSING"), Step.SAME_KEY, id="still-under-way"),
        param(Unknown("FAILED_REFUND_PROCESS"), Step.NEW_KEY, id="an-error-for-good"),
        param(Unknown("ALREADY_CANCELED_PAYMENT"), Step.NEW_KEY, id="contradicts-the-look-up"),
        param(Approved(held(30_000)), Step.SAME_KEY, id="yes-but-nothing-moved"),
        param(refused("NOT_AVAILABLE_BANK"), Step.NEW_KEY, id="bank-asleep"),
        param(Refused("A_NEW_CODE", Remedy.TRY_LATER), Step.NEW_KEY, id="code-of-tomorrow"),
        param(refused("UNAUTHORIZED_KEY"), Step.NEW_KEY, id="our-keys"),
        param(Unknown("NOT_MATCHES_REFUNDABLE_AMOUNT"), Step.NEW_KEY, id="look-up-is-late"),
        param(refused("INVALID_REFUND_ACCOUNT_NUMBER"), Step.NEW_ACCOUNT, id="wrong-account"),
        param(refused("INVALID_BANK"), Step.NEW_ACCOUNT, id="wrong-bank"),
        *(
            param(refused(code), Step.STUCK, id=code)
            for code in (
                "EXCEED_MAX_REFUND_DUE",
                "EXCEED_CANCEL_LIMIT",
                "EXCEED_CANCEL_AMOUNT_DISCOUNT_AMOUNT",
                "NOT_CANCELABLE_PAYMENT",
                "NOT_CANCELABLE_PAYMENT_FOR_DORMANT_USER",
                "NOT_ALLOWED_PARTIAL_REFUND",
                "NOT_MATCHES_REFUNDABLE_AMOUNT",
                "REFUND_REJECTED",
                "INVALID_REQUEST",
            )
        ),
    ],
)
def test_the_next_step_where_nothing_was_paid_back(outcome: Outcome, step: Step) -> None:
    assert next_step(outcome, has_account=True) is step


def test_a_refund_without_a_bank_account_never_asks_for_a_new_one() -> None:
    assert next_step(refused("INVALID_BANK"), has_account=False) is Step.STUCK


def test_every_try_has_a_key_of_its_own() -> None:
    assert [idempotency_key(7, tries) for tries in (1, 2, 12)] == ["refund-7", "refund-7-2", "refund-7-12"]


@pytest.mark.parametrize(
    ("bank", "number", "clean"),
    [
        param("88", "110-123-456789", "110123456789", id="hyphens"),
        param("88", "110123456789", "110123456789", id="digits"),
        param("99", "110123456789", None, id="no-such-bank"),
        param("88", "----", None, id="no-digits"),
        param("88", "1" * 21, None, id="too-long"),
    ],
)
def test_an_account_is_a_bank_and_digits(bank: str, number: str, clean: str | None) -> None:
    found = normalize_account(Account(bank, number, " 홍길동 "))

    assert found == (Account(bank, clean, "홍길동") if clean else None)
