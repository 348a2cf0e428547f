"""Calls that anybody may make for published texts. Their HTML is rendered and sanitised."""

from typing import Annotated

from litestar import get
from litestar.params import FromPath, QueryParameter

from ieum.shop.content import service
from ieum.shop.content.search import service as searching
from ieum.shop.content.search.types import Results
from ieum.shop.content.types import (
    Category,
    ContentPage,
    Guide,
    LegalDocument,
    ListedNotice,
    Notice,
    Os,
    QuestionOnPage,
    Questions,
    Release,
)
from ieum.shop.kernel.caching import FOR_EVERYBODY
from ieum.shop.kernel.errors import Gone, InvalidFields, NotFound, refusals
from ieum.shop.kernel.http import Answer, Conn, Listing, Page, ok

MAY_BE_GONE = refusals(NotFound, Gone)
Words = Annotated[str, QueryParameter(name="q", max_length=50, required=False)]


@get("/api/v1/notices", opt=FOR_EVERYBODY, responses=refusals(InvalidFields))
async def list_notices(conn: Conn, page: Page = 1, words: Words = "") -> Answer[Listing[ListedNotice]]:
    """Pinned notices first, then the newest first; with `q` only those with these words."""
    return ok(await service.list_notices(conn, page=page, q=words))


@get("/api/v1/notices/{slug:str}", opt=FOR_EVERYBODY, responses=MAY_BE_GONE)
async def get_notice(conn: Conn, slug: FromPath[str]) -> Answer[Notice]:
    """A notice with the next older and the next newer one."""
    return ok(await service.get_notice(conn, slug))


@get("/api/v1/faqs", opt=FOR_EVERYBODY, responses=refusals(InvalidFields))
async def list_questions(
    conn: Conn,
    page: Page = 1,
    category: Annotated[Category | None, QueryParameter(required=False)] = None,
    words: Words = "",
) -> Answer[Questions]:
    """Questions and answers, by category and position."""
    return ok(await service.list_questions(conn, page=page, category=category, q=words))


@get("/api/v1/faqs/{slug:str}", opt=FOR_EVERYBODY, responses=MAY_BE_GONE)
async def get_question(conn: Conn, slug: FromPath[str]) -> Answer[QuestionOnPage]:
    """A question, and the page of the whole list that has it."""
    return ok(await service.get_question(conn, slug))


@get("/api/v1/guides/{os:str}", opt=FOR_EVERYBODY, responses=MAY_BE_GONE)
async def get_guide(conn: Conn, os: FromPath[str]) -> Answer[Guide]:
    """How to connect, step by step."""
    return ok(await service.get_guide(conn, os))


@get("/api/v1/content-pages/{slug:str}", opt=FOR_EVERYBODY, responses=MAY_BE_GONE)
async def get_page(conn: Conn, slug: FromPath[str]) -> Answer[ContentPage]:
    """The operator's texts for a page that the shop lays out itself."""
    return ok(await service.get_page(conn, slug))


@get("/api/v1/legal/{slug:str}", opt=FOR_EVERYBODY, responses=MAY_BE_GONE)
async def get_legal(
    conn: Conn, slug: FromPath[str], version: Annotated[str, QueryParameter(required=False)] = ""
) -> Answer[LegalDocument]:
    """The edition in force, or the one of `version`; with a list of all editions, including announced ones."""
    return ok(await service.get_legal(conn, slug, version))


@get("/api/v1/releases", opt=FOR_EVERYBODY, responses=refusals(InvalidFields))
async def list_releases(
    conn: Conn, os: Annotated[Os | None, QueryParameter(required=False)] = None
) -> Answer[list[Release]]:
    """Programs to download, newest first."""
    return ok(await service.list_releases(conn, os))


@get("/api/v1/search", opt=FOR_EVERYBODY, responses=refusals(InvalidFields))
async def search(conn: Conn, page: Page = 1, words: Words = "") -> Answer[Results]:
    """Notices, questions and guides with all of these words, else with most of them; at most the best hundred."""
    return ok(await searching.search(conn, words, page))


ROUTES = [
    list_notices,
    get_notice,
    list_questions,
    get_question,
    get_guide,
    get_page,
    get_legal,
    list_releases,
    search,
]
