"""Points and tickets as their owner reads them."""

from datetime import datetime
from typing import Literal

import msgspec


class PointEntry(msgspec.Struct, rename="camel"):
    """What was added or, below zero, taken; with the order that it is about."""

    at: datetime
    kind: Literal["earned", "used", "returned", "clawed_back", "forfeited"]
    amount: int
    order_id: str | None
    plan_name: str | None


class TicketEntry(msgspec.Struct, rename="camel"):
    """The same of tickets. Until when they may be used, of those that were granted."""

    at: datetime
    kind: Literal["granted", "used", "returned", "expired", "clawed_back", "forfeited"]
    amount: int
    order_id: str | None
    expires_at: datetime | None
