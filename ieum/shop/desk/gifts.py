"""Sums in won what staff give without a second person: refunds, points, tickets and days (decision 0150).

One limit holds for a day of whoever gives and for a day of the member who receives, over single presses and bulk
changes. What a second person has confirmed, or an owner alone, does not count: it is on record as that.
"""

from typing import Literal

import msgspec
from msgspec import structs

from ieum.shop.desk.types import Preview, StaffId
from ieum.shop.kernel.db import Connection, execute, fetch_one


class Gift(msgspec.Struct, frozen=True):
    """`won` of nothing or less is no gift. Without `member` only the giver's day counts."""

    what: Literal["refund", "points", "tickets", "days"]
    won: int
    member: int | None = None


class Budget(msgspec.Struct, frozen=True):
    """Won of the last 24 hours."""

    limit: int
    given: int
    received: int

    def is_too_much(self, gift: Gift) -> bool:
        return gift.won > 0 and (
            self.given + gift.won > self.limit
            or (gift.member is not None and self.received + gift.won > self.limit)
        )

    def warning(self, gift: Gift) -> str:
        received = (
            f", 이 회원이 받은 것 {self.received:,}원" if gift.member is not None and self.received else ""
        )
        return (
            f"이번 것은 {gift.won:,}원어치입니다. 하루에 혼자, 또 한 회원에게 {self.limit:,}원까지 줄 수 있어 "
            f"두 번째 사람이 확인해야 합니다. (오늘 혼자 준 것 {self.given:,}원{received})"
        )


async def find_budget(conn: Connection, staff: StaffId | None, member: int | None) -> Budget:
    """Sum both days. `staff` is None in the rows of a bulk change, which its maker's day counts as one."""
    return await fetch_one(
        conn,
        Budget,
        """
        SELECT staff_refund_limit AS "limit",
               (SELECT coalesce(sum(won), 0)::bigint FROM staff_gifts
                 WHERE staff_id = %(staff)s AND given_at > now() - interval '1 day') AS given,
               (SELECT coalesce(sum(won), 0)::bigint FROM staff_gifts
                 WHERE member_id = %(member)s AND given_at > now() - interval '1 day') AS received
          FROM site_config
        """,
        staff=staff,
        member=member,
    )


async def hold(conn: Connection, staff: StaffId | None, member: int | None) -> None:
    """Have gifts of this person, and to this member, wait until the transaction ends. Call it before other locks."""
    await execute(
        conn,
        """
        SELECT pg_advisory_xact_lock(hashtextextended('staff:' || %(staff)s::bigint, 7230)),
               pg_advisory_xact_lock(hashtextextended('member:' || %(member)s::bigint, 7230))
        """,
        staff=staff,
        member=member,
    )


async def takes_two(conn: Connection, staff: StaffId | None, gift: Gift) -> bool:
    """Tell whether the limit of a day is not enough for it. What the caller holds stays true."""
    return gift.won > 0 and (await find_budget(conn, staff, gift.member)).is_too_much(gift)


async def enter(conn: Connection, staff: StaffId | None, gift: Gift) -> None:
    """Write down what is given without a second person, in the transaction that gives it."""
    if gift.won <= 0:
        return
    await execute(
        conn,
        """
        INSERT INTO staff_gifts (staff_id, member_id, what, won)
        VALUES (%(staff)s, %(member)s, %(what)s, %(won)s)
        """,
        staff=staff,
        member=gift.member,
        what=gift.what,
        won=gift.won,
    )


async def warned(conn: Connection, staff: StaffId, gift: Gift, shown: Preview) -> Preview:
    """Add a warning if this person cannot do it alone. The digest stays: a second person sees the preview itself."""
    budget = await find_budget(conn, staff, gift.member)
    if not budget.is_too_much(gift):
        return shown
    return structs.replace(shown, warnings=[*shown.warnings, budget.warning(gift)])


async def worth_of_tickets(conn: Connection, tickets: int) -> int:
    return tickets * await fetch_one(conn, int, "SELECT dearest_ticket()")


async def delete_old(conn: Connection) -> None:
    """Delete what counts in no day any more; the record keeps what was done."""
    await execute(conn, "DELETE FROM staff_gifts WHERE given_at < now() - interval '2 days'")
