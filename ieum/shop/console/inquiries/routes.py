"""The calls of the desk."""

from typing import Annotated

from litestar import Response, get, post, put
from litestar.params import JSONBody, QueryParameter

from ieum.shop.console.inquiries import canned, canned_queries, queries, service
from ieum.shop.console.inquiries.canned import CannedChanged, CannedNotFound, CannedTitleTaken
from ieum.shop.console.inquiries.filling import PLACEHOLDERS
from ieum.shop.console.inquiries.filters import InquiryFilters, Which
from ieum.shop.console.inquiries.service import ColleagueNotFound
from ieum.shop.console.inquiries.types import (
    AnswerDraft,
    AnswerForm,
    AssigneeForm,
    CannedAnswers,
    CannedChange,
    CannedForm,
    ClosingForm,
    Colleague,
    FilledAnswer,
    InquiryLine,
    InquiryThread,
    NextInquiry,
    NoteForm,
    Placeholder,
    Presence,
    PresenceForm,
    SentAnswer,
)
from ieum.shop.desk.access import Acting, Reader, WithReason, changes, reads
from ieum.shop.desk.lists import After, Size, Words
from ieum.shop.desk.types import Items, Listed
from ieum.shop.inquiries import desk, image_queries
from ieum.shop.inquiries.images import ImageNotFound
from ieum.shop.inquiries.routes import IMAGE_HEADERS
from ieum.shop.inquiries.service import InquiryNotFound
from ieum.shop.inquiries.types import Category, ImageContent
from ieum.shop.kernel.http import Answer, Conn, RowId, created, ok
from ieum.shop.members.types import MemberId

_PATH = "/api/v1/console/inquiries"
_CANNED = "/api/v1/console/canned-answers"
_OptionalId = Annotated[int | None, QueryParameter(ge=1, le=2**63 - 1, required=False)]


@get(_PATH, **reads("inquiries.view"))
async def list_inquiries(
    conn: Conn,
    staff: Reader,
    which: Annotated[Which | None, QueryParameter(name="state", required=False)] = None,
    category: Annotated[Category | None, QueryParameter(required=False)] = None,
    assignee: Annotated[int | None, QueryParameter(ge=0, le=2**63 - 1, required=False)] = None,
    member: _OptionalId = None,
    older_hours: Annotated[
        int | None, QueryParameter(name="olderHours", ge=1, le=8_760, required=False)
    ] = None,
    q: Words = None,
    after: After = None,
    size: Size = 50,
) -> Answer[Listed[InquiryLine]]:
    """The queue, waiting longest first; `state` leads to what is done, too, newest first. `assignee=0` is nobody."""
    filters = InquiryFilters(
        state=which, category=category, assignee=assignee, member=member, older_hours=older_hours, q=q
    )
    listed = await queries.list_inquiries(conn, filters, after=after, size=size)
    await desk.record_listing(conn, by=staff.name)
    return ok(listed)


@get(f"{_PATH}/next", **reads("inquiries.answer"))
async def next_inquiry(conn: Conn, staff: Reader, beyond: _OptionalId = None) -> Answer[NextInquiry]:
    """The inquiry to go on with after `beyond`."""
    return ok(NextInquiry(await queries.find_next(conn, staff.id, beyond=beyond)))


@get(f"{_PATH}/colleagues", **reads("inquiries.view"))
async def list_colleagues(conn: Conn, staff: Reader) -> Answer[Items[Colleague]]:
    """Those who may answer."""
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


@post(f"{_PATH}/{{id:int}}/answer/preview", status_code=200, **reads("inquiries.answer", InquiryNotFound))
async def preview_answer(
    conn: Conn, staff: Reader, id: RowId, data: JSONBody[AnswerDraft]
) -> Answer[FilledAnswer]:
    return ok(await service.preview_answer(conn, staff, id, data.body))


@post(
    f"{_PATH}/{{id:int}}/answer",
    **changes(
        "inquiries.answer",
        InquiryNotFound,
        desk.AlreadyAnswered,
        desk.InquiryClosed,
        desk.UnseenMessages,
        desk.SameReply,
    ),
)
async def answer(act: Acting, id: RowId, data: JSONBody[AnswerForm]) -> Answer[SentAnswer]:
    """Reply; the member is notified by mail and SMS."""
    return created(SentAnswer(await service.answer(act, id, data)))


@post(f"{_PATH}/{{id:int}}/notes", **changes("inquiries.answer", InquiryNotFound))
async def write_note(act: Acting, id: RowId, data: JSONBody[NoteForm]) -> Answer[None]:
    """A note for colleagues; the member never sees it."""
    await service.note(act, id, data.body)
    return created(None)


@put(
    f"{_PATH}/{{id:int}}/assignee",
    **changes(
        "inquiries.answer", InquiryNotFound, ColleagueNotFound, desk.AlreadyAnswered, desk.InquiryClosed
    ),
)
async def assign(act: Acting, id: RowId, data: JSONBody[AssigneeForm]) -> Answer[None]:
    await service.assign(act, id, data.staff_id)
    return ok(None)


@post(
    f"{_PATH}/{{id:int}}/closing",
    status_code=200,
    **changes("inquiries.answer", InquiryNotFound, desk.InquiryClosed, desk.UnseenMessages),
)
async def close(act: Acting, id: RowId, data: JSONBody[ClosingForm]) -> Answer[None]:
    """End an inquiry without an answer; nobody is notified."""
    await service.close(act, id, data)
    return ok(None)


@post(
    f"{_PATH}/{{id:int}}/reopening",
    status_code=200,
    **changes("inquiries.answer", InquiryNotFound, desk.NothingToReopen),
)
async def reopen(act: Acting, id: RowId, data: JSONBody[WithReason]) -> Answer[None]:
    await service.reopen(act, id, data.reason)
    return ok(None)


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


@post(f"{_PATH}/images/{{id:int}}/hiding", status_code=200, **changes("inquiries.answer", ImageNotFound))
async def hide_image(act: Acting, id: RowId, data: JSONBody[WithReason]) -> Answer[None]:
    """Destroy an image that should not have been sent, such as one of a resident registration card."""
    await service.hide_image(act, id, data.reason)
    return ok(None)


@get(_CANNED, **reads("inquiries.view"))
async def list_canned(conn: Conn, staff: Reader) -> Answer[CannedAnswers]:
    """By title, with the placeholders that answers may have."""
    del staff
    placeholders = [Placeholder(name, label) for name, label in PLACEHOLDERS.items()]
    return ok(CannedAnswers(await canned_queries.list_answers(conn), placeholders))


@post(_CANNED, **changes("inquiries.canned", CannedTitleTaken))
async def make_canned(act: Acting, data: JSONBody[CannedForm]) -> Answer[None]:
    await canned.make(act, data)
    return created(None)


@put(
    f"{_CANNED}/{{id:int}}",
    **changes("inquiries.canned", CannedNotFound, CannedTitleTaken, CannedChanged),
)
async def change_canned(act: Acting, id: RowId, data: JSONBody[CannedChange]) -> Answer[None]:
    await canned.change(act, id, data)
    return ok(None)


@post(f"{_CANNED}/{{id:int}}/removal", status_code=200, **changes("inquiries.canned", CannedNotFound))
async def delete_canned(act: Acting, id: RowId, data: JSONBody[WithReason]) -> Answer[None]:
    await canned.delete(act, id, data.reason)
    return ok(None)


def _response_of(image: ImageContent | None) -> Response[bytes]:
    if image is None:
        raise ImageNotFound
    return Response(image.content, media_type=image.media_type, headers=IMAGE_HEADERS)


ROUTES = [
    list_inquiries,
    next_inquiry,
    list_colleagues,
    get_inquiry,
    be_present,
    preview_answer,
    answer,
    write_note,
    assign,
    close,
    reopen,
    get_image,
    get_thumbnail,
    hide_image,
    list_canned,
    make_canned,
    change_canned,
    delete_canned,
]
