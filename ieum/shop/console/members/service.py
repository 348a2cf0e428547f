"""Changes of members by staff. Each is what its preview showed, or nothing."""

from collections.abc import Awaitable, Callable

from ieum.shop.console import presses
from ieum.shop.console.access import Act
from ieum.shop.console.approvals import service as approvals
from ieum.shop.console.approvals.refusals import PreviewChanged
from ieum.shop.console.approvals.types import Asked
from ieum.shop.console.members import actions
from ieum.shop.console.members.actions import ByHand, OfMember
from ieum.shop.console.members.types import MemberUnmasked, PointsForm, SeenForm, TicketsForm
from ieum.shop.console.types import Preview
from ieum.shop.kernel.db import Connection
from ieum.shop.members import queries as members
from ieum.shop.members.types import MemberId


async def unmask(act: Act, member: int, reason: str) -> MemberUnmasked:
    """Raises MemberNotFound, MemberHasLeft."""
    facts = await actions.get_living(act.conn, member)
    act.note("members.unmask", "member", facts.id, reason=reason)
    return MemberUnmasked(facts.name or "", facts.email, facts.phone)


async def change_by_hand(act: Act, wish: ByHand, form: PointsForm | TicketsForm) -> Asked | None:
    """Give or take points or tickets, or ask for a second person if that is much for one day; once by the key.

    The member's row is locked first, so that two of the staff at once cannot both stay below the limit.
    Raises MemberNotFound, MemberHasLeft, NotForSubIds, HoldsLess, PreviewChanged, PressKeyUsed, InvalidFields.
    """
    press = presses.press(form.key, "members.by_hand", wish)
    if (made := await presses.begin(act, press)) is not None:
        return await approvals.asked_before(act.conn, made["approvalId"]) if made else None
    await members.lock_row(act.conn, wish.member)
    await _refuse_changed(act.conn, actions.preview_by_hand, wish, form.digest)
    if await actions.needs_two(act.conn, wish):
        asked = await approvals.ask(act, actions.BY_HAND, wish, reason=form.reason)
        await presses.end(act, press, {"approvalId": asked.approval_id})
        return asked
    await actions.give_or_take(act, wish, reason=form.reason)
    return None


async def block(act: Act, member: MemberId, form: SeenForm) -> None:
    """Raises MemberNotFound, MemberHasLeft, NotForSubIds, AlreadyBlocked, PreviewChanged."""
    await _refuse_changed(act.conn, actions.preview_block, OfMember(member), form.digest)
    await actions.block(act, member, reason=form.reason)


async def unblock(act: Act, member: MemberId, form: SeenForm) -> None:
    """Raises MemberNotFound, MemberHasLeft, NotForSubIds, NotBlocked, PreviewChanged."""
    await _refuse_changed(act.conn, actions.preview_unblock, OfMember(member), form.digest)
    await actions.unblock(act, member, reason=form.reason)


async def end_sessions(act: Act, member: MemberId, form: SeenForm) -> None:
    """Raises MemberNotFound, MemberHasLeft, PreviewChanged."""
    await _refuse_changed(act.conn, actions.preview_sessions, OfMember(member), form.digest)
    await actions.end_sessions(act, member, reason=form.reason)


async def ask_for_reset(act: Act, member: MemberId, form: SeenForm) -> Asked:
    """Raises MemberNotFound, MemberHasLeft, NoSecondFactor, PreviewChanged."""
    await _refuse_changed(act.conn, actions.preview_reset, OfMember(member), form.digest)
    return await approvals.ask(act, actions.RESET_FACTORS, OfMember(member), reason=form.reason)


async def _refuse_changed[W](
    conn: Connection, preview: Callable[[Connection, W], Awaitable[Preview]], wish: W, digest: str
) -> None:
    if (await preview(conn, wish)).digest != digest:
        raise PreviewChanged
