"""The calls about the outbox and the shop's texts."""

from typing import Annotated

from litestar import MediaType, Response, get
from litestar.params import PathParameter

from ieum.shop.desk.access import Reader, reads
from ieum.shop.desk.list_routes import route_of
from ieum.shop.desk.types import Items
from ieum.shop.kernel.http import Answer, Conn, RowId, ShopSettings, ok
from ieum.shop.outbox import queries, service
from ieum.shop.outbox.listed import MESSAGES
from ieum.shop.outbox.refusals import MessageNotFound, SampleNotFound
from ieum.shop.outbox.types import MessagePrices, MessageSeen, OutboxId, SampleText

# A mail has inline styles, which no page of the console may have.
LOOK_HEADERS = {
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    "Cache-Control": "private, no-store",
}


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


ROUTES = [route_of(MESSAGES), get_message, list_texts, get_look, get_prices]
