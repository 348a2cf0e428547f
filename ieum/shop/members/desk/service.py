"""Members as staff see them, and what is masked elsewhere shown whole."""

from ieum.shop.desk import looking
from ieum.shop.desk.acting import Act
from ieum.shop.desk.noted import Noted
from ieum.shop.kernel.db import Connection
from ieum.shop.members.desk import queries
from ieum.shop.members.desk.refusals import MemberHasLeft, MemberNotFound, NotForSubIds
from ieum.shop.members.desk.types import MemberFacts, MemberUnmasked

UNMASKED = Noted("members.unmask", "member")


async def get_facts(conn: Connection, member: int) -> MemberFacts:
    """Find a member's facts. Raises MemberNotFound."""
    facts = await queries.find_facts(conn, member)
    if facts is None:
        raise MemberNotFound
    return facts


async def get_living(conn: Connection, member: int) -> MemberFacts:
    """Find the facts of a member who has not left. Raises MemberNotFound, MemberHasLeft."""
    facts = await get_facts(conn, member)
    if facts.left_at is not None:
        raise MemberHasLeft
    return facts


async def get_holder(conn: Connection, member: int) -> MemberFacts:
    """Find the facts of a member who is no sub-id. Raises MemberNotFound, MemberHasLeft, NotForSubIds."""
    facts = await get_living(conn, member)
    if facts.owner is not None:
        raise NotForSubIds
    return facts


async def unmask(act: Act, member: int, reason: str) -> MemberUnmasked:
    """Return name, mail and number as they are, and count the look.

    Raises MemberNotFound, MemberHasLeft, LooksSpent.
    """
    facts = await get_living(act.conn, member)
    await looking.look(act.conn, act.staff, "unmask")
    UNMASKED.by(act, facts.id, reason=reason)
    return MemberUnmasked(facts.name or "", facts.email, facts.phone)
