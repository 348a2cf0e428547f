"""The messages that tell a gateway what to do, one a line (docs/gateway.md)."""

from datetime import datetime

import msgspec

PROTOCOL = 2


class Exit(msgspec.Struct, rename="camel"):
    """A service's way out of a gateway. What is open by the tail's address may go on by it until its end.

    Speeds are in Mbit/s, None for as fast as the line. `connections`: how many devices are let through at once, None
    for all. An agent that does not know one of them does not limit it.
    """

    id: str
    address: str
    until: datetime
    tail_address: str | None
    tail_until: datetime | None
    upload_mbit: int | None
    download_mbit: int | None
    connections: int | None
    shop_until: datetime | None
    """Of a service that is over: until then its devices reach the shop alone. Its address is empty."""


class Endpoint(msgspec.Struct, rename="camel"):
    """User of an exit. `identity` is what its kind names users by: of WireGuard the public key."""

    id: str
    exit: str
    kind: str
    identity: str
    tunnel_address: str


class Network(msgspec.Struct, rename="camel", kw_only=True):
    revision: int
    tunnel_network: str
    gateway_address: str
    listen_port: int = 51820
    mtu: int


class State(Network, rename="camel", tag="state", kw_only=True):
    """All that a gateway should do."""

    exits: list[Exit]
    endpoints: list[Endpoint]


class Difference(msgspec.Struct, rename="camel", tag="difference"):
    """Changes since an older revision. Removed exits and endpoints are named by their ids."""

    revision: int
    put_exits: list[Exit]
    remove_exits: list[str]
    put_endpoints: list[Endpoint]
    remove_endpoints: list[str]
    traces: list[str]
    """Of what has asked for these changes, for the agent's log."""


class Question(msgspec.Struct, rename="camel"):
    """An address to call the shop from, with what to say: `POST /gateway/v1/reflect`."""

    address: str
    nonce: str


class Heartbeat(msgspec.Struct, rename="camel", tag="heartbeat", omit_defaults=True):
    revision: int
    prove: list[Question] = []


Message = State | Difference | Heartbeat
