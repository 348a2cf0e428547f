"""Addresses that a member holds without having paid: a free account must not take the shop's stock off sale."""

import asyncio
from datetime import timedelta
from typing import Any

import httpx
import pytest

from ieum.shop.checkout import fulfilment
from ieum.shop.kernel.db import Connection, fetch_all, fetch_one
from ieum.shop.orders import claims
from ieum.shop.orders import service as orders
from ieum.shop.services.types import ServiceId
from tests.shop.builders.catalog import a_plan
from tests.shop.builders.members import a_login, a_member
from tests.shop.builders.orders import place, set_config, stock_of
from tests.shop.builders.purchases import Buying
from tests.shop.builders.refunds import refund
from tests.shop.builders.services import a_device, let_connect
from tests.shop.builders.shops import Client, Shop
from tests.shop.builders.till import Till
from tests.shop.builders.time_passing import let_order_age

HELD = "SELECT count(*) FROM leases WHERE state = 'held'"


async def issue_account(till: Till, headers: dict[str, str], plan: int, quantity: int) -> httpx.Response:
    """Order by virtual account, and have the account issued where the order was placed."""
    answer = await place(till.client, headers, plan, payMethod="virtualAccount", quantity=quantity)
    if answer.status_code == 201:
        buying = Buying(headers, answer.json()["data"])
        confirmed = await till.confirm(buying, await till.pay(buying, method="VIRTUAL_ACCOUNT"))
        assert confirmed.json()["data"]["state"] == "awaiting_deposit", confirmed.text
    return answer


async def test_one_free_account_cannot_empty_the_shelf_with_unpaid_deposits(till: Till) -> None:
    """The attack: three orders of 20, 20 and 3 addresses by virtual account held all 43 for a day."""
    headers, plan = await a_login(till.conn, await a_member(till.conn)), await a_plan(till.conn, addresses=43)

    greedy = [await issue_account(till, headers, plan, quantity) for quantity in (20, 20, 3)]
    modest = [await issue_account(till, headers, plan, 1) for _ in range(3)]

    refused = greedy[0].json()
    assert [answer.status_code for answer in greedy + modest] == [409, 409, 201, 409, 409, 409]
    assert refused["code"] == "too_many_addresses"
    assert refused["detail"] == (
        "가상계좌로는 입금 전에 3개까지만 주문할 수 있습니다. 수량을 3개로 줄이거나 카드로 결제해 주세요."
    )
    assert "먼저 입금하시거나 취소하신 뒤" in modest[0].json()["detail"]
    assert await stock_of(till.client) == 40


async def test_deposits_hold_a_tenth_of_what_is_free_and_one_at_least(till: Till) -> None:
    headers, plan = await a_login(till.conn, await a_member(till.conn)), await a_plan(till.conn, addresses=29)
    few = await a_plan(till.conn, addresses=2)

    answers = [
        await issue_account(till, headers, of, quantity)
        for of, quantity in ((plan, 3), (plan, 2), (plan, 1), (few, 1), (few, 1))
    ]

    assert [answer.status_code for answer in answers] == [409, 201, 409, 201, 409]


@pytest.mark.parametrize(("addresses", "most"), [(300, 20), (120, 12), (10, 5), (3, 3)], ids=str)
async def test_by_card_a_member_holds_a_tenth_of_what_is_free_and_five_at_least(
    client: Client, conn: Connection, addresses: int, most: int
) -> None:
    headers, plan = await a_login(conn, await a_member(conn)), await a_plan(conn, addresses=addresses)

    quotes = [await quote(client, headers, plan, quantity) for quantity in (1, most)]
    answers = [await place(client, headers, plan, quantity=quantity) for quantity in (most + 1, most, most)]

    # The last order replaces the one before, whose addresses are then free again.
    assert [answer.status_code for answer in answers] == [409 if most < 20 else 422, 201, 201]
    assert [quoted["quantityLimit"] for quoted in quotes] == [most, most]
    plans = (await client.get("/api/v1/catalog/plans?kind=static")).json()["data"]
    assert plans[0]["maxQuantity"] == min(most, max(5, (addresses - most) // 10), addresses - most)


async def test_the_limits_are_settings(client: Client, conn: Connection) -> None:
    await set_config(conn, "deposit_hold_limit = 4, hold_share_percent = 100")
    headers, plan = await a_login(conn, await a_member(conn)), await a_plan(conn, addresses=10)

    answers = [
        await place(client, headers, plan, quantity=quantity, payMethod="virtualAccount")
        for quantity in (5, 4)
    ]

    assert [answer.status_code for answer in answers] == [409, 201]


async def test_what_is_paid_is_not_counted(till: Till) -> None:
    headers, plan = await a_login(till.conn, await a_member(till.conn)), await a_plan(till.conn, addresses=20)
    for _ in range(2):
        bought = Buying(headers, (await place(till.client, headers, plan, quantity=5)).json()["data"])
        paid = await till.confirm(bought, await till.pay(bought))
        assert paid.json()["data"]["state"] == "paid", paid.text

    assert (await place(till.client, headers, plan, quantity=5)).status_code == 201


async def test_a_lapsed_order_takes_no_addresses_beyond_the_limit_when_it_is_paid_late(till: Till) -> None:
    """Otherwise lapsed orders, paid within their forty minutes, would hold as much as anybody orders."""
    headers, plan = await a_login(till.conn, await a_member(till.conn)), await a_plan(till.conn, addresses=43)
    late = Buying(
        headers,
        (await place(till.client, headers, plan, payMethod="virtualAccount", quantity=3)).json()["data"],
    )
    await let_order_age(till.conn, late.order_id, timedelta(minutes=16))
    await orders.expire_overdue(till.conn)
    assert (await issue_account(till, headers, plan, 3)).status_code == 201

    answer = await till.confirm(late, await till.pay(late, method="VIRTUAL_ACCOUNT"))

    assert (answer.status_code, answer.json()["code"]) == (409, "too_many_addresses")
    assert await fetch_one(till.conn, int, HELD) == 3


async def lapsed_orders(shop: Shop, headers: dict[str, str], plan: int, count: int) -> list[str]:
    placed: list[str] = []
    for _ in range(count):
        answer = await place(shop.client, headers, plan, quantity=3, payMethod="virtualAccount")
        placed.append(answer.json()["data"]["orderId"])
        async with shop.db.transaction() as conn:
            await let_order_age(conn, placed[-1], timedelta(minutes=16))
            await orders.expire_overdue(conn)
    return placed


async def test_orders_that_take_addresses_at_the_same_moment_do_not_pass_the_limit_together(
    shop: Shop,
) -> None:
    """Each confirms a lapsed order or places a new one on a connection of its own."""
    async with shop.db.transaction() as conn:
        plan = await a_plan(conn, addresses=60)
        headers = await a_login(conn, await a_member(conn))
    lapsed = await lapsed_orders(shop, headers, plan, 4)

    async def confirm_late(order_id: str) -> str:
        try:
            async with shop.db.transaction() as conn:
                await fulfilment.start_confirming(conn, await orders.lock(conn, order_id))
                # sleep: keeps this transaction open, so that the others meet its locks.
                await asyncio.sleep(0.05)
        except claims.TooManyAddresses:
            return "too many"
        return "holds"

    async def place_one() -> str:
        answer = await place(shop.client, headers, plan, quantity=3, payMethod="virtualAccount")
        return "holds" if answer.status_code == 201 else answer.json()["code"]

    outcomes = await asyncio.gather(*map(confirm_late, lapsed), place_one())

    assert outcomes.count("holds") == 1, outcomes
    async with shop.db.connection() as conn:
        assert await fetch_one(conn, int, HELD) == 3


async def test_twenty_bought_and_refunded_unused_are_on_sale_again_at_once(till: Till) -> None:
    """The attack: what was bought and given back the same minute rested for seven days."""
    headers, plan = (
        await a_login(till.conn, await a_member(till.conn)),
        await a_plan(till.conn, addresses=200),
    )
    bought = Buying(headers, (await place(till.client, headers, plan, quantity=20)).json()["data"])
    await till.confirm(bought, await till.pay(bought))
    assert await stock_of(till.client) == 180

    await refund(till, bought)

    assert await stock_of(till.client) == 200


async def test_an_address_that_was_connected_through_rests_after_its_refund(till: Till) -> None:
    headers, plan = await a_login(till.conn, await a_member(till.conn)), await a_plan(till.conn, addresses=20)
    bought = Buying(headers, (await place(till.client, headers, plan, quantity=2)).json()["data"])
    await till.confirm(bought, await till.pay(bought))
    used, _unused = await fetch_all(till.conn, ServiceId, "SELECT id FROM services ORDER BY id")
    await a_device(till.conn, used)
    await let_connect(till.conn, used)

    await refund(till, bought)

    assert await stock_of(till.client) == 19


async def quote(client: Client, headers: dict[str, str], plan: int, quantity: int) -> dict[str, Any]:
    wanted = {"planId": plan, "months": 1, "quantity": quantity}
    return (await client.post("/api/v1/orders/quote", json=wanted, headers=headers)).json()["data"]
