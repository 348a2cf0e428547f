"""The ledger of IP tickets. Each entry that takes tickets names a grant; what is left of a grant is a sum."""

from datetime import datetime
from typing import Literal

from ieum.shop.kernel.db import Connection, any_row, execute, fetch_one, fetch_optional
from ieum.shop.kernel.http import Listing, fetch_page
from ieum.shop.ledgers.types import TicketEntry
from ieum.shop.members.types import MemberId


async def grant(
    conn: Connection, member: MemberId, quantity: int, order_id: str, *, expires_at: datetime
) -> None:
    """Grant an order's tickets; a second grant for the same order changes nothing."""
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
    """Take one ticket, of those that expire soonest. False where none is left. The caller has locked the holder."""
    return await any_row(
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


async def left_of(conn: Connection, order_id: str) -> int:
    """Count an order's tickets that could still be used; expired ones could not, even before the job takes them."""
    return await fetch_one(
        conn,
        int,
        """
        SELECT coalesce(sum(left_over), 0)::bigint FROM ticket_grants
         WHERE order_id = %(order_id)s AND (expires_at IS NULL OR expires_at > now())
        """,
        order_id=order_id,
    )


async def find_overdue_holder(conn: Connection) -> MemberId | None:
    """Find a member with tickets that have expired and still count in the ledger."""
    return await fetch_optional(
        conn,
        MemberId,
        """
        SELECT member_id FROM ticket_grants
         WHERE expires_at <= now() AND left_over > 0
         ORDER BY expires_at, id LIMIT 1
        """,
    )


async def claw_back(conn: Connection, member: MemberId, order_id: str) -> int:
    """Take all that is left of an order's tickets and return how many; 0 the second time."""
    return await _take_all(conn, member, "clawed_back", order_id=order_id)


async def expire(conn: Connection, member: MemberId) -> int:
    """Take the tickets that have expired and return how many. The caller has locked the holder."""
    return await _take_all(conn, member, "expired", expired_only=True)


async def forfeit(conn: Connection, member: MemberId) -> int:
    """Take all the member's tickets and return how many."""
    return await _take_all(conn, member, "forfeited")


async def _take_all(
    conn: Connection,
    member: MemberId,
    kind: Literal["clawed_back", "expired", "forfeited"],
    *,
    order_id: str | None = None,
    expired_only: bool = False,
) -> int:
    """Take what is left of each of the member's grants, or of one order's, or of the expired ones."""
    return await fetch_one(
        conn,
        int,
        """
        WITH taken AS (
            INSERT INTO ticket_entries (member_id, amount, kind, order_id, grant_id)
            SELECT member_id, -left_over, %(kind)s, %(order_id)s::text, id FROM ticket_grants
             WHERE member_id = %(member)s AND left_over > 0
               AND (%(order_id)s::text IS NULL OR order_id = %(order_id)s)
               AND (NOT %(expired_only)s OR expires_at <= now())
            ON CONFLICT (order_id, kind) WHERE kind IN ('granted', 'clawed_back') DO NOTHING
            RETURNING amount
        )
        SELECT coalesce(-sum(amount), 0)::bigint FROM taken
        """,
        member=member,
        kind=kind,
        order_id=order_id,
        expired_only=expired_only,
    )


async def list_tickets(conn: Connection, member: MemberId, page: int) -> Listing[TicketEntry]:
    """List the entries, newest first. One that takes tickets (used, expired …) names the order that bought them."""
    return await fetch_page(
        conn,
        TicketEntry,
        """
        SELECT e.created_at AS at, e.kind, e.amount, coalesce(e.order_id, g.order_id) AS order_id, e.expires_at
          FROM (SELECT * FROM ticket_entries WHERE member_id = %(member)s
                 ORDER BY created_at DESC, id DESC LIMIT %(limit)s OFFSET %(offset)s) e
          LEFT JOIN ticket_entries g ON g.id = e.grant_id
         ORDER BY e.created_at DESC, e.id DESC
        """,
        "SELECT count(*) FROM ticket_entries WHERE member_id = %(member)s",
        page=page,
        member=member,
    )
