"""Every error code of the provider: its remedy, and what the member reads."""

import re
from typing import get_args

import pytest

from ieum.shop.payments.provider import Remedy
from ieum.shop.payments.refusals import refusal_text
from ieum.shop.payments.toss_codes import REMEDIES, classify
from ieum.shop.subscriptions.types import EndReason
from tests.cases import Cases

# `refused` is a first charge; its order itself shows the outcome.
END_REASONS = sorted({*get_args(EndReason.__value__)} - {"refused"})

# Fact sheet section 6, "What to do".
UNKNOWN = "PROVIDER_ERROR IDEMPOTENT_REQUEST_PROCESSING FORBIDDEN_CONSECUTIVE_REQUEST CARD_PROCESSING_ERROR"
ALREADY_DONE = (
    "ALREADY_PROCESSED_PAYMENT DUPLICATED_ORDER_ID ALREADY_CANCELED_PAYMENT ALREADY_REFUND_PAYMENT"
    " NOT_CANCELABLE_AMOUNT"
)
TRY_LATER = (
    "REJECT_CARD_PAYMENT REJECT_ACCOUNT_PAYMENT REJECT_CARD_COMPANY NOT_AVAILABLE_BANK NOT_AVAILABLE_PAYMENT"
    " EXCEED_MAX_DAILY_PAYMENT_COUNT EXCEED_MAX_ONE_DAY_AMOUNT EXCEED_MAX_ONE_DAY_WITHDRAW_AMOUNT"
    " EXCEED_MAX_MONTHLY_PAYMENT_AMOUNT"
)
NEW_CARD = (
    "INVALID_STOPPED_CARD INVALID_CARD_LOST_OR_STOLEN INVALID_CARD_EXPIRATION INVALID_CARD_NUMBER"
    " INVALID_REJECT_CARD NOT_SUPPORTED_CARD_TYPE NOT_REGISTERED_CARD_COMPANY INVALID_BILL_KEY_REQUEST"
    " ALREADY_REMOVED_BILLING_KEY NOT_FOUND_BILLING EXCEED_MAX_AUTH_COUNT"
)
START_AGAIN = "NOT_FOUND_PAYMENT_SESSION EXPIRED INVALID_AUTHORIZE_AUTH"
OUR_FAULT = (
    "UNAUTHORIZED_KEY INVALID_API_KEY INCORRECT_BASIC_AUTH_FORMAT FORBIDDEN_REQUEST INVALID_REQUEST"
    " NOT_SUPPORTED_METHOD NOT_MATCHES_CUSTOMER_KEY BELOW_MINIMUM_AMOUNT"
)
SHEET = [
    (code, remedy)
    for remedy, codes in (
        (Remedy.UNKNOWN, UNKNOWN),
        (Remedy.ALREADY_DONE, ALREADY_DONE),
        (Remedy.TRY_LATER, TRY_LATER),
        (Remedy.NEW_CARD, NEW_CARD),
        (Remedy.START_AGAIN, START_AGAIN),
        (Remedy.OUR_FAULT, OUR_FAULT),
    )
    for code in codes.split()
]
# Fact sheet section 6, everything a confirmation can answer with.
CONFIRM = [
    "ALREADY_PROCESSED_PAYMENT",
    "PROVIDER_ERROR",
    "INVALID_REQUEST",
    "INVALID_API_KEY",
    "BELOW_MINIMUM_AMOUNT",
    "EXCEED_MAX_AMOUNT",
    "EXCEED_MAX_PAYMENT_AMOUNT",
    "EXCEED_MAX_DAILY_PAYMENT_COUNT",
    "EXCEED_MAX_MONTHLY_PAYMENT_AMOUNT",
    "EXCEED_MAX_ONE_DAY_WITHDRAW_AMOUNT",
    "EXCEED_MAX_ONE_TIME_WITHDRAW_AMOUNT",
    "INVALID_REJECT_CARD",
    "INVALID_CARD_EXPIRATION",
    "INVALID_STOPPED_CARD",
    "INVALID_CARD_LOST_OR_STOLEN",
    "INVALID_CARD_NUMBER",
    "EXCEED_MAX_CARD_INSTALLMENT_PLAN",
    "INVALID_CARD_INSTALLMENT_PLAN",
    "NOT_SUPPORTED_INSTALLMENT_PLAN_CARD_OR_MERCHANT",
    "NOT_SUPPORTED_MONTHLY_INSTALLMENT_PLAN",
    "NOT_ALLOWED_POINT_USE",
    "RESTRICTED_TRANSFER_ACCOUNT",
    "INVALID_ACCOUNT_INFO_RE_REGISTER",
    "NOT_FOUND_TERMINAL_ID",
    "INVALID_AUTHORIZE_AUTH",
    "INVALID_UNREGISTERED_SUBMALL",
    "NOT_REGISTERED_BUSINESS",
    "CARD_PROCESSING_ERROR",
    "NOT_AVAILABLE_PAYMENT",
    "UNAPPROVED_ORDER_ID",
    "REJECT_CARD_PAYMENT",
    "REJECT_ACCOUNT_PAYMENT",
    "REJECT_CARD_COMPANY",
    "FORBIDDEN_REQUEST",
    "REJECT_TOSSPAY_INVALID_ACCOUNT",
    "EXCEED_MAX_AUTH_COUNT",
    "EXCEED_MAX_ONE_DAY_AMOUNT",
    "NOT_AVAILABLE_BANK",
    "INVALID_PASSWORD",
    "FDS_ERROR",
    "NOT_FOUND_PAYMENT",
    "NOT_FOUND_PAYMENT_SESSION",
    "FAILED_PAYMENT_INTERNAL_SYSTEM_PROCESSING",
    "FAILED_INTERNAL_SYSTEM_PROCESSING",
    "UNKNOWN_PAYMENT_ERROR",
]


@pytest.mark.parametrize(("code", "remedy"), SHEET)
def test_a_code_has_the_remedy_of_the_fact_sheet(code: str, remedy: Remedy) -> None:
    assert classify(400, code) is remedy


def test_every_code_of_a_confirmation_is_known() -> None:
    assert [code for code in CONFIRM if code not in REMEDIES] == []


@pytest.mark.parametrize(
    ("status", "code", "remedy"),
    [
        pytest.param(500, "REJECT_CARD_PAYMENT", Remedy.UNKNOWN, id="a 5xx leaves it open, whatever it says"),
        pytest.param(503, "HTTP_503", Remedy.UNKNOWN, id="no code at all"),
        pytest.param(429, "TOO_MANY", Remedy.UNKNOWN, id="too many requests"),
        pytest.param(409, "IDEMPOTENT_REQUEST_PROCESSING", Remedy.UNKNOWN, id="the same call is under way"),
        pytest.param(400, "SOMETHING_NEW", Remedy.TRY_LATER, id="a code nobody told us of"),
        pytest.param(401, "NEW_KEY_RULE", Remedy.OUR_FAULT, id="our key, by another name"),
        pytest.param(403, "SOMETHING_NEW", Remedy.TRY_LATER, id="a refusal nobody told us of"),
    ],
)
def test_an_unknown_code_is_judged_by_its_http_status(status: int, code: str, remedy: Remedy) -> None:
    assert classify(status, code) is remedy


def test_every_refusal_reads_as_a_polite_korean_sentence() -> None:
    cases = Cases()

    for code in sorted({*REMEDIES, *CONFIRM, "SOMETHING_NEW", "", "sold_out", "replaced", *END_REASONS}):
        text = refusal_text(code)
        with cases.case(code):
            assert re.fullmatch(r"[가-힣A-Z0-9 .,·]+", text), text
            assert text.endswith("."), text
            assert re.search(r"(니다|주세요)\.$", text), text
            assert not re.search(r"[A-Z]{3,}|_", text), text

    cases.assert_right(at_least=104)


@pytest.mark.parametrize("reason", END_REASONS)
def test_a_refused_charge_of_an_ended_subscription_does_not_blame_the_card(reason: EndReason) -> None:
    text = refusal_text(reason)

    assert "카드" not in text
    assert re.search(r"(종료|결제하지 않|취소).*니다\.", text), text


@pytest.mark.parametrize("remedy", Remedy)
def test_every_remedy_has_its_own_sentence(remedy: Remedy) -> None:
    codes = [code for code, known in REMEDIES.items() if known is remedy]

    assert codes
    assert len({refusal_text(code) for code in codes}) >= 1
