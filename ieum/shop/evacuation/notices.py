"""Mails about moves: the offer, two reminders, that it was moved without a press, that nothing is moved after all."""

from functools import partial

from ieum.shop.evacuation import queries
from ieum.shop.evacuation.types import REMINDERS, EvacuationId, MoveId, Told
from ieum.shop.kernel.db import Connection, Database
from ieum.shop.members import notices
from ieum.shop.messaging import evacuation_templates as texts
from ieum.shop.services.types import ServiceId

AT_ONCE = 100


async def tell_offered(db: Database) -> int:
    """Mail those who should have heard more than they have; one mail for all services of a member. Returns how many."""
    async with db.connection() as conn:
        untold = await queries.list_untold(conn, reminders=list(REMINDERS), limit=AT_ONCE)
    for one in untold:
        async with db.transaction() as conn:
            await _tell(conn, one)
    return len(untold)


async def tell_moved(conn: Connection, move: MoveId) -> None:
    moved = await queries.get_moved(conn, move)
    text = partial(texts.moved_on_the_day, plan=moved.plan, previous=moved.previous, address=moved.address)
    await notices.mail_member(conn, moved.member_id, f"moved:{move}", text)


async def tell_cancelled(conn: Connection, evacuation: EvacuationId, service: ServiceId) -> None:
    """Once a member, for all of their services that are taken back. Whoever was told of nothing is not told."""
    member = await queries.find_told_member(conn, service)
    if member is not None:
        await notices.mail_member(
            conn, member, f"evacuation-cancelled:{evacuation}:{member}", texts.evacuation_cancelled
        )


async def _tell(conn: Connection, one: Told) -> None:
    told = await queries.note_told(conn, one.moves, one.number)
    if not told:
        return
    write = texts.evacuation_offered if one.number == 1 else texts.evacuation_reminder
    text = partial(write, until=one.until, reason=one.reason, lines=one.lines)
    await notices.mail_member(conn, one.member_id, f"evacuation:{min(told)}:{one.number}", text)
