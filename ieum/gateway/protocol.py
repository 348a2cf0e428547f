"""The messages between the shop and the agent."""

from datetime import datetime
from typing import Annotated

import msgspec
from msgspec import Meta

# What reading a message may raise: a damaged byte stands for no letter, and one may be nested without end.
UNREADABLE = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
# A moment without an offset cannot be compared with the clock; what has one cannot be told, or saved, at all.
type Moment = Annotated[datetime, Meta(tz=True)]
# The shop takes no other in a question: an agent that had one would be refused for ever.
type Revision = Annotated[int, Meta(ge=0, le=2**62)]


class Exit(msgspec.Struct, frozen=True, rename="camel"):
    """A customer's way out. It is validated when it is applied, so that one bad entry cannot block the others."""

    id: str
    address: str
    until: Moment
    tail_address: str | None = None
    """The address before: what is open by it may go on until `tail_until`."""
    tail_until: Moment | None = None
    upload_mbit: int | None = None
    """How fast all that use it are together; None for as fast as the line."""
    download_mbit: int | None = None
    connections: int | None = None
    """How many that use it are let through at once; None for all."""
    shop_until: Moment | None = None
    """Of a service that is over: until then its devices reach the shop alone. It has no address, whatever is said."""


class Endpoint(msgspec.Struct, frozen=True, rename="camel"):
    """User of an exit: of the kind "wireguard", a device, whose identity is its public key."""

    id: str
    exit: str
    kind: str
    identity: str
    tunnel_address: str


class Network(msgspec.Struct, frozen=True, rename="camel"):
    tunnel_network: str
    gateway_address: str
    listen_port: int
    mtu: int


class State(Network, frozen=True, rename="camel", tag="state"):
    """All that this gateway should do."""

    revision: Revision
    exits: list[Exit]
    endpoints: list[Endpoint]


class Difference(msgspec.Struct, frozen=True, rename="camel", tag="difference"):
    """Changes since the revision before; applying them twice does no harm."""

    revision: Revision
    put_exits: list[Exit]
    remove_exits: list[str]
    put_endpoints: list[Endpoint]
    remove_endpoints: list[str]
    traces: list[str] = []
    """Of what has asked for it, for the log."""


class Question(msgspec.Struct, frozen=True, rename="camel"):
    """An exit address from which the shop wants to be called, with what to say."""

    address: str
    nonce: str


class Heartbeat(msgspec.Struct, frozen=True, rename="camel", tag="heartbeat"):
    revision: Revision
    prove: list[Question] = []


PROTOCOL = 2
"""The newest that this agent knows."""

Message = State | Difference | Heartbeat


class Ack(msgspec.Struct, frozen=True, rename="camel", omit_defaults=True):
    revision: int
    public_key: str
    agent: str
    error: str | None
    # The endpoints that the error is about, where everything else was applied; else null.
    faulty: tuple[str, ...] | None = None


class PeerUsage(msgspec.Struct, frozen=True, rename="camel", omit_defaults=True):
    public_key: str
    last_handshake_at: datetime | None
    rx_bytes: int
    tx_bytes: int
    epoch: int | None = None
    """The life of the counters, within which they only rise."""
    at: datetime | None = None
    since: datetime | None = None
    """From when on this agent has seen the peer connected from this client by this exit."""
    exit_address: str | None = None
    client_address: str | None = None
    parked: bool = False
    """Whether nothing of it is let through, because newer connections use up its exit."""


class Usage(msgspec.Struct, frozen=True, rename="camel", omit_defaults=True):
    peers: list[PeerUsage]
    sent_at: datetime | None = None
    partial: bool = False
    """Whether more has changed than is told with this."""
    sandbox: bool = False
    """Whether it is made up. A shop in production refuses it."""


class TailDone(msgspec.Struct, frozen=True, rename="camel"):
    """A tail by which nothing is open any more. `until` tells it from an earlier one of the same address."""

    exit: str
    address: str
    until: datetime


class TailsDone(msgspec.Struct, frozen=True, rename="camel"):
    tails: list[TailDone]


class Trouble(msgspec.Struct, frozen=True, rename="camel", omit_defaults=True):
    """Trouble that keeps customers from getting through this host.

    "forwarding": packets of the line's customers go no further (`detail`: chains of other programs that drop them);
    "route": whose tunnel address is inside a route of somebody else's (`detail`) is cut off;
    "port": WireGuard does not answer on this host; "outside": it hears nothing that the shop sends to it.
    """

    kind: str
    line: str = ""
    detail: str = ""


class Health(msgspec.Struct, frozen=True, rename="camel", omit_defaults=True):
    """`sent_at` is by this host's clock. Connections are None on a host that carries nothing."""

    sent_at: datetime
    connections: int | None = None
    most_connections: int | None = None
    troubles: tuple[Trouble, ...] = ()
    untried: bool = False
    """Whether this agent has just started, so that no troubles means that it does not know yet."""


class Knock(msgspec.Struct, frozen=True, rename="camel"):
    """A handshake of WireGuard, in base64, that the shop is to send to this gateway's port."""

    datagram: str


class Reflection(msgspec.Struct, frozen=True, rename="camel", omit_defaults=True):
    nonce: str
    sandbox: bool = False


class Unreachable(msgspec.Struct, frozen=True, rename="camel"):
    nonce: str
    reason: str


class Reflected(msgspec.Struct, frozen=True, rename="camel"):
    seen: str
    proven: bool
