"""Limits how often a caller may make a request within a minute, counted in one of two stores.

`MinuteCounts` counts in this process, in bounded memory, for requests that come by the thousand. `count_request`
counts in PostgreSQL, for all processes together. Minutes begin on the clock's minute, so that twice the limit may
pass around the turn of one, which does no harm.
"""

import time
from collections import Counter
from collections.abc import Callable
from datetime import datetime
from ipaddress import IPv6Address, ip_address, ip_network

import msgspec

from ieum.shop.kernel.db import Connection, execute, fetch_one
from ieum.shop.kernel.errors import TooManyRequests

MINUTE = 60
# More callers than this within a minute are a flood that no limit per caller stops.
MAX_CALLERS = 100_000


class MinuteCounts:
    def __init__(self, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._minute = 0
        self._counts: Counter[tuple[str, str]] = Counter()

    def count(self, what: str, who: str, *, a_minute: int) -> None:
        """Count one call. Raises TooManyRequests, with the seconds that are left of this minute."""
        now = self._clock()
        minute = int(now // MINUTE)
        if minute != self._minute or len(self._counts) >= MAX_CALLERS:
            self._minute = minute
            self._counts.clear()
        self._counts[what, who] += 1
        _refuse_above(a_minute, self._counts[what, who], seconds_left=int((minute + 1) * MINUTE - now) + 1)


class _Counted(msgspec.Struct):
    count: int
    minute_ends_in: int


async def count_request(conn: Connection, what: str, *, address: str, a_minute: int) -> None:
    """Count a call of this address's network, on a connection in autocommit. Raises TooManyRequests."""
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
    _refuse_above(a_minute, counted.count, seconds_left=counted.minute_ends_in)


async def forget_counts(conn: Connection, *, before: datetime) -> None:
    await execute(conn, "DELETE FROM request_counts WHERE minute < %(before)s", before=before)


def network_of(address: str) -> str:
    """Return what counts as one caller: an IPv4 address, or the /64 that one IPv6 customer picks addresses from."""
    parsed = ip_address(address)
    return str(ip_network((parsed, 64), strict=False)) if isinstance(parsed, IPv6Address) else str(parsed)


def _refuse_above(limit: int, count: int, *, seconds_left: int) -> None:
    if count > limit:
        raise TooManyRequests(retry_after=max(1, seconds_left))
