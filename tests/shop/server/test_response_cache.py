"""Answers that are kept for everybody, and those that must not be."""

import asyncio
import time
from datetime import timedelta
from types import SimpleNamespace

import pytest

from ieum.shop.kernel.db import execute
from ieum.shop.server import response_cache
from ieum.shop.server.response_cache import TTL_SECONDS
from tests.shop.builders.catalog import a_plan
from tests.shop.builders.clients import a_client
from tests.shop.builders.members import a_member, a_session
from tests.shop.builders.response_cache import SlowApp, cached_bodies
from tests.shop.builders.shops import Shop
from tests.waiting import wait_until_async

CONFIG, PLANS, KEYS = "/api/v1/config/info", "/api/v1/catalog/plans?kind=static", "/api/v1/pg/toss"


MEMBERS = (b"cookie", b"ieum_at=token")


@pytest.fixture
def caching(monkeypatch: pytest.MonkeyPatch) -> None:
    """As long as in the real shop; the other tests' shop caches nothing."""
    monkeypatch.setattr(response_cache, "TTL_SECONDS", TTL_SECONDS)


@pytest.mark.usefixtures("caching")
async def test_a_cached_answer_is_sent_for_half_a_second_and_a_change_is_seen_after_it(
    shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 1_000.0
    monkeypatch.setattr(response_cache, "time", SimpleNamespace(monotonic=lambda: now))

    async def name() -> str:
        return (await shop.client.get(CONFIG)).json()["data"]["siteNm"]

    names = [await name()]
    async with shop.db.transaction() as conn:
        await execute(conn, "UPDATE site_config SET site_name = '새 이음'")
    now += 0.4
    names.append(await name())
    now += 0.1
    names.append(await name())

    assert names == ["이음", "이음", "새 이음"]


async def test_requests_with_different_queries_have_different_answers(shop: Shop) -> None:
    async with shop.db.transaction() as conn:
        await a_plan(conn)

    static = await shop.client.get(PLANS)
    dynamic = await shop.client.get("/api/v1/catalog/plans?kind=dynamic")

    assert (len(static.json()["data"]), len(dynamic.json()["data"])) == (1, 0)


async def test_every_caller_gets_their_own_address(shop: Shop) -> None:
    seen: list[str] = []
    for address in ("203.0.113.1", "203.0.113.2"):
        async with a_client(shop.app, address=address) as client:
            seen += [(await client.get("/api/get-ip")).json()["data"] for _ in range(2)]

    assert seen == ["203.0.113.1"] * 2 + ["203.0.113.2"] * 2


async def test_the_answer_and_tokens_of_a_member_are_not_cached(shop: Shop) -> None:
    async with shop.db.transaction() as conn:
        session = await a_session(conn, await a_member(conn), access_age=timedelta(minutes=16))

    own = await shop.client.get(CONFIG, headers=session.headers)
    visitor = await shop.client.get(CONFIG)
    me = await shop.client.get("/api/v1/member", headers={"etis-rt": own.headers["etis-rt"]})
    nobody = await shop.client.get("/api/v1/member")

    assert own.headers["etis-rt"]
    assert "etis-rt" not in visitor.headers
    assert "set-cookie" not in visitor.headers
    assert (me.status_code, nobody.status_code) == (200, 401)


async def test_a_refusal_is_not_cached(shop: Shop) -> None:

    answers = [await shop.client.get("/api/v1/catalog/plans?kind=nothing") for _ in range(2)]

    assert [answer.status_code for answer in answers] == [422, 422]
    assert cached_bodies(shop.app) == []


@pytest.mark.usefixtures("caching")
@pytest.mark.parametrize(
    ("audience", "status", "bodies"),
    [
        # The home page asks for a text that no shop has at first, and read the database for it each time.
        ("everybody", 404, [b"1", b"1", b"2"]),
        ("everybody", 410, [b"1", b"1", b"2"]),
        # Addresses that do not exist are without end.
        ("visitors", 404, [b"1", b"2", b"3"]),
    ],
)
async def test_that_there_is_no_text_is_known_for_half_a_second(
    audience: str, status: int, bodies: list[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 1_000.0
    monkeypatch.setattr(response_cache, "time", SimpleNamespace(monotonic=lambda: now))
    app = SlowApp(audience, status)
    app.release.set()

    seen = [await app.get(), await app.get()]
    now += TTL_SECONDS

    assert [*seen, await app.get()] == bodies


async def test_a_change_that_only_the_clock_makes_is_seen_within_seconds(shop: Shop) -> None:
    async with shop.db.transaction() as conn:
        plan = await a_plan(conn, prices={1: 33_000})
        await execute(
            conn,
            """
            INSERT INTO plan_prices (plan_id, months, amount, effective_from)
            VALUES (%(plan)s, 1, 29000, clock_timestamp() + interval '3 seconds')
            """,
            plan=plan,
        )

    async def amount() -> int:
        return (await shop.client.get(PLANS)).json()["data"][0]["prices"][0]["amount"]

    async def is_new() -> bool:
        return await amount() != before

    before = await amount()
    await wait_until_async(is_new, "the new price is not shown")

    assert (before, await amount()) == (33_000, 29_000)


async def test_expired_answers_make_room_for_new_ones(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(response_cache, "TTL_SECONDS", 0)

    for number in range(5):
        await shop.client.get(f"{KEYS}?x={number}")

    assert len(cached_bodies(shop.app)) <= 1


async def test_the_cache_never_exceeds_its_size(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(response_cache, "TTL_SECONDS", 600)
    size = len((await shop.client.get(KEYS)).content)
    monkeypatch.setattr(response_cache, "MAX_BYTES", size * 4)

    for number in range(9):
        await shop.client.get(f"{KEYS}?x={number}")

    # The queries take up room, too: a fourth one has none.
    assert [len(body) for body in cached_bodies(shop.app)] == [size] * 3


async def test_an_answer_that_is_too_large_is_not_cached(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(response_cache, "TTL_SECONDS", 600)
    shop.client.headers["Accept-Encoding"] = "identity"
    keys, config = [(await shop.client.get(path)).content for path in (KEYS, CONFIG)]
    before = cached_bodies(shop.app)
    monkeypatch.setattr(response_cache, "MAX_ANSWER_BYTES", len(config) - 1)

    # What has grown too large leaves its older self no place either.
    monkeypatch.setattr(response_cache, "time", SimpleNamespace(monotonic=lambda: time.monotonic() + 600))
    for path in (CONFIG, f"{CONFIG}?x=1"):
        await shop.client.get(path)

    assert (before, cached_bodies(shop.app)) == ([keys, config], [keys])


async def test_a_path_that_ignores_its_query_has_one_cached_answer(
    shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(response_cache, "TTL_SECONDS", 600)

    answers = [await shop.client.get(f"/robots.txt?x={number}") for number in range(5)]
    first = cached_bodies(shop.app)
    release = [await shop.client.get(f"/api/v1/releases{query}") for query in ("", "?os=nothing")]

    # And the configuration, which it asks for.
    assert [answers[0].content in first, len(first)] == [True, 2]
    assert {answer.content for answer in answers} == {answers[0].content}
    # Elsewhere it does.
    assert [answer.status_code for answer in release] == [200, 422]


@pytest.mark.usefixtures("caching")
async def test_a_crowd_waits_for_one_answer_although_it_takes_longer_than_it_is_kept(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    app = SlowApp()

    early = await app.crowd(20)
    monkeypatch.setattr(
        response_cache, "time", SimpleNamespace(monotonic=lambda: time.monotonic() + TTL_SECONDS)
    )
    late = await app.crowd(20)
    app.release.set()

    # Those who came when the first answer had begun too long ago share the next one.
    assert await asyncio.gather(*early, *late) == [b"1"] * 20 + [b"2"] * 20


@pytest.mark.usefixtures("caching")
@pytest.mark.parametrize(("status", "bodies"), [(429, [b"1", b"2", b"3"]), (503, [b"1", b"1", b"1"])])
async def test_who_waited_for_a_refusal_asks_alone_unless_the_shop_is_overloaded(
    status: int, bodies: list[bytes]
) -> None:
    app = SlowApp(status=status)

    crowd = await app.crowd(3)
    app.release.set()

    assert await asyncio.gather(*crowd) == bodies
    assert await app.get() == b"%d" % (int(bodies[-1]) + 1)


@pytest.mark.usefixtures("caching")
async def test_who_waited_for_a_request_that_was_broken_off_is_answered() -> None:
    app = SlowApp()

    broken_off, *crowd = await app.crowd(3)
    broken_off.cancel()
    await asyncio.wait([broken_off])
    app.release.set()

    assert b"1" not in await asyncio.gather(*crowd)


@pytest.mark.usefixtures("caching")
@pytest.mark.parametrize(
    ("audience", "bodies"),
    [("everybody", [b"1", b"1"]), ("visitors", [b"1", b"2"]), ("", [b"1", b"2"])],
)
async def test_a_member_waits_only_for_what_everybody_may_see(audience: str, bodies: list[bytes]) -> None:
    app = SlowApp(audience)

    visitor, member = [*await app.crowd(1), *await app.crowd(1, MEMBERS)]
    app.release.set()

    assert [await visitor, await member] == bodies


@pytest.mark.usefixtures("caching")
async def test_nobody_waits_for_the_personal_answer_of_a_member() -> None:
    app = SlowApp()

    member, visitor = [*await app.crowd(1, MEMBERS), *await app.crowd(1)]
    app.release.set()

    assert [await member, await visitor] == [b"1", b"2"]
