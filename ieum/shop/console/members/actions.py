"""What can be done with a member: previews, the changes themselves, and what of them takes two people."""

from datetime import UTC, datetime, timedelta
from typing import Literal

import msgspec

from ieum.shop.console.members import queries
from ieum.shop.console.members.refusals import MemberHasLeft, MemberNotFound, NoSecondFactor, NotForSubIds
from ieum.shop.console.members.types import MemberFacts
from ieum.shop.desk import gifts, previews
from ieum.shop.desk.access import Act
from ieum.shop.desk.approvals.types import World, written_out
from ieum.shop.desk.gifts import Gift
from ieum.shop.desk.types import Preview, Row
from ieum.shop.kernel.db import Connection
from ieum.shop.kernel.errors import BAD_FORMAT, Field, InvalidFields
from ieum.shop.kernel.masking import mask_name
from ieum.shop.kernel.seoul import SEOUL
from ieum.shop.ledgers import by_hand
from ieum.shop.ledgers import by_hand_queries as ledgers
from ieum.shop.ledgers.by_hand import HoldsLess
from ieum.shop.members import blocking
from ieum.shop.members.blocking import AlreadyBlocked, NotBlocked
from ieum.shop.members.types import MemberId
from ieum.shop.services import service as services
from ieum.shop.subscriptions import service as subscriptions


class ByHand(msgspec.Struct, frozen=True):
    """Points or tickets to give or, if negative, to take; tickets that are given are good for so many days."""

    member: MemberId
    of: Literal["points", "tickets"]
    amount: int
    days: int = 0


class OfMember(msgspec.Struct, frozen=True):
    member: MemberId


async def get_facts(conn: Connection, member: int) -> MemberFacts:
    """Raises MemberNotFound."""
    facts = await queries.find_facts(conn, member)
    if facts is None:
        raise MemberNotFound
    return facts


async def get_living(conn: Connection, member: int) -> MemberFacts:
    """Raises MemberNotFound, MemberHasLeft."""
    facts = await get_facts(conn, member)
    if facts.left_at is not None:
        raise MemberHasLeft
    return facts


async def get_holder(conn: Connection, member: int) -> MemberFacts:
    """Raises MemberNotFound, MemberHasLeft, NotForSubIds."""
    facts = await get_living(conn, member)
    if facts.owner is not None:
        raise NotForSubIds
    return facts


async def preview_by_hand(conn: Connection, wish: ByHand) -> Preview:
    """Raises MemberNotFound, MemberHasLeft, NotForSubIds, HoldsLess, InvalidFields."""
    member = await get_holder(conn, wish.member)
    if not wish.amount:
        raise InvalidFields(Field("amount", "invalid", BAD_FORMAT))
    holds = await ledgers.get_spendable(conn, wish.member)
    before, unit, what = (
        (holds.points, "포인트", "포인트") if wish.of == "points" else (holds.tickets, "장", "IP 교체권")
    )
    if before + wish.amount < 0:
        raise HoldsLess(f"{what} {before:,}{unit if unit != what else ''}")
    giving = wish.amount > 0
    rows = [
        who(member),
        Row("지급" if giving else "회수", f"{abs(wish.amount):,}{unit}"),
        Row(f"남는 {what}", f"{before + wish.amount:,}{unit}", before=f"{before:,}{unit}"),
    ]
    if giving and wish.of == "tickets":
        rows.append(Row("사용 기한", f"{_ends_at(wish.days):%Y.%m.%d}까지"))
    return previews.preview(
        f"{what} {'지급' if giving else '회수'}",
        rows,
        warnings=_warnings(wish, bought=holds.bought_tickets, held=holds.tickets),
        seen=[member.id, wish.of],
    )


def _warnings(wish: ByHand, *, bought: int, held: int) -> list[str]:
    paid = -wish.amount - (held - bought)
    if wish.of == "points" or paid <= 0:
        return []
    return [f"구매한 교체권 {paid:,}장이 들어 있습니다. 그 주문을 환불하면 금액이 그만큼 줄어듭니다."]


async def gift_of(conn: Connection, wish: ByHand) -> Gift:
    """A point is a won, and a ticket what one costs."""
    won = wish.amount if wish.of == "points" else await gifts.worth_of_tickets(conn, wish.amount)
    return Gift(wish.of, won, wish.member)


async def give_or_take(act: Act, wish: ByHand, *, reason: str = "") -> None:
    """Raises HoldsLess."""
    before = await ledgers.get_spendable(act.conn, wish.member)
    if wish.of == "points":
        await by_hand.change_points(act.conn, wish.member, wish.amount)
    elif wish.amount > 0:
        await by_hand.give_tickets(act.conn, wish.member, wish.amount, expires_at=_ends_at(wish.days))
    else:
        await by_hand.take_tickets(act.conn, wish.member, -wish.amount)
    held = before.points if wish.of == "points" else before.tickets
    act.note(
        f"members.{wish.of}",
        "member",
        wish.member,
        before={wish.of: held},
        after={wish.of: held + wish.amount, "amount": wish.amount},
        reason=reason,
    )


async def _carry_out_by_hand(act: Act, wish: ByHand, world: World) -> None:
    del world
    await give_or_take(act, wish)


async def preview_block(conn: Connection, wish: OfMember) -> Preview:
    """Raises MemberNotFound, MemberHasLeft, NotForSubIds, AlreadyBlocked."""
    member = await get_holder(conn, wish.member)
    if member.blocked_at is not None:
        raise AlreadyBlocked
    charges = await queries.running_charges(conn, member.id)
    rows = [
        who(member),
        Row("로그인", "할 수 없음", before="할 수 있음"),
        Row("로그아웃되는 기기", f"{member.sessions:,}대"),
        Row("멈추는 정기결제", f"{charges.count:,}건"),
    ]
    if member.sub_ids:
        devices = await queries.count_sub_id_sessions(conn, member.id)
        rows.append(Row("함께 막히는 서브 아이디", f"{member.sub_ids:,}개 (기기 {devices:,}대)"))
    return previews.preview(
        "회원 차단",
        rows,
        warnings=[
            "이용 중인 서비스는 결제한 기간까지 그대로 이용됩니다. 필요하면 서비스 화면에서 정지해 주세요.",
            "회원에게 메일로 알려 드립니다. 적어 주신 사유는 메일에 쓰지 않습니다.",
        ],
        count=charges.count or None,
        amount=charges.amount or None,
        seen=[member.id],
    )


async def block(act: Act, member: MemberId, *, reason: str) -> None:
    """Subscriptions are locked before the member, as everybody does. Raises AlreadyBlocked."""
    stopped = await subscriptions.stop_all(act.conn, member)
    await services.end_waits_of(act.conn, member)
    ended = await blocking.block(act.conn, member, stopped=stopped)
    act.note(
        "members.block",
        "member",
        member,
        before={"blocked": False},
        after={"blocked": True, "endedSessions": ended, "stoppedSubscriptions": stopped},
        reason=reason,
    )


async def preview_unblock(conn: Connection, wish: OfMember) -> Preview:
    """Raises MemberNotFound, MemberHasLeft, NotForSubIds, NotBlocked."""
    member = await get_holder(conn, wish.member)
    if member.blocked_at is None:
        raise NotBlocked
    return previews.preview(
        "회원 차단 해제",
        [
            who(member),
            Row(
                "로그인",
                "할 수 있음",
                before=f"{member.blocked_at.astimezone(SEOUL):%Y.%m.%d}부터 할 수 없음",
            ),
        ],
        warnings=[
            "멈춘 정기결제는 저절로 이어지지 않습니다. 회원이 결제수단 관리에서 다시 이어 갈 수 있습니다."
        ],
        seen=[member.id],
    )


async def unblock(act: Act, member: MemberId, *, reason: str) -> None:
    """Raises NotBlocked."""
    await blocking.unblock(act.conn, member)
    act.note(
        "members.unblock",
        "member",
        member,
        before={"blocked": True},
        after={"blocked": False},
        reason=reason,
    )


async def preview_sessions(conn: Connection, wish: OfMember) -> Preview:
    """Raises MemberNotFound, MemberHasLeft."""
    member = await get_living(conn, wish.member)
    return previews.preview(
        "모든 기기에서 로그아웃",
        [who(member), Row("로그아웃되는 기기", f"{member.sessions:,}대")],
        warnings=["VPN 연결은 끊기지 않습니다. 회원은 바로 다시 로그인할 수 있습니다."],
        seen=[member.id],
    )


async def end_sessions(act: Act, member: MemberId, *, reason: str) -> None:
    ended = await blocking.end_sessions(act.conn, member)
    act.note("members.sessions", "member", member, after={"endedSessions": ended}, reason=reason)


async def preview_reset(conn: Connection, wish: OfMember) -> Preview:
    """Raises MemberNotFound, MemberHasLeft, NoSecondFactor."""
    member = await get_living(conn, wish.member)
    if not member.second_factor:
        raise NoSecondFactor
    return previews.preview(
        "2단계 인증 초기화",
        [
            who(member),
            Row("2단계 인증", "꺼짐", before="켜짐"),
            Row("복구 코드", "모두 삭제"),
            Row("패스키", f"그대로 둠 ({member.passkeys:,}개)"),
            Row("로그인한 기기", "모두 로그아웃"),
        ],
        warnings=[
            "본인인지 먼저 확인해 주세요. 비밀번호를 아는 사람은 이제 인증 앱 없이 로그인할 수 있습니다.",
            "회원에게 메일로 알려 드립니다.",
        ],
        seen=[member.id],
    )


async def _reset(act: Act, wish: OfMember, world: World) -> None:
    del world
    ended = await blocking.reset_second_factor(act.conn, wish.member)
    act.note(
        "members.reset_factors",
        "member",
        wish.member,
        before={"secondFactor": True},
        after={"secondFactor": False, "endedSessions": ended},
    )


def who(member: MemberFacts) -> Row:
    return Row("회원", f"{member.login_id} ({mask_name(member.name or '')})")


def _ends_at(days: int) -> datetime:
    """The last moment of the last day, in Seoul, so that a preview says the same all day long."""
    day = datetime.now(UTC).astimezone(SEOUL).replace(hour=0, minute=0, second=0, microsecond=0)
    return day + timedelta(days=days + 1) - timedelta(seconds=1)


BY_HAND = written_out(
    name="members.by_hand",
    label="포인트·교체권 많이 지급",
    permission="members.points",
    params=ByHand,
    preview=preview_by_hand,
    carry_out=_carry_out_by_hand,
)
RESET_FACTORS = written_out(
    name="members.reset_factors",
    label="회원의 2단계 인증 초기화",
    permission="members.reset_factors",
    params=OfMember,
    preview=preview_reset,
    carry_out=_reset,
)
ACTIONS = [BY_HAND, RESET_FACTORS]
