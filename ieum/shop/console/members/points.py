"""Points that staff give to many members at once."""

from typing import Annotated

import msgspec
from msgspec import Meta

from ieum.shop.console.members import actions, queries
from ieum.shop.console.members.filters import MemberFilters, where_of
from ieum.shop.console.members.refusals import MemberNotFound
from ieum.shop.console.members.types import MemberFacts
from ieum.shop.desk.changes import Bulk, Case, Change, Shown, Thing
from ieum.shop.desk.gifts import Gift
from ieum.shop.desk.lists import Where, read_filters
from ieum.shop.desk.types import Facts, Row
from ieum.shop.kernel.db import Connection
from ieum.shop.ledgers import by_hand
from ieum.shop.ledgers import by_hand_queries as ledgers
from ieum.shop.members import queries as members
from ieum.shop.members.types import MemberId


class GivePoints(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    points: Annotated[
        int,
        Meta(ge=1, le=1_000_000, title="몇 포인트를 줄까요?", description="한 사람에게 1,000,000포인트까지."),
    ]


class Holder(msgspec.Struct):
    """A member, and the points that they may spend."""

    facts: MemberFacts
    points: int


async def _find(conn: Connection, member: MemberId) -> Holder | None:
    facts = await queries.find_facts(conn, member)
    return None if facts is None else Holder(facts, (await ledgers.get_spendable(conn, member)).points)


def _why_not(holder: Holder, _wish: GivePoints) -> str | None:
    if holder.facts.left_at is not None:
        return "탈퇴한 회원입니다."
    return "서브 아이디에는 줄 수 없습니다." if holder.facts.owner is not None else None


def _preview(holder: Holder, wish: GivePoints) -> Shown:
    after = holder.points + wish.points
    return Shown(
        title="포인트 지급",
        rows=[
            actions.who(holder.facts),
            Row("지급", f"{wish.points:,}포인트"),
            Row("남는 포인트", f"{after:,}포인트", before=f"{holder.points:,}포인트"),
        ],
    )


async def _give(conn: Connection, case: Case[MemberId, Holder, GivePoints]) -> Facts:
    await by_hand.change_points(conn, case.target, case.wish.points)
    return {"amount": case.wish.points}


async def _take(conn: Connection, case: Case[MemberId, Holder, GivePoints]) -> Facts:
    await by_hand.change_points(conn, case.target, -case.wish.points)
    return {"amount": -case.wish.points}


async def _worth(_conn: Connection, member: MemberId, wish: GivePoints) -> Gift:
    return Gift("points", wish.points, member)


def _members_of(query: str) -> Where:
    return where_of(read_filters(MemberFilters, query))


GIVE_POINTS = Change(
    name="members.points",
    label="포인트 지급",
    done="포인트를 지급했습니다.",
    of=Thing(
        name="member",
        label="회원",
        screen="members",
        unit="명",
        find=_find,
        missing=MemberNotFound,
        facts=lambda holder: {"points": holder.points},
    ),
    permission="members.points",
    wish=GivePoints,
    lock=members.lock_row,
    refuses=_why_not,
    preview=_preview,
    apply=_give,
    undo=_take,
    worth=_worth,
    in_bulk=Bulk(
        of="members m",
        where_of=_members_of,
        fits="m.owner_id IS NULL AND m.left_at IS NULL",
        rows=lambda wish, count: [
            Row("지급", f"{wish.points:,}포인트씩"),
            Row("합계", f"{wish.points * count:,}포인트"),
        ],
        gives="points",
        worth="%(points)s",
    ),
)
