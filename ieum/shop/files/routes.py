"""Sends pictures and attachments from the database, and programs from the operator's downloads folder."""

import logging
import re
from collections.abc import AsyncGenerator, Callable
from datetime import datetime
from typing import Annotated

import anyio.to_thread
import msgspec
from litestar import Response, get
from litestar.params import FromPath, QueryParameter
from litestar.response import Stream

from ieum.shop.files import queries, release_files
from ieum.shop.files.ranges import Span, Unsatisfiable, http_date, is_not_modified, span_of
from ieum.shop.kernel.db import Database
from ieum.shop.kernel.errors import NotFound, ShopError
from ieum.shop.kernel.http import Db, ShopSettings
from ieum.shop.kernel.problems import AnyRequest

log = logging.getLogger(__name__)

FOREVER = "public, max-age=31536000, immutable"
# For an SVG that is opened on its own: it may run no script and load nothing.
SVG_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox"
PART_SIZE = 256 * 1024
# Which program the page has promised: the beginning of its SHA-256.
Promised = Annotated[
    str | None, QueryParameter(name="sha256", pattern=r"^[0-9a-f]{16,64}(?!\n)$", required=False)
]
_KEY = re.compile(r"[0-9a-f]{16}-[0-9A-Za-z가-힣._-]{1,100}")


class ProgramReplaced(ShopError):
    status = 410
    code = "program_replaced"
    title = "새 버전으로 바뀌었습니다"
    detail = (
        "그 사이 새 버전이 나와 이 파일은 받을 수 없습니다. 다운로드 페이지를 새로 고침한 뒤 받아 주세요."
    )


@get("/files/{key:str}", include_in_schema=False)
async def content_file(request: AnyRequest, db: Db, key: FromPath[str]) -> Response[bytes] | Stream:
    """A picture or attachment; its key holds a hash of its content, so it never changes."""
    if not _KEY.fullmatch(key):
        raise NotFound
    async with db.connection() as conn:
        file = await queries.find_file(conn, key)
    if file is None:
        raise NotFound
    is_picture = file.media_type.startswith("image/")
    headers = {
        "Cache-Control": FOREVER,
        "Content-Security-Policy": SVG_POLICY,
        "Content-Disposition": "inline" if is_picture else "attachment",
    }
    # Without its parameters: the framework adds the character set of text types itself.
    media_type = file.media_type.partition(";")[0]
    info = _FileInfo(file.size, f'"{file.hash}"', media_type, headers)
    return _respond(request, info, lambda span: _parts(db, key, span))


async def _parts(db: Database, key: str, span: Span) -> AsyncGenerator[bytes]:
    """Takes a connection for each part, so that none is held while the caller reads slowly."""
    for start in range(span.start, span.end, PART_SIZE):
        length = min(PART_SIZE, span.end - start)
        async with db.connection() as conn:
            part = await queries.read_file(conn, key, start=start, length=length)
        yield part


@get("/download-files/{name:str}", include_in_schema=False)
async def release_file(
    request: AnyRequest, db: Db, settings: ShopSettings, name: FromPath[str], promised: Promised = None
) -> Response[bytes] | Stream:
    """A program that a published release names.

    The page's link says which one by its SHA-256, because another release may put another program under the name.
    """
    if not release_files.is_name(name):
        raise NotFound
    async with db.connection() as conn:
        release = await queries.find_release_file(conn, name)
    if release is None:
        raise NotFound
    if promised is not None and not release.sha256.lower().startswith(promised):
        raise ProgramReplaced
    file = await anyio.to_thread.run_sync(release_files.find, settings.downloads, name)
    if file is None:
        log.error("a release names %s, which is no plain file in %s", name, settings.downloads)
        raise NotFound
    if file.size != release.size:
        # The page shows the check sum of the right file, so a wrong one is not sent.
        log.error("%s has %s bytes, its release says %s", file.path, file.size, release.size)
        raise NotFound
    headers = {"Cache-Control": "public, no-cache", "Content-Disposition": f'attachment; filename="{name}"'}
    etag = f'"{release.sha256}"'
    info = _FileInfo(file.size, etag, "application/octet-stream", headers, file.modified_at)
    return _respond(request, info, lambda span: release_files.read(file, span))


class _FileInfo(msgspec.Struct, frozen=True):
    """The properties of a file that a response needs before its content is read."""

    size: int
    # From a hash of the content, so that parts with the same tag are parts of the same file.
    etag: str
    media_type: str
    headers: dict[str, str]
    modified_at: datetime | None = None


def _respond(
    request: AnyRequest, file: _FileInfo, read: Callable[[Span], AsyncGenerator[bytes]]
) -> Response[bytes] | Stream:
    """The file, whole or in part, or 304 where the caller has it already: the framework's own responses know no ranges.

    `read` yields the bytes of a span; it is not called for answers without content. The server's `send` waits while the
    connection takes no more, so that only a few pieces of a file are in memory, however slowly it is read.
    """
    headers = {**file.headers, "ETag": file.etag, "Accept-Ranges": "bytes"}
    if file.modified_at is not None:
        headers["Last-Modified"] = http_date(file.modified_at)
    if is_not_modified(request.headers, etag=file.etag, modified=file.modified_at):
        return Response(b"", status_code=304, media_type=file.media_type, headers=headers)
    try:
        span = span_of(request.headers, size=file.size, etag=file.etag, modified=file.modified_at)
    except Unsatisfiable:
        headers |= {"Content-Range": f"bytes */{file.size}", "Cache-Control": "no-store"}
        return Response(b"", status_code=416, media_type=file.media_type, headers=headers)
    if span is not None:
        headers["Content-Range"] = f"bytes {span.start}-{span.end - 1}/{file.size}"
    part = span or Span(0, file.size)
    headers["Content-Length"] = str(part.end - part.start)
    content = () if request.scope["state"].get("is_head") else read(part)
    status = 200 if span is None else 206
    return Stream(content, status_code=status, media_type=file.media_type, headers=headers)


ROUTES = [content_file, release_file]
