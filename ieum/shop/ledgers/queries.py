"""Points and tickets: a balance is a sum."""

from collections.abc import Sequence

from ieum.shop.kernel.db import Connection, execute, fetch_one, fetch_optional
from ieum.shop.members.types import MemberId


async def use_points(conn: Connection, member: MemberId, amount: int, order_id: str) -> None:
    """The table refuses an overdraft (CheckViolation, constraint `no_overdraft`), whoever else spends now."""
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


async def grant_points(conn: Connection, member: MemberId, amount: int, order_id: str) -> None:
    """Once per order, however often it is settled."""
    await execute(
        conn,
        """
        INSERT INTO point_entries (member_id, amount, kind, order_id)
        VALUES (%(member)s, %(amount)s, 'earned', %(order_id)s)
        ON CONFLICT (order_id, kind) DO NOTHING
        """,
        member=member,
        amount=amount,
        order_id=order_id,
    )


async def return_points(conn: Connection, member: MemberId, amount: int, order_id: str) -> None:
    """Once per order, however often it is settled."""
    await execute(
        conn,
        """
        INSERT INTO point_entries (member_id, amount, kind, order_id)
        VALUES (%(member)s, %(amount)s, 'returned', %(order_id)s)
        ON CONFLICT (order_id, kind) DO NOTHING
        """,
        member=member,
        amount=amount,
        order_id=order_id,
    )


async def claw_back_points(conn: Connection, member: MemberId, amount: int, order_id: str) -> None:
    """Once per order. The balance may fall below nothing: they were spent meanwhile."""
    await execute(
        conn,
        """
        INSERT INTO point_entries (member_id, amount, kind, order_id)
        VALUES (%(member)s, -%(amount)s, 'clawed_back', %(order_id)s)
        ON CONFLICT (order_id, kind) DO NOTHING
        """,
        member=member,
        amount=amount,
        order_id=order_id,
    )


async def forfeit_points(conn: Connection, member: MemberId) -> int:
    """All that is left of them; a debt stays as it is."""
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
    """Whether the points that this order used were given back to its member."""
    return (
        await fetch_optional(
            conn,
            int,
            "SELECT 1 FROM point_entries WHERE order_id = %(order_id)s AND kind = 'returned'",
            order_id=order_id,
        )
        is not None
    )
