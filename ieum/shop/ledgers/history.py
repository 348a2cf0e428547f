"""The history of a member's points and tickets: their ledger entries, newest first."""

from ieum.shop.kernel.db import Connection, fetch_all, fetch_one
from ieum.shop.kernel.http import Listing
from ieum.shop.ledgers.types import PointEntry, TicketEntry
from ieum.shop.members.types import MemberId

PAGE_SIZE = 20


async def list_points(conn: Connection, member: MemberId, page: int) -> Listing[PointEntry]:
    entries = await fetch_all(
        conn,
        PointEntry,
        """
        SELECT e.created_at AS at, e.kind, e.amount, e.order_id AS "orderId", p.name AS "planName"
          FROM (SELECT * FROM point_entries WHERE member_id = %(member)s
                 ORDER BY created_at DESC, id DESC LIMIT %(limit)s OFFSET %(offset)s) e
          LEFT JOIN orders o ON o.id = e.order_id
          LEFT JOIN plans p ON p.id = o.plan_id
         ORDER BY e.created_at DESC, e.id DESC
        """,
        member=member,
        limit=PAGE_SIZE,
        offset=(page - 1) * PAGE_SIZE,
    )
    total = await fetch_one(
        conn, int, "SELECT count(*) FROM point_entries WHERE member_id = %(member)s", member=member
    )
    return Listing(entries, page, PAGE_SIZE, total)


async def list_tickets(conn: Connection, member: MemberId, page: int) -> Listing[TicketEntry]:
    """List the entries; one that takes tickets (used, expired …) names the order that they were bought with."""
    entries = await fetch_all(
        conn,
        TicketEntry,
        """
        SELECT e.created_at AS at, e.kind, e.amount, coalesce(e.order_id, g.order_id) AS "orderId",
               e.expires_at AS "expiresAt"
          FROM (SELECT * FROM ticket_entries WHERE member_id = %(member)s
                 ORDER BY created_at DESC, id DESC LIMIT %(limit)s OFFSET %(offset)s) e
          LEFT JOIN ticket_entries g ON g.id = e.grant_id
         ORDER BY e.created_at DESC, e.id DESC
        """,
        member=member,
        limit=PAGE_SIZE,
        offset=(page - 1) * PAGE_SIZE,
    )
    total = await fetch_one(
        conn, int, "SELECT count(*) FROM ticket_entries WHERE member_id = %(member)s", member=member
    )
    return Listing(entries, page, PAGE_SIZE, total)
