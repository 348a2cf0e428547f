"""Addresses that the shop does not answer."""

import asyncio
from collections.abc import AsyncGenerator
from ipaddress import ip_network

import psycopg
import pytest
from msgspec.structs import replace

from ieum.shop.kernel.db import Connection, execute
from ieum.shop.kernel.settings import Networks, load
from ieum.shop.site import queries, service
from ieum.shop.site.blocking import Blocklist
from ieum.shop.site.types import Blocked
from tests.shop.builders.clients import HOME, a_client
from tests.shop.builders.feed import until_shop_listens
from tests.shop.builders.gateways import a_gateway
from tests.shop.builders.locks import until_one_waits_for_a_lock
from tests.shop.builders.secrets import KEY
from tests.shop.builders.shops import Shop
from tests.waiting import wait_until_async

CONFIG = "/api/v1/config/info"


async def block(shop: Shop, *ranges: str) -> None:
    """As an operator does, until this server knows."""
    async with shop.db.transaction() as conn:
        await service.block(conn, [ip_network(one) for one in ranges])
    await wait_until_async(
        lambda: all(ip_network(one).network_address in shop.app.state.blocklist.ranges for one in ranges),
        "the server does not hear of the blocked addresses",
    )


@pytest.fixture
async def watching(shop: Shop) -> AsyncGenerator[Shop]:
    """A shop that follows the list."""
    await shop.app.state.blocklist.start(shop.db)
    await until_shop_listens(shop.db)
    yield shop
    await shop.app.state.blocklist.stop()


async def asked(shop: Shop, address: str, path: str = CONFIG, **headers: str) -> tuple[int, str]:
    async with a_client(shop.app, address=address) as client:
        answer = await client.get(path, headers={k.replace("_", "-"): v for k, v in headers.items()})
    return answer.status_code, answer.text


@pytest.mark.parametrize(
    ("url", "hsts"), [("http://x.example", []), ("https://x.example", ["max-age=31536000"])]
)
async def test_the_refusal_has_the_headers_of_every_answer(watching: Shop, url: str, hsts: list[str]) -> None:
    watching.app.state.settings = replace(watching.app.state.settings, public_url=url)
    await block(watching, "203.0.113.7")

    async with a_client(watching.app, address="203.0.113.7") as client:
        headers = (await client.get(CONFIG)).headers

    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "strict-origin-when-cross-origin"
    assert headers.get_list("strict-transport-security") == hsts


async def test_a_blocked_caller_is_refused_everywhere_but_at_the_health_checks(watching: Shop) -> None:
    async with watching.db.transaction() as conn:
        await execute(conn, "UPDATE site_config SET phone = '02-1234-5678'")
    await block(watching, "203.0.113.7", "2001:db8:5::/48")

    async with a_client(watching.app, address="203.0.113.7") as client:
        answers = [
            await client.request(method, path)
            for method, path in [
                ("GET", "/"),
                ("GET", CONFIG),
                ("POST", "/api/login"),
                ("GET", "/gateway/v1/stream"),
                ("GET", "/metrics"),
                ("GET", "/readyz"),
                ("OPTIONS", CONFIG),
                ("GET", "/%00"),
            ]
        ]
        head = await client.head("/")
        pulse = await client.get("/healthz")

    assert {answer.status_code for answer in answers} == {403}
    assert {answer.headers["content-type"] for answer in answers} == {"application/problem+json"}
    assert answers[0].headers["cache-control"] == "no-store"
    assert answers[0].json() == {
        "status": 403,
        "title": "접속이 차단되었습니다",
        "detail": "현재 IP에서의 접속이 차단되어 이용하실 수 없습니다. 고객센터(02-1234-5678)로 문의해 주세요.",
        "code": "address_blocked",
    }
    assert (head.status_code, head.content) == (403, b"")
    assert pulse.text == "ok"
    assert (await asked(watching, "203.0.113.8"))[0] == 200
    assert (await asked(watching, "2001:db8:5:ffff::1"))[0] == 403
    assert (await asked(watching, "2001:db8:6::1"))[0] == 200


async def test_a_cached_answer_is_not_sent_to_a_blocked_caller(watching: Shop) -> None:
    assert [(await asked(watching, "203.0.113.7"))[0] for _ in range(2)] == [200, 200]

    await block(watching, "203.0.113.0/24")

    assert (await asked(watching, "198.51.100.1"))[0] == 200
    assert (await asked(watching, "203.0.113.7"))[0] == 403


async def test_an_unblocked_caller_is_answered_again(watching: Shop) -> None:
    await block(watching, "203.0.113.7")
    assert (await asked(watching, "203.0.113.7"))[0] == 403

    async with watching.db.transaction() as conn:
        await service.unblock(conn, [ip_network("203.0.113.7")])

    async def answered() -> bool:
        return (await asked(watching, "203.0.113.7"))[0] == 200

    await wait_until_async(answered, "the caller is still refused")


async def test_behind_a_proxy_it_is_the_caller_who_is_blocked(watching: Shop) -> None:
    watching.app.state.settings = load(
        {
            "IEUM_SECRET_KEY": KEY,
            "IEUM_DATABASE_URL": "postgresql:///x",
            "IEUM_PUBLIC_URL": HOME,
            "IEUM_TRUSTED_PROXIES": "10.0.0.0/8, 127.0.0.1",
        }
    )
    await block(watching, "203.0.113.0/24")

    for proxy in ("10.0.0.1", "127.0.0.1"):
        assert (await asked(watching, proxy, x_forwarded_for="203.0.113.7"))[0] == 403
        assert (await asked(watching, proxy, x_forwarded_for="203.0.113.7, 10.0.0.2"))[0] == 403
        assert (await asked(watching, proxy, x_forwarded_for="192.0.2.1," * 20 + "203.0.113.7"))[0] == 403
        # What the caller writes in front is nobody's word.
        assert (await asked(watching, proxy, x_forwarded_for="203.0.113.7, 198.51.100.1"))[0] == 200
        assert (await asked(watching, proxy))[0] == 200
    # Through somebody else's proxy it is that proxy who calls.
    assert (await asked(watching, "198.51.100.1", x_forwarded_for="203.0.113.7"))[0] == 200


async def test_operators_cannot_lock_themselves_out(watching: Shop) -> None:
    await block(watching, "127.0.0.0/8", "::1/128", "203.0.113.7")

    assert (await asked(watching, "203.0.113.7"))[0] == 403
    for loopback in ("127.0.0.1", "127.0.0.53", "::1", "::ffff:127.0.0.1"):
        assert (await asked(watching, loopback))[0] == 200


async def test_a_gateway_with_a_valid_token_is_blocked_like_anybody(watching: Shop) -> None:
    async with watching.db.transaction() as conn:
        await a_gateway(conn, token="gw_test")
    await block(watching, "203.0.113.7")

    async with a_client(watching.app, address="203.0.113.7") as client:
        answer = await client.post(
            "/gateway/v1/usage", json={"peers": []}, headers={"Authorization": "Bearer gw_test"}
        )

    assert (answer.status_code, answer.json()["code"]) == (403, "address_blocked")


async def test_a_server_that_loses_the_feed_keeps_its_list(
    watching: Shop, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    await block(watching, "203.0.113.7")

    async def fail(conn: Connection) -> Blocked:
        del conn
        raise psycopg.OperationalError("the server is gone")

    monkeypatch.setattr(queries, "get_blocked", fail)
    await watching.app.state.feed.stop()

    await wait_until_async(lambda: "stays as it was" in caplog.text, "nothing is said of the list")
    assert (await asked(watching, "203.0.113.7"))[0] == 403


async def test_a_list_that_could_not_be_read_is_read_later(
    shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ieum.shop.site.blocking.RETRY_SECONDS", 0.05)
    async with shop.db.transaction() as conn:
        await service.block(conn, [ip_network("203.0.113.7")])
    read, failures = queries.get_blocked, [psycopg.OperationalError("not yet")] * 2

    async def stumble(conn: Connection) -> Blocked:
        if failures:
            raise failures.pop()
        return await read(conn)

    monkeypatch.setattr(queries, "get_blocked", stumble)
    await shop.app.state.blocklist.start(shop.db)

    async def refused() -> bool:
        return (await asked(shop, "203.0.113.7"))[0] == 403

    await wait_until_async(refused, "the caller is still answered")
    await shop.app.state.blocklist.stop()


def test_a_range_is_found_however_many_there_are() -> None:
    ranges = Networks(ip_network(f"10.{n // 256}.{n % 256}.0/24") for n in range(9_000))

    assert ranges
    assert ip_network("10.35.39.7/32").network_address in ranges
    assert ip_network("10.35.40.7/32").network_address not in ranges
    assert ip_network("::a23:2707/128").network_address not in ranges
    assert not Networks()


def test_a_forwarded_for_header_is_cached_only_if_it_is_short() -> None:
    class Deaf: ...

    blocklist = Blocklist(Deaf())  # pyright: ignore[reportArgumentType] - it is never listened to
    blocklist.put(Blocked(["203.0.113.7/32"], ""))
    trusted = Networks([ip_network("10.0.0.0/8")])

    verdicts = [blocklist.refuses("10.0.0.1", "x," * n + "203.0.113.7", trusted) for n in range(500)]

    assert all(verdicts)
    assert blocklist._verdict.cache_info().currsize < 50


@pytest.mark.parametrize(
    "ranges",
    [
        pytest.param("{0.0.0.0/0}", id="everybody"),
        pytest.param("{10.0.0.0/7}", id="too wide"),
        pytest.param("{::/0}", id="everybody of the new kind"),
        pytest.param("{203.0.113.7/32,2000::/3}", id="one among others"),
    ],
)
async def test_the_table_refuses_ranges_that_are_too_large(conn: Connection, ranges: str) -> None:
    with pytest.raises(psycopg.errors.CheckViolation):
        await execute(conn, "UPDATE site_config SET blocked = %(ranges)s::cidr[]", ranges=ranges)


@pytest.mark.parametrize("ranges", ["{203.0.113.7/24}", "{nonsense}", "{2001:db8::1/64}", "{fe80::1%eth0}"])
async def test_the_table_accepts_addresses_only(conn: Connection, ranges: str) -> None:
    with pytest.raises(psycopg.errors.DataError):
        await execute(conn, "UPDATE site_config SET blocked = %(ranges)s::cidr[]", ranges=ranges)


async def test_two_operators_at_once_do_not_undo_each_others_change(shop: Shop) -> None:
    async def block_another() -> list[str]:
        async with shop.db.transaction() as conn:
            return await service.block(conn, [ip_network("198.51.100.7")])

    async with shop.db.transaction() as conn:
        await service.block(conn, [ip_network("203.0.113.7")])
        blocking = asyncio.create_task(block_another())
        await until_one_waits_for_a_lock(shop.db)

    assert await blocking == ["198.51.100.7/32", "203.0.113.7/32"]
