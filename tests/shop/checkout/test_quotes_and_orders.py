"""Quotes and orders over HTTP: the price, the hold and the agreements."""

from typing import Any

import msgspec
import pytest

from ieum.shop.kernel.db import Connection, fetch_all, fetch_one
from tests.shop.builders.catalog import a_plan
from tests.shop.builders.members import a_login, a_member
from tests.shop.builders.orders import ORDER_AGREEMENTS, place, stock_of
from tests.shop.builders.shops import Client


class Consent(msgspec.Struct):
    document_key: str
    version: str
    agreed: bool
    order_id: str
    ip_address: str


async def test_a_quote_shows_the_price_and_the_end_of_the_period(client: Client, conn: Connection) -> None:
    member = await a_login(conn, await a_member(conn, points=5_000))
    plan = await a_plan(conn, addresses=2)
    wanted = {"planId": plan, "months": 3, "quantity": 2, "points": 5_000, "paymentType": "normal"}

    answer = await client.post("/api/v1/orders/quote", json=wanted, headers=member)

    assert answer.status_code == 200, answer.text
    data = answer.json()["data"]
    moments = {name: data.pop(name) for name in ("periodFrom", "periodUntil", "startsAt", "endsAt")}
    assert len(data.pop("quote")) > 40
    assert data.pop("quoteUntil").endswith("Z")
    assert data == {
        "planId": plan,
        "planName": "KT 고정 IP",
        "planKind": "static",
        "kind": "purchase",
        "carrier": "KT",
        "region": "서울",
        "months": 3,
        "quantity": 2,
        "unitAmount": 89_100,
        "listAmount": 198_000,
        "discountAmount": 19_800,
        "quantityDiscountAmount": 0,
        "pointsUsed": 5_000,
        "amount": 173_200,
        "supplyAmount": 157_455,
        "vatAmount": 15_745,
        "pointsEarned": 17_320,
        "pointBalance": 5_000,
        "pointLimit": 5_000,
        "pointThreshold": 1_000,
        "stock": 2,
        "quantityLimit": 2,
        "restingUntil": None,
    }
    assert all(len(moments[name]) == 10 for name in ("periodFrom", "periodUntil"))
    assert all(moments[name].endswith("Z") for name in ("startsAt", "endsAt"))
    assert moments["endsAt"].endswith("T15:00:00Z")
    assert moments["periodFrom"] < moments["periodUntil"]


async def test_a_quote_holds_no_address(client: Client, conn: Connection) -> None:
    member = await a_login(conn, await a_member(conn))
    plan = await a_plan(conn, addresses=1)

    await client.post("/api/v1/orders/quote", json={"planId": plan, "months": 1}, headers=member)

    assert await stock_of(client) == 1
    assert await fetch_one(conn, int, "SELECT count(*) FROM orders") == 0


async def test_an_order_holds_an_address_for_fifteen_minutes(client: Client, conn: Connection) -> None:
    member = await a_login(conn, await a_member(conn))
    plan = await a_plan(conn, addresses=3)

    answer = await place(client, member, plan)

    assert answer.status_code == 201, answer.text
    data = answer.json()["data"]
    assert set(data) == {
        "orderId",
        "state",
        "payMethod",
        "cashReceipt",
        "depositHours",
        "amount",
        "orderName",
        "customerKey",
        "customerName",
        "customerEmail",
        "holdUntil",
    }
    assert (data["amount"], data["orderName"]) == (33_000, "KT 고정 IP 1개월")
    assert (data["customerName"], data["customerEmail"]) == ("홍길동", "hong@example.com")
    assert await stock_of(client) == 2
    held_for = await fetch_one(
        conn, int, "SELECT extract(epoch FROM hold_until - created_at)::int FROM orders"
    )
    assert abs(held_for - 900) <= 60


async def test_the_order_can_be_read_again(client: Client, conn: Connection) -> None:
    member = await a_login(conn, await a_member(conn))
    placed = (await place(client, member, await a_plan(conn))).json()["data"]

    answer = await client.get(f"/api/v1/orders/{placed['orderId']}", headers=member)

    data = answer.json()["data"]
    assert data["createdAt"].endswith("Z")
    # test_order_history.py checks the rest.
    assert (
        data
        | {
            "orderId": placed["orderId"],
            "state": "awaiting_payment",
            "planName": "KT 고정 IP",
            "carrier": "KT",
            "months": 1,
            "quantity": 1,
            "amount": 33_000,
            "pointsUsed": 0,
            "paymentMethod": None,
            "receiptUrl": None,
            "paidAt": None,
            "failure": None,
            "services": [],
        }
        == data
    )


async def test_the_two_agreements_of_the_checkout_are_stored_with_the_order(
    client: Client, conn: Connection
) -> None:
    member = await a_login(conn, await a_member(conn))

    placed = (await place(client, member, await a_plan(conn))).json()["data"]

    kept = await fetch_all(
        conn,
        Consent,
        """
        SELECT document_key, version, agreed, order_id, host(ip_address) AS ip_address FROM consents ORDER BY id
        """,
    )
    assert kept == [
        Consent(agreed["key"], agreed["version"], True, placed["orderId"], "127.0.0.1")
        for agreed in ORDER_AGREEMENTS
    ]


@pytest.mark.parametrize(
    ("agreements", "wrong"),
    [
        pytest.param([], {"agreements.order-confirm", "agreements.withdrawal-limit"}, id="none"),
        pytest.param(ORDER_AGREEMENTS[:1], {"agreements.withdrawal-limit"}, id="one"),
        pytest.param(
            [ORDER_AGREEMENTS[0], {"key": "withdrawal-limit", "version": "1"}],
            {"agreements.withdrawal-limit"},
            id="an old text",
        ),
    ],
)
async def test_without_both_agreements_nothing_is_ordered_or_held(
    client: Client, conn: Connection, agreements: list[dict[str, str]], wrong: set[str]
) -> None:
    member = await a_login(conn, await a_member(conn))
    plan = await a_plan(conn, addresses=1)

    answer = await place(client, member, plan, agreements=agreements)

    assert answer.status_code == 422
    assert {field["name"] for field in answer.json()["fields"]} == wrong
    assert await stock_of(client) == 1
    assert await fetch_one(conn, int, "SELECT count(*) FROM orders") == 0


async def test_an_order_without_a_free_address_is_refused_as_sold_out(
    client: Client, conn: Connection
) -> None:
    plan = await a_plan(conn, addresses=1)
    first, second = await a_login(conn, await a_member(conn)), await a_login(conn, await a_member(conn))
    await place(client, first, plan)

    answer = await place(client, second, plan)

    assert (answer.status_code, answer.json()["code"]) == (409, "sold_out")
    assert await fetch_one(conn, int, "SELECT count(*) FROM orders") == 1


async def test_several_addresses_are_held_all_or_none(client: Client, conn: Connection) -> None:
    member = await a_login(conn, await a_member(conn))
    plan = await a_plan(conn, addresses=3)

    too_many = await place(client, member, plan, quantity=4)
    after_refusal = await stock_of(client)
    fits = await place(client, member, plan, quantity=3)

    assert (too_many.status_code, too_many.json()["code"]) == (409, "sold_out")
    assert after_refusal == 3
    assert fits.status_code == 201
    assert (fits.json()["data"]["amount"], fits.json()["data"]["orderName"]) == (
        99_000,
        "KT 고정 IP 1개월 외 2건",
    )
    assert await stock_of(client) == 0


async def test_the_last_address_is_quoted_to_whose_unpaid_order_holds_it_and_to_nobody_else(
    client: Client, conn: Connection
) -> None:
    """Paying again places the order anew; the checkout must not call sold out what the order itself holds."""
    plan = await a_plan(conn, addresses=1)
    holder, other = [await a_login(conn, await a_member(conn)) for _ in range(2)]
    assert (await place(client, holder, plan)).status_code == 201

    quotes = [
        (
            await client.post("/api/v1/orders/quote", json={"planId": plan, "months": 1}, headers=headers)
        ).json()["data"]
        for headers in (holder, other)
    ]

    assert [(quote["stock"], quote["quantityLimit"]) for quote in quotes] == [(1, 1), (0, 0)]
    assert (await place(client, other, plan)).json()["code"] == "sold_out"
    assert (await place(client, holder, plan)).status_code == 201


async def test_a_new_order_replaces_the_older_unpaid_one(client: Client, conn: Connection) -> None:
    member = await a_login(conn, await a_member(conn, points=5_000))
    plan = await a_plan(conn, addresses=1)
    first = (await place(client, member, plan, points=5_000)).json()["data"]["orderId"]

    second = await place(client, member, plan, points=2_000)

    assert second.status_code == 201, second.text
    old = (await client.get(f"/api/v1/orders/{first}", headers=member)).json()["data"]
    assert (old["state"], old["failure"]["code"]) == ("cancelled", "replaced")
    assert (await client.get("/api/v1/member", headers=member)).json()["data"]["point"] == 3_000


@pytest.mark.parametrize(
    ("change", "code"),
    [
        pytest.param("UPDATE plans SET state = 'hidden'", "plan_not_found", id="off sale"),
        pytest.param(
            "UPDATE site_config SET static_enabled = false", "plan_not_found", id="the kind switched off"
        ),
        pytest.param("UPDATE plans SET kind = 'ticket'", "plan_not_found", id="a kind that is not sold so"),
    ],
)
async def test_a_plan_that_is_not_on_sale_cannot_be_ordered(
    client: Client, conn: Connection, change: str, code: str
) -> None:
    member = await a_login(conn, await a_member(conn))
    plan = await a_plan(conn)
    await conn.execute(change.encode())

    quoted = await client.post("/api/v1/orders/quote", json={"planId": plan, "months": 1}, headers=member)
    ordered = await place(client, member, plan)

    assert (quoted.status_code, quoted.json()["code"]) == (404, code)
    assert (ordered.status_code, ordered.json()["code"]) == (404, code)


@pytest.mark.parametrize(
    ("changed", "status", "code"),
    [
        pytest.param({"planId": 2**62}, 404, "plan_not_found", id="no such plan"),
        pytest.param({"months": 2}, 404, "plan_not_found", id="no such period"),
        pytest.param({"planId": 0}, 422, "invalid_fields", id="plan zero"),
        pytest.param({"planId": 2**63}, 422, "invalid_fields", id="a plan beyond numbers"),
        pytest.param({"planId": "x"}, 422, "invalid_fields", id="a plan as text"),
        pytest.param({"planId": 1.5}, 422, "invalid_fields", id="half a plan"),
        pytest.param({"planId": True}, 422, "invalid_fields", id="a plan that is true"),
        pytest.param({"planId": None}, 422, "invalid_fields", id="no plan"),
        pytest.param({"months": 0}, 422, "invalid_fields", id="no month"),
        pytest.param({"months": -1}, 422, "invalid_fields", id="a negative month"),
        pytest.param({"months": 37}, 422, "invalid_fields", id="too long"),
        pytest.param({"quantity": 0}, 422, "invalid_fields", id="none of them"),
        pytest.param({"quantity": -1}, 422, "invalid_fields", id="a negative quantity"),
        pytest.param({"quantity": 21}, 422, "invalid_fields", id="too many"),
        pytest.param({"quantity": 10**30}, 422, "invalid_fields", id="a huge quantity"),
        pytest.param({"points": -1}, 422, "invalid_fields", id="negative points"),
        pytest.param({"points": 10**30}, 422, "invalid_fields", id="huge points"),
        pytest.param({"points": 1000}, 422, "invalid_fields", id="points that are not there"),
        pytest.param({"amount": 100}, 422, "invalid_fields", id="a price of the caller's own"),
        pytest.param({"paymentType": "free"}, 422, "invalid_fields", id="another way to pay"),
        pytest.param({"agreements": {}}, 422, "invalid_fields", id="agreements of another shape"),
        pytest.param({"agreements": [{"key": "x"}]}, 422, "invalid_fields", id="half an agreement"),
        pytest.param({"agreements": ORDER_AGREEMENTS * 20}, 422, "invalid_fields", id="endless agreements"),
    ],
)
async def test_a_wrong_order_is_refused_and_changes_nothing(
    client: Client, conn: Connection, changed: dict[str, Any], status: int, code: str
) -> None:
    member = await a_login(conn, await a_member(conn))
    plan = await a_plan(conn)

    answer = await place(client, member, plan, **changed)

    assert (answer.status_code, answer.json()["code"]) == (status, code), answer.text
    assert await fetch_one(conn, int, "SELECT count(*) FROM orders") == 0
    assert await stock_of(client) == 3


async def test_the_highest_price_month_by_month_still_fits(client: Client, conn: Connection) -> None:
    """36 times 20 times a hundred million does not fit into an integer of four bytes."""
    plan = await a_plan(conn, addresses=200, prices={1: 100_000_000, 36: 100_000})
    member = await a_login(conn, await a_member(conn))

    answer = await place(client, member, plan, months=36, quantity=20)

    assert (answer.status_code, answer.json()["data"]["amount"]) == (201, 2_000_000)
    listed = await fetch_one(conn, int, "SELECT list_amount FROM orders")
    assert listed == 100_000_000 * 36 * 20
