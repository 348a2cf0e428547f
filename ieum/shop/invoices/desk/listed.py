"""The lists of tax invoices and of cash receipts. Neither leaves the console as a file."""

from datetime import datetime
from typing import LiteralString

from ieum.shop.desk.listing import Column, List
from ieum.shop.desk.lists import newest
from ieum.shop.invoices.desk import queries, words
from ieum.shop.invoices.desk.filters import (
    RECEIPTS,
    CashReceiptFilters,
    InvoiceFilters,
    receipts_where_of,
    where_of,
)
from ieum.shop.invoices.desk.types import InvoiceState, ReceiptKind
from ieum.shop.invoices.rules import with_hyphens
from ieum.shop.orders.pricing import split_vat
from ieum.shop.orders.types import OrderId
from ieum.shop.orders.words import CASH_RECEIPTS

_LEFT: LiteralString = "o.amount - coalesce(y.cancelled_amount, 0)"
INVOICES = List(
    name="invoices",
    label="세금계산서",
    permission="invoices.view",
    filters=InvoiceFilters,
    where_of=where_of,
    search="주문번호, 사업자등록번호, 상호 전체",
    key="t.order_id",
    counted="tax_invoice_requests t",
    source=queries.SOURCE,
    orders={"newest": newest("t.requested_at", "t.order_id", "text")},
    columns=(
        Column("order_id", "주문", "t.order_id", type=OrderId, on="row"),
        Column("company", "상호", "t.company", type=str, on="screen"),
        Column(
            "number", "사업자등록번호", "t.business_number", "own", str, converted=with_hyphens, on="screen"
        ),
        Column(
            "state",
            "상태",
            queries.STATE,
            "state",
            InvoiceState,
            words=words.STATES,
            tones=words.TONES,
            on="screen",
        ),
        # An invoice is over what was not refunded.
        Column("supply", "공급가액", _LEFT, "won", int, converted=lambda won: split_vat(won)[0], on="screen"),
        Column("vat", "세액", _LEFT, "won", int, converted=lambda won: split_vat(won)[1], on="screen"),
        Column("requested_at", "신청", "t.requested_at", "when", datetime, on="screen"),
        Column("exported_at", "파일로 받음", "t.exported_at", "when", on="screen"),
        Column("issued_number", "승인번호", "t.issued_number", is_extra=True, on="screen"),
    ),
    is_kept_here=True,
)
RECEIPT_LIST = List(
    name="cash-receipts",
    label="현금영수증",
    permission="invoices.view",
    filters=CashReceiptFilters,
    where_of=receipts_where_of,
    key="o.id",
    counted="orders o",
    source="orders o LEFT JOIN payments y ON y.order_id = o.id AND y.state <> 'refused'",
    orders={"paid": newest("o.paid_at", "o.id", "text")},
    columns=(
        Column("order_id", "주문", "o.id", "own", OrderId, on="screen"),
        Column("kind", "용도", "o.cash_receipt", type=ReceiptKind, words=CASH_RECEIPTS, on="screen"),
        Column(
            "issued",
            "발급",
            "y.cash_receipt_url IS NOT NULL",
            "state",
            bool,
            words=RECEIPTS,
            tones={"true": "ok", "false": "warn"},
            on="screen",
        ),
        Column("amount", "결제 금액", "o.amount", "won", int, on="screen"),
        Column("returned", "환불", "nullif(y.cancelled_amount, 0)", "won", on="screen"),
        Column("paid_at", "결제", "o.paid_at", "when", datetime, on="screen"),
    ),
    is_kept_here=True,
)
