"""Asks for what the law wants in the footer: without it production does not start, and so has no console."""

import asyncio

from psycopg import AsyncConnection, Error

from ieum.operations.doctor.subject import PATIENCE
from ieum.operations.doctor.types import broken
from ieum.operations.setup.questions import Question
from ieum.operations.setup.talking import Talk, walk
from ieum.shop.kernel.db import Connection
from ieum.shop.site import fields, setting_queries
from ieum.shop.site import service as site
from ieum.shop.site.fields import FOOTER, SettingValue

_INTRODUCTION = """
── 사업자 정보 ──
법이 정한 것으로 모든 화면의 아래에 보입니다. 하나라도 비면 상점이 시작하지 않습니다.
나중에는 콘솔의 운영·설정에서 바꿉니다."""
_WHY = {
    "business_licence": "사업자등록증에 있는 열 자리 번호입니다(123-45-67891).",
    "business_name": "사업자등록증의 상호입니다.",
    "representative": "사업자등록증의 대표자 성명입니다.",
    "address": "사업장의 주소입니다.",
    "mail_order_licence": "신고한 구청과 함께 적습니다(2026-서울강남-01234).",
    "phone": "손님이 거는 번호입니다(02-1234-5678).",
    "officer_name": "개인정보를 책임지는 사람의 이름입니다.",
    "officer_mail": "그 사람에게 닿는 메일 주소입니다.",
    "hosting_provider": "서버를 빌려주는 회사의 이름입니다.",
    "site_mail": "손님에게 보내는 메일의 보내는 주소이자 문의 주소입니다.",
}
QUESTIONS = {
    column: Question(column.upper(), label, _WHY[column], may_be_empty=True)
    for column, label in FOOTER.items()
}


def shows_wrong(talk: Talk) -> bool:
    """Show which answers of a file cannot be taken, and return whether there are any."""
    empty = dict.fromkeys(FOOTER, "")
    given = {
        column: answer
        for column, question in QUESTIONS.items()
        if (answer := talk.answers.get(question.name))
    }
    wrong = fields.wrong(empty, given)
    for one in wrong:
        talk.show(QUESTIONS[one.name].title, broken("이 값은 적을 수 없습니다.", one.detail))
    return bool(wrong)


def fill_in(talk: Talk, url: str) -> bool:
    """Ask for the fields that are empty, and return whether every answer could be taken."""
    try:
        before = asyncio.run(_read(url))
    except Error:
        # Away or not migrated, as the doctor says.
        return True
    empty = [column for column in FOOTER if not before[column]]
    if not empty:
        return True
    talk.say(_INTRODUCTION)
    refused: set[str] = set()

    def take(column: str) -> None:
        answer = _ask(talk, column, before)
        if answer is None:
            refused.add(column)
        elif answer:
            # At once, as with the file: the terminal may be gone a moment later.
            asyncio.run(_write(url, {column: answer}))
            before[column] = answer

    walk(empty, take)
    return not refused


def _ask(talk: Talk, column: str, before: dict[str, SettingValue]) -> str | None:
    """None for an answer of a file that cannot be taken; a person is asked again."""
    question = QUESTIONS[column]
    while True:
        answer = talk.ask(question, str(before[column] or ""))
        wrong = fields.wrong(before, {column: answer}) if answer else []
        if not wrong:
            return answer
        talk.show(question.title, broken("이 값은 적을 수 없습니다.", wrong[0].detail))
        if not talk.is_person:
            return None


async def _connect(url: str) -> Connection:
    return await AsyncConnection.connect(url, connect_timeout=int(PATIENCE))


async def _read(url: str) -> dict[str, SettingValue]:
    async with await _connect(url) as conn:
        return await setting_queries.get_values(conn)


async def _write(url: str, values: dict[str, str]) -> None:
    async with await _connect(url) as conn:
        await site.change_settings(conn, values)
