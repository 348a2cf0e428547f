"""Bulk changes on the wire."""

from datetime import datetime
from typing import Annotated, Any, Literal, NewType

import msgspec
from msgspec import Meta

from ieum.shop.desk.acting import Reason
from ieum.shop.desk.presses import PressKey
from ieum.shop.desk.types import ApprovalId, Facts, StaffId

BulkRunId = NewType("BulkRunId", int)

type BulkState = Literal["waiting", "running", "done", "cancelled"]
type BulkRowState = Literal["waiting", "done", "skipped", "failed"]

_Id = Annotated[int, Meta(ge=1, le=2**63 - 1)]


class BulkForm(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Either the `ids` that are ticked, or the `query` of the list, whose filters find the whole set."""

    change: Annotated[str, Meta(max_length=60)]
    wish: dict[str, Any] = {}
    ids: Annotated[list[_Id], Meta(min_length=1, max_length=1_000)] | None = None
    query: Annotated[str, Meta(max_length=2_000)] | None = None


class BulkOrder(BulkForm, frozen=True, kw_only=True, forbid_unknown_fields=True):
    key: PressKey
    digest: Annotated[str, Meta(min_length=1, max_length=64)]
    reason: Reason


class BulkPress(msgspec.Struct, forbid_unknown_fields=True):
    key: PressKey
    digest: Annotated[str, Meta(min_length=1, max_length=64)]
    reason: Reason


class BulkMade(msgspec.Struct, rename="camel"):
    """A run that goes on, or waits for a second person if it names an approval (202)."""

    run_id: BulkRunId
    approval_id: ApprovalId | None = None


class BulkRun(msgspec.Struct, rename="camel", kw_only=True):
    """A run and its progress. `undoes` is the run that it takes back, `undone_by` the run that takes it back."""

    id: BulkRunId
    change: str
    title: str
    state: BulkState
    total: int
    done: int
    skipped: int
    failed: int
    reason: str
    made_by: StaffId
    made_by_name: str
    made_at: datetime
    ended_at: datetime | None
    approval_id: ApprovalId | None
    undoes: BulkRunId | None
    undone_by: BulkRunId | None


class BulkSeen(msgspec.Struct, rename="camel"):
    """`why_not_*` say why it cannot be stopped or taken back now, by whoever asks."""

    run: BulkRun
    why_not_cancel: str | None
    why_not_undo: str | None


class RunningBulk(msgspec.Struct, kw_only=True):
    """A run as the job needs it."""

    id: BulkRunId
    change: str
    wish: dict[str, Any]
    state: BulkState
    undoes: BulkRunId | None
    reason: str
    made_by: StaffId
    role: str
    session_id: int
    request_id: str
    address: str
    approval_id: ApprovalId | None
    alone: bool


class BulkSet(msgspec.Struct, frozen=True):
    """The rows that a selection finds: those that it can be done to, all of them, and a figure that stands for them."""

    count: int
    found: int
    mark: str


class RowResult(msgspec.Struct, frozen=True, kw_only=True):
    """The result of a row. `before` and `after` are the difference, as in the record."""

    state: BulkRowState
    detail: str = ""
    before: Facts | None = None
    after: Facts | None = None
