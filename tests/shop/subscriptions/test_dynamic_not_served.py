"""Until a gateway can serve dynamic IP, it is neither switched on nor sold, and no renewal is charged."""

from datetime import UTC, datetime, timedelta

import pytest

from ieum.shop.kernel.db import Connection, execute, fetch_all, fetch_one
from ieum.shop.site import cli
from ieum.shop.subscriptions import dunning, schedule
from tests.conftest import RollingBack
from tests.shop.builders.catalog import a_dynamic_plan, a_plan
from tests.shop.builders.charges import Due, a_due, charge
from tests.shop.builders.commands import typed
from tests.shop.builders.members import a_login, a_member
from tests.shop.builders.messages import references_sent
from tests.shop.builders.orders import place
from tests.shop.builders.shops import Client, Shop
from tests.shop.builders.till import Till


async def no_longer_served(conn: Connection) -> None:
    """As on a shop where dynamic IP was switched on before this version."""
    await execute(conn, "UPDATE site_config SET dynamic_served = false")


async def a_dynamic_due(till: Till) -> Due:
    due = await a_due(till.conn, till.sandbox, till.provider)
    await execute(
        till.conn,
        "UPDATE plans SET kind = 'dynamic' WHERE id = (SELECT plan_id FROM subscriptions WHERE id = %(id)s)",
        id=due.subscription,
    )
    return due


async def test_the_switch_refuses_to_go_on_and_says_why(
    shop: Shop, capsys: pytest.CaptureFixture[str]
) -> None:
    refused = await typed(cli, shop, "switch", "dynamic", "on")
    told = capsys.readouterr()
    others = [
        await typed(cli, shop, "switch", *words)
        for words in (("ticket", "on"), ("dynamic", "off"), ("ticket", "off"))
    ]

    assert (refused, others) == (1, [0, 0, 0])
    assert told.err == (
        "dynamic IP cannot be switched on: no gateway of this version serves dynamic addresses,"
        " so buyers would pay and get nothing\n"
    )
    assert capsys.readouterr().out == "ticket is on.\ndynamic is off.\nticket is off.\n"


async def test_where_it_is_on_already_nothing_is_sold(client: Client, conn: Connection) -> None:
    plan = await a_dynamic_plan(conn)
    await no_longer_served(conn)
    await execute(conn, "UPDATE site_config SET site_name = '이음'")

    config = (await client.get("/api/v1/config/info")).json()["data"]
    plans = (await client.get("/api/v1/catalog/plans?kind=dynamic")).json()["data"]
    order = await place(client, await a_login(conn, await a_member(conn)), plan)

    assert (config["dynmYn"], plans) == ("N", [])
    assert (order.status_code, order.json()["code"]) == (404, "plan_not_found")


async def test_an_order_from_before_is_not_paid(till: Till) -> None:
    await a_plan(till.conn)
    buying = await till.order(plan=await a_dynamic_plan(till.conn))
    brought = await till.pay(buying)
    await no_longer_served(till.conn)

    answer = await till.confirm(buying, brought)

    assert (answer.status_code, answer.json()["code"]) == (409, "not_served")
    assert await till.received() == 0


async def test_a_deposit_from_before_is_paid_back(till: Till) -> None:
    buying = await till.await_deposit(plan=await a_dynamic_plan(till.conn))
    await no_longer_served(till.conn)
    await till.deposit(buying)
    await till.learn(buying.order_id)

    data = await till.view(buying)

    assert (data["state"], data["failure"]["code"]) == ("refunding", "not_served")
    assert await fetch_all(till.conn, int, "SELECT id FROM services") == []


async def test_a_renewal_charges_nothing_even_where_its_job_runs_first(till: Till) -> None:
    due = await a_dynamic_due(till)

    assert await charge(till, due) is None
    assert till.wire.count("POST /v1/billing/") == 1  # only the registration of the card


async def test_its_member_is_told_once_and_it_ends_when_the_paid_time_is_over(
    till: Till, db: RollingBack
) -> None:
    due = await a_dynamic_due(till)

    for _ in range(3):
        await dunning.close_due(db)
        await schedule.queue_due(db)
    stopped = await fetch_one(
        till.conn,
        bool,
        "SELECT stop_requested_at IS NOT NULL AND charge_queued_at IS NULL FROM subscriptions WHERE id = %(id)s",
        id=due.subscription,
    )
    await execute(
        till.conn,
        "UPDATE subscriptions SET paid_until = %(past)s WHERE id = %(id)s",
        past=datetime.now(UTC) - timedelta(minutes=1),
        id=due.subscription,
    )
    await dunning.close_due(db)

    assert stopped
    assert await references_sent(till.conn) == [f"subscription-not-served:{due.subscription}"]
    assert (
        await fetch_one(
            till.conn, str, "SELECT end_reason FROM subscriptions WHERE id = %(id)s", id=due.subscription
        )
        == "not_sold"
    )
