"""The history of a member's points and tickets: their ledger entries, newest first."""

from ieum.shop.kernel.db import Connection
from ieum.shop.kernel.http import Listing, fetch_page
from ieum.shop.ledgers.types import PointEntry, TicketEntry
from ieum.shop.members.types import MemberId


async def list_points(conn: Connection, member: MemberId, page: int) -> Listing[PointEntry]:
    return await fetch_page(
        conn,
        PointEntry,
        """
        SELECT e.created_at AS at, e.kind, e.amount, e.order_id, p.name AS plan_name
          FROM (SELECT * FROM point_entries WHERE member_id = %(member)s
                 ORDER BY created_at DESC, id DESC LIMIT %(limit)s OFFSET %(offset)s) e
          LEFT JOIN orders o ON o.id = e.order_id
          LEFT JOIN plans p ON p.id = o.plan_id
         ORDER BY e.created_at DESC, e.id DESC
        """,
        "SELECT count(*) FROM point_entries WHERE member_id = %(member)s",
        page=page,
        member=member,
    )


async def list_tickets(conn: Connection, member: MemberId, page: int) -> Listing[TicketEntry]:
    """List the entries; one that takes tickets (used, expired …) names the order that they were bought with."""
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
