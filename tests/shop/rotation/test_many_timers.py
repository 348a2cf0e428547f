"""Many timers that run out together: what each of them costs."""

from datetime import timedelta

from ieum.shop.kernel.db import Connection, Database, fetch_one
from ieum.shop.rotation import service as rotations
from tests.shop.builders.rotation import a_dynamic_service, choose, pass_time
from tests.shop.builders.shops import Client


async def test_statements_are_not_planned_anew_for_each_timer(
    client: Client, conn: Connection, db: Database
) -> None:
    for _ in range(3):
        await choose(client, await a_dynamic_service(conn), timer=10)
    await pass_time(conn, timedelta(minutes=11))
    conn.prepare_threshold = 0

    assert await rotations.change_due(db, limit=10) == 3

    plans = """
        SELECT sum(custom_plans) || ' anew, ' || sum(generic_plans) || ' kept'
          FROM pg_prepared_statements WHERE statement LIKE %(wanted)s
    """
    assert await fetch_one(conn, str, plans, wanted="%INSERT INTO exits%") == "0 anew, 3 kept"
