"""Decides what a member may still do with an order, and over which days it ran. Pure."""

from datetime import date, datetime
from enum import StrEnum

from ieum.shop.kernel.months import last_day
from ieum.shop.kernel.seoul import SEOUL
from ieum.shop.order_history.types import OrderRow
from ieum.shop.orders.types import OrderState


def days_of(row: OrderRow) -> tuple[date | None, date | None]:
    """The first and the last day of use in Seoul; both None where nothing was delivered."""
    if row.starts_at is None or row.ends_at is None:
        return None, None
    return row.starts_at.astimezone(SEOUL).date(), last_day(row.ends_at)


def may_request_tax_invoice(row: OrderRow) -> bool:
    return row.tax_invoice_at is None and why_no_invoice(row) is None


def may_refund(row: OrderRow, now: datetime) -> bool:
    """Tell whether anything refundable is left; the quote decides how much, and whether the terms allow it."""
    if row.state is not OrderState.PAID or row.refund_state is not None:
        return False
    is_over = row.ends_at is None or now >= row.ends_at
    return not is_over and (row.plan_kind != "ticket" or row.tickets_left > 0)


class NoInvoice(StrEnum):
    """Reasons why an order cannot have a tax invoice, in the sentences that the member reads."""

    NOT_PAID = "결제가 완료된 주문만 신청하실 수 있습니다. 결제내역에서 주문 상태를 확인해 주세요."
    NOTHING_PAID = "결제하신 금액이 없는 주문은 세금계산서를 발행하지 않습니다. 결제내역에서 확인해 주세요."
    CARD = "카드와 간편결제는 매출전표가 증빙이라 세금계산서를 신청하실 수 없습니다. 결제내역의 영수증을 이용해 주세요."
    CASH_RECEIPT = (
        "현금영수증을 신청하신 주문은 세금계산서를 신청하실 수 없습니다."
        " 결제내역의 현금영수증을 이용해 주세요."
    )


def why_no_invoice(row: OrderRow) -> NoInvoice | None:
    """A payment has only one tax document: a card slip, a cash receipt or a tax invoice (부가가치세법 33②)."""
    if row.state is not OrderState.PAID:
        return NoInvoice.NOT_PAID
    if not row.amount:
        return NoInvoice.NOTHING_PAID
    if row.method not in {"transfer", "virtual_account"}:
        return NoInvoice.CARD
    if row.cash_receipt != "none" or row.cash_receipt_url is not None:
        return NoInvoice.CASH_RECEIPT
    return None
