"""Registers what authorities ask for, what they were given, and counts half a year for the report."""

from collections.abc import Sequence
from datetime import date, datetime

from ieum.shop.console.authorities import queries
from ieum.shop.console.authorities.refusals import (
    AlreadyRegistered,
    AuthorityRequestNotFound,
    RequestAnswered,
)
from ieum.shop.console.authorities.types import (
    AuthorityAnswer,
    AuthorityRequest,
    AuthorityRequestId,
    HalfYear,
    HalfYearFile,
    NewAuthorityRequest,
)
from ieum.shop.desk.access import Act
from ieum.shop.kernel.db import Connection
from ieum.shop.kernel.errors import Field, refuse_wrong
from ieum.shop.kernel.seoul import SEOUL
from ieum.shop.kernel.spreadsheets import Cell, text_of

BRANCHES = {
    "police": "경찰",
    "prosecution": "검찰",
    "intelligence": "국정원",
    "military": "군 수사기관",
    "other": "그 밖의 기관",
}
KINDS = {
    "subscriber": "통신이용자정보(전기통신사업법 83조)",
    "records": "통신사실확인자료(통신비밀보호법 13조)",
    "seizure": "압수·수색·검증",
    "other": "그 밖의 요청",
}


async def register(act: Act, data: NewAuthorityRequest) -> AuthorityRequest:
    """Raises InvalidFields, AlreadyRegistered."""
    refuse_wrong(_wrong(data, today=datetime.now(SEOUL).date()))
    request = await queries.insert(act.conn, data, by=act.staff.id)
    if request is None:
        raise AlreadyRegistered
    act.note(
        "authorities.register",
        "authority_request",
        request,
        after={"authority": data.authority, "document": data.document_number, "kind": data.kind},
    )
    return await get(act.conn, request)


def _wrong(data: NewAuthorityRequest, *, today: date) -> list[Field]:
    wrong: list[Field] = []
    if data.received_on > today:
        wrong.append(Field("receivedOn", "future", "받은 날은 오늘까지 적을 수 있습니다."))
    if data.kind in {"records", "seizure"} and not data.permit_number.strip():
        detail = "법원 허가서나 영장의 번호를 적어 주세요. 없으면 이 자료는 제공할 수 없습니다."
        wrong.append(Field("permitNumber", "required", detail))
    return wrong


async def answer(act: Act, request: AuthorityRequestId, data: AuthorityAnswer) -> AuthorityRequest:
    """Write down what was given, once. Raises AuthorityRequestNotFound, RequestAnswered, InvalidFields."""
    gives = data.outcome in {"given", "partly"}
    if gives != (data.people_given > 0):
        detail = "몇 명의 자료를 제공했는지 적어 주세요." if gives else "제공하지 않았다면 사람 수는 0입니다."
        refuse_wrong([Field("peopleGiven", "invalid", detail)])
    if gives and not data.given.strip():
        refuse_wrong([Field("given", "required", "어떤 자료를 제공했는지 적어 주세요.")])
    found = await get(act.conn, request, holds=True)
    if found.outcome is not None or found.void_reason is not None:
        raise RequestAnswered
    await queries.answer(act.conn, request, data, by=act.staff.id)
    act.note(
        "authorities.answer",
        "authority_request",
        request,
        after={"outcome": data.outcome, "given": data.given, "people": data.people_given},
    )
    return await get(act.conn, request)


async def void(act: Act, request: AuthorityRequestId, reason: str) -> AuthorityRequest:
    """Mark an entry as wrong; it stays. Raises AuthorityRequestNotFound, RequestAnswered."""
    found = await get(act.conn, request, holds=True)
    if found.void_reason is not None:
        raise RequestAnswered
    await queries.void(act.conn, request, reason)
    act.note(
        "authorities.void",
        "authority_request",
        request,
        before={"outcome": found.outcome},
        after={"void": True},
        reason=reason,
    )
    return await get(act.conn, request)


async def get(conn: Connection, request: AuthorityRequestId, *, holds: bool = False) -> AuthorityRequest:
    found = await queries.find(conn, request, holds=holds)
    if found is None:
        raise AuthorityRequestNotFound
    return found


def present_half(today: date) -> str:
    return f"{today.year}-{1 if today.month <= 6 else 2}"


async def half_year(conn: Connection, half: str) -> HalfYear:
    """`half` is `2026-1` or `2026-2`, already checked."""
    year, part = int(half[:4]), int(half[5])
    since = date(year, 1 if part == 1 else 7, 1)
    before = date(year, 7, 1) if part == 1 else date(year + 1, 1, 1)
    return HalfYear(half, await queries.count_by_kind(conn, since=since, before=before))


async def export(act: Act, half: str) -> HalfYearFile:
    """The report as a file. It holds counts and nobody's data, and is on record all the same."""
    found = await half_year(act.conn, half)
    rows: list[Sequence[Cell]] = [
        ["기관", "구분", "문서 수", "요청 인원", "회신 문서 수", "제공 인원", "회신 전"]
    ]
    rows += [
        [
            BRANCHES[line.branch],
            KINDS[line.kind],
            line.documents,
            line.people_asked,
            line.answered,
            line.people_given,
            line.waiting,
        ]
        for line in found.lines
    ]
    act.note("authorities.export", "authority_report", half, after={"lines": len(found.lines)})
    return HalfYearFile(f"수사기관-요청-{half}.csv", text_of(rows).decode())
