"""Services and their devices."""

from datetime import datetime
from typing import Annotated, Literal, NamedTuple, NewType

import msgspec
from msgspec import Meta

from ieum.shop.catalog.types import Kind, PlanId
from ieum.shop.fleet.types import MTU, GatewayId, PublicKey
from ieum.shop.kernel.texts import WORDS

ServiceId = NewType("ServiceId", int)
DeviceId = NewType("DeviceId", int)
type ServiceState = Literal["active", "suspended", "expired", "ended"]

# A peer with traffic makes a handshake every two minutes; after three minutes without one it counts as disconnected.
CONNECTED_SECONDS = 180


class NewDevice(msgspec.Struct, rename="camel", forbid_unknown_fields=True):
    name: Annotated[str, Meta(min_length=1, max_length=40, pattern=WORDS)]
    public_key: PublicKey


class NewKey(msgspec.Struct, rename="camel", forbid_unknown_fields=True):
    public_key: PublicKey


class Device(msgspec.Struct, rename="camel"):
    """A device of a service. Bytes are the gateway's count: received from the device, sent to it.

    `ready`: the gateway serves it, so that its first handshake is answered; usually 50 ms after it was added.
    """

    id: DeviceId
    name: str
    public_key: str
    tunnel_address: str
    ready: bool
    connected: bool
    last_handshake_at: datetime | None
    rx_bytes: int
    tx_bytes: int
    created_at: datetime


class DeviceRow(Device, rename="camel"):
    service_id: ServiceId


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
    # The subscription that it belongs to, ended or not.
    subscription_id: int | None
    # Whether the member can prolong it: it runs, no subscription renews it, and no renewal is being paid.
    may_renew: bool
    # It has ended because all that was paid for it was refunded.
    refunded: bool
    # When the last of it was refunded; null unless `refunded`.
    refunded_at: datetime | None


class Connection(msgspec.Struct, frozen=True):
    """Where the caller comes from, as far as it is told: through a running service of theirs or not."""

    connected: bool


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
    """A running service, locked until the transaction ends, with its gateway's key and endpoint."""

    id: ServiceId
    device_limit: int
    gateway_id: GatewayId
    gateway_key: str | None
    endpoint: str


class Keys(msgspec.Struct):
    """How many keys a service has in use. `wait`: seconds until a new key is allowed; None where it is now."""

    in_use: int
    wait: int | None


class Tunnel(msgspec.Struct, rename="camel"):
    """What a device's `.conf` needs beside the device's own private key."""

    address: str
    server_public_key: str
    endpoint: str
    dns: tuple[str, ...] = ("1.1.1.1", "8.8.8.8")
    allowed_ips: tuple[str, ...] = ("0.0.0.0/0", "::/0")
    mtu: int = MTU
    persistent_keepalive: int = 25


class DeviceWithTunnel(msgspec.Struct):
    device: Device
    tunnel: Tunnel
