"""A page of what happened to a member."""

from collections.abc import Sequence
from datetime import UTC, datetime

from ieum.shop.console.timeline import queries
from ieum.shop.console.timeline.types import MemberMoments
from ieum.shop.console.timeline.words import words_of
from ieum.shop.desk.lists import read_cursor, write_cursor
from ieum.shop.kernel.db import Connection
from ieum.shop.kernel.errors import BAD_FORMAT, Field, InvalidFields
from ieum.shop.members.desk.types import MemberFacts, MomentKind

# Above every moment's name.
_LAST = "~"


async def list_moments(
    conn: Connection, member: MemberFacts, kinds: Sequence[MomentKind], *, after: str | None, size: int
) -> MemberMoments:
    """List moments of a member. Raises InvalidFields for a cursor that is not one of a timeline."""
    before = _read(after) if after else (datetime.now(UTC), _LAST)
    rows = await queries.list_moments(conn, member.id, kinds, before=before, limit=size + 1)
    page = rows[:size]
    following = write_cursor((page[-1].at.isoformat(), page[-1].key)) if len(rows) > size else None
    return MemberMoments([words_of(row, member) for row in page], following)


def _read(after: str) -> tuple[datetime, str]:
    at, key = read_cursor(after, 2)
    try:
        moment = datetime.fromisoformat(str(at))
    except ValueError:
        moment = None
    if moment is None or moment.tzinfo is None:
        raise InvalidFields(Field("after", "invalid", BAD_FORMAT))
    return moment, str(key)
