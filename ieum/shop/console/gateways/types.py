"""Gateways on the wire of the console."""

from datetime import date, datetime
from typing import Annotated

import msgspec
from msgspec import Meta

from ieum.shop.desk.access import Reason
from ieum.shop.desk.types import StaffId
from ieum.shop.fleet.state_queries import GatewayState, Wanted
from ieum.shop.fleet.types import (
    LARGEST_MTU,
    SMALLEST_MTU,
    TUNNEL_NETWORK,
    WITHOUT_NUL,
    GatewayId,
)
from ieum.shop.kernel.texts import TWO_SIGNS


class EvacuationProgress(msgspec.Struct, rename="camel"):
    """How far the evacuation of a gateway is, in services. `left`: those that found no room yet."""

    until: datetime
    reason: str
    begun_at: datetime
    offered: int
    moving: int
    moved: int
    declined: int
    left: int


class OfGateway(msgspec.Struct, frozen=True):
    """A gateway, and who asks to make a code for it."""

    gateway: GatewayId
    staff: StaffId


class Enrolling(msgspec.Struct):
    """A gateway that a host is to enrol as. `is_running`: it was heard of within five minutes."""

    id: GatewayId
    name: str
    is_running: bool


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


class KeyCopyContent(msgspec.Struct):
    """`sealed` is what `ieum gateway open-backup` opens with the owner's recovery key."""

    name: str
    sealed: str


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
    """`tunnelPlaces`: how many devices its network has room for."""

    gateway: GatewayLine
    public_key: str | None
    tunnel_network: str
    tunnel_places: int
    mtu: int
    devices: int
    revision: int
    acked_revision: int
    key_copies: list[KeyCopy]
    code_until: datetime | None
    host: GatewayHost | None
    pools: list[GatewayPool]
    evacuation: EvacuationProgress | None


_Text = Annotated[str, Meta(min_length=1, max_length=300, pattern=WITHOUT_NUL)]


class NewGateway(msgspec.Struct, rename="camel", forbid_unknown_fields=True):
    name: _Text
    endpoint: _Text
    tunnel_network: _Text = TUNNEL_NETWORK


class NewGatewayPress(NewGateway, rename="camel", forbid_unknown_fields=True, kw_only=True):
    digest: str
    reason: Reason


class NetworkWish(msgspec.Struct, rename="camel", forbid_unknown_fields=True):
    tunnel_network: _Text


class NetworkPress(NetworkWish, rename="camel", forbid_unknown_fields=True):
    digest: str
    reason: Reason


class MtuWish(msgspec.Struct, forbid_unknown_fields=True):
    mtu: Annotated[int, Meta(ge=SMALLEST_MTU, le=LARGEST_MTU)]


class MtuPress(MtuWish, forbid_unknown_fields=True):
    digest: str
    reason: Reason


class EnrolmentCode(msgspec.Struct, rename="camel"):
    """Shown once: with it one host enrols, until then. `command` is what to type there."""

    id: GatewayId
    name: str
    code: str
    expires_at: datetime
    command: str


class WantedWish(msgspec.Struct, forbid_unknown_fields=True):
    wanted: Wanted


class WantedPress(msgspec.Struct, forbid_unknown_fields=True):
    wanted: Wanted
    digest: str
    reason: Reason


# What members read of it.
Words = Annotated[str, Meta(min_length=2, max_length=200, pattern=TWO_SIGNS)]


class EvacuationWish(msgspec.Struct, forbid_unknown_fields=True):
    """`until` is the last day on which the gateway serves, in Seoul; members read `words`."""

    until: date
    words: Words


class EvacuationPress(EvacuationWish, forbid_unknown_fields=True, kw_only=True):
    digest: str
    reason: Reason


class CancelPress(msgspec.Struct, forbid_unknown_fields=True):
    digest: str
    reason: Reason
