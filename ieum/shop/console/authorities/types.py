"""Requests by authorities on the wire."""

from datetime import date, datetime
from typing import Annotated, NewType

import msgspec
from msgspec import Meta

from ieum.shop.console.authorities.words import BRANCHES, KINDS_BY_LAW, OUTCOMES, Branch, Outcome, RequestKind
from ieum.shop.kernel.texts import SAID, SAID_IN_A_LINE

AuthorityRequestId = NewType("AuthorityRequestId", int)


class AuthorityRequest(msgspec.Struct, rename="camel", kw_only=True):
    """A request as the register has it. `outcome` is null until it is answered; `void_reason`: entered wrongly."""

    id: AuthorityRequestId
    received_on: date
    branch: Branch
    authority: str
    document_number: str
    kind: RequestKind
    permit_number: str
    asked: str
    people_asked: int
    registered_by: str
    registered_at: datetime
    outcome: Outcome | None
    given: str
    people_given: int | None
    answered_by: str | None
    answered_at: datetime | None
    void_reason: str | None


class NewAuthorityRequest(
    msgspec.Struct, rename="camel", frozen=True, forbid_unknown_fields=True, kw_only=True
):
    """`permit_number` is that of the court's permit or warrant, without which such data is not given."""

    received_on: Annotated[date, Meta(title="받은 날", description="오늘까지 적을 수 있습니다.")]
    branch: Annotated[Branch, Meta(title="기관 구분", extra_json_schema={"words": BRANCHES})]
    authority: Annotated[
        str,
        Meta(
            min_length=2,
            max_length=100,
            pattern=SAID_IN_A_LINE,
            title="기관",
            description="예: 서울강남경찰서",
        ),
    ]
    document_number: Annotated[
        str,
        Meta(
            min_length=1,
            max_length=100,
            pattern=SAID_IN_A_LINE,
            title="문서번호",
            description="문서에 적힌 그대로 적어 주세요.",
        ),
    ]
    kind: Annotated[RequestKind, Meta(title="구분", extra_json_schema={"words": KINDS_BY_LAW})]
    permit_number: Annotated[
        str,
        Meta(
            max_length=100,
            pattern=r"^[^\x00-\x1f]*$",
            title="법원 허가서·영장 번호",
            description="통신사실확인자료와 압수·수색에는 꼭 필요합니다. 없으면 이 자료는 제공할 수 없습니다.",
        ),
    ] = ""
    asked: Annotated[
        str,
        Meta(
            min_length=2,
            max_length=2000,
            pattern=SAID,
            title="요청 내용",
            description="어느 주소의 언제부터 언제까지인지 적어 주세요.",
        ),
    ]
    people_asked: Annotated[
        int, Meta(ge=1, le=1_000_000, title="요청 인원", description="문서가 묻는 사람의 수입니다.")
    ] = 1


class AuthorityAnswer(msgspec.Struct, rename="camel", frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The kinds of data that were given, rather than the data itself, and about how many people."""

    outcome: Annotated[
        Outcome,
        Meta(
            title="결과",
            description="한 번 적은 회신은 고칠 수 없습니다.",
            extra_json_schema={"words": OUTCOMES},
        ),
    ]
    people_given: Annotated[
        int, Meta(ge=0, le=1_000_000, title="제공 인원", description="제공하지 않았다면 0입니다.")
    ] = 0
    given: Annotated[
        str,
        Meta(
            max_length=2000,
            pattern=r"^[^\x00]*$",
            title="제공한 자료",
            description="이름이나 번호를 옮겨 적지 말고 자료의 종류만 적어 주세요. 예: 이름, 연락처",
        ),
    ] = ""


class HalfYearLine(msgspec.Struct, rename="camel"):
    """Requests of one kind by one branch that were received within half a year."""

    branch: Branch
    kind: RequestKind
    documents: int
    people_asked: int
    answered: int
    people_given: int
    waiting: int


class HalfYear(msgspec.Struct, rename="camel"):
    """`half` is `2026-1` or `2026-2`; void entries are left out. Days are those of Seoul."""

    half: str
    lines: list[HalfYearLine]
