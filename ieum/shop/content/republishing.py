"""Publishes stored texts again, with the values that the site's configuration has now."""

from collections.abc import Sequence

from ieum.shop.content import importing, placeholders, publishing, stored_texts
from ieum.shop.content.importing import Report
from ieum.shop.content.sources import Folder
from ieum.shop.content.stored_texts import Key
from ieum.shop.kernel.db import Connection
from ieum.shop.site import queries as site


async def follow_configuration(conn: Connection) -> Report | None:
    """Publish texts with placeholders again if the values have changed since the last time; None if they have not.

    A text that cannot take the new values stays as it is, and the report says why. Needs a transaction.
    """
    await stored_texts.begin(conn)
    values = placeholders.values_of(await site.get_config(conn))
    if values == await stored_texts.find_followed_values(conn):
        return None
    keys = await stored_texts.list_refreshable(conn, containing=placeholders.OPENING)
    report = await _publish_again(conn, keys, skip_bad=True)
    await publishing.put_followed_values(conn, values)
    return report


async def refresh(conn: Connection) -> Report:
    """Publish every text again, except replaced editions. Raises ContentRefused. Needs a transaction."""
    await stored_texts.begin(conn)
    return await _publish_again(conn, await stored_texts.list_refreshable(conn), skip_bad=False)


async def _publish_again(conn: Connection, keys: Sequence[Key], *, skip_bad: bool) -> Report:
    sources = [stored.source for stored in await stored_texts.list_stored(conn, keys)]
    return await importing.import_texts(conn, Folder(sources, [], []), skip_bad=skip_bad)
