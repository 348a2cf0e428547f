"""Queries on the links by which a person without an account sets up one device."""

from datetime import datetime
from typing import LiteralString

from ieum.shop.kernel.db import Connection, any_row, execute, fetch_all, fetch_one, fetch_optional
from ieum.shop.members.types import MemberId, Viewer
from ieum.shop.services.device_link_types import (
    DeviceLink,
    LinkCounts,
    LinkedService,
    LinkOwner,
    LinkRow,
)
from ieum.shop.services.types import DeviceId, ServiceId

# By the clock: the transaction may have begun before it waited for the service.
_LINK: LiteralString = """
    SELECT l.id, l.service_id, l.made_by, l.name, l.expires_at, l.opened_at IS NOT NULL AS is_opened,
           l.expires_at <= clock_timestamp() AS is_expired, l.withdrawn_at IS NOT NULL AS is_withdrawn,
           l.device_id, d.public_key,
           coalesce(l.used_at > clock_timestamp() - interval '1 hour', false) AS may_repeat
      FROM device_links l
      LEFT JOIN devices d ON d.id = l.device_id
     WHERE l.token_hash = %(token_hash)s
"""
# All links of an owner's service; to a sub-id its own, for as long as it has a right to the service.
_SEEN: LiteralString = """
    WITH seen AS (
        SELECT l.id
          FROM device_links l
          JOIN services s ON s.id = l.service_id
         WHERE l.id = %(link)s AND s.id = %(service)s AND s.member_id = %(owner)s
           AND (%(sub_id)s::bigint IS NULL
                OR l.made_by = %(sub_id)s
                   AND EXISTS (SELECT FROM service_grants r WHERE r.service_id = s.id AND r.sub_id = %(sub_id)s))
    )
"""
_FIND: LiteralString = "SELECT id FROM seen"
_WITHDRAW: LiteralString = """
    UPDATE device_links SET withdrawn_at = coalesce(withdrawn_at, now())
     WHERE id IN (SELECT id FROM seen) AND used_at IS NULL
"""


async def list_unused(conn: Connection, service: int, made_by: MemberId | None) -> list[DeviceLink]:
    """List all links of a service with who made them, or those that a sub-id made."""
    return await fetch_all(
        conn,
        DeviceLink,
        """
        SELECT l.id, l.name, l.created_at, l.expires_at, l.opened_at, l.full_at,
               CASE WHEN m.id IS NOT NULL THEN jsonb_build_object(
                   'id', m.id, 'loginId', coalesce(m.login_id, ''), 'name', coalesce(m.name, '')) END AS made_by
          FROM device_links l
          LEFT JOIN members m ON m.id = l.made_by AND %(made_by)s::bigint IS NULL
         WHERE l.service_id = %(service)s AND (%(made_by)s::bigint IS NULL OR l.made_by = %(made_by)s)
           AND l.used_at IS NULL AND l.withdrawn_at IS NULL AND l.expires_at > now()
         ORDER BY l.id
        """,
        service=service,
        made_by=made_by,
    )


async def count_links(
    conn: Connection, service: ServiceId, made_by: MemberId | None, *, a_day: int
) -> LinkCounts:
    """Count what somebody made of a service's links, in a statement after the one that locked the service.

    Each maker has a limit, as with keys, so that no sub-id uses up its owner's.
    """
    return await fetch_one(
        conn,
        LinkCounts,
        """
        SELECT (SELECT count(*) FROM device_links
                 WHERE service_id = %(service)s AND made_by IS NOT DISTINCT FROM %(made_by)s
                   AND used_at IS NULL AND withdrawn_at IS NULL AND expires_at > now()) AS unused,
               (SELECT ceil(extract(epoch FROM created_at + interval '1 day' - now()))::integer
                  FROM device_links
                 WHERE service_id = %(service)s AND made_by IS NOT DISTINCT FROM %(made_by)s
                   AND created_at > now() - interval '1 day'
                 ORDER BY created_at DESC OFFSET %(a_day)s - 1 LIMIT 1) AS wait
        """,
        service=service,
        made_by=made_by,
        a_day=a_day,
    )


async def insert_link(
    conn: Connection, service: ServiceId, made_by: MemberId | None, *, token_hash: bytes, name: str
) -> DeviceLink:
    return await fetch_one(
        conn,
        DeviceLink,
        """
        INSERT INTO device_links (service_id, made_by, token_hash, name)
        VALUES (%(service)s, %(made_by)s, %(token_hash)s, %(name)s)
        RETURNING id, name, created_at, expires_at, opened_at, full_at, NULL AS made_by
        """,
        service=service,
        made_by=made_by,
        token_hash=token_hash,
        name=name,
    )


async def withdraw_link(conn: Connection, link: int, *, service: int, viewer: Viewer) -> bool:
    """True where it is withdrawn, however often; False where it has been used, or is none that the viewer sees."""
    return await any_row(
        conn,
        _SEEN + _WITHDRAW,
        link=link,
        service=service,
        owner=viewer.owner,
        sub_id=viewer.sub_id,
    )


async def has_link(conn: Connection, link: int, *, service: int, viewer: Viewer) -> bool:
    return await any_row(
        conn,
        _SEEN + _FIND,
        link=link,
        service=service,
        owner=viewer.owner,
        sub_id=viewer.sub_id,
    )


async def withdraw_links_made_by(
    conn: Connection, sub_ids: list[MemberId], *, service: int | None = None
) -> None:
    """Withdraw what sub-ids made, of all services or of one; the caller has locked these services."""
    await execute(
        conn,
        """
        UPDATE device_links SET withdrawn_at = now()
         WHERE made_by = ANY(%(sub_ids)s) AND (%(service)s::bigint IS NULL OR service_id = %(service)s)
           AND used_at IS NULL AND withdrawn_at IS NULL
        """,
        sub_ids=sub_ids,
        service=service,
    )


async def find_owner(conn: Connection, token_hash: bytes) -> LinkOwner | None:
    return await fetch_optional(
        conn,
        LinkOwner,
        """
        SELECT l.service_id, s.member_id, l.made_by
          FROM device_links l
          JOIN services s ON s.id = l.service_id
         WHERE l.token_hash = %(token_hash)s
        """,
        token_hash=token_hash,
    )


async def find_link(conn: Connection, token_hash: bytes) -> LinkRow | None:
    return await fetch_optional(conn, LinkRow, _LINK, token_hash=token_hash)


async def lock_link(conn: Connection, token_hash: bytes) -> LinkRow | None:
    """Lock a link whose service is locked, so that it is used or withdrawn, never both."""
    return await fetch_optional(conn, LinkRow, _LINK + " FOR UPDATE OF l", token_hash=token_hash)


async def find_service(
    conn: Connection, service: ServiceId, made_by: MemberId | None
) -> LinkedService | None:
    """None where it does not run, or the sub-id that made the link may not use it now."""
    return await fetch_optional(
        conn,
        LinkedService,
        """
        SELECT p.name AS plan_name, p.kind, a.carrier, a.region, host(e.address) AS address,
               g.public_key AS gateway_key, g.endpoint, g.mtu, g.pretends_use AS pretended_use,
               (SELECT count(*) < device_limit_of(s.id, p.device_limit)
                       AND (r.sub_id IS NULL OR count(*) FILTER (WHERE made_by = r.sub_id) < r.device_limit)
                  FROM devices WHERE service_id = s.id AND removed_at IS NULL) AS has_place
          FROM services s
          JOIN plans p ON p.id = s.plan_id
          JOIN leases l ON l.service_id = s.id AND l.state = 'active'
          JOIN exit_addresses e ON e.id = l.address_id
          JOIN address_pools a ON a.id = e.pool_id
          JOIN gateways g ON g.id = e.gateway_id
          LEFT JOIN service_grants r ON r.service_id = s.id AND r.sub_id = %(made_by)s
         WHERE s.id = %(service)s AND s.state = 'active' AND s.ends_at > now()
           AND (%(made_by)s::bigint IS NULL OR may_use(r))
        """,
        service=service,
        made_by=made_by,
    )


async def note_opened(conn: Connection, link: int) -> None:
    await execute(
        conn,
        "UPDATE device_links SET opened_at = now() WHERE id = %(link)s AND opened_at IS NULL",
        link=link,
    )


async def note_full(conn: Connection, link: int) -> None:
    await execute(conn, "UPDATE device_links SET full_at = now() WHERE id = %(link)s", link=link)


async def note_used(conn: Connection, link: int, device: DeviceId) -> None:
    await execute(
        conn,
        "UPDATE device_links SET used_at = now(), device_id = %(device)s WHERE id = %(link)s",
        link=link,
        device=device,
    )


async def delete_links_of(conn: Connection, member: MemberId) -> None:
    """Delete the links of a member who leaves; those of services that are over are gone already."""
    await execute(
        conn,
        "DELETE FROM device_links WHERE service_id IN (SELECT id FROM services WHERE member_id = %(member)s)",
        member=member,
    )


async def delete_expired(conn: Connection, *, before: datetime, limit: int) -> int:
    """Delete links that could be used until `before` at the latest, whatever became of them."""
    return await execute(
        conn,
        """
        DELETE FROM device_links
         WHERE id IN (SELECT id FROM device_links WHERE expires_at < %(before)s
                       ORDER BY expires_at, id LIMIT %(limit)s)
        """,
        before=before,
        limit=limit,
    )
