"""Plans with the prices in force. Stock counts what an order could take now."""

from ieum.shop.catalog.types import Kind, PlanId, PlanRow, PriceRow
from ieum.shop.db import Connection, fetch_all


async def list_plans(conn: Connection, kind: Kind) -> list[PlanRow]:
    """Nothing where the operator has switched this kind off."""
    return await fetch_all(
        conn,
        PlanRow,
        """
        SELECT p.id, p.code, p.kind, p.name, a.carrier, a.region, p.description, p.device_limit, s.stock
          FROM plans p
          JOIN address_pools a ON a.id = p.pool_id
          JOIN site_config c ON (p.kind = 'static' AND c.static_enabled) OR (p.kind = 'dynamic' AND c.dynamic_enabled)
         CROSS JOIN LATERAL (
               SELECT count(*) AS stock FROM exit_addresses e
                WHERE e.pool_id = p.pool_id AND e.available_at <= now()) s
         WHERE p.kind = %(kind)s AND p.state = 'visible'
         ORDER BY p.position, p.id
        """,
        kind=kind,
    )


async def list_prices(conn: Connection, plans: list[PlanId]) -> list[PriceRow]:
    return await fetch_all(
        conn,
        PriceRow,
        """
        SELECT DISTINCT ON (plan_id, months) plan_id, months, amount
          FROM plan_prices
         WHERE plan_id = ANY(%(plans)s) AND effective_from <= now()
         ORDER BY plan_id, months, effective_from DESC
        """,
        plans=plans,
    )
