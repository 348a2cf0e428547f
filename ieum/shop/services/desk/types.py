"""Services on the wire of the console."""

from datetime import datetime
from typing import Any

import msgspec

from ieum.shop.catalog.types import Kind
from ieum.shop.gateways.types import GatewayId
from ieum.shop.members.holders import MaskedHolder
from ieum.shop.services.types import ListedServiceState, ServiceId, ServiceState
from ieum.shop.stock.leases import Cause
from ieum.shop.stock.types import AddressId, Flag, LeaseState


class PlanOfService(msgspec.Struct, frozen=True):
    id: int
    name: str
    kind: Kind


class PlaceOfService(msgspec.Struct, frozen=True, rename="camel"):
    """The address that it has, or had last, and the gateway of that."""

    id: AddressId
    address: str
    gateway_id: GatewayId
    gateway: str
    flags: list[Flag]


class ListedService(msgspec.Struct, rename="camel"):
    id: ServiceId
    holder: MaskedHolder
    plan: PlanOfService
    place: PlaceOfService | None
    state: ListedServiceState
    starts_at: datetime
    ends_at: datetime


class PeriodOfService(msgspec.Struct, rename="camel"):
    order_id: str
    starts_at: datetime
    ends_at: datetime
    refunded_at: datetime | None


class DeviceOfService(msgspec.Struct, rename="camel"):
    """A device without its keys. `isOff`: kept, but not served, because of its sub-id."""

    id: int
    name: str
    by_sub_id: bool
    is_off: bool
    created_at: datetime
    removed_at: datetime | None
    last_seen_at: datetime | None
    is_connected: bool
    # Connected, and stopped by newer connections of the service.
    is_parked: bool
    rx_bytes: int
    tx_bytes: int


class LeaseOfService(msgspec.Struct, rename="camel"):
    id: int
    address_id: AddressId
    address: str
    gateway: str
    state: LeaseState
    cause: Cause | None
    active_at: datetime | None
    left_at: datetime | None
    ended_at: datetime | None


class SubscriptionOfService(msgspec.Struct, rename="camel"):
    id: int
    state: str
    paid_until: datetime | None
    due_at: datetime | None


class MoveOfService(msgspec.Struct, rename="camel"):
    """A move that is under way. `isOwn`: of this service alone, not of its whole gateway."""

    state: str
    until: datetime
    reason: str
    to_gateway: str
    is_own: bool


class WhyNot(msgspec.Struct, rename="camel"):
    """Of what can be done with it, what cannot be done now, and why; null where it can."""

    extend: str | None
    stop: str | None
    restart: str | None
    replace: str | None
    move: str | None
    cancel_move: str | None


class ServiceSheet(msgspec.Struct, rename="camel"):
    """The newest fifty of its leases, periods and devices, those that were removed last."""

    service: ListedService
    order_id: str
    stopped_at: datetime | None
    closed_at: datetime | None
    device_limit: int
    subscription: SubscriptionOfService | None
    move: MoveOfService | None
    why_not: WhyNot
    periods: list[PeriodOfService]
    devices: list[DeviceOfService]
    leases: list[LeaseOfService]


class ServiceEvent(msgspec.Struct, rename="camel"):
    """Something that happened to it; `kind` says which of the rest is told."""

    id: str
    at: datetime
    kind: str
    facts: Any


class SheetRow(msgspec.Struct):
    """The rest of the sheet, beside the line of the list."""

    order_id: str
    state: ServiceState
    stopped_at: datetime | None
    closed_at: datetime | None
    device_limit: int
    subscription: SubscriptionOfService | None
    move: MoveOfService | None
