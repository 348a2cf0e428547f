"""Effects of new prices on subscribers and buyers. Pure."""

from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from fractions import Fraction

import msgspec

from ieum.shop.catalog.rules import amount_of
from ieum.shop.catalog.types import PlanPrices


class Running(msgspec.Struct, frozen=True):
    """Subscriptions of a plan for a period and quantity at the amount that they agreed to, counted."""

    months: int
    quantity: int
    amount: int
    count: int


class Reach(msgspec.Struct, frozen=True):
    """Number of running subscriptions that must agree before they pay more, and that pay less by themselves."""

    must_agree: int
    pay_less: int


class Leap(msgspec.Struct, frozen=True):
    """A price that moves by more than half: won for a month of one, before and after."""

    label: str
    old: Fraction
    new: Fraction

    @property
    def percent(self) -> int:
        return round(abs(self.new - self.old) / self.old * 100)


def with_changes(
    prices: PlanPrices, amounts: Iterable[tuple[int, int]], discounts: Iterable[tuple[int, int]]
) -> PlanPrices:
    """Return a plan's prices once these versions have begun; zero percent ends a discount."""
    steps = dict(prices.discounts) | dict(discounts)
    return PlanPrices(
        prices.plan_id,
        sorted((dict(prices.amounts) | dict(amounts)).items()),
        sorted((quantity, percent) for quantity, percent in steps.items() if percent > 0),
    )


def carried_on(
    later: PlanPrices, after: PlanPrices, *, months: AbstractSet[int], quantities: AbstractSet[int]
) -> PlanPrices:
    """Return a plan's later prices, if these periods and quantities cost then what they do `after` a change."""
    return PlanPrices(
        later.plan_id,
        _mixed(later.amounts, after.amounts, months),
        _mixed(later.discounts, after.discounts, quantities),
    )


def reach_of(after: PlanPrices, running: Sequence[Running]) -> Reach:
    must_agree = pay_less = 0
    for group in running:
        amount = amount_of(after, months=group.months, quantity=group.quantity)
        if amount is None:
            continue
        must_agree += group.count if amount > group.amount else 0
        pay_less += group.count if amount < group.amount else 0
    return Reach(must_agree, pay_less)


def is_cut(before: PlanPrices, after: PlanPrices, comparable: Sequence[PlanPrices] = ()) -> bool:
    """Tell whether anybody could buy for less than before: a lower price, or a discount that is new or higher.

    A period that was not sold before is a cut if its month costs less than any month did. First prices of a plan are
    a cut if a month costs less than with every comparable plan. Quantities are tried one by one, because a higher
    step may lie below a lower one. A period that is no longer sold is no cut.
    """
    if not before.amounts:
        return any(_undercuts(after, comparable, quantity) for quantity in _QUANTITIES)
    return _is_cheaper_by_month(before, after) or any(
        _is_less(
            amount_of(after, months=months, quantity=quantity),
            amount_of(before, months=months, quantity=quantity),
        )
        for months, _ in before.amounts
        for quantity in _QUANTITIES
    )


def leaps_of(before: PlanPrices, after: PlanPrices, comparable: Sequence[PlanPrices] = ()) -> list[Leap]:
    """New prices of a month that lie more than half above or below the old ones, in the order of their rows.

    A new period is compared with the cheapest month of the plan, a first price with that of the comparable plans.
    """
    cheapest = _cheapest_month([before] if before.amounts else comparable)
    leaps = [
        Leap(f"{months}개월", old, Fraction(amount, months))
        for months, amount in after.amounts
        if before.amount(months) != amount
        and (old := _month(before, months) or cheapest) is not None
        and _is_leap(old, Fraction(amount, months))
    ]
    for quantity, _ in after.discounts:
        old = _cheapest_month([before] if before.amounts else comparable, quantity)
        new = _cheapest_month([after], quantity)
        if before.percent(quantity) != after.percent(quantity) and old and new and _is_leap(old, new):
            leaps.append(Leap(f"{quantity}개 이상", old, new))
    return leaps


def _mixed(
    later: Iterable[tuple[int, int]], after: Iterable[tuple[int, int]], changed: AbstractSet[int]
) -> list[tuple[int, int]]:
    return sorted(
        [each for each in later if each[0] not in changed] + [each for each in after if each[0] in changed]
    )


_QUANTITIES = range(1, 101)


def _is_less(amount: int | None, than: int | None) -> bool:
    return amount is not None and than is not None and amount < than


def _is_leap(old: Fraction, new: Fraction) -> bool:
    return not old / 2 <= new <= old * 3 / 2


def _undercuts(prices: PlanPrices, others: Sequence[PlanPrices], quantity: int) -> bool:
    own, cheapest = _cheapest_month([prices], quantity), _cheapest_month(others, quantity)
    return own is not None and cheapest is not None and own < cheapest


def _month(prices: PlanPrices, months: int, quantity: int = 1) -> Fraction | None:
    """Return the monthly price of one; None if the plan is not sold for so many months."""
    amount = amount_of(prices, months=months, quantity=quantity)
    return None if amount is None else Fraction(amount, months * quantity)


def _cheapest_month(plans: Sequence[PlanPrices], quantity: int = 1) -> Fraction | None:
    months = [_month(prices, months, quantity) for prices in plans for months, _ in prices.amounts]
    return min((month for month in months if month is not None), default=None)


def _is_cheaper_by_month(before: PlanPrices, after: PlanPrices) -> bool:
    sold = {months for months, _ in before.amounts}
    cheapest = min(Fraction(amount, months) for months, amount in before.amounts)
    return any(months not in sold and Fraction(amount, months) < cheapest for months, amount in after.amounts)
