"""Compresses answers with gzip: who takes it, how hard, and where the work is done.

An answer with one member's data must never be compressed: its size could betray secrets to whoever chooses a part of
it (BREACH).
"""

import asyncio
import gzip
from functools import lru_cache

from litestar.types import HTTPScope

from ieum.shop.kernel.http import accepted_encodings

# Higher levels cost more and save next to nothing.
GZIP_LEVEL = 6
# What is smaller fits into one packet anyway.
SMALLEST_BYTES = 1_000
# A longer body is compressed in a thread: all other answers would wait for the event loop for half a millisecond.
LONGEST_ON_LOOP = 40_000
# Browsers send few different headers; a long one is somebody's invention, and is read each time.
HEADERS_KEPT, LONGEST_HEADER_KEPT = 256, 80


def takes_gzip(scope: HTTPScope) -> bool:
    """Tell whether the caller accepts gzip."""
    for name, value in scope["headers"]:
        if name == b"accept-encoding":
            return _allows_gzip(value) if len(value) <= LONGEST_HEADER_KEPT else _reads_gzip(value)
    return False


async def compressed(body: bytes) -> bytes:
    """The body in gzip; the same bytes for the same body."""
    if len(body) <= LONGEST_ON_LOOP:
        return gzip.compress(body, GZIP_LEVEL, mtime=0)
    return await asyncio.to_thread(gzip.compress, body, GZIP_LEVEL, mtime=0)


def _reads_gzip(accepted: bytes) -> bool:
    return "gzip" in accepted_encodings(accepted.decode("latin-1"))


_allows_gzip = lru_cache(HEADERS_KEPT)(_reads_gzip)
