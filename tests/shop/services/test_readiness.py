"""An added device is answered once its gateway serves it, so that its first handshake is not in vain."""

import asyncio
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import NamedTuple

import pytest

from ieum.shop.gateways import readiness
from ieum.shop.kernel.db import execute, fetch_one
from ieum.shop.server.app import create_app
from tests.shop.builders.catalog import a_plan
from tests.shop.builders.clients import a_client
from tests.shop.builders.feed import until_shop_listens
from tests.shop.builders.gateways import a_gateway, a_key
from tests.shop.builders.members import a_login, a_member
from tests.shop.builders.services import a_service, add_device, show_service
from tests.shop.builders.shops import Client, Headers, Shop
from tests.waiting import wait_until_async

BEARER = {"Authorization": "Bearer gw_ready"}
GATEWAY_KEY = "G" * 42 + "A="
# How often the first device of a service raises the revision: it brings the service's exit along.
FIRST = 2


class Held(NamedTuple):
    service: int
    headers: Headers
    gateway: int


async def a_held_service(shop: Shop, *, seen: bool = True) -> Held:
    """A service on a gateway that has just called, or never."""
    await until_shop_listens(shop.db)
    async with shop.db.transaction() as conn:
        member = await a_member(conn)
        gateway = await a_gateway(conn, token="gw_ready")
        if seen:
            await execute(conn, "UPDATE gateways SET last_seen_at = now()")
        service = await a_service(conn, member, plan=await a_plan(conn, gateway=gateway))
        return Held(service, await a_login(conn, member), gateway)


async def acknowledge(client: Client, revision: int, *, error: str | None = None) -> None:
    body = {"revision": revision, "publicKey": GATEWAY_KEY, "agent": "test", "error": error}
    answer = await client.post("/gateway/v1/ack", json=body, headers=BEARER)
    assert answer.status_code == 204, answer.text


async def until_revision(shop: Shop, gateway: int, revision: int) -> None:
    async def is_raised() -> bool:
        async with shop.db.connection() as conn:
            return revision <= await fetch_one(
                conn, int, "SELECT revision FROM gateways WHERE id = %(id)s", id=gateway
            )

    await wait_until_async(is_raised, "the gateway was not told")


@pytest.fixture
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """A slow machine must not make the wait end before the test has looked."""
    monkeypatch.setattr(readiness, "LONGEST_WAIT_SECONDS", 30)


@asynccontextmanager
async def another_process(shop: Shop) -> AsyncGenerator[Client]:
    """A second server on the same database, with a feed and connections of its own."""
    app = create_app(
        shop.app.state.settings, provider=shop.provider, identity_provider=None, site=shop.app.state.site
    )
    for pool in app.state.pools.values():
        await pool.open()
    try:
        async with a_client(app) as client:
            yield client
    finally:
        for pool in app.state.pools.values():
            await pool.close()


@pytest.mark.usefixtures("patience")
async def test_the_answer_waits_for_the_acknowledgement_which_another_process_received(shop: Shop) -> None:
    held = await a_held_service(shop)

    async with another_process(shop) as other:
        adding = asyncio.create_task(add_device(shop.client, held.headers, held.service))
        await until_revision(shop, held.gateway, FIRST)
        done, _ = await asyncio.wait([adding], timeout=0.3)
        assert not done
        await acknowledge(other, FIRST)
        answer = await asyncio.wait_for(adding, 10)

    assert answer.status_code == 201, answer.text
    assert answer.json()["data"]["device"]["ready"] is True
    assert (await show_service(shop.client, held.headers, held.service))["devices"][0]["ready"] is True


@pytest.mark.usefixtures("patience")
async def test_nobody_who_waits_holds_a_connection(shop: Shop) -> None:
    """Twenty members wait at once, as many as the pool has connections."""
    held = await a_held_service(shop)
    async with shop.db.transaction() as conn:
        plan = await a_plan(conn, gateway=held.gateway, addresses=20)
        others = list[Held]()
        for _ in range(20):
            member = await a_member(conn)
            service = await a_service(conn, member, plan=plan)
            others.append(Held(service, await a_login(conn, member), held.gateway))

    adding = [asyncio.create_task(add_device(shop.client, one.headers, one.service)) for one in others]
    await until_revision(shop, held.gateway, 20 * FIRST)

    async def all_are_free() -> bool:
        stats = shop.db.pool.get_stats()
        return stats["pool_available"] == stats["pool_size"]

    await wait_until_async(all_are_free, "a connection is held while the gateway is waited for")
    async with shop.db.connection() as conn:
        in_transaction = await fetch_one(
            conn, int, "SELECT count(*) FROM pg_stat_activity WHERE state LIKE 'idle in transaction%%'"
        )
    assert in_transaction == 0
    assert not any(task.done() for task in adding)
    await acknowledge(shop.client, 20 * FIRST)
    answers = await asyncio.wait_for(asyncio.gather(*adding), 20)
    assert [answer.json()["data"]["device"]["ready"] for answer in answers] == [True] * 20


@pytest.mark.usefixtures("patience")
async def test_an_earlier_revision_is_not_enough(shop: Shop) -> None:
    held = await a_held_service(shop)
    async with shop.db.transaction() as conn:
        await execute(conn, "UPDATE gateways SET revision = 7, acked_revision = 6")

    adding = asyncio.create_task(add_device(shop.client, held.headers, held.service))
    await until_revision(shop, held.gateway, 7 + FIRST)
    await acknowledge(shop.client, 8)
    done, _ = await asyncio.wait([adding], timeout=0.3)
    await acknowledge(shop.client, 7 + FIRST)
    answer = await asyncio.wait_for(adding, 10)

    assert not done
    assert answer.json()["data"]["device"]["ready"] is True


@pytest.mark.usefixtures("patience")
async def test_the_answer_to_a_new_key_waits_too(shop: Shop) -> None:
    held = await a_held_service(shop)
    adding = asyncio.create_task(add_device(shop.client, held.headers, held.service))
    await until_revision(shop, held.gateway, FIRST)
    await acknowledge(shop.client, FIRST)
    device = (await adding).json()["data"]["device"]["id"]

    path = f"/api/v1/services/{held.service}/devices/{device}/key"
    changing = asyncio.create_task(shop.client.put(path, json={"publicKey": a_key()}, headers=held.headers))
    # The old key goes at one revision, and the new one comes at the next.
    await until_revision(shop, held.gateway, FIRST + 2)
    await acknowledge(shop.client, FIRST + 1)
    done, _ = await asyncio.wait([changing], timeout=0.3)
    await acknowledge(shop.client, FIRST + 2)
    answer = await asyncio.wait_for(changing, 10)

    assert not done
    assert (answer.status_code, answer.json()["data"]["device"]["ready"]) == (200, True)


async def test_a_silent_gateway_delays_the_answer_by_a_second_and_the_answer_says_so(shop: Shop) -> None:
    held = await a_held_service(shop)

    begin = time.monotonic()
    answer = await add_device(shop.client, held.headers, held.service)
    took = time.monotonic() - begin

    assert (answer.status_code, answer.json()["data"]["device"]["ready"]) == (201, False)
    assert took >= 1
    assert (await show_service(shop.client, held.headers, held.service))["devices"][0]["ready"] is False
    await acknowledge(shop.client, FIRST)
    assert (await show_service(shop.client, held.headers, held.service))["devices"][0]["ready"] is True


@pytest.mark.usefixtures("patience")
async def test_a_gateway_that_is_away_is_not_waited_for(shop: Shop) -> None:
    held = await a_held_service(shop, seen=False)

    answer = await asyncio.wait_for(add_device(shop.client, held.headers, held.service), 20)

    assert (answer.status_code, answer.json()["data"]["device"]["ready"]) == (201, False)


@pytest.mark.usefixtures("patience")
async def test_a_gateway_that_reports_a_problem_ends_the_wait_but_the_device_is_not_called_ready(
    shop: Shop,
) -> None:
    held = await a_held_service(shop)

    adding = asyncio.create_task(add_device(shop.client, held.headers, held.service))
    await until_revision(shop, held.gateway, FIRST)
    await acknowledge(shop.client, FIRST, error="nft: out of memory")
    answer = await asyncio.wait_for(adding, 10)

    assert (answer.status_code, answer.json()["data"]["device"]["ready"]) == (201, False)


async def test_the_device_is_answered_although_the_announcement_was_lost(shop: Shop) -> None:
    """The feed is away for a moment: the wait takes its second, and then the database is asked."""
    held = await a_held_service(shop)
    await shop.app.state.feed.stop()
    shop.app.state.feed.closing = False

    adding = asyncio.create_task(add_device(shop.client, held.headers, held.service))
    await until_revision(shop, held.gateway, FIRST)
    await acknowledge(shop.client, FIRST)
    answer = await asyncio.wait_for(adding, 10)

    assert answer.json()["data"]["device"]["ready"] is True
