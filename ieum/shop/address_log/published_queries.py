"""Queries of what is published of the log."""

from ieum.shop.address_log.types import Day
from ieum.shop.kernel.db import Connection
from ieum.shop.kernel.paging import Listing, fetch_page


async def list_closed_days(conn: Connection, *, page: int, size: int) -> Listing[Day]:
    return await fetch_page(
        conn,
        Day,
        """
        SELECT day, previous, entry_count, head, key_id, signature, destroyed_at
          FROM address_log_days WHERE closed_at IS NOT NULL
         ORDER BY day DESC LIMIT %(limit)s OFFSET %(offset)s
        """,
        "SELECT count(*) FROM address_log_days WHERE closed_at IS NOT NULL",
        page=page,
        size=size,
    )
