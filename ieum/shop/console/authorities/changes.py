"""Changes of the register of requests by authorities, and the file of its report."""

import re
from collections.abc import Sequence
from datetime import date, datetime

from ieum.shop.console.authorities import queries, service
from ieum.shop.console.authorities.refusals import AlreadyRegistered, AuthorityRequestNotFound
from ieum.shop.console.authorities.types import (
    AuthorityAnswer,
    AuthorityRequest,
    AuthorityRequestId,
    HalfYear,
    NewAuthorityRequest,
)
from ieum.shop.console.authorities.words import BRANCHES, KINDS_BY_LAW
from ieum.shop.desk.changes import Case, Change, Made, Nothing, Shown, Thing, to_make
from ieum.shop.desk.types import Facts, Row
from ieum.shop.kernel.db import Connection
from ieum.shop.kernel.errors import Field, NotFound, refuse_wrong
from ieum.shop.kernel.seoul import SEOUL
from ieum.shop.kernel.spreadsheets import Cell, text_of

type _Case[W] = Case[AuthorityRequestId, AuthorityRequest, W]
ANSWERED = "이미 회신을 적었거나 무효로 한 요청입니다. 잘못 적었다면 무효로 하고 새로 등록해 주세요."


async def _today(_conn: Connection, _target: None, _wish: NewAuthorityRequest) -> date:
    return datetime.now(SEOUL).date()


async def _register(conn: Connection, case: Case[None, date, NewAuthorityRequest]) -> Made:
    """Register a request. Raises InvalidFields, AlreadyRegistered."""
    wish = case.wish
    refuse_wrong(_wrong(wish, today=case.sheet))
    request = await queries.insert(conn, wish, by=case.by)
    if request is None:
        raise AlreadyRegistered
    facts = {"authority": wish.authority, "document": wish.document_number, "kind": wish.kind}
    return Made(id=request, facts=facts, answer={"id": request})


def _wrong(wish: NewAuthorityRequest, *, today: date) -> list[Field]:
    wrong: list[Field] = []
    if wish.received_on > today:
        wrong.append(Field("receivedOn", "future", "받은 날은 오늘까지 적을 수 있습니다."))
    if wish.kind in {"records", "seizure"} and not wish.permit_number.strip():
        detail = "법원 허가서나 영장의 번호를 적어 주세요. 없으면 이 자료는 제공할 수 없습니다."
        wrong.append(Field("permitNumber", "required", detail))
    return wrong


async def _lock(conn: Connection, request: AuthorityRequestId) -> None:
    await queries.find(conn, request, holds=True)


def _why_not_answer(request: AuthorityRequest, _wish: AuthorityAnswer) -> str | None:
    return ANSWERED if request.outcome is not None or request.void_reason is not None else None


async def _answer(conn: Connection, case: _Case[AuthorityAnswer]) -> None:
    """Write down what was given, once. Raises InvalidFields."""
    wish = case.wish
    gives = wish.outcome in {"given", "partly"}
    if gives != (wish.people_given > 0):
        detail = "몇 명의 자료를 제공했는지 적어 주세요." if gives else "제공하지 않았다면 사람 수는 0입니다."
        refuse_wrong([Field("peopleGiven", "invalid", detail)])
    if gives and not wish.given.strip():
        refuse_wrong([Field("given", "required", "어떤 자료를 제공했는지 적어 주세요.")])
    await queries.answer(conn, case.target, wish, by=case.by)


def _preview_void(request: AuthorityRequest, _wish: Nothing) -> Shown:
    return Shown(
        title="무효로 합니다",
        rows=[Row("기관", request.authority), Row("문서번호", request.document_number)],
        warnings=["대장에서 지워지지 않고 무효로 남습니다. 반기 보고에서는 빠집니다."],
    )


async def _void(conn: Connection, case: _Case[Nothing]) -> Facts:
    """Mark an entry as wrong; it stays."""
    await queries.void(conn, case.target, case.reason)
    return {"outcome": case.sheet.outcome}


def _facts(request: AuthorityRequest) -> Facts:
    return {
        "outcome": request.outcome,
        "given": request.given,
        "people": request.people_given,
        "void": request.void_reason is not None,
    }


async def _count(conn: Connection, half: str) -> HalfYear | None:
    return await service.half_year(conn, half) if re.fullmatch("20[0-9]{2}-[12]", half) else None


async def _export(_conn: Connection, case: Case[str, HalfYear, Nothing]) -> Made:
    """Return the report as a file. It holds counts and nobody's data, and is on record all the same."""
    lines = case.sheet.lines
    rows: list[Sequence[Cell]] = [
        ["기관", "구분", "문서 수", "요청 인원", "회신 문서 수", "제공 인원", "회신 전"]
    ]
    rows += [
        [
            BRANCHES[line.branch],
            KINDS_BY_LAW[line.kind],
            line.documents,
            line.people_asked,
            line.answered,
            line.people_given,
            line.waiting,
        ]
        for line in lines
    ]
    name = f"수사기관-요청-{case.target}.csv"
    return Made(facts={"lines": len(lines)}, once={"name": name, "content": text_of(rows).decode()})


REQUEST = Thing[AuthorityRequestId, AuthorityRequest](
    name="authority_request",
    label="수사기관 요청",
    screen="authorities",
    unit="건",
    find=queries.find,
    missing=AuthorityRequestNotFound,
    facts=_facts,
)
REGISTER = Change(
    name="authorities.register",
    label="수사기관 요청 등록",
    done="요청을 등록했습니다.",
    of=to_make(REQUEST, date),
    permission="authorities.register",
    wish=NewAuthorityRequest,
    look=_today,
    apply=_register,
    raises=(AlreadyRegistered,),
)
ANSWER = Change(
    name="authorities.answer",
    label="회신 적기",
    done="회신을 적었습니다.",
    of=REQUEST,
    permission="authorities.register",
    wish=AuthorityAnswer,
    lock=_lock,
    refuses=_why_not_answer,
    apply=_answer,
)
VOID = Change(
    name="authorities.void",
    label="무효로 하기",
    done="무효로 했습니다.",
    of=REQUEST,
    permission="authorities.register",
    wish=Nothing,
    lock=_lock,
    refuses=lambda request, _wish: None if request.void_reason is None else ANSWERED,
    preview=_preview_void,
    apply=_void,
)
EXPORT = Change(
    name="authorities.export",
    label="반기 보고 받기",
    done="파일을 만들었습니다.",
    of=Thing[str, HalfYear](
        name="authority_report",
        label="반기 보고",
        screen="authorities",
        key="text",
        find=_count,
        missing=NotFound,
    ),
    permission="authorities.register",
    wish=Nothing,
    apply=_export,
)
CHANGES = [REGISTER, ANSWER, VOID, EXPORT]
