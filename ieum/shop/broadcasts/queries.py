"""Queries on notices to many members: who gets one, and how far it has come."""

from collections.abc import Sequence
from datetime import datetime
from typing import LiteralString

import msgspec

from ieum.shop.broadcasts.listed import BROADCASTS
from ieum.shop.broadcasts.types import Audience, Broadcast, BroadcastCounts, BroadcastForm, BroadcastId
from ieum.shop.desk.lists import Where
from ieum.shop.desk.types import StaffId
from ieum.shop.kernel.db import Connection, any_row, execute, fetch_all, fetch_one, fetch_optional
from ieum.shop.messaging.queries import Channel


class Reached(msgspec.Struct):
    """Number of members who fulfil the conditions, and of those who may be written to by this channel."""

    members: int
    recipients: int


class Lately(msgspec.Struct):
    """A notice of the last hour to the same members; `is_same`: it says the same, too."""

    subject: str
    made_at: datetime
    is_same: bool


class Recipient(msgspec.Struct):
    """Somebody whose turn it is; `to` is empty where they may not be written to any more."""

    member: int
    to: str


def members_of(audience: Audience) -> Where:
    """Conditions on `members m`, each by an index of what it asks for."""
    where = Where()
    where.add("m.owner_id IS NULL AND m.left_at IS NULL")
    live: LiteralString = "s.member_id = m.id AND s.state IN ('active', 'suspended')"
    if audience.holds == "service":
        where.add(f"EXISTS (SELECT FROM services s WHERE {live})")
    elif audience.holds == "none":
        where.add(f"NOT EXISTS (SELECT FROM services s WHERE {live})")
    where.add_if(
        audience.plan, f"EXISTS (SELECT FROM services s WHERE {live} AND s.plan_id = %(plan)s)", "plan"
    )
    if audience.gateway is not None:
        where.add(
            f"""EXISTS (SELECT FROM services s
                          JOIN leases l ON l.service_id = s.id AND l.state IN ('active', 'leaving')
                         WHERE {live} AND l.gateway_id = %(gateway)s)""",
            gateway=audience.gateway,
        )
    if audience.with_devices:
        where.add(
            f"""EXISTS (SELECT FROM services s JOIN devices d ON d.service_id = s.id AND d.removed_at IS NULL
                         WHERE {live} AND d.gateway_id = coalesce(%(gateway)s::bigint, d.gateway_id))""",
            gateway=audience.gateway,
        )
    if audience.ends_within_days is not None:
        where.add(
            f"""EXISTS (SELECT FROM services s
                         WHERE {live} AND s.ends_at BETWEEN now() AND now() + make_interval(days => %(days)s))""",
            days=audience.ends_within_days,
        )
    where.add_if(
        audience.incident,
        "EXISTS (SELECT FROM incident_members i WHERE i.member_id = m.id AND i.incident_id = %(incident)s)",
        "incident",
    )
    return where


def _agreed(channel: Channel, *, is_advertising: bool) -> LiteralString:
    if not is_advertising:
        return "true"
    return "m.mail_opt_in" if channel == "mail" else "m.sms_opt_in"


async def count_reached(conn: Connection, form: BroadcastForm) -> Reached:
    where = members_of(form)
    agreed = _agreed(form.channel, is_advertising=form.is_advertising)
    return await fetch_one(
        conn,
        Reached,
        f"SELECT count(*) AS members, count(*) FILTER (WHERE {agreed}) AS recipients FROM members m WHERE {where.sql}",
        **where.params,
    )


async def hold_presses(conn: Connection) -> None:
    """Hold all presses: a second one waits for this transaction, and finds a newer broadcast than it was shown."""
    await execute(conn, "SELECT pg_advisory_xact_lock(7222)")


async def has_clock(conn: Connection, incident: int) -> bool:
    """Tell whether members have to be told of the incident in time: False for an outage, or if it is closed."""
    return await any_row(
        conn,
        "SELECT FROM incidents WHERE id = %(incident)s AND kind <> 'outage' AND closed_at IS NULL",
        incident=incident,
    )


async def newest(conn: Connection) -> int:
    """The number of the newest one; 0 before the first."""
    return await fetch_one(conn, int, "SELECT coalesce(max(id), 0) FROM broadcasts")


async def find_lately(
    conn: Connection, channel: Channel, *, subject: str, body: str, audience: str
) -> Lately | None:
    """Find the notice of the last hour to the same conditions; one that says the same comes first.

    A notice that waits, or is being written, counts however long ago it was asked for.
    """
    return await fetch_optional(
        conn,
        Lately,
        """
        SELECT subject, made_at, (channel, subject, body) = (%(channel)s, %(subject)s, %(body)s) AS is_same
          FROM broadcasts
         WHERE audience = %(audience)s AND state <> 'stopped'
           AND (state <> 'done' OR coalesce(ended_at, made_at) > now() - interval '1 hour')
         ORDER BY is_same DESC, id DESC LIMIT 1
        """,
        channel=channel,
        subject=subject,
        body=body,
        audience=audience,
    )


async def insert(
    conn: Connection, form: BroadcastForm, *, subject: str, body: str, audience: str, count: int, by: StaffId
) -> BroadcastId:
    return await fetch_one(
        conn,
        BroadcastId,
        """
        INSERT INTO broadcasts (channel, is_advertising, subject, body, audience, recipients, state, made_by)
        VALUES (%(channel)s, %(is_advertising)s, %(subject)s, %(body)s, %(audience)s, %(count)s, 'waiting', %(by)s)
        RETURNING id
        """,
        channel=form.channel,
        is_advertising=form.is_advertising,
        subject=subject,
        body=body,
        audience=audience,
        count=count,
        by=by,
    )


async def freeze(conn: Connection, broadcast: BroadcastId, form: BroadcastForm) -> int:
    """Store the recipients of now, and return how many they are."""
    where = members_of(form)
    agreed = _agreed(form.channel, is_advertising=form.is_advertising)
    return await execute(
        conn,
        f"""
        INSERT INTO broadcast_recipients (broadcast_id, member_id)
        SELECT %(broadcast)s, m.id FROM members m WHERE {where.sql} AND {agreed}
        """,
        **where.params,
        broadcast=broadcast,
    )


async def find(conn: Connection, broadcast: BroadcastId, *, holds: bool = False) -> Broadcast | None:
    lock: LiteralString = "FOR UPDATE OF b" if holds else ""
    return await fetch_optional(
        conn,
        Broadcast,
        f"SELECT {BROADCASTS.line} FROM {BROADCASTS.source} WHERE b.id = %(id)s {lock}",
        id=broadcast,
    )


async def count_messages(conn: Connection, broadcast: BroadcastId, channel: Channel) -> BroadcastCounts:
    """Count the broadcast's messages by outcome, found by the references of members whom the job has come to."""
    return await fetch_one(
        conn,
        BroadcastCounts,
        """
        SELECT count(*) FILTER (WHERE o.sent_at IS NOT NULL) AS sent,
               count(*) FILTER (WHERE o.given_up_at IS NOT NULL AND o.refusal <> 'withdrawn') AS refused,
               count(*) FILTER (WHERE o.refusal = 'withdrawn') AS withdrawn,
               count(*) FILTER (WHERE o.sent_at IS NULL AND o.given_up_at IS NULL) AS waiting
          FROM broadcast_recipients r
          JOIN messages o ON o.channel = %(channel)s
                         AND o.reference = 'broadcast:' || r.broadcast_id || ':' || r.member_id
         WHERE r.broadcast_id = %(broadcast)s AND r.written_at IS NOT NULL
        """,
        broadcast=broadcast,
        channel=channel,
    )


async def list_unwritten(conn: Connection) -> list[BroadcastId]:
    return await fetch_all(conn, BroadcastId, "SELECT id FROM broadcasts WHERE state = 'writing' ORDER BY id")


async def list_next(conn: Connection, broadcast: Broadcast, *, limit: int) -> list[Recipient]:
    """List the next recipients; the job skips members who have left or withdrawn their consent since."""
    agreed = _agreed(broadcast.channel, is_advertising=broadcast.is_advertising)
    address: LiteralString = "m.email" if broadcast.channel == "mail" else "m.phone"
    return await fetch_all(
        conn,
        Recipient,
        f"""
        SELECT r.member_id AS member,
               CASE WHEN m.left_at IS NULL AND {agreed} THEN coalesce({address}, '') ELSE '' END AS to
          FROM broadcast_recipients r JOIN members m ON m.id = r.member_id
         WHERE r.broadcast_id = %(broadcast)s AND r.written_at IS NULL
         ORDER BY r.member_id LIMIT %(limit)s
        """,
        broadcast=broadcast.id,
        limit=limit,
    )


async def mark_written(conn: Connection, broadcast: BroadcastId, members: Sequence[int]) -> None:
    await execute(
        conn,
        """
        WITH marked AS (
            UPDATE broadcast_recipients SET written_at = now()
             WHERE broadcast_id = %(broadcast)s AND member_id = ANY(%(members)s) AND written_at IS NULL
            RETURNING 1
        )
        UPDATE broadcasts SET written = written + (SELECT count(*) FROM marked) WHERE id = %(broadcast)s
        """,
        broadcast=broadcast,
        members=list(members),
    )


async def list_written(conn: Connection, broadcast: BroadcastId, *, beyond: int, limit: int) -> list[int]:
    return await fetch_all(
        conn,
        int,
        """
        SELECT member_id FROM broadcast_recipients
         WHERE broadcast_id = %(broadcast)s AND written_at IS NOT NULL AND member_id > %(beyond)s
         ORDER BY member_id LIMIT %(limit)s
        """,
        broadcast=broadcast,
        beyond=beyond,
        limit=limit,
    )


async def set_state(conn: Connection, broadcast: BroadcastId, state: str) -> None:
    await execute(
        conn,
        """
        UPDATE broadcasts SET state = %(state)s, ended_at = CASE WHEN %(state)s IN ('done', 'stopped') THEN now() END
         WHERE id = %(broadcast)s
        """,
        broadcast=broadcast,
        state=state,
    )
