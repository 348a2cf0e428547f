"""Confirming a payment: the money is taken once, for the goods, or not at all."""

import httpx
import pytest

from ieum.shop.kernel.db import Connection, fetch_one
from tests.shop.builders.messages import references_sent
from tests.shop.builders.payment_window import pay_at_window
from tests.shop.builders.purchases import a_purchase, confirm, fault, received, view
from tests.shop.builders.shops import Client
from tests.shop.builders.wire import Wire


async def test_a_confirmed_payment_is_a_paid_order_with_points_service_and_mail(
    client: Client, conn: Connection, sandbox: httpx.AsyncClient
) -> None:
    buying = await a_purchase(client, conn, quantity=2)
    brought = await pay_at_window(sandbox, buying.order)

    answer = await confirm(client, buying, brought)

    assert answer.status_code == 200, answer.text
    data = answer.json()["data"]
    assert (data["state"], data["amount"], data["paymentMethod"]) == ("paid", 66_000, "카드")
    assert data["receiptUrl"].startswith("http://sandbox/toss/receipt/")
    assert data["paidAt"].endswith("Z")
    assert data["failure"] is None
    assert len({service["address"] for service in data["services"]}) == 2
    me = (await client.get("/api/v1/member", headers=buying.headers)).json()["data"]
    assert (me["useSvCnt"], me["point"]) == (2, 6_600)
    assert await references_sent(conn) == [f"paid:{buying.order_id}"]
    assert await received(sandbox) == 66_000


async def test_the_mail_says_what_was_bought(
    client: Client, conn: Connection, sandbox: httpx.AsyncClient
) -> None:
    buying = await a_purchase(client, conn)

    data = (await confirm(client, buying, await pay_at_window(sandbox, buying.order))).json()["data"]

    body = await fetch_one(conn, str, "SELECT recipient || subject || body FROM messages")
    for part in ("hong@example.com", "홍길동", buying.order_id, data["services"][0]["address"], "33,000원"):
        assert part in body


@pytest.mark.parametrize("amount", [0, 32_999, 33_001, 2**31])
async def test_a_confirm_with_a_wrong_amount_does_not_reach_the_provider(
    client: Client, conn: Connection, sandbox: httpx.AsyncClient, wire: Wire, amount: int
) -> None:
    buying = await a_purchase(client, conn)
    brought = await pay_at_window(sandbox, buying.order)

    answer = await confirm(client, buying, brought | {"amount": amount})

    assert (answer.status_code, answer.json()["code"]) == (409, "amount_mismatch")
    assert wire.sent == []
    assert await received(sandbox) == 0
    assert (await view(client, buying))["state"] == "awaiting_payment"


async def test_a_confirm_repeated_is_one_payment_and_the_same_answer(
    client: Client, conn: Connection, sandbox: httpx.AsyncClient, wire: Wire
) -> None:
    buying = await a_purchase(client, conn, months=3)
    brought = await pay_at_window(sandbox, buying.order)

    answers = [await confirm(client, buying, brought) for _ in range(3)]

    assert [answer.status_code for answer in answers] == [200, 200, 200]
    assert answers[0].json() == answers[1].json() == answers[2].json()
    assert wire.count("confirm") == 1
    assert await received(sandbox) == 89_100
    assert await fetch_one(conn, int, "SELECT count(*) FROM services") == 1


@pytest.mark.parametrize(
    ("code", "said"),
    [
        pytest.param("REJECT_CARD_PAYMENT", "한도", id="try later"),
        pytest.param("INVALID_STOPPED_CARD", "정지된 카드", id="another card"),
        pytest.param("INVALID_AUTHORIZE_AUTH", "다시 주문", id="start again"),
        pytest.param("UNAUTHORIZED_KEY", "고객센터", id="our fault"),
        pytest.param("A_CODE_OF_TOMORROW", "카드 정보와 한도", id="a code nobody told us of"),
    ],
)
async def test_a_refused_payment_gives_the_address_and_the_points_back_at_once(
    client: Client, conn: Connection, sandbox: httpx.AsyncClient, code: str, said: str
) -> None:
    buying = await a_purchase(client, conn, addresses=1, points=5_000)
    brought = await pay_at_window(sandbox, buying.order)
    await fault(sandbox, "confirm", "refuse", code=code)

    answer = await confirm(client, buying, brought)
    again = await confirm(client, buying, brought)

    assert (answer.status_code, answer.json()["code"]) == (409, "payment_refused")
    assert said in answer.json()["detail"]
    assert again.json() == answer.json()
    data = await view(client, buying)
    assert (data["state"], data["failure"]["code"], data["services"]) == ("failed", code, [])
    plans = (await client.get("/api/v1/catalog/plans?kind=static")).json()["data"]
    assert plans[0]["stock"] == 1
    assert (await client.get("/api/v1/member", headers=buying.headers)).json()["data"]["point"] == 5_000
    assert await received(sandbox) == 0
