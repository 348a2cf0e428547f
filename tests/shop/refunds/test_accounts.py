"""Naming the bank account that a deposit goes back to: with the password, and with a mail that says which account."""

from typing import Any

import pytest

from ieum.shop.kernel.db import execute, fetch_one
from tests.shop.builders.members import PASSWORD
from tests.shop.builders.purchases import Buying, fault
from tests.shop.builders.refunds import ACCOUNT, a_deposited, post, quote
from tests.shop.builders.till import Till

# The password is asked for where the account is named: with the request, and when another account is named later.
THIEF = ACCOUNT | {"holder": "도둑놈"}
SHOWN = "신한은행 ****6789 (홍길동)"


async def asking(till: Till) -> tuple[Buying, dict[str, Any]]:
    buying = await a_deposited(till)
    return buying, {"quote": (await quote(till, buying))["quote"]}


async def waiting(till: Till) -> tuple[Buying, dict[str, Any]]:
    """A refund whose first account was refused by the bank."""
    buying, body = await asking(till)
    await post(till, buying, "refund", account=ACCOUNT, currentPw=PASSWORD, **body)
    await fault(till.sandbox, "cancel", "refuse", code="INVALID_REFUND_ACCOUNT_NUMBER")
    await till.give_back(buying.order_id)
    assert (await till.view(buying))["refund"]["state"] == "awaiting_account"
    return buying, {}


CALLS = [
    pytest.param(asking, "refund", id="with-the-request"),
    pytest.param(waiting, "refund-account", id="later"),
]


async def mail(till: Till, reference: str) -> str:
    return await fetch_one(
        till.conn, str, "SELECT body FROM messages WHERE reference = %(reference)s", reference=reference
    )


@pytest.mark.parametrize(("given", "call"), CALLS)
@pytest.mark.parametrize(
    ("sent", "code"),
    [
        pytest.param({}, "required", id="no-password"),
        pytest.param({"currentPw": ""}, "required", id="an-empty-one"),
        pytest.param({"currentPw": "guessed-battery-1"}, "wrong_password", id="a-wrong-one"),
    ],
)
async def test_a_stolen_session_names_no_account_without_the_password(
    till: Till, given: Any, call: str, sent: dict[str, str], code: str
) -> None:
    buying, body = await given(till)
    before = (await till.view(buying))["state"]

    answer = await post(till, buying, call, account=THIEF, **body, **sent)

    assert answer.status_code == 422, answer.text
    assert [(field["name"], field["code"]) for field in answer.json()["fields"]] == [("currentPw", code)]
    assert (await till.view(buying))["state"] == before
    assert await till.received() == 33_000


@pytest.mark.parametrize(("given", "call"), CALLS)
async def test_guessing_the_password_is_locked_like_a_login(till: Till, given: Any, call: str) -> None:
    buying, body = await given(till)

    statuses = {
        (await post(till, buying, call, account=THIEF, currentPw=f"guess-{number}", **body)).status_code
        for number in range(12)
    }

    assert statuses == {422, 429}


async def test_the_mails_of_a_deposits_refund_name_the_account(till: Till) -> None:
    buying, body = await asking(till)

    answer = await post(till, buying, "refund", account=ACCOUNT, currentPw=PASSWORD, **body)
    await till.give_back(buying.order_id)

    assert answer.status_code == 200, answer.text
    for reference in (f"refund_begun:{buying.order_id}", f"refunded:{buying.order_id}"):
        text = await mail(till, reference)
        assert f"환불 계좌: {SHOWN}" in text
        assert "본인이 신청하지 않으셨다면" in text
        assert "110123456789" not in text
    assert "33,000원 (계좌로 환불)" in await mail(till, f"refunded:{buying.order_id}")
    assert "결제하신 수단" not in await mail(till, f"refunded:{buying.order_id}")


async def test_an_account_named_later_is_mailed_at_once(till: Till) -> None:
    buying, _ = await waiting(till)

    answer = await post(till, buying, "refund-account", account=ACCOUNT | {"bank": "06"}, currentPw=PASSWORD)
    text = await mail(till, f"refund_account_named:{buying.order_id}:2")
    await till.give_back(buying.order_id)

    assert answer.status_code == 200, answer.text
    assert "환불 계좌: 국민은행 ****6789 (홍길동)" in text
    assert "본인이 신청하지 않으셨다면" in text
    assert "환불 계좌: 국민은행 ****6789 (홍길동)" in await mail(till, f"refunded:{buying.order_id}")
    assert await till.received() == 0


async def test_money_that_goes_back_the_way_it_came_needs_no_password(till: Till) -> None:
    buying, body = await asking(till)
    await execute(till.conn, "UPDATE orders SET method = 'card'")

    answer = await post(till, buying, "refund", **body)

    assert answer.status_code == 200, answer.text
