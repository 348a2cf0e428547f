"""The state of the shop for everybody, and what the staff say about it."""

from collections.abc import Sequence
from datetime import UTC, datetime

from ieum.shop.kernel.db import Connection
from ieum.shop.kernel.queue import defer
from ieum.shop.site import queries as site
from ieum.shop.status import queries, rules, tasks
from ieum.shop.status.types import (
    Incident,
    IncidentId,
    IncidentNotFound,
    IncidentOver,
    Level,
    PartName,
    Progress,
    Status,
)


async def read(conn: Connection, *, home: str) -> Status:
    incidents: list[Incident] = await queries.list_incidents(conn)
    parts = rules.parts_of(await queries.measure(conn), incidents)
    config = await site.get_config(conn)
    now = datetime.now(UTC)
    return Status(config.site_name, home, now, parts, incidents, config.phone, config.site_mail)


async def begin(
    conn: Connection, title: str, words: str, *, parts: Sequence[PartName], level: Level, state: Progress
) -> IncidentId:
    """Tell of something new."""
    incident = await queries.insert_incident(conn, title, parts, level, state)
    await queries.add_update(conn, incident, state, words)
    await defer(conn, tasks.WRITE)
    return incident


async def go_on(
    conn: Connection, incident: IncidentId, words: str, *, state: Progress, level: Level | None = None
) -> None:
    """Tell how it goes on. Raises IncidentNotFound and IncidentOver."""
    present = await queries.lock_state(conn, incident)
    if present is None:
        raise IncidentNotFound
    if present == "over":
        raise IncidentOver
    await queries.move(conn, incident, state, level)
    await queries.add_update(conn, incident, state, words)
    await defer(conn, tasks.WRITE)
