"""Queries on the periods of services: what was paid for, until when a service runs, and its state."""

from datetime import datetime

from ieum.shop.kernel.db import Connection, execute, fetch_all, fetch_one, fetch_optional
from ieum.shop.members.types import MemberId
from ieum.shop.services.types import LivingService, PaidUntil, Period, ServiceId, ServiceState


async def insert_service(
    conn: Connection,
    member: MemberId,
    order_id: str,
    plan: int,
    *,
    subscription: int | None,
    period: Period,
) -> ServiceId:
    """Insert a service with its first paid period."""
    return await fetch_one(
        conn,
        ServiceId,
        """
        WITH started AS (
            INSERT INTO services (member_id, order_id, plan_id, subscription_id, starts_at, ends_at)
            VALUES (%(member)s, %(order_id)s, %(plan)s, %(subscription)s, %(starts_at)s, %(ends_at)s)
            RETURNING id
        )
        INSERT INTO service_periods (service_id, order_id, starts_at, ends_at)
        SELECT id, %(order_id)s, %(starts_at)s, %(ends_at)s FROM started
        RETURNING service_id
        """,
        member=member,
        order_id=order_id,
        plan=plan,
        subscription=subscription,
        starts_at=period.starts_at,
        ends_at=period.ends_at,
    )


async def lock_living(conn: Connection, services: list[ServiceId]) -> list[LivingService]:
    """Lock those of the services that are not over. Read their paid periods in a later statement."""
    return await fetch_all(
        conn,
        LivingService,
        """
        SELECT id, state, starts_at, ends_at FROM services
         WHERE id = ANY(%(services)s) AND state IN ('active', 'suspended')
         ORDER BY id
           FOR UPDATE
        """,
        services=services,
    )


async def lock_due(conn: Connection, *, limit: int) -> list[ServiceId]:
    """Lock services that are past their end, oldest first; not those of a subscription, which ends them itself."""
    return await fetch_all(
        conn,
        ServiceId,
        """
        SELECT s.id FROM services s
         WHERE s.state = 'active' AND s.ends_at <= now()
           AND NOT EXISTS (SELECT FROM subscriptions b WHERE b.id = s.subscription_id AND b.state <> 'ended')
         ORDER BY s.ends_at, s.id LIMIT %(limit)s FOR UPDATE OF s SKIP LOCKED
        """,
        limit=limit,
    )


async def lock_due_stopped(conn: Connection, *, limit: int) -> list[ServiceId]:
    """Lock services past their end that staff have stopped, oldest first; not those of a running subscription."""
    return await fetch_all(
        conn,
        ServiceId,
        """
        SELECT s.id FROM services s
         WHERE s.state = 'suspended' AND s.stopped_at IS NOT NULL AND s.ends_at <= now()
           AND NOT EXISTS (SELECT FROM subscriptions b WHERE b.id = s.subscription_id AND b.state <> 'ended')
         ORDER BY s.ends_at, s.id LIMIT %(limit)s FOR UPDATE OF s SKIP LOCKED
        """,
        limit=limit,
    )


async def list_paid(conn: Connection, order_id: str) -> list[ServiceId]:
    """List the services for which this order paid a period that was not refunded."""
    return await fetch_all(
        conn,
        ServiceId,
        """
        SELECT service_id FROM service_periods
         WHERE order_id = %(order_id)s AND refunded_at IS NULL ORDER BY service_id
        """,
        order_id=order_id,
    )


async def list_running(conn: Connection, order_id: str) -> list[ServiceId]:
    """List the services whose present period this order paid for, by the clock of this moment.

    `now()` is the transaction's beginning, before which a period of the same transaction has not begun.
    """
    return await fetch_all(
        conn,
        ServiceId,
        """
        SELECT service_id FROM service_periods
         WHERE order_id = %(order_id)s AND refunded_at IS NULL
           AND starts_at <= clock_timestamp() AND ends_at > clock_timestamp()
         ORDER BY service_id
        """,
        order_id=order_id,
    )


async def list_paid_until(conn: Connection, services: list[ServiceId]) -> dict[ServiceId, datetime]:
    """Return until when each service is paid for or was given; services without a period not refunded are left out.

    That is the end of its last such period, and the days that staff gave it since: those before are part of it, because
    a period begins after them.
    """
    rows = await fetch_all(
        conn,
        PaidUntil,
        """
        SELECT p.service_id,
               p.ends_at + make_interval(days => (SELECT coalesce(sum(x.days), 0)::integer
                                                    FROM service_extensions x
                                                   WHERE x.service_id = p.service_id AND x.undone_at IS NULL
                                                     AND x.ends_before >= p.ends_at)) AS paid_until
          FROM (SELECT service_id, max(ends_at) AS ends_at FROM service_periods
                 WHERE service_id = ANY(%(services)s) AND refunded_at IS NULL
                 GROUP BY service_id) p
        """,
        services=services,
    )
    return {row.service_id: row.paid_until for row in rows}


async def insert_periods(conn: Connection, order_id: str, periods: dict[ServiceId, Period]) -> None:
    """Insert a period per service. The table refuses a second one for the same order (UniqueViolation)."""
    await execute(
        conn,
        """
        INSERT INTO service_periods (service_id, order_id, starts_at, ends_at)
        SELECT p.service_id, %(order_id)s, p.starts_at, p.ends_at
          FROM unnest(%(services)s::bigint[], %(starts)s::timestamptz[], %(ends)s::timestamptz[])
               AS p (service_id, starts_at, ends_at)
        """,
        order_id=order_id,
        services=list(periods),
        starts=[period.starts_at for period in periods.values()],
        ends=[period.ends_at for period in periods.values()],
    )


async def mark_refunded(conn: Connection, order_id: str) -> None:
    """Mark an order's periods as refunded; this alone changes no service."""
    await execute(
        conn,
        "UPDATE service_periods SET refunded_at = now() WHERE order_id = %(order_id)s AND refunded_at IS NULL",
        order_id=order_id,
    )


async def serve_until(conn: Connection, ends: dict[ServiceId, datetime]) -> None:
    """Make these services active until the given ends; suspended ones too, but none that is over.

    One that staff have stopped gets its end, and stays stopped.
    """
    await execute(
        conn,
        """
        UPDATE services s
           SET state = CASE WHEN s.stopped_at IS NULL THEN 'active' ELSE s.state END, ends_at = e.ends_at
          FROM unnest(%(services)s::bigint[], %(ends)s::timestamptz[]) AS e (service_id, ends_at)
         WHERE s.id = e.service_id AND s.state IN ('active', 'suspended')
        """,
        services=list(ends),
        ends=list(ends.values()),
    )


async def set_state(
    conn: Connection, services: list[ServiceId], state: ServiceState, *, before: list[ServiceState]
) -> list[ServiceId]:
    """Change the state of those services that are in one of the states `before`, and return their ids.

    What staff have stopped does not become active by this.
    """
    return await fetch_all(
        conn,
        ServiceId,
        """
        UPDATE services
           SET state = %(state)s, closed_at = CASE WHEN %(state)s IN ('expired', 'ended') THEN now() END
         WHERE id = ANY(%(services)s) AND state = ANY(%(before)s)
           AND (stopped_at IS NULL OR %(state)s::text <> 'active')
        RETURNING id
        """,
        services=services,
        state=state,
        before=before,
    )


async def first_used_at(conn: Connection, order_id: str) -> datetime | None:
    """Return the time of the first handshake within a period of this order, or None.

    Only a device's first and last handshakes are known. Where the first lies before the period and the last in it or
    after it, the device counts as used from the period's start.
    """
    return await fetch_optional(
        conn,
        datetime,
        """
        SELECT greatest(u.first_handshake_at, p.starts_at) AS used_at
          FROM service_periods p
          JOIN devices d ON d.service_id = p.service_id
          JOIN device_usage u ON u.device_id = d.id
         WHERE p.order_id = %(order_id)s AND u.first_handshake_at < p.ends_at AND u.last_handshake_at >= p.starts_at
         ORDER BY used_at LIMIT 1
        """,
        order_id=order_id,
    )
