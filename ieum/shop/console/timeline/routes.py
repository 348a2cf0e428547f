"""The call about everything that happened to a member."""

from typing import Annotated

from litestar import get
from litestar.params import QueryParameter

from ieum.shop.console.timeline import service
from ieum.shop.console.timeline.types import MemberMoments
from ieum.shop.desk.access import Reader, reads
from ieum.shop.desk.parameters import After, Size
from ieum.shop.kernel.http import Answer, Conn, RowId, ok
from ieum.shop.members.desk.refusals import MemberNotFound
from ieum.shop.members.desk.rules import kinds_for
from ieum.shop.members.desk.service import get_facts
from ieum.shop.members.desk.types import MomentKind


@get("/api/v1/console/members/{id:int}/moments", **reads("members.view", MemberNotFound))
async def list_moments(
    conn: Conn,
    staff: Reader,
    id: RowId,
    kind: Annotated[list[MomentKind] | None, QueryParameter(required=False, max_items=20)] = None,
    after: After = None,
    size: Size = 50,
) -> Answer[MemberMoments]:
    """Everything that happened, the newest first: of these kinds, or of all that the reader may see."""
    facts = await get_facts(conn, id)
    kinds: list[MomentKind] = [one for one in kinds_for(staff) if not kind or one in kind]
    return ok(await service.list_moments(conn, facts, kinds, after=after, size=size))


ROUTES = [list_moments]
