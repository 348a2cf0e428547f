"""Deposits into virtual accounts: opened, reminded of, paid, cancelled; late money is paid back."""

from datetime import UTC, datetime, timedelta

import pytest

from ieum.shop.kernel.db import Connection, execute, fetch_all, fetch_one
from ieum.shop.orders import service as orders
from ieum.shop.payments import deposit_notices
from tests.shop.builders.messages import references_sent
from tests.shop.builders.orders import stock_of
from tests.shop.builders.purchases import fault, payment_of
from tests.shop.builders.till import Till
from tests.shop.builders.time_passing import let_pass

DAY = timedelta(hours=24)


def at_any_hour(moment: datetime) -> datetime:
    return moment


async def texts(conn: Connection) -> list[str]:
    return await fetch_all(conn, str, "SELECT channel || ' ' || reference FROM messages ORDER BY id")


async def test_a_virtual_account_is_open_as_long_as_the_setting_says_and_is_mailed(till: Till) -> None:
    await execute(till.conn, "UPDATE site_config SET deposit_hold = interval '5 hours'")
    buying = await till.order(payMethod="virtualAccount", addresses=1)

    answer = await till.confirm(buying, await till.pay(buying, method="VIRTUAL_ACCOUNT"))

    data = answer.json()["data"]
    assert (answer.status_code, data["state"], data["services"]) == (200, "awaiting_deposit", [])
    payment = await payment_of(till.conn, buying)
    assert (payment["state"], payment["method"]) == ("depositing", "가상계좌")
    assert payment["secret"].startswith("ps_")
    assert data["deposit"]["accountNumber"] == payment["account_number"]
    assert data["deposit"]["bankCode"] == payment["bank_code"] == "88"
    left = datetime.fromisoformat(data["deposit"]["dueAt"]) - datetime.now(UTC)
    assert timedelta(hours=4, minutes=59) < left <= timedelta(hours=5)
    assert await stock_of(till.client) == 0
    assert await till.received() == 0
    body = await fetch_one(till.conn, str, "SELECT subject || body FROM messages")
    for part in ("신한은행", payment["account_number"], "33,000원", buying.order_id):
        assert part in body


async def test_a_repeated_confirm_opens_one_account(till: Till) -> None:
    buying = await till.order(payMethod="virtualAccount")
    brought = await till.pay(buying, method="VIRTUAL_ACCOUNT")

    answers = [await till.confirm(buying, brought) for _ in range(3)]

    assert answers[0].json() == answers[1].json() == answers[2].json()
    assert till.wire.count("confirm") == 1
    assert await references_sent(till.conn) == [f"deposit_issued:{buying.order_id}"]


async def test_after_a_lost_answer_the_secret_of_the_accounts_webhooks_is_still_learnt(till: Till) -> None:
    buying = await till.order(payMethod="virtualAccount")
    brought = await till.pay(buying, method="VIRTUAL_ACCOUNT")
    till.wire.lost_answers = 1
    await till.confirm(buying, brought)

    await till.settle(buying)

    assert (await till.view(buying))["state"] == "awaiting_deposit"
    assert (await payment_of(till.conn, buying))["secret"].startswith("ps_")


async def test_a_deposit_buys_the_goods_once(till: Till) -> None:
    buying = await till.await_deposit()
    await till.deposit(buying)

    await till.learn(buying.order_id)
    await till.learn(buying.order_id)

    data = await till.view(buying)
    assert (data["state"], len(data["services"]), data["deposit"]) == ("paid", 1, None)
    assert data["payMethod"] == "virtualAccount"
    assert await till.received() == 33_000
    assert await references_sent(till.conn) == [
        f"deposit_issued:{buying.order_id}",
        f"paid:{buying.order_id}",
    ]
    assert await till.alarms() == []


async def test_a_deposit_whose_webhook_is_lost_is_found_by_the_reconciling_job(till: Till) -> None:
    buying = await till.await_deposit()
    await till.settle(buying)
    waiting = await till.view(buying)
    await till.deposit(buying)

    await till.settle(buying)

    assert waiting["state"] == "awaiting_deposit"
    assert (await till.view(buying))["state"] == "paid"


async def test_the_hold_of_an_order_that_waits_for_its_deposit_outlasts_a_checkouts(till: Till) -> None:
    buying = await till.await_deposit(addresses=1)
    await let_pass(till.conn, timedelta(hours=1))

    await orders.expire_overdue(till.conn)

    assert (await till.view(buying))["state"] == "awaiting_deposit"
    assert await stock_of(till.client) == 0


async def test_a_lapsed_account_is_closed_at_the_provider_before_its_address_is_released(
    till: Till,
) -> None:
    buying = await till.await_deposit(addresses=1, points=5_000)
    await let_pass(till.conn, DAY)

    await till.expire_deposits()
    await till.expire_deposits()

    data = await till.view(buying)
    assert (data["state"], data["failure"]["code"]) == ("expired", "deposit_expired")
    assert till.wire.count("/cancel") == 1
    assert await stock_of(till.client) == 1
    assert await till.points(buying) == 5_000
    payment = await payment_of(till.conn, buying)
    assert (payment["state"], payment["refusal_code"]) == ("refused", "deposit_expired")
    assert (await references_sent(till.conn))[-1] == f"deposit_expired:{buying.order_id}"
    refused = await till.sandbox.post("/control/deposits", json={"orderId": buying.order_id})
    assert refused.status_code >= 400


async def test_an_account_that_the_provider_does_not_close_keeps_its_order_open(till: Till) -> None:
    buying = await till.await_deposit(addresses=1)
    await let_pass(till.conn, DAY)
    await fault(till.sandbox, "cancel", "error_then_success")

    await till.expire_deposits()
    still = await till.view(buying)
    till.wire.down = True
    await till.expire_deposits()
    unreachable = await till.view(buying)
    till.wire.down = False
    await till.expire_deposits()

    assert still["state"] == unreachable["state"] == "awaiting_deposit"
    assert (await till.view(buying))["state"] == "expired"


async def test_a_process_killed_after_closing_the_account_leaves_the_end_of_the_order_to_a_later_job(
    till: Till,
) -> None:
    buying = await till.await_deposit()
    payment = await payment_of(till.conn, buying)
    await till.provider.cancel(payment_key=payment["payment_key"], key="x", reason="x")

    await till.settle(buying)

    data = await till.view(buying)
    assert (data["state"], data["failure"]["code"]) == ("cancelled", "deposit_cancelled")


async def test_a_deposit_at_the_last_moment_is_delivered_instead_of_expired(till: Till) -> None:
    buying = await till.await_deposit()
    await let_pass(till.conn, DAY)
    await till.deposit(buying)

    await till.expire_deposits()

    assert (await till.view(buying))["state"] == "paid"
    assert till.wire.count("/cancel") == 0


async def test_a_member_who_cancels_a_waiting_order_has_its_account_closed_first(till: Till) -> None:
    buying = await till.await_deposit(addresses=1)

    answers = [await till.cancel(buying) for _ in range(2)]

    assert [answer.status_code for answer in answers] == [200, 200]
    assert [answer.json()["data"]["state"] for answer in answers] == ["cancelled", "cancelled"]
    assert till.wire.count("/cancel") == 1
    assert await stock_of(till.client) == 1


async def test_a_member_cancels_an_unpaid_order_without_a_call_to_the_provider(till: Till) -> None:
    buying = await till.order(addresses=1, points=5_000)
    brought = await till.pay(buying)

    answer = await till.cancel(buying)
    late = await till.confirm(buying, brought)

    assert (answer.status_code, answer.json()["data"]["state"]) == (200, "cancelled")
    assert answer.json()["data"]["failure"]["detail"] == "주문을 취소하셨습니다. 청구된 금액은 없습니다."
    assert (late.status_code, late.json()["code"]) == (409, "order_closed")
    assert till.wire.sent == []
    assert await stock_of(till.client) == 1
    assert await till.points(buying) == 5_000


async def test_a_deposit_that_is_faster_than_its_cancellation_keeps_the_order(till: Till) -> None:
    buying = await till.await_deposit()
    await till.deposit(buying)

    answer = await till.cancel(buying)

    assert (answer.status_code, answer.json()["code"]) == (409, "not_cancellable")
    assert (await till.view(buying))["state"] == "paid"
    assert await till.received() == 33_000


async def test_an_account_that_the_provider_leaves_open_keeps_its_order_uncancelled(till: Till) -> None:
    buying = await till.await_deposit()
    till.wire.down = True

    answer = await till.cancel(buying)

    assert (answer.status_code, answer.json()["code"]) == (409, "cancel_unsettled")
    assert (await till.view(buying))["state"] == "awaiting_deposit"


async def test_a_paid_order_cannot_be_cancelled(till: Till) -> None:
    buying = await till.order()
    await till.confirm(buying, await till.pay(buying))

    answer = await till.cancel(buying)

    assert (answer.status_code, answer.json()["code"]) == (409, "not_cancellable")
    assert "환불" in answer.json()["detail"]


async def test_a_deposit_into_a_closed_account_is_owed_and_its_member_is_asked_for_a_bank_account(
    till: Till,
) -> None:
    """The provider accepted it although the account was closed, or was believed to be."""
    buying = await till.await_deposit()
    await execute(
        till.conn,
        "UPDATE payments SET state = 'refused', refusal_code = 'deposit_expired' WHERE order_id = %(order_id)s",
        order_id=buying.order_id,
    )
    await execute(
        till.conn,
        """
        WITH held AS (UPDATE leases SET state = 'ended', ended_at = now() WHERE order_id = %(order_id)s)
        UPDATE orders SET state = 'expired', closed_at = now() WHERE id = %(order_id)s
        """,
        order_id=buying.order_id,
    )
    await till.deposit(buying)

    await till.learn(buying.order_id)
    await till.learn(buying.order_id)

    data = await till.view(buying)
    assert (data["state"], data["services"]) == ("refunding", [])
    assert (data["refund"]["state"], data["refund"]["amount"]) == ("awaiting_account", 33_000)
    assert await till.alarms() == ["approved_after_refusal"]


async def test_a_deposit_that_the_bank_takes_back_is_an_alarm(till: Till) -> None:
    buying = await till.await_deposit()
    await till.deposit(buying)
    await till.learn(buying.order_id)
    await till.deposit(buying, act="reverse")

    await till.learn(buying.order_id)
    await till.learn(buying.order_id)

    assert await till.alarms() == ["deposit_reversed"]
    assert (await till.view(buying))["state"] == "paid"


@pytest.mark.parametrize(
    ("hold", "passed", "reminded"),
    [
        pytest.param("24 hours", timedelta(hours=17, minutes=59), 0, id="more than a quarter is left"),
        pytest.param("24 hours", timedelta(hours=18), 1, id="a quarter is left"),
        pytest.param("2 hours", timedelta(minutes=59), 0, id="more than an hour is left"),
        pytest.param("2 hours", timedelta(hours=1), 1, id="an hour is left, more than a quarter"),
        pytest.param("1 hour", timedelta(minutes=29), 0, id="less than half has passed"),
        pytest.param("1 hour", timedelta(minutes=30), 1, id="half has passed"),
        pytest.param("24 hours", timedelta(hours=25), 0, id="it is over"),
    ],
)
async def test_a_reminder_goes_out_once_by_mail_and_sms(
    till: Till, monkeypatch: pytest.MonkeyPatch, hold: str, passed: timedelta, reminded: int
) -> None:
    monkeypatch.setattr(deposit_notices, "by_day", at_any_hour)
    await execute(till.conn, "UPDATE site_config SET deposit_hold = %(hold)s::interval", hold=hold)
    buying = await till.await_deposit()
    await let_pass(till.conn, passed)
    before = await texts(till.conn)

    for _ in range(2):
        await deposit_notices.remind_due(till.conn, limit=10)

    reference = f"deposit_reminder:{buying.order_id}"
    assert (await texts(till.conn))[len(before) :] == [f"mail {reference}", f"sms {reference}"] * reminded


async def test_a_bank_transfer_is_named_as_one_and_keeps_its_receipts(till: Till) -> None:
    buying = await till.order(payMethod="transfer", cashReceipt="income")

    answer = await till.confirm(buying, await till.pay(buying, method="TRANSFER", cash_receipt="소득공제"))

    data = answer.json()["data"]
    assert (data["state"], data["payMethod"], data["paymentMethod"]) == ("paid", "transfer", "계좌이체")
    assert data["receiptUrl"].startswith("http://sandbox/")
    assert data["cashReceiptUrl"].startswith("http://sandbox/")
    assert data["cashReceiptUrl"] != data["receiptUrl"]


async def test_the_cash_receipt_of_a_deposit_comes_with_the_money(till: Till) -> None:
    buying = await till.order(payMethod="virtualAccount", cashReceipt="expense")
    brought = await till.pay(buying, method="VIRTUAL_ACCOUNT", cash_receipt="지출증빙")
    waiting = (await till.confirm(buying, brought)).json()["data"]
    await till.deposit(buying)

    await till.learn(buying.order_id)

    data = await till.view(buying)
    assert (waiting["cashReceiptUrl"], data["state"]) == (None, "paid")
    assert data["cashReceiptUrl"].startswith("http://sandbox/")


async def test_the_payment_method_is_the_one_used_at_the_window_whatever_was_chosen_before(
    till: Till,
) -> None:
    buying = await till.order(payMethod="transfer")

    answer = await till.confirm(buying, await till.pay(buying, method="CARD"))

    assert answer.json()["data"]["payMethod"] == "card"


async def test_an_account_that_the_provider_does_not_know_any_more_is_an_alarm(till: Till) -> None:
    buying = await till.await_deposit()
    await till.sandbox.post("/control/reset")

    await till.settle(buying)

    assert await till.alarms() == ["payment_missing"]
    assert (await till.view(buying))["state"] == "awaiting_deposit"
