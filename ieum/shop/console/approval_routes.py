"""The calls about what waits for a second person."""

from collections.abc import Sequence
from functools import partial

from litestar import get, post
from litestar.di import NamedDependency
from litestar.params import JSONBody

from ieum.shop.console.login import service as login
from ieum.shop.console.login.refusals import StaffCodeWrong
from ieum.shop.desk.access import Acting, ActorDependency, Reader, between, changes, reads
from ieum.shop.desk.approvals import queries, service
from ieum.shop.desk.approvals.listed import APPROVALS
from ieum.shop.desk.approvals.refusals import (
    AlonePutReason,
    ApprovalNotFound,
    ApprovalOver,
    AskerMayNot,
    MayNotConfirm,
    PreviewChanged,
)
from ieum.shop.desk.approvals.types import Approval, ApprovalRow, Confirmation, DecisionSeen, Words
from ieum.shop.desk.list_routes import Reading, route_of
from ieum.shop.desk.lists import Where
from ieum.shop.desk.refusals import ReasonNeeded
from ieum.shop.desk.types import ApprovalId
from ieum.shop.kernel.http import Answer, Conn, Db, RowId, ShopSettings, ok
from ieum.shop.members.security.refusals import LoginLocked

Actions = NamedDependency[service.Actions]

# Who may neither ask for an action nor confirm it does not see its wishes: previews name people and sums.


async def _narrow_to_own(reading: Reading, where: Where) -> None:
    """Keep one's own requests, and requests of others for actions that one may do oneself."""
    where.add(
        "(a.asked_by = %(asker)s OR a.action = ANY(%(actions)s))",
        asker=reading.staff.id,
        actions=service.seen_by(reading.staff, reading.actions),
    )


async def _show(reading: Reading, rows: Sequence[ApprovalRow]) -> Sequence[Approval]:
    return [await service.shown(reading.conn, row, reading.staff, reading.actions) for row in rows]


@get("/api/v1/console/approvals/{id:int}", **reads("own", ApprovalNotFound))
async def get_approval(
    conn: Conn,
    staff: Reader,
    console_actions: Actions,
    id: RowId,
) -> Answer[Approval]:
    row = await queries.find(conn, ApprovalId(id))
    if row is None or (
        row.asked_by.id != staff.id and row.action not in service.seen_by(staff, console_actions)
    ):
        raise ApprovalNotFound
    return ok(await service.shown(conn, row, staff, console_actions))


@post(
    "/api/v1/console/approvals/{id:int}/confirmation",
    status_code=200,
    **between(
        "own",
        ApprovalNotFound,
        ApprovalOver,
        MayNotConfirm,
        AskerMayNot,
        PreviewChanged,
        AlonePutReason,
        StaffCodeWrong,
        LoginLocked,
    ),
)
async def confirm(
    actor: ActorDependency,
    db: Db,
    settings: ShopSettings,
    console_actions: Actions,
    id: RowId,
    data: JSONBody[Confirmation],
) -> Answer[Approval]:
    """Do what was asked for. `digest` is that of the preview that was seen; it is refused if another one holds now."""
    check = partial(login.check_code, db, actor.staff.id, settings=settings, address=actor.address)
    return ok(await service.confirm(actor, db, ApprovalId(id), data, console_actions, settings, check))


@post(
    "/api/v1/console/approvals/{id:int}/refusal",
    status_code=200,
    **changes("approvals.confirm", ApprovalNotFound, ApprovalOver, MayNotConfirm, ReasonNeeded),
)
async def refuse(
    act: Acting,
    console_actions: Actions,
    id: RowId,
    data: JSONBody[Words],
) -> Answer[Approval]:
    return ok(await service.refuse(act, ApprovalId(id), data.reason, console_actions))


@post(
    "/api/v1/console/approvals/{id:int}/withdrawal",
    status_code=200,
    **changes("own", ApprovalNotFound, ApprovalOver, MayNotConfirm),
)
async def withdraw(
    act: Acting,
    console_actions: Actions,
    id: RowId,
) -> Answer[Approval]:
    return ok(await service.withdraw(act, ApprovalId(id), console_actions))


@post("/api/v1/console/approvals/{id:int}/seen", status_code=200, **changes("own"))
async def see_decision(act: Acting, id: RowId) -> Answer[DecisionSeen]:
    """Mark the decision as read by the person who asked for it."""
    return ok(DecisionSeen(await service.see_decision(act, ApprovalId(id))))


ROUTES = [
    route_of(APPROVALS, narrow=_narrow_to_own, complete=_show, answers=Approval),
    get_approval,
    confirm,
    refuse,
    withdraw,
    see_decision,
]
