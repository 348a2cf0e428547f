"""Who declines to move is refunded for the days that are left, without penalty, whatever the order's own rule says."""

import asyncio
from typing import Any

import httpx
import pytest

from ieum.shop.evacuation import jobs
from ieum.shop.kernel.db import Connection, execute, fetch_one
from ieum.shop.services.types import ServiceId
from tests.shop.builders import purchases
from tests.shop.builders.evacuations import (
    Place,
    Resident,
    a_place,
    add_room,
    connect_at,
    evacuate,
    leases_of,
    press,
    served,
    state_of_move,
    the_day_comes,
)
from tests.shop.builders.payment_window import pay_at_window
from tests.shop.builders.purchases import Buying
from tests.shop.builders.refunds import a_paid, days_later, post, quote, refund, use
from tests.shop.builders.services import a_device, let_connect
from tests.shop.builders.shops import Shop
from tests.shop.builders.till import Till
from tests.shop.builders.worker import job_context, worker_tools


async def a_buyer(till: Till, *, penalty: int = 10, **wanted: Any) -> tuple[Place, Buying, Resident]:
    """Bought ten days ago under the strictest terms, used since, on a gateway that is evacuated now."""
    await execute(
        till.conn,
        "UPDATE site_config SET refund_penalty_percent = %(penalty)s, refund_shortest_price = true",
        penalty=penalty,
    )
    place = await a_place(till.conn, room=0)
    buying = await a_paid(till, plan=place.plan, **wanted)
    await use(till, buying)
    await days_later(till, 10)
    service = ServiceId((await till.view(buying))["services"][0]["id"])
    key, member = await _of(till.conn, service)
    return place, buying, Resident(member, buying.headers, service, key)


async def _of(conn: Connection, service: ServiceId) -> tuple[str, Any]:
    return (
        await fetch_one(conn, str, "SELECT public_key FROM devices WHERE service_id = %(s)s", s=service),
        await fetch_one(conn, int, "SELECT member_id FROM services WHERE id = %(s)s", s=service),
    )


async def make_room(till: Till, place: Place) -> None:
    await add_room(till.conn, place.plan, place.new, 1)


async def go_on(till: Till) -> None:
    await jobs.go_on.func(job_context(worker_tools(till.db)))


@pytest.mark.parametrize(("penalty", "months"), [(10, 1), (0, 12)], ids=["the percentage", "a long period"])
async def test_a_decline_takes_no_penalty(till: Till, penalty: int, months: int) -> None:
    place, buying, resident = await a_buyer(till, penalty=penalty, months=months)
    with_penalty = await quote(till, buying)
    await make_room(till, place)
    await evacuate(till.conn, till.db, place)

    without = await quote(till, buying)
    await refund(till, buying)
    await go_on(till)

    assert with_penalty["penaltyAmount"] > 0
    assert without["penaltyAmount"] == 0
    assert without["amount"] == with_penalty["amount"] + with_penalty["penaltyAmount"]
    assert await state_of_move(till.conn, resident) == "declined"
    assert set(await leases_of(till.conn, resident)) == {"ended"}
    assert await served(till.conn, resident) == []
    assert (await press(till.client, resident)).json()["code"] == "move_over"


async def test_terms_that_refund_only_the_unused_do_not_hold_here(till: Till) -> None:
    await execute(till.conn, "UPDATE site_config SET refund_mode = 'owner'")
    shown = (await till.client.get("/api/v1/agreements?for=order")).json()["data"]
    agreements = [{"key": one["key"], "version": one["version"]} for one in shown]
    place, buying, _ = await a_buyer(till, penalty=0, agreements=agreements)
    refused = await post(till, buying, "refund-quote")
    await make_room(till, place)
    await evacuate(till.conn, till.db, place)

    allowed = await post(till, buying, "refund-quote")

    assert (refused.status_code, allowed.status_code) == (409, 200)


async def test_a_quote_from_before_is_computed_anew(till: Till) -> None:
    place, buying, _ = await a_buyer(till)
    before = await quote(till, buying)
    await make_room(till, place)
    await evacuate(till.conn, till.db, place)

    answer = await post(till, buying, "refund", quote=before["quote"])

    assert answer.json()["code"] == "quote_expired"


@pytest.mark.parametrize(
    ("pressed", "arrived", "penalty"),
    [
        pytest.param(True, False, 0, id="pressed and not there yet"),
        pytest.param(True, True, 10, id="pressed and there"),
        pytest.param(False, False, 0, id="moved on the day"),
        pytest.param(False, True, 10, id="moved on the day, and connected since"),
    ],
)
async def test_until_when_it_may_be_declined(
    till: Till, *, pressed: bool, arrived: bool, penalty: int
) -> None:
    place, buying, resident = await a_buyer(till)
    await make_room(till, place)
    await evacuate(till.conn, till.db, place)
    if pressed:
        await press(till.client, resident)
    else:
        await the_day_comes(till.conn)
        await go_on(till)
    if arrived:
        await connect_at(till.conn, resident, place.new)
        await go_on(till)

    asked = await quote(till, buying)

    left = asked["paidAmount"] - asked["usedAmount"]
    assert asked["penaltyAmount"] == left * penalty // 100


async def test_press_and_decline_at_once_refund_once_and_leave_nothing(
    shop: Shop, sandbox: httpx.AsyncClient
) -> None:
    async with shop.db.transaction() as conn:
        place = await a_place(conn, room=0)
    async with shop.db.connection() as conn:
        buying = await purchases.a_purchase(shop.client, conn, plan=place.plan)
    await purchases.confirm(shop.client, buying, await pay_at_window(sandbox, buying.order))
    async with shop.db.transaction() as conn:
        service = await fetch_one(conn, ServiceId, "SELECT id FROM services")
        await a_device(conn, service)
        await let_connect(conn, service)
        await add_room(conn, place.plan, place.new, 1)
        key, member = await _of(conn, service)
    resident = Resident(member, buying.headers, service, key)
    async with shop.db.connection() as conn:
        await evacuate(conn, shop.db, place)
    order = f"/api/v1/orders/{buying.order_id}"
    asked = await shop.client.post(f"{order}/refund-quote", headers=buying.headers)
    wanted = {"quote": asked.json()["data"]["quote"]}

    pressed, *declined = await asyncio.gather(
        press(shop.client, resident),
        *(shop.client.post(f"{order}/refund", json=wanted, headers=buying.headers) for _ in range(2)),
    )
    await jobs.go_on.func(job_context(worker_tools(shop.db)))

    assert [answer.status_code for answer in declined] == [200, 200]
    assert pressed.status_code in {200, 409}
    async with shop.db.connection() as conn:
        assert set(await leases_of(conn, resident)) == {"ended"}
        assert await served(conn, resident) == []
        assert await state_of_move(conn, resident) == "declined"
        assert await fetch_one(conn, int, "SELECT count(*) FROM refunds") == 1
