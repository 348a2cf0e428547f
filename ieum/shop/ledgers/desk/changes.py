"""Points and tickets that staff give to members and take from them."""

from datetime import datetime, timedelta
from typing import Annotated

import msgspec
from msgspec import Meta

from ieum.shop.desk import gifts
from ieum.shop.desk.changes import Bulk, Case, Change, Shown
from ieum.shop.desk.gifts import Gift
from ieum.shop.desk.types import Facts, Row
from ieum.shop.kernel import seoul
from ieum.shop.kernel.db import Connection
from ieum.shop.ledgers import by_hand
from ieum.shop.ledgers.by_hand import HoldsLess
from ieum.shop.ledgers.desk.holders import HOLDER, Holder
from ieum.shop.members import queries as members
from ieum.shop.members.desk.listed import MEMBERS
from ieum.shop.members.desk.rules import rights_of, who
from ieum.shop.members.types import MemberId

# What a bulk change gives to each; a single press may give more.
MOST_IN_BULK = 1_000_000

type _Case[W] = Case[MemberId, Holder, W]


class GivePoints(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    points: Annotated[
        int,
        Meta(
            ge=1,
            le=10_000_000,
            title="몇 포인트를 줄까요?",
            description="10,000,000포인트까지, 여러 명에게는 한 사람에 1,000,000포인트까지.",
        ),
    ]


class TakePoints(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    points: Annotated[
        int,
        Meta(
            ge=1,
            le=10_000_000,
            title="몇 포인트를 회수할까요?",
            description="회원에게 남은 포인트 안에서 입력해 주세요.",
        ),
    ]


class GiveTickets(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    tickets: Annotated[int, Meta(ge=1, le=1_000, title="몇 장을 줄까요?", description="1,000장까지.")]
    days: Annotated[
        int,
        Meta(
            ge=1,
            le=1_095,
            title="며칠 동안 쓸 수 있나요?",
            description="오늘부터 1,095일까지. 비워 두면 90일입니다.",
        ),
    ] = 90


class TakeTickets(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    tickets: Annotated[
        int,
        Meta(
            ge=1,
            le=1_000,
            title="몇 장을 회수할까요?",
            description="회원에게 남은 교체권 안에서 입력해 주세요.",
        ),
    ]


def _why_not(holder: Holder, _wish: object) -> str | None:
    return rights_of(holder.member).points


def _points_left(holder: Holder, by: int) -> Row:
    held = holder.holds.points
    return Row("남는 포인트", f"{held + by:,}포인트", before=f"{held:,}포인트")


def _tickets_left(holder: Holder, by: int) -> Row:
    held = holder.holds.tickets
    return Row("남는 IP 교체권", f"{held + by:,}장", before=f"{held:,}장")


def _ends_at(holder: Holder, wish: GiveTickets) -> datetime:
    """The last second of the last day in Seoul, so that a preview says the same all day long."""
    return seoul.moment_of(holder.today + timedelta(days=wish.days + 1)) - timedelta(seconds=1)


def _preview_points(holder: Holder, wish: GivePoints) -> Shown:
    rows = [who(holder.member), Row("지급", f"{wish.points:,}포인트"), _points_left(holder, wish.points)]
    return Shown(title="포인트 지급", rows=rows)


async def _give_points(conn: Connection, case: _Case[GivePoints]) -> Facts:
    await by_hand.change_points(conn, case.target, case.wish.points)
    return {"amount": case.wish.points}


async def _undo_points(conn: Connection, case: _Case[GivePoints]) -> Facts:
    await by_hand.change_points(conn, case.target, -case.wish.points)
    return {"amount": -case.wish.points}


async def _worth_of_points(_conn: Connection, member: MemberId, wish: GivePoints) -> Gift:
    """A point is a won."""
    return Gift("points", wish.points, member)


GIVE_POINTS = Change(
    name="members.points",
    label="포인트 지급",
    done="포인트를 지급했습니다.",
    of=HOLDER,
    permission="members.points",
    wish=GivePoints,
    lock=members.lock_row,
    refuses=_why_not,
    preview=_preview_points,
    apply=_give_points,
    undo=_undo_points,
    worth=_worth_of_points,
    in_bulk=Bulk(
        of="members m",
        where_of=MEMBERS.where,
        fits="m.owner_id IS NULL AND m.left_at IS NULL",
        refuses=lambda wish: (
            f"여러 명에게는 한 사람에 {MOST_IN_BULK:,}포인트까지 줄 수 있습니다."
            if wish.points > MOST_IN_BULK
            else None
        ),
        rows=lambda wish, count: [
            Row("지급", f"{wish.points:,}포인트씩"),
            Row("합계", f"{wish.points * count:,}포인트"),
        ],
        gives="points",
        worth="%(points)s",
    ),
)


def _why_not_points(holder: Holder, wish: TakePoints) -> str | None:
    held = holder.holds.points
    return _why_not(holder, wish) or (HoldsLess(f"{held:,}포인트").detail if held < wish.points else None)


def _preview_taken_points(holder: Holder, wish: TakePoints) -> Shown:
    rows = [who(holder.member), Row("회수", f"{wish.points:,}포인트"), _points_left(holder, -wish.points)]
    return Shown(title="포인트 회수", rows=rows)


async def _take_points(conn: Connection, case: _Case[TakePoints]) -> Facts:
    await by_hand.change_points(conn, case.target, -case.wish.points)
    return {"amount": -case.wish.points}


TAKE_POINTS = Change(
    name="members.points_taken",
    label="포인트 회수",
    done="포인트를 회수했습니다.",
    of=HOLDER,
    permission="members.points",
    wish=TakePoints,
    lock=members.lock_row,
    refuses=_why_not_points,
    preview=_preview_taken_points,
    apply=_take_points,
    raises=(HoldsLess,),
)


def _preview_tickets(holder: Holder, wish: GiveTickets) -> Shown:
    return Shown(
        title="IP 교체권 지급",
        rows=[
            who(holder.member),
            Row("지급", f"{wish.tickets:,}장"),
            _tickets_left(holder, wish.tickets),
            Row("사용 기한", f"{seoul.day(_ends_at(holder, wish))}까지"),
        ],
    )


async def _give_tickets(conn: Connection, case: _Case[GiveTickets]) -> Facts:
    until = _ends_at(case.sheet, case.wish)
    await by_hand.give_tickets(conn, case.target, case.wish.tickets, expires_at=until)
    return {"amount": case.wish.tickets}


async def _worth_of_tickets(conn: Connection, member: MemberId, wish: GiveTickets) -> Gift:
    return Gift("tickets", await gifts.worth_of_tickets(conn, wish.tickets), member)


GIVE_TICKETS = Change(
    name="members.tickets",
    label="IP 교체권 지급",
    done="IP 교체권을 지급했습니다.",
    of=HOLDER,
    permission="members.points",
    wish=GiveTickets,
    lock=members.lock_row,
    refuses=_why_not,
    preview=_preview_tickets,
    apply=_give_tickets,
    worth=_worth_of_tickets,
)


def _why_not_tickets(holder: Holder, wish: TakeTickets) -> str | None:
    held = holder.holds.tickets
    return _why_not(holder, wish) or (
        HoldsLess(f"IP 교체권 {held:,}장").detail if held < wish.tickets else None
    )


def _preview_taken_tickets(holder: Holder, wish: TakeTickets) -> Shown:
    """Tickets that no order bought are taken first."""
    bought = wish.tickets - (holder.holds.tickets - holder.holds.bought_tickets)
    refunds_less = (
        f"구매한 교체권 {bought:,}장이 포함되어 있습니다. 그 주문을 환불하면 금액이 그만큼 줄어듭니다."
    )
    return Shown(
        title="IP 교체권 회수",
        rows=[who(holder.member), Row("회수", f"{wish.tickets:,}장"), _tickets_left(holder, -wish.tickets)],
        warnings=[refunds_less] if bought > 0 else [],
    )


async def _take_tickets(conn: Connection, case: _Case[TakeTickets]) -> Facts:
    await by_hand.take_tickets(conn, case.target, case.wish.tickets)
    return {"amount": -case.wish.tickets}


TAKE_TICKETS = Change(
    name="members.tickets_taken",
    label="IP 교체권 회수",
    done="IP 교체권을 회수했습니다.",
    of=HOLDER,
    permission="members.points",
    wish=TakeTickets,
    lock=members.lock_row,
    refuses=_why_not_tickets,
    preview=_preview_taken_tickets,
    apply=_take_tickets,
    raises=(HoldsLess,),
)
CHANGES = [GIVE_POINTS, TAKE_POINTS, GIVE_TICKETS, TAKE_TICKETS]
