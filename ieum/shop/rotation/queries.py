"""Queries on how dynamic services change their addresses, and on the links that change them."""

from datetime import date, datetime

from ieum.shop.gateways.types import AWAY_SECONDS
from ieum.shop.kernel.db import Connection, any_row, execute, fetch_all, fetch_optional
from ieum.shop.members.types import MemberId
from ieum.shop.rotation.types import PastAddress, RotationChoice, Tail, Turning
from ieum.shop.services.types import ServiceId

_TURNING = """
    SELECT s.id AS service_id, p.name AS plan_name, host(e.address) AS address, l.active_at AS since,
           r.timer, coalesce(r.on_reconnect, false) AS on_reconnect, coalesce(r.let_run, false) AS let_run,
           r.next_at, r.changed_at, r.day, coalesce(r.changes, 0) AS changes,
           rotation_limits(p) AS limits,
           NOT EXISTS (SELECT FROM exits x JOIN gateways g ON g.id = x.gateway_id
                        WHERE x.service_id = s.id AND x.gateway_id = e.gateway_id
                          AND g.acked_revision < x.revision) AS is_applied
      FROM services s
      JOIN plans p ON p.id = s.plan_id AND p.kind = 'dynamic'
      JOIN leases l ON l.service_id = s.id AND l.state = 'active'
      JOIN exit_addresses e ON e.id = l.address_id
      LEFT JOIN rotations r ON r.service_id = s.id
     WHERE s.id = %(service)s AND (%(member)s::bigint IS NULL OR s.member_id = %(member)s)
       AND s.state = 'active' AND s.ends_at > now()
"""


async def keep_plans(conn: Connection) -> None:
    """Plan the statements of this transaction once for a connection, not once for each service.

    PostgreSQL takes a plan for one service to be cheaper than one for any number, and so made it anew each time, for
    longer than it takes to run.
    """
    await execute(conn, "SET LOCAL plan_cache_mode = force_generic_plan")


async def find_turning(conn: Connection, service: int, member: MemberId | None = None) -> Turning | None:
    """None where the service does not run, has no address that it may change, or is another member's."""
    return await fetch_optional(conn, Turning, _TURNING, service=service, member=member)


async def is_members(conn: Connection, service: int, member: MemberId) -> bool:
    return await any_row(
        conn,
        "SELECT 1 FROM services WHERE id = %(service)s AND member_id = %(member)s",
        service=service,
        member=member,
    )


async def put_choice(
    conn: Connection, service: ServiceId, choice: RotationChoice, *, next_at: datetime | None
) -> None:
    await execute(
        conn,
        """
        INSERT INTO rotations (service_id, timer, on_reconnect, let_run, next_at)
        VALUES (%(service)s, %(timer)s, %(on_reconnect)s, %(let_run)s, %(next_at)s)
        ON CONFLICT (service_id) DO UPDATE
           SET timer = excluded.timer, on_reconnect = excluded.on_reconnect, let_run = excluded.let_run,
               next_at = excluded.next_at
        """,
        service=service,
        timer=choice.timer,
        on_reconnect=choice.on_reconnect,
        let_run=choice.let_run,
        next_at=next_at,
    )


async def note_change(
    conn: Connection, service: ServiceId, *, at: datetime, day: date, changes: int, next_at: datetime | None
) -> None:
    await execute(
        conn,
        """
        INSERT INTO rotations (service_id, changed_at, day, changes)
        VALUES (%(service)s, %(at)s, %(day)s, %(changes)s)
        ON CONFLICT (service_id) DO UPDATE
           SET changed_at = excluded.changed_at, day = excluded.day, changes = excluded.changes,
               next_at = %(next_at)s
        """,
        service=service,
        at=at,
        day=day,
        changes=changes,
        next_at=next_at,
    )


async def find_tail(conn: Connection, service: ServiceId) -> Tail | None:
    return await fetch_optional(
        conn,
        Tail,
        """
        SELECT host(e.address) AS address, l.tail_until AS until
          FROM leases l JOIN exit_addresses e ON e.id = l.address_id
         WHERE l.service_id = %(service)s AND l.state = 'tail' AND l.tail_until > now()
        """,
        service=service,
    )


async def list_addresses(conn: Connection, service: int, *, limit: int) -> list[PastAddress]:
    """List the addresses of a service, the present one first."""
    return await fetch_all(
        conn,
        PastAddress,
        """
        SELECT host(e.address) AS address, l.cause, l.active_at AS since, coalesce(l.left_at, l.ended_at) AS until,
               CASE WHEN l.tail_until IS NOT NULL THEN least(l.tail_until, l.ended_at) END AS tail_until
          FROM leases l
          JOIN exit_addresses e ON e.id = l.address_id
         WHERE l.service_id = %(service)s AND l.active_at IS NOT NULL
         ORDER BY l.id DESC LIMIT %(limit)s
        """,
        service=service,
        limit=limit,
    )


async def list_due(conn: Connection, *, limit: int) -> list[ServiceId]:
    """List services whose timer has run out, the longest waiting first."""
    return await fetch_all(
        conn,
        ServiceId,
        """
        SELECT r.service_id FROM rotations r
          JOIN services s ON s.id = r.service_id AND s.state = 'active' AND s.ends_at > now()
         WHERE r.next_at <= now()
         ORDER BY r.next_at, r.service_id LIMIT %(limit)s
        """,
        limit=limit,
    )


async def list_silent(
    conn: Connection, *, seconds: int, limit: int, service: ServiceId | None = None
) -> list[ServiceId]:
    """List services that change on reconnect, have connected since their last change, and are silent since then.

    `seconds` of silence before their gateway's last whole report. What a gateway does not tell is not silence: while
    it, or the shop, was away, services wait for its next report.
    """
    return await fetch_all(
        conn,
        ServiceId,
        """
        SELECT r.service_id
          FROM rotations r
          JOIN services s ON s.id = r.service_id AND s.state = 'active' AND s.ends_at > now()
          JOIN leases l ON l.service_id = s.id AND l.state = 'active'
          JOIN exit_addresses e ON e.id = l.address_id
          JOIN gateways g ON g.id = e.gateway_id AND g.last_seen_at > now() - make_interval(secs => %(away)s)
                         AND g.usage_told_at > now() - interval '1 minute'
          JOIN LATERAL (SELECT max(u.last_handshake_at) AS last
                          FROM devices d JOIN device_usage u ON u.device_id = d.id
                         WHERE d.service_id = s.id) heard ON true
         WHERE r.on_reconnect AND (%(service)s::bigint IS NULL OR r.service_id = %(service)s)
           AND heard.last > l.active_at AND heard.last < g.usage_told_at - make_interval(secs => %(seconds)s)
           AND (r.reconnect_again_at IS NULL OR r.reconnect_again_at <= now())
         ORDER BY heard.last, r.service_id LIMIT %(limit)s
        """,
        seconds=seconds,
        away=AWAY_SECONDS,
        limit=limit,
        service=service,
    )


async def put_off(conn: Connection, service: ServiceId, next_at: datetime) -> None:
    await execute(
        conn,
        "UPDATE rotations SET next_at = %(next_at)s WHERE service_id = %(service)s AND timer IS NOT NULL",
        service=service,
        next_at=next_at,
    )


async def put_off_reconnect(conn: Connection, service: ServiceId, until: datetime) -> None:
    await execute(
        conn,
        "UPDATE rotations SET reconnect_again_at = %(until)s WHERE service_id = %(service)s",
        service=service,
        until=until,
    )
