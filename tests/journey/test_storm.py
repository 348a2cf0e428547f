"""More buyers than addresses, all at once, and programs that are killed while they pay."""

import asyncio
import secrets
from collections import Counter
from collections.abc import Iterator, Sequence

import httpx
import pytest

from ieum.shop.checkout import jobs
from ieum.shop.kernel.db import Connection, execute, fetch_one
from ieum.shop.kernel.queue import defer
from ieum.shop.server.worker import take_over
from tests.journey.crowd import Buyer, a_crowd, connected, demo_plan, read_books, settled_books
from tests.journey.running import RunningShop
from tests.waiting import wait_until_async

ADDRESSES = 50
# What may happen to a confirm at the provider's; None: nothing.
FAULTS = (
    None,
    None,
    "delay_but_approve",
    "cut_after_approval",
    "error_after_approval",
    "error_then_success",
    "refuse",
)


@pytest.fixture
def shop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningShop]:
    """One for each storm: fifty addresses, nobody has any."""
    with RunningShop(tmp_path_factory.mktemp("storm")) as shop:
        shop.start("sandbox", "serve", "work")
        yield shop


async def everybody_orders(crowd: Sequence[Buyer], conn: Connection) -> list[Buyer]:
    """Those who got an address held; the others were told that there is none."""
    plan = await demo_plan(conn)
    answers = await asyncio.gather(*(buyer.order(plan) for buyer in crowd))
    refused = [answer.json()["code"] for answer in answers if answer.status_code != 201]
    assert set(refused) <= {"sold_out"}
    return [buyer for buyer in crowd if buyer.order_id]


async def test_two_hundred_buyers_share_fifty_addresses(shop: RunningShop) -> None:
    async with a_crowd(shop, 200) as crowd, connected(shop) as conn:
        plan = await demo_plan(conn)

        async def buy(buyer: Buyer) -> tuple[int, str]:
            ordered = await buyer.order(plan)
            if ordered.status_code != 201:
                return ordered.status_code, ordered.json()["code"]
            await buyer.pay()
            confirmed = await buyer.confirm()
            return confirmed.status_code, confirmed.json()["data"]["state"]

        answers = Counter(await asyncio.gather(*(buy(buyer) for buyer in crowd)))

    assert answers == {(200, "paid"): ADDRESSES, (409, "sold_out"): 200 - ADDRESSES}
    books = await read_books(shop)
    books.check()
    assert len(books.paid) == ADDRESSES
    assert len(books.orders) == ADDRESSES, "a refused order left something behind"


async def test_buyers_whose_hold_ran_out_and_new_ones_race_for_what_is_left(shop: RunningShop) -> None:
    async with a_crowd(shop, 75) as crowd, connected(shop) as conn:
        late = await everybody_orders(crowd[:ADDRESSES], conn)
        await execute(conn, "UPDATE orders SET hold_until = now() - interval '1 second'")
        punctual = await everybody_orders(crowd[ADDRESSES:], conn)
        await asyncio.gather(*(buyer.pay() for buyer in crowd))

        answers = await asyncio.gather(
            *(buyer.confirm() for buyer in sorted(crowd, key=lambda _: secrets.randbits(32)))
        )

    assert (len(late), len(punctual)) == (50, 25)
    assert Counter(answer.status_code for answer in answers) == {200: 50, 409: 25}
    assert {answer.json()["code"] for answer in answers if answer.status_code == 409} == {"sold_out"}
    books = await read_books(shop)
    books.check()
    assert {buyer.order_id for buyer in punctual} <= {order.order_id for order in books.paid}
    assert len(books.paid) == ADDRESSES


async def test_a_server_killed_while_they_pay_leaves_services_or_no_money(shop: RunningShop) -> None:
    async with a_crowd(shop, 200) as crowd, connected(shop) as conn:
        holders = await everybody_orders(crowd, conn)
        await asyncio.gather(*(buyer.pay() for buyer in holders))
        for buyer in holders:
            await go_wrong(shop, "confirm", secrets.choice(FAULTS), orderId=buyer.order_id, seconds=3)

        answered = await kill_while_they_confirm(shop, holders, after=1 + secrets.randbelow(15))
        shop.start("serve")
        # Some come back and ask again, as the page does by itself; the others are never seen again.
        unanswered = [buyer for buyer in holders if buyer.order_id not in answered]
        again = await asyncio.gather(*(buyer.confirm() for buyer in unanswered[::2]))

    assert len(holders) == ADDRESSES
    assert unanswered
    assert {answer.status_code for answer in again} <= {200, 409}
    books = await settled_books(shop, seconds=60)
    books.check()
    assert {order.state for order in books.orders} <= {"paid", "failed", "awaiting_payment"}
    said_paid = {order_id for order_id, state in answered.items() if state == "paid"}
    assert said_paid <= {order.order_id for order in books.paid}


async def kill_while_they_confirm(
    shop: RunningShop, buyers: Sequence[Buyer], *, after: int
) -> dict[str, str]:
    """SIGKILL the server once so many have their answer; what those were told, by order."""
    answered: dict[str, str] = {}
    enough = asyncio.Event()

    async def confirm(buyer: Buyer) -> None:
        answer = await buyer.confirm()
        told = answer.json()
        answered[buyer.order_id] = told["data"]["state"] if answer.status_code == 200 else told["code"]
        if len(answered) >= after:
            enough.set()

    waiting = [asyncio.create_task(confirm(buyer)) for buyer in buyers]
    async with asyncio.timeout(30):
        await enough.wait()
    shop.kill("serve")
    ended = await asyncio.gather(*waiting, return_exceptions=True)
    faults = [fault for fault in ended if fault is not None]
    assert all(isinstance(fault, httpx.TransportError) for fault in faults), faults
    assert faults, "nobody was paying when the server was killed"
    return answered


async def test_a_worker_killed_while_it_settles_does_not_stop_the_next_one(shop: RunningShop) -> None:
    async with a_crowd(shop, 10) as crowd, connected(shop) as conn:
        holders = await everybody_orders(crowd, conn)
        await asyncio.gather(*(buyer.pay() for buyer in holders))
        await go_wrong(shop, "confirm", "cut_after_approval", times=10)
        await go_wrong(shop, "lookup", "delay_but_approve", times=1000, seconds=20)
        told = await asyncio.gather(*(buyer.confirm() for buyer in holders))
        await execute(conn, "UPDATE payments SET requested_at = requested_at - interval '1 minute'")
        await reconcile(conn)
        await wait_until_async(
            lambda: count_jobs(conn, "settle_payment", state="doing"), "no payment is being looked up"
        )
        await wait_until_async(
            lambda: count_jobs(conn, "reconcile", state="doing"), "the reconciling job does not run"
        )

        shop.kill("work")
        await go_right(shop)
        shop.start("work")
        # Instead of waiting until the dead worker has been silent for half a minute.
        await execute(
            conn,
            """
            UPDATE procrastinate_workers SET last_heartbeat = last_heartbeat - interval '1 minute'
             WHERE id IN (SELECT worker_id FROM procrastinate_jobs WHERE task_name LIKE '%%.reconcile')
            """,
        )
        await defer(conn, take_over.name, timestamp=0)
        await wait_until_async(
            lambda: nothing_left_of(conn, "reconcile"), "nobody takes over the dead worker's job", seconds=60
        )

    assert {answer.json()["data"]["state"] for answer in told} == {"confirming"}
    books = await settled_books(shop, seconds=60)
    books.check()
    assert len(books.paid) == 10


async def go_wrong(shop: RunningShop, operation: str, kind: str | None, **how: str | int) -> None:
    """Tell the provider what to do wrong next."""
    if kind is not None:
        async with httpx.AsyncClient(base_url=shop.sandbox_url) as sandbox:
            fault = {"operation": operation, "kind": kind, **how}
            (await sandbox.post("/control/faults", json=fault)).raise_for_status()


async def go_right(shop: RunningShop) -> None:
    async with httpx.AsyncClient(base_url=shop.sandbox_url) as sandbox:
        (await sandbox.delete("/control/faults")).raise_for_status()


async def reconcile(conn: Connection) -> None:
    """Queue it now instead of waiting for the minute to be full."""
    await defer(conn, jobs.reconcile.name, timestamp=0)


async def count_jobs(conn: Connection, name: str, *, state: str) -> int:
    return await fetch_one(
        conn,
        int,
        "SELECT count(*) FROM procrastinate_jobs WHERE task_name LIKE %(name)s AND status::text = %(state)s",
        name=f"%.{name}",
        state=state,
    )


async def nothing_left_of(conn: Connection, name: str) -> bool:
    return not (await count_jobs(conn, name, state="todo") or await count_jobs(conn, name, state="doing"))
