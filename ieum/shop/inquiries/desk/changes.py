"""Changes that staff make to inquiries. The text of an answer stands in its thread alone, and not in the record."""

from typing import Annotated

import msgspec
from msgspec import Meta

from ieum.shop.desk.changes import Case, Change, Made, Nothing, Shown, Thing
from ieum.shop.desk.types import Facts, Row, StaffId
from ieum.shop.inquiries import answering, rules
from ieum.shop.inquiries.answering import AlreadyAnswered, InquiryClosed, NothingToReopen
from ieum.shop.inquiries.desk import queries, service
from ieum.shop.inquiries.desk.canned import CHANGES as OF_CANNED
from ieum.shop.inquiries.desk.types import SentPicture, Standing
from ieum.shop.inquiries.queries import lock_inquiry
from ieum.shop.inquiries.refusals import ImageNotFound
from ieum.shop.inquiries.service import InquiryNotFound
from ieum.shop.inquiries.types import Assignee, State
from ieum.shop.inquiries.words import STATES
from ieum.shop.kernel.db import Connection
from ieum.shop.kernel.errors import ShopError, refuse_wrong
from ieum.shop.kernel.particles import with_ro
from ieum.shop.kernel.texts import SAID

type _Case[W] = Case[int, Standing, W]
type _Seen = Annotated[int, Meta(ge=0, le=2**63 - 1, title="읽은 마지막 글")]


class ColleagueNotFound(ShopError):
    status = 404
    code = "colleague_not_found"
    title = "담당할 직원을 찾을 수 없습니다"
    detail = "문의에 답변할 수 있는 직원이 아닙니다. 목록에서 다시 골라 주세요."


class Reply(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`seen` is the newest message that was on the screen; `further` says that it is known to be answered."""

    # `rules` refuses a longer answer with a sentence; this only stops what nobody can have typed.
    body: Annotated[str, Meta(max_length=20_000, pattern=r"^[^\x00]*$", title="답변")]
    seen: _Seen
    further: Annotated[bool, Meta(title="추가 답변")] = False


class Note(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    body: Annotated[
        str,
        Meta(
            min_length=1,
            max_length=2_000,
            pattern=SAID,
            title="내부 메모",
            description="직원만 봅니다. 고치거나 지울 수 없습니다.",
        ),
    ]


class Assign(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """None puts the inquiry back to where nobody has it."""

    to: Annotated[StaffId, Meta(ge=1, le=2**63 - 1, title="담당자")] | None


class Close(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`seen` is the newest message that was on the screen."""

    seen: _Seen


INQUIRY = Thing(
    name="inquiry",
    label="문의",
    screen="inquiries",
    unit="건",
    find=queries.find_standing,
    missing=InquiryNotFound,
    facts=lambda standing: {"state": standing.state, "assignee": standing.taken_by},
)
PICTURE = Thing(
    name="inquiry_image",
    label="문의 사진",
    screen="inquiries",
    unit="장",
    find=queries.find_picture,
    missing=ImageNotFound,
    facts=lambda picture: {"hidden": picture.hidden},
)


async def _answer(conn: Connection, case: _Case[Reply]) -> Made:
    name = await queries.get_name(conn, case.by)
    body = await service.fill(conn, case.target, case.wish.body, staff=name, masks=False)
    sent = await answering.answer(
        conn,
        case.target,
        body,
        seen=case.wish.seen,
        by=name,
        staff=case.by,
        further=case.wish.further,
    )
    return Made(facts={"message": sent, "characters": len(body)}, answer={"id": sent})


async def _note(conn: Connection, case: _Case[Note]) -> Facts:
    body = rules.tidy_text(case.wish.body)
    refuse_wrong(rules.wrong_body(body))
    return {"note": await queries.insert_note(conn, case.target, case.by, body)}


async def _assign(conn: Connection, case: _Case[Assign]) -> None:
    assignee = None
    if case.wish.to is not None:
        colleagues = await queries.list_colleagues(conn)
        assignee = next((Assignee(one.name, one.id) for one in colleagues if one.id == case.wish.to), None)
        if assignee is None:
            raise ColleagueNotFound
    await answering.give(conn, case.target, assignee, by=await queries.get_name(conn, case.by))


def _preview_state(title: str, before: State, after: State, *warnings: str) -> Shown:
    word = STATES[after]
    return Shown(
        title=title,
        rows=[
            Row("상태", word, before=STATES[before]),
            Row("회원에게", f"{with_ro(f'‘{word}’')} 보이며, 알림은 보내지 않습니다"),
        ],
        warnings=warnings,
    )


def _preview_close(standing: Standing, _wish: Close) -> Shown:
    return _preview_state(
        "답변 없이 종료", standing.state, "closed", "회원이 글을 더 남기면 문의가 다시 열립니다."
    )


def _preview_reopen(standing: Standing, _wish: Nothing) -> Shown:
    after = "in_progress" if standing.taken_by else "received"
    return _preview_state("문의 다시 열기", standing.state, after)


async def _close(conn: Connection, case: _Case[Close]) -> None:
    by = await queries.get_name(conn, case.by)
    await answering.close(conn, case.target, seen=case.wish.seen, reason=case.reason, by=by)


async def _reopen(conn: Connection, case: _Case[Nothing]) -> None:
    await answering.reopen(conn, case.target, by=await queries.get_name(conn, case.by))


def _preview_hiding(picture: SentPicture, _wish: Nothing) -> Shown:
    return Shown(
        title="사진 가리기",
        rows=[Row("사진", picture.name), Row("회원에게", "고객센터에서 가린 사진으로 보입니다")],
        warnings=["사진의 내용이 바로 지워지고 되돌릴 수 없습니다."],
    )


async def _hide(conn: Connection, case: Case[int, SentPicture, Nothing]) -> None:
    by = await queries.get_name(conn, case.by)
    await answering.hide_image(conn, case.target, reason=case.reason, by=by)


CHANGES = [
    Change(
        name="inquiries.answer",
        label="답변 보내기",
        done="답변을 보냈습니다. 회원에게 메일과 문자로 알립니다.",
        of=INQUIRY,
        permission="inquiries.answer",
        wish=Reply,
        lock=lock_inquiry,
        apply=_answer,
        raises=(AlreadyAnswered, InquiryClosed, answering.UnseenMessages, answering.SameReply),
    ),
    Change(
        name="inquiries.note",
        label="메모 남기기",
        done="메모를 남겼습니다.",
        of=INQUIRY,
        permission="inquiries.answer",
        wish=Note,
        apply=_note,
    ),
    Change(
        name="inquiries.assign",
        label="담당자 변경",
        done="담당자를 바꾸었습니다.",
        of=INQUIRY,
        permission="inquiries.answer",
        wish=Assign,
        lock=lock_inquiry,
        apply=_assign,
        raises=(ColleagueNotFound, AlreadyAnswered, InquiryClosed),
    ),
    Change(
        name="inquiries.close",
        label="답변 없이 종료",
        done="문의를 종료했습니다.",
        of=INQUIRY,
        permission="inquiries.answer",
        wish=Close,
        lock=lock_inquiry,
        refuses=lambda standing, _wish: InquiryClosed.detail if standing.state == "closed" else None,
        preview=_preview_close,
        apply=_close,
        raises=(answering.UnseenMessages,),
    ),
    Change(
        name="inquiries.reopen",
        label="문의 다시 열기",
        done="문의를 다시 열었습니다.",
        of=INQUIRY,
        permission="inquiries.answer",
        wish=Nothing,
        lock=lock_inquiry,
        refuses=lambda standing, _wish: (
            NothingToReopen.detail if standing.state in {"received", "in_progress"} else None
        ),
        preview=_preview_reopen,
        apply=_reopen,
    ),
    Change(
        name="inquiries.hide_image",
        label="사진 지우고 가리기",
        done="사진을 가렸습니다.",
        of=PICTURE,
        permission="inquiries.answer",
        wish=Nothing,
        refuses=lambda picture, _wish: "이미 가린 사진입니다." if picture.hidden else None,
        preview=_preview_hiding,
        apply=_hide,
    ),
    *OF_CANNED,
]
