"""What can be bought now."""

import msgspec

from ieum.shop.catalog import queries
from ieum.shop.catalog.types import Kind, PeriodPrice, Plan, PriceRow
from ieum.shop.db import Connection


async def list_plans(conn: Connection, kind: Kind) -> list[Plan]:
    """Two queries, however many plans."""
    rows = await queries.list_plans(conn, kind)
    prices = await queries.list_prices(conn, [row.id for row in rows])
    return [
        Plan(
            **msgspec.structs.asdict(row),
            prices=period_prices([price for price in prices if price.plan_id == row.id]),
        )
        for row in rows
    ]


def period_prices(prices: list[PriceRow]) -> list[PeriodPrice]:
    """Saving is against paying by the month; where no month is sold there is nothing to compare with."""
    month = next((price.amount for price in prices if price.months == 1), None)
    return [
        PeriodPrice(
            price.months,
            price.amount,
            price.amount // price.months,
            max(0, month * price.months - price.amount) if month else 0,
        )
        for price in sorted(prices, key=lambda price: price.months)
    ]
