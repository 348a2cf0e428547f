"""Spending points, and what becomes of them when their owner leaves."""

from typing import NamedTuple

from psycopg.errors import CheckViolation

from ieum.shop.db import Connection
from ieum.shop.errors import Field, InvalidFields
from ieum.shop.ledgers import queries
from ieum.shop.members.types import MemberId


class Forfeited(NamedTuple):
    points: int
    tickets: int


async def use_points(conn: Connection, member: MemberId, amount: int, order_id: str) -> None:
    """Spend points on an order. Raises InvalidFields where another request was faster."""
    try:
        await queries.use_points(conn, member, amount, order_id)
    except CheckViolation as error:
        raise InvalidFields(
            Field(
                "points",
                "insufficient",
                "사용할 수 있는 포인트가 부족합니다. 새로고침한 뒤 다시 시도해 주세요.",
            )
        ) from error


async def forfeit(conn: Connection, member: MemberId) -> Forfeited:
    """Who leaves leaves these, too. The caller holds the member's row, so that nobody spends them meanwhile."""
    return Forfeited(await queries.forfeit_points(conn, member), await queries.forfeit_tickets(conn, member))
