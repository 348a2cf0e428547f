"""The messages between the shop and the agent."""

from datetime import datetime

import msgspec


class Peer(msgspec.Struct, frozen=True, rename="camel"):
    """One customer device. It is validated when it is applied, so that one bad entry cannot block the others."""

    public_key: str
    tunnel_address: str
    exit_address: str
    until: datetime


class Network(msgspec.Struct, frozen=True, rename="camel"):
    tunnel_network: str
    gateway_address: str
    listen_port: int
    mtu: int


class Snapshot(Network, frozen=True, rename="camel", tag="snapshot"):
    revision: int
    peers: list[Peer]


class Changes(msgspec.Struct, frozen=True, rename="camel", tag="changes"):
    """The differences from the revision before; applying them twice does no harm."""

    revision: int
    put: list[Peer]
    remove: list[str]


class Heartbeat(msgspec.Struct, frozen=True, rename="camel", tag="heartbeat"):
    revision: int


Message = Snapshot | Changes | Heartbeat


class Ack(msgspec.Struct, frozen=True, rename="camel"):
    revision: int
    public_key: str
    agent: str
    error: str | None


class PeerUsage(msgspec.Struct, frozen=True, rename="camel"):
    public_key: str
    last_handshake_at: datetime | None
    rx_bytes: int
    tx_bytes: int


class Usage(msgspec.Struct, frozen=True, rename="camel"):
    peers: list[PeerUsage]
