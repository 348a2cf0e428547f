"""The state of the shop for everybody, and what the staff say about it."""

from collections.abc import Sequence
from datetime import UTC, datetime

from ieum.shop.kernel.db import Connection
from ieum.shop.kernel.queue import defer
from ieum.shop.messaging import queries as messaging
from ieum.shop.site import queries as site
from ieum.shop.site.types import Business, SiteConfig
from ieum.shop.status import history, logo, queries, rules, tasks
from ieum.shop.status.types import (
    Frame,
    Incident,
    IncidentId,
    IncidentNotFound,
    IncidentOver,
    Level,
    PartName,
    Product,
    Progress,
    Status,
)


async def read(conn: Connection, *, home: str) -> Status:
    return await _status(conn, await site.get_config(conn), home)


async def read_framed(conn: Connection, *, home: str) -> tuple[Status, Frame]:
    """The state, and what the shop's pages say around it."""
    config = await site.get_config(conn)
    return await _status(conn, config, home), await _frame(conn, config, home)


async def _status(conn: Connection, config: SiteConfig, home: str) -> Status:
    incidents: list[Incident] = await queries.list_incidents(conn)
    parts = rules.parts_of(await queries.measure(conn), incidents)
    days = await queries.list_days(conn, days=history.DAYS)
    now = datetime.now(UTC)
    return Status(config.site_name, home, now, parts, incidents, config.phone, config.site_mail, days)


async def _frame(conn: Connection, config: SiteConfig, home: str) -> Frame:
    is_sold: dict[Product, bool] = {
        "static": config.static_enabled,
        "dynamic": config.dynamic_enabled,
        "ticket": config.ticket_enabled,
    }
    remote = config.remote_support_url
    return Frame(
        home=home,
        shop=config.site_name,
        logo=await logo.inlined(await messaging.find_logo(conn, config.logo)),
        products=[product for product, sold in is_sold.items() if sold],
        remote_support=remote if remote.startswith(("http:", "https:")) else "",
        support_hours=config.support_hours,
        business=Business(**{name: getattr(config, name) for name in Business.__struct_fields__}),
    )


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
