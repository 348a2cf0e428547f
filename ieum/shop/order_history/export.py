"""`ieum orders …`: exports every order of a span of days as a CSV file, in constant memory."""

import argparse
import sys
from collections.abc import Iterator
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any, LiteralString

import psycopg

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
HEADINGS = [
    "주문번호",
    "주문일시",
    "결제일시",
    "상태",
    "구분",
    "종류",
    "상품",
    "개월",
    "수량",
    "상품금액",
    "할인금액",
    "사용포인트",
    "결제금액",
    "공급가액",
    "부가세",
    "환불금액",
    "결제방법",
    "결제수단",
    "현금영수증",
    "정기결제번호",
    "회차",
    "회원번호",
    "아이디",
]

# Oldest first: PostgreSQL reads the newest-first index backwards, so the first row comes at once and nothing is sorted.
ORDERS: LiteralString = """
    SELECT o.id, o.created_at, o.paid_at, o.state, o.kind, p.kind, p.name, o.months, o.quantity, o.list_amount,
           o.discount_amount, o.points_used, o.amount, coalesce(y.cancelled_amount, 0), o.method, y.method,
           o.cash_receipt, o.subscription_id, o.period, o.member_id, m.login_id
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
        write(HEADINGS)
        count = 0
        for row in read(
            conn, since=seoul.moment_of(arguments.first), until=seoul.moment_of(arguments.last + timedelta(1))
        ):
            write(cells(row))
            count += 1
    sys.stderr.write(f"{count} orders\n")
    return 0


def read(conn: psycopg.Connection[Any], *, since: datetime, until: datetime) -> Iterator[tuple[Any, ...]]:
    """Reads through a server-side cursor, so that neither side holds more than a batch."""
    with conn.cursor(name="orders") as cursor:
        cursor.itersize = BATCH
        cursor.execute(ORDERS, {"since": since, "until": until})
        yield from cursor


def cells(row: tuple[Any, ...]) -> list[Cell]:
    """A row of `ORDERS` as the cells under `HEADINGS`; the buyer is masked, because the file is about money."""
    (
        order_id, created_at, paid_at, state, kind, plan_kind, plan, months, quantity, listed, discount, points,
        amount, returned, method, provider_method, cash_receipt, subscription, period, member, login_id,
    ) = row  # fmt: skip
    supply, vat = split_vat(amount)
    return [
        order_id,
        seoul.minute(created_at),
        seoul.minute(paid_at) if paid_at else None,
        STATES[state],
        _KINDS[kind],
        _PLAN_KINDS[plan_kind],
        plan,
        months,
        quantity,
        listed,
        discount,
        points,
        amount,
        supply,
        vat,
        returned,
        METHODS[method],
        provider_method,
        _CASH_RECEIPTS[cash_receipt],
        subscription,
        period,
        member,
        mask_login_id(login_id or ""),
    ]
