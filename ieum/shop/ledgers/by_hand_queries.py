"""SQL of points and tickets that staff give and take."""

from datetime import datetime

from ieum.shop.kernel.db import Connection, execute, fetch_one
from ieum.shop.ledgers.types import Spendable
from ieum.shop.members.types import MemberId


async def get_spendable(conn: Connection, member: MemberId) -> Spendable:
    """Return what the member could spend now: expired tickets do not count, even before the job takes them."""
    return await fetch_one(
        conn,
        Spendable,
        """
        SELECT (SELECT coalesce(sum(amount), 0)::bigint FROM point_entries WHERE member_id = %(member)s) AS points,
               coalesce(sum(left_over), 0)::bigint AS tickets,
               coalesce(sum(left_over) FILTER (WHERE order_id IS NOT NULL), 0)::bigint AS bought_tickets
          FROM ticket_grants
         WHERE member_id = %(member)s AND left_over > 0 AND (expires_at IS NULL OR expires_at > now())
        """,
        member=member,
    )


async def insert_points(conn: Connection, member: MemberId, amount: int) -> None:
    """The table refuses an overdraft (CheckViolation, `no_overdraft`)."""
    await execute(
        conn,
        """
        INSERT INTO point_entries (member_id, amount, kind)
        VALUES (%(member)s, %(amount)s, CASE WHEN %(amount)s > 0 THEN 'given' ELSE 'taken' END)
        """,
        member=member,
        amount=amount,
    )


async def insert_tickets(
    conn: Connection, member: MemberId, quantity: int, *, expires_at: datetime | None
) -> None:
    await execute(
        conn,
        """
        INSERT INTO ticket_entries (member_id, amount, kind, expires_at, by_hand)
        VALUES (%(member)s, %(quantity)s, 'granted', %(expires_at)s, true)
        """,
        member=member,
        quantity=quantity,
        expires_at=expires_at,
    )


async def take_tickets(conn: Connection, member: MemberId, quantity: int) -> int:
    """Take so many, or as many as there are, and return how many. The caller has locked the holder.

    Those that no order bought go first, and of them those that expire soonest: an order that lacks tickets is refunded
    with less money.
    """
    return await fetch_one(
        conn,
        int,
        """
        WITH standing AS (
            SELECT id, left_over,
                   sum(left_over) OVER (ORDER BY order_id IS NOT NULL, expires_at NULLS LAST, id) - left_over AS before
              FROM ticket_grants
             WHERE member_id = %(member)s AND left_over > 0 AND (expires_at IS NULL OR expires_at > now())
        ), taken AS (
            INSERT INTO ticket_entries (member_id, amount, kind, grant_id, by_hand)
            SELECT %(member)s, -least(left_over, %(quantity)s - before), 'taken', id, true
              FROM standing WHERE before < %(quantity)s
            RETURNING amount
        )
        SELECT coalesce(-sum(amount), 0)::bigint FROM taken
        """,
        member=member,
        quantity=quantity,
    )
