"""Filters of tax invoices and cash receipts, and the days of a month."""

from datetime import date, datetime
from typing import Annotated, LiteralString

import msgspec
from msgspec import Meta

from ieum.shop.desk.lists import Text, Where
from ieum.shop.invoices.desk.types import InvoiceState, Month, ReceiptKind
from ieum.shop.invoices.desk.words import STATES
from ieum.shop.invoices.export import next_month
from ieum.shop.kernel import seoul
from ieum.shop.orders.words import CASH_RECEIPTS

# Whether the provider has issued it.
RECEIPTS = {"true": "발급", "false": "확인 필요"}
_KINDS = {kind: word for kind, word in CASH_RECEIPTS.items() if kind != "none"}


class InvoiceFilters(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`q` is an order, a business number or the whole name of a company."""

    state: Annotated[InvoiceState, Meta(title="상태", extra_json_schema={"words": STATES})] | None = None
    month: Annotated[Month, Meta(title="신청한 달", extra_json_schema={"options": "months"})] | None = None
    q: Text | None = None


class CashReceiptFilters(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    month: Annotated[Month, Meta(title="결제한 달", extra_json_schema={"options": "months"})] | None = None
    kind: Annotated[ReceiptKind, Meta(title="용도", extra_json_schema={"words": _KINDS})] | None = None
    issued: Annotated[bool, Meta(title="발급", extra_json_schema={"words": RECEIPTS})] | None = None


_MISSING: LiteralString = """
    SELECT order_id FROM payments WHERE wants_cash_receipt AND cash_receipt_url IS NULL AND approved_at IS NOT NULL
"""


def span_of(month: str) -> tuple[datetime, datetime]:
    """From the first moment of a month in Seoul to the first of the next."""
    first = date.fromisoformat(f"{month}-01")
    return seoul.moment_of(first), seoul.moment_of(next_month(first))


def where_of(filters: InvoiceFilters) -> Where:
    """Conditions on `tax_invoice_requests t`."""
    where = Where()
    if filters.month:
        since, until = span_of(filters.month)
        where.add("t.requested_at >= %(since)s AND t.requested_at < %(until)s", since=since, until=until)
    if filters.state == "open":
        where.add("t.issued_at IS NULL AND t.refused_at IS NULL")
    elif filters.state == "issued":
        where.add("t.issued_at IS NOT NULL")
    elif filters.state == "refused":
        where.add("t.refused_at IS NOT NULL")
    words = (filters.q or "").strip()
    if words:
        where.add(
            "(t.order_id = %(q)s OR t.business_number = %(number)s OR t.company = %(q)s)",
            q=words,
            number=words.replace("-", ""),
        )
    return where


def receipts_where_of(filters: CashReceiptFilters) -> Where:
    """Conditions on `orders o`."""
    where = Where()
    where.add("o.cash_receipt <> 'none' AND o.paid_at IS NOT NULL")
    if filters.month:
        since, until = span_of(filters.month)
        where.add("o.paid_at >= %(since)s AND o.paid_at < %(until)s", since=since, until=until)
    # Written out, so that the index of the few kinds is found in every plan.
    if filters.kind == "expense":
        where.add("o.cash_receipt = 'expense'")
    elif filters.kind == "income":
        where.add("o.cash_receipt = 'income'")
    # Those that are missing are few and have an index, so that no payment of the others is looked at.
    if filters.issued is True:
        where.add(f"o.id NOT IN ({_MISSING})")
    elif filters.issued is False:
        where.add(f"o.id = ANY(ARRAY({_MISSING}))")
    return where
