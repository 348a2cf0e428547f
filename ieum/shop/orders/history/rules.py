"""What may still be done about an order, and when it ran. Pure."""

from datetime import date, datetime

from ieum.shop.orders.history.types import OrderFacts
from ieum.shop.orders.invoices.rules import hindrance
from ieum.shop.orders.rules import last_day
from ieum.shop.orders.types import OrderState
from ieum.shop.seoul import SEOUL


def days_of(facts: OrderFacts) -> tuple[date | None, date | None]:
    """The first and the last day of use in Seoul; none where nothing was handed out."""
    if facts.starts_at is None or facts.ends_at is None:
        return None, None
    return facts.starts_at.astimezone(SEOUL).date(), last_day(facts.ends_at)


def may_request_tax_invoice(facts: OrderFacts) -> bool:
    return facts.tax_invoice_at is None and hindrance(facts) is None


def may_refund(facts: OrderFacts, now: datetime) -> bool:
    """Whether there is anything left to give back for; what it is, and whether the terms allow it, the quote tells."""
    if facts.state is not OrderState.PAID or facts.refund_state is not None:
        return False
    is_over = facts.ends_at is None or now >= facts.ends_at
    return not is_over and (facts.plan_kind != "ticket" or facts.tickets_left > 0)
