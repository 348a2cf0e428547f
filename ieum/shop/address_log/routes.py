"""Calls by which anybody keeps and checks what the shop has written; docs/operate/records.md says how."""

from datetime import date

from litestar import Response, get
from litestar.di import NamedDependency
from litestar.params import FromPath

from ieum.shop.address_log import published, rules
from ieum.shop.address_log.published import DayDestroyed, NoSuchDay
from ieum.shop.address_log.types import Hashes, SignedHead
from ieum.shop.kernel.caching import FOR_EVERYBODY
from ieum.shop.kernel.errors import InvalidFields, TooManyRequests
from ieum.shop.kernel.http import Answer, Caller, Conn, Page, ok
from ieum.shop.kernel.limits import MinuteCounts, network_of
from ieum.shop.kernel.paging import Listing
from ieum.shop.kernel.problems import refusals

# Whoever follows the largest day reads a page a second.
PAGES_A_MINUTE = 60
# A signed head never changes.
FOREVER = {"Cache-Control": "public, max-age=31536000, immutable"}


@get("/api/v1/address-log/heads", opt=FOR_EVERYBODY, responses=refusals(InvalidFields, TooManyRequests))
async def list_heads(
    conn: Conn, counts: NamedDependency[MinuteCounts], caller: Caller, page: Page = 1
) -> Answer[Listing[SignedHead]]:
    """The signed end of every day's chain, the newest first."""
    counts.count("address-log", network_of(caller), a_minute=PAGES_A_MINUTE)
    return ok(await published.list_heads(conn, page))


@get(
    "/api/v1/address-log/days/{day:date}/hashes",
    opt=FOR_EVERYBODY,
    responses=refusals(NoSuchDay, DayDestroyed, InvalidFields, TooManyRequests),
)
async def list_hashes(
    conn: Conn, counts: NamedDependency[MinuteCounts], caller: Caller, day: FromPath[date], page: Page = 1
) -> Answer[Hashes]:
    """The hashes of a day that is over, with which the chain is computed to its signed head."""
    counts.count("address-log", network_of(caller), a_minute=PAGES_A_MINUTE)
    return ok(await published.list_hashes(conn, day, page))


@get(
    "/api/v1/address-log/days/{day:date}/head.json",
    media_type="application/json",
    responses=refusals(NoSuchDay, InvalidFields),
)
async def download_head(conn: Conn, day: FromPath[date]) -> Response[bytes]:
    """The very bytes that are signed."""
    text = rules.head_text(await published.get_closed(conn, day))
    return Response(text, media_type="application/json", headers=FOREVER)


@get(
    "/api/v1/address-log/days/{day:date}/head.sig",
    media_type="application/octet-stream",
    responses=refusals(NoSuchDay, InvalidFields),
)
async def download_signature(conn: Conn, day: FromPath[date]) -> Response[bytes]:
    """The signature of these bytes: 64 bytes, Ed25519."""
    closed = await published.get_closed(conn, day)
    return Response(closed.signature or b"", media_type="application/octet-stream", headers=FOREVER)


ROUTES = [list_heads, list_hashes, download_head, download_signature]
