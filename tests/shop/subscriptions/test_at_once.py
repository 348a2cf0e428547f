"""Two at one subscription: workers, windows, a member and the clock. Real connections, real commits."""

import asyncio
from collections.abc import AsyncGenerator
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
import pytest

from ieum.shop.checkout import charge_on_file, look_up
from ieum.shop.kernel.db import Connection, execute, fetch_all, fetch_one
from ieum.shop.refunds import operators
from ieum.shop.subscriptions import dunning, queries, schedule, schedule_queries, service
from tests.shop.builders import purchases
from tests.shop.builders.catalog import a_plan
from tests.shop.builders.locks import until_one_waits_for_a_lock
from tests.shop.builders.secrets import SEALER
from tests.shop.builders.shops import Shop
from tests.shop.builders.subscribers import SUBSCRIPTIONS, Holder, a_holder
from tests.shop.builders.time_passing import let_pass
from tests.shop.builders.wire import Wire
from tests.waiting import wait_until_async

DAY = timedelta(days=1)


class Subscriber:
    """A member whose first period is paid, in a shop that commits."""

    def __init__(self, shop: Shop, holder: Holder, shown: dict[str, Any], wire: Wire) -> None:
        self.shop = shop
        self.holder = holder
        self.id: int = shown["id"]
        self.wire = wire

    async def until_due(self) -> str:
        """The order that is to be charged, queued and not yet carried out."""
        async with self.shop.db.transaction() as conn:
            due_at = await fetch_one(conn, datetime, "SELECT due_at FROM subscriptions")
            await let_pass(conn, due_at - datetime.now(UTC) + timedelta(minutes=1))
        await schedule.queue_due(self.shop.db)
        async with self.shop.db.connection() as conn:
            return await fetch_one(conn, str, "SELECT id FROM orders WHERE period = 2")

    async def charge(self, order: str) -> None:
        """What a worker does with the order's job."""
        await charge_on_file.charge(self.shop.db, self.shop.provider, SEALER, order)

    async def post(self, what: str) -> httpx.Response:
        return await self.holder.post(f"{SUBSCRIPTIONS}/{self.id}/{what}")

    async def charging_held(self, order: str) -> asyncio.Task[None]:
        """A charge that the provider has made and whose answer is still on its way."""
        self.wire.answers.clear()
        before = self.wire.count("POST /v1/billing/")
        task = asyncio.create_task(self.charge(order))
        await wait_until_async(
            lambda: self.wire.count("POST /v1/billing/") > before, "the charge does not reach the provider"
        )
        return task

    async def state(self) -> dict[str, Any]:
        async with self.shop.db.connection() as conn:
            return await fetch_one(
                conn, dict[str, Any], "SELECT to_jsonb(s) FROM subscriptions s WHERE id = %(id)s", id=self.id
            )

    async def received(self) -> int:
        return await purchases.received(self.holder.sandbox)


@pytest.fixture
async def one(shop: Shop, sandbox: httpx.AsyncClient, wire: Wire) -> AsyncGenerator[Subscriber]:
    async with shop.db.transaction() as conn:
        holder = await a_holder(shop.client, sandbox, conn)
        plan = await a_plan(conn)
    method = await holder.card()
    answer = await holder.start(await holder.order(plan), method)
    assert answer.status_code == 200, answer.text
    yield Subscriber(shop, holder, (await holder.subscriptions())[0], wire)
    wire.answers.set()


async def test_two_windows_begin_one_subscription(shop: Shop, sandbox: httpx.AsyncClient, wire: Wire) -> None:
    async with shop.db.transaction() as conn:
        holder = await a_holder(shop.client, sandbox, conn)
        plan = await a_plan(conn)
    method, order = await holder.card(), await holder.order(plan)
    before = wire.count("POST /v1/billing/")

    answers = await asyncio.gather(*(holder.start(order, method) for _ in range(4)))

    assert [answer.json()["data"]["state"] for answer in answers] == ["paid"] * 4
    assert len(await holder.subscriptions()) == 1
    assert wire.count("POST /v1/billing/") == before + 1
    assert await purchases.received(sandbox) == 33_000


async def test_two_workers_charge_a_period_once(one: Subscriber) -> None:
    order = await one.until_due()

    await asyncio.gather(*(one.charge(order) for _ in range(4)))

    assert await one.received() == 66_000
    assert (await one.state())["period"] == 2


async def test_paying_twice_at_once_charges_once(one: Subscriber) -> None:
    order = await one.until_due()
    await one.holder.refuse("001", "REJECT_CARD_PAYMENT")
    await one.charge(order)
    await one.holder.refuse("001", None)

    answers = await asyncio.gather(*(one.post("pay-now") for _ in range(4)))

    # Whoever comes when it is paid is told that nothing is owed.
    assert {answer.status_code for answer in answers} <= {200, 409}
    assert {answer.json().get("code") for answer in answers} <= {None, "nothing_due"}
    assert any(answer.status_code == 200 for answer in answers)
    assert await one.received() == 66_000


async def test_a_member_who_pays_and_a_worker_who_tries_again_charge_once(one: Subscriber) -> None:
    order = await one.until_due()
    await one.holder.refuse("001", "REJECT_CARD_PAYMENT")
    await one.charge(order)
    await one.holder.refuse("001", None)
    async with one.shop.db.transaction() as conn:
        await let_pass(conn, DAY)
    await schedule.queue_retries(one.shop.db)

    _, answer = await asyncio.gather(one.charge(order), one.post("pay-now"))

    assert answer.status_code == 200 or answer.json()["code"] == "nothing_due"
    assert await one.received() == 66_000


async def test_a_stop_before_the_charge_prevents_it(one: Subscriber) -> None:
    order = await one.until_due()

    assert (await one.post("stop")).status_code == 200
    await one.charge(order)

    assert await one.received() == 33_000


async def test_a_stop_and_a_charge_at_once_agree(one: Subscriber) -> None:
    """Either the stop was first and nothing is charged, or the charge was and the new period is the last."""
    order = await one.until_due()

    stopped, _ = await asyncio.gather(one.post("stop"), one.charge(order))

    assert stopped.status_code == 200
    state = await one.state()
    assert state["stop_requested_at"] is not None
    assert await one.received() == 33_000 * state["period"]


async def test_a_stop_during_a_charge_ends_it_after_the_period_that_is_paid(one: Subscriber) -> None:
    charge = await one.charging_held(await one.until_due())

    stopped = await one.post("stop")
    assert (stopped.status_code, stopped.json()["data"]["stopping"]) == (200, True)
    one.wire.answers.set()
    await charge

    state = await one.state()
    assert (state["state"], state["period"], state["charge_queued_at"]) == ("active", 2, None)
    async with one.shop.db.transaction() as conn:
        paid_until = datetime.fromisoformat(state["paid_until"])
        await let_pass(conn, paid_until - datetime.now(UTC) + DAY)
    await schedule.queue_due(one.shop.db)
    await dunning.close_due(one.shop.db)
    assert ((await one.state())["end_reason"], await one.received()) == ("stopped", 66_000)


async def test_another_card_during_a_charge_is_for_the_next_one(one: Subscriber) -> None:
    order = await one.until_due()
    other = await one.holder.card("002")
    charge = await one.charging_held(order)

    answer = await one.holder.client.put(
        f"{SUBSCRIPTIONS}/{one.id}/billing-method",
        json={"billingMethodId": other},
        headers=one.holder.headers,
    )
    one.wire.answers.set()
    await charge

    assert (answer.status_code, answer.json()["data"]["billingMethod"]["id"]) == (200, other)
    assert await one.received() == 66_000
    async with one.shop.db.connection() as conn:
        charged = await fetch_all(conn, int, "SELECT billing_method_id FROM payments ORDER BY id")
    assert len(charged) == 2
    assert other not in charged


async def test_a_card_that_is_changed_between_the_look_and_the_charge_is_the_one_that_pays(
    one: Subscriber, monkeypatch: pytest.MonkeyPatch
) -> None:
    order = await one.until_due()
    other = await one.holder.card("002")
    find = charge_on_file.schedule_queries.find_card
    looks: list[int] = []

    async def find_and_change(conn: Connection, order_id: str) -> Any:
        found = await find(conn, order_id)
        looks.append(1)
        if len(looks) == 1:
            async with one.shop.db.transaction() as elsewhere:
                await execute(
                    elsewhere, "UPDATE subscriptions SET billing_method_id = %(other)s", other=other
                )
        return found

    monkeypatch.setattr(charge_on_file.schedule_queries, "find_card", find_and_change)
    await one.charge(order)

    async with one.shop.db.connection() as conn:
        charged = await fetch_all(conn, int, "SELECT billing_method_id FROM payments ORDER BY id")
    assert (charged[-1], len(looks)) == (other, 2)


@pytest.mark.parametrize(
    "change",
    [
        pytest.param("stop_requested_at = now()", id="stopped"),
        pytest.param("charge_queued_at = NULL", id="carried out by another"),
        pytest.param("state = 'ended', ended_at = now(), end_reason = 'unpaid'", id="over"),
        pytest.param("period = period + 1", id="paid"),
    ],
)
async def test_a_subscription_that_ended_before_the_charge_begins_is_not_charged(
    one: Subscriber, monkeypatch: pytest.MonkeyPatch, change: str
) -> None:
    """Asked again in the transaction that begins the charge: the look before it may be old."""
    order = await one.until_due()
    find = charge_on_file.schedule_queries.find_card

    async def find_and_change(conn: Connection, order_id: str) -> Any:
        found = await find(conn, order_id)
        async with one.shop.db.transaction() as elsewhere:
            await elsewhere.execute(f"UPDATE subscriptions SET {change}".encode())
        return found

    monkeypatch.setattr(charge_on_file.schedule_queries, "find_card", find_and_change)
    await one.charge(order)

    assert await one.received() == 33_000


async def test_an_address_is_not_released_during_a_charge(one: Subscriber) -> None:
    """The address must not go to somebody else while its money is on its way."""
    order = await one.until_due()
    await one.holder.refuse("001", "INVALID_STOPPED_CARD")
    await one.charge(order)
    async with one.shop.db.transaction() as conn:
        await let_pass(conn, 4 * DAY)
    await dunning.close_due(one.shop.db)
    async with one.shop.db.transaction() as conn:
        await let_pass(conn, 8 * DAY)
        await execute(conn, "UPDATE subscriptions SET charge_queued_at = now()")
    await one.holder.refuse("001", None)
    charge = await one.charging_held(order)

    await dunning.close_due(one.shop.db)
    assert (await one.state())["state"] == "suspended"
    one.wire.answers.set()
    await charge

    assert ((await one.state())["state"], await one.received()) == ("active", 66_000)


async def test_a_worker_killed_after_the_charge_leaves_it_to_be_looked_up(one: Subscriber) -> None:
    order = await one.until_due()
    charge = await one.charging_held(order)
    charge.cancel()
    await asyncio.gather(charge, return_exceptions=True)
    one.wire.answers.set()
    async with one.shop.db.connection() as conn:
        payment = await purchases.open_payment(conn, order)

    await asyncio.gather(
        *(look_up.settle(one.shop.db, one.shop.provider, SEALER, payment) for _ in range(2)),
        one.charge(order),
    )

    assert await one.received() == 66_000
    assert (await one.state())["period"] == 2


@pytest.mark.parametrize(
    ("code", "state"),
    [
        pytest.param("REJECT_CARD_PAYMENT", "cancelled", id="refused"),
        pytest.param(None, "refunding", id="approved"),
    ],
)
async def test_a_charge_under_way_when_its_subscription_ends_owes_nothing(
    one: Subscriber, code: str | None, state: str
) -> None:
    """An operator pays the first period back while the second is being charged."""
    order = await one.until_due()
    await one.holder.refuse("001", code)
    charge = await one.charging_held(order)
    async with one.shop.db.transaction() as conn:
        first = await fetch_one(conn, str, "SELECT id FROM orders WHERE period = 1")
        await operators.refund_by_operator(conn, first, None, reason="서비스 장애", by="김운영")

    one.wire.answers.set()
    await charge

    assert (await one.state())["end_reason"] == "refunded"
    async with one.shop.db.connection() as conn:
        assert await fetch_all(conn, str, "SELECT state FROM orders WHERE period = 2") == [state]


async def leave(one: Subscriber) -> None:
    async with one.shop.db.transaction() as conn:
        await service.end_all(conn, one.holder.member)


async def leave_while_the_clock_is_at_it(one: Subscriber) -> asyncio.Task[None]:
    """Who leaves has looked for charges, found none, and waits for the clock that is making one."""
    async with one.shop.db.transaction() as conn:
        due_at = await fetch_one(conn, datetime, "SELECT due_at FROM subscriptions")
        await let_pass(conn, due_at - datetime.now(UTC) + timedelta(minutes=1))
    async with one.shop.db.transaction() as conn:
        due = await schedule_queries.lock_due(conn, after=None, limit=10)
        leaving = asyncio.create_task(leave(one))
        await until_one_waits_for_a_lock(one.shop.db)
        await schedule._queue(conn, due)
    return leaving


async def test_an_end_that_waits_for_the_queueing_job_cancels_the_charge_it_has_just_made(
    one: Subscriber,
) -> None:
    await (await leave_while_the_clock_is_at_it(one))

    assert (await one.state())["state"] == "ended"
    async with one.shop.db.connection() as conn:
        assert await fetch_all(conn, str, "SELECT state FROM orders WHERE period = 2") == ["cancelled"]


async def test_an_end_and_a_charge_that_was_just_queued_do_not_deadlock(
    one: Subscriber, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The charge has its order and wants the subscription; who has that must not want the order."""
    lock = queries.lock
    charges: list[asyncio.Task[None]] = []

    async def lock_and_be_late(conn: Connection, subscription: int) -> Any:
        running = await lock(conn, subscription)
        if not charges:
            async with one.shop.db.connection() as elsewhere:
                order = await fetch_one(elsewhere, str, "SELECT id FROM orders WHERE period = 2")
            charges.append(asyncio.create_task(one.charge(order)))
            await until_one_waits_for_a_lock(one.shop.db)
        return running

    monkeypatch.setattr(queries, "lock", lock_and_be_late)

    await (await leave_while_the_clock_is_at_it(one))
    await asyncio.gather(*charges)

    assert (await one.state())["state"] == "ended"
    async with one.shop.db.connection() as conn:
        # Charged before the end came to it; its money goes back.
        assert await fetch_all(conn, str, "SELECT state FROM orders WHERE period = 2") == ["refunding"]
