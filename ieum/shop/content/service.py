"""How published texts are read: what is missing, what is gone, which page of a list."""

import re

from msgspec import convert

from ieum.shop.content import queries
from ieum.shop.content.paths import path_of
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
    HomeQuestion,
    Kind,
    LegalDocument,
    Listed,
    ListedNotice,
    Notice,
    NoticeRow,
    Os,
    Question,
    QuestionOnPage,
    QuestionRow,
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
    """One sequence, cut into pages: first what is pinned, then the rest, newest first.

    What is sought comes as the search ranks it, a hundred at most.
    """
    size, offset = NOTICES_PER_PAGE, (page - 1) * NOTICES_PER_PAGE
    if q.strip():
        ids = (await search.find(conn, q, ("notice",))).ids
        total = len(ids)
        found = await queries.list_these_notices(conn, ids[offset : offset + size])
    else:
        count = await queries.count_notices(conn)
        total = count.pinned + count.others
        newest = count.others - max(0, offset - count.pinned)
        room = size - min(size, max(0, count.pinned - offset))
        found = await queries.list_notices(
            conn,
            pinned_from=offset,
            pinned_limit=size,
            oldest_place=newest - room + 1,
            newest_place=newest,
        )
    return Listing([_listed(row) for row in found], page, size, total)


def _listed(row: NoticeRow) -> ListedNotice:
    return ListedNotice(row.slug, row.title, row.publish_at, row.pinned, row.has_attachments)


async def get_notice(conn: Connection, slug: str) -> Notice:
    found = await _published(conn, "notice", slug)
    neighbours = await queries.find_neighbours(conn, found)
    return Notice(
        slug=slug,
        title=found.title,
        description=found.description,
        image=found.image or None,
        html=found.html,
        published_at=found.publish_at,
        updated_at=found.changed_at,
        pinned=found.pinned,
        attachments=convert(found.details.get("attachments", []), list[Attachment]),
        previous=neighbours.older,
        next=neighbours.newer,
    )


async def list_questions(conn: Connection, *, page: int, category: Category | None, q: str) -> Questions:
    only = (await search.find(conn, q, ("faq",))).ids if q.strip() else None
    counts = await queries.count_questions(conn, category=category, only=only)
    found = await queries.list_questions(
        conn,
        category=category,
        only=only,
        offset=(page - 1) * QUESTIONS_PER_PAGE,
        limit=QUESTIONS_PER_PAGE,
    )
    return Questions(
        items=[_question(row) for row in found],
        page=page,
        page_size=QUESTIONS_PER_PAGE,
        total=sum(row.matching for row in counts),
        categories=[CategoryCount(row.category, CATEGORIES[row.category], row.count) for row in counts],
    )


def _question(row: QuestionRow) -> Question:
    return Question(row.slug, row.category, row.title, row.html)


async def get_question(conn: Connection, slug: str) -> QuestionOnPage:
    found = await _published(conn, "faq", slug)
    before = await queries.count_questions_before(conn, found)
    return QuestionOnPage(
        slug, found.category or "product", found.title, found.html, page=before // QUESTIONS_PER_PAGE + 1
    )


async def get_guide(conn: Connection, slug: str) -> Guide:
    found = await _published(conn, "guide", slug)
    return Guide(
        slug=slug,
        title=found.title,
        description=found.description,
        image=found.image or None,
        html=found.html,
        updated_at=found.changed_at,
        headings=[Heading(section.id, section.title) for section in found.sections],
    )


async def get_page(conn: Connection, slug: str) -> ContentPage:
    found = await _published(conn, "page", slug)
    questions = await queries.list_home_questions(conn) if slug == "home" else []
    return ContentPage(
        slug=slug,
        title=found.title,
        description=found.description,
        image=found.image or None,
        texts=convert(found.details.get("texts", {}), dict[str, str]),
        lead=found.lead,
        sections=found.sections,
        updated_at=found.changed_at,
        questions=[HomeQuestion(row.slug, row.title, row.html) for row in questions],
    )


async def get_legal(conn: Connection, slug: str, version: str) -> LegalDocument:
    """The edition in force where none is named."""
    if not SLUG.fullmatch(slug):
        raise NotFound
    editions = await queries.list_editions(conn, slug)
    in_force = next((row.edition for row in editions if row.in_force), None)
    wanted = version or in_force
    if wanted is None or not EDITION.fullmatch(wanted):
        raise NotFound
    found = await _published(conn, "legal", slug, wanted)
    return LegalDocument(
        slug=slug,
        title=found.title,
        description=found.description,
        image=found.image or None,
        version=wanted,
        effective_from=next(row.effective_from for row in editions if row.edition == wanted),
        html=found.html,
        is_current=wanted == in_force,
        versions=[Edition(row.edition, row.effective_from) for row in editions],
    )


async def list_releases(conn: Connection, os: Os | None) -> list[Release]:
    """Newest first; the first of each program is its latest."""
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


async def listed_for_sitemap(conn: Connection) -> list[Listed]:
    """Every text that has a page of its own, once."""
    return [
        Listed(row.kind, row.slug, path_of(row.kind, row.slug), row.changed_at)
        for row in await queries.list_with_pages(conn)
    ]


async def _published(conn: Connection, kind: Kind, slug: str, edition: str = "") -> TextRow:
    """Raises Gone for what is withdrawn and NotFound for what is not there, or not yet."""
    found = await queries.find_text(conn, kind, slug, edition) if SLUG.fullmatch(slug) else None
    if found is None:
        raise NotFound
    if found.withdrawn:
        raise Gone
    return found
