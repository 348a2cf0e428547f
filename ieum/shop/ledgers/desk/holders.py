"""Members as changes of their points and tickets see them."""

from datetime import UTC, date, datetime

import msgspec

from ieum.shop.desk.changes import seen_as
from ieum.shop.kernel.db import Connection
from ieum.shop.kernel.seoul import SEOUL
from ieum.shop.ledgers import by_hand_queries as queries
from ieum.shop.ledgers.types import Spendable
from ieum.shop.members.desk import queries as members
from ieum.shop.members.desk.changes import MEMBER
from ieum.shop.members.desk.types import MemberFacts
from ieum.shop.members.types import MemberId


class Holder(msgspec.Struct, frozen=True):
    """A member and what they may spend; `today` is the day in Seoul from which days of tickets count."""

    member: MemberFacts
    holds: Spendable
    today: date


async def _find(conn: Connection, member: MemberId) -> Holder | None:
    facts = await members.find_facts(conn, member)
    if facts is None:
        return None
    return Holder(
        facts, await queries.get_spendable(conn, member), datetime.now(UTC).astimezone(SEOUL).date()
    )


HOLDER = seen_as(
    MEMBER, _find, lambda holder: {"points": holder.holds.points, "tickets": holder.holds.tickets}
)
