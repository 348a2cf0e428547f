"""Changes of members by staff. Each is what its preview showed, or nothing."""

from collections.abc import Awaitable, Callable

from ieum.shop.console.members import actions
from ieum.shop.console.members.actions import ByHand, OfMember
from ieum.shop.console.members.types import MemberUnmasked, PointsForm, SeenForm, TicketsForm
from ieum.shop.desk import gifts, looking, presses
from ieum.shop.desk.access import Act
from ieum.shop.desk.approvals import service as approvals
from ieum.shop.desk.approvals.refusals import PreviewChanged
from ieum.shop.desk.approvals.types import Asked
from ieum.shop.desk.types import Preview, Staff
from ieum.shop.kernel.db import Connection
from ieum.shop.members import queries as members
from ieum.shop.members.types import MemberId


async def unmask(act: Act, member: int, reason: str) -> MemberUnmasked:
    """Raises MemberNotFound, MemberHasLeft, LooksSpent."""
    facts = await actions.get_living(act.conn, member)
    await looking.look(act.conn, act.staff, "unmask")
    act.note("members.unmask", "member", facts.id, reason=reason)
    return MemberUnmasked(facts.name or "", facts.email, facts.phone)


async def preview_by_hand(conn: Connection, staff: Staff, wish: ByHand) -> Preview:
    """Raises MemberNotFound, MemberHasLeft, NotForSubIds, HoldsLess, InvalidFields."""
    shown = await actions.preview_by_hand(conn, wish)
    return await gifts.warned(conn, staff.id, await actions.gift_of(conn, wish), shown)


async def change_by_hand(act: Act, wish: ByHand, form: PointsForm | TicketsForm) -> Asked | None:
    """Give or take points or tickets, or ask for a second person if that is much for one day; once by the key.

    Two presses of one person, or for one member, go one after the other: both cannot stay below the limit.
    Raises MemberNotFound, MemberHasLeft, NotForSubIds, HoldsLess, PreviewChanged, PressKeyUsed, InvalidFields.
    """
    press = presses.press(form.key, "members.by_hand", wish)
    if (made := await presses.begin(act, press)) is not None:
        return await approvals.asked_before(act.conn, made["approvalId"]) if made else None
    gift = await actions.gift_of(act.conn, wish)
    await gifts.hold(act.conn, act.staff.id, wish.member)
    await members.lock_row(act.conn, wish.member)
    await _refuse_changed(act.conn, actions.preview_by_hand, wish, form.digest)
    if await gifts.takes_two(act.conn, act.staff.id, gift):
        asked = await approvals.ask(act, actions.BY_HAND, wish, reason=form.reason)
        await presses.end(act, press, {"approvalId": asked.approval_id})
        return asked
    await gifts.enter(act.conn, act.staff.id, gift)
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
