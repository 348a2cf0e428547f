"""Members on the wire. Names, mails and numbers are masked; `MemberUnmasked` alone has them whole."""

from datetime import datetime
from typing import Literal

import msgspec

from ieum.shop.members.types import MemberId, MemberState

type MomentKind = Literal[
    "orders", "money", "points", "services", "devices", "changes", "inquiries", "messages", "logins", "staff"
]


class MemberOwner(msgspec.Struct, rename="camel"):
    id: MemberId
    login_id: str | None


class MemberRights(msgspec.Struct, rename="camel"):
    """Reasons why something cannot be done now; null if it can. Whether the reader may do it is another matter."""

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
    """Holdings and debts of a member."""

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


class BegunLook(msgspec.Struct):
    """Until when the shop shows this browser what the member sees."""

    until: datetime


class BlockReach(msgspec.Struct, frozen=True):
    """Effects of a block: charges of subscriptions, their sum in won, and sessions of sub-ids."""

    charges: int
    amount: int
    sub_id_sessions: int
