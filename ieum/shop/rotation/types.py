"""Address changes of dynamic services."""

from datetime import date, datetime
from typing import Annotated

import msgspec
from msgspec import Meta

from ieum.shop.catalog.types import RotationLimits
from ieum.shop.kernel.texts import WORDS
from ieum.shop.services.types import ServiceId
from ieum.shop.stock.leases import Cause

MOST_LINKS = 5
# New ones of a service within a day; a member who replaces all of them thrice needs no more.
LINKS_A_DAY = 20
# Of the past addresses that a member is shown.
SHOWN_ADDRESSES = 50
# How long connections that are open at a change may run on by the old address.
TAIL_SECONDS = 600

Minutes = Annotated[int, Meta(ge=1, le=1440)]


class RotationChoice(msgspec.Struct, rename="camel", forbid_unknown_fields=True):
    """A member's choice. `timer`: minutes between two changes; null turns it off."""

    timer: Minutes | None
    on_reconnect: bool
    let_run: bool


class NewRotationLink(msgspec.Struct, rename="camel", forbid_unknown_fields=True):
    """`networks`: from where it may be used, as addresses or networks; empty: from everywhere."""

    name: Annotated[str, Meta(min_length=1, max_length=40, pattern=WORDS)]
    networks: Annotated[list[Annotated[str, Meta(max_length=43)]], Meta(max_length=8)] = []


class Links(msgspec.Struct):
    """Number of links that a service has. `wait`: seconds until a new one is allowed; None if it is allowed now."""

    in_use: int
    wait: int | None


class RotationLink(msgspec.Struct, rename="camel"):
    id: int
    name: str
    networks: list[str]
    created_at: datetime
    used_at: datetime | None


class RotationLinkWithPath(msgspec.Struct):
    """A new link. Its path is shown once: the shop keeps only a hash of it."""

    link: RotationLink
    path: str


class Rotation(msgspec.Struct, rename="camel"):
    """Present address changes of a service, and what its plan allows."""

    address: str
    # Whether the gateway uses it; it may still use the address before for a moment.
    applied: bool
    # When the service got it.
    since: datetime
    timer: int | None
    on_reconnect: bool
    let_run: bool
    # When the timer changes it next.
    next_at: datetime | None
    # From when the member may change it again; null: now.
    may_change_at: datetime | None
    changes_left: int
    changes_a_day: int
    least_seconds: int
    timer_least: int
    timer_most: int
    # The old address by which open connections run on, and until when at most.
    tail_address: str | None
    tail_until: datetime | None
    links: list[RotationLink]


class PastAddress(msgspec.Struct, rename="camel"):
    """An address that the service has or had. `tailUntil`: connections that were open ran on until then."""

    address: str
    cause: Cause
    since: datetime
    until: datetime | None
    tail_until: datetime | None


class Rotated(msgspec.Struct, rename="camel"):
    old: str
    new: str
    # From when the address may be changed again in the same way.
    next_at: datetime


class Tail(msgspec.Struct):
    """The old address by which open connections run on, and until when at most."""

    address: str
    until: datetime


class Turning(msgspec.Struct):
    """A running dynamic service, locked until the transaction ends, with how it changes and what it has changed."""

    service_id: ServiceId
    plan_name: str
    address: str
    since: datetime
    timer: int | None
    on_reconnect: bool
    let_run: bool
    next_at: datetime | None
    changed_at: datetime | None
    day: date | None
    changes: int
    limits: RotationLimits
    is_applied: bool
