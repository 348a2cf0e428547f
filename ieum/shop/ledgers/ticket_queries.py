"""IP tickets: what is taken is taken from a grant, and what is left of a grant is a sum."""

from datetime import datetime

from ieum.shop.kernel.db import Connection, execute, fetch_one, fetch_optional
from ieum.shop.members.types import MemberId


async def lock_holder(conn: Connection, member: MemberId) -> None:
    """Two that take from one member's tickets take turns; count in the statement after."""
    await fetch_optional(
        conn, int, "SELECT 1 FROM members WHERE id = %(member)s FOR NO KEY UPDATE", member=member
    )


async def grant(
    conn: Connection, member: MemberId, quantity: int, order_id: str, *, expires_at: datetime
) -> None:
    """Once per order, however often it is settled."""
    await execute(
        conn,
        """
        INSERT INTO ticket_entries (member_id, amount, kind, order_id, expires_at)
        VALUES (%(member)s, %(quantity)s, 'granted', %(order_id)s, %(expires_at)s)
        ON CONFLICT (order_id, kind) WHERE kind IN ('granted', 'clawed_back') DO NOTHING
        """,
        member=member,
        quantity=quantity,
        order_id=order_id,
        expires_at=expires_at,
    )


async def use(conn: Connection, member: MemberId, service: int) -> bool:
    """Take one of those that run out soonest. False where none is left. The caller has locked the holder."""
    return bool(
        await execute(
            conn,
            """
            INSERT INTO ticket_entries (member_id, amount, kind, service_id, grant_id)
            SELECT member_id, -1, 'used', %(service)s, id FROM ticket_grants
             WHERE member_id = %(member)s AND left_over > 0 AND (expires_at IS NULL OR expires_at > now())
             ORDER BY expires_at NULLS LAST, id
             LIMIT 1
            """,
            member=member,
            service=service,
        )
    )


async def left_of(conn: Connection, order_id: str) -> int:
    """Of what an order granted; what has run out is not left, a job seen it or not."""
    return await fetch_one(
        conn,
        int,
        """
        SELECT coalesce(sum(left_over), 0)::bigint FROM ticket_grants
         WHERE order_id = %(order_id)s AND (expires_at IS NULL OR expires_at > now())
        """,
        order_id=order_id,
    )


async def claw_back(conn: Connection, member: MemberId, order_id: str) -> int:
    """Take back all that is left of an order's tickets; how many that were, 0 the second time."""
    return await fetch_one(
        conn,
        int,
        """
        WITH taken AS (
            INSERT INTO ticket_entries (member_id, amount, kind, order_id, grant_id)
            SELECT member_id, -left_over, 'clawed_back', order_id, id FROM ticket_grants
             WHERE member_id = %(member)s AND order_id = %(order_id)s AND left_over > 0
            ON CONFLICT (order_id, kind) WHERE kind IN ('granted', 'clawed_back') DO NOTHING
            RETURNING amount
        )
        SELECT coalesce(-sum(amount), 0)::bigint FROM taken
        """,
        member=member,
        order_id=order_id,
    )


async def find_overdue_holder(conn: Connection) -> MemberId | None:
    """Somebody whose tickets have run out and still count."""
    return await fetch_optional(
        conn,
        MemberId,
        """
        SELECT member_id FROM ticket_grants
         WHERE expires_at <= now() AND left_over > 0
         ORDER BY expires_at, id LIMIT 1
        """,
    )


async def expire(conn: Connection, member: MemberId) -> int:
    """Take what has run out; how many tickets. The caller has locked the holder."""
    return await fetch_one(
        conn,
        int,
        """
        WITH taken AS (
            INSERT INTO ticket_entries (member_id, amount, kind, grant_id)
            SELECT member_id, -left_over, 'expired', id FROM ticket_grants
             WHERE member_id = %(member)s AND expires_at <= now() AND left_over > 0
            RETURNING amount
        )
        SELECT coalesce(-sum(amount), 0)::bigint FROM taken
        """,
        member=member,
    )


async def forfeit(conn: Connection, member: MemberId) -> int:
    """All that is left of them, grant by grant."""
    return await fetch_one(
        conn,
        int,
        """
        WITH taken AS (
            INSERT INTO ticket_entries (member_id, amount, kind, grant_id)
            SELECT member_id, -left_over, 'forfeited', id FROM ticket_grants
             WHERE member_id = %(member)s AND left_over > 0
            RETURNING amount
        )
        SELECT coalesce(-sum(amount), 0)::bigint FROM taken
        """,
        member=member,
    )
