"""The price of a plan before points. Pure (docs/decisions/0021)."""

from ieum.shop.catalog.types import PlanPrices


def amount_of(prices: PlanPrices, *, months: int, quantity: int) -> int | None:
    """The price before points; None if the plan is not sold for so many months."""
    unit = prices.amount(months)
    return None if unit is None else unit * quantity - quantity_discount(prices, unit, quantity)


def quantity_discount(prices: PlanPrices, unit: int, quantity: int) -> int:
    return unit * quantity * prices.percent(quantity) // 100
