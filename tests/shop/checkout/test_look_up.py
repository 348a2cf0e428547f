"""Payments with an unknown outcome: looked up, never guessed."""

from typing import Any

import httpx
import msgspec
import pytest

from ieum.shop.checkout import confirmation, jobs, look_up
from ieum.shop.kernel.db import execute, fetch_all, fetch_one
from ieum.shop.orders import service as orders
from ieum.shop.payments.provider import Channel, PaymentStatus, ProviderUnavailableError
from tests.shop.builders.catalog import a_plan
from tests.shop.builders.messages import references_sent
from tests.shop.builders.payment_window import pay_at_window
from tests.shop.builders.purchases import Buying, a_purchase, confirm, open_payment, view
from tests.shop.builders.secrets import SEALER
from tests.shop.builders.shops import Shop
from tests.shop.builders.till import Till
from tests.shop.builders.wire import Wire
from tests.shop.builders.worker import context_of, queued, run_jobs


async def test_a_lost_answer_leaves_the_order_confirming_until_it_is_looked_up(till: Till) -> None:
    buying = await till.order()
    brought = await till.pay(buying)
    till.wire.lost_answers = 1

    answer = await till.confirm(buying, brought)
    before = await till.view(buying)
    await till.settle(buying)
    after = await till.view(buying)

    assert (answer.status_code, answer.json()["data"]["state"]) == (200, "confirming")
    assert (before["state"], after["state"]) == ("confirming", "paid")
    assert till.wire.count("confirm") == 1
    assert await till.received() == 33_000
    assert (
        len(
            await fetch_all(
                till.conn, int, "SELECT 1 FROM procrastinate_jobs WHERE task_name LIKE '%%settle_payment'"
            )
        )
        >= 1
    )


@pytest.mark.parametrize("kind", ["error_after_approval", "error_then_success"])
async def test_a_500_leaves_the_outcome_open_whether_money_moved_or_not(till: Till, kind: str) -> None:
    buying = await till.order()
    brought = await till.pay(buying, fault=kind)

    answer = await till.confirm(buying, brought)
    await till.settle(buying)

    assert answer.json()["data"]["state"] == "confirming"
    assert (await till.view(buying))["state"] == "paid"
    assert await till.received() == 33_000


async def test_while_the_provider_cannot_be_reached_nothing_is_guessed(till: Till) -> None:
    buying = await till.order()
    brought = await till.pay(buying)
    till.wire.changes_fail = True

    answer = await till.confirm(buying, brought)
    till.wire.down = True
    await till.settle(buying)
    still = await till.view(buying)
    till.wire.down = till.wire.changes_fail = False
    await till.settle(buying)

    assert answer.json()["data"]["state"] == still["state"] == "confirming"
    assert (await till.view(buying))["state"] == "paid"


async def test_a_process_killed_before_the_call_leaves_the_confirm_to_a_later_job_under_the_same_key(
    till: Till,
) -> None:
    buying = await till.order()
    brought = await till.pay(buying)
    async with till.db.transaction() as conn_:
        order = await orders.lock(conn_, buying.order_id)
        await confirmation._begin(conn_, order, msgspec.convert(brought, confirmation.ConfirmRequest))
    left_behind = await queued(till.conn, "settle_payment")

    await till.settle(buying)

    assert len(left_behind) == 1
    assert (await till.view(buying))["state"] == "paid"
    assert till.wire.sent == [f"GET /v1/payments/orders/{buying.order_id}", "POST /v1/payments/confirm"]


async def test_an_open_payment_the_buyer_never_authenticated_ends_as_failed(till: Till) -> None:
    buying = await till.order(addresses=1)
    brought = await till.pay(buying)
    till.wire.changes_fail = True
    await till.confirm(buying, brought)
    till.wire.changes_fail = False
    await till.sandbox.post("/control/clock", json={"advanceSeconds": 660})

    await till.settle(buying)

    data = await till.view(buying)
    assert (data["state"], data["failure"]["detail"]) == (
        "failed",
        "결제 시간이 지났습니다. 금액은 청구되지 않았으니 다시 주문해 주세요.",
    )
    assert await till.received() == 0


async def test_a_second_or_late_look_up_changes_nothing(till: Till) -> None:
    buying = await till.order()
    await till.confirm_in_the_dark(buying)
    stale = await open_payment(till.conn, buying.order_id)

    for _ in range(3):
        await look_up.settle(till.db, till.provider, SEALER, stale)

    assert await fetch_one(till.conn, int, "SELECT count(*) FROM services") == 1
    assert await references_sent(till.conn) == [f"paid:{buying.order_id}"]
    assert await till.points(buying) == 3_300


async def test_a_second_visit_to_the_window_does_not_hide_the_outcome_of_the_first(till: Till) -> None:
    buying = await till.order()
    first = await till.pay(buying)
    await till.pay(buying)
    await till.sandbox.post("/control/faults", json={"operation": "confirm", "kind": "error"})
    await till.confirm(buying, first)
    # The provider forgets an unconfirmed payment; a look-up by order returns the second visit's.
    await till.sandbox.post("/control/clock", json={"advanceSeconds": 11 * 60})

    await till.settle(buying)

    assert (await till.view(buying))["state"] == "failed"
    assert await till.received() == 0


async def ask_only_about_another_visit(till: Till, monkeypatch: pytest.MonkeyPatch, buying: Buying) -> None:
    """A look-up by order returns the other visit's payment; one by this payment's key fails for now."""
    found = await till.provider.find(buying.order_id)
    assert found is not None
    other = msgspec.structs.replace(found, payment_key="of another visit", status=PaymentStatus.WAITING)

    async def find(
        order_id: str, *, channel: Channel = Channel.NORMAL, payment_key: str | None = None
    ) -> object:
        del order_id, channel
        if payment_key is not None:
            raise ProviderUnavailableError("no answer in time")
        return other

    monkeypatch.setattr(till.provider, "find", find)


async def test_an_account_that_cannot_be_asked_about_is_not_missing(
    till: Till, monkeypatch: pytest.MonkeyPatch
) -> None:
    buying = await till.await_deposit()
    await ask_only_about_another_visit(till, monkeypatch, buying)

    await till.settle(buying)

    assert await till.alarms() == []
    assert (await till.view(buying))["state"] == "awaiting_deposit"


async def test_a_payment_that_cannot_be_asked_about_is_not_confirmed_again(
    till: Till, monkeypatch: pytest.MonkeyPatch
) -> None:
    buying = await till.order()
    await till.confirm_in_the_dark(buying)
    await ask_only_about_another_visit(till, monkeypatch, buying)

    await till.settle(buying)

    assert till.wire.count("confirm") == 1
    assert (await till.view(buying))["state"] == "confirming"


async def test_one_failing_look_up_does_not_stop_the_others(
    shop: Shop, sandbox: httpx.AsyncClient, wire: Wire, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with shop.db.transaction() as conn:
        plan = await a_plan(conn)
    async with shop.db.connection() as conn:
        buyings = [await a_purchase(shop.client, conn, plan=plan) for _ in range(3)]
    for buying in buyings:
        wire.lost_answers = 1
        await confirm(shop.client, buying, await pay_at_window(sandbox, buying.order))
    async with shop.db.transaction() as conn:
        await execute(conn, "UPDATE payments SET requested_at = requested_at - interval '1 minute'")
    settle = look_up.settle

    async def stumble(db: Any, provider: Any, sealer: Any, payment: Any) -> None:
        if payment.order_id == buyings[0].order_id:
            raise RuntimeError
        await settle(db, provider, sealer, payment)

    monkeypatch.setattr(look_up, "settle", stumble)
    await jobs.reconcile.func(context_of(shop), 0)

    assert [(await view(shop.client, buying))["state"] for buying in buyings] == [
        "confirming",
        "paid",
        "paid",
    ]


async def test_a_payment_that_has_just_begun_is_not_looked_up(
    shop: Shop, sandbox: httpx.AsyncClient, wire: Wire
) -> None:
    async with shop.db.connection() as conn:
        buying = await a_purchase(shop.client, conn)
    wire.lost_answers = 1
    await confirm(shop.client, buying, await pay_at_window(sandbox, buying.order))
    calls = len(wire.sent)

    await jobs.reconcile.func(context_of(shop), 0)

    assert len(wire.sent) == calls


async def test_the_worker_settles_an_open_payment_and_sends_the_mail(
    shop: Shop, sandbox: httpx.AsyncClient, wire: Wire
) -> None:
    async with shop.db.connection() as conn:
        buying = await a_purchase(shop.client, conn)
    wire.lost_answers = 1
    answer = await confirm(shop.client, buying, await pay_at_window(sandbox, buying.order))

    postman = await run_jobs(shop)

    assert answer.json()["data"]["state"] == "confirming"
    assert (await view(shop.client, buying))["state"] == "paid"
    assert [mail.recipient for mail in postman.delivered] == ["hong@example.com"]
    async with shop.db.connection() as conn:
        assert await fetch_one(conn, int, "SELECT count(*) FROM procrastinate_jobs") == 0
        assert await fetch_one(conn, int, "SELECT count(*) FROM messages WHERE sent_at IS NULL") == 0
