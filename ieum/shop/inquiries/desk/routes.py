"""The calls of the desk."""

from collections.abc import Sequence
from typing import Annotated

from litestar import Response, get, post
from litestar.params import JSONBody, QueryParameter

from ieum.shop.desk.access import Acting, Reader, changes, reads
from ieum.shop.desk.list_routes import Reading, route_of
from ieum.shop.desk.lists import Where
from ieum.shop.desk.types import Items
from ieum.shop.inquiries import answering, image_queries
from ieum.shop.inquiries.desk import canned_queries, queries, service, word_queries
from ieum.shop.inquiries.desk.filling import PLACEHOLDERS
from ieum.shop.inquiries.desk.filters import InquiryFilters, without_words
from ieum.shop.inquiries.desk.listed import INQUIRIES
from ieum.shop.inquiries.desk.types import (
    AnswerDraft,
    CannedAnswers,
    Colleague,
    FilledAnswer,
    InquiryLine,
    InquiryThread,
    NextInquiry,
    Placeholder,
    Presence,
    PresenceForm,
    QueueRow,
)
from ieum.shop.inquiries.refusals import ImageNotFound
from ieum.shop.inquiries.routes import IMAGE_HEADERS
from ieum.shop.inquiries.service import InquiryNotFound
from ieum.shop.inquiries.types import ImageContent
from ieum.shop.kernel.http import Answer, Conn, RowId, ok
from ieum.shop.members.types import MemberId

_PATH = "/api/v1/console/inquiries"
_CANNED = f"{_PATH}/canned"
_OptionalId = Annotated[int | None, QueryParameter(ge=1, le=2**63 - 1, required=False)]


async def _found(reading: Reading, filters: InquiryFilters) -> Where:
    """Find the inquiries that have the words, as far as these are shown.

    The other filters are asked again with the page: one that was closed meanwhile waits no more.
    """
    where = without_words(filters)
    if filters.q:
        found, where.is_cut = await word_queries.find(reading.conn, filters, filters.q)
        where.add("i.id = ANY(%(found)s)", found=found)
    return where


async def _seen(reading: Reading, rows: Sequence[QueueRow]) -> list[InquiryLine]:
    """Mask the titles, and write down that somebody saw the list."""
    await answering.record_listing(reading.conn, by=reading.staff.name)
    return [service.line_of(row) for row in rows]


@get(f"{_PATH}/next", **reads("inquiries.answer"))
async def next_inquiry(conn: Conn, staff: Reader, beyond: _OptionalId = None) -> Answer[NextInquiry]:
    """The inquiry to go on with after `beyond`."""
    return ok(NextInquiry(await queries.find_next(conn, staff.id, beyond=beyond)))


@get(f"{_PATH}/colleagues", **reads("inquiries.view"))
async def list_colleagues(conn: Conn, staff: Reader) -> Answer[Items[Colleague]]:
    """List the colleagues who may answer."""
    del staff
    return ok(Items(await queries.list_colleagues(conn)))


@get(f"{_PATH}/{{id:int}}", **reads("inquiries.view", InquiryNotFound))
async def get_inquiry(conn: Conn, staff: Reader, id: RowId) -> Answer[InquiryThread]:
    """The thread, and beside it what the member has and owes, as far as one's role may see that."""
    return ok(await service.show(conn, staff, id))


@post(f"{_PATH}/{{id:int}}/presence", status_code=200, **changes("inquiries.view", InquiryNotFound))
async def be_present(act: Acting, id: RowId, data: JSONBody[PresenceForm]) -> Answer[Presence]:
    """Sent every few seconds by a page that has the inquiry open, with `X-Quiet`."""
    return ok(await service.be_present(act, id, data))


@post(f"{_PATH}/{{id:int}}/answer/text", status_code=200, **reads("inquiries.answer", InquiryNotFound))
async def fill_answer(
    conn: Conn, staff: Reader, id: RowId, data: JSONBody[AnswerDraft]
) -> Answer[FilledAnswer]:
    return ok(await service.filled_answer(conn, staff, id, data.body))


@get(f"{_PATH}/images/{{id:int}}", **reads("inquiries.view", ImageNotFound))
async def get_image(conn: Conn, staff: Reader, id: RowId) -> Response[bytes]:
    return _response_of(await service.image(conn, staff, id))


@get(f"{_PATH}/images/{{id:int}}/thumbnail", **reads("inquiries.view", ImageNotFound))
async def get_thumbnail(conn: Conn, staff: Reader, id: RowId) -> Response[bytes]:
    del staff
    owner = await queries.find_thumbnail_owner(conn, id)
    return _response_of(
        None if owner is None else await image_queries.find_thumbnail(conn, id, MemberId(owner))
    )


@get(_CANNED, **reads("inquiries.view"))
async def list_canned(conn: Conn, staff: Reader) -> Answer[CannedAnswers]:
    """By title, with the placeholders that answers may have."""
    del staff
    placeholders = [Placeholder(name, label) for name, label in PLACEHOLDERS.items()]
    return ok(CannedAnswers(await canned_queries.list_answers(conn), placeholders))


def _response_of(image: ImageContent | None) -> Response[bytes]:
    if image is None:
        raise ImageNotFound
    return Response(image.content, media_type=image.media_type, headers=IMAGE_HEADERS)


ROUTES = [
    route_of(INQUIRIES, find=_found, complete=_seen, answers=InquiryLine),
    next_inquiry,
    list_colleagues,
    get_inquiry,
    be_present,
    fill_answer,
    get_image,
    get_thumbnail,
    list_canned,
]
