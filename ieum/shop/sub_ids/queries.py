"""SQL of sub-ids as their owner sees them, and of the events of each."""

from typing import Any, LiteralString

from psycopg.types.json import Jsonb

from ieum.shop.kernel.db import Connection, execute, fetch_all, fetch_one, fetch_optional
from ieum.shop.kernel.paging import Listing, fetch_page
from ieum.shop.members.types import MemberId
from ieum.shop.services.types import CONNECTED_SECONDS
from ieum.shop.sub_ids.types import By, Event, GrantState, OwnSubId, SubId, UsedSession, What

# What these name is in the index `members_owner`, so that a long list costs no row but those of its page.
_FOUND: LiteralString = """
    WITH shown AS (
        SELECT m.id FROM members m
         WHERE m.owner_id = %(owner)s AND m.left_at IS NULL
           AND (%(search)s = '' OR position(lower(%(search)s) IN m.login_id) > 0
                OR position(lower(%(search)s) IN lower(m.name)) > 0)
"""
_ONE: LiteralString = _FOUND + "AND m.id = %(sub_id)s)"
_KEPT: LiteralString = _FOUND + "AND m.removed_at IS NULL)"
_IN_STATE: LiteralString = _FOUND + "AND sub_id_state(m) = %(state)s)"
_COUNT: LiteralString = " SELECT count(*) FROM shown"
# The size of a page is written out, and where it begins is nothing that a plan can be made for: else the database would
# plan this anew for each request, which takes longer than to run it.
_LIST: LiteralString = """
    , page AS MATERIALIZED (SELECT id FROM shown ORDER BY id DESC LIMIT 20 OFFSET (SELECT %(offset)s::bigint))
    SELECT f.id, f.login_id, f.name, sub_id_state(f) AS state, last_day(f) AS last_day, f.joined_at AS created_at,
           greatest(logins.last, devices.last) AS last_seen_at, coalesce(devices.connected, false) AS connected,
           link.open AS link, coalesce(granted.services, '[]') AS services
      FROM page
      JOIN members f ON f.id = page.id
      LEFT JOIN LATERAL (SELECT max(last_used_at) AS last FROM login_sessions WHERE member_id = f.id) logins ON true
      LEFT JOIN LATERAL (
           SELECT max(u.last_handshake_at) AS last,
                  bool_or(d.removed_at IS NULL AND d.off_at IS NULL
                          AND u.last_handshake_at > now() - make_interval(secs => %(connected)s)) AS connected
             FROM devices d JOIN device_usage u ON u.device_id = d.id
            WHERE d.made_by = f.id) devices ON true
      LEFT JOIN LATERAL (
           SELECT jsonb_build_object('madeAt', l.created_at, 'expiresAt', l.expires_at, 'openedAt', l.opened_at) AS open
             FROM sub_id_links l
            WHERE l.sub_id = f.id AND l.used_at IS NULL AND l.revoked_at IS NULL AND l.expires_at > now()) link ON true
      LEFT JOIN LATERAL (
           SELECT jsonb_agg(jsonb_build_object('id', s.id, 'kind', p.kind, 'planName', p.name,
                                               'address', host(e.address)) ORDER BY s.id DESC) AS services
             FROM service_grants g
             JOIN services s ON s.id = g.service_id
                              AND (s.state = 'suspended' OR s.state = 'active' AND s.ends_at > now())
             JOIN plans p ON p.id = s.plan_id
             LEFT JOIN leases l ON l.service_id = s.id AND l.state = 'active'
             LEFT JOIN exit_addresses e ON e.id = l.address_id
            WHERE g.sub_id = f.id) granted ON true
     ORDER BY f.id DESC
"""


async def list_sub_ids(
    conn: Connection, owner: MemberId, *, search: str, state: str | None, page: int
) -> Listing[SubId]:
    """List an owner's sub-ids, the newest first; removed ones only where `state` asks for them."""
    found = _KEPT if state is None else _IN_STATE
    return await fetch_page(
        conn,
        SubId,
        found + _LIST,
        found + _COUNT,
        page=page,
        owner=owner,
        search=search,
        state=state,
        connected=CONNECTED_SECONDS,
    )


async def find(conn: Connection, owner: MemberId, sub_id: int) -> SubId | None:
    """Find one sub-id of this owner's, a removed one too; None where there is none such."""
    return await fetch_optional(
        conn,
        SubId,
        _ONE + _LIST,
        owner=owner,
        sub_id=sub_id,
        search="",
        connected=CONNECTED_SECONDS,
        offset=0,
    )


async def list_grants(conn: Connection, sub_id: MemberId) -> list[GrantState]:
    """List what a sub-id may do with each service, running ones first; its devices are left out."""
    return await fetch_all(
        conn,
        GrantState,
        """
        SELECT s.id AS service_id, p.kind, p.name AS plan_name, host(e.address) AS address,
               CASE WHEN s.state = 'active' AND s.ends_at <= now()
                    THEN CASE WHEN b.id IS NULL THEN 'expired' ELSE 'suspended' END
                    ELSE s.state END AS state,
               device_limit_of(s.id, p.device_limit) AS plan_device_limit, g.device_limit, g.change_limit,
               changes_left(g, p.kind) AS changes_left, g.sees_record, '[]'::jsonb AS devices
          FROM service_grants g
          JOIN services s ON s.id = g.service_id
          JOIN plans p ON p.id = s.plan_id
          LEFT JOIN subscriptions b ON b.id = s.subscription_id AND b.state <> 'ended'
          LEFT JOIN LATERAL (SELECT address_id FROM leases
                              WHERE service_id = s.id AND active_at IS NOT NULL ORDER BY id DESC LIMIT 1) l ON true
          LEFT JOIN exit_addresses e ON e.id = l.address_id
         WHERE g.sub_id = %(sub_id)s
         ORDER BY s.state = 'active' DESC, s.id DESC
        """,
        sub_id=sub_id,
    )


async def find_plan_limit(conn: Connection, owner: MemberId, service: int) -> int | None:
    """Find how many devices a living service of this owner's may have; None if there is no such service."""
    return await fetch_optional(
        conn,
        int,
        """
        SELECT device_limit_of(s.id, p.device_limit) FROM services s JOIN plans p ON p.id = s.plan_id
         WHERE s.id = %(service)s AND s.member_id = %(owner)s AND s.state IN ('active', 'suspended')
           AND s.ends_at > now()
        """,
        owner=owner,
        service=service,
    )


_SESSIONS: LiteralString = """
    WITH made AS MATERIALIZED (
        SELECT id, service_id, name FROM devices WHERE made_by = %(sub_id)s
    ), shown AS (
        SELECT u.device_id, u.exit_address, u.began_at, u.ended_at, u.rx_bytes, u.tx_bytes
          FROM usage_sessions u
         WHERE u.service_id IN (SELECT service_id FROM made) AND u.device_id IN (SELECT id FROM made)
           AND u.began_at > now() - make_interval(days => %(days)s)
         UNION ALL
        SELECT u.device_id, u.session_exit, u.session_began_at, NULL, u.session_rx, u.session_tx
          FROM device_usage u
         WHERE u.device_id IN (SELECT id FROM made) AND u.session_began_at IS NOT NULL
    )
"""


_LIST_SESSIONS: LiteralString = """
    SELECT d.service_id, p.name AS plan_name, d.name AS device_name, host(u.exit_address) AS exit_address,
           u.began_at, u.ended_at, u.rx_bytes, u.tx_bytes
      FROM shown u
      JOIN made d ON d.id = u.device_id
      JOIN services s ON s.id = d.service_id
      JOIN plans p ON p.id = s.plan_id
     ORDER BY u.began_at DESC, u.device_id, u.ended_at NULLS FIRST
     LIMIT %(limit)s OFFSET %(offset)s
"""


async def list_sessions(conn: Connection, sub_id: MemberId, *, days: int, page: int) -> Listing[UsedSession]:
    """List the connections of a sub-id's devices in the last days, the newest first; never where they came from."""
    return await fetch_page(
        conn,
        UsedSession,
        _SESSIONS + _LIST_SESSIONS,
        _SESSIONS + _COUNT,
        page=page,
        sub_id=sub_id,
        days=days,
    )


async def insert_event(
    conn: Connection,
    sub_id: MemberId,
    what: What,
    *,
    by: By = "owner",
    service: int | None = None,
    detail: dict[str, Any] | None = None,
) -> None:
    """Note what was done, for owner and sub-id to read. `detail` holds numbers and days, nothing personal."""
    await execute(
        conn,
        """
        INSERT INTO sub_id_events (sub_id, by, what, service_id, detail)
        VALUES (%(sub_id)s, %(by)s, %(what)s, %(service)s, %(detail)s)
        """,
        sub_id=sub_id,
        by=by,
        what=what,
        service=service,
        detail=Jsonb(detail or {}),
    )


async def list_events(conn: Connection, sub_id: MemberId, page: int) -> Listing[Event]:
    """List what was done, the newest first, with the address that each service had at that time.

    A device is named as it is now, and a change of address says what became of it.
    """
    return await fetch_page(
        conn,
        Event,
        """
        SELECT v.id, v.at, v.by, v.what, v.service_id, p.name AS plan_name, host(e.address) AS address,
               CASE WHEN d.id IS NOT NULL THEN jsonb_build_object('name', d.name)
                    WHEN c.id IS NOT NULL THEN jsonb_build_object('state', c.state, 'from', host(f.address),
                                                                  'to', host(t.address))
                    ELSE v.detail END AS detail
          FROM sub_id_events v
          LEFT JOIN devices d ON d.id = (v.detail->>'device')::bigint
          LEFT JOIN ip_changes c ON c.id = (v.detail->>'change')::bigint
          LEFT JOIN leases former ON former.id = c.old_lease_id
          LEFT JOIN exit_addresses f ON f.id = former.address_id
          LEFT JOIN leases later ON later.id = c.new_lease_id
          LEFT JOIN exit_addresses t ON t.id = later.address_id
          LEFT JOIN services s ON s.id = v.service_id
          LEFT JOIN plans p ON p.id = s.plan_id
          LEFT JOIN LATERAL (SELECT address_id FROM leases
                              WHERE service_id = s.id AND active_at <= v.at ORDER BY id DESC LIMIT 1) l ON true
          LEFT JOIN exit_addresses e ON e.id = l.address_id
         WHERE v.sub_id = %(sub_id)s
         ORDER BY v.id DESC LIMIT %(limit)s OFFSET %(offset)s
        """,
        "SELECT count(*) FROM sub_id_events WHERE sub_id = %(sub_id)s",
        page=page,
        sub_id=sub_id,
    )


async def get_own(conn: Connection, sub_id: MemberId) -> OwnSubId:
    """The owner's name is not masked yet."""
    return await fetch_one(
        conn,
        OwnSubId,
        """
        SELECT m.login_id, m.name, o.name AS owner_name, last_day(m) AS last_day, m.joined_at AS created_at
          FROM members m JOIN members o ON o.id = m.owner_id WHERE m.id = %(sub_id)s
        """,
        sub_id=sub_id,
    )


async def list_served_after_end(conn: Connection, *, limit: int) -> list[tuple[MemberId, MemberId]]:
    """List sub-ids, each after its owner, that are over while they have a served device, or somebody looks as them."""
    rows = await fetch_all(
        conn,
        list[MemberId],
        """
        SELECT ARRAY[m.owner_id, m.id] FROM members m
         WHERE m.access_ends_at <= now() AND m.removed_at IS NULL
           AND (EXISTS (SELECT FROM devices d WHERE d.made_by = m.id AND d.removed_at IS NULL AND d.off_at IS NULL)
                OR EXISTS (SELECT FROM login_sessions l WHERE l.acts_as = m.id AND l.ended_at IS NULL))
         ORDER BY m.id LIMIT %(limit)s
        """,
        limit=limit,
    )
    return [(owner, sub_id) for owner, sub_id in rows]


async def forget(conn: Connection, sub_ids: list[MemberId]) -> None:
    """Delete the links and events of sub-ids that are being destroyed, and what was told of their last days."""
    await execute(
        conn,
        """
        WITH links AS (DELETE FROM sub_id_links WHERE sub_id = ANY(%(sub_ids)s)),
             told AS (DELETE FROM sub_id_ends_told WHERE sub_id = ANY(%(sub_ids)s))
        DELETE FROM sub_id_events WHERE sub_id = ANY(%(sub_ids)s)
        """,
        sub_ids=sub_ids,
    )
