"""Queries on the links that change a service's address."""

from datetime import datetime

from ieum.shop.kernel.db import Connection, any_row, execute, fetch_all, fetch_one, fetch_optional
from ieum.shop.members.types import MemberId
from ieum.shop.rotation.types import Links, RotationLink
from ieum.shop.services.types import ServiceId


async def list_links(conn: Connection, service: int) -> list[RotationLink]:
    return await fetch_all(
        conn,
        RotationLink,
        """
        SELECT id, name, networks::text[] AS networks, created_at, used_at
          FROM rotation_links WHERE service_id = %(service)s AND revoked_at IS NULL ORDER BY id
        """,
        service=service,
    )


async def count_links(conn: Connection, service: int, *, a_day: int) -> Links:
    """Count a service's links, in a statement after the one that locked the service."""
    return await fetch_one(
        conn,
        Links,
        """
        SELECT (SELECT count(*) FROM rotation_links WHERE service_id = %(service)s AND revoked_at IS NULL) AS in_use,
               (SELECT ceil(extract(epoch FROM created_at + interval '1 day' - now()))::integer
                  FROM rotation_links
                 WHERE service_id = %(service)s AND created_at > now() - interval '1 day'
                 ORDER BY created_at DESC OFFSET %(a_day)s - 1 LIMIT 1) AS wait
        """,
        service=service,
        a_day=a_day,
    )


async def insert_link(
    conn: Connection, service: ServiceId, *, token_hash: bytes, name: str, networks: list[str]
) -> RotationLink:
    return await fetch_one(
        conn,
        RotationLink,
        """
        INSERT INTO rotation_links (service_id, token_hash, name, networks)
        VALUES (%(service)s, %(token_hash)s, %(name)s, %(networks)s::cidr[])
        RETURNING id, name, networks::text[] AS networks, created_at, used_at
        """,
        service=service,
        token_hash=token_hash,
        name=name,
        networks=networks,
    )


async def revoke_link(conn: Connection, service: int, link: int) -> bool:
    """False where the service has no such link; True where it is revoked, however often."""
    return await any_row(
        conn,
        """
        UPDATE rotation_links SET revoked_at = coalesce(revoked_at, now())
         WHERE id = %(link)s AND service_id = %(service)s
        """,
        link=link,
        service=service,
    )


async def find_linked(conn: Connection, token_hash: bytes, *, caller: str) -> ServiceId | None:
    """The service that a link changes; None where there is no such link, or it may not be used from there."""
    return await fetch_optional(
        conn,
        ServiceId,
        """
        SELECT service_id FROM rotation_links
         WHERE token_hash = %(token_hash)s AND revoked_at IS NULL
           AND (networks = '{}' OR %(caller)s::inet <<= ANY(networks))
        """,
        token_hash=token_hash,
        caller=caller,
    )


async def note_link_used(conn: Connection, token_hash: bytes) -> None:
    await execute(
        conn,
        "UPDATE rotation_links SET used_at = now() WHERE token_hash = %(token_hash)s",
        token_hash=token_hash,
    )


async def delete_links_of(conn: Connection, member: MemberId) -> None:
    """Delete the links of a member who leaves; those of services that are over are gone already."""
    await execute(
        conn,
        """
        DELETE FROM rotation_links WHERE service_id IN (SELECT id FROM services WHERE member_id = %(member)s)
        """,
        member=member,
    )


async def delete_revoked_links(conn: Connection, *, before: datetime, limit: int) -> int:
    return await execute(
        conn,
        """
        DELETE FROM rotation_links
         WHERE id IN (SELECT id FROM rotation_links WHERE revoked_at < %(before)s
                       ORDER BY revoked_at, id LIMIT %(limit)s)
        """,
        before=before,
        limit=limit,
    )
