"""One id from a click through the provider and the jobs to what a gateway is told."""

import json
from typing import Any

import httpx
import pytest
from litestar.types import HTTPRequestEvent, Message, Receive, Send

from ieum.common import trace
from ieum.shop.gateways import desired
from ieum.shop.gateways.types import GatewayId
from ieum.shop.kernel.db import Connection, fetch_all, fetch_one
from ieum.shop.kernel.queue import defer
from ieum.shop.messaging import tasks
from ieum.shop.server.tracing import LINES_A_SECOND, TraceRequests
from tests.shop.builders.catalog import a_plan
from tests.shop.builders.logged import log_requests, logged
from tests.shop.builders.members import a_login, a_member
from tests.shop.builders.orders import ORDER_AGREEMENTS
from tests.shop.builders.payment_window import pay_at_window
from tests.shop.builders.purchases import CONFIRM
from tests.shop.builders.shops import Client, Shop
from tests.shop.builders.worker import run_jobs

ID = "7f3a91c2" * 4
DEVICE = {"name": "노트북", "publicKey": "xTIBA5rboUvnH4htodjb6e697QjLERt1NAB4mZqp8Dg="}


def traced(headers: dict[str, str], id_: str = ID) -> dict[str, str]:
    return headers | {"traceparent": trace.parent_of(id_)}


async def test_a_purchase_has_one_id_from_the_click_to_the_gateway(
    shop: Shop, sandbox: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    log_requests(shop.app, monkeypatch)
    async with shop.db.transaction() as conn:
        plan = await a_plan(conn, addresses=3)
        headers = traced(await a_login(conn, await a_member(conn)))

    with logged("serve") as serve:
        ordered = await shop.client.post(
            "/api/v1/orders",
            json={"planId": plan, "months": 1, "agreements": ORDER_AGREEMENTS},
            headers=headers,
        )
        order = ordered.json()["data"]
        paid = await shop.client.post(CONFIRM, json=await pay_at_window(sandbox, order), headers=headers)
        services = await shop.client.get("/api/v1/services", headers=headers)
        service = services.json()["data"]["items"][0]["id"]
        device = await shop.client.post(f"/api/v1/services/{service}/devices", json=DEVICE, headers=headers)
    with logged("work") as work:
        await run_jobs(shop)

    answers = (ordered, paid, device)
    assert [answer.status_code for answer in answers] == [201, 200, 201], device.text
    assert {answer.headers["traceresponse"] for answer in answers} == {trace.parent_of(ID)}
    seen: list[dict[str, Any]] = [json.loads(line) for line in serve]
    assert {
        line["trace"] for line in seen if line["logger"] in {"ieum.requests", "ieum.shop.payments.toss"}
    } == {ID}
    assert [line["status"] for line in seen if line["logger"] == "ieum.shop.payments.toss"] == [200]
    jobs = [json.loads(line) for line in work if '"task":"messaging.deliver"' in line]
    assert jobs
    assert {line["trace"] for line in jobs} == {ID}
    async with shop.db.connection() as conn:
        made = await fetch_one(
            conn,
            list[str | None],
            """
            SELECT array_agg(DISTINCT replace(trace::text, '-', ''))
              FROM (SELECT trace FROM orders UNION ALL SELECT trace FROM payments UNION ALL SELECT trace FROM exits
                    UNION ALL SELECT trace FROM endpoints) made
            """,
        )
        gateway = await fetch_one(conn, GatewayId, "SELECT gateway_id FROM exits")
        told = await desired.list_traces(conn, gateway, since=0)
    assert made == [ID]
    assert told == [ID]


@pytest.mark.parametrize(
    "header",
    [
        "",
        "00-" + "0" * 32 + f"-{ID[:16]}-01",
        f"ff-{ID}-{ID[:16]}-01",
        f"00-{ID.upper()}-{ID[:16]}-01",
        "\xff" * 55,
    ],
)
async def test_a_call_without_a_good_id_gets_one(client: Client, header: str) -> None:
    answer = await client.get("/healthz", headers=[(b"traceparent", header.encode("latin-1"))])

    own = trace.read_parent(answer.headers["traceresponse"])
    assert len(own) == 32
    assert own != ID


async def test_of_a_failure_the_customer_reads_the_beginning(client: Client, conn: Connection) -> None:
    async with conn.transaction():
        await conn.execute("ALTER TABLE visits RENAME TO visits_elsewhere")
    visit = {"ipAddress": "", "referrerUrl": "", "landingUrl": "", "keyword": ""}

    broken = await client.post("/api/v1/home/visit", json=visit, headers=traced({}))
    wrong = await client.post("/api/v1/home/visit", json={}, headers=traced({}))

    assert (broken.status_code, broken.json()["reference"]) == (500, "7f3a91c2")
    assert (wrong.status_code, wrong.json().get("reference")) == (422, None)


async def test_an_answer_that_was_kept_has_the_id_of_whoever_gets_it(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ieum.shop.server.response_cache.TTL_SECONDS", 60)

    first, second = [
        (await client.get("/api/v1/config/info", headers=traced({}, id_))).headers["traceresponse"]
        for id_ in (ID, "b" * 32)
    ]

    assert (first, second) == (trace.parent_of(ID), trace.parent_of("b" * 32))


async def test_what_the_clock_or_an_older_version_has_queued_begins_an_id(shop: Shop) -> None:
    async with shop.db.transaction() as conn:
        await defer(conn, tasks.DELIVER["mail"], message=1)
        without = await fetch_all(conn, str, "SELECT coalesce(trace::text, '') FROM procrastinate_jobs")
    with trace.bound(trace=ID):
        async with shop.db.transaction() as conn:
            await defer(conn, tasks.DELIVER["mail"], message=2)
            await conn.execute("DELETE FROM procrastinate_jobs WHERE trace IS NULL")
            with_one = await fetch_all(
                conn, str, "SELECT replace(trace::text, '-', '') FROM procrastinate_jobs"
            )

    assert (without, with_one) == ([""], [ID])


async def test_a_flood_of_requests_leaves_room_in_the_journal(caplog: pytest.LogCaptureFixture) -> None:
    """A journal that is flooded drops other lines, too: a refused login would not be found."""
    now, status = [100.0], [200]

    async def answers(scope: Any, receive: Receive, send: Send) -> None:
        del scope, receive
        await send({"type": "http.response.start", "status": status[0], "headers": []})

    async def ask(times: int) -> list[str]:
        caplog.clear()
        for _ in range(times):
            scope: Any = {"type": "http", "method": "GET", "path": "/", "headers": ()}
            await front(scope, _nothing, _anywhere)
        return [record.getMessage() for record in caplog.records]

    front = TraceRequests(answers, logs_requests=True, clock=lambda: now[0])

    assert len(await ask(LINES_A_SECOND + 50)) == LINES_A_SECOND
    status[0] = 500
    assert len(await ask(3)) == 3
    now[0], status[0] = 101.0, 200
    assert await ask(2) == ["50 requests of a second have no line", "request", "request"]


async def _nothing() -> HTTPRequestEvent:
    return {"type": "http.request", "body": b"", "more_body": False}


async def _anywhere(_: Message) -> None:
    pass
