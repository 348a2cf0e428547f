"""Days that staff give services beyond what was paid for. A refund counts none of them, and a renewal follows them."""

from collections.abc import Sequence

from ieum.shop.kernel.db import Connection, fetch_all
from ieum.shop.services import period_queries
from ieum.shop.services.types import ServiceId

MOST_DAYS = 366


async def extend(conn: Connection, services: Sequence[ServiceId], *, days: int, key: str) -> list[ServiceId]:
    """Let running services run so many days longer, each once by this key; returns those that were given them now.

    One that staff have stopped gets them, too. One that is over, or waits for a payment, gets none. A trigger moves
    the ends of their exits. What is undone is not given again by the same key.
    """
    await period_queries.lock_living(conn, list(services))
    return await fetch_all(
        conn,
        ServiceId,
        """
        WITH given AS (
            INSERT INTO service_extensions (service_id, key, days, ends_before)
            SELECT id, %(key)s, %(days)s, ends_at FROM services
             WHERE id = ANY(%(services)s) AND ends_at > now()
               AND (state = 'active' OR (state = 'suspended' AND stopped_at IS NOT NULL))
            ON CONFLICT (service_id, key) DO NOTHING
            RETURNING service_id
        )
        UPDATE services s SET ends_at = s.ends_at + make_interval(days => %(days)s)
          FROM given WHERE s.id = given.service_id
        RETURNING s.id
        """,
        services=list(services),
        days=days,
        key=key,
    )


async def undo(conn: Connection, services: Sequence[ServiceId], *, key: str) -> list[ServiceId]:
    """Take the days of this key back; returns those that lost them. Not where a period was paid for after them."""
    await period_queries.lock_living(conn, list(services))
    return await fetch_all(
        conn,
        ServiceId,
        """
        WITH taken AS (
            UPDATE service_extensions x SET undone_at = now()
             WHERE x.service_id = ANY(%(services)s) AND x.key = %(key)s AND x.undone_at IS NULL
               AND EXISTS (SELECT FROM services s
                            WHERE s.id = x.service_id AND s.state IN ('active', 'suspended'))
               AND x.ends_before >= (SELECT max(p.ends_at) FROM service_periods p
                                      WHERE p.service_id = x.service_id AND p.refunded_at IS NULL)
            RETURNING service_id, days
        )
        UPDATE services s
           SET ends_at = greatest(s.ends_at - make_interval(days => taken.days), s.starts_at + interval '1 second')
          FROM taken WHERE s.id = taken.service_id
        RETURNING s.id
        """,
        services=list(services),
        key=key,
    )
