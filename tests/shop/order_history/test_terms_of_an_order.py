"""The terms that somebody agrees to: shown whole, recorded word for word, and kept by every order made under them."""

from typing import Any

import pytest
from psycopg.errors import CheckViolation

from ieum.shop.kernel.db import Connection, execute, fetch_all, fetch_one
from ieum.shop.orders import queries as orders
from ieum.shop.orders.types import DueCharge
from ieum.shop.publishing import importing
from ieum.shop.publishing.sources import STARTER_SET
from tests.shop.builders.catalog import a_plan
from tests.shop.builders.members import a_login, a_member
from tests.shop.builders.purchases import Buying
from tests.shop.builders.refunds import a_paid, post, quote, use
from tests.shop.builders.shops import Client
from tests.shop.builders.subscriptions import a_subscription
from tests.shop.builders.till import Till

LAW, OWNER = "2026-11-22", "2026-11-23"


async def choose(conn: Connection, mode: str) -> None:
    await execute(conn, "UPDATE site_config SET refund_mode = %(mode)s", mode=mode)


async def documents(client: Client, purpose: str) -> list[dict[str, Any]]:
    return (await client.get(f"/api/v1/agreements?for={purpose}")).json()["data"]


def ticked(documents: list[dict[str, Any]]) -> list[dict[str, str]]:
    return [{"key": one["key"], "version": one["version"]} for one in documents if one["required"]]


async def buy(till: Till) -> Buying:
    agreements = ticked(await documents(till.client, "order"))
    return await a_paid(till, agreements=agreements)


async def contract(till: Till, buying: Buying) -> dict[str, Any]:
    answer = await till.client.get(f"/api/v1/orders/{buying.order_id}/contract", headers=buying.headers)
    return answer.json()["data"]


async def editions(client: Client) -> list[str]:
    answer = (await client.get("/api/v1/legal/terms-use")).json()["data"]
    return [answer["version"], *(one["version"] for one in answer["versions"])]


async def test_a_new_shop_asks_for_no_consent_to_less_than_the_refund_that_it_promises(
    client: Client,
) -> None:
    titles = [one["title"] for one in await documents(client, "order")]

    assert "청약철회와 환불 기준을 확인하였습니다" in titles
    assert not any("제한" in title for title in titles)


@pytest.mark.parametrize("purpose", ["sign-up", "order"])
async def test_a_form_gets_the_same_versions_without_the_words_of_the_texts(
    client: Client, conn: Connection, purpose: str
) -> None:
    await importing.import_folder(conn, STARTER_SET)

    light = await documents(client, f"{purpose}&whole=false")
    whole = await documents(client, purpose)

    texts = [one["text"] for one in light if one["text"]]
    assert texts
    assert [text["html"] for text in texts] == [None] * len(texts)
    for one in (*light, *whole):
        if one["text"]:
            one["text"].pop("html")
    assert light == whole


async def test_a_sign_up_shows_the_published_edition_whole_and_records_it(
    client: Client, conn: Connection
) -> None:
    await importing.import_folder(conn, STARTER_SET)
    published = (await client.get("/api/v1/legal/terms-use")).json()["data"]
    shown = await documents(client, "sign-up")
    terms = next(one for one in shown if one["key"] == "terms")

    answer = await client.post(
        "/api/v1/user/sign-up",
        json={
            "mberId": "hong1234",
            "mberPw": "Kt!9fje2#qX",
            "mberNm": "홍길동",
            "email": "hong@example.com",
            "phone": "01012345678",
            "agreements": ticked(shown),
        },
    )

    assert answer.status_code == 201, answer.text
    assert terms["text"]["html"] == published["html"]
    assert (terms["text"]["edition"], published["version"]) == (LAW, LAW)
    assert terms["body"].startswith("이 약관은 회사가 제공하는")
    assert await fetch_all(
        conn,
        str,
        """
        SELECT concat_ws(' ', c.document_key, e.slug, e.edition, c.text_number)
          FROM consents c JOIN content_entries e ON e.id = c.text_entry_id ORDER BY c.id
        """,
    ) == [f"terms terms-use {LAW} 1", f"privacy policy {LAW} 1"]


async def test_who_saw_another_edition_is_asked_to_read_the_one_in_force(
    client: Client, conn: Connection
) -> None:
    await importing.import_folder(conn, STARTER_SET)
    agreements = ticked(await documents(client, "order"))
    await choose(conn, "owner")
    headers = await a_login(conn, await a_member(conn))

    answer = await client.post(
        "/api/v1/orders",
        json={"planId": await a_plan(conn), "months": 1, "agreements": agreements},
        headers=headers,
    )

    assert answer.status_code == 422, answer.text
    assert [(one["name"], one["code"]) for one in answer.json()["fields"]] == [
        ("agreements.order-confirm", "outdated"),
        ("agreements.withdrawal-limit", "outdated"),
    ]


async def test_what_an_order_asks_for_is_true_of_a_service_and_of_a_ticket(
    client: Client, conn: Connection
) -> None:
    asked = [f"{one['title']} {one['body']}" for one in await documents(client, "order")]
    older = await fetch_one(
        conn,
        str,
        "SELECT title FROM agreement_documents WHERE key = 'order-confirm' AND version = '2026-11-20'",
    )

    assert "쓸 수 있는 기간" in asked[0]
    assert "언제까지 쓸 수 있는지" in asked[0]
    # A ticket has a 사용 기한 and no 이용 기간, a service the other way round.
    assert [text for text in asked if "이용 기간" in text or "사용 기한" in text] == []
    # Who agreed to it finds it in their contract.
    assert "이용 기간" in older


async def test_the_consent_at_the_checkout_says_what_the_refund_rule_beside_it_says(
    client: Client, conn: Connection
) -> None:
    """One promised the money back, the other that it may be less."""
    await execute(conn, "UPDATE agreement_documents SET effective_at = now() WHERE effective_at > now()")

    by_law = {one["key"]: f"{one['title']} {one['body']}" for one in await documents(client, "order")}
    await choose(conn, "owner")
    by_owner = {one["key"]: f"{one['title']} {one['body']}" for one in await documents(client, "order")}

    assert "이용하신 만큼만 빼고 돌려드립니다" in by_law["withdrawal-limit"]
    assert "제한될" not in by_law["withdrawal-limit"]
    assert "청약철회가 제한되어 환불되지 않습니다" in by_owner["withdrawal-limit"]


async def test_an_order_keeps_its_rule_and_its_edition_when_the_setting_changes(till: Till) -> None:
    await importing.import_folder(till.conn, STARTER_SET)
    by_law = await buy(till)
    await choose(till.conn, "owner")
    by_owner = await buy(till)
    await execute(till.conn, "UPDATE site_config SET refund_penalty_percent = 10")
    await use(till, by_law)
    await use(till, by_owner)

    refundable = await quote(till, by_law)
    refused = await post(till, by_owner, "refund-quote")
    law, owner = await contract(till, by_law), await contract(till, by_owner)

    assert (refundable["mode"], refundable["usedDays"]) == ("withdrawal", 1)
    assert (refused.status_code, refused.json()["code"]) == (409, "refund_not_possible")
    assert law["agreements"][0]["version"] == LAW
    assert owner["agreements"][0]["version"] == OWNER
    assert "이 약관으로 줄이지 않습니다" in law["agreements"][0]["body"]
    assert "1개월 안에 청구하여야 하며" in owner["agreements"][0]["body"]
    assert "결제한 날부터 7일 안에는 청약을 철회" in law["refundRule"]
    assert "위약금 10%" not in law["refundRule"]
    assert "사용을 시작한 뒤에는 환불되지 않습니다." in owner["refundRule"]
    mails = await fetch_all(
        till.conn, str, "SELECT body FROM messages WHERE reference LIKE 'paid:%%' ORDER BY id"
    )
    assert [law["refundRule"] in mails[0], owner["refundRule"] in mails[1]] == [True, True]


async def test_the_owners_edition_is_in_force_only_under_the_owners_rule(till: Till) -> None:
    await importing.import_folder(till.conn, STARTER_SET)
    before = await editions(till.client)
    hidden = await till.client.get(f"/api/v1/legal/terms-use?version={OWNER}")

    await choose(till.conn, "owner")
    during = await editions(till.client)
    await buy(till)
    await choose(till.conn, "law")
    after = await editions(till.client)

    assert before == [LAW, LAW, "2026-11-20"]
    assert hidden.status_code == 404
    assert during == [OWNER, OWNER, LAW, "2026-11-20"]
    # Somebody is bound to it, so it can still be read.
    assert after == [LAW, OWNER, LAW, "2026-11-20"]


async def test_a_later_charge_of_a_recurring_payment_keeps_the_terms_of_the_first(till: Till) -> None:
    buying = await a_paid(till)
    member = await fetch_one(till.conn, int, "SELECT member_id FROM orders")
    plan = await fetch_one(till.conn, int, "SELECT plan_id FROM orders")
    service = await fetch_one(till.conn, int, "SELECT id FROM services")
    subscription = await a_subscription(till.conn, member, plan, services=[service])  # pyright: ignore[reportArgumentType]
    await execute(
        till.conn,
        "UPDATE orders SET subscription_id = %(id)s, period = 1 WHERE id = %(order)s",
        id=subscription,
        order=buying.order_id,
    )
    await choose(till.conn, "owner")

    await orders.insert_due(till.conn, [DueCharge("20261220-ABCDEFGHJK", subscription, 33_000, 0)])  # pyright: ignore[reportArgumentType]

    assert await fetch_all(till.conn, str, "SELECT refund_mode FROM orders ORDER BY created_at, id") == [
        "law",
        "law",
    ]


@pytest.mark.parametrize(
    "column", ["refund_mode = 'owner'", "refund_penalty_percent = 10", "refund_shortest_amount = 99000"]
)
async def test_the_terms_of_an_order_never_change(till: Till, column: str) -> None:
    await a_paid(till)

    with pytest.raises(CheckViolation, match="the terms of an order never change"):
        await till.conn.execute(f"UPDATE orders SET {column}".encode())
