"""The record, searchable."""

from datetime import datetime
from typing import Annotated

from litestar import get
from litestar.params import QueryParameter

from ieum.shop.desk.access import reads
from ieum.shop.desk.lists import After, Size, Words
from ieum.shop.desk.record import queries
from ieum.shop.desk.record.filters import RecordFilters, where_of
from ieum.shop.desk.record.types import Shown
from ieum.shop.desk.types import Listed
from ieum.shop.kernel.http import Answer, Conn, ok


@get("/api/v1/console/record", **reads("record.view"))
async def list_record(
    conn: Conn,
    object: Words = None,
    object_id: Annotated[
        str | None, QueryParameter(name="objectId", max_length=100, pattern=r"^[^\x00]*$", required=False)
    ] = None,
    staff_id: Annotated[int | None, QueryParameter(name="staff", ge=1, le=2**63 - 1, required=False)] = None,
    action: Words = None,
    q: Words = None,
    since: Annotated[datetime | None, QueryParameter(name="from", required=False)] = None,
    until: Annotated[datetime | None, QueryParameter(name="to", required=False)] = None,
    after: After = None,
    size: Size = 50,
) -> Answer[Listed[Shown]]:
    """What staff did, newest first; `q` looks into reasons and request ids."""
    filters = RecordFilters(
        object=object, object_id=object_id, staff=staff_id, action=action, q=q, since=since, until=until
    )
    return ok(await queries.list_entries(conn, where_of(filters), after=after, size=size))


ROUTES = [list_record]
