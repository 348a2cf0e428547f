"""Calls that list a member's points and tickets."""

from litestar import get

from ieum.shop.kernel.errors import InvalidFields, Unauthenticated
from ieum.shop.kernel.http import Answer, Conn, Page, ok
from ieum.shop.kernel.paging import Listing
from ieum.shop.kernel.problems import refusals
from ieum.shop.ledgers import queries, ticket_queries
from ieum.shop.ledgers.types import PointEntry, TicketEntry
from ieum.shop.members.authentication import MEMBERS_ONLY, Member


@get("/api/v1/member/points", dependencies=MEMBERS_ONLY, responses=refusals(Unauthenticated, InvalidFields))
async def list_points(conn: Conn, member: Member, page: Page = 1) -> Answer[Listing[PointEntry]]:
    """List the entries of the points' ledger, newest first; their sum is the balance in `GET member`."""
    return ok(await queries.list_points(conn, member.member_id, page))


@get("/api/v1/member/tickets", dependencies=MEMBERS_ONLY, responses=refusals(Unauthenticated, InvalidFields))
async def list_tickets(conn: Conn, member: Member, page: Page = 1) -> Answer[Listing[TicketEntry]]:
    """List the entries of the tickets' ledger, newest first; their sum is the tickets in `GET member`."""
    return ok(await ticket_queries.list_tickets(conn, member.member_id, page))


ROUTES = [list_points, list_tickets]
