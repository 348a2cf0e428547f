"""The call by which staff see the shop as a member does (docs/decisions/0110)."""

from litestar import Response, post
from litestar.params import JSONBody

from ieum.shop.desk import looking
from ieum.shop.desk.access import Acting, changes
from ieum.shop.desk.acting import WithReason, require
from ieum.shop.desk.looking import LooksSpent
from ieum.shop.desk.noted import Noted
from ieum.shop.kernel.http import Answer, RowId, ShopSettings, ok
from ieum.shop.members import cookies, looks
from ieum.shop.members import queries as members
from ieum.shop.members.desk import service
from ieum.shop.members.desk.refusals import MemberHasLeft, MemberIsBlocked, MemberNotFound, NotForSubIds
from ieum.shop.members.desk.rules import NEEDED_TO_LOOK
from ieum.shop.members.desk.types import BegunLook
from ieum.shop.members.types import MemberId

LOOKED = Noted("members.look_as", "member")


@post(
    "/api/v1/console/members/{id:int}/look",
    status_code=200,
    **changes("members.look_as", MemberNotFound, MemberHasLeft, NotForSubIds, MemberIsBlocked, LooksSpent),
)
async def begin_look(
    act: Acting, settings: ShopSettings, id: RowId, data: JSONBody[WithReason]
) -> Response[Answer[BegunLook]]:
    """Let this browser see the shop as the member does, for half an hour. Who looked, and why, is on record."""
    for permission in NEEDED_TO_LOOK:
        require(act.staff, permission)
    # Whoever blocks the member waits for this look and ends it, or comes before it.
    await members.lock_row(act.conn, MemberId(id))
    member = await service.get_holder(act.conn, id)
    if member.blocked_at is not None:
        raise MemberIsBlocked
    await looking.look(act.conn, act.staff, "look")
    look = await looks.begin(
        act.conn,
        member.id,
        staff_session=act.staff.session_id,
        role=act.staff.role_name,
        needs=NEEDED_TO_LOOK,
    )
    LOOKED.by(act, member.id, after={"until": look.until.isoformat()}, reason=data.reason)
    headers = {"Set-Cookie": cookies.write_look(look.token, settings), "Cache-Control": "no-store"}
    return Response(ok(BegunLook(look.until)), headers=headers)


ROUTES = [begin_look]
