"""Queries on plans for the console."""

import msgspec

from ieum.shop.catalog.desk.rules import Running
from ieum.shop.catalog.desk.types import PlanPage, PlanVersion, PoolChoice, SoldPlan
from ieum.shop.catalog.types import PlanId
from ieum.shop.kernel.db import Connection, any_row, fetch_all, fetch_optional


async def list_plans(conn: Connection) -> list[SoldPlan]:
    """All of them, also those that nobody can buy: the most visible first."""
    return await fetch_all(
        conn,
        SoldPlan,
        """
        SELECT p.id, p.code, p.kind, p.state, p.name, coalesce(a.carrier, '') AS carrier,
               coalesce(a.region, '') AS region,
               CASE WHEN p.kind <> 'ticket' THEN free_to_sell(p.kind, p.pool_id) END AS free,
               CASE p.kind WHEN 'static' THEN c.static_enabled WHEN 'dynamic' THEN c.dynamic_enabled
                           ELSE c.ticket_enabled END AS "isSwitchedOn"
          FROM plans p
          LEFT JOIN address_pools a ON a.id = p.pool_id
         CROSS JOIN site_config c
         ORDER BY p.state = 'hidden', p.kind, p.position, p.id
        """,
    )


class PresentPrice(msgspec.Struct):
    plan: PlanId
    months: int
    amount: int


async def list_present_prices(conn: Connection) -> list[PresentPrice]:
    """List what each plan costs now, the shortest period first."""
    return await fetch_all(
        conn,
        PresentPrice,
        """
        SELECT DISTINCT ON (plan_id, months) plan_id AS plan, months, amount FROM plan_prices
         WHERE effective_from <= clock_timestamp() ORDER BY plan_id, months, effective_from DESC
        """,
    )


async def find_plan(conn: Connection, plan: PlanId) -> PlanPage | None:
    return await fetch_optional(
        conn,
        PlanPage,
        """
        SELECT p.id, p.code, p.kind, p.state, p.name, coalesce(a.carrier, '') AS carrier,
               coalesce(a.region, '') AS region,
               CASE WHEN p.kind <> 'ticket' THEN free_to_sell(p.kind, p.pool_id) END AS free,
               CASE p.kind WHEN 'static' THEN c.static_enabled WHEN 'dynamic' THEN c.dynamic_enabled
                           ELSE c.ticket_enabled END AS "isSwitchedOn",
               p.description, p.device_limit AS "deviceLimit", p.connections, p.upload_mbit AS "uploadMbit",
               p.download_mbit AS "downloadMbit", p.position, rotation_limits(p) AS rotation,
               (SELECT count(*) FROM subscriptions s WHERE s.plan_id = p.id AND s.state <> 'ended') AS subscriptions
          FROM plans p
          LEFT JOIN address_pools a ON a.id = p.pool_id
         CROSS JOIN site_config c
         WHERE p.id = %(plan)s
        """,
        plan=plan,
    )


async def list_versions(conn: Connection, plan: PlanId) -> list[PlanVersion]:
    """Every version of its prices and discounts, the newest first."""
    return await fetch_all(
        conn,
        PlanVersion,
        """
        WITH versions AS (
            SELECT months, NULL::integer AS min_quantity, amount AS figure, effective_from
              FROM plan_prices WHERE plan_id = %(plan)s
             UNION ALL
            SELECT NULL, min_quantity, percent, effective_from
              FROM plan_quantity_discounts WHERE plan_id = %(plan)s
        ), lasting AS (
            SELECT *, lead(effective_from) OVER (PARTITION BY months, min_quantity ORDER BY effective_from) AS replaced
              FROM versions
        )
        SELECT months, min_quantity AS "minQuantity", figure, effective_from AS "effectiveFrom",
               CASE WHEN effective_from > clock_timestamp() THEN 'coming'
                    WHEN replaced <= clock_timestamp() THEN 'past' ELSE 'present' END AS state
          FROM lasting ORDER BY effective_from DESC, months NULLS LAST, min_quantity
        """,
        plan=plan,
    )


class Neighbour(msgspec.Struct):
    """A plan that sells the same addresses, another's addresses in the same way, or both."""

    id: PlanId
    is_shown: bool
    same_pool: bool
    same_kind: bool


async def list_neighbours(conn: Connection, plan: PlanId) -> list[Neighbour]:
    """List other plans of this pool or of this kind; plans without a pool, which are tickets, count as of one pool."""
    return await fetch_all(
        conn,
        Neighbour,
        """
        SELECT p.id, p.state <> 'hidden' AS is_shown, shares.same_pool, p.kind = own.kind AS same_kind
          FROM plans own
          JOIN plans p ON p.id <> own.id
         CROSS JOIN LATERAL (
               SELECT p.pool_id IS NOT DISTINCT FROM own.pool_id
                      OR EXISTS (SELECT FROM plan_pools q WHERE q.plan_id = p.id AND q.pool_id = own.pool_id)
                      AS same_pool) shares
         WHERE own.id = %(plan)s AND (shares.same_pool OR p.kind = own.kind)
         ORDER BY p.id
        """,
        plan=plan,
    )


async def list_running(conn: Connection, plan: PlanId) -> list[Running]:
    return await fetch_all(
        conn,
        Running,
        """
        SELECT months, quantity, amount, count(*) AS count FROM subscriptions
         WHERE plan_id = %(plan)s AND state <> 'ended' GROUP BY months, quantity, amount
         ORDER BY months, quantity, amount
        """,
        plan=plan,
    )


async def list_pools(conn: Connection) -> list[PoolChoice]:
    return await fetch_all(
        conn,
        PoolChoice,
        """
        SELECT a.id, a.code, a.carrier, a.region, free_to_sell('static', a.id) AS free
          FROM address_pools a ORDER BY a.carrier, a.region, a.id
        """,
    )


async def has_pool(conn: Connection, pool: int) -> bool:
    return await any_row(conn, "SELECT 1 FROM address_pools WHERE id = %(pool)s", pool=pool)


async def is_code_taken(conn: Connection, code: str) -> bool:
    return await any_row(conn, "SELECT 1 FROM plans WHERE code = %(code)s", code=code)


async def lock_plan(conn: Connection, plan: PlanId) -> bool:
    """Hold the plan, so that two people do not change it from the same state. False if there is none."""
    return (
        await fetch_optional(
            conn, int, "SELECT 1 FROM plans WHERE id = %(plan)s FOR NO KEY UPDATE", plan=plan
        )
        is not None
    )
