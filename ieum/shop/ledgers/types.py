"""Ledger entries as their owner reads them."""

from datetime import datetime
from typing import Literal

import msgspec


class PointEntry(msgspec.Struct, rename="camel"):
    """Points that were added or, if negative, taken, and the order that caused it."""

    at: datetime
    kind: Literal["earned", "used", "returned", "clawed_back", "forfeited", "written_off"]
    amount: int
    order_id: str | None
    plan_name: str | None


class TicketEntry(msgspec.Struct, rename="camel"):
    """Tickets that were added or, if negative, taken; `expires_at` of those that were granted."""

    at: datetime
    kind: Literal["granted", "used", "returned", "expired", "clawed_back", "forfeited"]
    amount: int
    order_id: str | None
    expires_at: datetime | None
