"""Answers that are given often: whoever keeps them says which version they saw, and the record keeps each text."""

from msgspec.structs import replace

from ieum.shop.console.inquiries import canned_queries, filling
from ieum.shop.console.inquiries.types import CannedAnswer, CannedChange, CannedForm
from ieum.shop.desk.access import Act
from ieum.shop.desk.types import Facts
from ieum.shop.inquiries import rules
from ieum.shop.kernel.errors import ShopError

KIND = "canned_answer"


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


async def make(act: Act, form: CannedForm) -> int:
    """Raises InvalidFields, CannedTitleTaken."""
    form = _tidy(form)
    filling.refuse_unknown(form.body)
    made = await canned_queries.insert_answer(act.conn, form, by=act.staff.id)
    if made is None:
        raise CannedTitleTaken
    act.note("inquiries.canned", KIND, made, after=_facts(form))
    return made


async def change(act: Act, answer: int, data: CannedChange) -> None:
    """Raises InvalidFields, CannedNotFound, CannedChanged, CannedTitleTaken."""
    form = _tidy(CannedForm(title=data.title, category=data.category, body=data.body))
    filling.refuse_unknown(form.body)
    before = await _lock(act, answer)
    if before.version != data.version:
        raise CannedChanged
    if await canned_queries.find_titled(act.conn, form.title) not in {None, answer}:
        raise CannedTitleTaken
    await canned_queries.update_answer(act.conn, answer, form, by=act.staff.id)
    act.note("inquiries.canned", KIND, answer, before=_facts(before), after=_facts(form))


async def delete(act: Act, answer: int, reason: str) -> None:
    """Raises CannedNotFound."""
    before = await _lock(act, answer)
    await canned_queries.delete_answer(act.conn, answer)
    act.note("inquiries.canned", KIND, answer, before=_facts(before), reason=reason)


async def _lock(act: Act, answer: int) -> CannedAnswer:
    found = await canned_queries.lock_answer(act.conn, answer)
    if found is None:
        raise CannedNotFound
    return found


def _tidy(form: CannedForm) -> CannedForm:
    return replace(form, title=rules.tidy_line(form.title) or form.title, body=rules.tidy_text(form.body))


def _facts(form: CannedForm | CannedAnswer) -> Facts:
    return {"title": form.title, "category": form.category, "body": form.body}
