"""Publications of a draft as changes: at once or at a time."""

import asyncio
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta

from ieum.shop.desk.changes import Case, Change, Made, Nothing, Shown, seen_as
from ieum.shop.desk.types import Row
from ieum.shop.files import release_files
from ieum.shop.kernel import seoul
from ieum.shop.kernel.db import Connection
from ieum.shop.publishing import editing
from ieum.shop.publishing.desk import queries, service
from ieum.shop.publishing.desk.drafts import DRAFT, hold
from ieum.shop.publishing.desk.problems import in_korean
from ieum.shop.publishing.desk.refusals import (
    NOT_SCHEDULED,
    TIME_IS_PAST,
    EditionStays,
    TextRefused,
)
from ieum.shop.publishing.desk.service import name_of
from ieum.shop.publishing.desk.types import DraftRow
from ieum.shop.publishing.stored_texts import Stored
from ieum.shop.publishing.texts import Text
from ieum.shop.publishing.words import KINDS
from ieum.shop.search.paths import path_of

# Members hear of new terms this long before they bind: the longer if the change is to their disadvantage.
NOTICE_DAYS, NOTICE_DAYS_AGAINST = 7, 30


class Schedule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    at: Annotated[
        datetime, Meta(tz=True, title="게시할 시각 (서울)", description="지금보다 뒤의 시각입니다.")
    ]


async def _hold(conn: Connection, draft: int) -> None:
    await hold(conn, draft)
    await editing.hold(conn)


class Publication(msgspec.Struct, frozen=True):
    """A draft as it would be published, and the text that is published now."""

    draft: DraftRow
    text: Text
    stored: Stored | None


async def look(conn: Connection, target: int, _wish: object) -> Publication | None:
    """Render the draft. Raises TextRefused for what is wrong with it."""
    draft = await queries.get_row(conn, target)
    if draft is None:
        return None
    stored = await editing.find_stored(conn, draft.key)
    text, problems = await service.read(conn, draft.key, draft.written, stored)
    if text is None:
        raise TextRefused(" ".join(in_korean(problem) for problem in problems))
    return Publication(draft, text, stored)


def why_not(sheet: Publication, wish: object) -> str | None:
    if isinstance(wish, Schedule) and wish.at <= datetime.now(UTC):
        return TIME_IS_PAST
    if sheet.stored and sheet.draft.kind == "legal" and service.is_announced(sheet.stored):
        return EditionStays.detail
    return None


def _preview(sheet: Publication, wish: object) -> Shown:
    at = wish.at if isinstance(wish, Schedule) else None
    draft, text, stored = sheet.draft, sheet.text, sheet.stored
    rows = [
        Row("종류", KINDS[draft.kind]),
        Row("제목", text.version.title, before=stored.version.title if stored else None),
        Row("주소", path_of(draft.kind, draft.slug)),
        Row("게시", "지금 바로" if at is None else f"{seoul.minute(at)} (서울)"),
        *_rows_of_release(text, stored),
    ]
    warnings = list[str]()
    if stored and stored.entry.current_number != draft.based_on:
        warnings.append("작성을 시작한 뒤에 게시된 글이 바뀌었습니다. 바뀐 내용이 이 글로 덮입니다.")
    if stored and stored.entry.withdrawn:
        warnings.append("내려 둔 글이 다시 보입니다.")
    if text.listing.effective_from:
        rows.append(Row("시행일", text.listing.effective_from.isoformat()))
        warnings += _notice_warnings(text.listing.effective_from, at or datetime.now(UTC))
    empty = sorted(name for name, value in text.version.said.items() if not value)
    if empty:
        warnings.append(f"설정이 비어 있어 빈칸으로 보이는 항목이 있습니다: {', '.join(empty)}")
    seen = [draft.version, text.version.html, text.version.plain_text]
    return Shown(title="글 게시", rows=rows, warnings=warnings, seen=seen)


def _rows_of_release(text: Text, stored: Stored | None) -> list[Row]:
    if text.kind != "release":
        return []
    details, before = text.version.details, stored.version.details if stored else {}
    labels = {
        "name": "프로그램",
        "version": "버전",
        "file": "설치 파일",
        "url": "받는 곳",
        "sha256": "SHA-256",
    }
    return [
        Row(label, str(details[name]), before=before.get(name))
        for name, label in labels.items()
        if details[name] is not None
    ]


def _notice_warnings(effective: date, published: datetime) -> list[str]:
    ahead = effective - published.astimezone(seoul.SEOUL).date()
    if ahead < timedelta(days=NOTICE_DAYS):
        return [
            (
                f"시행일까지 {max(ahead.days, 0)}일 남았습니다. 약관은 시행 {NOTICE_DAYS}일 전, 회원에게 불리한 변경은"
                f" {NOTICE_DAYS_AGAINST}일 전부터 공지해야 합니다."
            )
        ]
    if ahead < timedelta(days=NOTICE_DAYS_AGAINST):
        return [f"회원에게 불리한 변경이라면 시행 {NOTICE_DAYS_AGAINST}일 전부터 공지해야 합니다."]
    return []


async def check_program(text: Text, downloads: Path) -> None:
    """The page shows a size and a hash: they are those of the file that is handed out. Raises TextRefused."""
    details = text.version.details
    if text.kind != "release" or details["file"] is None:
        return
    facts = {"size": details["size"], "sha256": details["sha256"]}
    # Off the loop: all of a large file is read.
    if await asyncio.to_thread(release_files.find_problem, downloads, details["file"], **facts):
        raise TextRefused(
            f"내려받기 폴더에 ‘{details['file']}’ 파일이 없거나 글에 적힌 것과 다릅니다. 파일을 다시 골라 주세요."
        )


async def _publish(conn: Connection, case: Case[int, Publication, Nothing]) -> Made:
    """Publish what is written. Raises TextRefused."""
    await check_program(case.sheet.text, case.settings.downloads)
    number = await service.carry_out(conn, case.sheet.draft)
    return Made(id=name_of(case.sheet.draft.key), facts={"version": number})


async def _schedule(conn: Connection, case: Case[int, Publication, Schedule]) -> Made:
    """Have the clock publish it. Raises TextRefused."""
    await check_program(case.sheet.text, case.settings.downloads)
    await queries.set_time(conn, case.target, case.wish.at, by=case.by, reason=case.reason)
    facts = {"draft": case.target, "at": case.wish.at.isoformat()}
    return Made(id=name_of(case.sheet.draft.key), facts=facts)


def _preview_unschedule(draft: DraftRow, _wish: Nothing) -> Shown:
    at = "예약함" if draft.publish_at is None else f"{seoul.minute(draft.publish_at)} 예약"
    return Shown(title="게시 예약 취소", rows=[Row("게시", "예약하지 않음", before=at)])


async def _unschedule(conn: Connection, case: Case[int, DraftRow, Nothing]) -> Made:
    at = case.sheet.publish_at
    await queries.set_time(conn, case.target, None, by=None)
    return Made(id=name_of(case.sheet.key), before={"at": at and at.isoformat()})


PUBLICATION = seen_as(DRAFT, lambda conn, draft: look(conn, draft, None))
PUBLISH = Change(
    name="content.publish",
    label="지금 게시",
    done="글을 게시했습니다.",
    of=PUBLICATION,
    permission="content.publish",
    wish=Nothing,
    lock=_hold,
    refuses=why_not,
    preview=_preview,
    apply=_publish,
    raises=(TextRefused,),
)
SCHEDULE = Change(
    name="content.schedule",
    label="게시 예약",
    done="게시를 예약했습니다.",
    of=PUBLICATION,
    permission="content.publish",
    wish=Schedule,
    lock=hold,
    refuses=why_not,
    preview=_preview,
    apply=_schedule,
    raises=(TextRefused,),
)
UNSCHEDULE = Change(
    name="content.unschedule",
    label="예약 취소",
    done="예약을 취소했습니다.",
    of=DRAFT,
    permission="content.publish",
    wish=Nothing,
    lock=hold,
    refuses=lambda draft, _wish: NOT_SCHEDULED if draft.publish_at is None else None,
    preview=_preview_unschedule,
    apply=_unschedule,
)
CHANGES = [PUBLISH, SCHEDULE, UNSCHEDULE]
