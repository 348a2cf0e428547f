"""Addresses that rest after refunds: buying and giving back must not empty the shelf (issue of November 2026)."""

import asyncio
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
import pytest

from ieum.shop.kernel.db import Connection, execute, fetch_all, fetch_one
from ieum.shop.members.types import MemberId
from ieum.shop.services.types import ServiceId
from ieum.shop.stock import rests
from tests.shop.builders.catalog import a_plan
from tests.shop.builders.desk import press
from tests.shop.builders.evacuations import an_offer
from tests.shop.builders.members import PASSWORD_HASH, a_login, a_member
from tests.shop.builders.orders import a_payment, an_order, place, set_config, stock_of
from tests.shop.builders.purchases import Buying
from tests.shop.builders.refunds import days_later, refund
from tests.shop.builders.services import a_device, a_service, let_connect
from tests.shop.builders.shops import Headers, Shop
from tests.shop.builders.staff import a_staff
from tests.shop.builders.till import Till


async def a_buyer(conn: Connection) -> Headers:
    return await a_login(conn, await a_member(conn, password_hash=PASSWORD_HASH))


async def buy(till: Till, headers: Headers, plan: int, quantity: int = 1) -> Buying:
    answer = await place(till.client, headers, plan, quantity=quantity)
    assert answer.status_code == 201, answer.text
    bought = Buying(headers, answer.json()["data"])
    paid = await till.confirm(bought, await till.pay(bought))
    assert paid.json()["data"]["state"] == "paid", paid.text
    return bought


async def services_of(till: Till, bought: Buying) -> list[ServiceId]:
    return await fetch_all(
        till.conn,
        ServiceId,
        "SELECT id FROM services WHERE order_id = %(id)s ORDER BY id",
        id=bought.order_id,
    )


async def connect(till: Till, bought: Buying) -> None:
    for service in await services_of(till, bought):
        await a_device(till.conn, service)
        await let_connect(till.conn, service)


async def buy_use_and_return(till: Till, headers: Headers, plan: int, quantity: int) -> Buying:
    bought = await buy(till, headers, plan, quantity)
    await connect(till, bought)
    await refund(till, bought)
    return bought


async def refund_by_staff(till: Till, bought: Buying) -> None:
    staff = await a_staff(till.conn, "orders.refund")
    answer = await press(till.client, staff, "orders.refund", bought.order_id, kind="rules")
    assert answer.status_code == 200, answer.text


async def quoted(till: Till, headers: Headers, plan: int, **wanted: Any) -> dict[str, Any]:
    body = {"planId": plan, "months": 1, "quantity": 1} | wanted
    return (await till.client.post("/api/v1/orders/quote", json=body, headers=headers)).json()["data"]


async def test_one_who_buys_connects_and_returns_keeps_no_more_off_sale_than_they_may_hold(
    till: Till,
) -> None:
    """The attack: 20 of 20 addresses rested for seven days, for the price of 20 days."""
    headers, plan = await a_buyer(till.conn), await a_plan(till.conn, addresses=20)
    await buy_use_and_return(till, headers, plan, 5)

    again = await place(till.client, headers, plan)
    said = await quoted(till, headers, plan)

    assert (again.status_code, again.json()["code"]) == (409, "too_many_addresses")
    assert "환불하신 상품의 IP 5개가 쉬는 동안" in again.json()["detail"]
    assert (said["quantityLimit"], said["restingUntil"] is not None) == (0, True)
    assert await stock_of(till.client) == 15


async def test_what_rests_after_refunds_leaves_less_room_and_no_more_once_it_has_rested(till: Till) -> None:
    headers, plan = await a_buyer(till.conn), await a_plan(till.conn, addresses=20)
    await buy_use_and_return(till, headers, plan, 3)

    more, two = [await place(till.client, headers, plan, quantity=quantity) for quantity in (3, 2)]
    await days_later(till, 8)
    later = await quoted(till, headers, plan)

    assert [more.status_code, two.status_code] == [409, 201]
    assert "지금은 2개까지 주문할 수 있습니다" in more.json()["detail"]
    assert (later["quantityLimit"], later["restingUntil"]) == (5, None)


async def test_the_accounts_of_one_network_share_what_may_rest(till: Till) -> None:
    plan = await a_plan(till.conn, addresses=20)
    await buy_use_and_return(till, await a_buyer(till.conn), plan, 5)

    answers: list[httpx.Response] = []
    for _ in range(5):
        headers = await a_buyer(till.conn)
        answers.append(await place(till.client, headers, plan))
        if answers[-1].status_code == 201:
            bought = Buying(headers, answers[-1].json()["data"])
            await till.confirm(bought, await till.pay(bought))
            await connect(till, bought)
            await refund(till, bought)

    # Whoever keeps nothing off sale is measured against twice the share: eight of twenty.
    assert [answer.status_code for answer in answers] == [201, 201, 201, 429, 429]
    assert answers[-1].json()["code"] == "too_many_addresses_of_network"
    assert await stock_of(till.client) == 12


async def test_another_network_of_the_same_carrier_buys_on(till: Till) -> None:
    plan = await a_plan(till.conn, addresses=20)
    await buy_use_and_return(till, await a_buyer(till.conn), plan, 5)
    await execute(till.conn, "UPDATE refund_rests SET network = '198.51.100.7/32'")

    answer = await place(till.client, await a_buyer(till.conn), plan, quantity=5)

    assert answer.status_code == 201


async def test_who_pays_for_the_whole_shelf_before_they_return_it_takes_it_off_sale_for_an_hour(
    till: Till,
) -> None:
    """Paid orders count for nothing, so a budget of what is held next would not meet this one."""
    headers, plan = await a_buyer(till.conn), await a_plan(till.conn, addresses=20)
    bought = [await buy(till, headers, plan, 5) for _ in range(4)]
    for one in bought:
        await connect(till, one)
    for one in bought:
        await refund(till, one)
    assert await stock_of(till.client) == 0

    await execute(till.conn, "UPDATE exit_addresses SET available_at = available_at - interval '1 hour'")

    assert await stock_of(till.client) == 15
    assert (await quoted(till, headers, plan))["quantityLimit"] == 0


async def test_a_network_that_returns_more_than_its_share_takes_it_off_sale_for_an_hour(till: Till) -> None:
    plan = await a_plan(till.conn, addresses=20)
    people = [await a_buyer(till.conn) for _ in range(4)]
    bought = [await buy(till, headers, plan, 5) for headers in people]
    for one in bought:
        await connect(till, one)
        await refund(till, one)

    await execute(till.conn, "UPDATE exit_addresses SET available_at = available_at - interval '1 hour'")

    assert await stock_of(till.client) == 15


async def rest_for_days(conn: Connection) -> int:
    return await fetch_one(
        conn, int, "SELECT count(*) FROM exit_addresses WHERE available_at > now() + interval '2 hours'"
    )


async def test_what_a_member_holds_unpaid_leaves_less_room_for_what_rests(till: Till) -> None:
    headers, plan = await a_buyer(till.conn), await a_plan(till.conn, addresses=20)
    bought = await buy(till, headers, plan, 5)
    await connect(till, bought)
    held = await place(till.client, headers, plan, quantity=3)

    await refund(till, bought)

    assert (held.status_code, await rest_for_days(till.conn)) == (201, 2)


async def test_what_a_network_holds_unpaid_leaves_less_room_for_what_rests(till: Till) -> None:
    plan = await a_plan(till.conn, addresses=20)
    bought = await buy(till, await a_buyer(till.conn), plan, 5)
    await connect(till, bought)
    held = await place(till.client, await a_buyer(till.conn), plan, quantity=4)

    await refund(till, bought)

    assert (held.status_code, await rest_for_days(till.conn)) == (201, 1)


async def test_what_rests_of_all_pools_is_no_more_than_a_member_may_hold_in_all(till: Till) -> None:
    await set_config(till.conn, "card_hold_limit = 5")
    headers = await a_buyer(till.conn)
    bought = [await buy(till, headers, await a_plan(till.conn, addresses=20), 5) for _ in range(2)]

    for one in bought:
        await connect(till, one)
        await refund(till, one)

    assert await rest_for_days(till.conn) == 5


async def test_a_pool_has_no_more_than_half_rest(till: Till) -> None:
    """Four are free: five of the first refund rest, as many as one member may hold; then seven, half of 4 + 10."""
    await set_config(till.conn, "network_hold_percent = 100")
    plan = await a_plan(till.conn, addresses=24)
    bought = [await buy(till, await a_buyer(till.conn), plan, 5) for _ in range(4)]

    for one in bought:
        await connect(till, one)
        await refund(till, one)

    assert await rest_for_days(till.conn) == 7


async def test_a_renewal_takes_nothing_of_what_may_rest(till: Till) -> None:
    headers, plan = await a_buyer(till.conn), await a_plan(till.conn, addresses=24)
    (kept,) = await services_of(till, await buy(till, headers, plan))
    await buy_use_and_return(till, headers, plan, 5)

    more = await place(till.client, headers, plan)
    renewal = await place(till.client, headers, plan, serviceId=kept)

    assert [more.status_code, renewal.status_code] == [409, 201]


async def test_a_refund_by_staff_counts_for_nothing(till: Till) -> None:
    headers, plan = await a_buyer(till.conn), await a_plan(till.conn, addresses=20)
    bought = await buy(till, headers, plan, 5)
    await connect(till, bought)

    await refund_by_staff(till, bought)

    assert await stock_of(till.client) == 15
    assert (await quoted(till, headers, plan))["quantityLimit"] == 5


async def test_a_refund_by_the_shop_counts_for_nothing(till: Till) -> None:
    headers, plan = await a_buyer(till.conn), await a_plan(till.conn, addresses=20)
    bought = await buy(till, headers, plan, 5)
    await connect(till, bought)
    service = (await services_of(till, bought))[0]
    await an_offer(till.conn, plan, service)

    await refund(till, bought)

    assert await fetch_one(till.conn, int, "SELECT count(*) FROM refund_rests") == 4


async def test_a_rest_ends_when_the_last_figures_show_that_nobody_connected(till: Till) -> None:
    headers, plan = await a_buyer(till.conn), await a_plan(till.conn, addresses=20)
    bought = await buy(till, headers, plan)
    (service,) = await services_of(till, bought)
    await a_device(till.conn, service)
    await refund(till, bought)
    assert await rests.end_needless(till.conn, limit=10) == 0
    assert await stock_of(till.client) == 19

    await execute(till.conn, "UPDATE gateways SET acked_revision = revision")
    await execute(
        till.conn,
        """
        INSERT INTO device_usage (device_id, reported_at)
        SELECT id, clock_timestamp() FROM devices WHERE service_id = %(service)s
        """,
        service=service,
    )

    assert await rests.end_needless(till.conn, limit=10) == 1
    assert await stock_of(till.client) == 20
    assert (await quoted(till, headers, plan))["quantityLimit"] == 5


async def a_regular(conn: Connection, *, paid_days_ago: int = 8, **order: Any) -> Headers:
    """A member who has paid for an order so long ago."""
    member: MemberId = await a_member(conn, password_hash=PASSWORD_HASH)
    bought = await an_order(conn, member, await a_plan(conn), **({"state": "paid"} | order))
    if order.get("amount", 1):
        await a_payment(conn, bought)
    await execute(
        conn,
        "UPDATE orders SET paid_at = now() - make_interval(days => %(days)s) WHERE id = %(order)s",
        days=paid_days_ago,
        order=bought,
    )
    return await a_login(conn, member)


async def test_who_has_paid_a_week_ago_may_hold_half_of_what_is_free_by_card_once(till: Till) -> None:
    plan = await a_plan(till.conn, addresses=24)
    headers = await a_regular(till.conn)

    limits = [
        (await quoted(till, headers, plan, payMethod=method))["quantityLimit"]
        for method in ("card", "transfer", "virtualAccount")
    ]
    many = Buying(headers, (await place(till.client, headers, plan, quantity=12)).json()["data"])
    # Being looked up: a second such hold beside it there is none.
    await execute(till.conn, "UPDATE orders SET state = 'confirming' WHERE id = %(id)s", id=many.order_id)
    second = await place(till.client, headers, plan)

    assert limits == [12, 5, 2]
    assert second.status_code == 409


async def test_more_than_others_may_is_held_once_at_a_time_for_a_quarter_of_an_hour(till: Till) -> None:
    plan = await a_plan(till.conn, addresses=24)
    headers = await a_regular(till.conn)
    few = Buying(headers, (await place(till.client, headers, plan, quantity=2)).json()["data"])
    await execute(till.conn, "UPDATE orders SET state = 'confirming' WHERE id = %(id)s", id=few.order_id)

    beside = (await quoted(till, headers, plan))["quantityLimit"]
    await execute(
        till.conn, "UPDATE orders SET state = 'awaiting_payment' WHERE id = %(id)s", id=few.order_id
    )
    many = await place(till.client, headers, plan, quantity=12)

    assert beside == 3
    assert many.status_code == 201, many.text
    held = datetime.fromisoformat(many.json()["data"]["holdUntil"]) - datetime.now(UTC)
    assert timedelta(minutes=14) < held <= timedelta(minutes=15)


async def test_who_has_not_paid_yet_or_was_given_it_holds_as_everybody(till: Till) -> None:
    plan = await a_plan(till.conn, addresses=24)
    people = [
        await a_regular(till.conn, paid_days_ago=6),
        await a_regular(till.conn, amount=0, method="points"),
        await a_regular(till.conn, state="refunded"),
        await a_buyer(till.conn),
    ]

    assert [(await quoted(till, headers, plan))["quantityLimit"] for headers in people] == [5, 5, 5, 5]


async def test_what_rests_counts_among_the_half_too(till: Till) -> None:
    plan = await a_plan(till.conn, addresses=24)
    headers = await a_regular(till.conn)
    await buy_use_and_return(till, headers, plan, 12)

    assert (await quoted(till, headers, plan))["quantityLimit"] == 0


async def test_regulars_of_one_network_share_the_half(till: Till) -> None:
    plan = await a_plan(till.conn, addresses=24)
    first, second = [await a_regular(till.conn) for _ in range(2)]

    answers = [
        await place(till.client, who, plan, quantity=quantity) for who, quantity in ((first, 12), (second, 2))
    ]

    assert [answer.status_code for answer in answers] == [201, 429]


@pytest.mark.parametrize("members", [1, 20])
async def test_refunds_at_once_do_not_rest_more_than_the_budget_together(shop: Shop, members: int) -> None:
    """Twenty orders of an address each, returned at the same moment on connections of their own."""
    async with shop.db.transaction() as conn:
        plan = await a_plan(conn, addresses=20)
        people = [await a_member(conn, password_hash=PASSWORD_HASH) for _ in range(members)]
        await execute(conn, "UPDATE site_config SET cool_down = interval '7 days'")
        bought = [
            (
                await fetch_one(
                    conn,
                    str,
                    "SELECT order_id FROM services WHERE id = %(id)s",
                    id=await a_service(conn, people[number % members], plan=plan),
                ),
                people[number % members],
            )
            for number in range(20)
        ]

    async def give_back(order: str, member: MemberId) -> None:
        async with shop.db.transaction() as conn:
            await execute(
                conn,
                """
                WITH ended AS (UPDATE leases SET state = 'ended', ended_at = now() WHERE order_id = %(order)s
                               RETURNING address_id)
                UPDATE exit_addresses SET available_at = now() + interval '7 days'
                 WHERE id IN (SELECT address_id FROM ended)
                """,
                order=order,
            )
            await rests.note_refund(conn, order, member)

    await asyncio.gather(*(give_back(order, member) for order, member in bought))

    async with shop.db.connection() as conn:
        assert await rest_for_days(conn) == 5


async def test_orders_at_once_do_not_pass_the_budget_together(shop: Shop) -> None:
    """Four at the same moment, by a member of whom four addresses rest."""
    async with shop.db.transaction() as conn:
        await set_config(conn, "network_hold_percent = 100")
        plan = await a_plan(conn, addresses=20)
        member = await a_member(conn, password_hash=PASSWORD_HASH)
        headers = await a_login(conn, member)
        for _ in range(4):
            service = await a_service(conn, member, plan=plan)
            await execute(
                conn,
                """
                WITH ended AS (UPDATE leases SET state = 'ended', ended_at = now() WHERE service_id = %(service)s
                               RETURNING address_id)
                INSERT INTO refund_rests (address_id, service_id, member_id, pool_id, until)
                SELECT e.id, %(service)s, %(member)s, e.pool_id, now() + interval '7 days'
                  FROM exit_addresses e JOIN ended ON ended.address_id = e.id
                """,
                service=service,
                member=member,
            )
        await execute(
            conn,
            """
            UPDATE exit_addresses SET available_at = now() + interval '7 days'
             WHERE id IN (SELECT address_id FROM refund_rests)
            """,
        )

    answers = await asyncio.gather(*(place(shop.client, headers, plan, quantity=1) for _ in range(4)))

    assert 201 in {answer.status_code for answer in answers}
    async with shop.db.connection() as conn:
        assert await fetch_one(conn, int, "SELECT count(*) FROM leases WHERE state = 'held'") == 1
