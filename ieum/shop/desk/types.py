"""Staff, and shapes that screens of the console share."""

from datetime import datetime
from typing import Any, NewType

import msgspec

from ieum.shop.desk.permissions import Permission

StaffId = NewType("StaffId", int)
StaffSessionId = NewType("StaffSessionId", int)
RoleId = NewType("RoleId", int)
ApprovalId = NewType("ApprovalId", int)


class Rights(msgspec.Struct, frozen=True, kw_only=True):
    """Rights that a member of staff has at this moment."""

    is_owner: bool
    permissions: frozenset[str]

    def may(self, permission: Permission) -> bool:
        return self.is_owner or permission in self.permissions


class Staff(Rights, frozen=True, kw_only=True):
    """Somebody who is logged in to the console."""

    id: StaffId
    session_id: StaffSessionId
    name: str
    email: str
    role_id: RoleId
    role_name: str
    started_at: datetime
    seen_at: datetime
    allowed_from_here: bool
    """Whether the list of networks, where there is one, has the caller's."""


class Row(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line of a preview: the value after the change, and before it if that is known."""

    label: str
    value: str
    before: str | None = None


class Link(msgspec.Struct, frozen=True):
    """A screen of the console where something is looked at before, as its path there."""

    label: str
    path: str


class Preview(msgspec.Struct, frozen=True):
    """The effect of a change, as the person who presses the button and the second person see it.

    `digest` stands for all of it: a confirmation names the digest of what was seen, and is refused if the same change
    would do something else by then. Build it with `previews.preview`.
    """

    title: str
    rows: list[Row]
    warnings: list[str]
    count: int | None
    amount: int | None
    digest: str
    links: list[Link] = []


class Listed[T](msgspec.Struct, rename="camel"):
    """A page of a list; `next` is given back as `after`, and is null on the last page."""

    items: list[T]
    next: str | None
    count: int
    count_is_more: bool


class Items[T](msgspec.Struct):
    """A list that is short by nature, and whole."""

    items: list[T]


# What the record says of an object before and after a change: plain JSON without secrets.
type Facts = dict[str, Any]
