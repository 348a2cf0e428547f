"""SQL on services that end soon, or have just ended, without a recurring payment."""

from collections.abc import Sequence
from typing import LiteralString

from ieum.shop.kernel.db import Connection, execute, fetch_all
from ieum.shop.services.types import EndingService, ServiceId

# What the texts say: who is told, of what, and how long it was bought for last.
_FACTS: LiteralString = """
        SELECT s.id, s.member_id, m.name, m.email, m.phone, m.sms_opt_in, c.site_name AS site, p.id AS plan_id, p.kind,
               p.name AS plan, CASE p.kind WHEN 'static' THEN host(e.address) END AS address, s.ends_at, last.months,
               s.ends_at <= now() + interval '1 day' AS is_last_day, may_come_back(s) AS may_come_back
          FROM services s
          JOIN members m ON m.id = s.member_id AND m.left_at IS NULL
          JOIN plans p ON p.id = s.plan_id
         CROSS JOIN site_config c
          JOIN LATERAL (SELECT o.months FROM service_periods t JOIN orders o ON o.id = t.order_id
                         WHERE t.service_id = s.id ORDER BY t.ends_at DESC, o.id LIMIT 1) last ON true
          LEFT JOIN LATERAL (SELECT address_id FROM leases
                              WHERE service_id = s.id AND active_at IS NOT NULL ORDER BY id DESC LIMIT 1) l ON true
          LEFT JOIN exit_addresses e ON e.id = l.address_id
"""


async def lock_to_tell(conn: Connection, *, limit: int) -> list[ServiceId]:
    """Lock services whose member is to be told that they end within seven days, or within one, the first to end first.

    A service of a recurring payment is left out: its member is told of each charge, and of its end.
    """
    return await fetch_all(
        conn,
        ServiceId,
        """
        SELECT s.id FROM services s
         WHERE s.state = 'active' AND s.ends_at > now() AND s.ends_at <= now() + interval '7 days'
           AND (s.end_told IS NULL OR (s.end_told = 7 AND s.ends_at <= now() + interval '1 day'))
           AND NOT EXISTS (SELECT FROM subscriptions b WHERE b.id = s.subscription_id AND b.state <> 'ended')
         ORDER BY s.ends_at, s.id LIMIT %(limit)s
           FOR NO KEY UPDATE OF s SKIP LOCKED
        """,
        limit=limit,
    )


async def list_facts(conn: Connection, services: Sequence[ServiceId]) -> list[EndingService]:
    return await fetch_all(
        conn,
        EndingService,
        _FACTS + "WHERE s.id = ANY(%(services)s) ORDER BY s.ends_at, s.id",
        services=list(services),
    )


async def list_ended(conn: Connection, services: Sequence[ServiceId]) -> list[EndingService]:
    """List those of the services that expired, but none whose recurring payment has just ended: that was told."""
    return await fetch_all(
        conn,
        EndingService,
        _FACTS
        + """
          LEFT JOIN subscriptions b ON b.id = s.subscription_id
         WHERE s.id = ANY(%(services)s) AND s.state = 'expired' AND s.stopped_at IS NULL
           AND (b.id IS NULL OR b.ended_at < now() - interval '1 day')
         ORDER BY s.id
        """,
        services=list(services),
    )


async def set_told(conn: Connection, services: Sequence[ServiceId], days: Sequence[int]) -> None:
    await execute(
        conn,
        """
        UPDATE services s SET end_told = n.days
          FROM unnest(%(services)s::bigint[], %(days)s::smallint[]) AS n (id, days) WHERE s.id = n.id
        """,
        services=list(services),
        days=list(days),
    )
