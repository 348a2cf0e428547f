"""Fill of the pools, which is counted every few minutes."""

from ieum.shop.address_desk.types import PoolLine
from ieum.shop.kernel.db import Connection, execute, fetch_all
from ieum.shop.kernel.queue import defer

COUNT_POOLS = "address_desk.count_pools"
# Over which the pace of leases is taken, and after which days are forgotten.
PACE_DAYS, KEPT_DAYS = 14, 400
# In which a gateway has called from new addresses, most of which are then on sale (decision 0076).
PROVEN_AFTER = 30


async def count_soon(conn: Connection) -> None:
    """Have the pools counted after this transaction, such as for new addresses, and once these are proven."""
    await defer(conn, COUNT_POOLS)
    await defer(conn, COUNT_POOLS, seconds=PROVEN_AFTER)


async def count(conn: Connection) -> None:
    """Count every pool on each gateway, by the words of the view `address_states`."""
    await execute(
        conn,
        """
        INSERT INTO pool_counts (pool_id, gateway_id, free, leased, held, resting, flagged, withdrawn, unproven,
                                 counted_at)
        SELECT pool_id, gateway_id, count(*) FILTER (WHERE state = 'free'), count(*) FILTER (WHERE state = 'leased'),
               count(*) FILTER (WHERE state = 'held'), count(*) FILTER (WHERE state = 'resting'),
               count(*) FILTER (WHERE state = 'flagged'), count(*) FILTER (WHERE state = 'withdrawn'),
               count(*) FILTER (WHERE state IN ('new', 'proven')), now()
          FROM address_states GROUP BY pool_id, gateway_id
        ON CONFLICT (pool_id, gateway_id) DO UPDATE
           SET free = excluded.free, leased = excluded.leased, held = excluded.held, resting = excluded.resting,
               flagged = excluded.flagged, withdrawn = excluded.withdrawn, unproven = excluded.unproven,
               counted_at = excluded.counted_at
        """,
    )
    await execute(conn, "DELETE FROM pool_counts WHERE counted_at < now()")
    await execute(
        conn,
        """
        INSERT INTO pool_days (day, pool_id, gateway_id, leased)
        SELECT (now() AT TIME ZONE 'Asia/Seoul')::date, pool_id, gateway_id, leased FROM pool_counts
        ON CONFLICT (day, pool_id, gateway_id) DO UPDATE SET leased = excluded.leased
        """,
    )
    await execute(
        conn,
        "DELETE FROM pool_days WHERE day < (now() AT TIME ZONE 'Asia/Seoul')::date - %(kept)s::integer",
        kept=KEPT_DAYS,
    )


async def list_pools(conn: Connection) -> list[PoolLine]:
    """List the pools that run dry first first, and those of an unknown pace last."""
    return await fetch_all(
        conn,
        PoolLine,
        """
        WITH paced AS (
            SELECT c.*, (c.leased - d.leased)::float8
                        / nullif((now() AT TIME ZONE 'Asia/Seoul')::date - d.day, 0) AS net_per_day
              FROM pool_counts c
              LEFT JOIN LATERAL (
                   SELECT day, leased FROM pool_days
                    WHERE pool_id = c.pool_id AND gateway_id = c.gateway_id
                      AND day >= (now() AT TIME ZONE 'Asia/Seoul')::date - %(days)s::integer
                    ORDER BY day LIMIT 1) d ON true
        )
        SELECT jsonb_build_object('id', p.id, 'code', p.code, 'carrier', p.carrier, 'region', p.region) AS pool,
               jsonb_build_object('id', g.id, 'name', g.name) AS gateway,
               coalesce((SELECT array_agg(name ORDER BY name)
                           FROM plans l
                          WHERE l.pool_id = p.id
                             OR l.id IN (SELECT plan_id FROM plan_pools q WHERE q.pool_id = p.id)), '{}') AS plans,
               c.free, c.leased, c.held, c.resting, c.flagged, c.withdrawn, c.unproven, c.net_per_day,
               CASE WHEN c.net_per_day > 0 THEN c.free / c.net_per_day END AS days_left, c.counted_at
          FROM paced c
          JOIN address_pools p ON p.id = c.pool_id
          JOIN gateways g ON g.id = c.gateway_id
         ORDER BY days_left NULLS LAST, p.code, g.name
        """,
        days=PACE_DAYS,
    )
