"""Changes of answers that are given often. The record keeps each text."""

from typing import Annotated

import msgspec
from msgspec import UNSET, Meta, UnsetType

from ieum.shop.desk.changes import Case, Change, Made, Nothing, Shown, Thing
from ieum.shop.desk.types import Facts, Row
from ieum.shop.inquiries import rules
from ieum.shop.inquiries.desk import canned_queries as queries
from ieum.shop.inquiries.desk import filling
from ieum.shop.inquiries.desk.types import CannedAnswer, CannedText
from ieum.shop.inquiries.types import Category
from ieum.shop.inquiries.words import CATEGORIES
from ieum.shop.kernel.db import Connection
from ieum.shop.kernel.errors import ShopError
from ieum.shop.kernel.texts import SAID


class CannedNotFound(ShopError):
    status = 404
    code = "canned_answer_not_found"
    title = "답변 서식을 찾을 수 없습니다"
    detail = "답변 서식을 찾을 수 없습니다. 이미 삭제되었을 수 있습니다. 목록을 다시 확인해 주세요."


class CannedTitleTaken(ShopError):
    code = "canned_title_taken"
    title = "같은 이름의 답변 서식이 있습니다"
    detail = "같은 이름의 답변 서식이 있습니다. 다른 이름을 입력해 주세요."


class CannedChanged(ShopError):
    code = "canned_answer_changed"
    title = "그사이 답변 서식이 바뀌었습니다"
    detail = "다른 직원이 그사이 이 답변 서식을 바꾸었습니다. 바뀐 내용을 확인한 뒤 다시 저장해 주세요."


type _Title = Annotated[str, Meta(min_length=1, max_length=60, pattern=SAID)]
type _Body = Annotated[str, Meta(min_length=1, max_length=5_000, pattern=SAID)]
_TITLE = Meta(title="이름", description="60자까지.")
_CATEGORY = Meta(
    title="분류",
    description="고르지 않으면 모든 분류의 문의에서 먼저 보입니다.",
    extra_json_schema={"words": CATEGORIES},
)
_BODY = Meta(
    title="내용",
    description="아래 항목을 누르면 끝에 들어갑니다. 답변을 보낼 때 그 회원의 것으로 바뀝니다.",
)


class NewCanned(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    title: Annotated[_Title, _TITLE]
    category: Annotated[Category | None, _CATEGORY] = None
    body: Annotated[_Body, _BODY]


class EditedCanned(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Only what differs is sent. `version` is the one that was on the screen."""

    title: Annotated[_Title, _TITLE] | UnsetType = UNSET
    category: Annotated[Category | UnsetType | None, _CATEGORY] = UNSET
    body: Annotated[_Body, _BODY] | UnsetType = UNSET
    version: Annotated[int, Meta(ge=1, le=2**63 - 1, title="화면의 판")]


async def _find_nothing(_conn: Connection, _target: None) -> Nothing:
    return Nothing()


def _facts_of(answer: CannedAnswer | CannedText) -> Facts:
    return {"title": answer.title, "category": answer.category, "body": answer.body}


NEW = Thing(
    name="canned_answer",
    label="답변 서식",
    screen="inquiries/canned",
    key="none",
    find=_find_nothing,
    missing=CannedNotFound,
)
CANNED = Thing(
    name="canned_answer",
    label="답변 서식",
    screen="inquiries/canned",
    find=queries.find_answer,
    missing=CannedNotFound,
    facts=_facts_of,
)


async def _make(conn: Connection, case: Case[None, Nothing, NewCanned]) -> Made:
    text = _tidy(CannedText(case.wish.title, case.wish.category, case.wish.body))
    filling.refuse_unknown(text.body)
    made = await queries.insert_answer(conn, text, by=case.by)
    if made is None:
        raise CannedTitleTaken
    return Made(id=made, facts=_facts_of(text), answer={"id": made})


async def _edit(conn: Connection, case: Case[int, CannedAnswer, EditedCanned]) -> None:
    before, wish = case.sheet, case.wish
    text = _tidy(
        CannedText(
            before.title if wish.title is UNSET else wish.title,
            before.category if wish.category is UNSET else wish.category,
            before.body if wish.body is UNSET else wish.body,
        )
    )
    filling.refuse_unknown(text.body)
    if before.version != wish.version:
        raise CannedChanged
    if await queries.find_titled(conn, text.title) not in {None, case.target}:
        raise CannedTitleTaken
    await queries.update_answer(conn, case.target, text, by=case.by)


def _preview_removal(answer: CannedAnswer, _wish: Nothing) -> Shown:
    return Shown(
        title="답변 서식 삭제",
        rows=[Row("서식", "없음", before=answer.title)],
        warnings=["이미 보낸 답변은 그대로입니다. 내용은 기록에 남습니다."],
        seen=answer.version,
    )


async def _remove(conn: Connection, case: Case[int, CannedAnswer, Nothing]) -> None:
    await queries.delete_answer(conn, case.target)


def _tidy(text: CannedText) -> CannedText:
    return CannedText(rules.tidy_line(text.title) or text.title, text.category, rules.tidy_text(text.body))


CHANGES = [
    Change(
        name="inquiries.canned",
        label="답변 서식 만들기",
        done="답변 서식을 만들었습니다.",
        of=NEW,
        permission="inquiries.canned",
        wish=NewCanned,
        apply=_make,
        raises=(CannedTitleTaken,),
    ),
    Change(
        name="inquiries.canned_edited",
        label="답변 서식 저장",
        done="답변 서식을 저장했습니다.",
        of=CANNED,
        permission="inquiries.canned",
        wish=EditedCanned,
        lock=queries.lock_answer,
        apply=_edit,
        raises=(CannedTitleTaken, CannedChanged),
    ),
    Change(
        name="inquiries.canned_removed",
        label="답변 서식 삭제",
        done="답변 서식을 삭제했습니다.",
        of=CANNED,
        permission="inquiries.canned",
        wish=Nothing,
        lock=queries.lock_answer,
        preview=_preview_removal,
        apply=_remove,
    ),
]
