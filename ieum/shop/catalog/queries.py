"""Plans and the prices in force at a moment. Stock counts the addresses that an order could take now, to a thousand."""

from collections.abc import Collection
from datetime import datetime
from typing import LiteralString

import msgspec

from ieum.shop.catalog.types import Kind, NewPlan, PlanId, PlanPrices, PlanRow
from ieum.shop.kernel.db import Connection, execute, fetch_all, fetch_one


class _PricesAt(PlanPrices):
    at: datetime


_ROW: LiteralString = """
    SELECT p.id, p.code, p.kind, p.name, coalesce(a.carrier, '') AS carrier, coalesce(a.region, '') AS region,
           p.description, p.device_limit, p.connections, p.upload_mbit, p.download_mbit,
           (SELECT count(*) FROM (SELECT FROM pool_networks n WHERE n.pool_id = p.pool_id GROUP BY n.network) of)
               AS networks,
           rotation_limits(p) AS rotation,
"""
_ON_SALE: LiteralString = """
           p.state, s.stock,
           CASE WHEN s.stock IS NULL THEN 20
                ELSE least(20, s.stock, most_unpaid_holds(s.stock, false)) END AS max_quantity,
           CASE WHEN s.stock IS NULL THEN 20
                ELSE least(20, s.stock, greatest(most_unpaid_holds(s.stock, false), s.stock / 2)) END
               AS max_quantity_of_regulars
      FROM plans p
      LEFT JOIN address_pools a ON a.id = p.pool_id
     CROSS JOIN LATERAL (
           SELECT CASE WHEN p.kind = 'ticket' THEN NULL
                       WHEN p.state = 'sold_out' THEN 0
                       ELSE stock_for_sale(p.kind, p.pool_id) END AS stock
            OFFSET 0) s  -- so that it is counted once, and not for each time that it is named above
      JOIN site_config c ON CASE p.kind WHEN 'static' THEN c.static_enabled
                                        WHEN 'dynamic' THEN c.dynamic_enabled
                                        ELSE c.ticket_enabled END
     WHERE p.kind = %(kind)s AND p.state IN ('visible', 'sold_out')
     ORDER BY p.position, p.id
"""
_HELD: LiteralString = """
           'visible' AS state, NULL AS stock, 1 AS max_quantity, 1 AS max_quantity_of_regulars
      FROM plans p
      LEFT JOIN address_pools a ON a.id = p.pool_id
     WHERE p.id = %(plan)s
"""


async def list_plans(conn: Connection, kind: Kind) -> list[PlanRow]:
    """List the plans on sale: none where the operator has switched this kind off; a sold-out plan has no stock."""
    return await fetch_all(conn, PlanRow, _ROW + _ON_SALE, kind=kind)


async def get_held(conn: Connection, plan: PlanId) -> PlanRow:
    """Fetch a plan for a member who has it: always visible, and without its stock."""
    return await fetch_one(conn, PlanRow, _ROW + _HELD, plan=plan)


async def list_prices(
    conn: Connection, plans: Collection[tuple[PlanId, datetime]]
) -> dict[tuple[PlanId, datetime], PlanPrices]:
    """Fetch what each plan cost at its moment: for every period and quantity step, the version then in force.

    A plan that does not exist, or had no price yet, comes without any amount.
    """
    prices = await fetch_all(
        conn,
        _PricesAt,
        """
        SELECT w.plan_id, w.at,
               (SELECT coalesce(jsonb_agg(jsonb_build_array(months, amount) ORDER BY months), '[]')
                  FROM (SELECT DISTINCT ON (months) months, amount FROM plan_prices
                         WHERE plan_id = w.plan_id AND effective_from <= w.at
                         ORDER BY months, effective_from DESC) v) AS amounts,
               (SELECT coalesce(jsonb_agg(jsonb_build_array(min_quantity, percent) ORDER BY min_quantity), '[]')
                  FROM (SELECT DISTINCT ON (min_quantity) min_quantity, percent FROM plan_quantity_discounts
                         WHERE plan_id = w.plan_id AND effective_from <= w.at
                         ORDER BY min_quantity, effective_from DESC) v
                 WHERE percent > 0) AS discounts
          FROM unnest(%(plans)s::bigint[], %(moments)s::timestamptz[]) AS w (plan_id, at)
        """,
        plans=[plan for plan, _ in plans],
        moments=[at for _, at in plans],
    )
    return {(each.plan_id, each.at): each for each in prices}


async def load_prices(conn: Connection, plan: PlanId, at: datetime) -> PlanPrices:
    return (await list_prices(conn, [(plan, at)]))[plan, at]


async def insert_plan(conn: Connection, plan: NewPlan, *, since: datetime) -> None:
    """Insert a plan with its prices and discounts, which are in force from then on, unless one with its code exists."""
    await execute(
        conn,
        """
        WITH added AS (
            INSERT INTO plans (code, kind, pool_id, name, description, device_limit, position)
            VALUES (%(code)s, %(kind)s, (SELECT id FROM address_pools WHERE code = %(pool)s), %(name)s,
                    %(description)s, %(devices)s, %(position)s)
            ON CONFLICT (code) DO NOTHING
            RETURNING id
        ), priced AS (
            INSERT INTO plan_prices (plan_id, months, amount, effective_from)
            SELECT id, months, amount, %(since)s
              FROM added, unnest(%(months)s::int[], %(amounts)s::int[]) AS p (months, amount)
        ), drawn AS (
            INSERT INTO plan_pools (plan_id, pool_id)
            SELECT added.id, p.id FROM added JOIN address_pools p ON p.code = ANY(%(more_pools)s)
        )
        INSERT INTO plan_quantity_discounts (plan_id, min_quantity, percent, effective_from)
        SELECT id, quantity, percent, %(since)s
          FROM added, unnest(%(quantities)s::int[], %(percents)s::int[]) AS d (quantity, percent)
        """,
        **msgspec.structs.asdict(plan) | {"more_pools": list(plan.more_pools)},
        months=list(plan.prices),
        amounts=list(plan.prices.values()),
        quantities=list(plan.discounts),
        percents=list(plan.discounts.values()),
        since=since,
    )
