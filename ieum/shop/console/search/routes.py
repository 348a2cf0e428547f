"""The calls of the search box."""

from typing import Annotated

from litestar import get, put
from litestar.params import JSONBody, QueryParameter

from ieum.shop.console.access import Acting, Reader, changes, reads
from ieum.shop.console.search import queries, service
from ieum.shop.console.search.types import FoundAll, KeptFound
from ieum.shop.kernel.http import Answer, Conn, ok


@get("/api/v1/console/search", **reads("own"))
async def search(
    conn: Conn,
    staff: Reader,
    q: Annotated[str, QueryParameter(max_length=100, pattern=r"^[^\x00]*$", required=False)] = "",
) -> Answer[FoundAll]:
    """What fits these words, of all that whoever asks may see; at least two characters."""
    return ok(FoundAll(await service.search(conn, staff, q)))


@get("/api/v1/console/search/kept", **reads("own"))
async def get_kept_found(conn: Conn, staff: Reader) -> Answer[KeptFound]:
    """What one opened last, and what one pinned."""
    return ok(await queries.get_kept(conn, staff.id))


@put("/api/v1/console/search/kept", **changes("own"))
async def keep_found(act: Acting, data: JSONBody[KeptFound]) -> Answer[None]:
    await queries.keep(act.conn, act.staff.id, data)
    # What somebody has opened is of no object's history, and each press of Enter would be an entry.
    act.nothing_changed()
    return ok(None)


ROUTES = [search, get_kept_found, keep_found]
