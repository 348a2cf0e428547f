"""What a member holds, and the devices that use it."""

from datetime import datetime
from typing import Annotated, Literal, NamedTuple, NewType

import msgspec
from msgspec import Meta

from ieum.shop.catalog.types import Kind, PlanId
from ieum.shop.fleet.types import MTU, GatewayId, PublicKey
from ieum.shop.members.types import MemberId

ServiceId = NewType("ServiceId", int)
DeviceId = NewType("DeviceId", int)
type ServiceState = Literal["active", "suspended", "expired", "ended"]

# A peer that talks makes a new handshake every two minutes; three without one and it is gone.
CONNECTED_SECONDS = 180


class NewDevice(msgspec.Struct, rename="camel", forbid_unknown_fields=True):
    name: Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^(?=.*\S)[^\x00-\x1f\x7f]+(?!\n)$")]
    public_key: PublicKey


class NewKey(msgspec.Struct, rename="camel", forbid_unknown_fields=True):
    public_key: PublicKey


class Device(msgspec.Struct, rename="camel"):
    """Bytes as the gateway counts them: received from the device, sent to it."""

    id: DeviceId
    name: str
    public_key: str
    tunnel_address: str
    connected: bool
    last_handshake_at: datetime | None
    rx_bytes: int
    tx_bytes: int
    created_at: datetime


class ServiceRow(msgspec.Struct):
    id: ServiceId
    plan_id: PlanId
    kind: Kind
    plan_name: str
    carrier: str
    region: str
    # None where it has no address of its own.
    address: str | None
    state: ServiceState
    starts_at: datetime
    ends_at: datetime
    device_limit: int
    subscription_id: int | None
    may_renew: bool


class DeviceRow(msgspec.Struct):
    service_id: ServiceId
    id: DeviceId
    name: str
    public_key: str
    tunnel_address: str
    connected: bool
    last_handshake_at: datetime | None
    rx_bytes: int
    tx_bytes: int
    created_at: datetime


class Service(msgspec.Struct, rename="camel"):
    id: ServiceId
    plan_id: PlanId
    kind: Kind
    plan_name: str
    carrier: str
    region: str
    # None where it has no address of its own.
    address: str | None
    state: ServiceState
    starts_at: datetime
    ends_at: datetime
    # Whole days that are left, today counted; 0 once it is over.
    days_left: int
    device_limit: int
    # The recurring payment that it belongs to, for as long as that runs or after.
    subscription_id: int | None
    # Whether its member can prolong it: it runs, and nothing prolongs it by itself.
    may_renew: bool
    connected: bool
    last_handshake_at: datetime | None
    devices: list[Device]


class Period(NamedTuple):
    """From when until when an order has paid for a service."""

    starts_at: datetime
    ends_at: datetime


class LivingService(msgspec.Struct):
    """Not over yet, and locked until the transaction ends."""

    id: ServiceId
    state: ServiceState
    starts_at: datetime
    # Until when it is served: what is paid for, or later on trust.
    ends_at: datetime


class PaidUntil(msgspec.Struct):
    service_id: ServiceId
    paid_until: datetime


class Standing(msgspec.Struct):
    """What a member's service is, running or not."""

    kind: Kind
    state: ServiceState


class LockedService(msgspec.Struct):
    """A service that runs, locked until the transaction ends, with where its traffic leaves."""

    id: ServiceId
    member_id: MemberId
    ends_at: datetime
    device_limit: int
    gateway_id: GatewayId
    exit_address: str
    gateway_key: str | None
    endpoint: str


class Keys(msgspec.Struct):
    """A service's. `wait`: the seconds until there is room for one more in its day; None where there is."""

    in_use: int
    wait: int | None


class Tunnel(msgspec.Struct, rename="camel"):
    """What the device's `.conf` needs beside its own private key."""

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
