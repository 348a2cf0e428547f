"""The ledger of IP tickets. Each entry that takes tickets names a grant; what is left of a grant is a sum."""

from datetime import datetime
from typing import Literal

from ieum.shop.kernel.db import Connection, any_row, execute, fetch_one, fetch_optional
from ieum.shop.kernel.paging import Listing, fetch_page
from ieum.shop.ledgers.types import NextTicket, Reserved, TicketEntry, TicketEntryId
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


async def reserve(conn: Connection, member: MemberId, service: int) -> TicketEntryId | None:
    """Take one ticket for a change that is under way, of those that expire soonest; None where none is left.

    Of one grant, a ticket that came back before goes first. The caller has locked the holder.
    """
    return await fetch_optional(
        conn,
        TicketEntryId,
        """
        INSERT INTO ticket_entries (member_id, amount, kind, service_id, grant_id, of_entry)
        SELECT g.member_id, -1, 'reserved', %(service)s, g.id,
               (SELECT back.id FROM ticket_entries back
                 WHERE back.grant_id = g.id AND back.kind = 'returned'
                   AND NOT EXISTS (SELECT FROM ticket_entries again
                                    WHERE again.of_entry = back.id AND again.kind = 'reserved'
                                      AND NOT EXISTS (SELECT FROM ticket_entries free
                                                       WHERE free.of_entry = again.id AND free.kind = 'released'))
                 ORDER BY back.id LIMIT 1)
          FROM ticket_grants g
         WHERE g.member_id = %(member)s AND g.left_over > 0 AND (g.expires_at IS NULL OR g.expires_at > now())
         ORDER BY g.expires_at NULLS LAST, g.id
         LIMIT 1
        RETURNING id
        """,
        member=member,
        service=service,
    )


async def find_next(conn: Connection, member: MemberId) -> NextTicket | None:
    """Find the ticket that `reserve` would take now."""
    return await fetch_optional(
        conn,
        NextTicket,
        """
        SELECT expires_at, tried > 0 AS is_tried FROM ticket_grants
         WHERE member_id = %(member)s AND left_over > 0 AND (expires_at IS NULL OR expires_at > now())
         ORDER BY expires_at NULLS LAST, id
         LIMIT 1
        """,
        member=member,
    )


async def find_reserved(conn: Connection, reservation: TicketEntryId) -> Reserved:
    """Say what became of a reserved ticket's grant meanwhile. The caller has locked the holder."""
    return await fetch_one(
        conn,
        Reserved,
        """
        SELECT r.member_id, coalesce(g.expires_at <= now(), false) AS has_expired,
               m.left_at IS NOT NULL OR coalesce(o.state <> 'paid', false) AS is_void
          FROM ticket_entries r
          JOIN ticket_entries g ON g.id = r.grant_id
          JOIN members m ON m.id = r.member_id
          LEFT JOIN orders o ON o.id = g.order_id
         WHERE r.id = %(reservation)s
        """,
        reservation=reservation,
    )


async def end_reservation(
    conn: Connection, reservation: TicketEntryId, kind: Literal["used", "released", "returned"]
) -> None:
    """Add what became of a reserved ticket. The table refuses a second end and a second return (UniqueViolation)."""
    await execute(
        conn,
        """
        INSERT INTO ticket_entries (member_id, amount, kind, service_id, grant_id, of_entry)
        SELECT member_id, CASE %(kind)s WHEN 'used' THEN 0 ELSE 1 END, %(kind)s, service_id, grant_id, id
          FROM ticket_entries WHERE id = %(reservation)s
        """,
        reservation=reservation,
        kind=kind,
    )


async def take_again(
    conn: Connection, reservation: TicketEntryId, kind: Literal["expired", "forfeited"]
) -> None:
    """Take a ticket that was just released."""
    await execute(
        conn,
        """
        INSERT INTO ticket_entries (member_id, amount, kind, grant_id)
        SELECT member_id, -1, %(kind)s, grant_id FROM ticket_entries WHERE id = %(reservation)s
        """,
        reservation=reservation,
        kind=kind,
    )


async def grant_anew(conn: Connection, member: MemberId, *, days: int) -> None:
    """Grant a ticket in place of one that has expired while it was reserved."""
    await execute(
        conn,
        """
        INSERT INTO ticket_entries (member_id, amount, kind, expires_at)
        VALUES (%(member)s, 1, 'granted', now() + make_interval(days => %(days)s))
        """,
        member=member,
        days=days,
    )


async def left_of(conn: Connection, order_id: str) -> int:
    """Count an order's tickets that could be refunded.

    Those that have expired could not, even before the job takes them, nor those that came back from an undone change.
    """
    return await fetch_one(
        conn,
        int,
        """
        SELECT coalesce(sum(left_over - tried), 0)::bigint FROM ticket_grants
         WHERE order_id = %(order_id)s AND (expires_at IS NULL OR expires_at > now())
        """,
        order_id=order_id,
    )


async def is_any_reserved(conn: Connection, order_id: str) -> bool:
    """Tell whether a change of address is under way for one of an order's tickets."""
    return await any_row(
        conn, "SELECT 1 FROM ticket_grants WHERE order_id = %(order_id)s AND reserved > 0", order_id=order_id
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
    """List the entries, newest first. One that takes tickets (used, expired …) names the order that bought them.

    A reservation is listed as the use that it became: the entry that says so moves no ticket.
    """
    return await fetch_page(
        conn,
        TicketEntry,
        """
        SELECT e.created_at AS at, e.amount,
               CASE WHEN e.by_hand AND e.kind = 'granted' THEN 'given' ELSE coalesce(u.kind, e.kind) END AS kind,
               coalesce(e.order_id, g.order_id) AS order_id, e.expires_at
          FROM (SELECT * FROM ticket_entries WHERE member_id = %(member)s AND amount <> 0
                 ORDER BY created_at DESC, id DESC LIMIT %(limit)s OFFSET %(offset)s) e
          LEFT JOIN ticket_entries g ON g.id = e.grant_id
          LEFT JOIN ticket_entries u ON u.of_entry = e.id AND u.kind = 'used'
         ORDER BY e.created_at DESC, e.id DESC
        """,
        "SELECT count(*) FROM ticket_entries WHERE member_id = %(member)s AND amount <> 0",
        page=page,
        member=member,
    )
