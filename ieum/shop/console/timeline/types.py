"""Moments of a member's timeline, on the wire."""

from datetime import datetime
from typing import Literal

import msgspec

from ieum.shop.members.desk.types import MomentKind


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
