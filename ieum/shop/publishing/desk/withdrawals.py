"""Taking a text down as a change."""

from datetime import datetime

import msgspec

from ieum.shop.desk.changes import Case, Change, Made, Nothing, Shown, Thing
from ieum.shop.desk.types import Row
from ieum.shop.kernel import seoul
from ieum.shop.kernel.db import Connection
from ieum.shop.publishing import editing
from ieum.shop.publishing.desk import queries, service
from ieum.shop.publishing.desk.problems import in_korean
from ieum.shop.publishing.desk.refusals import ALREADY_WITHDRAWN, EditionStays, TextNotFound, TextRefused
from ieum.shop.publishing.desk.service import TEXT, name_of
from ieum.shop.publishing.desk.types import TextLine
from ieum.shop.publishing.importing import ContentRefused
from ieum.shop.publishing.stored_texts import Stored
from ieum.shop.publishing.words import KINDS


class TextSheet(msgspec.Struct, frozen=True):
    """A text that may be taken down.

    An incident wants it to stand until `stands_until`. The clock publishes a draft of it `comes_back_at`.
    """

    line: TextLine
    stored: Stored
    stands_until: datetime | None
    comes_back_at: datetime | None


async def _find_text(conn: Connection, entry: int) -> TextSheet | None:
    line = await queries.find_text(conn, entry)
    stored = line and await editing.find_stored(conn, (line.kind, line.slug, line.edition))
    if line is None or stored is None:
        return None
    until = await queries.find_notice_end(conn, line.slug) if line.kind == "notice" else None
    return TextSheet(line, stored, until, await queries.find_time(conn, stored.entry.key))


def _why_stays(sheet: TextSheet, _wish: Nothing) -> str | None:
    if sheet.stored.entry.withdrawn:
        return ALREADY_WITHDRAWN
    if sheet.line.kind == "legal" and service.is_announced(sheet.stored):
        return EditionStays.detail
    return None


def _preview_withdrawal(sheet: TextSheet, _wish: Nothing) -> Shown:
    line = sheet.line
    rows = [
        Row("종류", KINDS[line.kind]),
        Row("제목", line.title),
        Row("상태", "내림", before="게시 예정" if line.state == "coming" else "게시 중"),
    ]
    warnings = ["이 글의 주소는 ‘없어진 글’로 안내됩니다. 글과 이전 판은 남고, 다시 게시할 수 있습니다."]
    if sheet.stands_until:
        warnings.append(
            f"사고 때문에 올린 공지입니다. 법에 따라 30일 동안, {seoul.minute(sheet.stands_until)}까지 두어야 합니다. "
            "그 뒤에는 자동으로 내려갑니다."
        )
    if sheet.comes_back_at:
        warnings.append(
            f"게시를 예약한 글이 있어 {seoul.minute(sheet.comes_back_at)}에 다시 게시됩니다. "
            "그대로 내려 두려면 예약도 취소해 주세요."
        )
    return Shown(title="글 내리기", rows=rows, warnings=warnings, seen=line.number)


async def _withdraw(conn: Connection, case: Case[int, TextSheet, Nothing]) -> Made:
    """Publish the text as one that is withdrawn. Raises TextRefused."""
    line, stored = case.sheet.line, case.sheet.stored
    key, source = stored.entry.key, stored.version.source
    written = editing.written_in(line.kind, source)
    try:
        await editing.publish_one(conn, key, editing.compose(key, written, before=source, withdrawn=True))
    except ContentRefused as refused:
        raise TextRefused(" ".join(in_korean(problem) for problem in refused.problems)) from refused
    return Made(id=name_of(key), before={"state": line.state}, facts={"state": "withdrawn"})


async def _hold_texts(conn: Connection, _entry: int) -> None:
    await editing.hold(conn)


WITHDRAW = Change(
    name="content.withdraw",
    label="내리기",
    done="글을 내렸습니다.",
    of=Thing[int, TextSheet](
        name=TEXT,
        label="글",
        screen="content",
        find=_find_text,
        missing=TextNotFound,
    ),
    permission="content.publish",
    wish=Nothing,
    lock=_hold_texts,
    refuses=_why_stays,
    preview=_preview_withdrawal,
    apply=_withdraw,
    raises=(TextRefused,),
)
