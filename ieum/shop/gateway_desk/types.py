"""Gateways on the wire of the console."""

from datetime import datetime

import msgspec

from ieum.shop.gateways.state_queries import GatewayState, Wanted
from ieum.shop.gateways.types import GatewayId


class EvacuationProgress(msgspec.Struct, rename="camel"):
    """Progress of a gateway's evacuation, in services. `left` have found no room yet."""

    until: datetime
    reason: str
    begun_at: datetime
    offered: int
    moving: int
    moved: int
    declined: int
    left: int


class GatewayLine(msgspec.Struct, rename="camel"):
    """A gateway; what it has of addresses was counted minutes ago. `lag`: revisions that it has not applied."""

    id: GatewayId
    name: str
    endpoint: str
    state: GatewayState
    wanted: Wanted
    wanted_at: datetime
    lost_at: datetime | None
    last_seen_at: datetime | None
    is_away: bool
    lag: int
    agent: str
    last_error: str | None
    is_enrolled: bool
    addresses: int
    leased: int
    free: int
    is_evacuated: bool


class GatewayHost(msgspec.Struct, rename="camel"):
    reported_at: datetime
    clock_skew_ms: int | None
    connections: int | None
    most_connections: int | None


class KeyCopy(msgspec.Struct, rename="camel"):
    """A sealed copy of its key, since when the shop has it; 1 is the newest."""

    number: int
    kept_at: datetime


class GatewayPool(msgspec.Struct):
    code: str
    carrier: str
    region: str
    free: int
    leased: int
    held: int
    resting: int
    flagged: int
    withdrawn: int
    unproven: int


class GatewaySheet(msgspec.Struct, rename="camel"):
    """`tunnelPlaces`: how many devices its network has room for.

    `codeTakesTwo`: an enrolment code for it takes a second person, because it is running.
    """

    gateway: GatewayLine
    public_key: str | None
    tunnel_network: str
    tunnel_places: int
    mtu: int
    devices: int
    revision: int
    acked_revision: int
    key_copies: list[KeyCopy]
    code_takes_two: bool
    code_until: datetime | None
    host: GatewayHost | None
    pools: list[GatewayPool]
    evacuation: EvacuationProgress | None
