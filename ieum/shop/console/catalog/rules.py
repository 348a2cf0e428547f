"""What new prices change for whom. Pure."""

from collections.abc import Iterable, Sequence
from fractions import Fraction

import msgspec

from ieum.shop.catalog.types import PlanPrices
from ieum.shop.orders import pricing


class Running(msgspec.Struct, frozen=True):
    """So many subscriptions of a plan for the same period and quantity, at the amount they agreed to."""

    months: int
    quantity: int
    amount: int
    count: int


class Reach(msgspec.Struct, frozen=True):
    """How many running subscriptions must agree before they pay more, and how many pay less by themselves."""

    must_agree: int
    pay_less: int


def with_changes(
    prices: PlanPrices, amounts: Iterable[tuple[int, int]], discounts: Iterable[tuple[int, int]]
) -> PlanPrices:
    """What a plan costs once these versions have begun; zero percent ends a discount."""
    steps = dict(prices.discounts) | dict(discounts)
    return PlanPrices(
        prices.plan_id,
        sorted((dict(prices.amounts) | dict(amounts)).items()),
        sorted((quantity, percent) for quantity, percent in steps.items() if percent > 0),
    )


def reach_of(after: PlanPrices, running: Sequence[Running]) -> Reach:
    must_agree = pay_less = 0
    for group in running:
        amount = pricing.amount_of(after, months=group.months, quantity=group.quantity)
        if amount is None:
            continue
        must_agree += group.count if amount > group.amount else 0
        pay_less += group.count if amount < group.amount else 0
    return Reach(must_agree, pay_less)


def is_cut(before: PlanPrices, after: PlanPrices) -> bool:
    """Whether anybody could buy for less than before: a lower price, or a discount that is new or higher.

    A period that was not sold before is a cut where its month costs less than any month did.
    Quantities are tried one by one, because a higher step may lie below a lower one.
    """
    return _is_cheaper_by_month(before, after) or any(
        (pricing.amount_of(after, months=months, quantity=quantity) or 0)
        < (pricing.amount_of(before, months=months, quantity=quantity) or 0)
        for months, _ in before.amounts
        for quantity in range(1, 101)
    )


def _is_cheaper_by_month(before: PlanPrices, after: PlanPrices) -> bool:
    if not before.amounts:
        return False
    sold = {months for months, _ in before.amounts}
    cheapest = min(Fraction(amount, months) for months, amount in before.amounts)
    return any(months not in sold and Fraction(amount, months) < cheapest for months, amount in after.amounts)
