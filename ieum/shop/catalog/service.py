"""What can be bought now."""

from datetime import UTC, datetime

import msgspec

from ieum.shop.catalog import queries
from ieum.shop.catalog.types import Kind, PeriodPrice, Plan, PlanId, PlanPrices, PlanRow, QuantityDiscount
from ieum.shop.kernel.db import Connection


async def list_plans(conn: Connection, kind: Kind) -> list[Plan]:
    """Two queries, however many plans."""
    rows = await queries.list_plans(conn, kind)
    now = datetime.now(UTC)
    prices = await queries.list_prices(conn, [(row.id, now) for row in rows])
    return [_priced(row, prices[row.id, now]) for row in rows]


async def get_held(conn: Connection, plan: PlanId) -> Plan:
    """A plan for those who have it and would have it for longer, be it for sale to others or not."""
    return _priced(
        await queries.get_held(conn, plan), await queries.load_prices(conn, plan, datetime.now(UTC))
    )


def _priced(row: PlanRow, prices: PlanPrices) -> Plan:
    return Plan(
        **msgspec.structs.asdict(row),
        prices=period_prices(prices, row.kind),
        quantity_discounts=[QuantityDiscount(*step) for step in prices.discounts],
    )


def period_prices(prices: PlanPrices, kind: Kind) -> list[PeriodPrice]:
    """Saving is against paying by the month; where no month is sold there is nothing to compare with.

    A ticket that may wait for longer is not so many tickets.
    """
    month = None if kind == "ticket" else prices.amount(1)
    return [
        PeriodPrice(months, amount, amount // months, max(0, month * months - amount) if month else 0)
        for months, amount in prices.amounts
    ]
