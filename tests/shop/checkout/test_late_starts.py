"""Subscriptions that are started late, because the member took long or the process died."""

import asyncio
from datetime import timedelta

import httpx
import pytest

from ieum.shop.checkout import charge_on_file, look_up
from ieum.shop.kernel.db import Connection, execute, fetch_all, fetch_one
from ieum.shop.orders import rules
from ieum.shop.orders import service as orders
from ieum.shop.orders.types import OrderState
from ieum.shop.subscriptions import dunning, service
from tests.conftest import RollingBack
from tests.shop.builders import purchases
from tests.shop.builders.catalog import a_plan
from tests.shop.builders.locks import until_one_waits_for_a_lock
from tests.shop.builders.secrets import SEALER
from tests.shop.builders.shops import Client, Shop
from tests.shop.builders.subscribers import METHODS, Holder, a_holder
from tests.shop.builders.time_passing import let_order_age

MINUTE = timedelta(minutes=1)


@pytest.fixture
async def holder(client: Client, sandbox: httpx.AsyncClient, conn: Connection) -> Holder:
    return await a_holder(client, sandbox, conn)


async def begin(conn: Connection, order_id: str, method: int) -> None:
    """Start the subscription of an order, as a process that dies before the first charge."""
    order = await orders.lock(conn, order_id)
    await service.begin(conn, order, method)


async def states(conn: Connection) -> list[str]:
    return await fetch_all(conn, str, "SELECT state FROM subscriptions ORDER BY id")


@pytest.mark.parametrize("is_seen", [True, False], ids=["expired", "not seen by the job yet"])
async def test_a_member_who_registers_the_card_after_the_hold_ran_out_gets_another_address(
    holder: Holder, conn: Connection, *, is_seen: bool
) -> None:
    method, order = await holder.card(), await holder.order(await a_plan(conn))
    await let_order_age(conn, order, 20 * MINUTE)
    if is_seen:
        await orders.expire_overdue(conn)

    answers = [await holder.start(order, method) for _ in range(2)]

    assert [answer.json()["data"]["state"] for answer in answers] == ["paid", "paid"]
    assert await states(conn) == ["active"]
    assert await purchases.received(holder.sandbox) == 33_000


async def test_nothing_is_charged_or_kept_where_all_addresses_were_sold_meanwhile(
    holder: Holder, conn: Connection
) -> None:
    method, order = await holder.card(), await holder.order(await a_plan(conn, addresses=1))
    await let_order_age(conn, order, 20 * MINUTE)
    await orders.expire_overdue(conn)
    await execute(conn, "UPDATE exit_addresses SET available_at = NULL")

    answer = await holder.start(order, method)

    assert (answer.status_code, answer.json()["code"]) == (409, "sold_out")
    assert await states(conn) == ["ended"]
    assert await purchases.received(holder.sandbox) == 0


async def test_an_old_order_starts_no_subscription_at_its_old_price(holder: Holder, conn: Connection) -> None:
    method, order = await holder.card(), await holder.order(await a_plan(conn))
    await let_order_age(conn, order, 56 * MINUTE)
    await orders.expire_overdue(conn)

    answers = [await holder.start(order, method) for _ in range(2)]

    assert [(answer.status_code, answer.json()["code"]) for answer in answers] == [(409, "order_expired")] * 2
    assert await states(conn) == []
    assert await purchases.received(holder.sandbox) == 0


async def test_a_subscription_that_was_begun_and_not_charged_stays_while_its_order_can_be_paid(
    holder: Holder, conn: Connection, db: RollingBack
) -> None:
    method, order = await holder.card(), await holder.order(await a_plan(conn))
    await begin(conn, order, method)
    await let_order_age(conn, order, 20 * MINUTE)
    await orders.expire_overdue(conn)

    await dunning.close_due(db)
    answer = await holder.start(order, method)

    assert (answer.status_code, answer.json()["data"]["state"]) == (200, "paid")
    assert await states(conn) == ["active"]


@pytest.mark.parametrize("state", ["failed", "expired", "cancelled", "refunded"])
async def test_a_subscription_whose_first_order_is_over_ends_and_releases_its_card(
    holder: Holder, conn: Connection, db: RollingBack, state: str
) -> None:
    method, order = await holder.card(), await holder.order(await a_plan(conn))
    await begin(conn, order, method)
    await let_order_age(conn, order, 56 * MINUTE)
    await execute(conn, "UPDATE orders SET state = %(state)s, closed_at = now()", state=state)

    await dunning.close_due(db)

    assert await states(conn) == ["ended"]
    assert await fetch_one(conn, str, "SELECT end_reason FROM subscriptions") == "refused"
    assert (await holder.client.delete(f"{METHODS}/{method}", headers=holder.headers)).status_code == 200


async def test_a_subscription_that_is_being_charged_is_not_ended(
    shop: Shop, sandbox: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its charge begins at the last moment, and the deadline passes before that is committed."""
    async with shop.db.transaction() as conn:
        holder = await a_holder(shop.client, sandbox, conn)
        plan = await a_plan(conn)
    method, order = await holder.card(), await holder.order(plan)
    async with shop.db.transaction() as conn:
        await begin(conn, order, method)
        await let_order_age(conn, order, 54 * MINUTE)
        await orders.expire_overdue(conn)

    async with shop.db.transaction() as conn:
        payment = await charge_on_file.begin(conn, order, method)
        assert payment is not None
        monkeypatch.setattr(rules, "WINDOW", 30 * MINUTE)
        ending = asyncio.create_task(dunning.close_due(shop.db))
        await until_one_waits_for_a_lock(shop.db)
    await ending
    await look_up.settle(shop.db, shop.provider, SEALER, payment)

    async with shop.db.connection() as conn:
        assert await states(conn) == ["active"]
        assert await fetch_one(conn, OrderState, "SELECT state FROM orders") is OrderState.PAID
