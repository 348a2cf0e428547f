"""Whoever takes several addresses or gateways takes them in the order of their ids: nobody waits in a circle."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from ieum.shop.gateways import states
from ieum.shop.kernel.db import Connection, execute, fetch_all, fetch_one
from ieum.shop.services import service as services
from ieum.shop.services.types import ServiceId
from ieum.shop.stock import holds, leases, moves
from tests.shop.builders.catalog import a_plan
from tests.shop.builders.evacuations import a_place, a_resident, evacuate, press
from tests.shop.builders.gateways import a_gateway
from tests.shop.builders.locks import until_so_many_wait_for_locks
from tests.shop.builders.members import a_member
from tests.shop.builders.services import a_device, a_service
from tests.shop.builders.shops import Shop

type Release = Callable[[Connection, list[ServiceId], list[str]], Awaitable[object]]


async def drain(shop: Shop, gateway: int) -> None:
    async with shop.db.transaction() as conn:
        name = await fetch_one(conn, str, "SELECT name FROM gateways WHERE id = %(id)s", id=gateway)
        assert await states.want(conn, name, "draining") is not None


async def drained_while(shop: Shop, gateway: int, work: Callable[[Connection], Awaitable[object]]) -> None:
    """Drain the gateway and do the work at once, both held up at the gateway's first address until both wait."""

    async def do() -> None:
        async with shop.db.transaction() as conn:
            await work(conn)

    async with shop.db.transaction() as first:
        await execute(
            first,
            """
            SELECT 1 FROM exit_addresses
             WHERE id = (SELECT min(id) FROM exit_addresses WHERE gateway_id = %(gateway)s) FOR NO KEY UPDATE
            """,
            gateway=gateway,
        )
        both = [asyncio.create_task(drain(shop, gateway))]
        await until_so_many_wait_for_locks(shop.db, 1)
        both.append(asyncio.create_task(do()))
        await until_so_many_wait_for_locks(shop.db, 2)
    await asyncio.gather(*both)


# How leases in these states end, several at once.
RELEASES: dict[str, Release] = {
    "active": lambda conn, held, _: leases.release_services(conn, [*held]),
    "held": lambda conn, _, orders: holds.release_holds(conn, orders),
    "coming": lambda conn, held, _: moves.give_up_coming(conn, held),
}


@pytest.mark.parametrize("state", RELEASES)
async def test_several_addresses_are_given_back_while_their_gateway_is_drained(
    shop: Shop, state: str
) -> None:
    async with shop.db.transaction() as conn:
        gateway = await a_gateway(conn)
        plan = await a_plan(conn, gateway=gateway)
        # Later ones have rested longer, so the first service gets the last one.
        await execute(conn, "UPDATE exit_addresses SET available_at = now() - id * interval '1 hour'")
        member = await a_member(conn)
        held = [await a_service(conn, member, plan=plan) for _ in range(3)]
        orders = await fetch_all(conn, str, "SELECT order_id FROM leases ORDER BY id")
        if state != "active":
            await execute(
                conn,
                """
                UPDATE leases SET state = %(state)s, active_at = NULL, cause = NULL,
                       service_id = CASE %(state)s WHEN 'coming' THEN service_id END
                """,
                state=state,
            )

    await drained_while(shop, gateway, lambda conn: RELEASES[state](conn, held, orders))

    async with shop.db.connection() as conn:
        assert await fetch_all(conn, str, "SELECT DISTINCT state FROM leases") == ["ended"]
        assert (
            await fetch_one(conn, int, "SELECT count(*) FROM exit_addresses WHERE available_at <= now()") == 3
        )


async def test_a_hold_is_replaced_while_its_gateway_is_drained(shop: Shop) -> None:
    async with shop.db.transaction() as conn:
        gateway = await a_gateway(conn)
        service = await a_service(conn, await a_member(conn), plan=await a_plan(conn, gateway=gateway))
        order = await fetch_one(conn, str, "SELECT order_id FROM services WHERE id = %(id)s", id=service)
        await execute(
            conn,
            "UPDATE leases SET state = 'held', active_at = NULL, cause = NULL, service_id = NULL",
        )
        await execute(
            conn,
            """
            UPDATE exit_addresses SET flags = '{listed}', flagged_at = now()
             WHERE id = (SELECT address_id FROM leases)
            """,
        )

    await drained_while(shop, gateway, lambda conn: holds.replace_unsold_holds(conn, order))

    async with shop.db.connection() as conn:
        assert await fetch_all(conn, str, "SELECT state FROM leases") == ["ended"]


async def test_services_of_which_one_moves_lock_their_gateways_in_order(shop: Shop) -> None:
    async with shop.db.transaction() as conn:
        first = await a_gateway(conn, token="gw_first")
        other = await a_service(conn, await a_member(conn), plan=await a_plan(conn, gateway=first))
        await a_device(conn, other)
        place = await a_place(conn)
        mover = await a_resident(conn, place)
    async with shop.db.connection() as conn:
        await evacuate(conn, shop.db, place)
    assert (await press(shop.client, mover)).status_code == 200

    async def end_both() -> None:
        async with shop.db.transaction() as conn:
            await services.end(conn, [mover.service, other])

    lock = "SELECT 1 FROM gateways WHERE id = %(id)s FOR NO KEY UPDATE NOWAIT"
    async with shop.db.transaction() as conn:
        await execute(conn, lock, id=first)
        ending = asyncio.create_task(end_both())
        await until_so_many_wait_for_locks(shop.db, 1)
        # Who waits for the first has none of the later ones.
        for later in (place.old, place.new):
            await execute(conn, lock, id=later)
    await ending

    async with shop.db.connection() as conn:
        assert await fetch_one(conn, int, "SELECT count(*) FROM leases WHERE state <> 'ended'") == 0
