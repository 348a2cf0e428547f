"""Queries on the links by which a person without an account sets up one device."""

from datetime import datetime
from typing import LiteralString

from ieum.shop.kernel.db import Connection, any_row, execute, fetch_all, fetch_one, fetch_optional
from ieum.shop.members.types import MemberId
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
    SELECT l.id, l.service_id, l.name, l.expires_at, l.opened_at IS NOT NULL AS is_opened,
           l.expires_at <= clock_timestamp() AS is_expired, l.withdrawn_at IS NOT NULL AS is_withdrawn,
           l.device_id, d.public_key,
           coalesce(l.used_at > clock_timestamp() - interval '1 hour', false) AS may_repeat
      FROM device_links l
      LEFT JOIN devices d ON d.id = l.device_id
     WHERE l.token_hash = %(token_hash)s
"""


async def list_unused(conn: Connection, service: int) -> list[DeviceLink]:
    return await fetch_all(
        conn,
        DeviceLink,
        """
        SELECT id, name, created_at, expires_at, opened_at, full_at
          FROM device_links
         WHERE service_id = %(service)s AND used_at IS NULL AND withdrawn_at IS NULL AND expires_at > now()
         ORDER BY id
        """,
        service=service,
    )


async def count_links(conn: Connection, service: ServiceId, *, a_day: int) -> LinkCounts:
    """Count a service's links, in a statement after the one that locked the service."""
    return await fetch_one(
        conn,
        LinkCounts,
        """
        SELECT (SELECT count(*) FROM device_links
                 WHERE service_id = %(service)s AND used_at IS NULL AND withdrawn_at IS NULL
                   AND expires_at > now()) AS unused,
               (SELECT ceil(extract(epoch FROM created_at + interval '1 day' - now()))::integer
                  FROM device_links
                 WHERE service_id = %(service)s AND created_at > now() - interval '1 day'
                 ORDER BY created_at DESC OFFSET %(a_day)s - 1 LIMIT 1) AS wait
        """,
        service=service,
        a_day=a_day,
    )


async def insert_link(conn: Connection, service: ServiceId, *, token_hash: bytes, name: str) -> DeviceLink:
    return await fetch_one(
        conn,
        DeviceLink,
        """
        INSERT INTO device_links (service_id, token_hash, name)
        VALUES (%(service)s, %(token_hash)s, %(name)s)
        RETURNING id, name, created_at, expires_at, opened_at, full_at
        """,
        service=service,
        token_hash=token_hash,
        name=name,
    )


async def withdraw_link(conn: Connection, link: int, *, service: int, member: MemberId) -> bool:
    """True where it is withdrawn, however often; False where it has been used, or is none of the member's service."""
    return await any_row(
        conn,
        """
        UPDATE device_links l SET withdrawn_at = coalesce(l.withdrawn_at, now())
          FROM services s
         WHERE l.id = %(link)s AND l.service_id = %(service)s AND l.used_at IS NULL
           AND s.id = l.service_id AND s.member_id = %(member)s
        """,
        link=link,
        service=service,
        member=member,
    )


async def has_link(conn: Connection, link: int, *, service: int, member: MemberId) -> bool:
    return await any_row(
        conn,
        """
        SELECT FROM device_links l JOIN services s ON s.id = l.service_id
         WHERE l.id = %(link)s AND l.service_id = %(service)s AND s.member_id = %(member)s
        """,
        link=link,
        service=service,
        member=member,
    )


async def find_owner(conn: Connection, token_hash: bytes) -> LinkOwner | None:
    return await fetch_optional(
        conn,
        LinkOwner,
        """
        SELECT l.service_id, s.member_id FROM device_links l JOIN services s ON s.id = l.service_id
         WHERE l.token_hash = %(token_hash)s
        """,
        token_hash=token_hash,
    )


async def find_link(conn: Connection, token_hash: bytes) -> LinkRow | None:
    return await fetch_optional(conn, LinkRow, _LINK, token_hash=token_hash)


async def lock_link(conn: Connection, token_hash: bytes) -> LinkRow | None:
    """Lock a link whose service is locked, so that it is used or withdrawn, never both."""
    return await fetch_optional(conn, LinkRow, _LINK + " FOR UPDATE OF l", token_hash=token_hash)


async def find_service(conn: Connection, service: ServiceId) -> LinkedService | None:
    """None where it does not run."""
    return await fetch_optional(
        conn,
        LinkedService,
        """
        SELECT p.name AS plan_name, p.kind, a.carrier, a.region, host(e.address) AS address,
               g.public_key AS gateway_key, g.endpoint, p.device_limit,
               (SELECT count(*) FROM devices WHERE service_id = s.id AND removed_at IS NULL) AS devices
          FROM services s
          JOIN plans p ON p.id = s.plan_id
          JOIN leases l ON l.service_id = s.id AND l.state = 'active'
          JOIN exit_addresses e ON e.id = l.address_id
          JOIN address_pools a ON a.id = e.pool_id
          JOIN gateways g ON g.id = e.gateway_id
         WHERE s.id = %(service)s AND s.state = 'active' AND s.ends_at > now()
        """,
        service=service,
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
