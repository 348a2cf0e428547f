"""The file of a month's requests, as whoever issues the invoices copies it from."""

from collections.abc import Callable, Mapping
from datetime import date

from ieum.shop.invoices.rules import with_hyphens
from ieum.shop.invoices.types import InvoiceRow
from ieum.shop.kernel import seoul
from ieum.shop.kernel.spreadsheets import Cell
from ieum.shop.order_history.words import METHODS, STATES
from ieum.shop.orders.pricing import split_vat

# The export's headings, and what stands under each; the invoice is over the amount that was not refunded.
COLUMNS: Mapping[str, Callable[[InvoiceRow], Cell]] = {
    "신청일시": lambda row: seoul.minute(row.requested_at),
    "주문번호": lambda row: row.order_id,
    "작성일자": lambda row: seoul.day(row.paid_at) if row.paid_at else None,
    "사업자등록번호": lambda row: with_hyphens(row.business_number),
    "상호": lambda row: row.company,
    "대표자": lambda row: row.representative,
    "주소": lambda row: row.address,
    "업태": lambda row: row.business_type,
    "종목": lambda row: row.business_item,
    "이메일": lambda row: row.email,
    "품목": lambda row: f"{row.plan_name} {row.months}개월",
    "수량": lambda row: row.quantity,
    "공급가액": lambda row: split_vat(row.amount - row.returned)[0],
    "세액": lambda row: split_vat(row.amount - row.returned)[1],
    "합계": lambda row: row.amount - row.returned,
    "결제금액": lambda row: row.amount,
    "환불금액": lambda row: row.returned,
    "결제방법": lambda row: METHODS[row.method],
    "주문상태": lambda row: STATES[row.state],
    "먼저내보낸일시": lambda row: seoul.minute(row.exported_at) if row.exported_at else None,
}


def cells(row: InvoiceRow) -> list[Cell]:
    return [cell_of(row) for cell_of in COLUMNS.values()]


def next_month(first: date) -> date:
    return date(first.year + first.month // 12, first.month % 12 + 1, 1)
