"""Sends pictures and attachments from the database, and programs from the operator's downloads folder."""

import logging
import re
from collections.abc import AsyncGenerator

import anyio.to_thread
from litestar import Response, get
from litestar.params import FromPath
from litestar.response import Stream

from ieum.shop.content import file_queries, release_files
from ieum.shop.content.file_responses import FileInfo, file_response
from ieum.shop.content.ranges import Span
from ieum.shop.kernel.db import Database
from ieum.shop.kernel.errors import AnyRequest, NotFound
from ieum.shop.kernel.http import Db, ShopSettings

log = logging.getLogger(__name__)

FOREVER = "public, max-age=31536000, immutable"
# For an SVG that is opened on its own: it may run no script and load nothing.
SVG_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox"
PART_SIZE = 256 * 1024
_KEY = re.compile(r"[0-9a-f]{16}-[0-9A-Za-z가-힣._-]{1,100}")


@get("/files/{key:str}", include_in_schema=False)
async def content_file(request: AnyRequest, db: Db, key: FromPath[str]) -> Response[bytes] | Stream:
    """A picture or attachment; its key holds a hash of its content, so it never changes."""
    if not _KEY.fullmatch(key):
        raise NotFound
    async with db.connection() as conn:
        file = await file_queries.find_file(conn, key)
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
    info = FileInfo(file.size, f'"{file.hash}"', media_type, headers)
    return file_response(request, info, lambda span: _parts(db, key, span))


async def _parts(db: Database, key: str, span: Span) -> AsyncGenerator[bytes]:
    """Takes a connection for each part, so that none is held while the caller reads slowly."""
    for start in range(span.start, span.end, PART_SIZE):
        length = min(PART_SIZE, span.end - start)
        async with db.connection() as conn:
            part = await file_queries.read_file(conn, key, start=start, length=length)
        yield part


@get("/download-files/{name:str}", include_in_schema=False)
async def release_file(
    request: AnyRequest, db: Db, settings: ShopSettings, name: FromPath[str]
) -> Response[bytes] | Stream:
    """A program that a published release names."""
    if not release_files.is_name(name):
        raise NotFound
    async with db.connection() as conn:
        release = await file_queries.find_release_file(conn, name)
    if release is None:
        raise NotFound
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
    info = FileInfo(file.size, etag, "application/octet-stream", headers, file.modified_at)
    return file_response(request, info, lambda span: release_files.read(file, span))


ROUTES = [content_file, release_file]
