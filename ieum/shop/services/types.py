"""Services and their devices."""

from datetime import datetime
from typing import Annotated, Literal, NamedTuple, NewType

import msgspec
from msgspec import Meta

from ieum.shop.catalog.types import Kind, PlanId
from ieum.shop.gateways.types import GatewayId, PublicKey
from ieum.shop.kernel.texts import WORDS
from ieum.shop.members.types import MemberId

ServiceId = NewType("ServiceId", int)
DeviceId = NewType("DeviceId", int)
type ServiceState = Literal["active", "suspended", "expired", "ended"]
# As staff see it: one that they have stopped is a state of its own.
type ListedServiceState = Literal["active", "stopped", "suspended", "expired", "ended"]

# A peer with traffic makes a handshake every two minutes; after three minutes without one it counts as disconnected.
CONNECTED_SECONDS = 180


class NewDevice(msgspec.Struct, rename="camel", forbid_unknown_fields=True):
    name: Annotated[str, Meta(min_length=1, max_length=40, pattern=WORDS)]
    public_key: PublicKey


class NewKey(msgspec.Struct, rename="camel", forbid_unknown_fields=True):
    public_key: PublicKey


class Maker(msgspec.Struct, rename="camel"):
    """The sub-id that made a device, as its owner sees it."""

    id: MemberId
    login_id: str
    name: str


class Device(msgspec.Struct, rename="camel"):
    """A device of a service. Bytes are the gateway's count: received from the device, sent to it.

    `off`: kept but not served, because its sub-id is suspended or its time is over.
    `ready`: the gateway serves it, so that its first handshake is answered; usually 50 ms after it was added.
    `parked`: it is connected, and nothing of it is let through, because newer connections use up the service.
    """

    id: DeviceId
    name: str
    public_key: str
    tunnel_address: str
    ready: bool
    connected: bool
    parked: bool
    last_handshake_at: datetime | None
    rx_bytes: int
    tx_bytes: int
    created_at: datetime
    off: bool = False
    # Null where the member made it, and in the view of a sub-id, which sees its own alone.
    made_by: Maker | None = None


class DeviceRow(msgspec.Struct):
    """A device as the service's room sees it, whoever looks."""

    id: DeviceId
    service_id: ServiceId
    name: str
    public_key: str
    tunnel_address: str
    ready: bool
    connected: bool
    parked: bool
    last_handshake_at: datetime | None
    rx_bytes: int
    tx_bytes: int
    created_at: datetime
    off: bool
    made_by: Maker | None


class ServiceMove(msgspec.Struct, rename="camel"):
    """Its gateway is being evacuated. `offered`: an address elsewhere waits for the member's press, until then.

    `moving`: the former settings work until then, or until a device connects by the new ones. `moved`: without a press,
    and no device has connected since.
    """

    state: Literal["offered", "moving", "moved"]
    until: datetime
    reason: str
    # Where it would move to; null once it has moved.
    address: str | None
    region: str | None
    # The address that the former settings still leave by.
    previous_address: str | None
    # What to refund for whoever declines: the order of the last period.
    refund_order_id: str | None


class Rights(msgspec.Struct, rename="camel"):
    """Rights of a sub-id to a service beyond seeing it.

    Changes are those by tickets in all, or of a dynamic service those of a day.
    """

    device_limit: int
    change_limit: int
    changes_left: int
    sees_record: bool


class ServiceRow(msgspec.Struct, rename="camel"):
    id: ServiceId
    plan_id: PlanId
    kind: Kind
    plan_name: str
    carrier: str
    region: str
    # None where it has no address of its own.
    address: str | None
    # Something is wrong with the address; a static service may have another one for nothing.
    address_flagged: bool
    # Its gateway carries no traffic and has made up use, for a demo.
    pretended_use: bool
    # Null where it stays where it is, or has arrived.
    move: ServiceMove | None
    state: ServiceState
    starts_at: datetime
    ends_at: datetime
    device_limit: int
    # How many devices may be connected at once.
    connections: int
    # The subscription that it belongs to, ended or not.
    subscription_id: int | None
    # Whether the member can prolong it: it runs or may come back, no subscription renews it, and no renewal is being
    # paid.
    may_renew: bool
    # It is over, but can be extended until then, with its devices and its address; null where it cannot.
    may_come_back_until: datetime | None
    # It has ended because all that was paid for it was refunded.
    refunded: bool
    # When the last of it was refunded; null unless `refunded`.
    refunded_at: datetime | None
    # What a sub-id may do with it; null for its owner.
    rights: Rights | None


class Connection(msgspec.Struct, frozen=True):
    """Answer whether the caller comes through a running service of theirs. No address is told.

    `waiting`: by the gateway of a service of theirs that is over, from where they reach the shop alone.
    """

    connected: bool
    waiting: bool


class Service(ServiceRow, rename="camel"):
    # Days that are left, today included; 0 once it is over.
    days_left: int
    connected: bool
    last_handshake_at: datetime | None
    devices: list[Device]


class Period(NamedTuple):
    """The time for which an order has paid a service."""

    starts_at: datetime
    ends_at: datetime


class GrantChoice(msgspec.Struct, rename="camel", forbid_unknown_fields=True):
    """An owner's choice for a sub-id and a service: number of its own devices, of changes, and view of the record."""

    device_limit: Annotated[int, Meta(ge=0, le=1000)]
    change_limit: Annotated[int, Meta(ge=0, le=100_000)]
    sees_record: bool


class Share(msgspec.Struct):
    """Number of address changes that a sub-id may make, and number of those left."""

    limit: int
    left: int


class GrantedDevice(msgspec.Struct):
    """A device of a sub-id that is not removed."""

    id: DeviceId
    service_id: ServiceId
    public_key: str
    off: bool


class EndingService(msgspec.Struct):
    """A service that ends soon or has ended, and whom to tell. `months`: how long it was bought for last."""

    id: ServiceId
    member_id: MemberId
    name: str
    email: str
    phone: str
    sms_opt_in: bool
    site: str
    plan_id: PlanId
    kind: Kind
    plan: str
    address: str | None
    ends_at: datetime
    months: int
    is_last_day: bool
    # It has ended and can be extended.
    may_come_back: bool


class LivingService(msgspec.Struct):
    """A service that is not over, locked until the transaction ends."""

    id: ServiceId
    state: ServiceState
    starts_at: datetime
    # Until when it is served: to the end of what is paid for, or of the grace period after it.
    ends_at: datetime


class PaidUntil(msgspec.Struct):
    service_id: ServiceId
    paid_until: datetime


class LockedService(msgspec.Struct):
    """A running service, locked until the transaction ends, with its gateway's key, endpoint and largest packet."""

    id: ServiceId
    device_limit: int
    # Of these a sub-id may have so many; None where its owner asks.
    own_limit: int | None
    gateway_id: GatewayId
    gateway_key: str | None
    endpoint: str
    mtu: int


class Keys(msgspec.Struct):
    """Number of keys that a service has in use, and how many of them the maker has.

    `wait`: seconds until the maker may have a new key; None where that is now.
    """

    in_use: int
    own: int
    wait: int | None


class Tunnel(msgspec.Struct, rename="camel"):
    """Settings that a device's `.conf` needs beside the device's own private key."""

    address: str
    server_public_key: str
    endpoint: str
    mtu: int
    dns: tuple[str, ...] = ("1.1.1.1", "8.8.8.8")
    allowed_ips: tuple[str, ...] = ("0.0.0.0/0", "::/0")
    persistent_keepalive: int = 25


class DeviceWithTunnel(msgspec.Struct):
    device: Device
    tunnel: Tunnel
