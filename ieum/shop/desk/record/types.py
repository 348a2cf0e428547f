from datetime import datetime
from typing import Any

import msgspec

from ieum.shop.desk.types import ApprovalId, Facts, StaffId, StaffSessionId


class Note(msgspec.Struct, frozen=True, kw_only=True):
    """A note: an action on an object, or a look at it. `before` and `after` hold the difference, without secrets."""

    action: str
    object_kind: str
    object_id: str
    reason: str = ""
    before: Facts | None = None
    after: Facts | None = None


class By(msgspec.Struct, frozen=True, kw_only=True):
    """The author of an entry and their address. Without `staff` it is a command or a job."""

    role: str
    request_id: str
    address: str
    staff: StaffId | None = None
    session: StaffSessionId | None = None
    approval: ApprovalId | None = None
    alone: bool = False


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """An entry as the table has it; what is hashed is all of it but the hash."""

    index: int
    at: datetime
    staff_id: int | None
    session_id: int | None
    role: str
    action: str
    object_kind: str
    object_id: str
    reason: str
    before: Any
    after: Any
    request_id: str
    address: str
    approval_id: int | None
    alone: bool
    hash: bytes


class Head(msgspec.Struct, frozen=True):
    index: int
    hash: bytes


class Author(msgspec.Struct, frozen=True):
    id: StaffId
    name: str
