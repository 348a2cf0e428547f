"""Dependencies of placing an order."""

from datetime import datetime
from typing import Literal
from uuid import UUID

import msgspec

from ieum.shop.catalog.types import Kind, PlanId, PlanState


class Offer(msgspec.Struct):
    """All that placing an order depends on beside the prices: the plan, the rules for points, the buyer."""

    plan_id: PlanId
    kind: Kind
    state: PlanState
    name: str
    carrier: str
    region: str
    pool_id: int | None
    # None where the plan has no counted stock; 0 where the caller did not ask for the count.
    stock: int | None
    points_enabled: bool
    point_percent: int
    point_threshold: int
    point_share_percent: int
    deposit_hours: int
    balance: int
    buyer_name: str
    buyer_email: str
    customer_key: UUID
    # The points of the member's unpaid order, which a new order cancels; None where there is no such order.
    unpaid_points: int | None


class Renewable(msgspec.Struct):
    """A member's service, with what decides whether it can be renewed."""

    plan_id: PlanId
    state: Literal["active", "suspended", "expired", "ended"]
    starts_at: datetime
    ends_at: datetime
    paid_until: datetime | None
    is_subscribed: bool
    is_under_way: bool
    # It is over, and has its devices and its address still.
    may_come_back: bool
