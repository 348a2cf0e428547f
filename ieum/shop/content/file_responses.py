"""Sends a file, whole or in part, or answers 304 where the caller has it already.

The framework's own responses know no ranges. The server's `send` waits while the connection takes no more, so that only
a few pieces of a file are in memory, however slowly it is read.
"""

from collections.abc import AsyncGenerator, Callable
from datetime import datetime

import msgspec
from litestar import Response
from litestar.response import Stream

from ieum.shop.content.ranges import Span, Unsatisfiable, http_date, is_not_modified, span_of
from ieum.shop.kernel.errors import AnyRequest


class FileInfo(msgspec.Struct, frozen=True):
    """The properties of a file that a response needs before its content is read."""

    size: int
    # From a hash of the content, so that parts with the same tag are parts of the same file.
    etag: str
    media_type: str
    headers: dict[str, str]
    modified_at: datetime | None = None


def file_response(
    request: AnyRequest, file: FileInfo, read: Callable[[Span], AsyncGenerator[bytes]]
) -> Response[bytes] | Stream:
    """`read` yields the bytes of a span; it is not called for answers without content."""
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
