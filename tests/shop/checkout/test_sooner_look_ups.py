"""A confirm in doubt holds an address: it is looked up soon and at growing intervals, not once a minute."""

from datetime import datetime, timedelta
from typing import Any

import httpx

from ieum.shop.checkout import jobs
from ieum.shop.kernel.db import execute, fetch_all
from tests.shop.builders.payment_window import pay_at_window
from tests.shop.builders.purchases import a_purchase, confirm, fault, view
from tests.shop.builders.shops import Shop
from tests.shop.builders.till import Till
from tests.shop.builders.wire import Wire
from tests.shop.builders.worker import context_of


async def newest_job(shop: Shop) -> dict[str, Any]:
    """The arguments of the look-up queued last, and in how many seconds it runs."""
    async with shop.db.connection() as conn:
        rows = await fetch_all(
            conn,
            dict[str, Any],
            """
            SELECT args || jsonb_build_object('in', round(extract(epoch FROM scheduled_at - now())))
              FROM procrastinate_jobs WHERE task_name = 'checkout.settle_payment' ORDER BY id DESC LIMIT 1
            """,
        )
    return rows[0]


async def test_look_ups_come_at_growing_intervals_until_the_outcome_is_known(
    shop: Shop, sandbox: httpx.AsyncClient, wire: Wire
) -> None:
    async with shop.db.connection() as conn:
        buying = await a_purchase(shop.client, conn)
    wire.changes_fail = True
    answer = await confirm(shop.client, buying, await pay_at_window(sandbox, buying.order))
    waits: list[int] = []
    for _ in range(6):
        job = await newest_job(shop)
        waits.append(round(job["in"]))
        await jobs.settle_payment.func(context_of(shop), payment=job["payment"], again_in=job["again_in"])
    wire.changes_fail = False
    last = await newest_job(shop)
    await jobs.settle_payment.func(context_of(shop), payment=last["payment"], again_in=last["again_in"])

    assert answer.json()["data"]["state"] == "confirming"
    assert waits == [2, 4, 8, 16, 30, 30]
    assert (await view(shop.client, buying))["state"] == "paid"
    assert await newest_job(shop) == last


async def test_an_error_that_the_provider_repeats_for_its_key_does_not_hold_the_address_for_eleven_minutes(
    till: Till,
) -> None:
    buying = await till.order()
    brought = await till.pay(buying)
    await fault(till.sandbox, "confirm", "error")
    doubtful = (await till.confirm(buying, brought)).json()["data"]
    await till.settle(buying)
    still = await till.view(buying)
    await execute(till.conn, "UPDATE payments SET requested_at = requested_at - interval '61 seconds'")

    await till.settle(buying)

    assert doubtful["state"] == still["state"] == "confirming"
    ends_in = datetime.fromisoformat(doubtful["outcomeBy"]) - datetime.now().astimezone()
    assert timedelta(minutes=10) < ends_in <= timedelta(minutes=11)
    assert ((await till.view(buying))["state"], await till.received()) == ("paid", 33_000)
    assert (await till.view(buying))["outcomeBy"] is None


async def test_a_payment_that_expired_at_the_provider_ends_with_the_next_look_up(till: Till) -> None:
    buying = await till.order(addresses=1)
    brought = await till.pay(buying)
    till.wire.changes_fail = True
    await till.confirm(buying, brought)
    await till.sandbox.post("/control/clock", json={"advanceSeconds": 660})

    await till.settle(buying)

    assert (await till.view(buying))["state"] == "failed"
