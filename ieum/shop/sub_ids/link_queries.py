"""SQL of the links by which sub-ids choose their passwords."""

from datetime import datetime, timedelta

from ieum.shop.kernel.db import Connection, execute, fetch_one, fetch_optional
from ieum.shop.members.types import MemberId
from ieum.shop.sub_ids.types import LinkEnd, LinkRow

# For so long a link says why it does not work any more.
LINKS_KEPT = timedelta(days=30)


async def replace(
    conn: Connection, sub_id: MemberId, token_hash: bytes, *, expires_at: datetime, resets_factors: bool
) -> None:
    """Insert a link in place of the one before, which stops working. The caller has locked the sub-id."""
    await revoke(conn, sub_id)
    await execute(
        conn,
        """
        INSERT INTO sub_id_links (sub_id, token_hash, expires_at, resets_factors)
        VALUES (%(sub_id)s, %(token_hash)s, %(expires_at)s, %(resets_factors)s)
        """,
        sub_id=sub_id,
        token_hash=token_hash,
        expires_at=expires_at,
        resets_factors=resets_factors,
    )


async def revoke(conn: Connection, sub_id: MemberId) -> None:
    await execute(
        conn,
        """
        UPDATE sub_id_links SET revoked_at = now()
         WHERE sub_id = %(sub_id)s AND used_at IS NULL AND revoked_at IS NULL
        """,
        sub_id=sub_id,
    )


async def count_today(conn: Connection, sub_id: MemberId) -> int:
    return await fetch_one(
        conn,
        int,
        """
        SELECT count(*) FROM sub_id_links WHERE sub_id = %(sub_id)s AND created_at > now() - interval '1 day'
        """,
        sub_id=sub_id,
    )


async def find(conn: Connection, token_hash: bytes) -> LinkRow | None:
    """None where the link was used, taken back or is too old, and where its sub-id was removed."""
    return await fetch_optional(
        conn,
        LinkRow,
        """
        SELECT l.id, m.id AS sub_id, m.owner_id, m.login_id, m.name, o.name AS owner_name, l.expires_at,
               l.resets_factors, m.password_hash IS NOT NULL AS has_password, l.opened_at IS NOT NULL AS opened
          FROM sub_id_links l
          JOIN members m ON m.id = l.sub_id AND m.removed_at IS NULL AND m.left_at IS NULL
          JOIN members o ON o.id = m.owner_id
         WHERE l.token_hash = %(token_hash)s AND l.used_at IS NULL AND l.revoked_at IS NULL AND l.expires_at > now()
        """,
        token_hash=token_hash,
    )


async def find_end(conn: Connection, token_hash: bytes) -> LinkEnd | None:
    """Find why a link that was made does not work; None if there was never such a link, or it was deleted."""
    return await fetch_optional(
        conn,
        LinkEnd,
        """
        SELECT used_at IS NOT NULL AS used, revoked_at IS NOT NULL AS revoked
          FROM sub_id_links WHERE token_hash = %(token_hash)s
        """,
        token_hash=token_hash,
    )


async def note_opened(conn: Connection, link: int) -> None:
    await execute(
        conn, "UPDATE sub_id_links SET opened_at = coalesce(opened_at, now()) WHERE id = %(link)s", link=link
    )


async def note_used(conn: Connection, link: int) -> None:
    await execute(conn, "UPDATE sub_id_links SET used_at = now() WHERE id = %(link)s", link=link)


async def delete_old(conn: Connection, *, limit: int) -> int:
    """Delete links that have said for long enough why they do not work. Returns how many."""
    return await execute(
        conn,
        """
        DELETE FROM sub_id_links
         WHERE id IN (SELECT id FROM sub_id_links WHERE expires_at < now() - %(kept)s::interval
                       ORDER BY expires_at, id LIMIT %(limit)s)
        """,
        limit=limit,
        kept=LINKS_KEPT,
    )
