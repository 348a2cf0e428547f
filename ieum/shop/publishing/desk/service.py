"""Shows texts and drafts, and publishes a draft. The room renders and stores texts as an import does."""

import asyncio
from datetime import UTC, date, datetime

import msgspec

from ieum.shop.kernel.db import Connection
from ieum.shop.kernel.errors import Field, InvalidFields
from ieum.shop.publishing import editing
from ieum.shop.publishing.desk import differences, queries
from ieum.shop.publishing.desk.problems import in_korean
from ieum.shop.publishing.desk.refusals import (
    ALREADY_WITHDRAWN,
    DraftNotFound,
    EditionStays,
    NoSuchText,
    TextNotFound,
    TextRefused,
)
from ieum.shop.publishing.desk.types import (
    DraftPage,
    DraftRow,
    RenderedText,
    TextDifference,
    TextLine,
    TextPage,
)
from ieum.shop.publishing.editing import WrittenText
from ieum.shop.publishing.front_matter import SLUGS
from ieum.shop.publishing.importing import ContentRefused
from ieum.shop.publishing.stored_texts import Key, Stored
from ieum.shop.publishing.texts import Text
from ieum.shop.publishing.types import Release
from ieum.shop.search.paths import path_of

# What the record calls a text.
TEXT = "text"


async def show_text(conn: Connection, entry: int) -> TextPage:
    """Show a text's page. Raises TextNotFound."""
    line, stored = await get(conn, entry)
    is_fixed = line.kind == "legal" and is_announced(stored)
    return TextPage(
        **{name: getattr(line, name) for name in TextLine.__struct_fields__},
        path=path_of(line.kind, line.slug),
        effective_from=stored.entry.effective_from,
        written=editing.written_in(line.kind, stored.version.source),
        versions=await queries.list_versions(conn, entry),
        why_no_draft=EditionStays.detail if is_fixed else None,
        why_not_withdrawn=ALREADY_WITHDRAWN
        if line.state == "withdrawn"
        else EditionStays.detail
        if is_fixed
        else None,
    )


async def get(conn: Connection, entry: int) -> tuple[TextLine, Stored]:
    line = await queries.find_text(conn, entry)
    stored = line and await editing.find_stored(conn, (line.kind, line.slug, line.edition))
    if line is None or stored is None:
        raise TextNotFound
    return line, stored


def is_announced(stored: Stored) -> bool:
    """Tell whether somebody may have read this edition as one that binds or will bind them."""
    return not stored.entry.withdrawn and stored.entry.publish_at <= datetime.now(UTC)


async def difference(conn: Connection, entry: int, *, old: int | None, new: int | None) -> TextDifference:
    """Compare two versions, line by line. Raises TextNotFound."""
    if new is None:
        line, _ = await get(conn, entry)
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


async def render(conn: Connection, key: Key, written: WrittenText) -> RenderedText:
    """By the same code that publishes. Pictures that no text shows yet come from the console."""
    stored = await editing.find_stored(conn, key)
    text, problems = await read(conn, key, written, stored)
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


async def read(
    conn: Connection, key: Key, written: WrittenText, stored: Stored | None
) -> tuple[Text | None, list[str]]:
    source = editing.compose(key, written, before=stored.version.source if stored else None)
    return await editing.read_one(conn, key, source)


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
