"""Gateways, their addresses, and what each should do."""

from datetime import datetime
from typing import Annotated, Literal, NewType

import msgspec
from msgspec import Meta

GatewayId = NewType("GatewayId", int)
AddressId = NewType("AddressId", int)
LeaseId = NewType("LeaseId", int)

# Base64 of 32 bytes: 43 characters, the last of which carries four bits, and one '='.
PublicKey = Annotated[str, Meta(pattern=r"^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=(?!\n)$")]

# What PostgreSQL cannot keep in a text.
WITHOUT_NUL = r"^[^\x00]*$"

TUNNEL_NETWORK = "10.64.0.0/10"
GATEWAY_ADDRESS = "10.64.0.1"
LISTEN_PORT = 51820
MTU = 1420


class Peer(msgspec.Struct, rename="camel"):
    public_key: str
    tunnel_address: str
    exit_address: str
    until: datetime


class PeerRow(msgspec.Struct):
    """A peer as it should be, or that it should be gone, with the revision that last touched it."""

    public_key: str
    tunnel_address: str
    exit_address: str
    until: datetime
    removed: bool
    revision: int


class Snapshot(msgspec.Struct, rename="camel", tag="snapshot"):
    revision: int
    peers: list[Peer]
    tunnel_network: str = TUNNEL_NETWORK
    gateway_address: str = GATEWAY_ADDRESS
    listen_port: int = LISTEN_PORT
    mtu: int = MTU


class Changes(msgspec.Struct, rename="camel", tag="changes"):
    revision: int
    put: list[Peer]
    remove: list[str]


class Heartbeat(msgspec.Struct, rename="camel", tag="heartbeat"):
    revision: int


class Acknowledgement(msgspec.Struct, rename="camel", forbid_unknown_fields=True):
    revision: Annotated[int, Meta(ge=0, le=2**62)]
    public_key: PublicKey
    agent: Annotated[str, Meta(max_length=60, pattern=WITHOUT_NUL)]
    error: Annotated[str, Meta(max_length=2000, pattern=WITHOUT_NUL)] | None = None


class PeerUsage(msgspec.Struct, rename="camel", forbid_unknown_fields=True):
    public_key: PublicKey
    last_handshake_at: Annotated[datetime, Meta(tz=True)] | None
    rx_bytes: Annotated[int, Meta(ge=0, le=2**62)]
    tx_bytes: Annotated[int, Meta(ge=0, le=2**62)]


class Usage(msgspec.Struct, rename="camel", forbid_unknown_fields=True):
    peers: Annotated[list[PeerUsage], Meta(max_length=20_000)]


class Gateway(msgspec.Struct):
    id: GatewayId
    name: str
    endpoint: str
    token_hash: bytes
    public_key: str | None
    revision: int


class LeasedAddress(msgspec.Struct):
    """An address that an order has: held, or serving."""

    lease_id: LeaseId
    address_id: AddressId
    address: str
    gateway_id: GatewayId
    state: Literal["held", "active"]


class NewAddress(msgspec.Struct):
    """One good row of an address file, and where it stands."""

    gateway: str
    address: str
    pool: str
    carrier: str
    region: str
    line: int = 0
