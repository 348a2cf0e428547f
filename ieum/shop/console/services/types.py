"""Services on the wire of the console."""

from datetime import date, datetime
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from ieum.shop.catalog.types import Kind
from ieum.shop.console.access import Reason
from ieum.shop.console.holders import MaskedHolder
from ieum.shop.console.presses import PressKey
from ieum.shop.fleet.proof_types import Flag
from ieum.shop.fleet.types import AddressId, GatewayId
from ieum.shop.kernel.texts import TWO_SIGNS
from ieum.shop.services.types import ServiceId, ServiceState

# As members and staff see it: one that staff have stopped is a state of its own here.
type ListedServiceState = Literal["active", "stopped", "suspended", "expired", "ended"]


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
    state: str
    cause: str | None
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


class SeenSession(msgspec.Struct, rename="camel"):
    """A session as the gateway saw it. `client`: where it came from, its last parts hidden; null where not known."""

    device_id: int
    device_name: str | None
    exit_address: str
    client: str | None
    began_at: datetime
    ended_at: datetime | None
    rx_bytes: int
    tx_bytes: int


class ExtendWish(msgspec.Struct, forbid_unknown_fields=True):
    days: Annotated[int, Meta(ge=1, le=366)]


class ExtendPress(ExtendWish, forbid_unknown_fields=True, kw_only=True):
    """`key` is made by whoever presses: the same one, sent again, gives no more days."""

    key: PressKey
    digest: str
    reason: Reason


class StopWish(msgspec.Struct, forbid_unknown_fields=True):
    """True stops it, false lets it run again."""

    stopped: bool


class StopPress(StopWish, forbid_unknown_fields=True, kw_only=True):
    digest: str
    reason: Reason


class ServicePress(msgspec.Struct, forbid_unknown_fields=True):
    digest: str
    reason: Reason


class MoveWish(msgspec.Struct, forbid_unknown_fields=True):
    """`until` is the last day in Seoul on which its old settings work; its member reads `words`."""

    until: date
    words: Annotated[str, Meta(min_length=2, max_length=200, pattern=TWO_SIGNS)]


class MovePress(MoveWish, forbid_unknown_fields=True, kw_only=True):
    digest: str
    reason: Reason


class SheetRow(msgspec.Struct):
    """What the sheet needs beside the line of the list."""

    order_id: str
    state: ServiceState
    stopped_at: datetime | None
    closed_at: datetime | None
    device_limit: int
    subscription: SubscriptionOfService | None
    move: MoveOfService | None
