"""Changes of plans and new versions of their prices."""

from collections.abc import Sequence
from datetime import datetime

import msgspec

from ieum.shop.catalog.types import Kind, PlanId, PlanState, PlanTerms, RotationTerms
from ieum.shop.kernel.db import Connection, execute, fetch_one


async def insert(
    conn: Connection, code: str, kind: Kind, pool: int | None, terms: PlanTerms, rotation: RotationTerms
) -> PlanId:
    return await fetch_one(
        conn,
        PlanId,
        """
        INSERT INTO plans (code, kind, pool_id, state, name, description, device_limit, connections, upload_mbit,
                           download_mbit, position, rotation_least_seconds, rotation_a_day, rotation_timer_least,
                           rotation_timer_most, rotation_other_network)
        VALUES (%(code)s, %(kind)s, %(pool)s, 'hidden', %(name)s, %(description)s, %(device_limit)s, %(connections)s,
                %(upload_mbit)s, %(download_mbit)s, %(position)s, %(least_seconds)s, %(a_day)s, %(timer_least)s,
                %(timer_most)s, %(other_network)s)
        RETURNING id
        """,
        code=code,
        kind=kind,
        pool=pool,
        **msgspec.structs.asdict(terms),
        **msgspec.structs.asdict(rotation),
    )


async def update(conn: Connection, plan: PlanId, terms: PlanTerms, rotation: RotationTerms | None) -> None:
    await execute(
        conn,
        """
        UPDATE plans
           SET name = %(name)s, description = %(description)s, device_limit = %(device_limit)s,
               connections = %(connections)s, upload_mbit = %(upload_mbit)s, download_mbit = %(download_mbit)s,
               position = %(position)s
         WHERE id = %(plan)s
        """,
        plan=plan,
        **msgspec.structs.asdict(terms),
    )
    if rotation is not None:
        await execute(
            conn,
            """
            UPDATE plans
               SET rotation_least_seconds = %(least_seconds)s, rotation_a_day = %(a_day)s,
                   rotation_timer_least = %(timer_least)s, rotation_timer_most = %(timer_most)s,
                   rotation_other_network = %(other_network)s
             WHERE id = %(plan)s AND kind = 'dynamic'
            """,
            plan=plan,
            **msgspec.structs.asdict(rotation),
        )


async def set_state(conn: Connection, plan: PlanId, state: PlanState) -> None:
    await execute(conn, "UPDATE plans SET state = %(state)s WHERE id = %(plan)s", plan=plan, state=state)


async def insert_versions(
    conn: Connection,
    plan: PlanId,
    *,
    since: datetime,
    prices: Sequence[tuple[int, int]],
    discounts: Sequence[tuple[int, int]],
) -> None:
    await execute(
        conn,
        """
        INSERT INTO plan_prices (plan_id, months, amount, effective_from)
        SELECT %(plan)s, months, amount, %(since)s
          FROM unnest(%(months)s::int[], %(amounts)s::int[]) AS p (months, amount)
        """,
        plan=plan,
        since=since,
        months=[months for months, _ in prices],
        amounts=[amount for _, amount in prices],
    )
    await execute(
        conn,
        """
        INSERT INTO plan_quantity_discounts (plan_id, min_quantity, percent, effective_from)
        SELECT %(plan)s, quantity, percent, %(since)s
          FROM unnest(%(quantities)s::int[], %(percents)s::int[]) AS d (quantity, percent)
        """,
        plan=plan,
        since=since,
        quantities=[quantity for quantity, _ in discounts],
        percents=[percent for _, percent in discounts],
    )


async def delete_coming(
    conn: Connection,
    plan: PlanId,
    *,
    since: datetime,
    months: Sequence[int] | None = None,
    quantities: Sequence[int] | None = None,
) -> int:
    """Delete versions that begin at this moment: of these periods and quantities, or all; returns how many.

    The tables refuse it for a version that has begun (RestrictViolation).
    """
    return await execute(
        conn,
        """
        DELETE FROM plan_prices
         WHERE plan_id = %(plan)s AND effective_from = %(since)s
           AND (%(months)s::int[] IS NULL OR months = ANY(%(months)s::int[]))
        """,
        plan=plan,
        since=since,
        months=months,
    ) + await execute(
        conn,
        """
        DELETE FROM plan_quantity_discounts
         WHERE plan_id = %(plan)s AND effective_from = %(since)s
           AND (%(quantities)s::int[] IS NULL OR min_quantity = ANY(%(quantities)s::int[]))
        """,
        plan=plan,
        since=since,
        quantities=quantities,
    )
