"""Every error of the provider's tables (fact sheet section 6): what the member reads, and what the books hold."""

import re
from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Any

import pytest

from ieum.shop.checkout import charge_on_file
from ieum.shop.kernel.db import execute, fetch_one
from ieum.shop.kernel.errors import ShopError
from ieum.shop.members.types import MemberId
from ieum.shop.subscriptions import methods
from ieum.shop.subscriptions.types import NewBillingMethod
from tests.cases import Cases
from tests.shop.builders.charges import a_due, standing
from tests.shop.builders.orders import stock_of
from tests.shop.builders.purchases import Buying, fault
from tests.shop.builders.secrets import SEALER
from tests.shop.builders.till import Till
from tests.shop.builders.time_passing import let_pass


def codes(table: str) -> list[str]:
    return table.split()


CONFIRM = codes("""
    ALREADY_PROCESSED_PAYMENT PROVIDER_ERROR INVALID_REQUEST INVALID_API_KEY BELOW_MINIMUM_AMOUNT EXCEED_MAX_AMOUNT
    EXCEED_MAX_PAYMENT_AMOUNT EXCEED_MAX_DAILY_PAYMENT_COUNT EXCEED_MAX_MONTHLY_PAYMENT_AMOUNT
    EXCEED_MAX_ONE_DAY_WITHDRAW_AMOUNT EXCEED_MAX_ONE_TIME_WITHDRAW_AMOUNT INVALID_REJECT_CARD INVALID_CARD_EXPIRATION
    INVALID_STOPPED_CARD INVALID_CARD_LOST_OR_STOLEN INVALID_CARD_NUMBER EXCEED_MAX_CARD_INSTALLMENT_PLAN
    INVALID_CARD_INSTALLMENT_PLAN NOT_SUPPORTED_INSTALLMENT_PLAN_CARD_OR_MERCHANT NOT_SUPPORTED_MONTHLY_INSTALLMENT_PLAN
    NOT_ALLOWED_POINT_USE RESTRICTED_TRANSFER_ACCOUNT INVALID_ACCOUNT_INFO_RE_REGISTER NOT_FOUND_TERMINAL_ID
    INVALID_AUTHORIZE_AUTH INVALID_UNREGISTERED_SUBMALL NOT_REGISTERED_BUSINESS CARD_PROCESSING_ERROR
    NOT_AVAILABLE_PAYMENT UNAPPROVED_ORDER_ID
    REJECT_CARD_PAYMENT REJECT_ACCOUNT_PAYMENT REJECT_CARD_COMPANY FORBIDDEN_REQUEST REJECT_TOSSPAY_INVALID_ACCOUNT
    EXCEED_MAX_AUTH_COUNT EXCEED_MAX_ONE_DAY_AMOUNT NOT_AVAILABLE_BANK INVALID_PASSWORD FDS_ERROR
    NOT_FOUND_PAYMENT NOT_FOUND_PAYMENT_SESSION
    FAILED_PAYMENT_INTERNAL_SYSTEM_PROCESSING FAILED_INTERNAL_SYSTEM_PROCESSING UNKNOWN_PAYMENT_ERROR
""")
LOOKUP = codes("""
    FORBIDDEN_CONSECUTIVE_REQUEST NOT_FOUND_PAYMENT NOT_FOUND FAILED_PAYMENT_INTERNAL_SYSTEM_PROCESSING
""")
CANCEL = codes("""
    ALREADY_CANCELED_PAYMENT INVALID_REFUND_ACCOUNT_INFO INVALID_REFUND_ACCOUNT_NUMBER INVALID_BANK
    EXCEED_CANCEL_AMOUNT_DISCOUNT_AMOUNT NOT_MATCHES_REFUNDABLE_AMOUNT REFUND_REJECTED ALREADY_REFUND_PAYMENT
    FORBIDDEN_BANK_REFUND_REQUEST PROVIDER_ERROR INVALID_REQUEST
    NOT_CANCELABLE_AMOUNT NOT_CANCELABLE_PAYMENT NOT_CANCELABLE_PAYMENT_FOR_DORMANT_USER NOT_ALLOWED_PARTIAL_REFUND
    NOT_ALLOWED_PARTIAL_REFUND_WAITING_DEPOSIT EXCEED_MAX_REFUND_DUE EXCEED_CANCEL_LIMIT FORBIDDEN_CONSECUTIVE_REQUEST
    FORBIDDEN_REQUEST NOT_AVAILABLE_BANK NOT_FOUND_PAYMENT
    FAILED_INTERNAL_SYSTEM_PROCESSING FAILED_REFUND_PROCESS FAILED_METHOD_HANDLING_CANCEL FAILED_PARTIAL_REFUND
    COMMON_ERROR FAILED_PAYMENT_INTERNAL_SYSTEM_PROCESSING
""")
ISSUE = codes("""
    INVALID_CARD_NUMBER NOT_SUPPORTED_CARD_TYPE INVALID_CARD_PASSWORD INVALID_CARD_EXPIRATION INVALID_CARD_IDENTITY
    INVALID_REJECT_CARD INVALID_STOPPED_CARD INVALID_BIRTH_DAY_FORMAT NOT_REGISTERED_CARD_COMPANY INVALID_EMAIL
    NOT_SUPPORTED_METHOD INVALID_REQUEST EXCEED_MAX_AUTH_COUNT REJECT_CARD_COMPANY REJECT_ACCOUNT_PAYMENT
    NOT_FOUND_BILLING COMMON_ERROR
""")
CHARGE = codes("""
    INVALID_BILL_KEY_REQUEST ALREADY_REMOVED_BILLING_KEY NOT_MATCHES_CUSTOMER_KEY DUPLICATED_ORDER_ID
    INVALID_STOPPED_CARD INVALID_REJECT_CARD INVALID_CARD_LOST_OR_STOLEN INVALID_CARD_EXPIRATION INVALID_CARD_NUMBER
    NOT_SUPPORTED_CARD_TYPE NOT_REGISTERED_CARD_COMPANY BELOW_MINIMUM_AMOUNT INVALID_REQUEST
    REJECT_CARD_PAYMENT REJECT_ACCOUNT_PAYMENT REJECT_CARD_COMPANY EXCEED_MAX_AUTH_COUNT
    FAILED_INTERNAL_SYSTEM_PROCESSING FAILED_DB_PROCESSING FAILED_CARD_COMPANY_RESPONSE
""")
ANY = codes("""
    UNAUTHORIZED_KEY INCORRECT_BASIC_AUTH_FORMAT INVALID_IDEMPOTENCY_KEY IDEMPOTENT_REQUEST_PROCESSING
    DUPLICATED_CASH_RECEIPT INVALID_CASH_RECEIPT_INFO
""")

# After these codes the money may have moved, so a look-up decides.
OPEN = frozenset(
    codes("""
    PROVIDER_ERROR IDEMPOTENT_REQUEST_PROCESSING FORBIDDEN_CONSECUTIVE_REQUEST CARD_PROCESSING_ERROR
    FAILED_PAYMENT_INTERNAL_SYSTEM_PROCESSING FAILED_INTERNAL_SYSTEM_PROCESSING UNKNOWN_PAYMENT_ERROR
    FAILED_REFUND_PROCESS FAILED_METHOD_HANDLING_CANCEL FAILED_PARTIAL_REFUND COMMON_ERROR FAILED_DB_PROCESSING
    FAILED_CARD_COMPANY_RESPONSE ALREADY_PROCESSED_PAYMENT DUPLICATED_ORDER_ID ALREADY_CANCELED_PAYMENT
    ALREADY_REFUND_PAYMENT NOT_CANCELABLE_AMOUNT NOT_MATCHES_REFUNDABLE_AMOUNT
    """)
)
# Only an operator can help with these.
OURS = frozenset(
    codes("""
    UNAUTHORIZED_KEY INVALID_API_KEY INCORRECT_BASIC_AUTH_FORMAT FORBIDDEN_REQUEST INVALID_REQUEST
    NOT_MATCHES_CUSTOMER_KEY BELOW_MINIMUM_AMOUNT INVALID_IDEMPOTENCY_KEY NOT_FOUND_TERMINAL_ID
    INVALID_UNREGISTERED_SUBMALL NOT_REGISTERED_BUSINESS DUPLICATED_CASH_RECEIPT INVALID_CASH_RECEIPT_INFO
    """)
)
# Trying the same card again does not help.
NEW_CARD = frozenset(
    codes("""
    INVALID_STOPPED_CARD INVALID_CARD_LOST_OR_STOLEN INVALID_CARD_EXPIRATION INVALID_CARD_NUMBER INVALID_REJECT_CARD
    NOT_SUPPORTED_CARD_TYPE NOT_REGISTERED_CARD_COMPANY INVALID_BILL_KEY_REQUEST ALREADY_REMOVED_BILLING_KEY
    EXCEED_MAX_AUTH_COUNT
    """)
)
# Where the code names the cause, the sentence does too.
TELLING = {
    "EXCEED_MAX_AMOUNT": "수량",
    "EXCEED_MAX_PAYMENT_AMOUNT": "한도",
    "EXCEED_MAX_DAILY_PAYMENT_COUNT": "하루에 결제할 수 있는 횟수",
    "EXCEED_MAX_MONTHLY_PAYMENT_AMOUNT": "이번 달",
    "EXCEED_MAX_ONE_DAY_AMOUNT": "하루 결제 한도",
    "EXCEED_MAX_ONE_DAY_WITHDRAW_AMOUNT": "하루 출금 한도",
    "EXCEED_MAX_ONE_TIME_WITHDRAW_AMOUNT": "1회 출금 한도",
    "EXCEED_MAX_AUTH_COUNT": "인증 횟수",
    "EXCEED_MAX_CARD_INSTALLMENT_PLAN": "할부",
    "INVALID_CARD_INSTALLMENT_PLAN": "할부",
    "NOT_SUPPORTED_INSTALLMENT_PLAN_CARD_OR_MERCHANT": "할부",
    "NOT_SUPPORTED_MONTHLY_INSTALLMENT_PLAN": "할부",
    "INVALID_CARD_LOST_OR_STOLEN": "분실",
    "INVALID_STOPPED_CARD": "정지",
    "INVALID_CARD_EXPIRATION": "유효기간",
    "INVALID_CARD_NUMBER": "카드 번호",
    "INVALID_REJECT_CARD": "카드사",
    "NOT_ALLOWED_POINT_USE": "포인트",
    "INVALID_PASSWORD": "비밀번호",
    "INVALID_CARD_PASSWORD": "비밀번호",
    "INVALID_CARD_IDENTITY": "소유자",
    "INVALID_BIRTH_DAY_FORMAT": "생년월일",
    "NOT_AVAILABLE_BANK": "은행 점검 시간",
    "NOT_AVAILABLE_PAYMENT": "지금은 결제할 수 없는 시간",
    "REJECT_CARD_PAYMENT": "한도 초과 또는 잔액 부족",
    "REJECT_ACCOUNT_PAYMENT": "잔액",
    "REJECT_CARD_COMPANY": "카드사",
    "RESTRICTED_TRANSFER_ACCOUNT": "계좌",
    "INVALID_ACCOUNT_INFO_RE_REGISTER": "계좌",
    "REJECT_TOSSPAY_INVALID_ACCOUNT": "계좌",
    "NOT_FOUND_PAYMENT_SESSION": "결제 시간",
    "ALREADY_REMOVED_BILLING_KEY": "삭제된 카드",
    "FDS_ERROR": "안전한 거래",
}


def check_sentence(text: str, code: str) -> None:
    """The sentence is polite Korean, shows no code and says what can be done."""
    assert re.fullmatch(r"[가-힣A-Z0-9 .,·>]+", text), text
    assert not re.search(r"[A-Z]{3,}|_", text), text
    assert text.endswith("주세요."), text
    assert TELLING.get(code, "") in text, text
    if code in OURS:
        assert "고객센터" in text, text


async def rows_of(till: Till, order_id: str) -> dict[str, Any]:
    """The order, its newest payment and its leases, as stored."""
    return await fetch_one(
        till.conn,
        dict[str, Any],
        """
        SELECT jsonb_build_object(
            'order', o.state, 'failure', o.failure_code, 'payment', y.state, 'refusal', y.refusal_code,
            'held', (SELECT count(*) FROM leases WHERE order_id = o.id AND state = 'held'),
            'live', (SELECT count(*) FROM leases WHERE order_id = o.id AND state = 'active'))
          FROM orders o LEFT JOIN LATERAL (SELECT * FROM payments WHERE order_id = o.id ORDER BY id DESC LIMIT 1) y
            ON true
         WHERE o.id = %(order_id)s
        """,
        order_id=order_id,
    )


async def a_confirmation(till: Till, code: str) -> None:
    buying = await till.order(addresses=1, points=5_000)
    brought = await till.pay(buying)
    till.wire.forced = code

    answer = await till.confirm(buying, brought)

    till.wire.forced = ""
    if code in OPEN:
        assert (answer.status_code, answer.json()["data"]["state"]) == (200, "confirming")
        open_rows = {"order": "confirming", "failure": None, "payment": "confirming", "refusal": None}
        assert await rows_of(till, buying.order_id) == open_rows | {"held": 1, "live": 0}
        assert await till.points(buying) == 0
        # The provider repeats the error for its key, and reports the payment as unknown in the end.
        await till.sandbox.post("/control/clock", json={"advanceSeconds": 660})
        await till.settle(buying)
        code = "EXPIRED_PAYMENT"
    else:
        assert (answer.status_code, answer.json()["code"]) == (409, "payment_refused")
        check_sentence(answer.json()["detail"], code)
    failed = {"order": "failed", "failure": code, "payment": "refused", "refusal": code}
    assert await rows_of(till, buying.order_id) == failed | {"held": 0, "live": 0}
    check_sentence((await till.view(buying))["failure"]["detail"], code)
    assert await till.points(buying) == 5_000
    assert await stock_of(till.client) == 1
    assert await till.received() == 0
    assert await till.alarms() == (["payment_refused"] if code in OURS else [])


async def a_look_up(till: Till, code: str) -> None:
    buying = await till.order(addresses=1)
    await till.confirm_in_the_dark(buying)
    await fault(till.sandbox, "lookup", "error", code=code)

    await till.settle(buying)

    # "Not found" does not tell whether it was paid: confirming under the same key brings the first answer.
    known = code.startswith("NOT_FOUND")
    between = await rows_of(till, buying.order_id)
    assert (between["order"], between["payment"]) == (
        ("paid", "approved") if known else ("confirming", "confirming")
    )
    if not known:
        await till.settle(buying)
    after = await rows_of(till, buying.order_id)
    assert (after["order"], after["payment"], after["live"]) == ("paid", "approved", 1)
    assert await till.received() == 33_000


async def an_open_account(till: Till) -> Buying:
    return await till.await_deposit(addresses=1)


async def a_closed_account(till: Till, buying: Buying, code: str) -> None:
    """If the provider does not close the account, the order waits on and keeps its address."""
    await fault(till.sandbox, "cancel", "error", code=code)

    answer = await till.cancel(buying)

    assert (answer.status_code, answer.json()["code"]) == (409, "cancel_unsettled")
    check_sentence(answer.json()["detail"], "")
    between = await rows_of(till, buying.order_id)
    assert (between["order"], between["payment"], between["held"]) == ("awaiting_deposit", "depositing", 1)
    assert await stock_of(till.client) == 0


async def a_payment_too_late(till: Till) -> Buying:
    """A payment whose address is gone."""
    buying = await till.order(addresses=1)
    await till.confirm_in_the_dark(buying)
    await execute(till.conn, "UPDATE leases SET state = 'ended', ended_at = now() WHERE state = 'held'")
    return buying


async def a_refund(till: Till, buying: Buying, code: str) -> None:
    """If the provider does not refund, the money is owed until it does or an operator acts."""
    await till.settle(buying)
    await fault(till.sandbox, "cancel", "error", code=code)

    await till.try_to_give_back(buying.order_id)

    data = await till.view(buying)
    assert data["state"] == "refunding"
    if code in OPEN or code == "NOT_AVAILABLE_BANK":
        assert data["refund"]["state"] == "returning"
    elif code in OURS - {"INVALID_REQUEST", "FORBIDDEN_REQUEST"}:
        # A corrected key is tried by itself; every other error of ours needs an operator.
        assert data["refund"]["state"] in {"returning", "stuck"}
    else:
        assert (data["refund"]["state"], await till.alarms()) == ("stuck", ["refund_stuck"])
    assert data["refund"]["amount"] == await till.received() == 33_000


async def a_registration(till: Till, code: str) -> None:
    buying = await till.order()
    brought = NewBillingMethod(**snake(await till.register_card(buying)))
    member = await fetch_one(till.conn, MemberId, "SELECT id FROM members ORDER BY id DESC LIMIT 1")
    await fault(till.sandbox, "issue", "error", code=code)

    with pytest.raises(ShopError) as refusal:
        await methods.register(till.db, till.provider, SEALER, member, brought, address="203.0.113.1")

    assert refusal.value.code == ("card_unconfirmed" if code in OPEN else "card_refused")
    check_sentence(refusal.value.detail, code)
    assert await methods.list_of(till.conn, member) == []
    state, kept = await fetch_one(
        till.conn, list[Any], "SELECT jsonb_build_array(state, refusal_code) FROM billing_methods"
    )
    assert (state, kept) == (("issuing", None) if code in OPEN else ("refused", code))


def snake(brought: dict[str, str]) -> dict[str, str]:
    return {"auth_key": brought["authKey"], "customer_key": brought["customerKey"]}


async def a_charge(till: Till, code: str) -> None:
    due = await a_due(till.conn, till.sandbox, till.provider)
    till.wire.forced = code

    await charge_on_file.charge_card(till.db, till.provider, SEALER, due.order_id, due.method)

    till.wire.forced = ""
    rows = await rows_of(till, due.order_id)
    after = await standing(till.conn, due)
    if code in OPEN:
        assert (rows["order"], rows["payment"], after.state) == ("confirming", "confirming", "active")
        await let_pass(till.conn, timedelta(hours=1))
        await till.settle(Buying({}, {"orderId": due.order_id}))
        code = "charge_lost"
        rows = await rows_of(till, due.order_id)
        after = await standing(till.conn, due)
    assert (rows["order"], rows["failure"], rows["payment"], rows["refusal"]) == (
        "due",
        code,
        "refused",
        code,
    )
    assert (after.state, after.failure_code, after.service_state) == ("past_due", code, "active")
    assert (after.retry_at is None) == (code in NEW_CARD)
    assert await till.received() == 0
    body = await fetch_one(
        till.conn,
        str,
        "SELECT body FROM messages WHERE member_id = %(member)s AND channel = 'mail' ORDER BY id DESC LIMIT 1",
        member=due.member,
    )
    assert code in OURS or TELLING.get(code, "") in body
    assert code not in body


type Walk = Callable[[Till, str], Awaitable[None]]
WALKS: list[tuple[Walk, list[str]]] = [
    (a_confirmation, [*CONFIRM, *ANY]),
    (a_look_up, LOOKUP),
    (a_registration, [*ISSUE, *ANY]),
    (a_charge, [*CHARGE, *ANY]),
]


@pytest.mark.parametrize(("walk", "codes"), WALKS, ids=[walk.__name__ for walk, _ in WALKS])
async def test_every_code_gives_a_helpful_sentence_and_the_right_states(
    till: Till, walk: Walk, codes: list[str]
) -> None:
    cases = Cases()

    for code in codes:
        await till.sandbox.post("/control/reset")
        till.wire.forced, till.wire.lost_answers = "", 0
        with cases.case(code):
            async with till.conn.transaction(force_rollback=True):
                await walk(till, code)

    cases.assert_right(at_least=len(codes))


@pytest.mark.parametrize(
    ("begin", "walk"),
    [(an_open_account, a_closed_account), (a_payment_too_late, a_refund)],
    ids=["a_closed_account", "a_refund"],
)
async def test_every_code_of_a_cancellation_leaves_the_money_where_it_is(
    till: Till,
    begin: Callable[[Till], Awaitable[Buying]],
    walk: Callable[[Till, Buying, str], Awaitable[None]],
) -> None:
    """The provider does nothing in any case, so each one begins with the same payment."""
    buying = await begin(till)
    cases = Cases()

    for code in [*CANCEL, *ANY]:
        await till.sandbox.delete("/control/faults")
        with cases.case(code):
            async with till.conn.transaction(force_rollback=True):
                await walk(till, buying, code)

    cases.assert_right(at_least=34)
