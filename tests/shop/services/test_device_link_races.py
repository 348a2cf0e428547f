"""Presses on a link that come at the same moment, from connections of their own."""

import asyncio

from ieum.shop.kernel.db import fetch_one
from ieum.shop.services import queries
from ieum.shop.services import service as services
from tests.shop.builders.device_links import a_maker, look_up, made, make, open_links, outcome, use, withdraw
from tests.shop.builders.gateways import a_key
from tests.shop.builders.locks import until_so_many_wait_for_locks
from tests.shop.builders.services import add_device, served_keys, show_service
from tests.shop.builders.shops import Shop


async def test_of_several_who_press_at_once_one_gets_the_device(shop: Shop) -> None:
    async with shop.db.transaction() as conn:
        maker = await a_maker(conn, device_limit=5)
    link, keys = await made(shop.client, maker), [a_key() for _ in range(5)]

    async with shop.db.transaction() as conn:
        await queries.hold_service(conn, maker.service, maker.member)
        presses = [asyncio.create_task(use(shop.client, link["token"], key)) for key in keys]
        await until_so_many_wait_for_locks(shop.db, 5)
    answers = await asyncio.gather(*presses)

    codes = [outcome(answer) for answer in answers]
    assert sorted(codes, key=str) == [(201, None)] + [(410, "device_link_used")] * 4
    async with shop.db.connection() as conn:
        assert await served_keys(conn) == {keys[codes.index((201, None))]}
        assert (
            await fetch_one(conn, int, "SELECT count(*) FROM messages WHERE reference LIKE 'device-link%%'")
            == 1
        )


async def test_one_browser_that_presses_twice_at_once_has_one_answer(shop: Shop) -> None:
    async with shop.db.transaction() as conn:
        maker = await a_maker(conn)
    link, key = await made(shop.client, maker), a_key()

    async with shop.db.transaction() as conn:
        await queries.hold_service(conn, maker.service, maker.member)
        presses = [asyncio.create_task(use(shop.client, link["token"], key)) for _ in range(3)]
        await until_so_many_wait_for_locks(shop.db, 3)
    answers = await asyncio.gather(*presses)

    assert [answer.status_code for answer in answers] == [201] * 3
    assert len({answer.text for answer in answers}) == 1


async def test_a_link_is_used_or_withdrawn_never_both(shop: Shop) -> None:
    async with shop.db.transaction() as conn:
        maker = await a_maker(conn, device_limit=8)

    for _ in range(6):
        link, key = await made(shop.client, maker), a_key()
        used, withdrawn = await asyncio.gather(
            use(shop.client, link["token"], key), withdraw(shop.client, maker, link["id"])
        )
        async with shop.db.connection() as conn:
            is_served = key in await served_keys(conn)
        assert (outcome(used), outcome(withdrawn), is_served) in {
            ((201, None), (409, "device_link_spent"), True),
            ((410, "device_link_withdrawn"), (200, None), False),
        }


async def test_a_withdrawal_waits_for_the_press_that_came_first(shop: Shop) -> None:
    """The press holds the link until it has its device: a withdrawal meanwhile must not say that it worked."""
    async with shop.db.transaction() as conn:
        maker = await a_maker(conn)
    link = await made(shop.client, maker)

    async with shop.db.transaction() as conn:
        # Where the press needs a tunnel address, with the link in its hands.
        await conn.execute("LOCK TABLE devices IN EXCLUSIVE MODE")
        press = asyncio.create_task(use(shop.client, link["token"]))
        await until_so_many_wait_for_locks(shop.db, 1)
        withdrawal = asyncio.create_task(withdraw(shop.client, maker, link["id"]))
        await until_so_many_wait_for_locks(shop.db, 2)

    assert outcome(await press) == (201, None)
    assert outcome(await withdrawal) == (409, "device_link_spent")


async def test_the_last_place_is_the_members_or_the_links(shop: Shop) -> None:
    async with shop.db.transaction() as conn:
        maker = await a_maker(conn, device_limit=1)
    link = await made(shop.client, maker)

    own, linked = await asyncio.gather(
        add_device(shop.client, maker.headers, maker.service), use(shop.client, link["token"])
    )

    assert sorted([own.status_code, linked.status_code]) == [201, 409]
    assert len((await show_service(shop.client, maker.headers, maker.service))["devices"]) == 1


async def test_no_more_links_than_places_are_made_at_once(shop: Shop) -> None:
    async with shop.db.transaction() as conn:
        maker = await a_maker(conn, device_limit=2)

    answers = await asyncio.gather(*(make(shop.client, maker) for _ in range(6)))

    assert sorted(answer.status_code for answer in answers) == [201, 201, 409, 409, 409, 409]
    assert len(await open_links(shop.client, maker)) == 2


async def test_a_service_that_ends_during_the_press_gets_no_device(shop: Shop) -> None:
    async with shop.db.transaction() as conn:
        maker = await a_maker(conn)
    link, key = await made(shop.client, maker), a_key()

    async with shop.db.transaction() as conn:
        await services.end(conn, [maker.service])
        press = asyncio.create_task(use(shop.client, link["token"], key))
        await until_so_many_wait_for_locks(shop.db, 1)

    assert outcome(await press) == (404, "unknown_device_link")
    assert outcome(await look_up(shop.client, link["token"])) == (404, "unknown_device_link")
    async with shop.db.connection() as conn:
        assert await served_keys(conn) == set()
