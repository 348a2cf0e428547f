"""What serve and work log, while somebody with conspicuous data joins, buys, fails and is refunded."""

import json
import re
import smtplib
from typing import Any

import httpx
import pytest
from litestar import Litestar

from ieum.shop.kernel.db import Connection
from tests.shop.builders.catalog import a_plan
from tests.shop.builders.logged import log_requests, logged
from tests.shop.builders.members import SIGN_UP_FORM
from tests.shop.builders.orders import ORDER_AGREEMENTS
from tests.shop.builders.payment_window import pay_at_window
from tests.shop.builders.purchases import CONFIRM, Buying, fault
from tests.shop.builders.shops import Client, Shop
from tests.shop.builders.worker import Postman, run_jobs

MAIL, NAME, PHONE = "canary.bird@example.com", "남궁카나리", "010-9753-1864"
LOGIN, PASSWORD = "canarybird77", "canary-Horse-4242"
TOKEN = "c4n4ry" * 8
FORM = SIGN_UP_FORM | {"mberId": LOGIN, "mberPw": PASSWORD, "mberNm": NAME, "email": MAIL, "phone": PHONE}
# In pieces, however they are written.
CANARIES = ("canary", "카나리", "97531864", "c4n4ry")
# Four digits by themselves: within a trace id or a number of seconds they would be there by chance.
PART_OF_THE_PHONE = re.compile(r"(?<![0-9a-f.])9753(?![0-9a-f])")


async def join(client: Client) -> dict[str, str]:
    joined = await client.post("/api/v1/user/sign-up", json=FORM)
    assert joined.status_code == 201, joined.text
    login = await client.post("/api/login", json={"mberId": LOGIN, "mberPw": PASSWORD})
    return {"Authorization": login.headers["authorization"]}


async def buy(shop: Shop, sandbox: httpx.AsyncClient, headers: dict[str, str]) -> tuple[str, str]:
    """The number of an order and the key of its payment."""
    async with shop.db.transaction() as conn:
        plan = await a_plan(conn, addresses=3)
    order = await shop.client.post(
        "/api/v1/orders", json={"planId": plan, "months": 1, "agreements": ORDER_AGREEMENTS}, headers=headers
    )
    assert order.status_code == 201, order.text
    buying = Buying(headers, order.json()["data"])
    brought = await pay_at_window(sandbox, buying.order)
    await shop.client.post(CONFIRM, json=brought, headers=headers)
    return buying.order_id, brought["paymentKey"]


async def ask_wrongly(client: Client, headers: dict[str, str]) -> None:
    await client.get(f"/r/{TOKEN}")
    await client.post(f"/r/{TOKEN}")
    await client.get(f"/verify/{NAME}?mail={MAIL}")
    await client.get("/api/v1/orders?page=canary", headers=headers)
    await client.get("/api/v1/member", headers={"Authorization": f"Bearer {TOKEN}"})
    await client.post("/api/login", json={"mberId": LOGIN, "mberPw": f"{PASSWORD}-wrong"})
    await client.post("/api/v1/user/sign-up", json=FORM)
    await client.post("/api/v1/user/sign-up", content=f'{{"mberNm": "{NAME}"')
    await client.post(CONFIRM, json={"paymentKey": TOKEN, "orderId": MAIL, "amount": 1}, headers=headers)
    await client.post("/api/v1/client-errors", json={"message": f"no {NAME} {MAIL}", "path": f"/{LOGIN}"})


async def refund(client: Client, order: str, headers: dict[str, str]) -> None:
    path = f"/api/v1/orders/{order}"
    shown = (await client.post(f"{path}/refund-quote", headers=headers)).json()["data"]
    answer = await client.post(f"{path}/refund", json={"quote": shown["quote"]}, headers=headers)
    assert answer.status_code == 200, answer.text


async def test_nobodys_data_and_no_secret_is_in_the_logs_of_serve_and_work(
    shop: Shop, sandbox: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    log_requests(shop.app, monkeypatch)
    refused = [OSError(f"cannot reach {MAIL}"), smtplib.SMTPResponseException(450, f"<{MAIL}> is away")]
    send = Postman.send

    async def refuse_at_first(self: Postman, message: Any, *, sender: str = "") -> None:
        if refused:
            raise refused.pop()
        await send(self, message, sender=sender)

    monkeypatch.setattr(Postman, "send", refuse_at_first)
    with logged("serve") as serve:
        headers = await join(shop.client)
        await fault(sandbox, "confirm", "error_after_approval")
        _, failed_key = await buy(shop, sandbox, headers)
        order, key = await buy(shop, sandbox, headers)
        await ask_wrongly(shop.client, headers)
        async with shop.db.transaction() as conn:
            await conn.execute("ALTER TABLE consents ADD CHECK (id < 0) NOT VALID")
        broken = await shop.client.post("/api/v1/user/sign-up", json=FORM | {"mberId": "canarybird78"})
        assert broken.status_code == 500
        async with shop.db.transaction() as conn:
            await conn.execute("ALTER TABLE consents DROP CONSTRAINT consents_id_check")
        await fault(sandbox, "cancel", "error")
        await refund(shop.client, order, headers)
    with logged("work") as work:
        await run_jobs(shop)

    for lines, least in ((serve, 20), (work, 10)):
        assert len(lines) >= least
        for line in lines:
            assert [canary for canary in (*CANARIES, key, failed_key) if canary in line.casefold()] == [], (
                line
            )
            assert not PART_OF_THE_PHONE.search(line), line
    # The log says all the same what went wrong.
    assert any('"error":"CheckViolation"' in line for line in serve)
    assert not refused
    assert any('"error":"SMTPResponseException"' in line for line in work)


async def test_a_request_is_a_line_with_the_template_of_its_path(
    client: Client, app: Litestar, monkeypatch: pytest.MonkeyPatch
) -> None:
    log_requests(app, monkeypatch)

    with logged("serve") as lines:
        await client.get("/api/v1/orders/20261126-ABCDEF?mail=hong@example.com")
        await client.head("/healthz")
        await client.get(f"/r/{TOKEN}")

    seen = [json.loads(line) for line in lines]
    assert [(line["method"], line["path"], line["status"]) for line in seen] == [
        ("GET", "/api/v1/orders/{order_id}", 401),
        ("GET", "/healthz", 200),
        ("GET", "/r/{token}", 200),
    ]
    assert all(line["ms"] >= 0 and len(line["trace"]) == 32 for line in seen)


async def test_requests_are_lines_where_the_operator_wants_them(client: Client, conn: Connection) -> None:
    del conn
    with logged("serve") as lines:
        await client.get("/healthz")

    assert lines == []
