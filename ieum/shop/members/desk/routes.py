"""The calls about members: the list, one of them, and what is masked elsewhere."""

from litestar import get, post
from litestar.params import JSONBody

from ieum.shop.desk.access import Acting, Reader, changes, reads
from ieum.shop.desk.acting import WithReason
from ieum.shop.desk.list_routes import route_of
from ieum.shop.kernel.http import Answer, Conn, RowId, ok
from ieum.shop.members.desk import queries, rules, service
from ieum.shop.members.desk.listed import MEMBERS
from ieum.shop.members.desk.refusals import MemberHasLeft, MemberNotFound
from ieum.shop.members.desk.types import MemberDetail, MemberUnmasked

ONE = "/api/v1/console/members/{id:int}"
LIVING = (MemberNotFound, MemberHasLeft)


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


@post(f"{ONE}/unmask", status_code=200, **changes("members.unmask", *LIVING))
async def unmask(act: Acting, id: RowId, data: JSONBody[WithReason]) -> Answer[MemberUnmasked]:
    """Name, mail and number as they are. That somebody looked, and why, is on record."""
    return ok(await service.unmask(act, id, data.reason))


ROUTES = [route_of(MEMBERS), get_member, unmask]
