"""Evacuations of gateways, and the moves of services that they consist of."""

from datetime import datetime
from typing import Literal, NewType

import msgspec

from ieum.shop.gateways.types import GatewayId
from ieum.shop.members.types import MemberId
from ieum.shop.services.types import DeviceWithTunnel, ServiceId

EvacuationId = NewType("EvacuationId", int)
MoveId = NewType("MoveId", int)
type MoveState = Literal["offered", "moving", "moved", "declined", "over", "cancelled"]

# What a member is told of before the announced day, beside the offer itself, in days before it.
REMINDERS = (3, 1)
# However late an address was found for a service, its member has so many days.
LEAST_DAYS = 7


class Evacuation(msgspec.Struct):
    """An evacuation that is not over: of a gateway, or of one service on it."""

    id: EvacuationId
    gateway_id: GatewayId
    gateway: str
    until: datetime
    reason: str
    service_id: ServiceId | None = None


class Due(msgspec.Struct):
    """A move that has come to a next step."""

    id: MoveId
    service_id: ServiceId


class Open(msgspec.Struct):
    """A move that is not over, with its service locked by whoever asked for it."""

    id: MoveId
    evacuation_id: EvacuationId
    service_id: ServiceId
    state: MoveState
    until: datetime
    old_gateway_id: GatewayId
    new_gateway_id: GatewayId
    is_over: bool
    # Only offered, by an evacuation that was cancelled since.
    is_off: bool


class MoveRow(msgspec.Struct, rename="camel"):
    """The move of a service: from where, where to, until when. `address`: what it moves to, or has moved to."""

    service_id: ServiceId
    state: MoveState
    previous_address: str
    address: str
    carrier: str
    region: str
    until: datetime
    reason: str
    moved_at: datetime | None
    # The order to give back where the member declines; the last one of several.
    refund_order_id: str | None


class Move(MoveRow, rename="camel"):
    """With what the settings of its devices say; none while it is only offered, when nothing has changed for them."""

    devices: list[DeviceWithTunnel]


class Told(msgspec.Struct):
    """A member with moves to be told of, all of one evacuation and one day."""

    member_id: MemberId
    moves: list[MoveId]
    # Which mail it is: 1 the offer, 2 and 3 reminders.
    number: int
    until: datetime
    reason: str
    lines: list[str]


class Moved(msgspec.Struct):
    """Contents of a mail about a service that was moved without a press."""

    member_id: MemberId
    plan: str
    previous: str
    address: str


class Target(msgspec.Struct):
    """A gateway that services may be moved to. `free` counts its addresses."""

    id: GatewayId
    free: int
