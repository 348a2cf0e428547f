"""Gateways that serve, drain, are in maintenance or lost: what is sold there, who hears of it; nobody moves."""

import asyncio
from datetime import datetime
from typing import Any

import pytest

from ieum.shop.console.today.watches import WATCHES
from ieum.shop.gateways import states
from ieum.shop.gateways.types import GatewayId
from ieum.shop.kernel.db import Connection, Database, execute, fetch_all, fetch_one
from ieum.shop.stock import holds
from ieum.shop.stock.jobs import give_up_holds
from tests.shop.builders.catalog import a_dynamic_plan, a_plan
from tests.shop.builders.gateways import BEARER, a_gateway
from tests.shop.builders.locks import until_one_waits_for_a_lock
from tests.shop.builders.members import a_member
from tests.shop.builders.orders import ORDER_AGREEMENTS
from tests.shop.builders.purchases import a_purchase
from tests.shop.builders.rotation import a_dynamic_service, addresses_of, rotate
from tests.shop.builders.services import a_device, a_service
from tests.shop.builders.shops import Client, Headers, Shop
from tests.shop.builders.worker import job_context, worker_tools


async def name_of(conn: Connection, gateway: int) -> str:
    return await fetch_one(conn, str, "SELECT name FROM gateways WHERE id = %(id)s", id=gateway)


async def state_of(conn: Connection, gateway: int) -> str:
    return await fetch_one(conn, str, "SELECT state FROM gateways WHERE id = %(id)s", id=gateway)


async def want(conn: Connection, gateway: int, wanted: Any) -> None:
    assert await states.want(conn, await name_of(conn, gateway), wanted) is not None


async def last_heard(conn: Connection, gateway: int, *, minutes: float) -> None:
    """The shop has looked for a day; the gateway called so many minutes ago."""
    await execute(
        conn,
        """
        UPDATE gateways
           SET last_seen_at = now() - %(ago)s * interval '1 minute', wanted_at = now() - interval '1 day'
         WHERE id = %(id)s
        """,
        ago=minutes,
        id=gateway,
    )
    await execute(
        conn,
        """
        INSERT INTO gateway_watch (since, looked_at) VALUES (now() - interval '1 day', now())
        ON CONFLICT (is_only) DO UPDATE SET since = excluded.since, looked_at = excluded.looked_at
        """,
    )


async def alarms(conn: Connection) -> list[tuple[str, str]]:
    rows = await fetch_all(
        conn,
        dict[str, str],
        "SELECT jsonb_build_object('kind', kind, 'detail', detail) FROM alarms WHERE cleared_at IS NULL ORDER BY id",
    )
    return [(row["kind"], row["detail"]) for row in rows]


async def stock_of(client: Client, kind: str = "static") -> int:
    plans = (await client.get(f"/api/v1/catalog/plans?kind={kind}")).json()["data"]
    return sum(plan["stock"] for plan in plans)


@pytest.mark.parametrize("wanted", ["draining", "maintenance"])
async def test_a_gateway_that_does_not_serve_takes_no_orders(
    client: Client, conn: Connection, headers: Headers, wanted: str
) -> None:
    gateway = await a_gateway(conn)
    plan = await a_plan(conn, gateway=gateway)
    before = await stock_of(client)

    await want(conn, gateway, wanted)

    answer = await client.post(
        "/api/v1/orders",
        json={"planId": plan, "months": 1, "agreements": ORDER_AGREEMENTS},
        headers=headers,
    )
    assert (before, await stock_of(client)) == (3, 0)
    assert (answer.status_code, answer.json()["code"]) == (409, "sold_out")
    await want(conn, gateway, "serving")
    assert await stock_of(client) == 3


async def test_addresses_that_are_imported_meanwhile_are_not_sold_either(conn: Connection) -> None:
    gateway = await a_gateway(conn)
    await want(conn, gateway, "draining")

    await a_plan(conn, gateway=gateway)

    assert (
        await fetch_one(conn, int, "SELECT count(*) FROM exit_addresses WHERE sellable_at IS NOT NULL") == 0
    )


async def test_what_runs_on_a_draining_gateway_goes_on(client: Client, conn: Connection) -> None:
    gateway = await a_gateway(conn)
    held = await a_dynamic_service(conn, gateway=gateway)
    await a_device(conn, held.service)
    [first] = await addresses_of(conn, held.service)

    await want(conn, gateway, "draining")
    answer = await rotate(client, held)

    assert answer.status_code == 200, answer.text
    assert (await addresses_of(conn, held.service))[0] == first
    assert await fetch_one(conn, int, "SELECT count(*) FROM exits WHERE removed_at IS NULL") == 1
    assert await stock_of(client, "dynamic") == 0


async def test_dynamic_ip_is_not_switched_on_where_no_gateway_takes_it(conn: Connection) -> None:
    gateway = await a_gateway(conn)
    await a_dynamic_plan(conn, gateway=gateway, on_sale=False)
    await want(conn, gateway, "draining")

    with pytest.raises(Exception, match="serving gateway"):
        await execute(conn, "UPDATE site_config SET dynamic_enabled = true")


async def test_an_order_gets_an_address_elsewhere_or_keeps_its_own(
    client: Client, conn: Connection, db: Database
) -> None:
    gateway = await a_gateway(conn, token="gw_a")
    plan = await a_plan(conn, gateway=gateway)
    buying = await a_purchase(client, conn, plan=plan)
    held = """
        SELECT e.gateway_id::int FROM leases l JOIN exit_addresses e ON e.id = l.address_id
         WHERE l.order_id = %(order)s AND l.state = 'held'
    """
    await want(conn, gateway, "draining")
    context = job_context(worker_tools(db))

    await give_up_holds.func(context)
    kept = await fetch_all(conn, int, held, order=buying.order_id)
    other = await a_gateway(conn, token="gw_b")
    await execute(
        conn,
        """
        INSERT INTO exit_addresses (pool_id, gateway_id, address, proven_at, proven_by, cleared_at)
        SELECT pool_id, %(gateway)s, '198.51.100.7', now(), 'call', now() FROM plans WHERE id = %(plan)s
        """,
        gateway=other,
        plan=plan,
    )
    for _ in range(2):
        await give_up_holds.func(context)

    assert kept == [gateway]
    assert await fetch_all(conn, int, held, order=buying.order_id) == [other]


async def test_whoever_drains_waits_for_whoever_buys(shop: Shop) -> None:
    """Afterwards the address is held, or it is not for sale: nothing in between."""
    async with shop.db.transaction() as conn:
        gateway = await a_gateway(conn)
        plan = await a_plan(conn, gateway=gateway)
        member = await a_member(conn)
        service = await a_service(conn, member, plan=plan)
        order = await fetch_one(
            conn, str, "SELECT order_id FROM services WHERE id = %(service)s", service=service
        )
        pool = await fetch_one(conn, int, "SELECT pool_id FROM plans WHERE id = %(plan)s", plan=plan)

    async def drain() -> None:
        async with shop.db.transaction() as conn:
            await want(conn, gateway, "draining")

    async with shop.db.transaction() as conn:
        assert await holds.hold_addresses(conn, pool=pool, order_id=order, quantity=1)
        draining = asyncio.create_task(drain())
        await until_one_waits_for_a_lock(shop.db)
    await draining

    async with shop.db.transaction() as conn:
        assert not await holds.hold_addresses(conn, pool=pool, order_id=order, quantity=1)
        assert await fetch_one(conn, int, "SELECT count(*) FROM leases WHERE state = 'held'") == 1


async def test_a_buyer_passes_by_what_is_being_drained(shop: Shop) -> None:
    async with shop.db.transaction() as conn:
        gateway = await a_gateway(conn)
        plan = await a_plan(conn, gateway=gateway)
        service = await a_service(conn, await a_member(conn), plan=plan)
        order = await fetch_one(
            conn, str, "SELECT order_id FROM services WHERE id = %(service)s", service=service
        )
        pool = await fetch_one(conn, int, "SELECT pool_id FROM plans WHERE id = %(plan)s", plan=plan)

    async with shop.db.transaction() as first, shop.db.transaction() as second:
        await want(first, gateway, "draining")
        assert not await holds.hold_addresses(second, pool=pool, order_id=order, quantity=1)


@pytest.mark.parametrize(
    ("minutes", "wanted", "state"),
    [
        pytest.param(4.5, "serving", "serving", id="four and a half minutes"),
        pytest.param(5.5, "serving", "lost", id="five and a half"),
        pytest.param(5.5, "draining", "lost", id="draining"),
        pytest.param(90, "maintenance", "maintenance", id="in maintenance"),
    ],
)
async def test_silence_is_a_loss_after_five_minutes(
    conn: Connection, db: Database, minutes: float, wanted: str, state: str
) -> None:
    gateway = await a_gateway(conn)
    await want(conn, gateway, wanted)
    await last_heard(conn, gateway, minutes=minutes)

    await states.watch(db)

    assert await state_of(conn, gateway) == state
    assert [kind for kind, _ in await alarms(conn)] == (["gateway_lost"] if state == "lost" else [])


async def test_a_lost_gateway_is_told_of_once_with_the_members_behind_it(
    client: Client, conn: Connection, db: Database
) -> None:
    gateway = await a_gateway(conn)
    plan = await a_plan(conn, gateway=gateway, addresses=5)
    one, two = await a_member(conn), await a_member(conn)
    for member in (one, one, two):
        await a_service(conn, member, plan=plan)
    await last_heard(conn, gateway, minutes=6)

    for _ in range(2):
        await states.watch(db)
    [(kind, detail)] = await alarms(conn)
    sold = await stock_of(client)
    await last_heard(conn, gateway, minutes=0)
    await states.watch(db)

    assert kind == "gateway_lost"
    assert "회원 2명의 서비스 3건" in detail
    assert sold == 0
    assert await alarms(conn) == []
    assert (await state_of(conn, gateway), await stock_of(client)) == ("serving", 2)
    assert await fetch_one(conn, int, "SELECT count(*) FROM alarms") == 1


async def test_a_shop_that_was_away_takes_nobody_for_lost(conn: Connection, db: Database) -> None:
    """A day later its own worker starts a moment before the gateways are connected again."""
    gateway = await a_gateway(conn)
    await last_heard(conn, gateway, minutes=24 * 60)
    await execute(
        conn,
        "UPDATE gateway_watch SET looked_at = now() - interval '1 day', since = now() - interval '3 days'",
    )

    await states.watch(db)
    assert await state_of(conn, gateway) == "serving"

    await execute(conn, "UPDATE gateway_watch SET since = now() - interval '6 minutes'")
    await states.watch(db)
    assert await state_of(conn, gateway) == "lost"


async def test_a_gateway_that_never_called_is_not_lost(conn: Connection, db: Database) -> None:
    gateway = await a_gateway(conn)
    await last_heard(conn, gateway, minutes=6)
    await execute(conn, "UPDATE gateways SET last_seen_at = NULL")

    await states.watch(db)

    assert await state_of(conn, gateway) == "serving"


async def test_maintenance_ends_the_alarm(conn: Connection, db: Database) -> None:
    gateway = await a_gateway(conn)
    await last_heard(conn, gateway, minutes=6)
    await states.watch(db)

    await want(conn, gateway, "maintenance")
    await states.watch(db)

    assert (await state_of(conn, gateway), await alarms(conn)) == ("maintenance", [])


async def test_a_gateway_that_calls_but_does_not_follow_is_told_of(conn: Connection, db: Database) -> None:
    gateway = await a_gateway(conn)
    await last_heard(conn, gateway, minutes=0)
    later = "UPDATE gateways SET awaited_since = awaited_since - interval '6 minutes'"

    # It follows, however often it is seen a little behind.
    for revision in (1, 2, 3):
        await execute(conn, "UPDATE gateways SET revision = %(n)s, acked_revision = %(n)s - 1", n=revision)
        await states.watch(db)
        await execute(conn, later)
        await execute(conn, "UPDATE gateways SET acked_revision = revision")
    await states.watch(db)
    followed = await alarms(conn)
    await execute(conn, "UPDATE gateways SET revision = 9")
    await states.watch(db)
    await execute(conn, later)
    await states.watch(db)
    stuck = await alarms(conn)
    await execute(conn, "UPDATE gateways SET acked_revision = 9")
    await states.watch(db)

    assert followed == []
    assert [kind for kind, _ in stuck] == ["gateway_behind"]
    assert "지시 9번" in stuck[0][1]
    assert await alarms(conn) == []


@pytest.mark.parametrize(
    ("call", "word"),
    [
        ("ack", {"revision": 0, "publicKey": "G" * 42 + "A=", "agent": "ieum/0.1.0"}),
        ("usage", {"peers": []}),
        ("health", {"sentAt": "2026-11-20T05:00:00Z"}),
    ],
)
async def test_each_word_of_a_gateway_is_a_sign_of_life(
    client: Client, conn: Connection, call: str, word: dict[str, Any]
) -> None:
    await last_heard(conn, await a_gateway(conn), minutes=4)

    answer = await client.post(f"/gateway/v1/{call}", json=word, headers=BEARER)

    assert answer.status_code == 204, answer.text
    assert await fetch_one(conn, bool, "SELECT last_seen_at > now() - interval '1 minute' FROM gateways")


async def test_a_gateway_that_does_not_follow_is_not_sold_until_it_does(
    client: Client, conn: Connection, db: Database
) -> None:
    gateway = await a_gateway(conn)
    await a_plan(conn, gateway=gateway)
    await last_heard(conn, gateway, minutes=0)
    await execute(conn, "UPDATE gateways SET revision = 9, acked_revision = 8")
    await states.watch(db)
    before = await stock_of(client)

    await execute(conn, "UPDATE gateways SET awaited_since = now() - interval '6 minutes'")
    await states.watch(db)
    stuck = (await state_of(conn, gateway), await stock_of(client))
    # A word that is late, for once, sells nothing.
    await last_heard(conn, gateway, minutes=0.6)
    await execute(conn, "UPDATE gateways SET lost_at = now() - interval '1 minute'")
    await states.watch(db)
    late = await state_of(conn, gateway)
    await execute(conn, "UPDATE gateways SET acked_revision = 9")
    await states.watch(db)

    assert (before, stuck, late) == (3, ("lost", 0), "lost")
    assert (await state_of(conn, gateway), await stock_of(client), await alarms(conn)) == ("serving", 3, [])


async def test_what_a_gateway_has_not_applied_for_a_minute_stands_under_today(
    conn: Connection, db: Database
) -> None:
    gateway = await a_gateway(conn)
    await last_heard(conn, gateway, minutes=0)
    [watch] = [one for one in WATCHES if one.kind == "gateways"]

    async def listed() -> int:
        return len(await fetch_all(conn, datetime, watch.sql))

    await execute(conn, "UPDATE gateways SET revision = 9, acked_revision = 8")
    await states.watch(db)
    at_once = await listed()
    await execute(conn, "UPDATE gateways SET awaited_since = now() - interval '61 seconds'")
    later = await listed()
    await execute(conn, "UPDATE gateways SET acked_revision = 9")

    assert (at_once, later, await listed()) == (0, 1, 0)


@pytest.mark.parametrize(
    "away",
    [
        pytest.param("wanted = 'maintenance'", id="in maintenance"),
        pytest.param("last_seen_at = NULL", id="not set up yet"),
        pytest.param("last_seen_at = now() - interval '4 minutes'", id="silent for a while"),
    ],
)
async def test_a_gateway_that_does_not_call_is_not_told_of_as_one_that_does(
    conn: Connection, db: Database, away: str
) -> None:
    gateway = await a_gateway(conn)
    await last_heard(conn, gateway, minutes=0)
    await execute(conn, f"UPDATE gateways SET revision = 9, {away}")  # pyright: ignore[reportArgumentType]
    await states.watch(db)
    await execute(conn, "UPDATE gateways SET awaited_since = now() - interval '6 minutes'")

    await states.watch(db)

    assert await alarms(conn) == []


async def test_draining_moves_nobody_and_sells_nothing(conn: Connection) -> None:
    gateway = await a_gateway(conn)
    service = await a_service(conn, await a_member(conn), plan=await a_plan(conn, gateway=gateway))
    [address] = await addresses_of(conn, service)
    name = await name_of(conn, gateway)

    changes = [await states.want(conn, name, "draining") for _ in range(2)]

    assert [change and change.changed for change in changes] == [True, False]
    assert (await addresses_of(conn, service), await state_of(conn, gateway)) == ([address], "draining")
    assert await fetch_one(conn, int, "SELECT count(*) FROM exit_addresses WHERE sellable_at <= now()") == 0
    assert await states.want(conn, "nowhere", "maintenance") is None


async def test_only_a_serving_gateway_is_one_that_takes_new_services(conn: Connection) -> None:
    """The word beside each address follows its gateway, whoever changes what."""
    gateway = GatewayId(await a_gateway(conn))
    await a_plan(conn, gateway=gateway)
    takes = "SELECT bool_and(e.takes_new) AND bool_or(e.takes_new) FROM exit_addresses e"
    seen: list[bool] = []

    for change in (
        "lost_at = now()",
        "wanted = 'draining'",
        "lost_at = NULL",
        "wanted = 'serving'",
        "wanted = 'maintenance'",
    ):
        await execute(conn, f"UPDATE gateways SET {change}")  # pyright: ignore[reportArgumentType]
        seen.append(await fetch_one(conn, bool, takes))

    assert seen == [False, False, False, True, False]
