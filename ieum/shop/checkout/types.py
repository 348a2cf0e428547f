"""What an order is decided on."""

from datetime import datetime
from typing import Literal
from uuid import UUID

import msgspec

from ieum.shop.catalog.types import Kind, PlanId, PlanState


class Offer(msgspec.Struct):
    """All that an order is decided on beside the prices: the plan, the rules for points, the buyer."""

    plan_id: PlanId
    kind: Kind
    state: PlanState
    name: str
    carrier: str
    region: str
    pool_id: int | None
    # None where none are counted, 0 where nobody asked.
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
    # Of the order that waits for payment and would give way; None where there is none.
    unpaid_points: int | None


class Renewable(msgspec.Struct):
    """A member's service, as somebody who would prolong it sees it."""

    plan_id: PlanId
    state: Literal["active", "suspended", "expired", "ended"]
    starts_at: datetime
    ends_at: datetime
    paid_until: datetime | None
    is_subscribed: bool
    is_under_way: bool
