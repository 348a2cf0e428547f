"""The release before and this one on one database, while members buy, renew and log in."""

from pathlib import Path

import psycopg
import pytest

from ieum.shop.kernel.db import Database, run_with_database
from ieum.shop.reconciliation import invariants
from ieum.shop.reconciliation.types import Difference
from tests.conftest import Cluster
from tests.operations.upgrade.customers import Customers, fill
from tests.operations.upgrade.release_before import Release, releases
from tests.waiting import wait_until

KINDS = {"login", "purchase", "purchase paid", "renewal", "renewal paid", "services"}


def test_an_upgrade_with_writes_running_fails_no_request(
    cluster: Cluster, tmp_path: Path, web_dist: Path, pytestconfig: pytest.Config
) -> None:
    name, url = cluster.empty()
    assert pytestconfig.cache is not None
    kept = pytestconfig.cache.mkdir("release-before")
    with releases(tmp_path, url, web_dist, kept=kept) as (before, now, sandbox):
        assert Path(before.where()).is_relative_to(before.folder)
        assert not Path(now.where()).is_relative_to(before.folder)
        before.ieum("migrate")
        before.ieum("demo")
        fill(url)
        customers = _upgrade(before, now, sandbox)
    with psycopg.connect(url) as conn:
        paid = {order for (order,) in conn.execute("SELECT id FROM orders WHERE state = 'paid'").fetchall()}
        twice = conn.execute(
            "SELECT order_id FROM payments WHERE state = 'approved' GROUP BY order_id HAVING count(*) > 1"
        ).fetchall()
    differences = run_with_database(url, _find_differences)
    cluster.drop(name)

    assert customers.failures == []
    # Nobody was told of a payment that is not there, and nobody has paid for what they were not told of.
    assert paid == {*customers.bought, *customers.renewed}
    assert (twice, differences) == ([], [])


def _upgrade(before: Release, now: Release, sandbox: str) -> Customers:
    """Each step waits until the customers have used all that it has changed."""
    old_work = before.start("work")
    old_serve, old_url = before.serve()
    customers = Customers(sandbox, [old_url])
    customers.start()
    try:
        _wait_for(customers, old_url)
        now.ieum("upgrade")
        customers.answered.clear()
        _wait_for(customers, old_url)
        old_work.ask_to_stop()
        now.start("work")
        _, new_url = now.serve()
        customers.live = [old_url, new_url]
        customers.answered.clear()
        _wait_for(customers, old_url)
        _wait_for(customers, new_url)
        customers.live = [new_url]
        old_serve.ask_to_stop()
        wait_until(lambda: old_serve.exit_code is not None, "the old server does not end")
        customers.answered.clear()
        _wait_for(customers, new_url)
    finally:
        customers.stop()
    return customers


def _wait_for(customers: Customers, server: str) -> None:
    """Until this server has answered every kind of request."""
    wait_until(
        lambda: customers.failures or all(customers.answered[server, kind] for kind in KINDS),
        f"{server} was not asked for all: {customers.answered}",
        seconds=60,
    )


async def _find_differences(db: Database) -> list[Difference]:
    async with db.connection() as conn:
        return await invariants.find_differences(conn)
