"""Queries of the screen of settings, beside the settings themselves."""

from collections.abc import Collection

from ieum.shop.console.settings.types import SentTest, WhoIsHit
from ieum.shop.kernel.db import Connection, fetch_one, fetch_optional
from ieum.shop.messaging.queries import Channel

# An endpoint is `host:port`, and a host's name is no address.
_BYTE = "(25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])"


async def count_hit(conn: Connection, ranges: Collection[str]) -> WhoIsHit:
    return await fetch_one(
        conn,
        WhoIsHit,
        """
        SELECT (SELECT count(*) FROM visits
                 WHERE visited_at > now() - interval '1 day' AND ip_address <<= ANY(%(ranges)s::inet[])) AS visits,
               -- By bounds, which the index on addresses knows.
               (SELECT count(DISTINCT e.id) FROM unnest(%(ranges)s::inet[]) r
                  JOIN exit_addresses e
                    ON e.address BETWEEN host(network(r))::inet AND host(broadcast(r))::inet
                 WHERE e.withdrawn_at IS NULL) AS addresses,
               (SELECT count(*) FROM gateways
                 WHERE CASE WHEN endpoint ~ %(numbers)s
                            THEN split_part(endpoint, ':', 1)::inet <<= ANY(%(ranges)s::inet[]) END) AS gateways,
               (SELECT count(*) FROM staff_sessions
                 WHERE ended_at IS NULL AND seen_at > now() - interval '12 hours'
                   AND address <<= ANY(%(ranges)s::inet[])) AS sessions
        """,
        ranges=list(ranges),
        numbers=rf"^({_BYTE}\.){{3}}{_BYTE}:",
    )


async def get_message_id(conn: Connection, channel: Channel, reference: str) -> int:
    return await fetch_one(
        conn,
        int,
        "SELECT id FROM messages WHERE channel = %(channel)s AND reference = %(reference)s",
        channel=channel,
        reference=reference,
    )


async def find_test_message(conn: Connection, message: int, *, prefix: str) -> SentTest | None:
    """None where it is not a test message of whoever has this prefix."""
    return await fetch_optional(
        conn,
        SentTest,
        """
        SELECT sent_at, given_up_at, refusal
          FROM messages WHERE id = %(message)s AND starts_with(reference, %(prefix)s)
        """,
        message=message,
        prefix=prefix,
    )
