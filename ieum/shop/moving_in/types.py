"""Lines of another shop's files, and what is wrong with them."""

from datetime import datetime
from typing import Annotated, Literal, NamedTuple

import msgspec
from msgspec import Meta

from ieum.shop.members.types import Agreement, MemberId

type Kind = Literal["member", "service", "points"]
Token = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{43}(?!\n)$")]


class Line(NamedTuple):
    """A line of a file: its number, and its cells by our names of the columns."""

    number: int
    cells: dict[str, str]


class Wrong(NamedTuple):
    """Reason not to import a line. It never holds the line itself, which is written into no log."""

    line: int
    column: str
    reason: str


class MovedMember(NamedTuple):
    external_id: str
    login_id: str
    name: str
    email: str
    phone: str
    joined_at: datetime | None
    # When they agreed to advertising by SMS and by mail; None where they did not.
    sms_at: datetime | None
    mail_at: datetime | None


class MovedService(NamedTuple):
    external_id: str
    member: str
    plan: str
    address: str
    began_at: datetime | None
    ends_at: datetime


class MovedPoints(NamedTuple):
    external_id: str
    member: str
    amount: int
    reason: str


type Row = MovedMember | MovedService | MovedPoints


class Read[R](NamedTuple):
    """A line that is well by itself, and the hash of its cells."""

    line: int
    row: R
    contents: bytes


class Seen(msgspec.Struct, frozen=True):
    """A row that was imported before."""

    external_id: str
    contents: bytes
    member_id: MemberId


class Plan(msgspec.Struct, frozen=True):
    """A plan of this shop that services can be moved to, and the pools that its addresses are of."""

    id: int
    code: str
    pools: list[int]


class Moved(msgspec.Struct):
    """A member, service or entry of points that has come, for the table of what was moved."""

    external_id: str
    contents: bytes
    member_id: int
    service_id: int | None = None
    began_at: datetime | None = None
    reason: str | None = None


class Counts(msgspec.Struct):
    """Counts of what a run has done with its lines."""

    members: int = 0
    services: int = 0
    points: int = 0
    updated: int = 0
    skipped: int = 0
    before: int = 0
    """Imported by an earlier run."""
    changed: int = 0
    """Imported by an earlier run, with other contents, and left as they are."""


class Link(msgspec.Struct):
    member_id: MemberId
    login_id: str
    name: str
    email: str
    phone: str
    expires_at: datetime
    is_used: bool
    is_over: bool
    came_from: str


class Invited(msgspec.Struct):
    """A moved member who is to be mailed a link."""

    member_id: MemberId
    login_id: str
    name: str
    email: str
    mails: int
    came_from: str


class MovingToken(msgspec.Struct, forbid_unknown_fields=True):
    token: Token


class MovingPassword(msgspec.Struct, forbid_unknown_fields=True):
    """The password under the name of the other calls, and what was agreed to (`GET agreements?for=sign-up`)."""

    token: Token
    mberPw: Annotated[str, Meta(min_length=1, max_length=200)]  # noqa: N815
    agreements: Annotated[list[Agreement], Meta(max_length=20)] = []


class MovingLink(msgspec.Struct, rename="camel"):
    """Member whose password the link sets; the other shop's name is empty if the import named none."""

    login_id: str
    name: str
    expires_at: datetime
    came_from: str
