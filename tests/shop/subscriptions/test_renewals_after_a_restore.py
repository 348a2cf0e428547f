"""A shop that was restored from a backup renews again what it renewed in the time that it has forgotten."""

from datetime import timedelta

import psycopg

from ieum.shop.checkout import charge_on_file
from ieum.shop.kernel.db import fetch_one
from ieum.shop.orders.types import OrderId
from ieum.shop.subscriptions import schedule
from tests.shop.builders.secrets import SEALER
from tests.shop.builders.subscribers import a_subscriber
from tests.shop.builders.till import Till
from tests.shop.builders.time_passing import let_pass


async def renew(till: Till) -> OrderId:
    await schedule.queue_due(till.db)
    order = await fetch_one(till.conn, OrderId, "SELECT id FROM orders WHERE kind = 'renewal'")
    await charge_on_file.charge(till.db, till.provider, SEALER, order)
    return order


async def test_a_renewal_that_was_forgotten_is_not_charged_a_second_time(till: Till) -> None:
    holder, _ = await a_subscriber(till.client, till.sandbox, till.conn)
    await let_pass(till.conn, timedelta(days=32))
    async with till.conn.transaction() as lost:
        first = await renew(till)
        raise psycopg.Rollback(lost)
    charged = await till.received()

    again = await renew(till)

    assert again == first
    assert await till.received() == charged
    (subscription,) = await holder.subscriptions()
    assert subscription["state"] == "active"
    assert await fetch_one(till.conn, str, "SELECT state FROM orders WHERE id = %(id)s", id=again) == "paid"
