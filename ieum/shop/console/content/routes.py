"""The calls about texts, their drafts and their files."""

import asyncio
from typing import Annotated

from litestar import Response, get, post, put
from litestar.params import JSONBody, PathParameter, QueryParameter

from ieum.shop.console.content import files, programs, queries, service, starting
from ieum.shop.console.content.filters import TextFilters, where_of
from ieum.shop.console.content.refusals import (
    AlreadyWithdrawn,
    DraftChanged,
    DraftNotFound,
    DraftScheduled,
    DraftTaken,
    EditionStays,
    FileNameTaken,
    FileRefused,
    NoRoomForProgram,
    NoStarterTexts,
    NoSuchText,
    NotScheduled,
    ProgramNotFound,
    ProgramRefused,
    ProgramsNotWritable,
    TextNotFound,
    TextRefused,
    TimeIsPast,
)
from ieum.shop.console.content.types import (
    ConfirmedPublication,
    ConfirmedText,
    DraftForm,
    DraftId,
    DraftLine,
    DraftPage,
    DraftVersion,
    FileForm,
    NewDraft,
    Program,
    ProgramLine,
    Publication,
    RenderedText,
    TextDifference,
    TextDraft,
    TextLine,
    TextPage,
    TextState,
    UploadedFile,
)
from ieum.shop.desk.access import Acting, ActorDependency, Reader, between, changes, reads
from ieum.shop.desk.acting import WithReason
from ieum.shop.desk.approvals.refusals import PreviewChanged
from ieum.shop.desk.parameters import After, Size, Words
from ieum.shop.desk.types import Items, Listed, Preview
from ieum.shop.kernel.http import Answer, Conn, RowId, ShopSettings, created, ok
from ieum.shop.kernel.problems import AnyRequest
from ieum.shop.search.types import Kind

# A text of a hundred thousand characters of Hangul; a file of five megabytes in base64.
TEXT_LARGEST, FILE_LARGEST = 1024 * 1024, 8 * 1024 * 1024

_TEXTS = "/api/v1/console/content/texts"
_DRAFTS = "/api/v1/console/content/drafts"
_Number = Annotated[int | None, QueryParameter(ge=1, le=2**31 - 1, required=False)]


@get(_TEXTS, **reads("content.view"))
async def list_texts(
    conn: Conn,
    staff: Reader,
    kind: Annotated[Kind | None, QueryParameter(required=False)] = None,
    which: Annotated[TextState | None, QueryParameter(name="state", required=False)] = None,
    q: Words = None,
    after: After = None,
    size: Size = 50,
) -> Answer[Listed[TextLine]]:
    """Newest first; `q` is looked for in titles."""
    del staff
    where = where_of(TextFilters(kind=kind, state=which, q=q))
    return ok(await queries.list_texts(conn, where, after=after, size=size))


@get(f"{_TEXTS}/{{id:int}}", **reads("content.view", TextNotFound))
async def get_text(conn: Conn, staff: Reader, id: RowId) -> Answer[TextPage]:
    del staff
    return ok(await service.show_text(conn, id))


@get(f"{_TEXTS}/{{id:int}}/difference", **reads("content.view", TextNotFound))
async def get_difference(
    conn: Conn, staff: Reader, id: RowId, old: _Number = None, new: _Number = None
) -> Answer[TextDifference]:
    """Compare version `new`, or the current one, with version `old`, or the one before it."""
    del staff
    return ok(await service.difference(conn, id, old=old, new=new))


@post(
    f"{_TEXTS}/{{id:int}}/withdrawal/preview",
    status_code=200,
    **reads("content.publish", TextNotFound, AlreadyWithdrawn, EditionStays),
)
async def preview_text_withdrawal(conn: Conn, staff: Reader, id: RowId) -> Answer[Preview]:
    del staff
    return ok(await service.preview_withdrawal(conn, id))


@post(
    f"{_TEXTS}/{{id:int}}/withdrawal",
    status_code=200,
    **changes("content.publish", TextNotFound, AlreadyWithdrawn, EditionStays, TextRefused, PreviewChanged),
)
async def withdraw_text(act: Acting, id: RowId, data: JSONBody[ConfirmedText]) -> Answer[None]:
    await service.withdraw(act, id, data)
    return ok(None)


@post(
    "/api/v1/console/content/rendering",
    status_code=200,
    request_max_body_size=TEXT_LARGEST,
    **reads("content.view", NoSuchText),
)
async def render_text(conn: Conn, staff: Reader, data: JSONBody[TextDraft]) -> Answer[RenderedText]:
    """The text as its page will show it, or what is wrong with it."""
    del staff
    key = service.key_of(data.kind, data.slug, data.edition)
    return ok(await service.render(conn, key, data.written))


@post("/api/v1/console/content/starters/preview", status_code=200, **reads("content.publish", NoStarterTexts))
async def preview_starters(conn: Conn, staff: Reader) -> Answer[Preview]:
    """Preview the starter set: how many of its texts the shop has never had."""
    del staff
    return ok(await starting.preview(conn))


@post(
    "/api/v1/console/content/starters",
    status_code=200,
    **changes("content.publish", NoStarterTexts, TextRefused, PreviewChanged),
)
async def publish_starters(act: Acting, data: JSONBody[ConfirmedText]) -> Answer[None]:
    await starting.publish(act, data)
    return ok(None)


@get(_DRAFTS, **reads("content.view"))
async def list_drafts(conn: Conn, staff: Reader) -> Answer[Items[DraftLine]]:
    """List drafts, last changed first."""
    del staff
    return ok(Items(await queries.list_drafts(conn)))


@post(_DRAFTS, **changes("content.write", NoSuchText, EditionStays, DraftTaken))
async def begin_draft(act: Acting, data: JSONBody[NewDraft]) -> Answer[DraftId]:
    return created(DraftId(await service.begin(act, data)))


@get(f"{_DRAFTS}/{{id:int}}", **reads("content.view", DraftNotFound))
async def get_draft(conn: Conn, staff: Reader, id: RowId) -> Answer[DraftPage]:
    del staff
    return ok(await service.show_draft(conn, id))


@put(
    f"{_DRAFTS}/{{id:int}}",
    request_max_body_size=TEXT_LARGEST,
    **changes("content.write", DraftNotFound, DraftChanged, DraftScheduled),
)
async def save_draft(act: Acting, id: RowId, data: JSONBody[DraftForm]) -> Answer[DraftVersion]:
    return ok(DraftVersion(await service.save(act, id, data)))


@post(f"{_DRAFTS}/{{id:int}}/removal", status_code=200, **changes("content.write", DraftNotFound))
async def discard_draft(act: Acting, id: RowId, data: JSONBody[WithReason]) -> Answer[None]:
    await service.discard(act, id, data.reason)
    return ok(None)


@post(
    f"{_DRAFTS}/{{id:int}}/publication/preview",
    status_code=200,
    **reads("content.publish", DraftNotFound, TextRefused, EditionStays, TimeIsPast),
)
async def preview_publication(
    conn: Conn, staff: Reader, settings: ShopSettings, id: RowId, data: JSONBody[Publication]
) -> Answer[Preview]:
    del staff
    return ok(await service.preview_draft(conn, id, data.at, settings.downloads))


@post(
    f"{_DRAFTS}/{{id:int}}/publication",
    status_code=200,
    **changes("content.publish", DraftNotFound, TextRefused, EditionStays, TimeIsPast, PreviewChanged),
)
async def publish_draft(
    act: Acting, settings: ShopSettings, id: RowId, data: JSONBody[ConfirmedPublication]
) -> Answer[None]:
    """Publish at once, or at a time that is still to come."""
    await service.publish(act, id, data, settings.downloads)
    return ok(None)


@post(
    f"{_DRAFTS}/{{id:int}}/unscheduling",
    status_code=200,
    **changes("content.publish", DraftNotFound, NotScheduled),
)
async def unschedule_draft(act: Acting, id: RowId, data: JSONBody[WithReason]) -> Answer[None]:
    await service.unschedule(act, id, data.reason)
    return ok(None)


@post(
    "/api/v1/console/content/files",
    request_max_body_size=FILE_LARGEST,
    **between("content.write", FileRefused, FileNameTaken),
)
async def upload_file(actor: ActorDependency, data: JSONBody[FileForm]) -> Answer[UploadedFile]:
    """Keep a file that texts will show; nobody else sees it until a published text does."""
    file = await files.read(data)
    async with actor.transaction() as act:
        return created(await files.keep(act, file))


@get("/api/v1/console/content/files/{key:str}", **reads("content.view", TextNotFound))
async def get_file(
    conn: Conn, staff: Reader, key: Annotated[str, PathParameter(max_length=200)]
) -> Response[bytes]:
    """A picture for the preview, also one that is not published yet."""
    del staff
    found = await queries.find_file(conn, key.replace("\0", ""))
    if found is None:
        raise TextNotFound
    headers = {
        "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
        "Cross-Origin-Resource-Policy": "same-origin",
        "Cache-Control": "private, no-store",
    }
    return Response(found.content, media_type=found.media_type, headers=headers)


_PROGRAMS = "/api/v1/console/content/programs"
_ProgramName = Annotated[str, PathParameter(max_length=100)]


@get(_PROGRAMS, **reads("content.view"))
async def list_programs(conn: Conn, staff: Reader, settings: ShopSettings) -> Answer[Items[ProgramLine]]:
    """List the programs in the downloads folder, by name."""
    del conn, staff
    return ok(Items(await asyncio.to_thread(programs.list_programs, settings.downloads)))


@get(f"{_PROGRAMS}/{{name:str}}", **reads("content.view", ProgramNotFound))
async def get_program(
    conn: Conn, staff: Reader, settings: ShopSettings, name: _ProgramName
) -> Answer[Program]:
    """Show a program of the downloads folder with its hash."""
    del conn, staff
    return ok(await asyncio.to_thread(programs.describe, settings.downloads, name))


@put(
    f"{_PROGRAMS}/{{name:str}}",
    # `programs` enforces the limit while the file arrives, and answers with a sentence of its own.
    request_max_body_size=None,
    **between("content.write", ProgramRefused, FileNameTaken, NoRoomForProgram, ProgramsNotWritable),
)
async def put_program(
    request: AnyRequest, actor: ActorDependency, settings: ShopSettings, name: _ProgramName
) -> Answer[Program]:
    """Put the body into the downloads folder under a new name. Nobody gets it before a published release names it."""
    return ok(await programs.add(actor, settings.downloads, name, request.stream()))


ROUTES = [
    list_texts,
    get_text,
    get_difference,
    preview_text_withdrawal,
    withdraw_text,
    render_text,
    preview_starters,
    publish_starters,
    list_drafts,
    begin_draft,
    get_draft,
    save_draft,
    discard_draft,
    preview_publication,
    publish_draft,
    unschedule_draft,
    upload_file,
    get_file,
    list_programs,
    get_program,
    put_program,
]
