"""Limits how often a caller may make a request within a minute or an hour, counted in one of two stores.

`MinuteCounts` counts in this process, in bounded memory: it bounds the work of this process, and a caller whose
connections end at several has the limit at each. `count_request` and `count_together` count in PostgreSQL, for all
processes of all boxes. Minutes and hours begin on the clock's, so that twice the limit may
pass around the turn of one, which does no harm.
"""

import time
from collections import Counter
from collections.abc import Callable, Mapping
from datetime import datetime
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Literal

import msgspec

from ieum.shop.kernel.db import Connection, execute, fetch_all, fetch_one
from ieum.shop.kernel.errors import TooManyRequests

type Period = Literal["minute", "hour"]

MINUTE = 60
# More callers than this within a minute are a flood that no limit per caller stops.
MAX_CALLERS = 100_000


class MinuteCounts:
    def __init__(self, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._minute = 0
        self._counts: Counter[tuple[str, str]] = Counter()

    def count(self, what: str, who: str, *, a_minute: int, weight: int = 1) -> None:
        """Count a call, or several. Raises TooManyRequests, with the seconds that are left of this minute."""
        now = self._clock()
        minute = int(now // MINUTE)
        if minute != self._minute or len(self._counts) >= MAX_CALLERS:
            self._minute = minute
            self._counts.clear()
        self._counts[what, who] += weight
        _refuse_above(a_minute, self._counts[what, who], seconds_left=int((minute + 1) * MINUTE - now) + 1)


class _Counted(msgspec.Struct):
    count: int
    seconds_left: int


class _CountedOf(_Counted):
    who: str


async def count_request(
    conn: Connection,
    what: str,
    *,
    who: str,
    most: int,
    per: Period = "minute",
    refusal: type[TooManyRequests] = TooManyRequests,
) -> int:
    """Count a call of a network (`network_of`) or of a member (`member_key`), and raise `refusal` above the limit.

    Returns how many calls there have been in this period, with this one.

    On a connection in autocommit a refused call counts, too. In a transaction only what is committed counts, and calls
    of the same `who` wait for one another until it ends. Each `what` has one period.
    """
    counted = await fetch_one(
        conn,
        _Counted,
        """
        INSERT INTO request_counts AS r (what, who, since)
        VALUES (%(what)s, %(who)s, date_trunc(%(per)s, clock_timestamp()))
        ON CONFLICT (what, who, since) DO UPDATE SET count = r.count + 1
        RETURNING count,
                  ceil(extract(epoch FROM since + %(length)s::interval - clock_timestamp()))::integer AS seconds_left
        """,
        what=what,
        who=who,
        per=per,
        length=f"1 {per}",
    )
    _refuse_above(most, counted.count, seconds_left=counted.seconds_left, refusal=refusal)
    return counted.count


async def count_together(
    conn: Connection, what: str, calls: Mapping[str, int], *, a_minute: int
) -> dict[str, TooManyRequests]:
    """Count what many callers have sent in one statement, so many calls of each; the refusals of those above the limit.

    Of a caller who comes above it, all of these calls are refused.
    """
    counted = await fetch_all(
        conn,
        _CountedOf,
        """
        INSERT INTO request_counts AS r (what, who, since, count)
        SELECT %(what)s, c.key, date_trunc('minute', clock_timestamp()), c.value::integer
          FROM json_each_text(%(calls)s::json) c ORDER BY c.key
            ON CONFLICT (what, who, since) DO UPDATE SET count = r.count + EXCLUDED.count
        RETURNING who, count,
                  ceil(extract(epoch FROM since + interval '1 minute' - clock_timestamp()))::integer AS seconds_left
        """,
        what=what,
        calls=msgspec.json.encode(calls).decode(),
    )
    return {
        one.who: TooManyRequests(retry_after=max(1, one.seconds_left))
        for one in counted
        if one.count > a_minute
    }


async def forget_counts(conn: Connection, *, before: datetime) -> None:
    await execute(conn, "DELETE FROM request_counts WHERE since < %(before)s", before=before)


def member_key(member: int) -> str:
    """Count by the logged-in member, wherever they call from; strangers cannot use it up."""
    return f"member:{member}"


def network_of(address: str) -> str:
    """Return what counts as one caller in limits: an IPv4 address, or an IPv6 /48.

    A /48 is what anybody gets free of charge from a tunnel broker: 65,536 networks of the size of a household.
    """
    return _network(address, of_ipv6=48)


def household_of(address: str) -> str:
    """Return what tells a member's own network from its neighbours': an IPv4 address, or the /64 of one IPv6 line.

    Not for limits: whoever has a /48 has 65,536 of these.
    """
    return _network(address, of_ipv6=64)


def _network(address: str, *, of_ipv6: int) -> str:
    parsed = ip_address(address)
    return (
        str(ip_network((parsed, of_ipv6), strict=False)) if isinstance(parsed, IPv6Address) else str(parsed)
    )


def _refuse_above(
    limit: int, count: int, *, seconds_left: int, refusal: type[TooManyRequests] = TooManyRequests
) -> None:
    if count > limit:
        raise refusal(retry_after=max(1, seconds_left))
