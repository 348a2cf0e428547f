"""Addresses that all members of one network hold without having paid: accounts are free, and anybody makes many."""

import asyncio
import re
from datetime import timedelta
from typing import Any

import httpx
import pytest
from litestar import Litestar

from ieum.shop.checkout import fulfilment
from ieum.shop.kernel.db import Connection, execute, fetch_all, fetch_one
from ieum.shop.orders import claims
from ieum.shop.orders import service as orders
from tests.shop.builders.catalog import a_plan
from tests.shop.builders.clients import a_client
from tests.shop.builders.members import a_login, a_member
from tests.shop.builders.orders import place, set_config, stock_of
from tests.shop.builders.purchases import Buying
from tests.shop.builders.shops import Client, Shop
from tests.shop.builders.till import Till
from tests.shop.builders.time_passing import let_order_age

HELD = "SELECT count(*) FROM leases WHERE state = 'held'"
NETWORKS = "SELECT network::text FROM leases WHERE network IS NOT NULL ORDER BY id"


async def order(client: Client, conn: Connection, plan: int, quantity: int, **changed: Any) -> httpx.Response:
    """Of a member who has joined for this order alone."""
    headers = await a_login(conn, await a_member(conn))
    return await place(client, headers, plan, quantity=quantity, **changed)


async def test_ten_free_accounts_of_one_network_hold_a_fifth_of_the_shelf_by_card(
    client: Client, conn: Connection
) -> None:
    """The attack: they held fifty addresses for a quarter of an hour."""
    plan = await a_plan(conn, addresses=43)

    answers = [await order(client, conn, plan, 5) for _ in range(10)]
    rest = await order(client, conn, plan, 3)

    assert [answer.status_code for answer in answers] == [201] + 9 * [429]
    assert rest.status_code == 201
    assert await stock_of(client) == 43 - 8
    refused = answers[1].json()
    assert refused["code"] == "too_many_addresses_of_network"
    # All is one transaction here, whose time stands still while the holds' goes on.
    assert refused["detail"].replace("16분", "15분") == (
        "같은 인터넷 회선에서 결제하지 않고 맡아 둔 IP가 많아 지금은 3개까지 주문할 수 있습니다."
        " 수량을 3개로 줄이시거나 15분 뒤에 다시 주문해 주세요."
        " 와이파이 대신 휴대폰 데이터처럼 다른 회선에서는 바로 주문하실 수 있습니다."
    )
    assert 880 < int(answers[1].headers["Retry-After"]) < 960


async def test_five_accounts_do_not_keep_a_newcomer_behind_the_same_address_from_one_by_card(
    client: Client, conn: Connection
) -> None:
    """The attack: five accounts held the whole share, and nobody else behind the carrier's address bought anything."""
    plan = await a_plan(conn, addresses=43)
    for quantity in (4, 1, 1, 1, 1):
        assert (await order(client, conn, plan, quantity)).status_code == 201
    newcomer = await a_login(conn, await a_member(conn))

    two = await place(client, newcomer, plan, quantity=2)
    by_deposit = await place(client, newcomer, plan, payMethod="virtualAccount")
    one = await place(client, newcomer, plan)
    again = await place(client, newcomer, plan)
    others = [(await order(client, conn, plan, 1)).status_code for _ in range(9)]

    assert (two.status_code, by_deposit.status_code) == (429, 429)
    assert "지금은 1개까지 주문할 수 있습니다. 수량을 1개로 줄이시거나" in two.json()["detail"]
    assert "지금은 더 주문할 수 없습니다. 카드로 결제하시거나" in by_deposit.json()["detail"]
    # The second takes the place of the first, which is not paid.
    assert (one.status_code, again.status_code) == (201, 201)
    assert others == 8 * [201] + [429]
    assert await fetch_one(conn, int, HELD) == 17


async def test_who_holds_an_address_by_deposit_is_no_newcomer_to_the_share(till: Till) -> None:
    plan = await a_plan(till.conn, addresses=43)
    headers = await a_login(till.conn, await a_member(till.conn))
    first = Buying(
        headers, (await place(till.client, headers, plan, payMethod="virtualAccount")).json()["data"]
    )
    await till.confirm(first, await till.pay(first, method="VIRTUAL_ACCOUNT"))
    assert [(await order(till.client, till.conn, plan, n)).status_code for n in (4, 3)] == [201, 201]

    second = await place(till.client, headers, plan)
    of_another = await order(till.client, till.conn, plan, 1)

    assert (second.status_code, of_another.status_code) == (429, 201)


async def test_deposits_of_one_network_take_half_of_its_share_and_leave_the_rest_to_cards(
    client: Client, conn: Connection
) -> None:
    """The attack: they held 31 addresses for a day. Who pays by card there is not kept out by them."""
    plan = await a_plan(conn, addresses=43)

    deposits = [
        await order(client, conn, plan, quantity, payMethod="virtualAccount") for quantity in (3, 3, 1, 1)
    ]
    by_card = await order(client, conn, plan, 4)
    full = await order(client, conn, plan, 2, payMethod="transfer")

    assert [answer.status_code for answer in deposits] == [201, 429, 201, 429]
    # All is one transaction here, whose time stands still while the holds' goes on.
    assert re.search(
        r"지금은 1개까지 주문할 수 있습니다. 카드로 결제하시거나 1[56]분 뒤에", deposits[1].json()["detail"]
    )
    assert "지금은 더 주문할 수 없습니다. 카드로 결제하시거나" in deposits[3].json()["detail"]
    assert (by_card.status_code, full.status_code) == (201, 429)
    assert re.search(
        r"지금은 1개까지 주문할 수 있습니다. 수량을 1개로 줄이시거나 1[56]분 뒤에", full.json()["detail"]
    )
    assert await fetch_one(conn, int, HELD) == 8


async def test_the_wait_for_a_deposit_is_said_in_hours(till: Till) -> None:
    plan = await a_plan(till.conn, addresses=20)
    headers = await a_login(till.conn, await a_member(till.conn))
    first = Buying(
        headers,
        (await place(till.client, headers, plan, payMethod="virtualAccount", quantity=2)).json()["data"],
    )
    await till.confirm(first, await till.pay(first, method="VIRTUAL_ACCOUNT"))

    refused = await order(till.client, till.conn, plan, 1, payMethod="virtualAccount")

    assert refused.status_code == 429
    assert "카드로 결제하시거나 24시간 뒤에" in refused.json()["detail"]


@pytest.mark.parametrize(
    ("neighbour", "status"),
    [
        pytest.param("2001:db8:0:2::1", 429, id="another /64 of the same /48"),
        pytest.param("2001:db8:1:1::1", 201, id="another /48"),
        pytest.param("203.0.113.9", 201, id="an IPv4 address"),
    ],
)
async def test_a_network_is_an_ipv4_address_or_a_48(
    client: Client, app: Litestar, conn: Connection, neighbour: str, status: int
) -> None:
    del client  # the sandbox's
    plan = await a_plan(conn, addresses=20)
    async with a_client(app, address="2001:db8:0:1::1") as one, a_client(app, address=neighbour) as other:
        first = await order(one, conn, plan, 5)
        second = await order(other, conn, plan, 2)

    assert (first.status_code, second.status_code) == (201, status)


@pytest.mark.parametrize(("addresses", "most"), [(8, 5), (20, 5), (200, 20)], ids=str)
async def test_a_network_may_always_hold_what_one_member_may(
    client: Client, conn: Connection, addresses: int, most: int
) -> None:
    await set_config(conn, "network_hold_percent = 1")
    plan = await a_plan(conn, addresses=addresses)

    answers = [await order(client, conn, plan, most), await order(client, conn, plan, 1)]

    assert [answer.status_code for answer in answers] == [201, 429]


async def test_a_hundred_percent_is_no_limit(client: Client, conn: Connection) -> None:
    await set_config(conn, "network_hold_percent = 100")
    plan = await a_plan(conn, addresses=20)

    answers = [await order(client, conn, plan, 5) for _ in range(4)]
    deposits = await order(client, conn, await a_plan(conn, addresses=20), 2, payMethod="virtualAccount")

    assert [answer.status_code for answer in [*answers, deposits]] == 5 * [201]


async def test_what_has_run_out_or_is_paid_does_not_count_and_its_network_is_forgotten(till: Till) -> None:
    plan = await a_plan(till.conn, addresses=20)
    headers = await a_login(till.conn, await a_member(till.conn))
    bought = Buying(headers, (await place(till.client, headers, plan, quantity=5)).json()["data"])
    assert await fetch_all(till.conn, str, NETWORKS) == 5 * ["127.0.0.1/32"]
    assert (await order(till.client, till.conn, plan, 2)).status_code == 429
    paid = await till.confirm(bought, await till.pay(bought))
    assert paid.json()["data"]["state"] == "paid", paid.text
    assert await fetch_all(till.conn, str, NETWORKS) == []

    lapsing = await order(till.client, till.conn, plan, 4)
    await let_order_age(till.conn, lapsing.json()["data"]["orderId"], timedelta(minutes=16))
    again = await order(till.client, till.conn, plan, 5)
    await orders.expire_overdue(till.conn)

    assert (lapsing.status_code, again.status_code) == (201, 201)
    assert await fetch_all(till.conn, str, NETWORKS) == 5 * ["127.0.0.1/32"]


async def test_no_network_is_kept_beyond_the_hold(client: Client, conn: Connection) -> None:
    await order(client, conn, await a_plan(conn), 1)

    await execute(conn, "UPDATE leases SET state = 'ended', ended_at = now()")
    assert await fetch_all(conn, str, NETWORKS) == []
    await execute(conn, "UPDATE leases SET network = '203.0.113.1'")
    assert await fetch_all(conn, str, NETWORKS) == []


async def test_members_of_one_network_do_not_pass_its_limit_together(shop: Shop) -> None:
    """Each takes addresses for a lapsed order again, on a connection of its own; no two have a row in common."""
    async with shop.db.transaction() as conn:
        plan = await a_plan(conn, addresses=20)
        logins = [await a_login(conn, await a_member(conn)) for _ in range(3)]
    lapsed: list[str] = []
    for headers in logins:
        answer = await place(shop.client, headers, plan, quantity=4)
        lapsed.append(answer.json()["data"]["orderId"])
        async with shop.db.transaction() as conn:
            await let_order_age(conn, lapsed[-1], timedelta(minutes=16))
            await orders.expire_overdue(conn)

    async def confirm_late(order_id: str) -> str:
        try:
            async with shop.db.transaction() as conn:
                await fulfilment.start_confirming(conn, await orders.lock(conn, order_id))
                # sleep: keeps this transaction open, so that the others meet its lock.
                await asyncio.sleep(0.05)
        except claims.TooManyOfNetwork:
            return "too many"
        return "holds"

    outcomes = await asyncio.gather(*map(confirm_late, lapsed))

    assert sorted(outcomes) == ["holds", "too many", "too many"]
    async with shop.db.connection() as conn:
        assert await fetch_one(conn, int, HELD) == 4


async def test_newcomers_do_not_pass_twice_the_share_together(shop: Shop) -> None:
    """Each on a connection of its own: seven of the eight places of twice the share are taken."""
    async with shop.db.transaction() as conn:
        plan = await a_plan(conn, addresses=20)
        logins = [await a_login(conn, await a_member(conn)) for _ in range(9)]
    assert (await place(shop.client, logins[0], plan, quantity=4)).status_code == 201
    for headers in logins[1:4]:
        assert (await place(shop.client, headers, plan)).status_code == 201

    answers = await asyncio.gather(*(place(shop.client, headers, plan) for headers in logins[4:]))

    assert sorted(answer.status_code for answer in answers) == [201] + 4 * [429]
    async with shop.db.connection() as conn:
        assert await fetch_one(conn, int, HELD) == 8
