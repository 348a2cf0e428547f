"""Calls that anybody may make for published texts. Their HTML is rendered and sanitised."""

import re
from typing import Annotated, Any

from litestar import get
from litestar.params import FromPath, QueryParameter
from msgspec import convert

from ieum.shop.kernel.caching import FOR_EVERYBODY
from ieum.shop.kernel.db import Connection
from ieum.shop.kernel.errors import Gone, InvalidFields, NotFound
from ieum.shop.kernel.http import Answer, Conn, Page, ok
from ieum.shop.kernel.paging import Listing
from ieum.shop.kernel.problems import refusals
from ieum.shop.publishing import queries
from ieum.shop.publishing.types import (
    NOTICES_PER_PAGE,
    Attachment,
    Category,
    CategoryCount,
    ContentPage,
    Edition,
    Guide,
    Heading,
    LegalDocument,
    ListedNotice,
    Notice,
    Os,
    QuestionOnPage,
    Questions,
    Release,
    TextRow,
)
from ieum.shop.publishing.words import CATEGORIES
from ieum.shop.search import service as searching
from ieum.shop.search.routes import Words
from ieum.shop.search.types import QUESTIONS_PER_PAGE, Kind

MAY_BE_GONE = refusals(NotFound, Gone)
SLUG = re.compile(r"[a-z0-9](?:-?[a-z0-9]){0,79}")
EDITION = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


@get("/api/v1/notices", opt=FOR_EVERYBODY, responses=refusals(InvalidFields))
async def list_notices(conn: Conn, page: Page = 1, words: Words = "") -> Answer[Listing[ListedNotice]]:
    """Pinned notices first, then the newest first; with `q` only those with these words."""
    size, offset = NOTICES_PER_PAGE, (page - 1) * NOTICES_PER_PAGE
    if words.strip():
        # In the order of the search, at most a hundred.
        ids = (await searching.find(conn, words, ("notice",))).ids
        found = await queries.list_notices_by_id(conn, ids[offset : offset + size])
        return ok(Listing(found, page, size, len(ids)))
    count = await queries.count_notices(conn)
    newest = count.others - max(0, offset - count.pinned)
    room = size - min(size, max(0, count.pinned - offset))
    notices = await queries.list_notices(
        conn,
        pinned_from=offset,
        pinned_limit=size,
        oldest_place=newest - room + 1,
        newest_place=newest,
    )
    return ok(Listing(notices, page, size, count.pinned + count.others))


@get("/api/v1/notices/{slug:str}", opt=FOR_EVERYBODY, responses=MAY_BE_GONE)
async def get_notice(conn: Conn, slug: FromPath[str]) -> Answer[Notice]:
    """A notice with the next older and the next newer one."""
    notice = await _published(conn, "notice", slug)
    neighbours = await queries.find_neighbours(conn, notice)
    return ok(
        Notice(
            **_described(notice),
            html=notice.html,
            published_at=notice.publish_at,
            updated_at=notice.changed_at,
            pinned=notice.pinned,
            attachments=convert(notice.details.get("attachments", []), list[Attachment]),
            previous=neighbours.older,
            next=neighbours.newer,
        )
    )


@get("/api/v1/faqs", opt=FOR_EVERYBODY, responses=refusals(InvalidFields))
async def list_questions(
    conn: Conn,
    page: Page = 1,
    category: Annotated[Category | None, QueryParameter(required=False)] = None,
    words: Words = "",
) -> Answer[Questions]:
    """Questions and answers, by category and position."""
    size = QUESTIONS_PER_PAGE
    only = (await searching.find(conn, words, ("faq",))).ids if words.strip() else None
    counts = await queries.count_questions(conn, category=category, only=only)
    items = await queries.list_questions(
        conn, category=category, only=only, offset=(page - 1) * size, limit=size
    )
    return ok(
        Questions(
            items=items,
            page=page,
            page_size=size,
            total=sum(row.matching for row in counts),
            categories=[CategoryCount(row.category, CATEGORIES[row.category], row.count) for row in counts],
        )
    )


@get("/api/v1/faqs/{slug:str}", opt=FOR_EVERYBODY, responses=MAY_BE_GONE)
async def get_question(conn: Conn, slug: FromPath[str]) -> Answer[QuestionOnPage]:
    """A question, and the page of the whole list that has it."""
    question = await _published(conn, "faq", slug)
    before = await queries.count_questions_before(conn, question)
    page = before // QUESTIONS_PER_PAGE + 1
    return ok(QuestionOnPage(slug, question.category or "product", question.title, question.html, page=page))


@get("/api/v1/guides/{os:str}", opt=FOR_EVERYBODY, responses=MAY_BE_GONE)
async def get_guide(conn: Conn, os: FromPath[str]) -> Answer[Guide]:
    """Return the steps of a guide to connect."""
    guide = await _published(conn, "guide", os)
    return ok(
        Guide(
            **_described(guide),
            html=guide.html,
            updated_at=guide.changed_at,
            headings=[Heading(section.id, section.title) for section in guide.sections],
        )
    )


@get("/api/v1/content-pages/{slug:str}", opt=FOR_EVERYBODY, responses=MAY_BE_GONE)
async def get_page(conn: Conn, slug: FromPath[str]) -> Answer[ContentPage]:
    """The operator's texts for a page that the shop lays out itself."""
    page = await _published(conn, "page", slug)
    return ok(
        ContentPage(
            **_described(page),
            texts=convert(page.details.get("texts", {}), dict[str, str]),
            lead=page.lead,
            sections=page.sections,
            updated_at=page.changed_at,
            questions=await queries.list_home_questions(conn) if slug == "home" else [],
        )
    )


@get("/api/v1/legal/{slug:str}", opt=FOR_EVERYBODY, responses=MAY_BE_GONE)
async def get_legal(
    conn: Conn, slug: FromPath[str], version: Annotated[str, QueryParameter(required=False)] = ""
) -> Answer[LegalDocument]:
    """The edition in force, or the one of `version`; with a list of all editions, including announced ones."""
    if not SLUG.fullmatch(slug):
        raise NotFound
    editions = await queries.list_editions(conn, slug)
    in_force = next((row.edition for row in editions if row.in_force), None)
    edition = version or in_force
    if edition is None or not EDITION.fullmatch(edition):
        raise NotFound
    document = await _published(conn, "legal", slug, edition)
    effective_from = next((row.effective_from for row in editions if row.edition == edition), None)
    if effective_from is None:
        raise NotFound
    return ok(
        LegalDocument(
            **_described(document),
            version=edition,
            effective_from=effective_from,
            html=document.html,
            is_current=edition == in_force,
            versions=[Edition(row.edition, row.effective_from) for row in editions],
        )
    )


@get("/api/v1/releases", opt=FOR_EVERYBODY, responses=refusals(InvalidFields))
async def list_releases(
    conn: Conn, os: Annotated[Os | None, QueryParameter(required=False)] = None
) -> Answer[list[Release]]:
    """Programs to download, newest first."""
    return ok(await queries.list_releases(conn, os))


async def _published(conn: Connection, kind: Kind, slug: str, edition: str = "") -> TextRow:
    """Find a text. Raises Gone if it is withdrawn, and NotFound if it does not exist or is not published yet."""
    text = await queries.find_text(conn, kind, slug, edition) if SLUG.fullmatch(slug) else None
    if text is None:
        raise NotFound
    if text.withdrawn:
        raise Gone
    return text


def _described(text: TextRow) -> dict[str, Any]:
    """The fields of `Described`."""
    return {
        "slug": text.slug,
        "title": text.title,
        "description": text.description,
        "image": text.image or None,
    }


ROUTES = [
    list_notices,
    get_notice,
    list_questions,
    get_question,
    get_guide,
    get_page,
    get_legal,
    list_releases,
]
