"""Holding addresses during a checkout: how long, by whom, and never by two."""

import asyncio
from datetime import timedelta

import pytest
from psycopg.errors import UniqueViolation

from ieum.shop.kernel.db import Connection, execute, fetch_all, fetch_one
from ieum.shop.orders import jobs
from ieum.shop.orders import service as orders
from tests.shop.builders.catalog import a_plan
from tests.shop.builders.members import a_login, a_member
from tests.shop.builders.orders import place, set_config, state_of, stock_of
from tests.shop.builders.purchases import a_purchase, view
from tests.shop.builders.shops import Client, Shop
from tests.shop.builders.time_passing import let_order_age
from tests.shop.builders.worker import context_of


async def test_the_job_expires_a_lapsed_hold_and_returns_address_and_points(
    client: Client, conn: Connection
) -> None:
    member = await a_login(conn, await a_member(conn, points=5_000))
    order = (await place(client, member, await a_plan(conn, addresses=1), points=5_000)).json()["data"]

    before = await orders.expire_overdue(conn)
    await let_order_age(conn, order["orderId"], timedelta(minutes=16))
    expired = await orders.expire_overdue(conn)

    assert (before, expired) == (0, 1)
    assert await state_of(client, member, order["orderId"]) == "expired"
    assert await stock_of(client) == 1
    assert (await client.get("/api/v1/member", headers=member)).json()["data"]["point"] == 5_000


async def test_a_lapsed_hold_is_shown_as_expired_before_the_job_runs(
    client: Client, conn: Connection
) -> None:
    member = await a_login(conn, await a_member(conn))
    order = (await place(client, member, await a_plan(conn))).json()["data"]

    await let_order_age(conn, order["orderId"], timedelta(minutes=16))

    assert await state_of(client, member, order["orderId"]) == "expired"


async def test_the_next_buyer_gets_the_address_of_a_lapsed_hold(client: Client, conn: Connection) -> None:
    plan = await a_plan(conn, addresses=1)
    slow, quick = await a_login(conn, await a_member(conn)), await a_login(conn, await a_member(conn))
    order = (await place(client, slow, plan)).json()["data"]
    await let_order_age(conn, order["orderId"], timedelta(minutes=16))

    answer = await place(client, quick, plan)

    assert answer.status_code == 201, answer.text
    assert await fetch_all(conn, str, "SELECT state FROM orders ORDER BY created_at, id") == [
        "expired",
        "awaiting_payment",
    ]


async def test_closing_the_window_gives_the_address_back_once(client: Client, conn: Connection) -> None:
    member = await a_login(conn, await a_member(conn, points=5_000))
    order = (await place(client, member, await a_plan(conn, addresses=1), points=5_000)).json()["data"]
    failed = {"orderId": order["orderId"], "code": "PAY_PROCESS_CANCELED"}

    first = await client.post("/api/v1/payments/fail", json=failed, headers=member)
    second = await client.post("/api/v1/payments/fail", json=failed, headers=member)

    assert first.status_code == second.status_code == 200
    assert first.json() == second.json()
    data = first.json()["data"]
    assert data["state"] == "failed"
    assert data["failure"] == {
        "code": "PAY_PROCESS_CANCELED",
        "detail": "결제를 취소하셨습니다. 금액은 청구되지 않았습니다.",
    }
    assert await stock_of(client) == 1
    assert (await client.get("/api/v1/member", headers=member)).json()["data"]["point"] == 5_000


async def test_the_database_refuses_a_second_live_lease_on_an_address(
    client: Client, conn: Connection
) -> None:
    """The last safeguard: whatever the code does, no address is sold twice."""
    member = await a_login(conn, await a_member(conn))
    await place(client, member, await a_plan(conn))

    with pytest.raises(UniqueViolation, match="leases_one_live_per_address"):
        async with conn.transaction():
            await execute(
                conn, "INSERT INTO leases (address_id, order_id) SELECT address_id, order_id FROM leases"
            )


async def test_as_many_buyers_at_once_are_served_as_there_are_addresses(shop: Shop) -> None:
    async with shop.db.transaction() as conn:
        await set_config(conn, "network_hold_percent = 100")
        plan = await a_plan(conn, addresses=10)
        buyers = [await a_login(conn, await a_member(conn)) for _ in range(40)]

    answers = await asyncio.gather(*(place(shop.client, buyer, plan) for buyer in buyers))

    codes = [answer.status_code for answer in answers]
    assert (codes.count(201), codes.count(409)) == (10, 30), {answer.text for answer in answers}
    async with shop.db.connection() as conn:
        live = await fetch_all(conn, int, "SELECT address_id FROM leases WHERE state <> 'ended'")
    assert len(live) == len(set(live)) == 10


async def test_one_member_in_many_windows_ends_with_one_open_order(shop: Shop) -> None:
    """Otherwise one member could hold all addresses for a quarter of an hour."""
    async with shop.db.transaction() as conn:
        plan = await a_plan(conn, addresses=10)
        member = await a_login(conn, await a_member(conn))

    answers = await asyncio.gather(*(place(shop.client, member, plan) for _ in range(10)))

    codes = {answer.status_code: answer.json().get("code") for answer in answers}
    assert codes in ({201: None}, {201: None, 409: "order_in_progress"})
    async with shop.db.connection() as conn:
        assert await fetch_one(conn, int, "SELECT count(*) FROM leases WHERE state = 'held'") == 1


async def test_points_spent_in_two_orders_at_once_are_spent_once(shop: Shop) -> None:
    async with shop.db.transaction() as conn:
        plan = await a_plan(conn, addresses=10)
        member_id = await a_member(conn, points=5_000)
        member = await a_login(conn, member_id)

    answers = await asyncio.gather(*(place(shop.client, member, plan, points=5_000) for _ in range(6)))

    assert {answer.status_code for answer in answers} <= {201, 409}, {answer.text for answer in answers}
    async with shop.db.connection() as conn:
        balance = await fetch_one(conn, int, "SELECT sum(amount) FROM point_entries")
        open_orders = await fetch_one(
            conn, int, "SELECT count(*) FROM orders WHERE state = 'awaiting_payment'"
        )
    assert (balance, open_orders) == (0, 1)


async def test_the_ledger_refuses_an_overdraft_by_connections_at_once(shop: Shop) -> None:
    """The trigger itself is tested, without the locks of the services."""
    async with shop.db.transaction() as conn:
        member = await a_member(conn, points=1_000)

    async def spend() -> str:
        try:
            async with shop.db.transaction() as conn:
                await execute(
                    conn,
                    "INSERT INTO point_entries (member_id, amount, kind) VALUES (%(member)s, -800, 'used')",
                    member=member,
                )
                # sleep: keeps this transaction open, so that the others meet its locks.
                await asyncio.sleep(0.05)
        except Exception as error:  # noqa: BLE001 - whatever it was is looked at below
            return type(error).__name__
        return "spent"

    ended = await asyncio.gather(*(spend() for _ in range(8)))

    assert sorted(ended) == ["CheckViolation"] * 7 + ["spent"]


async def test_two_transactions_that_reference_a_member_and_then_spend_do_not_deadlock(
    shop: Shop,
) -> None:
    async with shop.db.transaction() as conn:
        member = await a_member(conn, points=1_000)
    referring, both_refer = 0, asyncio.Event()

    async def spend(amount: int) -> str:
        nonlocal referring
        try:
            async with shop.db.transaction() as conn:
                await execute(
                    conn,
                    "INSERT INTO login_sessions (member_id, expires_at) VALUES (%(member)s, now())",
                    member=member,
                )
                referring += 1
                if referring == 2:
                    both_refer.set()
                await both_refer.wait()
                await execute(
                    conn,
                    "INSERT INTO point_entries (member_id, amount, kind) VALUES (%(member)s, -%(amount)s, 'used')",
                    member=member,
                    amount=amount,
                )
        except Exception as error:  # noqa: BLE001 - whatever it was is looked at below
            return type(error).__name__
        return "spent"

    assert await asyncio.gather(spend(400), spend(500)) == ["spent", "spent"]


async def test_lapsed_holds_are_taken_back_batch_by_batch(shop: Shop) -> None:
    async with shop.db.transaction() as conn:
        plan = await a_plan(conn, addresses=3)
    async with shop.db.connection() as conn:
        buyings = [await a_purchase(shop.client, conn, plan=plan) for _ in range(3)]
        await execute(
            conn,
            "UPDATE orders SET hold_until = hold_until - interval '16 minutes' WHERE id = ANY(%(ids)s)",
            ids=[buying.order_id for buying in buyings[:2]],
        )

    await jobs.expire_holds.func(context_of(shop), 0)

    states = [(await view(shop.client, buying))["state"] for buying in buyings]
    assert states == ["expired", "expired", "awaiting_payment"]
