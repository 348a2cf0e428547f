"""An incident, as changes see it."""

from ieum.shop.console.incidents import queries
from ieum.shop.console.incidents.refusals import IncidentClosed, IncidentNotFound
from ieum.shop.console.incidents.types import IncidentId, IncidentRow
from ieum.shop.desk.changes import Thing
from ieum.shop.kernel.db import Connection


async def lock(conn: Connection, incident: IncidentId) -> None:
    await queries.find(conn, incident, holds=True)


def why_closed(row: IncidentRow) -> str | None:
    return None if row.closed_at is None else IncidentClosed.detail


INCIDENT = Thing[IncidentId, IncidentRow](
    name="incident",
    label="사고",
    screen="incidents",
    unit="건",
    find=queries.find,
    missing=IncidentNotFound,
    facts=lambda row: {"isClosed": row.closed_at is not None},
)
