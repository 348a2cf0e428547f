"""How often a network may ask for something within a minute, counted for all processes together."""

from datetime import datetime

import msgspec

from ieum.shop.kernel.db import Connection, execute, fetch_one
from ieum.shop.kernel.errors import TooManyRequests
from ieum.shop.kernel.networks import network_of


class _Counted(msgspec.Struct):
    count: int
    minute_ends_in: int


async def count_request(conn: Connection, what: str, *, address: str, a_minute: int) -> None:
    """Count this one in; on a connection that commits. Raises TooManyRequests."""
    counted = await fetch_one(
        conn,
        _Counted,
        """
        INSERT INTO request_counts AS r (what, network, minute)
        VALUES (%(what)s, %(network)s::cidr, date_trunc('minute', clock_timestamp()))
        ON CONFLICT (what, network, minute) DO UPDATE SET count = r.count + 1
        RETURNING count, 60 - extract(second FROM clock_timestamp())::integer AS minute_ends_in
        """,
        what=what,
        network=network_of(address),
    )
    if counted.count > a_minute:
        raise TooManyRequests(retry_after=max(1, counted.minute_ends_in))


async def forget_counts(conn: Connection, *, before: datetime) -> None:
    await execute(conn, "DELETE FROM request_counts WHERE minute < %(before)s", before=before)
