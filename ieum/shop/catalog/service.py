"""Plans with their prices, as visitors and members see them."""

from datetime import UTC, datetime

import msgspec

from ieum.shop.catalog import queries
from ieum.shop.catalog.types import Kind, PeriodPrice, Plan, PlanId, PlanPrices, PlanRow, QuantityDiscount
from ieum.shop.kernel.db import Connection


async def list_plans(conn: Connection, kind: Kind) -> list[Plan]:
    """List what can be bought now, in two queries however many plans there are."""
    rows = await queries.list_plans(conn, kind)
    now = datetime.now(UTC)
    prices = await queries.list_prices(conn, [(row.id, now) for row in rows])
    return [_priced(row, prices[row.id, now]) for row in rows]


async def get_held(conn: Connection, plan: PlanId) -> Plan:
    """Return a plan for a member who has it and may prolong it, whether or not it is on sale to others."""
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
    """Return the price of each period, and what it saves against the price of one month, where there is one.

    A ticket saves nothing: its months say how long it is valid, not how often it is paid for.
    """
    month = None if kind == "ticket" else prices.amount(1)
    return [
        PeriodPrice(months, amount, amount // months, max(0, month * months - amount) if month else 0)
        for months, amount in prices.amounts
    ]
