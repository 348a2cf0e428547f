"""Drafts texts, publishes them and takes them down. The content room renders and stores them, as an import does."""

import asyncio
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import msgspec

from ieum.shop.console.content import differences, queries, starting
from ieum.shop.console.content.problems import in_korean
from ieum.shop.console.content.refusals import (
    AlreadyWithdrawn,
    DraftChanged,
    DraftNotFound,
    DraftScheduled,
    DraftTaken,
    EditionStays,
    NoSuchText,
    NotScheduled,
    TextNotFound,
    TextRefused,
    TimeIsPast,
)
from ieum.shop.console.content.types import (
    ConfirmedPublication,
    ConfirmedText,
    DraftForm,
    DraftPage,
    DraftRow,
    NewDraft,
    RenderedText,
    TextDifference,
    TextLine,
    TextPage,
)
from ieum.shop.desk.acting import Act
from ieum.shop.desk.approvals.refusals import PreviewChanged
from ieum.shop.desk.previews import preview
from ieum.shop.desk.types import Preview, Row
from ieum.shop.files import release_files
from ieum.shop.kernel import seoul
from ieum.shop.kernel.db import Connection
from ieum.shop.kernel.errors import Field, InvalidFields
from ieum.shop.publishing import editing
from ieum.shop.publishing.editing import WrittenText
from ieum.shop.publishing.front_matter import SLUGS
from ieum.shop.publishing.importing import ContentRefused
from ieum.shop.publishing.stored_texts import Key, Stored
from ieum.shop.publishing.texts import Text
from ieum.shop.publishing.types import Release
from ieum.shop.publishing.words import KINDS
from ieum.shop.search.paths import path_of

KIND = "text"
# Members hear of new terms this long before they bind: the longer where the change is to their disadvantage.
NOTICE_DAYS, NOTICE_DAYS_AGAINST = 7, 30


async def show_text(conn: Connection, entry: int) -> TextPage:
    """Show a text's page. Raises TextNotFound."""
    line, stored = await _get(conn, entry)
    is_fixed = line.kind == "legal" and _is_announced(stored)
    return TextPage(
        **{name: getattr(line, name) for name in TextLine.__struct_fields__},
        path=path_of(line.kind, line.slug),
        effective_from=stored.entry.effective_from,
        written=editing.written_in(line.kind, stored.version.source),
        versions=await queries.list_versions(conn, entry),
        why_no_draft=EditionStays.detail if is_fixed else None,
        why_not_withdrawn=AlreadyWithdrawn.detail
        if line.state == "withdrawn"
        else EditionStays.detail
        if is_fixed
        else None,
    )


async def _get(conn: Connection, entry: int) -> tuple[TextLine, Stored]:
    line = await queries.find_text(conn, entry)
    stored = line and await editing.find_stored(conn, (line.kind, line.slug, line.edition))
    if line is None or stored is None:
        raise TextNotFound
    return line, stored


def _is_announced(stored: Stored) -> bool:
    """Tell whether somebody may have read this edition as one that binds or will bind them."""
    return not stored.entry.withdrawn and stored.entry.publish_at <= datetime.now(UTC)


async def difference(conn: Connection, entry: int, *, old: int | None, new: int | None) -> TextDifference:
    """Compare two versions, line by line. Raises TextNotFound."""
    if new is None:
        line, _ = await _get(conn, entry)
        new = line.number
    if old is None:
        old = new - 1
    sources = [await queries.find_source(conn, entry, number) for number in (old, new)]
    if sources[0] is None or sources[1] is None:
        raise TextNotFound
    # In a thread: a long text takes a while, and requests wait for the event loop.
    return TextDifference(
        await asyncio.to_thread(differences.difference, sources[0].splitlines(), sources[1].splitlines())
    )


async def begin(act: Act, new: NewDraft) -> int:
    """Begin to write. What is there lends its words, to a shop's first legal documents the starter set.

    Raises NoSuchText, EditionStays, DraftTaken.
    """
    key = key_of(new.kind, new.slug, new.edition)
    stored = await editing.find_stored(act.conn, key)
    if stored and new.kind == "legal" and _is_announced(stored):
        raise EditionStays
    written = (
        editing.written_in(new.kind, stored.version.source)
        if stored
        else await starting.first_words(act.conn, new)
    )
    draft = await queries.insert_draft(
        act.conn,
        (new.kind, new.slug, key[2]),
        written,
        based_on=stored.entry.current_number if stored else 0,
        by=act.staff.id,
    )
    if draft is None:
        raise DraftTaken
    act.note("content.draft", KIND, name_of(key), after={"draft": draft})
    return draft


def key_of(kind: str, slug: str, edition: date | None) -> Key:
    """Check and make the key of a text. Raises NoSuchText, InvalidFields."""
    if (slugs := SLUGS.get(kind)) and slug not in slugs:  # pyright: ignore[reportArgumentType]
        raise NoSuchText
    if kind == "release" and slug.partition("-")[0] not in SLUGS["guide"]:
        raise NoSuchText
    if (kind == "legal") != (edition is not None):
        raise InvalidFields(Field("edition", "required", "약관과 정책에는 판의 날짜를 입력해 주세요."))
    return kind, slug, edition.isoformat() if edition else ""  # pyright: ignore[reportReturnType]


def name_of(key: Key) -> str:
    kind, slug, edition = key
    return f"{kind}/{slug}{'@' if edition else ''}{edition}"


async def show_draft(conn: Connection, draft: int) -> DraftPage:
    """Show a draft's page. Raises DraftNotFound."""
    line = await queries.find_draft(conn, draft)
    row = await queries.get_row(conn, draft)
    if line is None or row is None:
        raise DraftNotFound
    stored = await editing.find_stored(conn, row.key)
    return DraftPage(
        **{name: getattr(line, name) for name in line.__struct_fields__},
        written=row.written,
        behind=(stored.entry.current_number if stored else 0) != row.based_on,
    )


async def save(act: Act, draft: int, form: DraftForm) -> int:
    """Returns the new version. Raises DraftNotFound, DraftChanged, DraftScheduled."""
    row = await _hold(act.conn, draft)
    if row.publish_at is not None:
        raise DraftScheduled
    if row.version != form.version:
        raise DraftChanged
    await queries.update_draft(act.conn, draft, form.written, by=act.staff.id)
    act.note("content.write", KIND, name_of(row.key), after={"draft": draft, "title": form.written.title})
    return row.version + 1


async def discard(act: Act, draft: int, reason: str) -> None:
    """Discard a draft. Raises DraftNotFound."""
    row = await _hold(act.conn, draft)
    await queries.delete_draft(act.conn, draft)
    act.note("content.discard", KIND, name_of(row.key), before={"title": row.written.title}, reason=reason)


async def _hold(conn: Connection, draft: int) -> DraftRow:
    row = await queries.get_row(conn, draft, holds=True)
    if row is None:
        raise DraftNotFound
    return row


async def render(conn: Connection, key: Key, written: WrittenText) -> RenderedText:
    """By the same code that publishes. Pictures that no text shows yet come from the console."""
    stored = await editing.find_stored(conn, key)
    text, problems = await _read(conn, key, written, stored)
    if text is None:
        said = [in_korean(problem) for problem in problems]
        return RenderedText(written.title, written.description, "", [], {}, said)
    version = text.version
    return RenderedText(
        version.title,
        version.description,
        _with_own_files(version.html or version.lead),
        [
            type(section)(section.id, section.title, _with_own_files(section.html))
            for section in version.sections
            if not version.html
        ],
        version.details.get("texts", {}),
        [],
        _card_of(text),
    )


def _card_of(text: Text) -> Release | None:
    if text.kind != "release":
        return None
    details = {name: value for name, value in text.version.details.items() if name != "file"}
    card = {
        "slug": text.slug,
        "releasedOn": details.pop("released_on"),
        "sections": [
            {"id": section.id, "title": section.title, "html": _with_own_files(section.html)}
            for section in text.version.sections
        ],
        "isLatest": True,
    }
    return msgspec.convert(details | card, Release)


def _with_own_files(html: str) -> str:
    return html.replace('src="/files/', 'src="/api/v1/console/content/files/').replace(
        'srcset="/files/', 'srcset="/api/v1/console/content/files/'
    )


async def _read(
    conn: Connection, key: Key, written: WrittenText, stored: Stored | None
) -> tuple[Text | None, list[str]]:
    source = editing.compose(key, written, before=stored.version.source if stored else None)
    return await editing.read_one(conn, key, source)


async def preview_publication(
    conn: Connection, row: DraftRow, at: datetime | None, downloads: Path
) -> Preview:
    """`downloads` has the programs of releases. Raises TextRefused, EditionStays, TimeIsPast."""
    if at is not None and at <= datetime.now(UTC):
        raise TimeIsPast
    stored = await editing.find_stored(conn, row.key)
    if stored and row.kind == "legal" and _is_announced(stored):
        raise EditionStays
    text, problems = await _read(conn, row.key, row.written, stored)
    if text is None:
        raise TextRefused(" ".join(in_korean(problem) for problem in problems))
    await _check_program(text, downloads)
    rows = [
        Row("종류", KINDS[row.kind]),
        Row("제목", text.version.title, before=stored.version.title if stored else None),
        Row("주소", path_of(row.kind, row.slug)),
        Row("게시", "지금 바로" if at is None else f"{seoul.minute(at)} (서울)"),
    ]
    rows += _rows_of_release(text, stored)
    warnings = list[str]()
    if stored and stored.entry.current_number != row.based_on:
        warnings.append("작성을 시작한 뒤에 게시된 글이 바뀌었습니다. 바뀐 내용이 이 글로 덮입니다.")
    if stored and stored.entry.withdrawn:
        warnings.append("내려 둔 글이 다시 보입니다.")
    if text.listing.effective_from:
        rows.append(Row("시행일", text.listing.effective_from.isoformat()))
        warnings += _notice_warnings(text.listing.effective_from, at or datetime.now(UTC))
    empty = sorted(name for name, value in text.version.said.items() if not value)
    if empty:
        warnings.append(f"설정이 비어 있어 빈칸으로 보이는 항목이 있습니다: {', '.join(empty)}")
    return preview(
        "글 게시", rows, warnings=warnings, seen=[row.version, text.version.html, text.version.plain_text]
    )


async def _check_program(text: Text, downloads: Path) -> None:
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


async def preview_draft(conn: Connection, draft: int, at: datetime | None, downloads: Path) -> Preview:
    """Raises DraftNotFound, and as `preview_publication` does."""
    row = await queries.get_row(conn, draft)
    if row is None:
        raise DraftNotFound
    return await preview_publication(conn, row, at, downloads)


async def publish(act: Act, draft: int, form: ConfirmedPublication, downloads: Path) -> None:
    """Publish at once, or have the clock do it. Raises as `preview_publication`; DraftNotFound, PreviewChanged."""
    row = await _hold(act.conn, draft)
    shown = await preview_publication(act.conn, row, form.at, downloads)
    if shown.digest != form.digest:
        raise PreviewChanged
    if form.at is None:
        number = await carry_out(act.conn, row)
        act.note("content.publish", KIND, name_of(row.key), after={"version": number}, reason=form.reason)
        return
    await queries.set_time(act.conn, draft, form.at, by=act.staff.id, reason=form.reason)
    act.note(
        "content.schedule",
        KIND,
        name_of(row.key),
        after={"draft": draft, "at": form.at.isoformat()},
        reason=form.reason,
    )


async def carry_out(conn: Connection, row: DraftRow) -> int:
    """Publish what is written, and return the version's number. The caller holds the draft. Raises TextRefused."""
    stored = await editing.find_stored(conn, row.key)
    # A text that was taken down, or was still to come, is published anew; another keeps its place in the list.
    now = await queries.this_second(conn)
    anew = stored is None or stored.entry.withdrawn or stored.entry.publish_at > now
    source = editing.compose(
        row.key,
        row.written,
        before=stored.version.source if stored else None,
        publish_at=now if anew else None,
    )
    try:
        await editing.publish_one(conn, row.key, source)
    except ContentRefused as refused:
        raise TextRefused(" ".join(in_korean(problem) for problem in refused.problems)) from refused
    await queries.delete_draft(conn, row.id)
    published = await editing.find_stored(conn, row.key)
    return published.entry.current_number if published else 0


async def unschedule(act: Act, draft: int, reason: str) -> None:
    """Take back a draft's time of publication. Raises DraftNotFound, NotScheduled."""
    row = await _hold(act.conn, draft)
    if row.publish_at is None:
        raise NotScheduled
    await queries.set_time(act.conn, draft, None, by=None)
    act.note(
        "content.unschedule",
        KIND,
        name_of(row.key),
        before={"at": row.publish_at.isoformat()},
        reason=reason,
    )


async def preview_withdrawal(conn: Connection, entry: int) -> Preview:
    """Preview taking a text down. Raises TextNotFound, AlreadyWithdrawn, EditionStays."""
    line, stored = await _get(conn, entry)
    if stored.entry.withdrawn:
        raise AlreadyWithdrawn
    if line.kind == "legal" and _is_announced(stored):
        raise EditionStays
    rows = [
        Row("종류", KINDS[line.kind]),
        Row("제목", line.title),
        Row("상태", "내림", before="게시 예정" if line.state == "coming" else "게시 중"),
    ]
    warning = "이 글의 주소는 ‘없어진 글’로 안내됩니다. 글과 이전 판은 남고, 다시 게시할 수 있습니다."
    warnings = [warning]
    if line.kind == "notice" and (until := await queries.find_notice_end(conn, line.slug)):
        warnings.append(
            f"사고 때문에 올린 공지입니다. 법에 따라 30일 동안, {seoul.minute(until)}까지 두어야 합니다. "
            "그 뒤에는 저절로 내려갑니다."
        )
    return preview("글 내리기", rows, warnings=warnings, seen=[entry, line.number])


async def withdraw(act: Act, entry: int, form: ConfirmedText) -> None:
    """Raises as `preview_withdrawal`; PreviewChanged."""
    shown = await preview_withdrawal(act.conn, entry)
    if shown.digest != form.digest:
        raise PreviewChanged
    line, stored = await _get(act.conn, entry)
    key = stored.entry.key
    written = editing.written_in(line.kind, stored.version.source)
    source = editing.compose(key, written, before=stored.version.source, withdrawn=True)
    try:
        await editing.publish_one(act.conn, key, source)
    except ContentRefused as refused:
        raise TextRefused(" ".join(in_korean(problem) for problem in refused.problems)) from refused
    act.note(
        "content.withdraw",
        KIND,
        name_of(key),
        before={"state": line.state},
        after={"state": "withdrawn"},
        reason=form.reason,
    )
