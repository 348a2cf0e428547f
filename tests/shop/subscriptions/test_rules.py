"""When a card is charged, tried again and given up, and what a period may cost: tables of cases."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ieum.shop.kernel.seoul import SEOUL
from ieum.shop.payments.provider import Remedy
from ieum.shop.subscriptions import rules
from ieum.shop.subscriptions.types import Consent

DUE = datetime(2026, 12, 20, 9, tzinfo=SEOUL)
DAY = timedelta(days=1)


@pytest.mark.parametrize(
    ("paid_until", "due_at"),
    [
        pytest.param(datetime(2026, 12, 21, tzinfo=SEOUL), DUE, id="the last day ends at midnight"),
        pytest.param(
            datetime(2027, 1, 1, tzinfo=SEOUL), datetime(2026, 12, 31, 9, tzinfo=SEOUL), id="new year"
        ),
        pytest.param(
            datetime(2028, 3, 1, tzinfo=SEOUL), datetime(2028, 2, 29, 9, tzinfo=SEOUL), id="leap day"
        ),
    ],
)
def test_a_charge_is_due_on_the_morning_of_the_last_paid_day(paid_until: datetime, due_at: datetime) -> None:
    assert rules.due_at_of(paid_until) == due_at
    assert rules.due_at_of(paid_until.astimezone(UTC)) == due_at


@pytest.mark.parametrize(
    ("remedy", "after", "expected"),
    [
        pytest.param(Remedy.TRY_LATER, timedelta(minutes=1), 1, id="the first refusal"),
        pytest.param(Remedy.TRY_LATER, DAY, 3, id="exactly on day 1"),
        pytest.param(Remedy.TRY_LATER, 3 * DAY + timedelta(seconds=9), 5, id="on day 3"),
        pytest.param(Remedy.TRY_LATER, 5 * DAY, 7, id="on day 5"),
        pytest.param(Remedy.TRY_LATER, 7 * DAY, None, id="after day 7 there is none"),
        pytest.param(Remedy.TRY_LATER, 2 * DAY, 3, id="the first charge came two days late"),
        pytest.param(Remedy.START_AGAIN, timedelta(0), 1, id="what the provider does not know any more"),
        pytest.param(Remedy.NEW_CARD, timedelta(0), None, id="another card is needed"),
        pytest.param(Remedy.OUR_FAULT, timedelta(0), 1, id="our fault"),
        pytest.param(Remedy.OUR_FAULT, DAY, 2, id="our fault still: the next day"),
        pytest.param(Remedy.OUR_FAULT, 7 * DAY, None, id="our fault for a week"),
    ],
)
def test_a_refused_card_is_tried_again(remedy: Remedy, after: timedelta, expected: int | None) -> None:
    assert rules.retry_at_of(remedy, DUE, DUE + after) == (None if expected is None else DUE + expected * DAY)


@given(st.timedeltas(timedelta(0), timedelta(days=20)), st.sampled_from(list(Remedy)))
def test_a_retry_is_in_the_future_and_within_the_week(after: timedelta, remedy: Remedy) -> None:
    retry_at = rules.retry_at_of(remedy, DUE, DUE + after)

    assert retry_at is None or DUE + after < retry_at <= DUE + 7 * DAY


@pytest.mark.parametrize(
    ("retry_after", "expected"),
    [
        pytest.param(None, 2, id="no try is to come"),
        pytest.param(1, 2, id="the last try comes before"),
        pytest.param(3, 4, id="the address waits for the last try"),
    ],
)
def test_an_address_is_not_released_before_the_last_try(retry_after: int | None, expected: int) -> None:
    retry_at = None if retry_after is None else DUE + retry_after * DAY

    assert rules.release_at_of(DUE, 2 * DAY, retry_at) == DUE + expected * DAY


@pytest.mark.parametrize(
    ("before", "noticed", "expected"),
    [
        pytest.param(timedelta(days=7, seconds=1), None, None, id="too early"),
        pytest.param(timedelta(days=7), None, 7, id="seven days before"),
        pytest.param(timedelta(days=7), 7, None, id="told already"),
        pytest.param(timedelta(days=2), None, 7, id="late, and still the first"),
        pytest.param(timedelta(days=1), 7, 1, id="one day before"),
        pytest.param(timedelta(days=1), None, 1, id="the first was missed: only the second"),
        pytest.param(timedelta(hours=1), 1, None, id="both told"),
        pytest.param(timedelta(0), None, None, id="it is due: too late to tell"),
    ],
)
def test_a_notice_is_due_seven_days_and_one_day_before(
    before: timedelta, noticed: int | None, expected: int | None
) -> None:
    assert rules.notice_due(DUE, noticed, DUE - before) == expected


YES, NO, SILENT = Consent(36_000, agreed=True), Consent(36_000, agreed=False), Consent(36_000, agreed=None)


@pytest.mark.parametrize(
    ("price", "consent", "expected"),
    [
        pytest.param(33_000, None, 33_000, id="nothing has changed"),
        pytest.param(30_000, None, 30_000, id="a fall needs no consent"),
        pytest.param(36_000, YES, 36_000, id="a rise that was agreed to"),
        pytest.param(36_000, NO, None, id="declined"),
        pytest.param(36_000, SILENT, None, id="no answer is no"),
        pytest.param(36_000, None, 33_000, id="nobody asked: the old price"),
        pytest.param(40_000, YES, 36_000, id="risen again since: as agreed and no more"),
        pytest.param(34_000, YES, 34_000, id="fallen again since: less than agreed"),
        pytest.param(33_000, NO, 33_000, id="the rise was taken back"),
        pytest.param(None, None, 33_000, id="not sold for this period any more"),
    ],
)
def test_the_amount_of_a_period(price: int | None, consent: Consent | None, expected: int | None) -> None:
    assert rules.amount_to_charge(33_000, price, consent) == expected


@given(
    st.integers(100, 10**8),
    st.one_of(st.none(), st.integers(100, 10**8)),
    st.one_of(
        st.none(),
        st.builds(Consent, st.integers(101, 10**8), agreed=st.one_of(st.none(), st.booleans())),
    ),
)
def test_nobody_is_charged_more_than_they_agreed_to(
    agreed: int, price: int | None, consent: Consent | None
) -> None:
    charged = rules.amount_to_charge(agreed, price, consent)

    limit = max(agreed, consent.new_amount) if consent and consent.agreed else agreed
    assert charged is None or charged <= limit
