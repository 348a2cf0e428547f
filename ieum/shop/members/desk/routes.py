"""The calls about members: the list, one of them, their services, and what is masked elsewhere."""

from datetime import datetime
from typing import Annotated

from litestar import get, post
from litestar.params import JSONBody, QueryParameter

from ieum.shop.desk.access import Acting, Looking, Reader, changes, reads
from ieum.shop.desk.acting import WithReason
from ieum.shop.desk.lists import Where
from ieum.shop.desk.parameters import After, Size
from ieum.shop.desk.types import Listed
from ieum.shop.kernel.http import Answer, Conn, RowId, ok
from ieum.shop.members.desk import queries, rules, service
from ieum.shop.members.desk.filters import MemberFilters, begins_id, where_of
from ieum.shop.members.desk.refusals import MemberHasLeft, MemberNotFound
from ieum.shop.members.desk.types import (
    MemberDetail,
    MemberLine,
    MemberService,
    MemberState,
    MemberUnmasked,
)

BASE = "/api/v1/console/members"
ONE = f"{BASE}/{{id:int}}"
LIVING = (MemberNotFound, MemberHasLeft)


@get(BASE, **reads("members.view"))
async def list_members(
    conn: Conn,
    looker: Looking,
    q: Annotated[str | None, QueryParameter(max_length=100, pattern=r"^[^\x00]*$", required=False)] = None,
    which: Annotated[MemberState | None, QueryParameter(name="state", required=False)] = None,
    joined_from: Annotated[datetime | None, QueryParameter(name="joinedFrom", required=False)] = None,
    joined_to: Annotated[datetime | None, QueryParameter(name="joinedTo", required=False)] = None,
    with_services: Annotated[bool | None, QueryParameter(name="withServices", required=False)] = None,
    owner: Annotated[int | None, QueryParameter(ge=1, le=2**63 - 1, required=False)] = None,
    after: After = None,
    size: Size = 50,
) -> Answer[Listed[MemberLine]]:
    """List members, the last to join first. `q`: an id's beginning, a name, a mail, a number or its last four digits.

    Sub-ids are listed by their state, and where they are searched for. Those whose ids begin so are in their order.
    """
    filters = MemberFilters(
        q=q,
        state=which,
        joined_from=joined_from,
        joined_to=joined_to,
        with_services=with_services,
        owner=owner,
    )
    page = await queries.list_members(
        conn, await looker.search(where_of(filters)), by_login_id=begins_id(filters), after=after, size=size
    )
    items = [rules.masked_line(line) for line in page.items]
    return ok(Listed(items, page.next, page.count, page.count_is_more))


@get(ONE, **reads("members.view", MemberNotFound))
async def get_member(conn: Conn, staff: Reader, id: RowId) -> Answer[MemberDetail]:
    """Show the member, what they have and owe, and what can be done now."""
    facts = await service.get_facts(conn, id)
    return ok(
        MemberDetail(
            member=rules.masked(facts),
            holdings=await queries.get_member_holdings(conn, facts.id),
            rights=rules.rights_of(facts),
            kinds=rules.kinds_for(staff),
        )
    )


@get(f"{ONE}/services", **reads("services.view", MemberNotFound))
async def list_services(
    conn: Conn, staff: Reader, id: RowId, after: After = None, size: Size = 50
) -> Answer[Listed[MemberService]]:
    """The member's services, the newest first."""
    del staff
    facts = await service.get_facts(conn, id)
    where = Where()
    where.add("s.member_id = %(member)s", member=facts.id)
    return ok(await queries.list_services(conn, where, after=after, size=size))


@post(f"{ONE}/unmask", status_code=200, **changes("members.unmask", *LIVING))
async def unmask(act: Acting, id: RowId, data: JSONBody[WithReason]) -> Answer[MemberUnmasked]:
    """Name, mail and number as they are. That somebody looked, and why, is on record."""
    return ok(await service.unmask(act, id, data.reason))


ROUTES = [list_members, get_member, list_services, unmask]
