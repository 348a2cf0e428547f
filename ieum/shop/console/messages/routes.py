"""The calls about the outbox, the shop's texts, and notices to many members."""

from datetime import datetime
from typing import Annotated

from litestar import MediaType, Response, get, post
from litestar.params import JSONBody, PathParameter, QueryParameter

from ieum.shop.console.messages import broadcast_queries, broadcasts, queries, service
from ieum.shop.console.messages.broadcast_types import (
    Broadcast,
    BroadcastForm,
    BroadcastId,
    BroadcastMade,
    BroadcastOrder,
    BroadcastSeen,
)
from ieum.shop.console.messages.filters import MessageFilters, where_of
from ieum.shop.console.messages.refusals import (
    BroadcastNotFound,
    BroadcastRepeated,
    MessageNotFound,
    NobodyToWriteTo,
    SampleNotFound,
)
from ieum.shop.console.messages.types import (
    Channel,
    MessageLine,
    MessagePrices,
    MessageSeen,
    OutboxId,
    SampleText,
    Standing,
)
from ieum.shop.desk.access import Acting, Looking, Reader, changes, reads
from ieum.shop.desk.approvals.refusals import PreviewChanged
from ieum.shop.desk.parameters import After, Size, Words
from ieum.shop.desk.types import Items, Listed, Preview
from ieum.shop.kernel.http import Answer, Conn, RowId, ShopSettings, created, ok

# A mail has inline styles, which no page of the console may have.
LOOK_HEADERS = {
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    "Cache-Control": "private, no-store",
}


@get("/api/v1/console/messages", **reads("messages.view"))
async def list_messages(
    conn: Conn,
    looker: Looking,
    channel: Annotated[Channel | None, QueryParameter(required=False)] = None,
    which: Annotated[Standing | None, QueryParameter(name="state", required=False)] = None,
    q: Words = None,
    member: Annotated[int | None, QueryParameter(ge=1, le=2**63 - 1, required=False)] = None,
    since: Annotated[datetime | None, QueryParameter(name="from", required=False)] = None,
    until: Annotated[datetime | None, QueryParameter(name="to", required=False)] = None,
    after: After = None,
    size: Size = 50,
) -> Answer[Listed[MessageLine]]:
    """The outbox, newest first; `q` is a whole mail address or number."""
    filters = MessageFilters(channel=channel, state=which, q=q, member=member, since=since, until=until)
    page = await queries.list_messages(conn, await looker.search(where_of(filters)), after=after, size=size)
    for line in page.items:
        service.masked_line(line)
    return ok(page)


@get("/api/v1/console/messages/{id:int}", **reads("messages.view", MessageNotFound))
async def get_message(conn: Conn, id: RowId) -> Answer[MessageSeen]:
    """Show a message with its text; the text of a message that carries a code stays away."""
    return ok(await service.see(conn, OutboxId(id)))


@get("/api/v1/console/message-texts", **reads("messages.view"))
async def list_texts(conn: Conn, staff: Reader) -> Answer[Items[SampleText]]:
    """Every text that the shop sends by itself, as it reads with sample data."""
    del conn, staff
    return ok(Items(service.list_samples()))


@get(
    "/api/v1/console/message-texts/{number:int}/look",
    media_type=MediaType.HTML,
    **reads("messages.view", SampleNotFound),
)
async def get_look(
    conn: Conn, staff: Reader, settings: ShopSettings, number: Annotated[int, PathParameter(ge=0, le=10_000)]
) -> Response[str]:
    """A mail of the list as its reader sees it; `number` is its place there, from 0."""
    del staff
    return Response(
        await service.look_of(conn, number, url=settings.public_url),
        media_type=MediaType.HTML,
        headers=LOOK_HEADERS,
    )


@get("/api/v1/console/message-prices", **reads("messages.view"))
async def get_prices(conn: Conn) -> Answer[MessagePrices]:
    return ok(await queries.get_prices(conn))


@get("/api/v1/console/broadcasts", **reads("messages.view"))
async def list_broadcasts(conn: Conn, after: After = None, size: Size = 50) -> Answer[Listed[Broadcast]]:
    return ok(await broadcast_queries.list_broadcasts(conn, after=after, size=size))


@get("/api/v1/console/broadcasts/{id:int}", **reads("messages.view", BroadcastNotFound))
async def get_broadcast(conn: Conn, id: RowId) -> Answer[BroadcastSeen]:
    found = await broadcasts.get(conn, BroadcastId(id))
    return ok(BroadcastSeen(found, await broadcast_queries.count_messages(conn, found.id, found.channel)))


@post(
    "/api/v1/console/broadcasts/preview",
    status_code=200,
    **reads("messages.broadcast", NobodyToWriteTo, BroadcastRepeated),
)
async def preview_broadcast(conn: Conn, data: JSONBody[BroadcastForm]) -> Answer[Preview]:
    return ok(await broadcasts.preview(conn, data))


@post(
    "/api/v1/console/broadcasts",
    **changes("messages.broadcast", NobodyToWriteTo, BroadcastRepeated, PreviewChanged),
)
async def order_broadcast(act: Acting, data: JSONBody[BroadcastOrder]) -> Answer[BroadcastMade]:
    """Send it; to more than a hundred once a second person has confirmed it (`approvalId`)."""
    return created(await broadcasts.order(act, data))


ROUTES = [
    list_messages,
    get_message,
    list_texts,
    get_look,
    get_prices,
    list_broadcasts,
    get_broadcast,
    preview_broadcast,
    order_broadcast,
]
