"""Asks for a second person, and carries out what one has confirmed, in one transaction with the confirmation."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

import msgspec

from ieum.shop.desk.acting import Act, Actor
from ieum.shop.desk.approvals import queries, rules
from ieum.shop.desk.approvals.refusals import (
    AlonePutReason,
    ApprovalNotFound,
    ApprovalOver,
    AskerMayNot,
    MayNotConfirm,
    PreviewChanged,
)
from ieum.shop.desk.approvals.types import Action, Approval, ApprovalRow, Asked, Confirmation, World
from ieum.shop.desk.record import service as record
from ieum.shop.desk.record.types import By, Note
from ieum.shop.desk.refusals import ReasonNeeded
from ieum.shop.desk.types import ApprovalId, Preview, Staff
from ieum.shop.kernel.db import Connection, Database
from ieum.shop.kernel.settings import Settings
from ieum.shop.messaging import service as messaging
from ieum.shop.messaging.staff_templates import confirmed_alone
from ieum.shop.messaging.templates import Text
from ieum.shop.site import queries as site
from ieum.shop.site.types import SiteConfig

type Actions = Mapping[str, Action[Any]]
# Proves by the second factor that the person is who is logged in; raises if it does not.
type CheckCode = Callable[[str], Awaitable[None]]


async def ask[P](act: Act, action: Action[P], params: P, *, reason: str) -> Asked:
    """Have it wait for a second person. The caller's route has checked the permission."""
    _, shown = await action.look(act.conn, params)
    return await ask_shown(act, action.name, params, shown, reason=reason)


async def ask_shown(act: Act, action: str, params: object, shown: Preview, *, reason: str) -> Asked:
    """Like `ask`, with the preview that the caller has computed in this transaction."""
    approval = await queries.insert(
        act.conn,
        action,
        msgspec.to_builtins(params, str_keys=True),
        msgspec.to_builtins(shown),
        reason=reason,
        by=act.staff.id,
    )
    act.note(
        "approvals.ask",
        "approval",
        approval,
        after={"action": action, "preview": msgspec.to_builtins(shown)},
        reason=reason,
    )
    return Asked(approval, shown)


async def asked_before(conn: Connection, approval: ApprovalId) -> Asked:
    """The answer to a press that is repeated. Raises ApprovalNotFound."""
    row = await _find(conn, approval)
    return Asked(row.id, row.preview)


async def shown(conn: Connection, row: ApprovalRow, staff: Staff, actions: Actions) -> Approval:
    action = actions[row.action]
    standing = rules.standing(
        row,
        staff,
        action.permission,
        company=await queries.find_company(conn, action.permission, asker=row.asked_by.id, viewer=staff.id),
        cannot_wait=row.state == "asked" and _cannot_wait(action, row),
        now=datetime.now(UTC),
    )
    return Approval(
        id=row.id,
        action=row.action,
        label=action.label,
        asked_by=row.asked_by,
        asked_at=row.asked_at,
        expires_at=row.expires_at,
        state=row.state,
        reason=row.reason,
        preview=row.preview,
        decided_by=row.decided_by,
        decided_at=row.decided_at,
        decision=row.decision,
        alone=row.alone,
        mine=row.asked_by.id == staff.id,
        is_news=row.is_unseen and row.asked_by.id == staff.id,
        may_confirm=standing.may_confirm,
        may_confirm_alone=standing.may_confirm_alone,
        why_not=standing.why_not,
        result=row.result,
    )


async def confirm(
    actor: Actor,
    db: Database,
    approval: ApprovalId,
    form: Confirmation,
    actions: Actions,
    settings: Settings,
    check_code: CheckCode,
) -> Approval:
    """Carry it out, if it would still do what was shown.

    Raises ApprovalNotFound, ApprovalOver, MayNotConfirm, AskerMayNot, PreviewChanged (the newer preview is stored
    then), and where it is confirmed alone AlonePutReason and what `check_code` raises.
    """
    async with db.connection() as conn:
        row = await _find(conn, approval)
        standing = await shown(conn, row, actor.staff, actions)
    alone = standing.may_confirm_alone
    # Before anything is looked at again for them: whoever may not confirm moves nothing.
    if row.state == "asked" and not (alone or standing.may_confirm):
        raise MayNotConfirm(standing.why_not)
    if alone:
        if not form.code or not (form.reason or "").strip():
            raise AlonePutReason
        await check_code(form.code)
    async with actor.transaction(approval=approval, alone=alone) as act:
        confirmed = await _carry_out(act, approval, form, actions, settings, alone=alone)
    if not confirmed:
        raise PreviewChanged
    async with db.connection() as conn:
        return await shown(conn, await _find(conn, approval), actor.staff, actions)


async def _carry_out(
    act: Act, approval: ApprovalId, form: Confirmation, actions: Actions, settings: Settings, *, alone: bool
) -> bool:
    """Do what was asked for. If it would do something else by now, store that preview instead, and return False."""
    row = await _lock(act.conn, approval)
    action = actions[row.action]
    standing = await shown(act.conn, row, act.staff, actions)
    if not (standing.may_confirm_alone if alone else standing.may_confirm):
        raise MayNotConfirm(standing.why_not)
    asker = await queries.find_rights(act.conn, row.asked_by.id)
    if asker is None or not asker.may(action.permission):
        raise AskerMayNot
    params = _read(action, row)
    if params is None or not action.is_readable(params):
        raise ApprovalOver
    if action.lock is not None:
        await action.lock(act.conn, params)
    seen, current = await action.look(act.conn, params)
    if current.digest != form.digest:
        act.nothing_changed()
        if current.digest != row.preview.digest:
            await queries.set_preview(act.conn, approval, msgspec.to_builtins(current))
        return False
    result = await action.carry_out(act, params, seen, World(settings, asker, row.asked_by.id, row.reason))
    decision = (form.reason or "").strip()
    await queries.decide(
        act.conn, approval, "confirmed", by=act.staff.id, decision=decision, alone=alone, result=result
    )
    act.note("approvals.confirm", "approval", approval, reason=decision, after={"action": row.action})
    if alone:
        await _tell_all(act, row, action.label, decision)
    return True


async def refuse(act: Act, approval: ApprovalId, reason: str, actions: Actions) -> Approval:
    """Say no to somebody else's wish. Raises ApprovalNotFound, ApprovalOver, MayNotConfirm, ReasonNeeded."""
    row = await _lock(act.conn, approval)
    if row.asked_by.id == act.staff.id:
        raise MayNotConfirm("자신이 요청한 일은 거절하지 않고 취소할 수 있습니다.")
    if not act.staff.may(actions[row.action].permission):
        raise MayNotConfirm("이 일을 거절할 권한이 없습니다.")
    if not reason.strip():
        raise ReasonNeeded
    return await _close(act, row, "refused", reason.strip(), actions)


async def withdraw(act: Act, approval: ApprovalId, actions: Actions) -> Approval:
    """Take back one's own wish. Raises ApprovalNotFound, ApprovalOver, MayNotConfirm."""
    row = await _lock(act.conn, approval)
    if row.asked_by.id != act.staff.id:
        raise MayNotConfirm("다른 사람이 요청한 일은 취소할 수 없습니다. 거절해 주세요.")
    return await _close(act, row, "withdrawn", "", actions)


async def _close(act: Act, row: ApprovalRow, state: str, decision: str, actions: Actions) -> Approval:
    await queries.decide(act.conn, row.id, state, by=act.staff.id, decision=decision)
    await _drop(act.conn, row, actions)
    act.note(
        f"approvals.{'refuse' if state == 'refused' else 'withdraw'}",
        "approval",
        row.id,
        reason=decision,
        after={"action": row.action},
    )
    return await shown(act.conn, await _find(act.conn, row.id), act.staff, actions)


async def see_decision(act: Act, approval: ApprovalId) -> bool:
    """Mark the decision as seen; returns whether it was unseen. Not on the record: the shop does not change."""
    act.nothing_changed()
    return await queries.mark_seen(act.conn, approval, act.staff.id)


async def expire_request(conn: Connection, approval: ApprovalId, actions: Actions) -> None:
    """End what nobody answered within a week, and what was stored beside it; somebody may have been faster."""
    row = await queries.lock(conn, approval)
    if row is None or row.state != "expired" or row.decided_at is not None:
        return
    await queries.expire(conn, approval)
    await _drop(conn, row, actions)
    note = Note(
        action="approvals.expire",
        object_kind="approval",
        object_id=str(approval),
        before={"state": "asked"},
        after={"state": "expired", "action": row.action},
    )
    await record.append(conn, By(role="기한 지남", request_id="", address=""), [note])


async def _drop(conn: Connection, row: ApprovalRow, actions: Actions) -> None:
    action = actions[row.action]
    params = _read(action, row)
    if action.drop is not None and params is not None:
        await action.drop(conn, params)


def _read[P](action: Action[P], row: ApprovalRow) -> P | None:
    """None for a wish that an earlier release stored in another form: it can only be refused or withdrawn."""
    try:
        return msgspec.convert(row.params, action.params)
    except msgspec.ValidationError:
        return None


def _cannot_wait[P](action: Action[P], row: ApprovalRow) -> bool:
    params = _read(action, row)
    return params is not None and action.is_readable(params) and action.cannot_wait(params)


async def _tell_all(act: Act, row: ApprovalRow, label: str, reason: str) -> None:
    config = await site.get_config(act.conn)
    text = confirmed_alone(
        site=config.site_name,
        what=label,
        title=row.preview.title,
        by=act.staff.name,
        reason=reason,
        number=row.id,
    )
    await mail_staff(act.conn, config, text, reference=f"staff-alone:{row.id}")


async def mail_staff(
    conn: Connection, config: SiteConfig, text: Text, *, reference: str, too: Sequence[str] = ()
) -> None:
    """Mail all staff, the privacy officer and `too`; a second time with the same reference mails nobody."""
    addresses = {*(await queries.list_mails(conn)), *filter(None, [config.officer_mail]), *too}
    for place, address in enumerate(sorted(addresses)):
        await messaging.mail(conn, to=address, text=text, reference=f"{reference}:{place}")


async def _find(conn: Connection, approval: ApprovalId) -> ApprovalRow:
    row = await queries.find(conn, approval)
    if row is None:
        raise ApprovalNotFound
    return row


async def _lock(conn: Connection, approval: ApprovalId) -> ApprovalRow:
    row = await queries.lock(conn, approval)
    if row is None:
        raise ApprovalNotFound
    if row.state != "asked":
        raise ApprovalOver
    return row


def seen_by(staff: Staff, actions: Actions) -> list[str]:
    """The actions whose wishes this person sees: those that they may ask for themselves."""
    return [name for name, action in actions.items() if staff.may(action.permission)]
