"""Reads incidents with their clocks and texts."""

from collections.abc import Sequence

from ieum.shop.console.incidents import notices, queries, rules
from ieum.shop.console.incidents.refusals import IncidentNotFound
from ieum.shop.console.incidents.types import IncidentId, IncidentLine, IncidentPage, IncidentRow
from ieum.shop.kernel.db import Connection
from ieum.shop.site import queries as site


async def add_clocks(conn: Connection, lines: Sequence[IncidentLine]) -> Sequence[IncidentLine]:
    """Add to each open incident its next clock."""
    for line in lines:
        if line.closed_at is None:
            steps = await queries.list_steps(conn, line.id)
            line.due_at = rules.due_at(rules.clocks(line.kind, line.noticed_at, steps))
    return lines


async def get_page(conn: Connection, incident: IncidentId) -> IncidentPage:
    """Show an incident's page. Raises IncidentNotFound."""
    row = await _get(conn, incident)
    steps = await queries.list_steps(conn, incident)
    clocks = rules.clocks(row.kind, row.noticed_at, steps)
    if row.closed_at is None:
        row.due_at = rules.due_at(clocks)
    texts = rules.texts(row, await site.get_config(conn))
    draft = notices.draft(texts.members_body) if row.kind != "outage" else None
    return IncidentPage(row, clocks, steps, texts, await queries.find_notice(conn, incident), draft)


async def _get(conn: Connection, incident: IncidentId) -> IncidentRow:
    found = await queries.find(conn, incident)
    if found is None:
        raise IncidentNotFound
    return found
