"""An order as its member reads it."""

from datetime import datetime

import msgspec

from ieum.shop.orders.types import OrderId, OrderState


class Failure(msgspec.Struct):
    code: str
    detail: str


class OrderedService(msgspec.Struct):
    id: int
    address: str


class OrderView(msgspec.Struct, rename="camel"):
    order_id: OrderId
    state: OrderState
    plan_name: str
    carrier: str
    months: int
    quantity: int
    amount: int
    points_used: int
    payment_method: str | None
    receipt_url: str | None
    created_at: datetime
    paid_at: datetime | None
    failure: Failure | None
    services: list[OrderedService]


class OrderFacts(msgspec.Struct):
    id: OrderId
    state: OrderState
    failure_code: str | None
    plan_name: str
    carrier: str
    months: int
    quantity: int
    amount: int
    points_used: int
    payment_method: str | None
    receipt_url: str | None
    created_at: datetime
    paid_at: datetime | None
