"""What can be bought."""

from datetime import datetime
from typing import Literal, NewType

import msgspec

PlanId = NewType("PlanId", int)
type Kind = Literal["static", "dynamic", "ticket"]
type PlanState = Literal["visible", "hidden", "sold_out"]


class PeriodPrice(msgspec.Struct, rename="camel"):
    """Won, VAT included: the whole period, a month of it (rounded down), and what it saves.

    Of a ticket: one of them, and the months that it may wait to be used.
    """

    months: int
    amount: int
    monthly: int
    saving: int


class QuantityDiscount(msgspec.Struct, rename="camel"):
    """From so many at once, so many percent off."""

    min_quantity: int
    percent: int


class Plan(msgspec.Struct, rename="camel"):
    id: PlanId
    code: str
    kind: Kind
    name: str
    # Empty where it is bound to no carrier.
    carrier: str
    region: str
    description: str
    device_limit: int
    connections: int
    state: Literal["visible", "sold_out"]
    # None where none are counted.
    stock: int | None
    # How many /24 its addresses lie in, those in use included.
    networks: int
    prices: list[PeriodPrice]
    quantity_discounts: list[QuantityDiscount]


class PlanRow(msgspec.Struct):
    id: PlanId
    code: str
    kind: Kind
    name: str
    carrier: str
    region: str
    description: str
    device_limit: int
    connections: int
    state: Literal["visible", "sold_out"]
    stock: int | None
    networks: int


class PlanPrices(msgspec.Struct):
    """What a plan costs at one moment."""

    plan_id: PlanId
    # Months and won, the shortest first.
    amounts: list[tuple[int, int]]
    # From how many, and percent, the fewest first.
    discounts: list[tuple[int, int]]

    def amount(self, months: int) -> int | None:
        """None where it is not sold for so long."""
        return dict(self.amounts).get(months)

    def percent(self, quantity: int) -> int:
        """Of the highest step that so many reach, be it lower than one before it."""
        return next((percent for least, percent in reversed(self.discounts) if quantity >= least), 0)


class ShownPrice(msgspec.Struct):
    """A price, or a discount where `min_quantity` says from how many, and since when it was in force."""

    code: str
    name: str
    months: int | None
    min_quantity: int | None
    figure: int
    effective_from: datetime


class NewPlan(msgspec.Struct, frozen=True):
    """A plan as the operator adds it; `pool` names the pool whose addresses it sells, None for a ticket."""

    code: str
    kind: Kind
    pool: str | None
    name: str
    description: str
    devices: int
    position: int
