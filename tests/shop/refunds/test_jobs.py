"""The jobs of refunds and reconciliation."""

import httpx
import pytest

from ieum.shop.kernel.db import execute, fetch_all, fetch_one
from ieum.shop.reconciliation import jobs as books
from ieum.shop.refunds import jobs
from tests.shop.builders import purchases
from tests.shop.builders.payment_window import pay_at_window
from tests.shop.builders.purchases import Buying, fault
from tests.shop.builders.shops import Shop
from tests.shop.builders.wire import Wire
from tests.shop.builders.worker import context_of, run_jobs


async def a_refund(shop: Shop, sandbox: httpx.AsyncClient) -> Buying:
    async with shop.db.connection() as conn:
        buying = await purchases.a_purchase(shop.client, conn)
    await purchases.confirm(shop.client, buying, await pay_at_window(sandbox, buying.order))
    path = f"/api/v1/orders/{buying.order_id}"
    shown = (await shop.client.post(f"{path}/refund-quote", headers=buying.headers)).json()["data"]
    answer = await shop.client.post(f"{path}/refund", json={"quote": shown["quote"]}, headers=buying.headers)
    assert answer.status_code == 200, answer.text
    return buying


async def states(shop: Shop) -> list[str]:
    async with shop.db.connection() as conn:
        return await fetch_all(conn, str, "SELECT state FROM refunds ORDER BY id")


async def test_the_worker_pays_the_money_back(shop: Shop, sandbox: httpx.AsyncClient) -> None:
    await a_refund(shop, sandbox)
    await fault(sandbox, "cancel", "error")

    await run_jobs(shop)

    assert await states(shop) == ["done"]
    assert await purchases.received(sandbox) == 0


async def test_a_refund_whose_job_was_lost_is_queued_again_and_a_failing_one_stops_no_other(
    shop: Shop, sandbox: httpx.AsyncClient, caplog: pytest.LogCaptureFixture
) -> None:
    for _ in range(3):
        await a_refund(shop, sandbox)
    async with shop.db.connection() as conn:
        await execute(conn, "DELETE FROM procrastinate_jobs")
        await execute(conn, "UPDATE refunds SET requested_at = requested_at - interval '1 minute' * (6 - id)")
        # The first cannot be unsealed; the second has an error stored under its key.
        await execute(
            conn,
            "UPDATE refunds SET sealed_account = 'broken' WHERE id = (SELECT min(id) FROM refunds)",
        )
    await fault(sandbox, "cancel", "error")

    await jobs.heal_refunds.func(context_of(shop), 0)
    first = await states(shop)
    async with shop.db.connection() as conn:
        await execute(conn, "UPDATE refunds SET tried_at = now() - interval '1 hour'")
    await jobs.heal_refunds.func(context_of(shop), 0)

    assert (first, await states(shop)) == (
        ["returning", "returning", "done"],
        ["returning", "done", "done"],
    )
    assert "its account does not open" in caplog.text
    async with shop.db.connection() as conn:
        assert "seal_broken" in await fetch_all(conn, str, "SELECT kind FROM alarms")


async def test_the_reconciliation_jobs_run_by_day_and_by_night(
    shop: Shop, sandbox: httpx.AsyncClient, wire: Wire
) -> None:
    await a_refund(shop, sandbox)
    await run_jobs(shop)

    await books.compare_with_provider.func(context_of(shop), 0)
    await books.check_books.func(context_of(shop), 0)

    async with shop.db.connection() as conn:
        assert await fetch_all(conn, str, "SELECT kind FROM book_checks ORDER BY id") == [
            "ledger",
            "provider",
        ]
        assert await fetch_one(conn, int, "SELECT count(*) FROM alarms") == 0
        assert (
            await fetch_one(conn, int, "SELECT (totals->>'payments_returned')::int FROM book_checks LIMIT 1")
            == 33_000
        )
    # Each job asks with both pairs of keys.
    assert wire.count("/transactions") == 4
