"""Texts follow what they quote: the same sources, published again with what the configuration says now."""

from collections.abc import Sequence

from ieum.shop.content import importing, placeholders, publishing, storing
from ieum.shop.content.importing import Report
from ieum.shop.content.sources import Folder
from ieum.shop.content.storing import Key
from ieum.shop.kernel.db import Connection
from ieum.shop.site import queries as site


async def follow_configuration(conn: Connection) -> Report | None:
    """Publish again what quotes the configuration, if that says something else than the last time; else None.

    A text that cannot be published with it stays as it is, and the report says so. Needs a transaction.
    """
    await storing.begin(conn)
    said = placeholders.values_of(await site.get_config(conn))
    if said == await storing.find_filled(conn):
        return None
    keys = await storing.list_refreshed(conn, quoting=placeholders.OPENING)
    report = await _publish_again(conn, keys, leave_bad=True)
    await publishing.put_filled(conn, said)
    return report


async def refresh(conn: Connection) -> Report:
    """Publish again what the shop has; editions that others have replaced stay as they are.

    Raises ContentRefused. Needs a transaction.
    """
    await storing.begin(conn)
    return await _publish_again(conn, await storing.list_refreshed(conn), leave_bad=False)


async def _publish_again(conn: Connection, keys: Sequence[Key], *, leave_bad: bool) -> Report:
    sources = [stored.source for stored in await storing.list_stored(conn, keys)]
    return await importing.import_texts(conn, Folder(sources, [], []), leave_bad=leave_bad)
