"""The record, searchable."""

from datetime import datetime
from typing import Annotated

from litestar import get
from litestar.params import QueryParameter

from ieum.shop.console.access import reads
from ieum.shop.console.lists import After, Size, Where, Words
from ieum.shop.console.record import queries
from ieum.shop.console.record.types import Shown
from ieum.shop.console.types import Listed
from ieum.shop.kernel.http import Answer, Conn, ok


@get("/api/v1/console/record", **reads("record.view"))
async def list_record(
    conn: Conn,
    object: Words = None,
    object_id: Annotated[str | None, QueryParameter(name="objectId", max_length=100, required=False)] = None,
    staff_id: Annotated[int | None, QueryParameter(name="staff", ge=1, le=2**63 - 1, required=False)] = None,
    action: Words = None,
    q: Words = None,
    since: Annotated[datetime | None, QueryParameter(name="from", required=False)] = None,
    until: Annotated[datetime | None, QueryParameter(name="to", required=False)] = None,
    after: After = None,
    size: Size = 50,
) -> Answer[Listed[Shown]]:
    """What staff did, newest first; `q` looks into reasons and request ids."""
    where = Where()
    where.add_if(object, "r.object_kind = %(object)s", "object")
    where.add_if(object_id, "r.object_id = %(object_id)s", "object_id")
    where.add_if(staff_id, "r.staff_id = %(staff_id)s", "staff_id")
    where.add_if(action, "r.action = %(action)s", "action")
    where.add_if(since, "r.at >= %(since)s", "since")
    where.add_if(until, "r.at < %(until)s", "until")
    if q:
        where.add("(r.request_id = %(q)s OR position(%(q)s in r.reason) > 0)", q=q)
    return ok(await queries.list_entries(conn, where, after=after, size=size))


ROUTES = [list_record]
