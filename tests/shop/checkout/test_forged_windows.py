"""A buyer's browser may open the window with another payment method than the order's."""

import asyncio

import httpx
import msgspec
import pytest

from ieum.shop.kernel.db import execute, fetch_one
from ieum.shop.payments.provider import Approved
from tests.shop.builders.catalog import a_plan
from tests.shop.builders.members import a_login, a_member
from tests.shop.builders.messages import references_sent
from tests.shop.builders.orders import place, set_config, stock_of
from tests.shop.builders.payment_window import pay_at_window
from tests.shop.builders.purchases import Buying, confirm, fault, payment_of
from tests.shop.builders.refunds import NAMED, post, quote
from tests.shop.builders.shops import Shop
from tests.shop.builders.till import Till


async def forge(till: Till, **wanted: object) -> Buying:
    """An order by card for which the window is asked for a virtual account."""
    buying = await till.order(**wanted)
    await till.confirm(buying, await till.pay(buying, method="VIRTUAL_ACCOUNT"))
    return buying


async def given_up(till: Till, buying: Buying, payment_key: str) -> None:
    """The shop has closed the account, which accepts money all the same."""
    await execute(
        till.conn,
        """
        INSERT INTO payments (order_id, attempt, payment_key, amount, provider_order_id, state, refusal_code)
        SELECT id, 1, %(payment_key)s, amount, id, 'refused', 'deposit_not_ordered'
          FROM orders WHERE id = %(order_id)s
        """,
        payment_key=payment_key,
        order_id=buying.order_id,
    )
    await execute(
        till.conn,
        """
        WITH held AS (UPDATE leases SET state = 'ended', ended_at = now() WHERE order_id = %(order_id)s)
        UPDATE orders SET state = 'failed', failure_code = 'deposit_not_ordered', closed_at = now()
         WHERE id = %(order_id)s
        """,
        order_id=buying.order_id,
    )


async def can_be_paid_into(till: Till, buying: Buying) -> bool:
    answer = await till.sandbox.post("/control/deposits", json={"orderId": buying.order_id})
    return answer.status_code < 400


@pytest.mark.parametrize("ordered", ["card", "transfer"])
async def test_a_virtual_account_that_was_not_ordered_is_closed_and_holds_no_address(
    till: Till, ordered: str
) -> None:
    buying = await till.order(addresses=1, points=5_000, payMethod=ordered)

    answer = await till.confirm(buying, await till.pay(buying, method="VIRTUAL_ACCOUNT"))

    assert (answer.status_code, answer.json()["code"]) == (409, "payment_refused")
    assert "계좌를 닫았습니다" in answer.json()["detail"]
    data = await till.view(buying)
    assert (data["state"], data["failure"]["code"]) == ("failed", "deposit_not_ordered")
    assert (data["deposit"], data["payMethod"]) == (None, ordered)
    assert await stock_of(till.client) == 1
    assert await till.points(buying) == 5_000
    assert await references_sent(till.conn) == []
    assert not await can_be_paid_into(till, buying)
    assert await till.alarms() == []


async def test_a_repeated_confirm_of_a_closed_account_is_refused_without_a_call_to_the_provider(
    till: Till,
) -> None:
    buying = await till.order()
    brought = await till.pay(buying, method="VIRTUAL_ACCOUNT")

    answers = [await till.confirm(buying, brought) for _ in range(3)]

    assert [answer.json()["code"] for answer in answers] == ["payment_refused"] * 3
    assert (till.wire.count("confirm"), till.wire.count("/cancel")) == (1, 1)


async def test_an_account_that_cannot_be_closed_yet_is_closed_by_the_reconciling_job(till: Till) -> None:
    await fault(till.sandbox, "cancel", "error_then_success")
    buying = await forge(till, addresses=1)
    open_still = await till.view(buying)

    await till.settle(buying)

    assert (open_still["state"], open_still["deposit"]) == ("confirming", None)
    assert (await till.view(buying))["failure"]["code"] == "deposit_not_ordered"
    assert await stock_of(till.client) == 1


async def test_an_account_whose_answer_was_lost_is_closed_too(till: Till) -> None:
    buying = await till.order()
    brought = await till.pay(buying, method="VIRTUAL_ACCOUNT")
    till.wire.lost_answers = 1
    await till.confirm(buying, brought)

    await till.settle(buying)

    assert (await till.view(buying))["failure"]["code"] == "deposit_not_ordered"
    assert not await can_be_paid_into(till, buying)


async def test_a_deposit_before_the_closing_buys_the_goods(till: Till) -> None:
    await fault(till.sandbox, "cancel", "error_then_success")
    buying = await forge(till)
    await till.deposit(buying)

    await till.settle(buying)

    data = await till.view(buying)
    assert (data["state"], len(data["services"]), data["payMethod"]) == ("paid", 1, "virtualAccount")
    assert await till.received() == 33_000
    assert await till.alarms() == []


@pytest.mark.parametrize("ordered", ["card", "transfer"])
async def test_a_deposit_after_the_closing_is_paid_back_to_an_account_that_the_member_names(
    till: Till, ordered: str
) -> None:
    """The provider accepted it although the account was closed, or was believed to be."""
    buying = await till.order(payMethod=ordered)
    brought = await till.pay(buying, method="VIRTUAL_ACCOUNT")
    await till.provider.confirm(
        payment_key=brought["paymentKey"], order_id=buying.order_id, amount=33_000, attempt=1
    )
    await given_up(till, buying, brought["paymentKey"])
    await till.deposit(buying)

    await till.learn(buying.order_id)
    asked = (await till.view(buying))["refund"]["state"]
    named = await post(till, buying, "refund-account", **NAMED)
    await till.give_back(buying.order_id)

    assert (asked, named.status_code) == ("awaiting_account", 200)
    data = await till.view(buying)
    assert (data["state"], data["refund"]["state"], data["payMethod"]) == (
        "refunded",
        "done",
        "virtualAccount",
    )
    assert await till.received() == 0


@pytest.mark.parametrize(
    ("ordered", "method", "paid"),
    [("virtualAccount", "CARD", "card"), ("card", "TRANSFER", "transfer")],
)
async def test_an_approved_payment_buys_the_goods_whatever_its_method(
    till: Till, ordered: str, method: str, paid: str
) -> None:
    buying = await till.order(payMethod=ordered)

    await till.confirm(buying, await till.pay(buying, method=method))

    data = await till.view(buying)
    assert (data["state"], data["payMethod"]) == ("paid", paid)


@pytest.mark.parametrize(
    ("ordered", "told", "paid"),
    [
        pytest.param("virtualAccount", "휴대폰", "card", id="a phone in place of an account"),
        pytest.param("transfer", "문화상품권", "card", id="a voucher in place of a transfer"),
        pytest.param("virtualAccount", "새로운 결제", "card", id="one that is not known yet"),
        pytest.param("transfer", None, "transfer", id="none is told"),
    ],
)
async def test_an_unknown_payment_method_counts_as_a_card(
    till: Till, monkeypatch: pytest.MonkeyPatch, ordered: str, told: str | None, paid: str
) -> None:
    """A bank account is asked for only where there is no other way to refund."""
    truth = till.provider.confirm

    async def pay_otherwise(**asked: object) -> object:
        outcome = await truth(**asked)  # pyright: ignore[reportArgumentType]
        assert isinstance(outcome, Approved)
        return Approved(msgspec.structs.replace(outcome.payment, method=told))

    monkeypatch.setattr(till.provider, "confirm", pay_otherwise)
    buying = await till.order(payMethod=ordered)

    await till.confirm(buying, await till.pay(buying))

    data = await till.view(buying)
    assert (data["state"], data["payMethod"]) == ("paid", paid)
    assert not (await quote(till, buying))["needsAccount"]


async def test_an_account_is_looked_up_by_its_own_key_where_the_order_went_to_the_window_twice(
    till: Till,
) -> None:
    buying = await till.order()
    account = await till.pay(buying, method="VIRTUAL_ACCOUNT")
    await till.pay(buying)

    await till.confirm(buying, account)

    assert (await till.view(buying))["failure"]["code"] == "deposit_not_ordered"
    assert (await payment_of(till.conn, buying))["state"] == "refused"
    # A look-up by order may return the other visit's payment.
    assert till.wire.count("/payments/orders/") == 0
    assert await till.alarms() == []


async def test_orders_that_ran_out_do_not_become_accounts_beyond_the_limit(till: Till) -> None:
    """Three may be open; an order placed before the third was opened may still return from its window."""
    await set_config(till.conn, "deposit_hold_limit = 9, hold_share_percent = 100")
    member = await a_member(till.conn)
    headers, plan = await a_login(till.conn, member), await a_plan(till.conn, addresses=9)

    async def order() -> Buying:
        placed = await place(till.client, headers, plan, payMethod="virtualAccount")
        assert placed.status_code == 201, placed.text
        return Buying(headers, placed.json()["data"])

    first = await order()
    brought = await till.pay(first, method="VIRTUAL_ACCOUNT")
    await execute(till.conn, "UPDATE orders SET state = 'expired', closed_at = now()")
    for _ in range(3):
        one = await order()
        await till.confirm(one, await till.pay(one, method="VIRTUAL_ACCOUNT"))
    calls = len(till.wire.sent)

    refused = await till.confirm(first, brought)

    assert (refused.status_code, refused.json()["code"]) == (409, "too_many_deposits")
    assert len(till.wire.sent) == calls
    assert (await till.view(first))["state"] == "expired"


async def test_two_accounts_asked_for_at_once_are_counted_one_after_the_other(
    shop: Shop, sandbox: httpx.AsyncClient
) -> None:
    async with shop.db.transaction() as conn:
        member = await a_member(conn)
        headers, plan = await a_login(conn, member), await a_plan(conn, addresses=9)
    buying: list[Buying] = []
    for _ in range(4):
        placed = await place(shop.client, headers, plan, payMethod="virtualAccount")
        buying.append(Buying(headers, placed.json()["data"]))
        async with shop.db.transaction() as conn:
            await execute(
                conn,
                "UPDATE orders SET state = 'expired', closed_at = now() WHERE state = 'awaiting_payment'",
            )
    brought = [await pay_at_window(sandbox, one.order, method="VIRTUAL_ACCOUNT") for one in buying]

    answers = await asyncio.gather(
        *(confirm(shop.client, one, key) for one, key in zip(buying, brought, strict=True))
    )

    assert sorted(answer.status_code for answer in answers) == [200, 200, 200, 409]
    async with shop.db.connection() as conn:
        assert await fetch_one(conn, int, "SELECT count(*) FROM orders WHERE state = 'awaiting_deposit'") == 3
