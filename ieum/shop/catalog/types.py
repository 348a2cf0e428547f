"""What can be bought."""

from typing import Literal, NewType

import msgspec

PlanId = NewType("PlanId", int)
type Kind = Literal["static", "dynamic", "ticket"]


class PeriodPrice(msgspec.Struct, rename="camel"):
    """Won, VAT included: the whole period, a month of it (rounded down), and what it saves."""

    months: int
    amount: int
    monthly: int
    saving: int


class Plan(msgspec.Struct, rename="camel"):
    id: PlanId
    code: str
    kind: Kind
    name: str
    carrier: str
    region: str
    description: str
    device_limit: int
    stock: int
    prices: list[PeriodPrice]


class PlanRow(msgspec.Struct):
    id: PlanId
    code: str
    kind: Kind
    name: str
    carrier: str
    region: str
    description: str
    device_limit: int
    stock: int


class PriceRow(msgspec.Struct):
    plan_id: PlanId
    months: int
    amount: int


class Offer(msgspec.Struct):
    """One plan for one period, as an order needs it: its price in force and what is left."""

    plan_id: PlanId
    kind: Kind
    name: str
    carrier: str
    pool_id: int
    unit_amount: int
    month_amount: int
    stock: int
