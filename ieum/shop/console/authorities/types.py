"""Requests by authorities on the wire."""

from datetime import date, datetime
from typing import Annotated, Literal, NewType

import msgspec
from msgspec import Meta

from ieum.shop.kernel.texts import SAID, SAID_IN_A_LINE

AuthorityRequestId = NewType("AuthorityRequestId", int)

type Branch = Literal["police", "prosecution", "intelligence", "military", "other"]
type RequestKind = Literal["subscriber", "records", "seizure", "other"]
type Outcome = Literal["given", "partly", "refused", "nothing_held"]


class AuthorityRequest(msgspec.Struct, rename="camel", kw_only=True):
    """One request as the register has it. `outcome` is null until it is answered; `void_reason`: entered wrongly."""

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


class NewAuthorityRequest(msgspec.Struct, rename="camel", forbid_unknown_fields=True, kw_only=True):
    """`permit_number` is that of the court's permit or warrant, without which such data is not given."""

    received_on: date
    branch: Branch
    authority: Annotated[str, Meta(min_length=2, max_length=100, pattern=SAID_IN_A_LINE)]
    document_number: Annotated[str, Meta(min_length=1, max_length=100, pattern=SAID_IN_A_LINE)]
    kind: RequestKind
    permit_number: Annotated[str, Meta(max_length=100, pattern=r"^[^\x00-\x1f]*$")] = ""
    asked: Annotated[str, Meta(min_length=2, max_length=2000, pattern=SAID)]
    people_asked: Annotated[int, Meta(ge=1, le=1_000_000)] = 1


class AuthorityAnswer(msgspec.Struct, rename="camel", forbid_unknown_fields=True, kw_only=True):
    """What was given, in kinds of data rather than the data itself, and about how many people."""

    outcome: Outcome
    given: Annotated[str, Meta(max_length=2000, pattern=r"^[^\x00]*$")] = ""
    people_given: Annotated[int, Meta(ge=0, le=1_000_000)] = 0


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


class WhichHalf(msgspec.Struct, forbid_unknown_fields=True):
    half: Annotated[str, Meta(pattern=r"^20[0-9]{2}-[12]$")]


class HalfYearFile(msgspec.Struct):
    """A CSV file for spreadsheets, as text; its first character is the byte order mark."""

    name: str
    content: str
