"""Points: a balance is a sum."""

from ieum.shop.db import Connection, execute
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
