"""A change undone: the former address back, and the ticket with it, once."""

import asyncio
from typing import Any

import pytest
from psycopg.errors import CheckViolation, UniqueViolation

from ieum.shop.kernel.db import Connection, Database, execute, fetch_all, fetch_one
from ieum.shop.ledgers import service as ledgers
from ieum.shop.ledgers import ticket_queries
from ieum.shop.ledgers.types import TicketEntryId
from ieum.shop.services import service as services
from ieum.shop.stock import holds
from tests.shop.builders.changes import (
    a_holder,
    change,
    done,
    entries,
    let_gateways_acknowledge,
    list_changes,
    live_addresses,
    settle_all,
    tickets,
    undo,
)
from tests.shop.builders.locks import until_one_waits_for_a_lock
from tests.shop.builders.shops import Client, Shop


async def test_an_undo_gives_the_address_and_the_ticket_back(
    client: Client, conn: Connection, db: Database
) -> None:
    holder = await a_holder(conn)
    changed = await done(client, conn, holder)
    assert (await list_changes(client, holder))[0]["undo"]["ticketReturns"] is True

    answer = await undo(client, holder, changed["id"], changed["address"])

    data = answer.json()["data"]
    assert (answer.status_code, data["state"], data["address"], data["ipTicket"]) == (
        200,
        "waiting",
        holder.address,
        1,
    )
    assert await live_addresses(conn, holder.service) == [holder.address]
    told = await fetch_all(conn, str, "SELECT host(address) FROM exits WHERE removed_at IS NULL")
    assert told == [holder.address]
    rests = "SELECT available_at > now() FROM exit_addresses WHERE address = %(tried)s::inet"
    assert await fetch_one(conn, bool, rests, tried=changed["address"])
    await let_gateways_acknowledge(conn)
    await settle_all(db)
    undoing, undone = await list_changes(client, holder)
    assert (undoing["isUndo"], undoing["state"], undone["undone"], undone["undo"]) == (
        True,
        "done",
        True,
        None,
    )
    assert await entries(conn, holder.member) == ["granted", "reserved", "used", "returned"]
    assert await fetch_all(conn, str, "SELECT subject FROM messages ORDER BY id DESC LIMIT 1") == [
        "[이음] 이전 IP로 되돌렸습니다"
    ]


async def test_the_change_after_an_undo_is_final(client: Client, conn: Connection, db: Database) -> None:
    holder = await a_holder(conn, tickets=2)
    first = await done(client, conn, holder)
    await undo(client, holder, first["id"], first["address"])
    await let_gateways_acknowledge(conn)
    await settle_all(db)
    preview = await client.get(f"/api/v1/services/{holder.service}/ip-change", headers=holder.headers)
    assert preview.json()["data"]["isFinal"] is True

    second = await done(client, conn, holder)
    answer = await undo(client, holder, second["id"], second["address"])

    assert (answer.status_code, answer.json()["code"]) == (409, "ip_change_not_undoable")
    assert (await list_changes(client, holder))[0]["undo"] is None
    # The address that was tried rests, so it is not the one that comes next.
    assert second["address"] != first["address"]
    # The other ticket was never tried.
    third = await done(client, conn, holder, second["address"])
    assert (await undo(client, holder, third["id"], third["address"])).status_code == 200


@pytest.mark.parametrize(
    ("spoil", "code"),
    [
        pytest.param(
            "UPDATE ip_changes SET undo_until = now() - interval '1 second'",
            "ip_change_not_undoable",
            id="late",
        ),
        pytest.param(
            """
            UPDATE exit_addresses SET available_at = NULL
             WHERE id = (SELECT address_id FROM leases WHERE state = 'ended')
            """,
            "former_address_gone",
            id="the address is gone",
        ),
        pytest.param(
            "UPDATE services SET starts_at = now() - interval '9 days', ends_at = now() - interval '1 second'",
            "service_not_active",
            id="the service is over",
        ),
        pytest.param("UPDATE services SET state = 'suspended'", "service_suspended", id="suspended"),
    ],
)
async def test_what_cannot_be_undone_is_not_offered_either(
    client: Client, conn: Connection, spoil: Any, code: str
) -> None:
    holder = await a_holder(conn)
    changed = await done(client, conn, holder)
    await execute(conn, spoil)

    answer = await undo(client, holder, changed["id"], changed["address"])

    assert (answer.status_code, answer.json()["code"]) == (409, code)
    assert await live_addresses(conn, holder.service) == [changed["address"]]
    assert [one["undo"] for one in await list_changes(client, holder)] == [None]
    assert await entries(conn, holder.member) == ["granted", "reserved", "used"]


async def test_a_service_that_was_refunded_has_nothing_to_go_back_to(
    client: Client, conn: Connection
) -> None:
    holder = await a_holder(conn)
    changed = await done(client, conn, holder)
    await services.end(conn, [holder.service])

    answer = await undo(client, holder, changed["id"], changed["address"])

    assert (answer.status_code, answer.json()["code"]) == (409, "service_not_active")
    assert await tickets(client, holder) == 0


async def test_only_the_last_change_can_be_undone(client: Client, conn: Connection) -> None:
    holder = await a_holder(conn, tickets=2)
    first = await done(client, conn, holder)
    second = await done(client, conn, holder, first["address"])

    answer = await undo(client, holder, first["id"], second["address"])

    assert (answer.status_code, answer.json()["code"]) == (409, "ip_change_not_undoable")
    assert [one["undo"] is not None for one in await list_changes(client, holder)] == [True, False]


async def test_a_change_that_waits_is_not_undone(client: Client, conn: Connection) -> None:
    holder = await a_holder(conn)
    changed = (await change(client, holder)).json()["data"]

    answer = await undo(client, holder, changed["id"], changed["address"])

    assert (answer.status_code, answer.json()["code"]) == (409, "ip_change_under_way")


async def test_without_a_cool_down_a_change_is_final(client: Client, conn: Connection) -> None:
    holder = await a_holder(conn)
    await execute(conn, "UPDATE site_config SET cool_down = interval '0'")
    changed = await done(client, conn, holder)

    answer = await undo(client, holder, changed["id"], changed["address"])

    assert (answer.status_code, answer.json()["code"]) == (409, "ip_change_not_undoable")


async def test_the_ticket_of_a_refunded_order_does_not_come_back(client: Client, conn: Connection) -> None:
    holder = await a_holder(conn)
    await execute(conn, "SET session_replication_role = replica")
    await execute(
        conn,
        "UPDATE ticket_entries SET order_id = (SELECT order_id FROM services WHERE id = %(service)s)",
        service=holder.service,
    )
    await execute(conn, "SET session_replication_role = origin")
    changed = await done(client, conn, holder)
    await execute(conn, "UPDATE orders SET state = 'refunded'")
    assert (await list_changes(client, holder))[0]["undo"]["ticketReturns"] is False

    answer = await undo(client, holder, changed["id"], changed["address"])

    assert (answer.status_code, answer.json()["data"]["address"]) == (200, holder.address)
    assert await entries(conn, holder.member) == ["granted", "reserved", "used"]


async def test_a_ticket_that_came_back_is_not_refunded_but_ends_with_its_order(
    client: Client, conn: Connection
) -> None:
    holder = await a_holder(conn, tickets=3)
    order = await fetch_one(conn, str, "SELECT order_id FROM services")
    await execute(conn, "SET session_replication_role = replica")
    await execute(conn, "UPDATE ticket_entries SET order_id = %(order)s", order=order)
    await execute(conn, "SET session_replication_role = origin")
    changed = await done(client, conn, holder)
    await undo(client, holder, changed["id"], changed["address"])
    assert await tickets(client, holder) == 3

    refunded = await ledgers.claw_back_tickets(conn, holder.member, order)

    assert (refunded, await tickets(client, holder)) == (2, 0)


async def test_the_ledger_itself_refuses_a_second_return(client: Client, conn: Connection) -> None:
    holder = await a_holder(conn)
    changed = await done(client, conn, holder)
    await undo(client, holder, changed["id"], changed["address"])
    reservation = await fetch_one(
        conn, TicketEntryId, "SELECT id FROM ticket_entries WHERE kind = 'reserved'"
    )

    with pytest.raises(UniqueViolation):
        async with conn.transaction():
            await ticket_queries.end_reservation(conn, reservation, "returned")
    with pytest.raises(UniqueViolation):
        async with conn.transaction():
            await ticket_queries.end_reservation(conn, reservation, "released")
    # Not even by a second use of it.
    again = await ledgers.reserve_ticket(conn, holder.member, holder.service)
    await ledgers.use_reserved(conn, again)
    with pytest.raises(CheckViolation):
        async with conn.transaction():
            await ticket_queries.end_reservation(conn, again, "returned")


async def test_two_presses_at_once_undo_once(shop: Shop) -> None:
    async with shop.db.transaction() as conn:
        holder = await a_holder(conn, connected=False)
    changed = (await change(shop.client, holder)).json()["data"]

    answers = await asyncio.gather(
        *(undo(shop.client, holder, changed["id"], changed["address"]) for _ in range(4))
    )

    assert sorted(answer.status_code for answer in answers) == [200, 409, 409, 409]
    assert await tickets(shop.client, holder) == 1
    async with shop.db.connection() as conn:
        assert await live_addresses(conn, holder.service) == [holder.address]


async def test_an_undo_and_a_buyer_of_the_old_address_never_both_get_it(shop: Shop) -> None:
    """Its rest is over at the moment of the press, so it is on sale."""
    async with shop.db.transaction() as conn:
        holder = await a_holder(conn, connected=False)
    changed = (await change(shop.client, holder)).json()["data"]
    async with shop.db.transaction() as conn:
        other = await a_holder(conn)
        await execute(
            conn,
            "UPDATE exit_addresses SET available_at = CASE WHEN address = %(old)s::inet THEN now() END",
            old=holder.address,
        )
        pool = await fetch_one(
            conn,
            int,
            "SELECT pool_id FROM exit_addresses WHERE address = %(old)s::inet",
            old=holder.address,
        )
        order = await fetch_one(
            conn, str, "SELECT order_id FROM services WHERE id = %(service)s", service=other.service
        )

    async with shop.db.transaction() as buying:
        assert await holds.hold_addresses(buying, pool=pool, order_id=order, quantity=1)
        pressing = asyncio.create_task(undo(shop.client, holder, changed["id"], changed["address"]))
        await until_one_waits_for_a_lock(shop.db)
    answer = await pressing

    assert (answer.status_code, answer.json()["code"]) == (409, "former_address_gone")
    async with shop.db.connection() as conn:
        assert await live_addresses(conn, holder.service) == [changed["address"]]
        doubled = "SELECT count(*) FROM leases WHERE state <> 'ended' GROUP BY address_id HAVING count(*) > 1"
        assert await fetch_all(conn, int, doubled) == []


async def test_an_undo_and_the_end_of_its_service_come_one_after_the_other(shop: Shop) -> None:
    async with shop.db.transaction() as conn:
        holder = await a_holder(conn, connected=False)
    changed = (await change(shop.client, holder)).json()["data"]

    async with shop.db.transaction() as ending:
        await services.end(ending, [holder.service])
        pressing = asyncio.create_task(undo(shop.client, holder, changed["id"], changed["address"]))
        await until_one_waits_for_a_lock(shop.db)
    answer = await pressing

    assert (answer.status_code, answer.json()["code"]) == (409, "service_not_active")
    assert await tickets(shop.client, holder) == 0


async def test_the_change_of_another_member_is_not_found(client: Client, conn: Connection) -> None:
    owner, other = await a_holder(conn), await a_holder(conn)
    changed = await done(client, conn, owner)

    answer = await undo(client, owner._replace(headers=other.headers), changed["id"], changed["address"])

    assert (answer.status_code, answer.json()["code"]) == (404, "ip_change_not_found")
