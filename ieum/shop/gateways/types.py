"""Gateways, and what they report."""

from datetime import UTC, datetime
from typing import Annotated, NewType

import msgspec
from msgspec import Meta

GatewayId = NewType("GatewayId", int)

# Of a key that is on record, whoever has made it.
KnownKey = Annotated[str, Meta(pattern=r"^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=(?!\n)$")]

# The points of Curve25519 by which every handshake has the same, known secret, and numbers that stand for a smaller
# one (RFC 7748, section 6.1): no key that a program has made is among them.
_LOW_ORDER = (
    r"A{43}|AQA{41}|4Ot6fDtBuK4WVuP68Z/EatoJjeucMrH9hmIFFl9JuAA|X5yVvKNQjCSx0LFVnIPvWwREXMRYHI6G2CJO3dCfEVc"
    r"|[7-9+/][Pfv/]/{39}38"
)
# Base64 of 32 bytes, whose highest bit is 0: 43 characters, of which the last carries four bits, and one '='.
PublicKey = Annotated[
    str,
    Meta(pattern=rf"^(?!(?:{_LOW_ORDER})=)[A-Za-z0-9+/]{{41}}[A-HQ-Xg-nw-z0-3][AEIMQUYcgkosw048]=(?!\n)$"),
]

# PostgreSQL cannot store NUL in a text.
WITHOUT_NUL = r"^[^\x00]*$"

# Of gateways that are given no other.
TUNNEL_NETWORK = "10.64.0.0/10"

# Of a gateway's tunnels: what every path carries that carries IPv6 (RFC 8200), and what fits 1,500 bytes in any case.
SMALLEST_MTU = 1280
LARGEST_MTU = 1420

# A gateway calls every ten seconds at least; one that has been silent for longer than this is away.
AWAY_SECONDS = 25


# The number of an exit or an endpoint, as gateways are told it.
ToldNumber = Annotated[str, Meta(pattern=r"^[0-9]{1,18}(?!\n)$")]
MOST_FAULTY = 200


class Acknowledgement(msgspec.Struct, rename="camel", forbid_unknown_fields=True):
    revision: Annotated[int, Meta(ge=0, le=2**62)]
    public_key: PublicKey
    agent: Annotated[str, Meta(max_length=60, pattern=WITHOUT_NUL)]
    error: Annotated[str, Meta(max_length=2000, pattern=WITHOUT_NUL)] | None = None
    # The endpoints that the error is about, where the gateway has applied everything else.
    faulty: Annotated[list[ToldNumber], Meta(max_length=MOST_FAULTY)] | None = None


_OCTET = r"(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])"


class DoneTail(msgspec.Struct, rename="camel", forbid_unknown_fields=True):
    """A tail by which nothing is open any more, named by the exit, address and end that its gateway was told."""

    exit: ToldNumber
    address: Annotated[str, Meta(pattern=rf"^{_OCTET}(?:\.{_OCTET}){{3}}(?!\n)$")]
    until: Annotated[datetime, Meta(tz=True)]

    def __post_init__(self) -> None:
        """In UTC: PostgreSQL does not know every offset that Python does."""
        try:
            self.until = self.until.astimezone(UTC)
        except OverflowError as wrong:
            raise ValueError("outside the calendar") from wrong


class Gateway(msgspec.Struct):
    id: GatewayId
    name: str
    endpoint: str
    token_hash: bytes
    public_key: str | None
    revision: int
    tunnel_network: str
    mtu: int
    # A gateway with an older state than this is told everything anew.
    whole_since: int


class Progress(msgspec.Struct):
    """Progress of a gateway with a change. `revision`: the revision to which the change raised it."""

    gateway_id: GatewayId
    revision: int
    is_acknowledged: bool
    # Acknowledged, and the gateway reported no problem.
    is_served: bool
    # The gateway has called lately, so that an acknowledgement can be expected.
    is_heard_of: bool
