"""Queries on incidents: few, but each may be about everybody."""

from datetime import datetime
from typing import LiteralString

from ieum.shop.broadcasts.queries import members_of
from ieum.shop.console.incidents.listed import INCIDENTS
from ieum.shop.console.incidents.types import (
    IncidentForm,
    IncidentId,
    IncidentNotice,
    IncidentRow,
    IncidentStep,
    IncidentStepKind,
)
from ieum.shop.desk.types import StaffId
from ieum.shop.kernel.db import Connection, execute, fetch_all, fetch_one, fetch_optional


async def find(conn: Connection, incident: IncidentId, *, holds: bool = False) -> IncidentRow | None:
    lock: LiteralString = "FOR UPDATE OF i" if holds else ""
    return await fetch_optional(
        conn,
        IncidentRow,
        f"""
        SELECT {INCIDENTS.line}, i.what, s.name AS "madeBy", i.made_at AS "madeAt"
          FROM incidents i JOIN staff s ON s.id = i.made_by WHERE i.id = %(id)s {lock}
        """,
        id=incident,
    )


async def list_steps(conn: Connection, incident: IncidentId) -> list[IncidentStep]:
    """In the order in which they were written."""
    return await fetch_all(
        conn,
        IncidentStep,
        """
        SELECT t.id, t.kind, t.body, t.at, coalesce(s.name, '자동') AS by
          FROM incident_steps t LEFT JOIN staff s ON s.id = t.made_by
         WHERE t.incident_id = %(incident)s ORDER BY t.id
        """,
        incident=incident,
    )


async def count_affected(conn: Connection, form: IncidentForm) -> int:
    where = members_of(form.audience)
    return await fetch_one(
        conn,
        int,
        f"SELECT count(*) FROM members m WHERE {where.sql}",
        **where.params,
    )


async def hold_beginnings(conn: Connection) -> None:
    """Hold all beginnings: a second one waits for this transaction, and finds a newer incident than it was shown."""
    await execute(conn, "SELECT pg_advisory_xact_lock(7224)")


async def newest(conn: Connection) -> int:
    """The number of the newest; 0 before the first."""
    return await fetch_one(conn, int, "SELECT coalesce(max(id), 0) FROM incidents")


async def insert(
    conn: Connection, form: IncidentForm, *, audience: str, by: StaffId
) -> tuple[IncidentId, int]:
    """Write it down and freeze who is affected; returns its id and how many they are."""
    incident = await fetch_one(
        conn,
        IncidentId,
        """
        INSERT INTO incidents (kind, title, what, noticed_at, confirmed_at, audience, made_by, made_at)
        VALUES (%(kind)s, %(title)s, %(what)s, %(noticed_at)s,
                CASE WHEN %(is_confirmed)s OR %(kind)s = 'outage' THEN clock_timestamp() END, %(audience)s, %(by)s,
                clock_timestamp())
        RETURNING id
        """,
        kind=form.kind,
        title=form.title.strip(),
        what=form.what.strip(),
        noticed_at=form.noticed_at,
        is_confirmed=form.is_confirmed,
        audience=audience,
        by=by,
    )
    where = members_of(form.audience)
    affected = await execute(
        conn,
        f"""
        INSERT INTO incident_members (incident_id, member_id)
        SELECT %(incident)s, m.id FROM members m WHERE {where.sql}
        """,
        **where.params,
        incident=incident,
    )
    await execute(
        conn, "UPDATE incidents SET affected = %(affected)s WHERE id = %(id)s", affected=affected, id=incident
    )
    return incident, affected


async def insert_step(
    conn: Connection, incident: IncidentId, kind: IncidentStepKind, body: str, *, by: StaffId | None
) -> None:
    """By nobody where the clock did it."""
    await execute(
        conn,
        """
        INSERT INTO incident_steps (incident_id, kind, body, made_by)
        VALUES (%(incident)s, %(kind)s, %(body)s, %(by)s)
        """,
        incident=incident,
        kind=kind,
        body=body,
        by=by,
    )


async def confirm(conn: Connection, incident: IncidentId) -> None:
    await execute(
        conn,
        "UPDATE incidents SET confirmed_at = coalesce(confirmed_at, clock_timestamp()) WHERE id = %(id)s",
        id=incident,
    )


async def close(conn: Connection, incident: IncidentId) -> None:
    await execute(conn, "UPDATE incidents SET closed_at = clock_timestamp() WHERE id = %(id)s", id=incident)


async def find_notice(conn: Connection, incident: IncidentId) -> IncidentNotice | None:
    return await fetch_optional(
        conn,
        IncidentNotice,
        """
        SELECT '/support/notice/' || n.slug AS path, n.begun_at AS "begunAt", n.ends_at AS "endsAt",
               n.ended_at AS "endedAt",
               n.ended_at IS NULL AND EXISTS (SELECT FROM content_entries e
                                               WHERE (e.kind, e.slug, e.edition) = ('notice', n.slug, '')
                                                 AND NOT e.withdrawn) AS "isShown"
          FROM incident_notices n WHERE n.incident_id = %(incident)s
        """,
        incident=incident,
    )


async def put_notice(
    conn: Connection,
    incident: IncidentId,
    slug: str,
    *,
    begun_at: datetime,
    ends_at: datetime,
    by: StaffId,
) -> None:
    """Store an incident's notice. A notice that somebody had taken down begins anew."""
    await execute(
        conn,
        """
        INSERT INTO incident_notices (incident_id, slug, begun_at, ends_at, made_by)
        VALUES (%(incident)s, %(slug)s, %(begun_at)s, %(ends_at)s, %(by)s)
            ON CONFLICT (incident_id) DO UPDATE
           SET begun_at = excluded.begun_at, ends_at = excluded.ends_at, ended_at = NULL, made_by = excluded.made_by
        """,
        incident=incident,
        slug=slug,
        begun_at=begun_at,
        ends_at=ends_at,
        by=by,
    )


async def list_due_notices(conn: Connection) -> list[IncidentId]:
    return await fetch_all(
        conn,
        IncidentId,
        """
        SELECT incident_id FROM incident_notices
         WHERE ended_at IS NULL AND ends_at <= now() ORDER BY ends_at, incident_id
        """,
    )


async def hold_due_notice(conn: Connection, incident: IncidentId) -> str | None:
    """The slug of a notice whose time has come, held until the transaction ends."""
    return await fetch_optional(
        conn,
        str,
        """
        SELECT slug FROM incident_notices
         WHERE incident_id = %(incident)s AND ended_at IS NULL AND ends_at <= now() FOR UPDATE
        """,
        incident=incident,
    )


async def end_notice(conn: Connection, incident: IncidentId) -> None:
    await execute(
        conn,
        "UPDATE incident_notices SET ended_at = clock_timestamp() WHERE incident_id = %(incident)s",
        incident=incident,
    )
