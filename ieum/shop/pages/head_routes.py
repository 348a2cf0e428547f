"""Heads of pages, for the app in the browser, which shows other pages without loading a document."""

from typing import Annotated

import msgspec
from litestar import get
from litestar.datastructures import State
from litestar.params import QueryParameter

from ieum.shop.kernel.errors import InvalidFields
from ieum.shop.kernel.http import Answer, AnyRequest, ok
from ieum.shop.kernel.problems import refusals
from ieum.shop.pages.page_head import Tag, tags_of
from ieum.shop.pages.planning import LONGEST_URL, Unavailable, described_at


class Head(msgspec.Struct, frozen=True):
    title: str
    tags: list[Tag]


@get("/api/v1/head", responses=refusals(InvalidFields, Unavailable))
async def head_at(
    request: AnyRequest,
    state: State,
    address: Annotated[str, QueryParameter(pattern="^/", max_length=LONGEST_URL)],
) -> Answer[Head]:
    """The title and the tags that the document at this address of the shop has, read with the caller's identity."""
    page = await described_at(request, address)
    return ok(Head(page.full_title, tags_of(page, draws=state.site.pictures.draws)))


ROUTES = [head_at]
