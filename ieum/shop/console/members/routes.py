"""The calls about members: the list, one of them with everything that happened, and what is done about them."""

from datetime import datetime
from typing import Annotated

from litestar import Response, get, post
from litestar.params import JSONBody, QueryParameter

from ieum.shop.console.members import actions, queries, rules, service, timeline
from ieum.shop.console.members.actions import ByHand, OfMember
from ieum.shop.console.members.filters import MemberFilters, begins_id, where_of
from ieum.shop.console.members.refusals import MemberHasLeft, MemberNotFound, NoSecondFactor, NotForSubIds
from ieum.shop.console.members.types import (
    MemberDetail,
    MemberLine,
    MemberMoments,
    MemberService,
    MemberState,
    MemberUnmasked,
    MomentKind,
    PointsForm,
    PointsWish,
    ReasonForm,
    SeenForm,
    TicketsForm,
    TicketsWish,
)
from ieum.shop.desk.access import Acting, Looking, Reader, changes, reads
from ieum.shop.desk.approvals.answers import answer, or_asked
from ieum.shop.desk.approvals.refusals import PreviewChanged
from ieum.shop.desk.approvals.types import Asked
from ieum.shop.desk.lists import After, Size, Where
from ieum.shop.desk.presses import PressKeyUsed
from ieum.shop.desk.types import Listed, Preview
from ieum.shop.kernel.http import Answer, Conn, RowId, ok
from ieum.shop.ledgers.by_hand import HoldsLess
from ieum.shop.members.blocking import AlreadyBlocked, NotBlocked
from ieum.shop.members.types import MemberId

BASE = "/api/v1/console/members"
ONE = f"{BASE}/{{id:int}}"
LIVING = (MemberNotFound, MemberHasLeft)
HOLDERS = (*LIVING, NotForSubIds, HoldsLess)


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
    """Who joined last comes first. `q` is an id's beginning, a name, a mail, a number or its last four digits.

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
    """Who this is, what they have and owe, and what can be done now."""
    facts = await actions.get_facts(conn, id)
    return ok(
        MemberDetail(
            member=rules.masked(facts),
            holdings=await queries.get_member_holdings(conn, facts.id),
            rights=rules.rights_of(facts),
            kinds=rules.kinds_for(staff),
        )
    )


@get(f"{ONE}/moments", **reads("members.view", MemberNotFound))
async def list_moments(
    conn: Conn,
    staff: Reader,
    id: RowId,
    kind: Annotated[list[MomentKind] | None, QueryParameter(required=False, max_items=20)] = None,
    after: After = None,
    size: Size = 50,
) -> Answer[MemberMoments]:
    """Everything that happened, the newest first: of these kinds, or of all that the reader may see."""
    facts = await actions.get_facts(conn, id)
    kinds: list[MomentKind] = [one for one in rules.kinds_for(staff) if not kind or one in kind]
    return ok(await timeline.list_moments(conn, facts, kinds, after=after, size=size))


@get(f"{ONE}/services", **reads("services.view", MemberNotFound))
async def list_services(
    conn: Conn, staff: Reader, id: RowId, after: After = None, size: Size = 50
) -> Answer[Listed[MemberService]]:
    """The member's services, the newest first."""
    del staff
    facts = await actions.get_facts(conn, id)
    where = Where()
    where.add("s.member_id = %(member)s", member=facts.id)
    return ok(await queries.list_services(conn, where, after=after, size=size))


@post(f"{ONE}/unmask", status_code=200, **changes("members.unmask", *LIVING))
async def unmask(act: Acting, id: RowId, data: JSONBody[ReasonForm]) -> Answer[MemberUnmasked]:
    """Name, mail and number as they are. That somebody looked, and why, is on record."""
    return ok(await service.unmask(act, id, data.reason))


@post(f"{ONE}/points/preview", status_code=200, **reads("members.points", *HOLDERS))
async def preview_points(conn: Conn, staff: Reader, id: RowId, data: JSONBody[PointsWish]) -> Answer[Preview]:
    return ok(await service.preview_by_hand(conn, staff, ByHand(MemberId(id), "points", data.amount)))


@post(
    f"{ONE}/points",
    status_code=200,
    **or_asked(changes("members.points", *HOLDERS, PreviewChanged, PressKeyUsed)),
)
async def change_points(act: Acting, id: RowId, data: JSONBody[PointsForm]) -> Response[Answer[None]]:
    """Give points, or take them, once by the key. Much for one day takes a second person: 202."""
    wish = ByHand(MemberId(id), "points", data.amount)
    return answer(await service.change_by_hand(act, wish, data), status=200)


@post(f"{ONE}/tickets/preview", status_code=200, **reads("members.points", *HOLDERS))
async def preview_tickets(
    conn: Conn, staff: Reader, id: RowId, data: JSONBody[TicketsWish]
) -> Answer[Preview]:
    return ok(
        await service.preview_by_hand(conn, staff, ByHand(MemberId(id), "tickets", data.amount, data.days))
    )


@post(
    f"{ONE}/tickets",
    status_code=200,
    **or_asked(changes("members.points", *HOLDERS, PreviewChanged, PressKeyUsed)),
)
async def change_tickets(act: Acting, id: RowId, data: JSONBody[TicketsForm]) -> Response[Answer[None]]:
    """Give tickets, or take them, once by the key. Much for one day takes a second person: 202."""
    wish = ByHand(MemberId(id), "tickets", data.amount, data.days)
    return answer(await service.change_by_hand(act, wish, data), status=200)


@post(
    f"{ONE}/block/preview", status_code=200, **reads("members.block", *LIVING, NotForSubIds, AlreadyBlocked)
)
async def preview_block(conn: Conn, staff: Reader, id: RowId) -> Answer[Preview]:
    del staff
    return ok(await actions.preview_block(conn, OfMember(MemberId(id))))


@post(
    f"{ONE}/block",
    status_code=200,
    **changes("members.block", *LIVING, NotForSubIds, AlreadyBlocked, PreviewChanged),
)
async def block(act: Acting, id: RowId, data: JSONBody[SeenForm]) -> Answer[None]:
    """Keep a member out, with their sub-ids, and stop the charges of their subscriptions."""
    await service.block(act, MemberId(id), data)
    return ok(None)


@post(f"{ONE}/unblock/preview", status_code=200, **reads("members.block", *LIVING, NotForSubIds, NotBlocked))
async def preview_unblock(conn: Conn, staff: Reader, id: RowId) -> Answer[Preview]:
    del staff
    return ok(await actions.preview_unblock(conn, OfMember(MemberId(id))))


@post(
    f"{ONE}/unblock",
    status_code=200,
    **changes("members.block", *LIVING, NotForSubIds, NotBlocked, PreviewChanged),
)
async def unblock(act: Acting, id: RowId, data: JSONBody[SeenForm]) -> Answer[None]:
    await service.unblock(act, MemberId(id), data)
    return ok(None)


@post(f"{ONE}/sessions/preview", status_code=200, **reads("members.sessions", *LIVING))
async def preview_sessions(conn: Conn, staff: Reader, id: RowId) -> Answer[Preview]:
    del staff
    return ok(await actions.preview_sessions(conn, OfMember(MemberId(id))))


@post(f"{ONE}/sessions/end", status_code=200, **changes("members.sessions", *LIVING, PreviewChanged))
async def end_sessions(act: Acting, id: RowId, data: JSONBody[SeenForm]) -> Answer[None]:
    """Log the member out on every device."""
    await service.end_sessions(act, MemberId(id), data)
    return ok(None)


@post(
    f"{ONE}/second-factor/preview",
    status_code=200,
    **reads("members.reset_factors", *LIVING, NoSecondFactor),
)
async def preview_reset(conn: Conn, staff: Reader, id: RowId) -> Answer[Preview]:
    del staff
    return ok(await actions.preview_reset(conn, OfMember(MemberId(id))))


@post(
    f"{ONE}/second-factor/reset",
    status_code=202,
    **changes("members.reset_factors", *LIVING, NoSecondFactor, PreviewChanged),
)
async def ask_for_reset(act: Acting, id: RowId, data: JSONBody[SeenForm]) -> Answer[Asked]:
    """Ask a second person to turn the member's second factor off."""
    return Answer(202, await service.ask_for_reset(act, MemberId(id), data))


ROUTES = [
    list_members,
    get_member,
    list_moments,
    list_services,
    unmask,
    preview_points,
    change_points,
    preview_tickets,
    change_tickets,
    preview_block,
    block,
    preview_unblock,
    unblock,
    preview_sessions,
    end_sessions,
    preview_reset,
    ask_for_reset,
]
