"""A file as an answer: whole, in part, or "you have it"; sent as fast as its reader reads and no faster.

The framework's own answers know no ranges. The server's `send` waits while a connection takes no more, so that only a
few pieces of a file are in memory, however long its reader takes.
"""

from collections.abc import AsyncGenerator, Callable
from datetime import datetime

import msgspec
from litestar import Response
from litestar.response import Stream

from ieum.shop.content.ranges import Span, Unsatisfiable, http_date, is_known, span_of
from ieum.shop.kernel.errors import AnyRequest


class Sent(msgspec.Struct, frozen=True):
    """What is known of a file before any of it is read."""

    size: int
    # Of its content, so that parts with the same one belong together.
    etag: str
    media_type: str
    headers: dict[str, str]
    modified_at: datetime | None = None


def answer(
    request: AnyRequest, file: Sent, read: Callable[[Span], AsyncGenerator[bytes]]
) -> Response[bytes] | Stream:
    """`read` gives the bytes of a span; it is not begun where none are sent."""
    headers = {**file.headers, "ETag": file.etag, "Accept-Ranges": "bytes"}
    if file.modified_at is not None:
        headers["Last-Modified"] = http_date(file.modified_at)
    if is_known(request.headers, etag=file.etag, modified=file.modified_at):
        return Response(b"", status_code=304, media_type=file.media_type, headers=headers)
    try:
        span = span_of(request.headers, size=file.size, etag=file.etag, modified=file.modified_at)
    except Unsatisfiable:
        headers |= {"Content-Range": f"bytes */{file.size}", "Cache-Control": "no-store"}
        return Response(b"", status_code=416, media_type=file.media_type, headers=headers)
    if span is not None:
        headers["Content-Range"] = f"bytes {span.start}-{span.end - 1}/{file.size}"
    wanted = span or Span(0, file.size)
    headers["Content-Length"] = str(wanted.end - wanted.start)
    content = _nothing() if request.scope["state"].get("is_head") else read(wanted)
    return Stream(
        content, status_code=200 if span is None else 206, media_type=file.media_type, headers=headers
    )


async def _nothing() -> AsyncGenerator[bytes]:
    return
    yield b""
