"""Sub-ids as their owner sees them, and as they see themselves."""

from datetime import date, datetime
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from ieum.shop.catalog.types import Kind
from ieum.shop.kernel.paging import Listing
from ieum.shop.kernel.texts import LINE
from ieum.shop.members.types import Agreement, MemberId
from ieum.shop.services.types import Device, ServiceId, ServiceState

type SubIdState = Literal["active", "invited", "suspended", "over", "removed"]
type By = Literal["owner", "sub_id", "shop"]
type What = Literal[
    "created",
    "changed",
    "link_made",
    "link_opened",
    "password_set",
    "suspended",
    "resumed",
    "removed",
    "granted",
    "withdrawn",
    "acting_began",
    "acting_ended",
    "device_added",
    "device_removed",
    "address_changed",
    "change_undone",
]

# As it is typed: letters of a Mac come apart.
type Name = Annotated[str, Meta(min_length=1, max_length=240, pattern=LINE)]
# 32 random bytes as `secrets.token_urlsafe` writes them.
type Token = Annotated[str, Meta(min_length=43, max_length=43, pattern=r"^[A-Za-z0-9_-]{43}(?!\n)$")]


class SubIdForm(msgspec.Struct, rename="camel", forbid_unknown_fields=True):
    """`lastDay`: the last day in Seoul on which it may be used; null where it has none."""

    login_id: Annotated[str, Meta(min_length=1, max_length=40)]
    name: Name
    last_day: date | None = None


class SubIdChange(msgspec.Struct, rename="camel", forbid_unknown_fields=True):
    name: Name
    last_day: date | None


class SubIdFile(msgspec.Struct, forbid_unknown_fields=True):
    """Lines of id, name and perhaps a last day, separated by commas; a first line of headings is passed over."""

    csv: Annotated[str, Meta(max_length=20_000)]


class LinkForm(msgspec.Struct, rename="camel", forbid_unknown_fields=True):
    """`resetsFactors`: whether using the link also takes away the second factor and the passkeys."""

    resets_factors: bool = False


class PasswordLink(msgspec.Struct, rename="camel"):
    """A link by which a sub-id chooses its password; `url` is told only once."""

    url: str
    expires_at: datetime


class MadeSubId(msgspec.Struct, rename="camel"):
    id: MemberId
    login_id: str
    name: str
    link: PasswordLink


class OpenLink(msgspec.Struct, rename="camel"):
    """A link that was not used yet. `openedAt`: when somebody first opened it."""

    made_at: datetime
    expires_at: datetime
    opened_at: datetime | None


class GrantedService(msgspec.Struct, rename="camel"):
    """A service in the list of what a sub-id may use."""

    id: ServiceId
    kind: Kind
    plan_name: str
    address: str | None


class SubId(msgspec.Struct, rename="camel"):
    """A sub-id in its owner's list. `lastSeenAt`: its last login or connection; `connected`: a device is, now."""

    id: MemberId
    login_id: str
    name: str
    state: SubIdState
    last_day: date | None
    created_at: datetime
    last_seen_at: datetime | None
    connected: bool
    link: OpenLink | None
    services: list[GrantedService]


class SubIdListing(Listing[SubId], rename="camel"):
    """A page of an owner's sub-ids; of `limit` places `inUse` are taken, whatever is searched for."""

    # Said again, because the OpenAPI document does not follow the parameter of a list that is subclassed.
    items: list[SubId]
    in_use: int
    limit: int


class GrantState(msgspec.Struct, rename="camel"):
    """Rights of a sub-id to a service, and how much of them it has used."""

    service_id: ServiceId
    kind: Kind
    plan_name: str
    address: str | None
    state: ServiceState
    plan_device_limit: int
    device_limit: int
    change_limit: int
    changes_left: int
    sees_record: bool
    devices: list[Device]


class SubIdDetail(SubId, rename="camel"):
    second_factor: bool
    passkeys: int
    grants: list[GrantState]


class Event(msgspec.Struct, rename="camel"):
    """An action of a sub-id, or on it. `planName` and `address` are those of the service that it was about.

    `detail`: of a device its `name`, of a change of address `from`, `to`, and its `state`; else what was chosen.
    """

    id: int
    at: datetime
    by: By
    what: What
    service_id: ServiceId | None
    plan_name: str | None
    address: str | None
    detail: dict[str, Any]


class UsedSession(msgspec.Struct, rename="camel"):
    """A connection of a sub-id's device, without the address that it came from."""

    service_id: ServiceId
    plan_name: str
    device_name: str
    exit_address: str
    began_at: datetime
    ended_at: datetime | None
    rx_bytes: int
    tx_bytes: int


class EndedActing(msgspec.Struct, rename="camel"):
    sub_id: MemberId
    """Whom the owner looked as, to be led back to its page."""


class OwnSubId(msgspec.Struct, rename="camel"):
    """A sub-id as it sees itself; the owner's name is masked."""

    login_id: str
    name: str
    owner_name: str
    last_day: date | None
    created_at: datetime


class TokenForm(msgspec.Struct, forbid_unknown_fields=True):
    token: Token


class LinkInfo(msgspec.Struct, rename="camel"):
    """Sub-id whose password the link sets; the owner's name is masked."""

    login_id: str
    name: str
    owner_name: str
    expires_at: datetime
    resets_factors: bool
    is_first: bool


class PasswordForm(msgspec.Struct, forbid_unknown_fields=True):
    """The password under the name of the other calls, and what was read and confirmed (`GET agreements?for=sub-id`)."""

    token: Token
    mberPw: Annotated[str, Meta(min_length=1, max_length=200)]  # noqa: N815
    agreements: Annotated[list[Agreement], Meta(max_length=20)] = []


class UsedLink(msgspec.Struct, rename="camel"):
    """`needsCode`: the password is set, and the login waits for the code of the second factor."""

    needs_code: bool


class LinkRow(msgspec.Struct):
    """A link that works, with the sub-id whose password it sets."""

    id: int
    sub_id: MemberId
    owner_id: MemberId
    login_id: str
    name: str
    owner_name: str
    expires_at: datetime
    resets_factors: bool
    has_password: bool
    opened: bool


class LinkEnd(msgspec.Struct):
    """Reason why a link does not work."""

    used: bool
    revoked: bool
