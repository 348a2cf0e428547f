"""Pictures and attachments from the database, programs from the operator's folder."""

import logging
import re
from collections.abc import AsyncGenerator

import anyio.to_thread
from litestar import Response, get
from litestar.params import FromPath
from litestar.response import Stream

from ieum.shop.content import file_queries, release_files
from ieum.shop.content.file_answers import Sent, answer
from ieum.shop.content.ranges import Span
from ieum.shop.kernel.db import Database
from ieum.shop.kernel.errors import AnyRequest, NotFound
from ieum.shop.kernel.http import Db, ShopSettings

log = logging.getLogger(__name__)

FOREVER = "public, max-age=31536000, immutable"
# A picture that somebody opens by itself runs nothing, and reaches nobody.
ALONE = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox"
PART = 256 * 1024
_KEY = re.compile(r"[0-9a-f]{16}-[0-9A-Za-z가-힣._-]{1,100}")


@get("/files/{key:str}", include_in_schema=False)
async def content_file(request: AnyRequest, db: Db, key: FromPath[str]) -> Response[bytes] | Stream:
    """By its name and the hash of its content; it never changes. Its type is what was found in it at the import."""
    if not _KEY.fullmatch(key):
        raise NotFound
    async with db.connection() as conn:
        found = await file_queries.find_file(conn, key)
    if found is None:
        raise NotFound
    is_picture = found.media_type.startswith("image/")
    headers = {
        "Cache-Control": FOREVER,
        "Content-Security-Policy": ALONE,
        "Content-Disposition": "inline" if is_picture else "attachment",
    }
    # A text's character set goes with it by itself.
    media_type = found.media_type.partition(";")[0]
    file = Sent(found.size, f'"{found.hash}"', media_type, headers)
    return answer(request, file, lambda span: _parts(db, key, span))


async def _parts(db: Database, key: str, span: Span) -> AsyncGenerator[bytes]:
    """Each with a connection of its own: none is held while a reader takes its time."""
    for start in range(span.start, span.end, PART):
        async with db.connection() as conn:
            part = await file_queries.read_file(conn, key, start=start, length=min(PART, span.end - start))
        yield part


@get("/download-files/{name:str}", include_in_schema=False)
async def release_file(
    request: AnyRequest, db: Db, settings: ShopSettings, name: FromPath[str]
) -> Response[bytes] | Stream:
    """Only what a published release names, in parts where they are asked for."""
    if not release_files.is_name(name):
        raise NotFound
    async with db.connection() as conn:
        told = await file_queries.find_release_file(conn, name)
    found = told and await anyio.to_thread.run_sync(release_files.find, settings.downloads, name)
    if told is None or found is None:
        if told is not None:
            log.error("a release names %s, which is no plain file in %s", name, settings.downloads)
        raise NotFound
    if found.size != told.size:
        # Its check sum is told on the page: rather nothing than something else.
        log.error("%s has %s bytes, its release says %s", found.path, found.size, told.size)
        raise NotFound
    headers = {"Cache-Control": "public, no-cache", "Content-Disposition": f'attachment; filename="{name}"'}
    file = Sent(found.size, f'"{told.sha256}"', "application/octet-stream", headers, found.modified_at)
    return answer(request, file, lambda span: release_files.read(found, span))


ROUTES = [content_file, release_file]
