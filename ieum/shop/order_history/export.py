"""`ieum orders …`: exports every order of a span of days as a CSV file, in constant memory."""

import argparse
import sys
from collections.abc import Callable, Iterator, Mapping
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any, LiteralString

import psycopg
from psycopg.rows import dict_row

from ieum.shop.kernel import seoul, spreadsheets
from ieum.shop.kernel.masking import mask_login_id
from ieum.shop.kernel.settings import Settings
from ieum.shop.kernel.spreadsheets import Cell
from ieum.shop.orders.pricing import split_vat

# Rows in memory at a time, here and at the database.
BATCH = 5_000

STATES = {
    "awaiting_payment": "결제대기",
    "awaiting_deposit": "입금대기",
    "due": "결제예정",
    "confirming": "결제확인중",
    "paid": "결제완료",
    "failed": "결제실패",
    "expired": "기한만료",
    "cancelled": "주문취소",
    "refunding": "환불처리중",
    "refunded": "환불완료",
}
METHODS = {
    "card": "카드",
    "transfer": "계좌이체",
    "virtual_account": "가상계좌",
    "billing": "정기결제",
    "points": "포인트",
}
_KINDS = {"purchase": "구매", "renewal": "연장"}
_PLAN_KINDS = {"static": "고정 IP VPN", "dynamic": "유동 IP VPN", "ticket": "IP 교체권"}
_CASH_RECEIPTS = {"none": "", "income": "소득공제", "expense": "지출증빙"}
type Row = Mapping[str, Any]

# The export's headings, and what stands under each; the buyer is masked, because the file is about money.
COLUMNS: Mapping[str, Callable[[Row], Cell]] = {
    "주문번호": lambda row: row["id"],
    "주문일시": lambda row: seoul.minute(row["created_at"]),
    "결제일시": lambda row: seoul.minute(row["paid_at"]) if row["paid_at"] else None,
    "상태": lambda row: STATES[row["state"]],
    "구분": lambda row: _KINDS[row["kind"]],
    "종류": lambda row: _PLAN_KINDS[row["plan_kind"]],
    "상품": lambda row: row["plan_name"],
    "개월": lambda row: row["months"],
    "수량": lambda row: row["quantity"],
    "상품금액": lambda row: row["list_amount"],
    "할인금액": lambda row: row["discount_amount"],
    "사용포인트": lambda row: row["points_used"],
    "결제금액": lambda row: row["amount"],
    "공급가액": lambda row: split_vat(row["amount"])[0],
    "부가세": lambda row: split_vat(row["amount"])[1],
    "환불금액": lambda row: row["returned"],
    "결제방법": lambda row: METHODS[row["method"]],
    "결제수단": lambda row: row["provider_method"],
    "현금영수증": lambda row: _CASH_RECEIPTS[row["cash_receipt"]],
    "정기결제번호": lambda row: row["subscription_id"],
    "회차": lambda row: row["period"],
    "회원번호": lambda row: row["member_id"],
    "아이디": lambda row: mask_login_id(row["login_id"] or ""),
}

# Oldest first: PostgreSQL reads the newest-first index backwards, so the first row comes at once and nothing is sorted.
ORDERS: LiteralString = """
    SELECT o.id, o.created_at, o.paid_at, o.state, o.kind, p.kind AS plan_kind, p.name AS plan_name, o.months,
           o.quantity, o.list_amount, o.discount_amount, o.points_used, o.amount,
           coalesce(y.cancelled_amount, 0) AS returned, o.method, y.method AS provider_method, o.cash_receipt,
           o.subscription_id, o.period, o.member_id, m.login_id
      FROM orders o
      JOIN plans p ON p.id = o.plan_id
      JOIN members m ON m.id = o.member_id
      LEFT JOIN payments y ON y.order_id = o.id AND y.state <> 'refused'
     WHERE o.created_at >= %(since)s AND o.created_at < %(until)s
     ORDER BY o.created_at, o.id DESC
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--from", dest="first", type=date.fromisoformat, required=True, help="first day (Seoul)"
    )
    parser.add_argument(
        "--to", dest="last", type=date.fromisoformat, required=True, help="last day, included"
    )
    parser.add_argument("--csv", type=Path, required=True, help="file to write, - for the standard output")


def run(arguments: argparse.Namespace, settings: Settings) -> int:
    if arguments.last < arguments.first:
        sys.stderr.write("--to is before --from.\n")
        return 2
    with psycopg.connect(settings.database_url) as conn, spreadsheets.writing(arguments.csv) as write:
        write(list(COLUMNS))
        count = 0
        for row in read(
            conn, since=seoul.moment_of(arguments.first), until=seoul.moment_of(arguments.last + timedelta(1))
        ):
            write(cells(row))
            count += 1
    sys.stderr.write(f"{count} orders\n")
    return 0


def read(conn: psycopg.Connection[Any], *, since: datetime, until: datetime) -> Iterator[Row]:
    """Reads through a server-side cursor, so that neither side holds more than a batch."""
    with conn.cursor(name="orders", row_factory=dict_row) as cursor:
        cursor.itersize = BATCH
        cursor.execute(ORDERS, {"since": since, "until": until})
        yield from cursor


def cells(row: Row) -> list[Cell]:
    return [cell_of(row) for cell_of in COLUMNS.values()]
