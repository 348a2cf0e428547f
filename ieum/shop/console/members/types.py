"""Members on the wire. Names, mails and numbers are masked; `MemberUnmasked` alone has them whole."""

from datetime import datetime
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from ieum.shop.desk.access import Reason
from ieum.shop.desk.presses import PressKey
from ieum.shop.members.types import MemberId

type MemberState = Literal["active", "blocked", "left", "sub_id"]
type MomentKind = Literal[
    "orders", "money", "points", "services", "devices", "changes", "inquiries", "messages", "logins", "staff"
]


class MemberLine(msgspec.Struct, rename="camel"):
    """One of the list. Of who has left only the number is there."""

    id: MemberId
    login_id: str | None
    name: str | None
    email: str | None
    phone: str | None
    state: MemberState
    is_blocked: bool
    owner_login_id: str | None
    joined_at: datetime
    services_in_use: int
    last_seen_at: datetime | None


class MemberOwner(msgspec.Struct, rename="camel"):
    id: MemberId
    login_id: str | None


class MemberRights(msgspec.Struct, rename="camel"):
    """Why something cannot be done now; null where it can. Whether the reader may do it is another matter."""

    unmask: str | None
    points: str | None
    block: str | None
    unblock: str | None
    sessions: str | None
    reset_factors: str | None
    look: str | None


class MemberFacts(msgspec.Struct, rename="camel"):
    """A member as the database has them, whole."""

    id: MemberId
    login_id: str | None
    name: str | None
    email: str | None
    phone: str | None
    state: MemberState
    owner: MemberOwner | None
    joined_at: datetime
    left_at: datetime | None
    blocked_at: datetime | None
    withheld: bool
    """A sub-id that its owner has suspended or removed, or whose time is over."""
    verified_at: datetime | None
    """When an identity provider vouched for who they are."""
    sms_opt_in: bool
    mail_opt_in: bool
    second_factor: bool
    passkeys: int
    sessions: int
    last_seen_at: datetime | None
    sub_ids: int


class MemberHoldings(msgspec.Struct, rename="camel"):
    """What a member has and owes."""

    points: int
    tickets: int
    services_in_use: int
    subscriptions: int
    subscription_amount: int
    past_due: int
    orders: int
    paid: int
    returned: int
    inquiries_open: int


class MemberDetail(msgspec.Struct, rename="camel"):
    member: MemberFacts
    holdings: MemberHoldings
    rights: MemberRights
    kinds: list[MomentKind]
    """The kinds of moments that the reader may see."""


class MemberUnmasked(msgspec.Struct):
    name: str
    email: str | None
    """A sub-id has neither mail nor number."""
    phone: str | None


class MemberService(msgspec.Struct, rename="camel"):
    id: int
    plan: str
    state: Literal["active", "suspended", "expired", "ended"]
    starts_at: datetime
    ends_at: datetime
    order_id: str
    subscription_id: int | None


class MomentLink(msgspec.Struct):
    """An object of the console that a moment is about."""

    kind: Literal["order", "service", "subscription", "inquiry", "approval", "member"]
    id: str


class MemberMoment(msgspec.Struct, rename="camel"):
    """Something that happened, in words. `key` names it within the member's history."""

    at: datetime
    key: str
    kind: MomentKind
    title: str
    text: str
    amount: int | None
    """Won, where it is about money."""
    by: str | None
    """Who of the staff did it."""
    link: MomentLink | None


class MemberMoments(msgspec.Struct):
    items: list[MemberMoment]
    next: str | None


# What a change asks for. `digest` is that of the preview that was seen.
type Digest = Annotated[str, Meta(min_length=32, max_length=32, pattern="^[0-9a-f]*$")]
type PointAmount = Annotated[int, Meta(ge=-10_000_000, le=10_000_000)]
type TicketAmount = Annotated[int, Meta(ge=-1_000, le=1_000)]
type TicketDays = Annotated[int, Meta(ge=1, le=1_095)]


class PointsWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Points to give, or to take where the amount is negative."""

    amount: PointAmount


class PointsForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    amount: PointAmount
    key: PressKey
    digest: Digest
    reason: Reason


class TicketsWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Tickets to give, good for so many days, or to take where the amount is negative."""

    amount: TicketAmount
    days: TicketDays = 90


class TicketsForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    amount: TicketAmount
    key: PressKey
    digest: Digest
    reason: Reason
    days: TicketDays = 90


class SeenForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A change that needs nothing but a reason, as its preview showed it."""

    digest: Digest
    reason: Reason


class ReasonForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    reason: Reason


class BegunLook(msgspec.Struct):
    """Until when the shop shows this browser what the member sees."""

    until: datetime


class RunningCharges(msgspec.Struct):
    """Subscriptions that a block would stop."""

    count: int
    amount: int
