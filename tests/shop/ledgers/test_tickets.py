"""IP tickets: what is granted, what is taken from which grant, what is left."""

import asyncio
from datetime import UTC, datetime, timedelta

import pytest

from ieum.shop.kernel.db import Connection, execute, fetch_all, fetch_one
from ieum.shop.ledgers import service, ticket_queries
from ieum.shop.ledgers.service import NoTicket
from ieum.shop.members.types import MemberId
from tests.shop.builders.members import a_member
from tests.shop.builders.services import a_service
from tests.shop.builders.shops import Shop


async def an_order(conn: Connection, member: MemberId) -> str:
    """Some order of theirs; which does not matter to the ledger."""
    held = await a_service(conn, member)
    return await fetch_one(conn, str, "SELECT order_id FROM services WHERE id = %(id)s", id=held)


async def some_tickets(conn: Connection, member: MemberId, quantity: int, *, days: int = 365) -> str:
    order = await an_order(conn, member)
    await service.grant_tickets(conn, member, quantity, order, datetime.now(UTC) + timedelta(days))
    return order


async def balance(conn: Connection, member: MemberId) -> int:
    return await fetch_one(
        conn,
        int,
        "SELECT coalesce(sum(amount), 0)::int FROM ticket_entries WHERE member_id = %(id)s",
        id=member,
    )


async def a_use(conn: Connection, member: MemberId) -> None:
    held = await fetch_one(conn, int, "SELECT min(id) FROM services WHERE member_id = %(id)s", id=member)
    await service.use_reserved(conn, await service.reserve_ticket(conn, member, held))


async def test_an_order_grants_its_tickets_once(conn: Connection) -> None:
    member = await a_member(conn)
    order = await some_tickets(conn, member, 3)

    await service.grant_tickets(conn, member, 3, order, datetime.now(UTC) + timedelta(365))

    assert (await balance(conn, member), await ticket_queries.left_of(conn, order)) == (3, 3)


async def test_the_ticket_that_expires_first_is_used_first(conn: Connection) -> None:
    member = await a_member(conn)
    later = await some_tickets(conn, member, 1, days=300)
    soon = await some_tickets(conn, member, 1, days=30)

    await a_use(conn, member)

    assert [await ticket_queries.left_of(conn, order) for order in (later, soon)] == [1, 0]


async def test_a_use_without_a_ticket_is_refused(conn: Connection) -> None:
    member = await a_member(conn)
    await some_tickets(conn, member, 1)
    await a_use(conn, member)

    with pytest.raises(NoTicket):
        await a_use(conn, member)

    assert await balance(conn, member) == 0


async def test_an_expired_ticket_cannot_be_used_even_before_the_job_ran(conn: Connection) -> None:
    member = await a_member(conn)
    order = await some_tickets(conn, member, 2, days=-1)

    with pytest.raises(NoTicket):
        await a_use(conn, member)

    assert await ticket_queries.left_of(conn, order) == 0


async def test_the_job_removes_only_expired_tickets(conn: Connection) -> None:
    one, two = await a_member(conn), await a_member(conn)
    await some_tickets(conn, one, 2, days=-1)
    await some_tickets(conn, one, 5)
    await some_tickets(conn, two, 3, days=-2)

    rounds = [await service.expire_tickets(conn) for _ in range(3)]

    assert rounds == [True, True, False]
    assert [await balance(conn, member) for member in (one, two)] == [5, 0]


async def test_a_refund_takes_back_the_remaining_tickets_once(conn: Connection) -> None:
    member = await a_member(conn)
    order = await some_tickets(conn, member, 3)
    await a_use(conn, member)

    taken = [await service.claw_back_tickets(conn, member, order) for _ in range(2)]

    assert (taken, await balance(conn, member)) == ([2, 0], 0)


async def test_a_leaving_member_forfeits_all_tickets(conn: Connection) -> None:
    member = await a_member(conn)
    for _ in range(2):
        await some_tickets(conn, member, 2)
    await a_use(conn, member)

    assert (await service.forfeit(conn, member)).tickets == 3
    kinds = await fetch_all(
        conn, int, "SELECT left_over::int FROM ticket_grants WHERE member_id = %(id)s ORDER BY id", id=member
    )
    assert kinds == [0, 0]


async def test_of_two_uses_at_once_one_takes_the_last_ticket(shop: Shop) -> None:
    async with shop.db.transaction() as conn:
        member = await a_member(conn)
        await some_tickets(conn, member, 2)

    async def use() -> bool:
        try:
            async with shop.db.transaction() as conn:
                await a_use(conn, member)
        except NoTicket:
            return False
        return True

    assert sorted(await asyncio.gather(*(use() for _ in range(5)))) == [False] * 3 + [True] * 2
    async with shop.db.connection() as conn:
        assert await balance(conn, member) == 0


async def test_a_use_and_a_claw_back_at_once_never_take_the_same_ticket(shop: Shop) -> None:
    async with shop.db.transaction() as conn:
        member = await a_member(conn)
        order = await some_tickets(conn, member, 1)

    async def use() -> int:
        try:
            async with shop.db.transaction() as conn:
                await a_use(conn, member)
        except NoTicket:
            return 0
        return 1

    async def claw_back() -> int:
        async with shop.db.transaction() as conn:
            return await service.claw_back_tickets(conn, member, order)

    assert sum(await asyncio.gather(use(), claw_back())) == 1
    async with shop.db.connection() as conn:
        assert await balance(conn, member) == 0


async def test_points_are_returned_and_clawed_back_once(conn: Connection) -> None:
    member = await a_member(conn, points=1_000)
    order = await an_order(conn, member)
    for _ in range(2):
        await service.return_points(conn, member, 300, order)
        await service.claw_back_points(conn, member, 1_200, order)

    total = await fetch_one(
        conn, int, "SELECT sum(amount)::int FROM point_entries WHERE member_id = %(id)s", id=member
    )

    assert total == 100


async def test_no_more_points_are_taken_back_than_there_are(conn: Connection) -> None:
    member = await a_member(conn, points=1_000)
    order = await an_order(conn, member)

    with pytest.raises(service.Overdraft):
        async with conn.transaction():
            await service.claw_back_points(conn, member, 1_001, order)

    total = await fetch_one(
        conn, int, "SELECT sum(amount)::int FROM point_entries WHERE member_id = %(id)s", id=member
    )
    assert total == 1_000


async def test_an_entry_is_never_rewritten(conn: Connection) -> None:
    member = await a_member(conn)
    await some_tickets(conn, member, 1)

    with pytest.raises(Exception, match="append-only"):
        await execute(conn, "UPDATE ticket_entries SET amount = 9")
