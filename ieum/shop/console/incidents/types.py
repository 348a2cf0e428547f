"""Incidents on the wire."""

from datetime import datetime
from typing import Annotated, Literal, NewType

import msgspec
from msgspec import Meta

from ieum.shop.broadcasts.types import Audience
from ieum.shop.broadcasts.words import INCIDENTS, IncidentKind
from ieum.shop.console.incidents.words import IncidentStepKind
from ieum.shop.kernel.texts import SAID, SAID_IN_A_LINE

IncidentId = NewType("IncidentId", int)

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


class IncidentForm(msgspec.Struct, rename="camel", frozen=True, forbid_unknown_fields=True, kw_only=True):
    """`is_confirmed`: a leak that is only likely has to be told, too."""

    kind: Annotated[IncidentKind, Meta(title="종류", extra_json_schema={"words": INCIDENTS})]
    noticed_at: Annotated[
        datetime, Meta(tz=True, title="알게 된 때 (한국 시각)", description="기한은 이때부터 셉니다.")
    ]
    is_confirmed: Annotated[bool, Meta(title="사실로 확인했습니다. 가능성만 있어도 알려야 합니다.")] = False
    title: Annotated[_LINE, Meta(title="제목", description="2자부터 100자까지.")]
    what: Annotated[
        _TEXT,
        Meta(
            title="무슨 일인지",
            description="지금 아는 만큼 적어 주세요. 회원과 기관에 알릴 문구에 들어갑니다.",
        ),
    ]
    audience: Annotated[
        Audience, Meta(title="영향을 받은 회원", description="지금 기준으로 정해지고 나중에 바뀌지 않습니다.")
    ] = Audience()


class StepForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    kind: Annotated[
        Literal["fact", "confirmed", "members_told", "authority_told", "supplement", "closed"],
        Meta(title="무엇"),
    ]
    body: Annotated[_TEXT, Meta(title="내용", description="적은 것은 고치거나 지울 수 없습니다.")]


class NoticeForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The notice for everybody who opens the site, in Markdown."""

    title: Annotated[_LINE, Meta(title="제목", description="2자부터 100자까지.")]
    body: Annotated[
        str,
        Meta(
            min_length=2,
            max_length=20_000,
            pattern=SAID,
            title="내용",
            description="마크다운으로 씁니다. 누구나 볼 수 있는 글입니다.",
        ),
    ]


class CreditForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Days for every service of whoever is affected, and the mail that says so."""

    days: Annotated[int, Meta(ge=1, le=60, title="서비스마다 늘릴 날", description="1일부터 60일까지.")]
    subject: Annotated[_LINE, Meta(title="메일 제목", description="2자부터 100자까지.")]
    body: Annotated[str, Meta(min_length=2, max_length=10_000, pattern=SAID, title="메일 내용")]
