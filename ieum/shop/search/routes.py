"""Searches published texts."""

from typing import Annotated

from litestar import get
from litestar.params import QueryParameter

from ieum.shop.kernel.caching import FOR_EVERYBODY
from ieum.shop.kernel.errors import InvalidFields
from ieum.shop.kernel.http import Answer, Conn, Page, ok
from ieum.shop.kernel.problems import refusals
from ieum.shop.search import service
from ieum.shop.search.types import Results

Words = Annotated[str, QueryParameter(name="q", max_length=50, required=False)]


@get("/api/v1/search", opt=FOR_EVERYBODY, responses=refusals(InvalidFields))
async def search(conn: Conn, page: Page = 1, words: Words = "") -> Answer[Results]:
    """Notices, questions and guides with all of these words, else with most of them; at most the best hundred."""
    return ok(await service.search(conn, words, page))


ROUTES = [search]
