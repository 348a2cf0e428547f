"""What can be bought now."""

from datetime import UTC, datetime

import msgspec

from ieum.shop.catalog import queries
from ieum.shop.catalog.types import Kind, PeriodPrice, Plan, PlanPrices, QuantityDiscount
from ieum.shop.db import Connection


async def list_plans(conn: Connection, kind: Kind) -> list[Plan]:
    """Two queries, however many plans."""
    rows = await queries.list_plans(conn, kind)
    prices = await queries.list_prices(conn, [row.id for row in rows], datetime.now(UTC))
    return [
        Plan(
            **msgspec.structs.asdict(row),
            prices=period_prices(prices[row.id], kind),
            quantity_discounts=[QuantityDiscount(*step) for step in prices[row.id].discounts],
        )
        for row in rows
    ]


def period_prices(prices: PlanPrices, kind: Kind) -> list[PeriodPrice]:
    """Saving is against paying by the month; where no month is sold there is nothing to compare with.

    A ticket that may wait for longer is not so many tickets.
    """
    month = None if kind == "ticket" else prices.amount(1)
    return [
        PeriodPrice(months, amount, amount // months, max(0, month * months - amount) if month else 0)
        for months, amount in prices.amounts
    ]
