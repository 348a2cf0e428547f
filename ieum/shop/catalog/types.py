"""Plans and prices."""

from typing import Literal, NewType

import msgspec

PlanId = NewType("PlanId", int)
type Kind = Literal["static", "dynamic", "ticket"]
type PlanState = Literal["visible", "hidden", "sold_out"]


class PeriodPrice(msgspec.Struct, rename="camel"):
    """A price in won, VAT included: for the whole period, per month (rounded down), and what it saves.

    For a ticket: the price of one, and for how many months it is valid.
    """

    months: int
    amount: int
    monthly: int
    saving: int


class QuantityDiscount(msgspec.Struct, rename="camel"):
    """The percentage off for buying at least this many at once."""

    min_quantity: int
    percent: int


class RotationLimits(msgspec.Struct, rename="camel"):
    """Limits of a dynamic plan: seconds between two changes, changes a day in Seoul, the timer's range in minutes."""

    least_seconds: int
    a_day: int
    timer_least: int
    timer_most: int
    # Whether an address of another /24 is preferred.
    other_network: bool


class PlanRow(msgspec.Struct, rename="camel"):
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
    # In Mbit/s, shared by all devices of a service; None for as fast as the line.
    upload_mbit: int | None
    download_mbit: int | None
    state: Literal["visible", "sold_out"]
    # None where stock is not counted. It is counted no further than 1,000, or than limits an order.
    stock: int | None
    # The most that one order takes: of addresses, as many as one member may hold unpaid.
    max_quantity: int
    # The same by card for a member who has paid for an order more than a week ago.
    max_quantity_of_regulars: int
    # How many /24 networks its addresses lie in, addresses in use included.
    networks: int
    # None unless it is dynamic.
    rotation: RotationLimits | None


class Plan(PlanRow, rename="camel"):
    prices: list[PeriodPrice]
    quantity_discounts: list[QuantityDiscount]


class PlanPrices(msgspec.Struct):
    """Prices of a plan at one moment."""

    plan_id: PlanId
    # (months, won), the shortest first.
    amounts: list[tuple[int, int]]
    # (minimum quantity, percent), the smallest quantity first.
    discounts: list[tuple[int, int]]

    def amount(self, months: int) -> int | None:
        """Return the price of a period; None where the plan is not sold for that many months."""
        return dict(self.amounts).get(months)

    def percent(self, quantity: int) -> int:
        """Return the discount of the highest step that the quantity reaches, even where an earlier one is larger."""
        return next((percent for minimum, percent in reversed(self.discounts) if quantity >= minimum), 0)


class NewPlan(msgspec.Struct, frozen=True):
    """A plan as the operator adds it; `pool` names the pool whose addresses it sells, None for a ticket."""

    code: str
    kind: Kind
    pool: str | None
    name: str
    description: str
    devices: int
    position: int
    # Won by months.
    prices: dict[int, int]
    # Percent by the minimum quantity.
    discounts: dict[int, int]
    # From which a dynamic plan's services draw, too, where their gateway has addresses of them.
    more_pools: tuple[str, ...] = ()


class PlanTerms(msgspec.Struct, frozen=True, kw_only=True):
    """Promises of a plan, and its place in the list. Speeds in Mbit/s; None is as fast as the line."""

    name: str
    description: str
    device_limit: int
    connections: int
    upload_mbit: int | None
    download_mbit: int | None
    position: int


class RotationTerms(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """Limits of a dynamic plan; the timer's range is in minutes."""

    least_seconds: int = 60
    a_day: int = 300
    timer_least: int = 1
    timer_most: int = 1440
    other_network: bool = True
