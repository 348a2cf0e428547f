"""Points and tickets that staff give and take by hand. Nobody's balance falls below zero.

Each locks the member's row for the transaction, so that two of the staff at once see each other's sum.
"""

from datetime import datetime

from ieum.shop.kernel.db import Connection
from ieum.shop.kernel.errors import ShopError
from ieum.shop.ledgers import by_hand_queries as queries
from ieum.shop.members import queries as members
from ieum.shop.members.types import MemberId


class HoldsLess(ShopError):
    code = "holds_less"
    title = "회수할 만큼 남아 있지 않습니다"

    def __init__(self, text: str) -> None:
        super().__init__(f"회원에게 남은 것은 {text}입니다. 그 안에서 회수해 주세요.")


async def change_points(conn: Connection, member: MemberId, amount: int) -> None:
    """Give points, or take them where the amount is negative. Raises HoldsLess."""
    await members.lock_row(conn, member)
    points = (await queries.get_spendable(conn, member)).points
    if points + amount < 0:
        raise HoldsLess(f"{points:,}포인트")
    await queries.insert_points(conn, member, amount)


async def give_tickets(
    conn: Connection, member: MemberId, quantity: int, *, expires_at: datetime | None
) -> None:
    await members.lock_row(conn, member)
    await queries.insert_tickets(conn, member, quantity, expires_at=expires_at)


async def take_tickets(conn: Connection, member: MemberId, quantity: int) -> None:
    """Take tickets that are neither reserved nor over. Raises HoldsLess."""
    await members.lock_row(conn, member)
    tickets = (await queries.get_spendable(conn, member)).tickets
    if tickets < quantity:
        raise HoldsLess(f"IP 교체권 {tickets:,}장")
    await queries.take_tickets(conn, member, quantity)
