"""What may still be done about an order, and when it ran. Pure."""

from datetime import date, datetime
from enum import StrEnum

from ieum.shop.kernel.months import last_day
from ieum.shop.kernel.seoul import SEOUL
from ieum.shop.order_history.types import OrderFacts
from ieum.shop.orders.types import OrderState


def days_of(facts: OrderFacts) -> tuple[date | None, date | None]:
    """The first and the last day of use in Seoul; none where nothing was handed out."""
    if facts.starts_at is None or facts.ends_at is None:
        return None, None
    return facts.starts_at.astimezone(SEOUL).date(), last_day(facts.ends_at)


def may_request_tax_invoice(facts: OrderFacts) -> bool:
    return facts.tax_invoice_at is None and why_no_invoice(facts) is None


def may_refund(facts: OrderFacts, now: datetime) -> bool:
    """Whether there is anything left to give back for; what it is, and whether the terms allow it, the quote tells."""
    if facts.state is not OrderState.PAID or facts.refund_state is not None:
        return False
    is_over = facts.ends_at is None or now >= facts.ends_at
    return not is_over and (facts.plan_kind != "ticket" or facts.tickets_left > 0)


class NoInvoice(StrEnum):
    """Why an order has no tax invoice; each has a sentence of its own."""

    NOT_PAID = "not_paid"
    NOTHING_PAID = "nothing_paid"
    CARD = "card"
    CASH_RECEIPT = "cash_receipt"


def why_no_invoice(facts: OrderFacts) -> NoInvoice | None:
    """Money has one proof: a card's slip, a cash receipt or a tax invoice (부가가치세법 33②)."""
    if facts.state is not OrderState.PAID:
        return NoInvoice.NOT_PAID
    if not facts.amount:
        return NoInvoice.NOTHING_PAID
    if facts.method not in {"transfer", "virtual_account"}:
        return NoInvoice.CARD
    if facts.cash_receipt != "none" or facts.cash_receipt_url is not None:
        return NoInvoice.CASH_RECEIPT
    return None
