"""What can be done to many rows at once: to which, by what, and how it is taken back.

Each step is one row's, in a transaction of its own, and calls the room that owns the row. A refusal of that room is the
row's result.
"""

from collections.abc import Awaitable, Callable, Mapping
from datetime import timedelta
from functools import partial
from typing import Literal, LiteralString

import msgspec

from ieum.shop.console import gifts
from ieum.shop.console.bulk.types import BulkKind, BulkParams, RunningBulk
from ieum.shop.console.gateways import queries as gateways
from ieum.shop.console.gifts import Gift
from ieum.shop.console.lists import Where, read_filters
from ieum.shop.console.members import filters as member_filters
from ieum.shop.console.permissions import Permission
from ieum.shop.console.services import filters as service_filters
from ieum.shop.console.services import notices
from ieum.shop.console.services import queries as console_services
from ieum.shop.console.services import service as service_sheets
from ieum.shop.console.types import Facts, Row
from ieum.shop.evacuation import queries as evacuations
from ieum.shop.evacuation import service as evacuation
from ieum.shop.evacuation import single
from ieum.shop.fleet.types import GatewayId
from ieum.shop.kernel import seoul
from ieum.shop.kernel.db import Connection
from ieum.shop.kernel.errors import Field, InvalidFields
from ieum.shop.ledgers import by_hand
from ieum.shop.ledgers import by_hand_queries as ledgers
from ieum.shop.members import queries as members
from ieum.shop.members.types import MemberId
from ieum.shop.services import extensions, stops
from ieum.shop.services.types import ServiceId


class Done(msgspec.Struct, frozen=True):
    """What changed, as the record says it; without `after` nothing did, and `detail` says why."""

    before: Facts | None = None
    after: Facts | None = None
    detail: str = ""


type Step = Callable[[Connection, RunningBulk, int], Awaitable[Done]]


class Worth(msgspec.Struct, frozen=True):
    """Prices what rows are given, in SQL of won. Rows of one `alike` are worth the same, and priced once."""

    what: Literal["points", "days"]
    alike: LiteralString
    won: LiteralString


class Kind(msgspec.Struct, frozen=True, kw_only=True):
    """`needs` are the parameters that it takes, `may_have` those that it can do without.

    `fits` says in SQL which rows of `of` it can be done to, and `aims` what the preview says of where it leads. `gives`
    names what the rows receive, if that is worth money.
    """

    name: BulkKind
    label: str
    permission: Permission
    object_kind: str
    of: LiteralString
    where_of: Callable[[str], Where]
    fits: LiteralString
    unit: str
    needs: tuple[str, ...] = ()
    may_have: tuple[str, ...] = ()
    action: str
    step: Step
    undo: Step | None
    rows: Callable[[BulkParams, int], list[Row]]
    warnings: tuple[str, ...] = ()
    gives: Worth | None = None
    aims: Callable[[Connection, BulkParams], Awaitable[list[Row]]] | None = None


def _services(query: str) -> Where:
    return service_filters.where_of(read_filters(service_filters.ServiceFilters, query))


def _members(query: str) -> Where:
    return member_filters.where_of(read_filters(member_filters.MemberFilters, query))


async def _end_of(conn: Connection, service: int) -> Facts:
    found = await console_services.find_service(conn, service)
    return {} if found is None else {"endsAt": seoul.minute(found.ends_at)}


async def _given(conn: Connection, run: RunningBulk, gift: Gift, give: Callable[[], Awaitable[Done]]) -> Done:
    """Give it, unless it is too much for the member's day, and count it if no second person has confirmed it."""
    if run.approval_id is not None:
        return await give()
    await gifts.hold(conn, None, gift.member)
    if await gifts.takes_two(conn, None, gift):
        return Done(detail="하루에 한 회원에게 혼자 줄 수 있는 금액을 넘어 두 번째 확인이 필요합니다.")
    done = await give()
    if done.after is not None:
        await gifts.enter(conn, None, gift)
    return done


async def _extend(conn: Connection, run: RunningBulk, service: int) -> Done:
    days = run.params.days or 0
    gift = await console_services.gift_of_days(conn, ServiceId(service), days)
    return await _given(conn, run, gift, partial(_extend_by, conn, run, service, days))


async def _extend_by(conn: Connection, run: RunningBulk, service: int, days: int) -> Done:
    before = await _end_of(conn, service)
    if not await extensions.extend(conn, [ServiceId(service)], days=days, key=f"bulk:{run.id}"):
        return Done(detail="끝났거나 결제를 기다리는 서비스입니다.")
    return Done(before, await _end_of(conn, service) | {"days": days})


async def _take_days_back(conn: Connection, run: RunningBulk, service: int) -> Done:
    before = await _end_of(conn, service)
    if not await extensions.undo(conn, [ServiceId(service)], key=f"bulk:{run.undoes}"):
        return Done(detail="이미 끝났거나, 늘린 뒤에 결제한 기간이 있는 서비스입니다.")
    return Done(before, await _end_of(conn, service) | {"days": -(run.params.days or 0)})


async def _stop(conn: Connection, run: RunningBulk, service: int) -> Done:
    del run
    before = await service_sheets.show(conn, service)
    if not await stops.stop(conn, ServiceId(service)):
        return Done(detail="이미 끝났거나 정지한 서비스입니다.")
    return await _told(conn, service, before.service.state)


async def _restart(conn: Connection, run: RunningBulk, service: int) -> Done:
    del run
    before = await service_sheets.show(conn, service)
    if await stops.restart(conn, ServiceId(service)) is None:
        return Done(detail="정지한 서비스가 아닙니다.")
    return await _told(conn, service, before.service.state)


async def _told(conn: Connection, service: int, before: str) -> Done:
    after = await service_sheets.show(conn, service)
    await notices.tell_stopped(conn, after)
    return Done({"state": before}, {"state": after.service.state})


async def _move(conn: Connection, run: RunningBulk, service: int) -> Done:
    """The last day is whole: its old settings work until the midnight after it, in Seoul."""
    if run.params.until is None or run.params.words is None:
        raise LookupError("a move without its day")
    until = seoul.moment_of(run.params.until + timedelta(days=1))
    to = run.params.gateway
    place = (await service_sheets.show(conn, service)).service.place
    if to is not None and place is not None and place.gateway_id == to:
        return Done(detail="이미 그 게이트웨이에 있습니다.")
    await single.offer(
        conn,
        ServiceId(service),
        until=until,
        reason=run.params.words,
        to=None if to is None else GatewayId(to),
    )
    move = (await service_sheets.show(conn, service)).move
    return Done(after={"gateway": move.to_gateway if move else None, "until": f"{run.params.until:%Y-%m-%d}"})


async def _target(conn: Connection, params: BulkParams) -> list[Row]:
    """Raises InvalidFields where nothing can be moved to the gateway that is named."""
    if params.gateway is None:
        return [Row("옮길 게이트웨이", "서비스마다 자리가 있는 곳")]
    gateway = await gateways.find_gateway(conn, GatewayId(params.gateway))
    if gateway is None or gateway.state != "serving":
        raise InvalidFields(Field("gateway", "invalid", "운영 중인 게이트웨이를 골라 주세요."))
    return [
        Row("옮길 게이트웨이", gateway.name),
        Row("그곳에 남은 IP", f"{gateway.free:,}개 (통신사와 상품이 맞는 것만 쓸 수 있음)"),
    ]


async def _call_off(conn: Connection, run: RunningBulk, service: int) -> Done:
    del run
    sheet = await service_sheets.show(conn, service)
    begun = await evacuations.find_open_of_service(conn, service)
    if sheet.why_not.cancel_move is not None or begun is None:
        return Done(detail=sheet.why_not.cancel_move or "옮기는 중이 아닙니다.")
    await evacuation.call_off(conn, begun)
    return Done({"gateway": sheet.move.to_gateway if sheet.move else None}, {"moving": False})


async def _give(conn: Connection, run: RunningBulk, member: int) -> Done:
    points = run.params.points or 0

    async def give() -> Done:
        await members.lock_row(conn, MemberId(member))
        return await _points(conn, MemberId(member), points)

    return await _given(conn, run, Gift("points", points, MemberId(member)), give)


async def _take(conn: Connection, run: RunningBulk, member: int) -> Done:
    return await _points(conn, MemberId(member), -(run.params.points or 0))


async def _points(conn: Connection, member: MemberId, amount: int) -> Done:
    await by_hand.change_points(conn, member, amount)
    held = (await ledgers.get_spendable(conn, member)).points
    return Done({"points": held - amount}, {"points": held, "amount": amount})


_EXTEND = Kind(
    name="services.extend",
    label="이용 기간 연장",
    permission="services.extend",
    object_kind="service",
    of="services s",
    where_of=_services,
    fits="s.ends_at > now() AND (s.state = 'active' OR (s.state = 'suspended' AND s.stopped_at IS NOT NULL))",
    unit="개",
    needs=("days",),
    action="services.extend",
    step=_extend,
    undo=_take_days_back,
    rows=lambda params, count: [
        Row("늘리는 날", f"{params.days}일씩"),
        Row("합계", f"{(params.days or 0) * count:,}일"),
    ],
    warnings=("환불할 때 늘린 날은 계산하지 않습니다.",),
    gives=Worth("days", "s.plan_id", "dearest_month(alike) * %(days)s / 30"),
)
_STOP = Kind(
    name="services.stop",
    label="서비스 정지",
    permission="services.suspend",
    object_kind="service",
    of="services s",
    where_of=_services,
    fits="s.state IN ('active', 'suspended') AND s.stopped_at IS NULL",
    unit="개",
    action="services.stop",
    step=_stop,
    undo=_restart,
    rows=lambda _params, _count: [Row("상태", "운영자 정지")],
    warnings=("바로 접속이 끊기고 이용 기간은 계속 지나갑니다. 회원에게 메일로 알립니다.",),
)
_RESTART = Kind(
    name="services.restart",
    label="정지 해제",
    permission="services.suspend",
    object_kind="service",
    of="services s",
    where_of=_services,
    fits="s.state = 'suspended' AND s.stopped_at IS NOT NULL",
    unit="개",
    action="services.restart",
    step=_restart,
    undo=_stop,
    rows=lambda _params, _count: [Row("상태", "이용 중", before="운영자 정지")],
    warnings=("결제를 기다리는 서비스는 결제될 때까지 정지된 채로 있습니다.",),
)
_MOVE = Kind(
    name="services.move",
    label="다른 게이트웨이로 옮기기",
    permission="services.move",
    object_kind="service",
    of="services s",
    where_of=_services,
    fits="s.state = 'active' AND s.ends_at > now()",
    unit="개",
    needs=("until", "words"),
    may_have=("gateway",),
    action="services.move",
    step=_move,
    undo=_call_off,
    rows=lambda params, _count: [
        Row("마지막 날", f"{params.until} (서울)"),
        Row("회원이 읽는 사유", params.words or ""),
    ],
    warnings=(
        "서비스마다 같은 통신사의 다른 게이트웨이에 IP를 잡아 두고 회원에게 메일로 알립니다.",
        "자리가 없거나 이미 옮기는 서비스는 결과에 실패로 남습니다.",
    ),
    aims=_target,
)
_POINTS = Kind(
    name="members.points",
    label="포인트 지급",
    permission="members.points",
    object_kind="member",
    of="members m",
    where_of=_members,
    fits="m.owner_id IS NULL AND m.left_at IS NULL",
    unit="명",
    needs=("points",),
    action="members.points",
    step=_give,
    undo=_take,
    rows=lambda params, count: [
        Row("지급", f"{params.points or 0:,}포인트씩"),
        Row("합계", f"{(params.points or 0) * count:,}포인트"),
    ],
    gives=Worth("points", "0", "%(points)s"),
)

KINDS: Mapping[BulkKind, Kind] = {kind.name: kind for kind in (_EXTEND, _STOP, _RESTART, _MOVE, _POINTS)}
