"""The SQL of the status page."""

from collections.abc import Sequence
from typing import LiteralString

from ieum.shop.kernel.db import Connection, execute, fetch_all, fetch_one, fetch_optional
from ieum.shop.status.types import Day, Incident, IncidentId, Level, Measured, PartName, Progress, Trouble

# So many payments and messages are looked at: the page is asked for twice a second, whatever is in the tables. Payments
# only where some are open, and the newest by their numbers, because no index lists them all by their time.
MOST = 10_000

MEASURE: LiteralString = """
    WITH open AS MATERIALIZED (
        SELECT count(*) AS number FROM payments
         WHERE requested_at BETWEEN now() - interval '15 minutes' AND now() - interval '1 minute'
           AND state = 'confirming'
    )
    SELECT CASE WHEN open.number = 0 THEN 0 ELSE
               (SELECT count(*) FROM (SELECT requested_at FROM payments ORDER BY id DESC LIMIT %(most)s) newest
                 WHERE requested_at BETWEEN now() - interval '15 minutes' AND now() - interval '1 minute')
           END AS payments_asked,
           open.number AS payments_open,
           (SELECT count(*) FROM (
               SELECT coalesce(not_before, created_at) AS due_at FROM messages
                WHERE sent_at IS NULL AND given_up_at IS NULL ORDER BY id LIMIT %(most)s) unsent
             WHERE due_at BETWEEN now() - interval '1 day' AND now() - interval '10 minutes') AS messages_late,
           ARRAY(SELECT DISTINCT region FROM address_pools ORDER BY region) AS regions,
           ARRAY(SELECT DISTINCT p.region
                   FROM gateways g
                   JOIN LATERAL (SELECT DISTINCT pool_id FROM pool_networks WHERE gateway_id = g.id) a ON true
                   JOIN address_pools p ON p.id = a.pool_id
                  WHERE g.state = 'lost') AS regions_lost,
           ARRAY(SELECT DISTINCT p.region
                   FROM gateways g
                   JOIN LATERAL (SELECT DISTINCT pool_id FROM pool_networks WHERE gateway_id = g.id) a ON true
                   JOIN address_pools p ON p.id = a.pool_id
                  WHERE g.stops_customers AND g.wanted <> 'maintenance') AS regions_stopped
      FROM open
"""

_WHOLE: LiteralString = """
    i.id, i.title, i.parts, i.level, i.state, i.began_at, i.ended_at,
    (SELECT coalesce(jsonb_agg(jsonb_build_object(
                'state', u.state, 'words', u.words, 'saidAt', u.said_at) ORDER BY u.id DESC), '[]')
       FROM status_updates u WHERE u.incident_id = i.id) AS updates
"""


async def measure(conn: Connection) -> Measured:
    """Payments of a quarter of an hour that are open for a minute; messages that are ten minutes late; lost regions.

    How many payments were asked for is counted only where some are open, and is 0 otherwise.
    """
    return await fetch_one(conn, Measured, MEASURE, most=MOST)


async def list_incidents(conn: Connection) -> list[Incident]:
    """List running incidents, and the newest 200 that ended within 90 days; newest first, as are their updates."""
    return await fetch_all(
        conn,
        Incident,
        f"""
        SELECT {_WHOLE}
          FROM status_incidents i
         WHERE i.ended_at IS NULL
            OR i.id IN (SELECT id FROM status_incidents
                         WHERE ended_at IS NOT NULL AND ended_at > now() - interval '90 days'
                         ORDER BY began_at DESC, id DESC LIMIT 200)
         ORDER BY i.began_at DESC, i.id DESC
        """,
    )


async def list_days(conn: Connection, *, days: int) -> list[Day]:
    """The worst that was told of each part on each calendar day in Seoul, of this many days up to today.

    Of all incidents, also of those that the list has no room for. An announcement makes no day ill.
    """
    return await fetch_all(
        conn,
        Day,
        """
        WITH told AS (
            SELECT i.parts, i.worst,
                   (i.began_at AT TIME ZONE 'Asia/Seoul')::date AS first,
                   (coalesce(i.ended_at, now()) AT TIME ZONE 'Asia/Seoul')::date AS last,
                   (now() AT TIME ZONE 'Asia/Seoul')::date AS today
              FROM status_incidents i
             WHERE i.worst <> 'notice'
               AND coalesce(i.ended_at, now()) > now() - make_interval(days => %(days)s)
        )
        SELECT part, day::date AS day, CASE WHEN bool_or(worst = 'down') THEN 'down' ELSE 'degraded' END AS state
          FROM told
          CROSS JOIN LATERAL unnest(parts) part
          CROSS JOIN LATERAL generate_series(greatest(first, today - %(days)s + 1), last, interval '1 day') day
         GROUP BY part, day
         ORDER BY day DESC, part
        """,
        days=days,
    )


async def list_troubles(conn: Connection) -> list[Trouble]:
    """Ten incidents that go on and are more than an announcement, with what was said last of each.

    What does not work at all stands first, and then the newest: a page shows three.
    """
    return await fetch_all(
        conn,
        Trouble,
        """
        SELECT i.parts, i.level AS state, i.title, u.words
          FROM status_incidents i
          JOIN LATERAL (SELECT words FROM status_updates WHERE incident_id = i.id ORDER BY id DESC LIMIT 1) u ON true
         WHERE i.ended_at IS NULL AND i.level <> 'notice'
         ORDER BY i.level = 'down' DESC, i.began_at DESC, i.id DESC
         LIMIT 10
        """,
    )


async def find_incident(conn: Connection, incident: IncidentId) -> Incident | None:
    """Also one that the page shows no longer."""
    return await fetch_optional(
        conn,
        Incident,
        f"SELECT {_WHOLE} FROM status_incidents i WHERE i.id = %(id)s",
        id=incident,
    )


async def hold_beginnings(conn: Connection) -> None:
    """Hold all beginnings: a second one waits for this transaction, and finds a newer incident than it was shown."""
    await execute(conn, "SELECT pg_advisory_xact_lock(7223)")


async def insert_incident(
    conn: Connection, title: str, parts: Sequence[PartName], level: Level, state: Progress
) -> IncidentId:
    return await fetch_one(
        conn,
        IncidentId,
        """
        INSERT INTO status_incidents (title, parts, level, state, ended_at)
        VALUES (%(title)s, %(parts)s, %(level)s, %(state)s, CASE WHEN %(state)s = 'over' THEN now() END)
        RETURNING id
        """,
        title=title,
        parts=list(parts),
        level=level,
        state=state,
    )


async def lock_state(conn: Connection, incident: IncidentId) -> Progress | None:
    return await fetch_optional(
        conn,
        Progress,  # pyright: ignore[reportArgumentType] - a literal type is a shape, too
        "SELECT state FROM status_incidents WHERE id = %(incident)s FOR UPDATE",
        incident=incident,
    )


async def move(conn: Connection, incident: IncidentId, state: Progress, level: Level | None) -> None:
    await execute(
        conn,
        """
        UPDATE status_incidents
           SET state = %(state)s, level = coalesce(%(level)s, level),
               ended_at = CASE WHEN %(state)s = 'over' THEN greatest(now(), began_at) END
         WHERE id = %(incident)s
        """,
        incident=incident,
        state=state,
        level=level,
    )


async def add_update(conn: Connection, incident: IncidentId, state: Progress, words: str) -> None:
    await execute(
        conn,
        "INSERT INTO status_updates (incident_id, state, words) VALUES (%(incident)s, %(state)s, %(words)s)",
        incident=incident,
        state=state,
        words=words,
    )
