"""What a refund is calculated from, as pure values: an order of 30,000 won, paid on 20 November 2026.

It was first used on the day after.
"""

from datetime import UTC, datetime

import msgspec

from ieum.shop.kernel.months import end_of_period
from ieum.shop.kernel.seoul import SEOUL
from ieum.shop.orders.types import OrderState
from ieum.shop.refunds.types import Purchase, Term, Tickets


def seoul(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=SEOUL).astimezone(UTC)


PAID = seoul("2026-11-20 14:05")
# The 30 days from 21 November to 20 December.
MONTH = Term(PAID, end_of_period(PAID, 1))
# Paid early: it begins when the other period ends.
NEXT_MONTH = Term(MONTH.ends_at, end_of_period(MONTH.ends_at, 1))
USED = seoul("2026-11-21 09:00")
USED_AT_ONCE = seoul("2026-11-20 14:10")


def bought(**changed: object) -> Purchase:
    usual = Purchase(
        amount=30_000,
        returned=0,
        points_used=0,
        points_earned=0,
        state=OrderState.PAID,
        paid_at=PAID,
        term=MONTH,
        tickets=None,
        first_used_at=USED,
        reversed=False,
        later_period=False,
        later_payment=False,
        unused_only=False,
        penalty_percent=0,
        shortest_amount=None,
        balance=0,
    )
    return msgspec.structs.replace(usual, **changed)


def tickets(of: int, left: int, **changed: object) -> Purchase:
    return bought(term=None, tickets=Tickets(of, left), first_used_at=None, **changed)
