"""Grants, spends and takes back points and IP tickets."""

from datetime import datetime
from typing import NamedTuple

from psycopg.errors import CheckViolation

from ieum.shop.kernel.db import Connection
from ieum.shop.kernel.errors import Field, InvalidFields, ShopError
from ieum.shop.ledgers import queries
from ieum.shop.ledgers import ticket_queries as tickets
from ieum.shop.ledgers.types import TicketEntryId
from ieum.shop.members import queries as members
from ieum.shop.members.types import MemberId

# How long a ticket is good that stands in for one that expired while it was reserved.
REPLACED_DAYS = 7


class NoTicket(ShopError):
    code = "no_ticket"
    title = "사용 가능한 IP 교체권이 없습니다"
    detail = "사용 가능한 IP 교체권이 없습니다. 새로고침하여 남은 교체권을 확인해 주세요."


class Overdraft(Exception):
    """The member has fewer points than should be taken: another transaction has just spent them."""


class Forfeited(NamedTuple):
    points: int
    tickets: int


async def use_points(conn: Connection, member: MemberId, amount: int, order_id: str) -> None:
    """Spend points on an order. Raises InvalidFields where another request has just spent them."""
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


async def return_points(conn: Connection, member: MemberId, amount: int, order_id: str) -> None:
    """Give back points that an order used, once."""
    if amount:
        await queries.add_points(conn, member, amount, "returned", order_id)


async def claw_back_points(conn: Connection, member: MemberId, amount: int, order_id: str) -> None:
    """Take back points that an order earned, once. Raises Overdraft."""
    try:
        if amount:
            await queries.add_points(conn, member, -amount, "clawed_back", order_id)
    except CheckViolation as error:
        raise Overdraft from error


async def grant_tickets(
    conn: Connection, member: MemberId, quantity: int, order_id: str, expires_at: datetime
) -> None:
    """Grant the tickets of a paid order, once."""
    await tickets.grant(conn, member, quantity, order_id, expires_at=expires_at)


async def reserve_ticket(conn: Connection, member: MemberId, service_id: int) -> TicketEntryId:
    """Take the ticket that expires soonest, until it is used or released.

    Locks the member's row for the transaction. Raises NoTicket.
    """
    await members.lock_row(conn, member)
    reservation = await tickets.reserve(conn, member, service_id)
    if reservation is None:
        raise NoTicket
    return reservation


async def use_reserved(conn: Connection, reservation: TicketEntryId) -> None:
    """End a reservation: what the ticket was taken for has happened."""
    await tickets.end_reservation(conn, reservation, "used")


async def release_ticket(conn: Connection, member: MemberId, reservation: TicketEntryId) -> None:
    """End a reservation: what the ticket was taken for has not happened, and it can be used for something else.

    One that has expired meanwhile is replaced. One whose holder has left or whose order was refunded is forfeited.
    """
    await members.lock_row(conn, member)
    reserved = await tickets.find_reserved(conn, reservation)
    await tickets.end_reservation(conn, reservation, "released")
    if reserved.is_void:
        await tickets.take_again(conn, reservation, "forfeited")
    elif reserved.has_expired:
        await tickets.take_again(conn, reservation, "expired")
        await tickets.grant_anew(conn, reserved.member_id, days=REPLACED_DAYS)


async def return_ticket(conn: Connection, member: MemberId, reservation: TicketEntryId) -> None:
    """Give back a used ticket, once: the table refuses a second time. One whose order was refunded stays used."""
    await members.lock_row(conn, member)
    if not (await tickets.find_reserved(conn, reservation)).is_void:
        await tickets.end_reservation(conn, reservation, "returned")


async def claw_back_tickets(conn: Connection, member: MemberId, order_id: str) -> int:
    """Take back what is left of an order's tickets; returns how many of them are refunded.

    Those that came back from an undone change were paid for a second use, which ends with the order, without money.
    """
    await members.lock_row(conn, member)
    refunded = await tickets.left_of(conn, order_id)
    await tickets.claw_back(conn, member, order_id)
    return refunded


async def expire_tickets(conn: Connection) -> bool:
    """Take one member's expired tickets. False where nobody has any."""
    member = await tickets.find_overdue_holder(conn)
    if member is None:
        return False
    await members.lock_row(conn, member)
    await tickets.expire(conn, member)
    return True


async def forfeit(conn: Connection, member: MemberId) -> Forfeited:
    """Take all points and tickets of a member who leaves. The caller has locked the member's row."""
    return Forfeited(await queries.forfeit_points(conn, member), await tickets.forfeit(conn, member))
