"""`GET /metrics`."""

import asyncio
from ipaddress import ip_address

from litestar import Response, get
from litestar.di import NamedDependency
from prometheus_client import CONTENT_TYPE_LATEST

from ieum.shop.kernel.errors import NotFound
from ieum.shop.kernel.http import Caller, is_forwarded
from ieum.shop.kernel.problems import AnyRequest
from ieum.shop.server.figures.board import Board
from ieum.shop.server.figures.exposition import written


@get("/metrics", include_in_schema=False)
async def metrics(request: AnyRequest, caller: Caller, board: NamedDependency[Board]) -> Response[bytes]:
    """Answer the metrics to callers on a private network, and 404 to everybody else.

    Also to a private address that forwards for somebody whom we cannot know, as a proxy does that we were not told of.

    Without the database the answer still comes, with the figures as they were read last.
    """
    peer = request.client.host if request.client else ""
    if not ip_address(caller).is_private or (is_forwarded(request) and caller == peer):
        raise NotFound
    await board.read()
    # In a thread: thousands of series take longer to write than a page to answer.
    return Response(await asyncio.to_thread(written, board), media_type=CONTENT_TYPE_LATEST)
