"""Tax invoices as staff issue and refuse them, the file of a month, and the month for the accountant."""

import csv
import io
import zipfile
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
import pytest

from ieum.shop.accountant import service as accountant
from ieum.shop.kernel.db import Connection, execute, fetch_all, fetch_one
from ieum.shop.kernel.seoul import SEOUL
from ieum.shop.members.types import MemberId
from tests.shop.builders.catalog import a_plan
from tests.shop.builders.desk import path_of, preview
from tests.shop.builders.excel import as_excel_reads
from tests.shop.builders.members import a_login, a_member
from tests.shop.builders.orders import a_payment, an_order
from tests.shop.builders.presses import a_press_key
from tests.shop.builders.shops import Client
from tests.shop.builders.staff import Login, a_staff

CONSOLE = "/api/v1/console"
PATH = f"{CONSOLE}/invoices"


def a_number(signs: str = "41000000-1234567a", *, days: int = 0) -> str:
    """A number of approval of today, or of so many days later."""
    return f"{datetime.now(SEOUL) + timedelta(days=days):%Y%m%d}-{signs}"


NUMBER = a_number()


def this_month() -> str:
    return f"{datetime.now(SEOUL):%Y-%m}"


async def a_request(conn: Connection, member: MemberId | None = None, *, company: str = "이음상사") -> str:
    order = await an_order(
        conn, member or await a_member(conn), await a_plan(conn), state="paid", method="transfer"
    )
    await a_payment(conn, order)
    # So that a number of today's is no older, whenever midnight comes.
    await execute(
        conn, "UPDATE orders SET paid_at = now() - interval '2 days' WHERE id = %(order)s", order=order
    )
    await execute(
        conn,
        """
        INSERT INTO tax_invoice_requests (order_id, business_number, company, representative, email)
        VALUES (%(order)s, '1234567891', %(company)s, '홍길동', 'tax@example.com')
        """,
        order=order,
        company=company,
    )
    return order


async def issuer(conn: Connection) -> Login:
    return await a_staff(conn, "invoices.view", "invoices.issue")


async def settle(
    client: Client, by: Login, order: str, deed: str, *, digest: str | None = None, number: str = NUMBER
) -> httpx.Response:
    change = f"invoices.{deed}"
    wish = {"number": number} if deed == "issue" else {}
    if digest is None:
        shown = await preview(client, by, change, order, **wish)
        if shown.status_code != 200:
            return shown
        digest = shown.json()["data"]["digest"]
    body = {
        "target": order,
        "wish": wish,
        "key": a_press_key(),
        "digest": digest,
        "reason": "홈택스에서 확인",
    }
    return await client.post(path_of(change), json=body, headers=by.headers)


async def line_of(client: Client, by: Login, order: str) -> dict[str, Any]:
    return (await client.get(f"{PATH}/{order}", headers=by.headers)).json()["data"]


async def listed(client: Client, by: Login, query: str = "") -> list[str]:
    answer = await client.get(f"{PATH}?{query}", headers=by.headers)
    assert answer.status_code == 200, answer.text
    return [item["orderId"] for item in answer.json()["data"]["items"]]


async def recorded(conn: Connection) -> list[list[Any]]:
    return await fetch_all(
        conn,
        list[Any],
        "SELECT json_build_array(action, object_kind, object_id, reason, after) FROM staff_record ORDER BY index",
    )


async def test_a_request_is_issued_under_its_number_once(client: Client, conn: Connection) -> None:
    by, order = await issuer(conn), await a_request(conn)

    issued = await settle(client, by, order, "issue")
    again = await settle(client, by, order, "issue", digest="whatever")
    refused = await settle(client, by, order, "refuse")

    assert issued.status_code == 200, issued.text
    line = await line_of(client, by, order)
    assert (line["state"], line["issuedNumber"]) == ("issued", NUMBER)
    assert (again.status_code, again.json()["code"]) == (409, "change_stays")
    assert "이미 발행하거나" in refused.json()["detail"]
    assert await recorded(conn) == [
        ["invoices.issue", "order", order, "홈택스에서 확인", {"state": "issued", "number": NUMBER}]
    ]


async def test_one_number_stands_for_one_invoice(client: Client, conn: Connection) -> None:
    by = await issuer(conn)
    await settle(client, by, await a_request(conn), "issue")
    other = await a_request(conn)

    taken = await settle(client, by, other, "issue")

    assert (taken.status_code, taken.json()["code"]) == (409, "tax_invoice_number_taken")
    assert await listed(client, by, "state=open") == [other]


async def test_the_number_that_was_seen_is_the_one_that_is_written(client: Client, conn: Connection) -> None:
    by, order = await issuer(conn), await a_request(conn)
    shown = await preview(client, by, "invoices.issue", order, number=NUMBER)
    other = a_number("41000000-00000002")

    answer = await settle(client, by, order, "issue", digest=shown.json()["data"]["digest"], number=other)

    assert (answer.status_code, answer.json()["code"]) == (409, "preview_changed")
    assert await recorded(conn) == []


@pytest.mark.parametrize(
    ("number", "code"),
    [
        ("1", "invalid"),
        (NUMBER[:-1], "invalid"),
        (f"{NUMBER}0", "invalid"),
        ("20261301-41000000-12345678", "no_date"),
        ("00000000-41000000-12345678", "no_date"),
        (a_number(days=2), "to_come"),
        (a_number(days=-4), "before_payment"),
    ],
    ids=[
        "one sign",
        "a sign too few",
        "a sign too many",
        "no month",
        "no day",
        "tomorrow",
        "before the payment",
    ],
)
async def test_a_number_that_cannot_be_is_refused_before_it_is_for_good(
    client: Client, conn: Connection, number: str, code: str
) -> None:
    by, order = await issuer(conn), await a_request(conn)

    shown = await settle(client, by, order, "issue", number=number)
    pressed = await settle(client, by, order, "issue", number=number, digest="whatever")

    assert [(answer.status_code, answer.json()["fields"][0]["code"]) for answer in (shown, pressed)] == [
        (422, code)
    ] * 2
    assert await listed(client, by, "state=open") == [order]


async def test_a_number_is_shown_and_stored_as_hometax_writes_it_and_stands_once(
    client: Client, conn: Connection
) -> None:
    by, order, other = await issuer(conn), await a_request(conn), await a_request(conn)
    typed = NUMBER.replace("-", "").upper()

    shown = await preview(client, by, "invoices.issue", order, number=typed)
    await settle(client, by, order, "issue", number=typed)
    again = await settle(client, by, other, "issue")

    assert shown.json()["data"]["rows"][-1]["value"] == NUMBER
    assert (await line_of(client, by, order))["issuedNumber"] == NUMBER
    assert again.json()["code"] == "tax_invoice_number_taken"


async def test_a_number_that_was_stored_without_hyphens_stands_once(client: Client, conn: Connection) -> None:
    by, order, other = await issuer(conn), await a_request(conn), await a_request(conn)
    await execute(
        conn,
        """
        UPDATE tax_invoice_requests SET issued_at = now(), issued_number = %(number)s WHERE order_id = %(order)s
        """,
        order=order,
        number=NUMBER.replace("-", ""),
    )

    assert (await settle(client, by, other, "issue")).json()["code"] == "tax_invoice_number_taken"


async def test_a_refusal_keeps_its_reason(client: Client, conn: Connection) -> None:
    by, order = await issuer(conn), await a_request(conn)

    await settle(client, by, order, "refuse")

    assert (await line_of(client, by, order))["refusalReason"] == "홈택스에서 확인"
    assert await listed(client, by, "state=refused") == [order]


async def test_a_refusal_is_told_to_the_member_by_mail_and_on_their_page(
    client: Client, conn: Connection
) -> None:
    member = await a_member(conn)
    by, order = await issuer(conn), await a_request(conn, member)

    await settle(client, by, order, "refuse")

    mail = await fetch_one(
        conn, str, "SELECT body FROM messages WHERE reference = %(sent)s", sent=f"tax-invoice-refused:{order}"
    )
    page = await client.get(f"/api/v1/orders/{order}", headers=await a_login(conn, member))
    assert "사유: 홈택스에서 확인" in mail
    assert page.json()["data"]["taxInvoice"]["refusal"] == "홈택스에서 확인"


async def test_a_member_reads_on_their_order_when_and_under_which_number_it_was_issued(
    client: Client, conn: Connection
) -> None:
    member = await a_member(conn)
    by, order = await issuer(conn), await a_request(conn, member)
    headers = await a_login(conn, member)
    before = (await client.get(f"/api/v1/orders/{order}", headers=headers)).json()["data"]["taxInvoice"]

    await settle(client, by, order, "issue")

    after = (await client.get(f"/api/v1/orders/{order}", headers=headers)).json()["data"]["taxInvoice"]
    assert (before["issuedAt"], before["number"]) == (None, None)
    assert (after["issuedAt"] is not None, after["number"], after["refusedAt"]) == (True, NUMBER, None)


async def test_the_list_masks_people_counts_what_was_not_refunded_and_is_narrowed(
    client: Client, conn: Connection
) -> None:
    by = await issuer(conn)
    order = await a_request(conn, company="가람전자")
    other = await a_request(conn)
    await execute(
        conn,
        "UPDATE payments SET cancelled_amount = 11000, state = 'cancelled' WHERE order_id = %(order)s",
        order=order,
    )

    page = (await client.get(f"{PATH}?q=가람전자", headers=by.headers)).json()["data"]

    (line,) = page["items"]
    whole = await line_of(client, by, order)
    assert (line["number"], whole["businessNumber"], whole["representative"]) == (
        "123-45-67891",
        "123-45-67891",
        "홍*동",
    )
    assert "tax@example.com" not in f"{page} {whole}"
    assert line["supply"] + line["vat"] == whole["supply"] + whole["vat"] == whole["amount"] - 11_000
    assert set(await listed(client, by, f"month={this_month()}")) == {order, other}
    assert await listed(client, by, "month=2020-01") == []


async def file_of(client: Client, by: Login, month: str) -> list[dict[str, str]]:
    answer = await client.post(
        f"{CONSOLE}/invoice-files", json={"month": month, "reason": "11월 발행"}, headers=by.headers
    )
    assert answer.headers["cache-control"] == "private, no-store"
    assert answer.headers["content-disposition"] == f'attachment; filename="invoices-{month}.xlsx"'
    heads, *rows = as_excel_reads(answer.content)
    return [dict(zip(heads, row, strict=True)) for row in rows]


async def test_the_file_keeps_its_zeros_in_excel(client: Client, conn: Connection) -> None:
    by = await issuer(conn)
    order = await a_request(conn)
    await execute(
        conn,
        "UPDATE tax_invoice_requests SET business_number = '0123456789', company = '=1+1' WHERE order_id = %(id)s",
        id=order,
    )

    [row] = await file_of(client, by, this_month())

    assert (row["전자(세금)계산서 종류"], row["영수(01),청구(02)"]) == ("01", "01")
    assert row["공급받는자 등록번호"].replace("-", "") == "0123456789"
    assert row["공급받는자 상호"] == "=1+1"


async def test_the_file_of_a_month_in_seoul_marks_its_requests_exported_once(
    client: Client, conn: Connection
) -> None:
    by, member = await issuer(conn), await a_member(conn)
    moments = ["2026-10-31T14:59:59Z", "2026-10-31T15:00:00Z", "2026-11-30T14:59:59Z", "2026-11-30T15:00:00Z"]
    orders = [await a_request(conn, member) for _ in moments]
    for order, moment in zip(orders, moments, strict=True):
        await execute(
            conn,
            "UPDATE tax_invoice_requests SET requested_at = %(at)s WHERE order_id = %(order)s",
            at=moment,
            order=order,
        )

    once, twice = await file_of(client, by, "2026-11"), await file_of(client, by, "2026-11")

    assert [row["비고"] for row in once] == orders[1:3] == [row["비고"] for row in twice]
    assert await fetch_all(
        conn,
        bool,
        "SELECT exported_at IS NOT NULL FROM tax_invoice_requests ORDER BY requested_at",
    ) == [False, True, True, False]
    assert await recorded(conn) == [["invoices.file", "invoices", "2026-11", "11월 발행", {"count": 2}]] * 2


async def test_the_file_leaves_out_what_was_issued_refused_or_refunded_altogether(
    client: Client, conn: Connection
) -> None:
    by = await issuer(conn)
    issued, refused, refunded, waiting = [await a_request(conn) for _ in range(4)]
    await settle(client, by, issued, "issue")
    await settle(client, by, refused, "refuse")
    await execute(
        conn, "UPDATE payments SET cancelled_amount = amount WHERE order_id = %(order)s", order=refunded
    )

    rows = await file_of(client, by, this_month())

    assert [row["비고"] for row in rows] == [waiting]
    assert await fetch_all(
        conn, str, "SELECT order_id FROM tax_invoice_requests WHERE exported_at IS NOT NULL"
    ) == [waiting]


async def test_a_line_of_the_file_fits_hometaxs_template_and_is_about_what_was_not_refunded(
    client: Client, conn: Connection
) -> None:
    await execute(
        conn,
        """
        UPDATE site_config SET business_licence = '123-45-67891', business_name = '이음', representative = '김이음'
        """,
    )
    by, order = await issuer(conn), await a_request(conn, company="=HYPERLINK(1)")
    await execute(conn, "UPDATE payments SET cancelled_amount = 11000, method = '계좌이체'")
    await execute(conn, "UPDATE orders SET paid_at = '2026-11-04T15:00:00Z'")
    [row] = await file_of(client, by, this_month())

    # By the place of a column, not its heading, Hometax reads it.
    cells = list(row.values())
    assert len(cells) == 59
    assert cells[:6] == ["01", "20261105", "1234567891", "", "이음", "김이음"]
    assert cells[10:14] == ["1234567891", "", "=HYPERLINK(1)", "홍길동"]
    assert cells[17:22] == ["tax@example.com", "", "20000", "2000", order]
    assert cells[22:30] == ["05", "KT 고정 IP 1개월", "", "1", "20000", "20000", "2000", ""]
    assert cells[30:54] == [""] * 24
    assert cells[54:] == ["22000", "", "", "", "01"]


@pytest.mark.parametrize(("amount", "quantity", "unit"), [(66_000, 2, "30000"), (33_001, 2, "")])
async def test_a_unit_price_stands_in_the_file_if_it_is_whole(
    client: Client, conn: Connection, amount: int, quantity: int, unit: str
) -> None:
    by = await issuer(conn)
    await a_request(conn)
    await execute(
        conn,
        "UPDATE orders SET quantity = %(n)s, amount = %(amount)s, list_amount = %(amount)s",
        n=quantity,
        amount=amount,
    )

    [row] = await file_of(client, by, this_month())

    assert row["단가1"] == unit
    assert int(row["공급가액1"]) + int(row["세액1"]) == amount == int(row["현금"])


async def test_whoever_only_looks_takes_no_file_along(client: Client, conn: Connection) -> None:
    by = await a_staff(conn, "invoices.view", "accountant.export")
    await a_request(conn)

    answer = await client.post(
        f"{CONSOLE}/invoice-files", json={"month": this_month(), "reason": "보기"}, headers=by.headers
    )

    assert answer.status_code == 403
    assert not await fetch_one(conn, bool, "SELECT exported_at IS NOT NULL FROM tax_invoice_requests")


async def test_cash_receipts_are_listed_by_month_and_by_whether_they_were_issued(
    client: Client, conn: Connection
) -> None:
    by = await issuer(conn)
    member, plan = await a_member(conn), await a_plan(conn)
    orders = [
        await an_order(conn, member, plan, state="paid", method="transfer", cash_receipt=receipt)
        for receipt in ("income", "income", "none")
    ]
    for order, url in zip(orders, ("https://r", None, None), strict=True):
        await a_payment(conn, order, cash_receipt_url=url)

    async def found(query: str) -> set[str]:
        data = (await client.get(f"{CONSOLE}/cash-receipts?{query}", headers=by.headers)).json()["data"]
        return {item["orderId"] for item in data["items"]}

    assert await found("") == set(orders[:2])
    assert await found("issued=false") == {orders[1]}
    assert await found("issued=true") == {orders[0]}
    assert await found("kind=expense") == set()
    assert await found("month=2020-01") == set()


async def month_of(client: Client, by: Login, month: str) -> httpx.Response:
    return await client.post(
        f"{CONSOLE}/accountant/month", json={"month": month, "reason": "부가세 신고"}, headers=by.headers
    )


def tables(answer: httpx.Response) -> dict[str, list[dict[str, str]]]:
    assert answer.status_code == 200, answer.text
    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        return {
            name.split(" ", 1)[1]: list(csv.DictReader(io.StringIO(archive.read(name).decode("utf-8-sig"))))
            for name in archive.namelist()
        }


async def test_the_month_for_the_accountant_has_every_table_and_its_days_add_up(
    client: Client, conn: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    # So that every table is fetched in more than one go.
    monkeypatch.setattr(accountant, "BATCH", 1)
    by = await a_staff(conn, "accountant.export")
    orders = [await a_request(conn, company="@SUM(1)") for _ in range(3)]
    await execute(
        conn,
        "UPDATE payments SET state = 'approved', approved_at = now(), amount = 33000 WHERE order_id = ANY(%(o)s)",
        o=orders,
    )
    await execute(
        conn,
        """
        INSERT INTO refunds (order_id, member_id, state, mode, amount, points_returned, points_clawed_back,
                             calculation, reason, completed_at)
        SELECT id, member_id, 'done', 'full', 11000, 0, 0, '{}', '-', now() FROM orders WHERE id = %(order)s
        """,
        order=orders[0],
    )

    await execute(
        conn,
        """
        UPDATE payments SET cancelled_amount = 5500, cancelled_elsewhere = 5500, cancelled_elsewhere_at = now()
         WHERE order_id = %(order)s
        """,
        order=orders[1],
    )

    files = tables(await month_of(client, by, this_month()))

    assert list(files) == [
        "매출-일별.csv",
        "결제.csv",
        "환불.csv",
        "포인트.csv",
        "세금계산서.csv",
        "현금영수증.csv",
    ]
    (day,) = files["매출-일별.csv"]
    assert (day["결제 금액"], day["환불 금액"], day["순매출"]) == ("99000", "16500", "82500")
    assert (day["공급가액"], day["부가세"]) == ("75000", "7500")
    assert {row["주문번호"] for row in files["결제.csv"]} == set(orders)
    assert [row["주문번호"] for row in files["환불.csv"]] == [orders[0]]
    assert {row["상호"] for row in files["세금계산서.csv"]} == {"'@SUM(1)"}
    assert "홍길동" not in str(files)
    (entry,) = await recorded(conn)
    assert entry[:4] == ["accountant.export", "accountant", this_month(), "부가세 신고"]
    assert entry[4]["rows"]["결제.csv"] == 3


async def test_a_month_ends_at_midnight_in_seoul(client: Client, conn: Connection) -> None:
    by = await a_staff(conn, "accountant.export")
    order = await a_request(conn)
    await execute(
        conn,
        "UPDATE payments SET state = 'approved', approved_at = %(at)s WHERE order_id = %(order)s",
        at=datetime(2026, 1, 31, 14, 59, 59, tzinfo=UTC),
        order=order,
    )

    january, february = [
        tables(await month_of(client, by, month))["결제.csv"] for month in ("2026-01", "2026-02")
    ]

    assert [row["승인일시"] for row in january] == ["2026-01-31 23:59:59"]
    assert february == []


async def test_a_month_to_come_is_refused(client: Client, conn: Connection) -> None:
    by = await a_staff(conn, "accountant.export")

    answer = await month_of(client, by, "2099-01")

    assert (answer.status_code, answer.json()["code"]) == (409, "month_to_come")
    assert await recorded(conn) == []
