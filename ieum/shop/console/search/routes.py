"""The calls of the search box."""

from typing import Annotated

from litestar import get, post, put
from litestar.params import JSONBody, QueryParameter

from ieum.shop.console.search import queries, service
from ieum.shop.console.search.types import FoundAll, KeptFound
from ieum.shop.desk import looking
from ieum.shop.desk.access import Acting, Looking, Reader, changes, reads
from ieum.shop.desk.acting import WithReason
from ieum.shop.desk.looking import SearchNeedsReason
from ieum.shop.desk.noted import Noted
from ieum.shop.kernel.http import Answer, Conn, ok

SEARCHED_ON = Noted("members.search_on", "staff")


@get("/api/v1/console/search", **reads("own", SearchNeedsReason))
async def search(
    looker: Looking,
    q: Annotated[str, QueryParameter(max_length=100, pattern=r"^[^\x00]*$", required=False)] = "",
) -> Answer[FoundAll]:
    """Search all that the caller may see for these words; at least two characters."""
    return ok(FoundAll(await service.search(looker, q)))


@post("/api/v1/console/search/reason", status_code=200, **changes("own"))
async def search_on(act: Acting, data: JSONBody[WithReason]) -> Answer[None]:
    """Say why more people have to be searched for in this hour; that allows as many searches again."""
    await looking.insert(act.conn, act.staff.id, "reason")
    SEARCHED_ON.by(act, act.staff.id, reason=data.reason)
    return ok(None)


@get("/api/v1/console/search/kept", **reads("own"))
async def get_kept_found(conn: Conn, staff: Reader) -> Answer[KeptFound]:
    """Return what one opened last, and what one pinned."""
    return ok(await queries.get_kept(conn, staff.id))


@put("/api/v1/console/search/kept", **changes("own"))
async def keep_found(act: Acting, data: JSONBody[KeptFound]) -> Answer[None]:
    await queries.keep(act.conn, act.staff.id, data)
    # What somebody has opened is of no object's history, and each press of Enter would be an entry.
    act.nothing_changed()
    return ok(None)


ROUTES = [search, search_on, get_kept_found, keep_found]
