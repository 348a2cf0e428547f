"""Ledger entries as their owner reads them."""

from datetime import datetime
from typing import Literal, NewType

import msgspec

from ieum.shop.members.types import MemberId

TicketEntryId = NewType("TicketEntryId", int)
type PointKind = Literal[
    "earned", "used", "returned", "clawed_back", "forfeited", "written_off", "given", "taken"
]
type TicketKind = Literal[
    "granted",
    "given",
    "reserved",
    "used",
    "released",
    "returned",
    "expired",
    "clawed_back",
    "forfeited",
    "taken",
]


class PointEntry(msgspec.Struct, rename="camel"):
    """Points that were added or, if negative, taken, and the order that caused it."""

    at: datetime
    kind: PointKind
    amount: int
    order_id: str | None
    plan_name: str | None


class TicketEntry(msgspec.Struct, rename="camel"):
    """Tickets that were added or, if negative, taken; `expires_at` of those that were granted."""

    at: datetime
    kind: TicketKind
    amount: int
    order_id: str | None
    expires_at: datetime | None


class NextTicket(msgspec.Struct):
    """The ticket that a change would take. `is_tried`: it came back from a change that was undone."""

    expires_at: datetime | None
    is_tried: bool


class Reserved(msgspec.Struct):
    """A reserved ticket. `is_void`: its order was refunded meanwhile, or its holder has left."""

    member_id: MemberId
    has_expired: bool
    is_void: bool


class Spendable(msgspec.Struct, frozen=True):
    """Points and tickets that a member could spend now; `bought_tickets` are the tickets that an order paid for."""

    points: int
    tickets: int
    bought_tickets: int
