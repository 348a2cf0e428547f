"""Exports on the wire."""

from datetime import datetime
from typing import Annotated, Literal, NewType

import msgspec
from msgspec import Meta

from ieum.shop.desk.acting import Reason
from ieum.shop.desk.types import ApprovalId, StaffId
from ieum.shop.kernel.seoul import SEOUL
from ieum.shop.members.types import MemberId

ExportId = NewType("ExportId", int)

type ExportState = Literal["waiting", "making", "ready", "failed", "over"]


# What stands in the place of a list's name where everything about one member is exported.
OWN_DATA = "member-data"


class OwnDataWish(msgspec.Struct, forbid_unknown_fields=True):
    reason: Reason


class ExportWish(msgspec.Struct, forbid_unknown_fields=True):
    """`screen` is the list's path behind `/console/`, `query` that of its address: its filters."""

    screen: Annotated[str, Meta(min_length=1, max_length=60)]
    query: Annotated[str, Meta(max_length=2_000)]
    reason: Reason


class ExportRow(msgspec.Struct, kw_only=True):
    id: ExportId
    screen: str
    query: str
    reason: str
    expected: int
    state: ExportState
    tries: int
    rows: int | None
    bytes: int | None
    asked_by: StaffId
    asked_at: datetime
    made_at: datetime | None
    expires_at: datetime | None
    downloads: int

    @property
    def member(self) -> MemberId | None:
        """Member whose own data it is; None for a list."""
        return MemberId(int(self.query.removeprefix("member="))) if self.screen == OWN_DATA else None

    @property
    def file_name(self) -> str:
        """Name the file, with the minute at which it was made: files of one list differ."""
        made = f"-{self.made_at.astimezone(SEOUL):%Y%m%d-%H%M}" if self.made_at else ""
        return f"{self.screen}-{self.id}{made}.{'csv' if self.member is None else 'zip'}"


class ExportSeen(msgspec.Struct, rename="camel", kw_only=True):
    """An export of one's own. `expected` is how many rows there were when it was asked for, `rows` at `made_at`."""

    id: ExportId
    screen: str
    label: str
    query: str
    reason: str
    state: ExportState
    expected: int
    rows: int | None
    bytes: int | None
    file_name: str
    asked_at: datetime
    made_at: datetime | None
    expires_at: datetime | None
    downloads: int


class ExportMade(msgspec.Struct, rename="camel"):
    """An export that is being made, or waits for a second person if it names an approval (202).

    `expected` is how many rows the filters find now, which is not what the list showed before.
    """

    export_id: ExportId
    expected: int
    approval_id: ApprovalId | None = None
