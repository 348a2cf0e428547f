"""Exports on the wire."""

from datetime import datetime
from typing import Annotated, Literal, NewType

import msgspec
from msgspec import Meta

from ieum.shop.desk.types import StaffId
from ieum.shop.kernel.seoul import SEOUL
from ieum.shop.members.types import MemberId

ExportId = NewType("ExportId", int)

type ExportState = Literal["waiting", "making", "ready", "failed", "over"]
type FileForm = Literal["csv", "xlsx"]

FORMS: dict[FileForm, str] = {"csv": "CSV", "xlsx": "엑셀 (XLSX)"}
# What stands in the place of a list's name where everything about one member is exported.
OWN_DATA = "member-data"
_WORKBOOK = ".xlsx"


class ExportWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`screen` is the list's path behind `/console/`, `query` that of its address: its filters."""

    screen: Annotated[str, Meta(min_length=1, max_length=60, title="목록")]
    query: Annotated[str, Meta(max_length=2_000, title="조건")] = ""
    form: Annotated[FileForm, Meta(title="파일 형식", extra_json_schema={"words": FORMS})] = "csv"


def screen_of(wish: ExportWish) -> str:
    """The name under which the table keeps the list and the form of its file."""
    return wish.screen + (_WORKBOOK if wish.form == "xlsx" else "")


class ExportRow(msgspec.Struct, kw_only=True):
    """`screen` is the list, with `.xlsx` behind it if its file is a workbook."""

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
    def listed(self) -> str:
        """The name of the list."""
        return self.screen.removesuffix(_WORKBOOK)

    @property
    def form(self) -> FileForm:
        return "xlsx" if self.screen.endswith(_WORKBOOK) else "csv"

    @property
    def member(self) -> MemberId | None:
        """Member whose own data it is; None for a list."""
        return MemberId(int(self.query.removeprefix("member="))) if self.screen == OWN_DATA else None

    @property
    def file_name(self) -> str:
        """Name the file, with the minute at which it was made: files of one list differ."""
        made = f"-{self.made_at.astimezone(SEOUL):%Y%m%d-%H%M}" if self.made_at else ""
        name = self.listed.replace("/", "-")
        return f"{name}-{self.id}{made}.{self.form if self.member is None else 'zip'}"


class ExportSeen(msgspec.Struct, rename="camel", kw_only=True):
    """An export of one's own. `said` are its filters in words.

    `expected` is how many rows there were when it was asked for, `rows` at `made_at`.
    """

    id: ExportId
    screen: str
    label: str
    said: list[str]
    form: FileForm
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
