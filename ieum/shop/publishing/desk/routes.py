"""The calls about texts, their drafts and their files."""

import asyncio
from typing import Annotated

from litestar import Response, get, post, put
from litestar.params import JSONBody, PathParameter, QueryParameter

from ieum.shop.desk.access import ActorDependency, Reader, between, reads
from ieum.shop.desk.list_routes import route_of
from ieum.shop.desk.types import Items
from ieum.shop.kernel.http import Answer, Conn, RowId, ShopSettings, created, ok
from ieum.shop.kernel.problems import AnyRequest
from ieum.shop.publishing.desk import drafts, files, programs, queries, service
from ieum.shop.publishing.desk.listed import DRAFTS, TEXTS
from ieum.shop.publishing.desk.refusals import (
    DraftNotFound,
    FileNameTaken,
    FileRefused,
    NoRoomForProgram,
    NoSuchText,
    ProgramNotFound,
    ProgramRefused,
    ProgramsNotWritable,
    TextNotFound,
)
from ieum.shop.publishing.desk.types import (
    DraftPage,
    FileForm,
    Program,
    ProgramLine,
    RenderedText,
    TextDifference,
    TextDraft,
    TextPage,
    UploadedFile,
)

# A file of five megabytes in base64.
FILE_LARGEST = 8 * 1024 * 1024

_TEXTS = "/api/v1/console/content/texts"
_DRAFTS = "/api/v1/console/content/drafts"
_Number = Annotated[int | None, QueryParameter(ge=1, le=2**31 - 1, required=False)]


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
    "/api/v1/console/content/rendering",
    status_code=200,
    request_max_body_size=drafts.LARGEST,
    **reads("content.view", NoSuchText),
)
async def render_text(conn: Conn, staff: Reader, data: JSONBody[TextDraft]) -> Answer[RenderedText]:
    """The text as its page will show it, or what is wrong with it."""
    del staff
    key = service.key_of(data.kind, data.slug, data.edition)
    return ok(await service.render(conn, key, data.written))


@get(f"{_DRAFTS}/{{id:int}}", **reads("content.view", DraftNotFound))
async def get_draft(conn: Conn, staff: Reader, id: RowId) -> Answer[DraftPage]:
    del staff
    return ok(await service.show_draft(conn, id))


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
    route_of(TEXTS),
    route_of(DRAFTS),
    get_text,
    get_difference,
    render_text,
    get_draft,
    upload_file,
    get_file,
    list_programs,
    get_program,
    put_program,
]
