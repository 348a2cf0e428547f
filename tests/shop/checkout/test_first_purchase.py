"""The main journey over HTTP: sign-up, order, payment, service, device."""

import httpx

from ieum.shop.kernel.db import Connection
from tests.shop.builders.catalog import a_plan
from tests.shop.builders.members import SIGN_UP_AGREEMENTS
from tests.shop.builders.orders import ORDER_AGREEMENTS
from tests.shop.builders.payment_window import pay_at_window
from tests.shop.builders.shops import Client

DEVICE_KEY = "E" * 42 + "A="


async def test_a_visitor_becomes_a_member_with_an_address(
    client: Client, conn: Connection, sandbox: httpx.AsyncClient
) -> None:
    plan = await a_plan(conn)
    form = {
        "mberId": "hongkildong",
        "mberPw": "correct-horse-42",
        "mberNm": "홍길동",
        "email": "hong@example.com",
        "phone": "010-1234-5678",
        "agreements": SIGN_UP_AGREEMENTS,
    }
    signed_up = await client.post("/api/v1/user/sign-up", json=form)
    assert signed_up.status_code == 201, signed_up.text

    login = await client.post("/api/login", json={"mberId": "hongkildong", "mberPw": "correct-horse-42"})
    assert login.status_code == 200
    member = {"Authorization": login.headers["authorization"], "etis-rt": login.headers["etis-rt"]}
    client.cookies.clear()

    wanted = {"planId": plan, "months": 1, "quantity": 1, "points": 0, "paymentType": "normal"}
    quote = await client.post("/api/v1/orders/quote", json=wanted, headers=member)
    assert (quote.status_code, quote.json()["data"]["amount"]) == (200, 33_000)
    order = await client.post(
        "/api/v1/orders", json={**wanted, "agreements": ORDER_AGREEMENTS}, headers=member
    )
    assert order.status_code == 201, order.text

    brought = await pay_at_window(sandbox, order.json()["data"])
    paid = await client.post("/api/v1/payments/confirm", json=brought, headers=member)
    assert (paid.status_code, paid.json()["data"]["state"]) == (200, "paid"), paid.text
    service = paid.json()["data"]["services"][0]

    added = await client.post(
        f"/api/v1/services/{service['id']}/devices",
        json={"name": "내 노트북", "publicKey": DEVICE_KEY},
        headers=member,
    )
    assert (added.status_code, added.json()["data"]["tunnel"]["serverPublicKey"]) == (201, "G" * 42 + "A=")

    me = (await client.get("/api/v1/member", headers=member)).json()["data"]
    assert (me["useSvCnt"], me["point"]) == (1, 3_300)
    listed = (await client.get("/api/v1/services?state=active&page=1", headers=member)).json()["data"]
    assert [item["address"] for item in listed["items"]] == [service["address"]]
