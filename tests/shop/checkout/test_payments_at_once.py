"""Concurrent requests about the same money make one order, one delivery and one payment."""

import asyncio
from collections.abc import Coroutine
from typing import Any

import httpx
import pytest

from ieum.shop.checkout import charge_on_file, confirmation, deposits, look_up, subscription
from ieum.shop.kernel.db import fetch_all, fetch_one
from ieum.shop.payments import queries
from ieum.shop.payments.provider import Approved, Outcome, ProviderPayment
from ieum.shop.payments.types import Payment
from ieum.shop.subscriptions import methods
from ieum.shop.subscriptions import service as subscriptions
from tests.shop.builders import purchases
from tests.shop.builders.calls import calls_of
from tests.shop.builders.charges import Due, a_due
from tests.shop.builders.locks import until_one_waits_for_a_lock
from tests.shop.builders.payment_window import pay_at_window
from tests.shop.builders.purchases import Buying, confirm
from tests.shop.builders.secrets import SEALER
from tests.shop.builders.shops import Shop
from tests.shop.builders.subscriptions import a_card
from tests.shop.builders.wire import Wire
from tests.shop.builders.worker import run_jobs
from tests.waiting import wait_until_async


async def a_purchase(shop: Shop, **wanted: Any) -> Buying:
    async with shop.db.connection() as conn:
        return await purchases.a_purchase(shop.client, conn, **wanted)


async def awaiting_deposit(shop: Shop, sandbox: httpx.AsyncClient) -> Buying:
    buying = await a_purchase(shop, payMethod="virtualAccount", addresses=1)
    brought = await pay_at_window(sandbox, buying.order, method="VIRTUAL_ACCOUNT")
    answer = await confirm(shop.client, buying, brought)
    assert answer.json()["data"]["state"] == "awaiting_deposit", answer.text
    return buying


async def payment_of(shop: Shop, buying: Buying) -> Payment:
    async with shop.db.connection() as conn:
        return await purchases.open_payment(conn, buying.order_id)


async def counts(shop: Shop) -> dict[str, int]:
    async with shop.db.connection() as conn:
        return await fetch_one(
            conn,
            dict[str, int],
            """
            SELECT jsonb_build_object(
                'services', (SELECT count(*) FROM services),
                'live', (SELECT count(*) FROM leases WHERE state = 'active'),
                'held', (SELECT count(*) FROM leases WHERE state = 'held'), 'alarms', (SELECT count(*) FROM alarms),
                'told', (SELECT count(*) FROM messages WHERE reference LIKE 'paid:%%'))
            """,
        )


class Meeting:
    """Holds back the first two answers of a look-up until both have come, so that both act on the same news."""

    def __init__(self, shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
        self._barrier = asyncio.Barrier(2)
        self._left = 2
        self._find = shop.provider.find
        monkeypatch.setattr(shop.provider, "find", self.find)

    async def find(self, order_id: str, **more: Any) -> ProviderPayment | None:
        found = await self._find(order_id, **more)
        self._left -= 1
        if self._left >= 0:
            async with asyncio.timeout(10):
                await self._barrier.wait()
        return found


async def both(*at_once: Coroutine[Any, Any, Any]) -> list[Any]:
    return await asyncio.gather(*(asyncio.create_task(one) for one in at_once))


async def test_two_look_ups_of_the_same_deposit_deliver_it_once(
    shop: Shop, sandbox: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    buying = await awaiting_deposit(shop, sandbox)
    payment = await payment_of(shop, buying)
    await purchases.deposit(sandbox, buying.order_id)
    Meeting(shop, monkeypatch)

    await both(
        look_up.settle(shop.db, shop.provider, SEALER, payment),
        deposits.close_account(shop.db, shop.provider, payment, "deposit_expired"),
    )

    assert await counts(shop) == {"services": 1, "live": 1, "held": 0, "alarms": 0, "told": 1}
    assert (await purchases.view(shop.client, buying))["state"] == "paid"


async def test_a_webhook_that_is_faster_than_the_answer_to_the_confirm_makes_one_payment(
    shop: Shop, sandbox: httpx.AsyncClient, wire: Wire
) -> None:
    buying = await a_purchase(shop)
    brought = await pay_at_window(sandbox, buying.order)
    wire.answers.clear()
    confirming = asyncio.create_task(confirm(shop.client, buying, brought))
    await wait_until_async(lambda: wire.count("confirm"), "the provider is not asked to confirm")

    await shop.client.post(
        "/api/v1/payments/webhooks/toss",
        json={"eventType": "PAYMENT_STATUS_CHANGED", "data": {"orderId": buying.order_id, "status": "DONE"}},
    )
    learning = asyncio.create_task(look_up.refresh(shop.db, shop.provider, SEALER, buying.order_id))
    await wait_until_async(lambda: wire.count("GET"), "the hint is not looked into")
    wire.answers.set()
    answer, _ = await asyncio.gather(confirming, learning)
    await run_jobs(shop)

    assert answer.json()["data"]["state"] == "paid"
    assert await counts(shop) == {"services": 1, "live": 1, "held": 0, "alarms": 0, "told": 1}
    assert await purchases.received(sandbox) == 33_000


@pytest.mark.parametrize("end", ["deposit_expired", "deposit_cancelled"])
async def test_a_deposit_between_the_look_up_and_the_closing_of_its_account_buys_the_goods(
    shop: Shop, sandbox: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch, end: Any
) -> None:
    """The provider decides: it does not close an account that was just paid into."""
    buying = await awaiting_deposit(shop, sandbox)
    payment = await payment_of(shop, buying)
    close = shop.provider.cancel

    async def pay_in_first(**asked: Any) -> Outcome:
        await purchases.deposit(sandbox, buying.order_id)
        learnt = asyncio.create_task(look_up.refresh(shop.db, shop.provider, SEALER, buying.order_id))
        outcome = await close(**asked)
        await learnt
        return outcome

    monkeypatch.setattr(shop.provider, "cancel", pay_in_first)

    await deposits.close_account(shop.db, shop.provider, payment, end)

    assert (await purchases.view(shop.client, buying))["state"] == "paid"
    assert await counts(shop) == {"services": 1, "live": 1, "held": 0, "alarms": 0, "told": 1}
    assert await purchases.received(sandbox) == 33_000


async def test_a_job_and_a_member_closing_an_account_at_once_end_one_order(
    shop: Shop, sandbox: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    buying = await awaiting_deposit(shop, sandbox)
    payment = await payment_of(shop, buying)
    Meeting(shop, monkeypatch)

    answer, _ = await both(
        shop.client.post(f"/api/v1/orders/{buying.order_id}/cancel", headers=buying.headers),
        deposits.close_account(shop.db, shop.provider, payment, "deposit_expired"),
    )

    assert answer.status_code == 200, answer.text
    assert answer.json()["data"]["state"] in {"cancelled", "expired"}
    assert await counts(shop) == {"services": 0, "live": 0, "held": 0, "alarms": 0, "told": 0}
    assert await purchases.received(sandbox) == 0


async def test_two_charges_of_the_same_period_at_once_take_the_money_once(
    shop: Shop, sandbox: httpx.AsyncClient, wire: Wire
) -> None:
    async with shop.db.transaction() as conn:
        due: Due = await a_due(conn, sandbox, shop.provider)
    before = len(wire.sent)
    wire.answers.clear()

    tasks = [
        asyncio.create_task(
            charge_on_file.charge_card(shop.db, shop.provider, SEALER, due.order_id, due.method)
        )
        for _ in range(4)
    ]
    await wait_until_async(
        lambda: len(wire.sent) - before + sum(task.done() for task in tasks) == len(tasks),
        "not every one has either sent its charge or seen that it is sent",
    )
    wire.answers.set()
    outcomes = await asyncio.gather(*tasks)

    assert [type(outcome) for outcome in outcomes if outcome is not None] == [Approved]
    assert await purchases.received(sandbox) == 33_000
    async with shop.db.connection() as conn:
        assert await fetch_all(conn, str, "SELECT state FROM payments") == ["approved"]


async def test_the_answer_to_a_charge_and_its_look_up_at_once_prolong_by_one_period(
    shop: Shop, sandbox: httpx.AsyncClient, wire: Wire
) -> None:
    async with shop.db.transaction() as conn:
        due: Due = await a_due(conn, sandbox, shop.provider)
    before = len(wire.sent)
    wire.answers.clear()
    charge = asyncio.create_task(
        charge_on_file.charge_card(shop.db, shop.provider, SEALER, due.order_id, due.method)
    )
    await wait_until_async(lambda: len(wire.sent) > before, "the charge is not sent")
    async with shop.db.connection() as conn:
        payment = await queries.find_open(conn, due.order_id)
    assert payment is not None

    looking = asyncio.create_task(look_up.settle(shop.db, shop.provider, SEALER, payment))
    await wait_until_async(lambda: len(wire.sent) > before + 1, "the payment is not looked up")
    wire.answers.set()
    await asyncio.gather(charge, looking)

    async with shop.db.connection() as conn:
        periods = await fetch_one(
            conn, int, "SELECT count(*) FROM service_periods WHERE order_id = %(id)s", id=due.order_id
        )
        paid = await fetch_one(
            conn, int, "SELECT period FROM subscriptions WHERE id = %(id)s", id=due.subscription
        )
    assert (periods, paid) == (1, 2)
    assert await purchases.received(sandbox) == 33_000


@pytest.mark.parametrize("what", ["stopped", "card deleted"])
async def test_a_charge_in_doubt_waits_for_a_member_who_holds_the_order(
    shop: Shop, sandbox: httpx.AsyncClient, wire: Wire, what: str
) -> None:
    async with shop.db.transaction() as conn:
        due: Due = await a_due(conn, sandbox, shop.provider)
        payment = await charge_on_file.begin(conn, due.order_id, due.method)
        other = await a_card(conn, due.member, key="another")
    assert payment is not None
    if what == "card deleted":
        await subscription.change_method(shop.db, shop.provider, SEALER, due.member, due.subscription, other)
    before = wire.count("POST /v1/billing/")

    async with shop.db.transaction() as conn:
        if what == "stopped":
            await subscriptions.stop(conn, due.member, due.subscription)
        else:
            await methods.remove(conn, due.member, due.method)
        settling_it = asyncio.create_task(look_up.settle(shop.db, shop.provider, SEALER, payment))
        await until_one_waits_for_a_lock(shop.db)
    await settling_it

    assert wire.count("POST /v1/billing/") == before
    assert await purchases.received(sandbox) == 0


async def test_two_confirms_at_once_are_one_payment_and_the_same_answer(
    shop: Shop, sandbox: httpx.AsyncClient, wire: Wire, monkeypatch: pytest.MonkeyPatch
) -> None:
    buying = await a_purchase(shop)
    brought = await pay_at_window(sandbox, buying.order)
    wire.answers.clear()

    waiting = calls_of(monkeypatch, confirmation, "wait_for")
    asking = [asyncio.create_task(confirm(shop.client, buying, brought)) for _ in range(4)]
    await wait_until_async(
        lambda: wire.sent and len(waiting) == 3, "not all but one wait for the one that asks"
    )
    wire.answers.set()
    answers = await asyncio.gather(*asking)

    assert {answer.status_code for answer in answers} == {200}
    assert all(answer.json() == answers[0].json() for answer in answers)
    assert answers[0].json()["data"]["state"] == "paid"
    assert wire.count("confirm") == 1
    assert (await sandbox.get("/control/payments")).json()["totals"]["kept"] == 33_000
