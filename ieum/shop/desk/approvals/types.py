from collections.abc import Awaitable, Callable
from datetime import datetime
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from ieum.shop.desk.acting import Act
from ieum.shop.desk.permissions import Permission
from ieum.shop.desk.types import ApprovalId, Facts, Preview, Rights, StaffId
from ieum.shop.kernel.db import Connection
from ieum.shop.kernel.settings import Settings

type State = Literal["asked", "confirmed", "refused", "withdrawn", "expired"]


class Company(msgspec.Struct, frozen=True):
    """Counts the others who may confirm a wish: neither its asker, nor the viewer, nor newcomers.

    A newcomer's password and authenticator were set by a link within seven days. `was_colleague_removed`: within
    seven days one who could have confirmed it was removed, or lost that right by an owner alone.
    """

    others: int
    is_asker_new: bool = False
    is_viewer_new: bool = False
    was_colleague_removed: bool = False


class World(msgspec.Struct, frozen=True):
    """Things that carrying out may need beside the transaction. `asker` has the asker's rights of now."""

    settings: Settings
    asker: Rights
    asked_by: StaffId
    reason: str


class Action[P](msgspec.Struct, frozen=True, kw_only=True):
    """A change that takes two people. Both need `permission`; the second one `approvals.confirm`, too.

    `lock` holds what `params` are about. `look` returns what is there now, and what `params` would do to it.
    `carry_out` is given the first of these in the transaction of the person who confirms, notes the change for the
    record, and may return what is to be seen of it afterwards, such as the id of what was made; no secrets. `drop`
    deletes what was stored beside a wish that comes to nothing. `cannot_wait` tells which wishes have a legal deadline
    or an amount by the rules: an owner may confirm them alone even after a colleague was removed. `is_readable` is
    False for a wish that an earlier release stored in another form.
    """

    name: str
    label: str
    permission: Permission
    params: type[P]
    look: Callable[[Connection, P], Awaitable[tuple[Any, Preview]]]
    carry_out: Callable[[Act, P, Any, World], Awaitable[Facts | None]]
    lock: Callable[[Connection, P], Awaitable[object]] | None = None
    drop: Callable[[Connection, P], Awaitable[None]] | None = None
    cannot_wait: Callable[[P], bool] = lambda _params: False
    is_readable: Callable[[P], bool] = lambda _params: True


class Person(msgspec.Struct, frozen=True):
    id: StaffId
    name: str


class ApprovalRow(msgspec.Struct, kw_only=True):
    id: ApprovalId
    action: str
    params: Any
    preview: Preview
    reason: str
    asked_by: Person
    asked_at: datetime
    expires_at: datetime
    state: State
    decided_by: Person | None
    decided_at: datetime | None
    decision: str
    alone: bool
    result: Any
    is_unseen: bool


class Approval(msgspec.Struct, kw_only=True, rename="camel"):
    """As the console shows it to one person. `why_not` says why that person may not confirm it now.

    `is_news`: it is theirs, was decided, and they have not looked since.
    """

    id: ApprovalId
    action: str
    label: str
    asked_by: Person
    asked_at: datetime
    expires_at: datetime
    state: State
    reason: str
    preview: Preview
    decided_by: Person | None
    decided_at: datetime | None
    decision: str
    alone: bool
    mine: bool
    is_news: bool
    may_confirm: bool
    may_confirm_alone: bool
    why_not: str | None
    result: Any


class Asked(msgspec.Struct, rename="camel"):
    """The answer where a second person has to confirm: it waits there."""

    approval_id: ApprovalId
    preview: Preview


class DecisionSeen(msgspec.Struct):
    """`news`: whether it was news until now."""

    news: bool


# May be empty: what has to say why refuses that with a sentence.
_Words = Annotated[str, Meta(max_length=500, pattern=r"^[^\x00]*$")]


class Confirmation(msgspec.Struct, forbid_unknown_fields=True):
    """`digest` is that of the preview that was seen; code and reason are for whoever confirms alone."""

    digest: Annotated[str, Meta(max_length=64)]
    code: Annotated[str, Meta(max_length=40, pattern=r"^[^\x00]*$")] | None = None
    reason: _Words | None = None


class Words(msgspec.Struct, forbid_unknown_fields=True):
    reason: _Words
