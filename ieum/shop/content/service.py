"""Reads published texts for the API: 404 for unknown ones, 410 for withdrawn ones, and the pages of lists."""

import re

from msgspec import convert

from ieum.shop.content import queries
from ieum.shop.content.search import service as search
from ieum.shop.content.types import (
    CATEGORIES,
    NOTICES_PER_PAGE,
    QUESTIONS_PER_PAGE,
    Attachment,
    Category,
    CategoryCount,
    ContentPage,
    Edition,
    Guide,
    Heading,
    Kind,
    LegalDocument,
    ListedNotice,
    Notice,
    Os,
    QuestionOnPage,
    Questions,
    Release,
    ReleaseRow,
    TextRow,
)
from ieum.shop.kernel.db import Connection
from ieum.shop.kernel.errors import Gone, NotFound
from ieum.shop.kernel.http import Listing

SLUG = re.compile(r"[a-z0-9](?:-?[a-z0-9]){0,79}")
EDITION = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


async def list_notices(conn: Connection, *, page: int, q: str) -> Listing[ListedNotice]:
    """Pinned ones first, then the rest, newest first; a search's results in its own order, at most a hundred."""
    size, offset = NOTICES_PER_PAGE, (page - 1) * NOTICES_PER_PAGE
    if q.strip():
        ids = (await search.find(conn, q, ("notice",))).ids
        total = len(ids)
        rows = await queries.list_notices_by_id(conn, ids[offset : offset + size])
    else:
        count = await queries.count_notices(conn)
        total = count.pinned + count.others
        newest = count.others - max(0, offset - count.pinned)
        room = size - min(size, max(0, count.pinned - offset))
        rows = await queries.list_notices(
            conn,
            pinned_from=offset,
            pinned_limit=size,
            oldest_place=newest - room + 1,
            newest_place=newest,
        )
    items = [
        ListedNotice(row.slug, row.title, row.publish_at, row.pinned, row.has_attachments) for row in rows
    ]
    return Listing(items, page, size, total)


async def get_notice(conn: Connection, slug: str) -> Notice:
    notice = await _published(conn, "notice", slug)
    neighbours = await queries.find_neighbours(conn, notice)
    return Notice(
        slug=slug,
        title=notice.title,
        description=notice.description,
        image=notice.image or None,
        html=notice.html,
        published_at=notice.publish_at,
        updated_at=notice.changed_at,
        pinned=notice.pinned,
        attachments=convert(notice.details.get("attachments", []), list[Attachment]),
        previous=neighbours.older,
        next=neighbours.newer,
    )


async def list_questions(conn: Connection, *, page: int, category: Category | None, q: str) -> Questions:
    only = (await search.find(conn, q, ("faq",))).ids if q.strip() else None
    counts = await queries.count_questions(conn, category=category, only=only)
    items = await queries.list_questions(
        conn,
        category=category,
        only=only,
        offset=(page - 1) * QUESTIONS_PER_PAGE,
        limit=QUESTIONS_PER_PAGE,
    )
    return Questions(
        items=items,
        page=page,
        page_size=QUESTIONS_PER_PAGE,
        total=sum(row.matching for row in counts),
        categories=[CategoryCount(row.category, CATEGORIES[row.category], row.count) for row in counts],
    )


async def get_question(conn: Connection, slug: str) -> QuestionOnPage:
    question = await _published(conn, "faq", slug)
    before = await queries.count_questions_before(conn, question)
    page = before // QUESTIONS_PER_PAGE + 1
    return QuestionOnPage(slug, question.category or "product", question.title, question.html, page=page)


async def get_guide(conn: Connection, slug: str) -> Guide:
    guide = await _published(conn, "guide", slug)
    return Guide(
        slug=slug,
        title=guide.title,
        description=guide.description,
        image=guide.image or None,
        html=guide.html,
        updated_at=guide.changed_at,
        headings=[Heading(section.id, section.title) for section in guide.sections],
    )


async def get_page(conn: Connection, slug: str) -> ContentPage:
    page = await _published(conn, "page", slug)
    return ContentPage(
        slug=slug,
        title=page.title,
        description=page.description,
        image=page.image or None,
        texts=convert(page.details.get("texts", {}), dict[str, str]),
        lead=page.lead,
        sections=page.sections,
        updated_at=page.changed_at,
        questions=await queries.list_home_questions(conn) if slug == "home" else [],
    )


async def get_legal(conn: Connection, slug: str, version: str) -> LegalDocument:
    """The edition of this version; the one in force where `version` is empty."""
    if not SLUG.fullmatch(slug):
        raise NotFound
    editions = await queries.list_editions(conn, slug)
    in_force = next((row.edition for row in editions if row.in_force), None)
    edition = version or in_force
    if edition is None or not EDITION.fullmatch(edition):
        raise NotFound
    document = await _published(conn, "legal", slug, edition)
    return LegalDocument(
        slug=slug,
        title=document.title,
        description=document.description,
        image=document.image or None,
        version=edition,
        effective_from=next(row.effective_from for row in editions if row.edition == edition),
        html=document.html,
        is_current=edition == in_force,
        versions=[Edition(row.edition, row.effective_from) for row in editions],
    )


async def list_releases(conn: Connection, os: Os | None) -> list[Release]:
    """Newest first; the first release of each program is its latest."""
    latest = set[tuple[Os, str]]()
    releases = list[Release]()
    for row in await queries.list_releases(conn, os):
        program = row.details.os, row.details.name
        releases.append(_release(row, is_latest=program not in latest))
        latest.add(program)
    return releases


def _release(row: ReleaseRow, *, is_latest: bool) -> Release:
    details = row.details
    return Release(
        slug=row.slug,
        os=details.os,
        name=details.name,
        version=details.version,
        released_on=details.released_on,
        kind=details.kind,
        url=details.url,
        size=details.size,
        sha256=details.sha256,
        requires=details.requires,
        sections=row.sections,
        is_latest=is_latest,
    )


async def _published(conn: Connection, kind: Kind, slug: str, edition: str = "") -> TextRow:
    """Raises Gone for a withdrawn text, and NotFound for one that does not exist or is not published yet."""
    text = await queries.find_text(conn, kind, slug, edition) if SLUG.fullmatch(slug) else None
    if text is None:
        raise NotFound
    if text.withdrawn:
        raise Gone
    return text
