"""Incidents on the wire."""

from datetime import datetime
from typing import Annotated, Literal, NewType

import msgspec
from msgspec import Meta

from ieum.shop.console.messages.broadcast_types import Audience
from ieum.shop.desk.access import Reason
from ieum.shop.desk.presses import PressKey
from ieum.shop.kernel.texts import SAID, SAID_IN_A_LINE

IncidentId = NewType("IncidentId", int)

type IncidentKind = Literal["leak", "intrusion", "outage"]
type IncidentStepKind = Literal[
    "fact", "confirmed", "members_told", "site_notice", "authority_told", "supplement", "closed"
]
type IncidentClockName = Literal["members", "authority", "supplement"]

_LINE = Annotated[str, Meta(min_length=2, max_length=100, pattern=SAID_IN_A_LINE)]
_TEXT = Annotated[str, Meta(min_length=2, max_length=4000, pattern=SAID)]


class IncidentLine(msgspec.Struct, rename="camel", kw_only=True):
    """An incident in the list; `due_at` is the next clock that has not been answered, null where none is."""

    id: IncidentId
    kind: IncidentKind
    title: str
    noticed_at: datetime
    confirmed_at: datetime | None
    audience: str
    affected: int
    closed_at: datetime | None
    due_at: datetime | None = None


class IncidentRow(IncidentLine, kw_only=True):
    what: str
    made_by: str
    made_at: datetime


class IncidentStep(msgspec.Struct, rename="camel"):
    id: int
    kind: IncidentStepKind
    body: str
    at: datetime
    by: str


class IncidentClock(msgspec.Struct, rename="camel"):
    """Until when whom to tell (`law`), and when that was done."""

    name: IncidentClockName
    law: str
    due_at: datetime
    done_at: datetime | None


class IncidentTexts(msgspec.Struct, rename="camel"):
    """Drafts with everything that the law wants in them; what only people know stands in brackets."""

    members_subject: str
    members_body: str
    authority_body: str


class IncidentNotice(msgspec.Struct, rename="camel"):
    """The notice on the site. `is_shown`: nobody has taken it down, and its time has not come."""

    path: str
    begun_at: datetime
    ends_at: datetime
    ended_at: datetime | None
    is_shown: bool


class IncidentPage(msgspec.Struct, rename="camel"):
    """`notice_draft` is null for an outage, of which the law asks for none."""

    incident: IncidentRow
    clocks: list[IncidentClock]
    steps: list[IncidentStep]
    texts: IncidentTexts
    notice: IncidentNotice | None
    notice_draft: str | None


class IncidentForm(msgspec.Struct, rename="camel", forbid_unknown_fields=True, kw_only=True):
    """`is_confirmed`: a leak that is only likely has to be told, too."""

    kind: IncidentKind
    is_confirmed: bool
    title: _LINE
    what: _TEXT
    noticed_at: datetime
    audience: Audience = Audience()


class IncidentOrder(IncidentForm, kw_only=True):
    digest: Annotated[str, Meta(max_length=64)]


class StepForm(msgspec.Struct, forbid_unknown_fields=True):
    kind: Literal["fact", "confirmed", "members_told", "authority_told", "supplement", "closed"]
    body: _TEXT


class NoticeForm(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """The notice for everybody who opens the site, in Markdown."""

    title: _LINE
    body: Annotated[str, Meta(min_length=2, max_length=20_000, pattern=SAID)]


class NoticeOrder(NoticeForm, kw_only=True):
    digest: Annotated[str, Meta(max_length=64)]
    reason: Reason


class CreditForm(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """Days for every service of whoever is affected, and the mail that says so."""

    days: Annotated[int, Meta(ge=1, le=60)]
    subject: _LINE
    body: Annotated[str, Meta(min_length=2, max_length=10_000, pattern=SAID)]


class CreditOrder(CreditForm, kw_only=True):
    key: PressKey
    digest: Annotated[str, Meta(max_length=64)]
    reason: Reason


class CreditMade(msgspec.Struct, rename="camel"):
    """What was begun by one press. `approval_id`: both wait for a second person."""

    run_id: int
    broadcast_id: int
    approval_id: int | None
