"""Tax invoices: who may ask, once, and for what."""

import asyncio
from typing import Any

import httpx
import pytest

from ieum.shop.invoices.rules import with_hyphens
from ieum.shop.kernel.business_numbers import is_business_number
from ieum.shop.kernel.db import Connection, execute, fetch_all, fetch_one
from ieum.shop.leaving import service
from ieum.shop.members.types import MemberId
from tests.conftest import RollingBack
from tests.shop.builders.catalog import a_plan
from tests.shop.builders.locks import until_one_waits_for_a_lock
from tests.shop.builders.members import a_login, a_member
from tests.shop.builders.orders import a_payment, an_order
from tests.shop.builders.shops import Client, Shop

FORM = {
    "businessNumber": "123-45-67891",
    "company": "이음상사",
    "representative": "홍길동",
    "address": "서울특별시 강남구",
    "businessType": "서비스",
    "businessItem": "광고 대행",
    "email": "tax@example.com",
}


async def ask(client: Client, headers: dict[str, str], order_id: str, **changed: Any) -> httpx.Response:
    return await client.post(f"/api/v1/orders/{order_id}/tax-invoice", json=FORM | changed, headers=headers)


async def by_transfer(conn: Connection, member: MemberId, **columns: Any) -> str:
    return await an_order(
        conn, member, await a_plan(conn), **({"state": "paid", "method": "transfer"} | columns)
    )


async def requests(conn: Connection) -> int:
    return await fetch_one(conn, int, "SELECT count(*) FROM tax_invoice_requests")


async def test_a_requested_invoice_is_shown_with_its_order(client: Client, conn: Connection) -> None:
    member = await a_member(conn)
    headers, order_id = await a_login(conn, member), await by_transfer(conn, member)

    answer = await ask(client, headers, order_id, company=" 이음상사 ")

    data = answer.json()["data"]
    assert answer.status_code == 200, answer.text
    assert (data["orderId"], data["mayRequestTaxInvoice"]) == (order_id, False)
    assert data["taxInvoice"]["requestedAt"]
    assert await fetch_all(
        conn,
        list[str],
        "SELECT ARRAY[business_number, company, representative, email] FROM tax_invoice_requests",
    ) == [["1234567891", "이음상사", "홍길동", "tax@example.com"]]


async def test_a_repeated_request_is_accepted_and_a_different_one_refused(
    client: Client, conn: Connection
) -> None:
    member = await a_member(conn)
    headers, order_id = await a_login(conn, member), await by_transfer(conn, member)
    first = await ask(client, headers, order_id)

    again = await ask(client, headers, order_id, businessNumber="1234567891")
    other = await ask(client, headers, order_id, company="다른 상사")

    assert again.json() == first.json()
    assert (other.status_code, other.json()["code"]) == (409, "tax_invoice_requested")
    assert await requests(conn) == 1


@pytest.mark.parametrize(
    ("columns", "said"),
    [
        ({"method": "card"}, "매출전표"),
        ({"method": "billing", "payment_type": "billing"}, "매출전표"),
        ({"method": "points", "amount": 0, "points_used": 33_000}, "결제하신 금액이 없는"),
        ({"cash_receipt": "expense"}, "현금영수증"),
        (
            {"state": "awaiting_deposit", "method": "virtual_account", "deposit_due_at": "2099-01-01Z"},
            "결제가 완료된",
        ),
        ({"state": "refunding"}, "결제가 완료된"),
        ({"state": "refunded"}, "결제가 완료된"),
    ],
)
async def test_an_order_with_another_receipt_or_without_money_gets_no_tax_invoice(
    client: Client, conn: Connection, columns: dict[str, Any], said: str
) -> None:
    member = await a_member(conn)
    headers, order_id = await a_login(conn, member), await by_transfer(conn, member, **columns)

    answer = await ask(client, headers, order_id)

    assert (answer.status_code, answer.json()["code"]) == (409, "tax_invoice_not_possible")
    assert said in answer.json()["detail"]
    assert answer.json()["detail"].endswith("주세요.")
    assert await requests(conn) == 0


async def test_a_payment_with_a_cash_receipt_gets_no_tax_invoice(client: Client, conn: Connection) -> None:
    member = await a_member(conn)
    headers, order_id = await a_login(conn, member), await by_transfer(conn, member)
    await a_payment(conn, order_id, cash_receipt_url="https://example.com/receipt")

    answer = await ask(client, headers, order_id)

    assert answer.json()["code"] == "tax_invoice_not_possible"


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("businessNumber", "123-45-67890"),
        ("businessNumber", "0000000000"),
        ("businessNumber", "1-2-3-4-5678"),
        ("email", "tax@nowhere"),
        ("company", "   "),
        ("company", "이음\n상사"),
        ("representative", ""),
        ("address", "서울\x00"),
    ],
)
async def test_a_field_that_is_wrong_is_named(
    client: Client, conn: Connection, field: str, value: str
) -> None:
    member = await a_member(conn)
    headers, order_id = await a_login(conn, member), await by_transfer(conn, member)

    answer = await ask(client, headers, order_id, **{field: value})

    assert answer.status_code == 422, answer.text
    assert [wrong["name"] for wrong in answer.json()["fields"]] == [field]
    assert await requests(conn) == 0


@pytest.mark.parametrize(
    ("number", "is_one"),
    [
        ("1234567891", True),
        ("1208147521", True),
        ("2208162517", True),
        ("1234567890", False),
        ("2208162518", False),
        ("123456789", False),
        ("12345678911", False),
        ("１２３４５６７８９１", False),
        ("", False),
    ],
)
def test_the_tenth_digit_follows_from_the_others(number: str, is_one: bool) -> None:
    assert is_business_number(number) is is_one


def test_one_of_ten_last_digits_is_valid() -> None:
    for beginning in ("123456789", "101010101", "999999999"):
        assert sum(is_business_number(f"{beginning}{last}") for last in range(10)) == 1
    assert with_hyphens("1234567891") == "123-45-67891"


async def test_of_two_requests_at_once_one_is_stored(shop: Shop) -> None:
    async with shop.db.transaction() as conn:
        member = await a_member(conn)
        headers, order_id = await a_login(conn, member), await by_transfer(conn, member)

    answers = await asyncio.gather(
        ask(shop.client, headers, order_id), ask(shop.client, headers, order_id, company="다른 상사")
    )

    assert sorted(answer.status_code for answer in answers) == [200, 409]
    async with shop.db.connection() as conn:
        assert await requests(conn) == 1


async def test_a_request_waits_for_a_refund_under_way_and_then_sees_it(shop: Shop) -> None:
    """Without the lock it reads the order as it was, and asks for an invoice about money that is gone."""
    async with shop.db.transaction() as conn:
        member = await a_member(conn)
        headers, order_id = await a_login(conn, member), await by_transfer(conn, member)

    async with shop.db.transaction() as refunding:
        await execute(refunding, "UPDATE orders SET state = 'refunding' WHERE id = %(id)s", id=order_id)
        asking = asyncio.create_task(ask(shop.client, headers, order_id))
        await until_one_waits_for_a_lock(shop.db)
        assert not asking.done()
    answer = await asking

    assert (answer.status_code, answer.json()["code"]) == (409, "tax_invoice_not_possible")


async def test_requests_are_deleted_after_the_retention_of_tax_law(client: Client, conn: Connection) -> None:
    member = await a_member(conn)
    headers = await a_login(conn, member)
    ids = [await by_transfer(conn, member) for _ in range(3)]
    for order_id, age in zip(ids, (2_200, 2_197, 2_190), strict=True):
        await ask(client, headers, order_id)
        await execute(
            conn,
            """
            UPDATE tax_invoice_requests SET requested_at = now() - make_interval(days => %(age)s)
             WHERE order_id = %(order_id)s
            """,
            age=age,
            order_id=order_id,
        )

    await service.destroy_due(RollingBack(conn))

    assert await fetch_all(conn, str, "SELECT order_id FROM tax_invoice_requests") == ids[2:]
    assert await fetch_all(conn, str, "SELECT what || ' ' || row_count FROM destructions") == [
        "tax_invoice_requests 2"
    ]
