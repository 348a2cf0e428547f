"""What one network may ask of a process, so that it does not take all of it."""

import logging
from ipaddress import ip_network
from types import SimpleNamespace
from typing import Any

import pytest
from litestar.types import ASGIApp, HTTPRequestEvent, Message, Receive, Send

from ieum.shop.kernel.settings import Networks
from ieum.shop.server import allowance
from ieum.shop.server.allowance import A_SECOND, AT_ONCE, Allowance
from ieum.shop.server.noting import LOGGER
from ieum.shop.server.tracing import TraceRequests
from tests.shop.builders.clients import a_client
from tests.shop.builders.shops import Shop

NEAR, NEIGHBOUR, FAR = "211.234.56.78", "211.234.56.79", "121.140.1.2"


class Counting:
    """An app that answers everything, behind the allowance, at a time that the test sets."""

    def __init__(self, *, proxies: Networks | None = None) -> None:
        self.answered = 0
        self.now = 1_000.0
        state: Any = SimpleNamespace(settings=SimpleNamespace(trusted_proxies=proxies or Networks()))
        self.allowance = Allowance(self, state, clock=lambda: self.now)
        self.front: ASGIApp = self.allowance

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        del scope, receive
        self.answered += 1
        await send({"type": "http.response.start", "status": 200, "headers": []})

    async def ask(
        self, path: str = "/a", *, caller: str = NEAR, **more: Any
    ) -> tuple[int, dict[bytes, bytes]]:
        starts: list[Any] = []

        async def collect(message: Message) -> None:
            if message["type"] == "http.response.start":
                starts.append(message)

        scope: Any = {
            "type": "http",
            "method": "GET",
            "path": path,
            "headers": (),
            "client": (caller, 1),
            **more,
        }
        await self.front(scope, _no_body, collect)
        return starts[0]["status"], dict(starts[0]["headers"])

    async def use_up(self, **about: Any) -> None:
        for _ in range(AT_ONCE):
            status, _ = await self.ask(**about)
            assert status == 200


async def _no_body() -> HTTPRequestEvent:
    return {"type": "http.request", "body": b"", "more_body": False}


async def test_who_has_used_up_the_allowance_is_told_when_to_come_again_and_may_then() -> None:
    app = Counting()
    await app.use_up()

    status, headers = await app.ask()
    app.now += 1
    later = [(await app.ask())[0] for _ in range(A_SECOND + 1)]
    app.now += AT_ONCE / A_SECOND
    await app.use_up()

    assert (status, headers[b"retry-after"]) == (429, b"1")
    assert later == [200] * A_SECOND + [429]


@pytest.mark.parametrize(
    "about",
    [
        pytest.param({"caller": FAR}, id="another network"),
        pytest.param({"caller": NEIGHBOUR}, id="the next address"),
        pytest.param({"path": "/readyz"}, id="a balancer"),
        pytest.param({allowance.KEY: True}, id="what a page asks of our own API"),
    ],
)
async def test_others_are_answered_all_the_same(about: dict[str, Any]) -> None:
    app = Counting()
    await app.use_up()
    assert (await app.ask())[0] == 429

    assert (await app.ask(**about))[0] == 200


async def test_the_addresses_of_one_ipv6_network_share_theirs() -> None:
    app = Counting()
    await app.use_up(caller="2406:5900:1:1::1")

    assert (await app.ask(caller="2406:5900:1:ffff::2"))[0] == 429
    assert (await app.ask(caller="2406:5900:2::1"))[0] == 200


async def test_everybody_behind_a_proxy_that_we_were_not_told_of_is_let_in() -> None:
    """All would be taken for one, and the shop would be shut."""
    app = Counting()
    for caller in ("127.0.0.1", "10.0.0.7"):
        await app.use_up(caller=caller)

        assert (await app.ask(caller=caller, headers=((b"x-forwarded-for", NEAR.encode()),)))[0] == 200


async def test_behind_our_own_proxy_each_has_an_allowance_of_their_own() -> None:
    app = Counting(proxies=Networks([ip_network("10.0.0.0/8")]))
    near, far = (((b"x-forwarded-for", one.encode()),) for one in (NEAR, FAR))
    await app.use_up(caller="10.0.0.7", headers=near)

    assert (await app.ask(caller="10.0.0.7", headers=near))[0] == 429
    assert (await app.ask(caller="10.0.0.7", headers=far))[0] == 200
    # What a caller writes in front of it changes nothing.
    forged = ((b"x-forwarded-for", f"{FAR}, {NEAR}".encode()),)
    assert (await app.ask(caller="10.0.0.7", headers=forged))[0] == 429


async def test_a_flood_of_refusals_is_one_line_a_minute(caplog: pytest.LogCaptureFixture) -> None:
    """Of each there is none: a journal drops lines where there are too many, and others' with them."""
    caplog.set_level(logging.INFO, LOGGER)
    app = Counting()
    await app.use_up()

    app.front = TraceRequests(app.allowance, logs_requests=True)
    for _ in range(5):
        await app.ask()
    app.front = app.allowance
    first = list(caplog.records)
    app.now += 61
    await app.use_up()
    await app.ask()

    assert len(caplog.records) == 2
    assert [record.getMessage() for record in first] == [
        f"refused what is beyond an allowance: too_many_requests, to {NEAR}"
    ]


async def test_what_is_kept_of_networks_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(allowance, "MAX_CALLERS", 3)
    app = Counting()

    for number in range(10):
        await app.ask(caller=f"211.234.56.{number}")

    assert len(app.allowance._whole_at) <= 3


async def test_a_page_is_one_request_and_a_refusal_is_an_answer_like_any_other(
    shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(allowance, "AT_ONCE", 2)
    monkeypatch.setattr(allowance, "A_SECOND", 0.01)
    # Of this test alone: the server is lent to others after it.
    async with a_client(shop.app, address="175.223.10.1") as client:
        answers = [await client.get(f"/support/notice?page={number}") for number in (1, 2, 3)]
        ready = await client.get("/readyz")

    assert answers[0].status_code == 200
    assert (answers[2].status_code, answers[2].json()["code"]) == (429, "too_many_requests")
    assert answers[2].headers["x-content-type-options"] == "nosniff"
    assert ready.status_code == 200
