"""The ledger of points. A balance is the sum of its entries."""

from collections.abc import Sequence
from typing import Literal

from ieum.shop.kernel.db import Connection, any_row, execute, fetch_one
from ieum.shop.kernel.paging import Listing, fetch_page
from ieum.shop.ledgers.types import PointEntry
from ieum.shop.members.types import MemberId


async def use_points(conn: Connection, member: MemberId, amount: int, order_id: str) -> None:
    """Spend points. The table refuses an overdraft (CheckViolation, `no_overdraft`), even if others spend meanwhile."""
    await execute(
        conn,
        """
        INSERT INTO point_entries (member_id, amount, kind, order_id)
        VALUES (%(member)s, -%(amount)s, 'used', %(order_id)s)
        """,
        member=member,
        amount=amount,
        order_id=order_id,
    )


async def add_points(
    conn: Connection,
    member: MemberId,
    amount: int,
    kind: Literal["earned", "returned", "clawed_back"],
    order_id: str,
) -> None:
    """Add an entry; a second one of this kind for the same order changes nothing.

    The table refuses an overdraft (CheckViolation, `no_overdraft`), but not of an entry that is there already.
    """
    await execute(
        conn,
        """
        INSERT INTO point_entries (member_id, amount, kind, order_id)
        SELECT %(member)s, %(amount)s, %(kind)s, %(order_id)s
         WHERE NOT EXISTS (SELECT 1 FROM point_entries WHERE order_id = %(order_id)s AND kind = %(kind)s)
        ON CONFLICT (order_id, kind) DO NOTHING
        """,
        member=member,
        amount=amount,
        kind=kind,
        order_id=order_id,
    )


async def forfeit_points(conn: Connection, member: MemberId) -> int:
    """Take a member's whole balance and return how much it was."""
    return await fetch_one(
        conn,
        int,
        """
        WITH forfeited AS (
            INSERT INTO point_entries (member_id, amount, kind)
            SELECT member_id, -sum(amount), 'forfeited' FROM point_entries
             WHERE member_id = %(member)s GROUP BY member_id HAVING sum(amount) > 0
            RETURNING amount
        )
        SELECT coalesce(-sum(amount), 0)::bigint FROM forfeited
        """,
        member=member,
    )


async def return_points_of(conn: Connection, orders: Sequence[str]) -> None:
    """Give back the points that these orders used, once per order."""
    await execute(
        conn,
        """
        INSERT INTO point_entries (member_id, amount, kind, order_id)
        SELECT member_id, points_used, 'returned', id FROM orders WHERE id = ANY(%(orders)s) AND points_used > 0
        ON CONFLICT (order_id, kind) DO NOTHING
        """,
        orders=list(orders),
    )


async def are_points_back(conn: Connection, order_id: str) -> bool:
    """Tell whether the points that this order used were given back to its member."""
    return await any_row(
        conn,
        "SELECT 1 FROM point_entries WHERE order_id = %(order_id)s AND kind = 'returned'",
        order_id=order_id,
    )


async def list_points(conn: Connection, member: MemberId, page: int) -> Listing[PointEntry]:
    """List the entries, newest first."""
    return await fetch_page(
        conn,
        PointEntry,
        """
        SELECT e.created_at AS at, e.kind, e.amount, e.order_id, sold.name AS plan_name
          FROM (SELECT * FROM point_entries WHERE member_id = %(member)s
                 ORDER BY created_at DESC, id DESC LIMIT %(limit)s OFFSET %(offset)s) e
          LEFT JOIN orders o ON o.id = e.order_id
          LEFT JOIN order_lines sold ON sold.order_id = o.id AND sold.number = 1
         ORDER BY e.created_at DESC, e.id DESC
        """,
        "SELECT count(*) FROM point_entries WHERE member_id = %(member)s",
        page=page,
        member=member,
    )
