"""Has a gateway evacuated, and calls that off; the rooms of evacuations and of the fleet do it."""

from datetime import UTC, date, datetime, timedelta
from typing import Annotated

import msgspec
from msgspec import Meta

from ieum.shop.desk.changes import Change, Nothing, Shown, Stays
from ieum.shop.desk.types import Facts, Row
from ieum.shop.evacuation import queries as evacuations
from ieum.shop.evacuation import service as evacuation
from ieum.shop.evacuation.tasks import PLAN
from ieum.shop.gateway_desk import queries
from ieum.shop.gateway_desk.refusals import GatewayNotFound
from ieum.shop.gateway_desk.sheet import GATEWAY, GatewayCase, GatewayNow, find
from ieum.shop.gateways import state_queries
from ieum.shop.gateways.words import STATES
from ieum.shop.kernel import seoul
from ieum.shop.kernel.db import Connection
from ieum.shop.kernel.errors import Field, InvalidFields
from ieum.shop.kernel.queue import defer
from ieum.shop.kernel.texts import TWO_SIGNS

_NONE = "대피 중인 게이트웨이가 아닙니다. 새로고침하여 상태를 확인해 주세요."


class Evacuate(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`until` is the last day on which the gateway serves, in Seoul; members read `words`."""

    until: Annotated[
        date,
        Meta(
            title="마지막 날",
            description="이날까지 이 게이트웨이가 서비스합니다. 회원에게는 적어도 일주일이 있습니다.",
        ),
    ]
    words: Annotated[
        str,
        Meta(
            min_length=2,
            max_length=200,
            pattern=TWO_SIGNS,
            title="회원이 읽는 사유",
            description="메일과 이용현황에 그대로 보입니다. 예: 통신사 회선 교체",
        ),
    ]


async def _look(conn: Connection, gateway: int, _wish: Evacuate) -> GatewayNow | None:
    now = await find(conn, gateway)
    if now is None:
        return None
    return msgspec.structs.replace(
        now,
        unplanned=len(await evacuations.list_unplanned(conn, now.line.id)),
        room=await queries.count_room_elsewhere(conn, now.line.id),
    )


def _preview(now: GatewayNow, wish: Evacuate) -> Shown:
    """Count what is to be moved, and the room for it. Raises InvalidFields."""
    _until(wish.until)
    warnings = [
        "회원마다 다른 게이트웨이의 IP를 잡아 두고 메일로 알립니다.",
        "회원이 누르면 그때 옮기고, 누르지 않으면 마지막 날이 지나 옮깁니다. 기기 설정을 다시 받아야 합니다.",
        "옮기지 않으려는 회원은 위약금 없이 환불받을 수 있습니다.",
    ]
    if (missing := now.unplanned - now.room) > 0:
        warnings.append(f"다른 게이트웨이에 남은 IP가 모자랍니다. {missing:,}건은 자리가 날 때까지 남습니다.")
    return Shown(
        title=f"{now.line.name}의 서비스를 다른 게이트웨이로 옮깁니다",
        rows=[
            Row("옮길 서비스", f"{now.unplanned:,}건 (회원 {now.served.members:,}명)"),
            Row("다른 게이트웨이에 남은 IP", f"{now.room:,}개"),
            Row("마지막 날", f"{wish.until:%Y-%m-%d} (서울)"),
            Row("회원이 읽는 사유", wish.words.strip()),
            Row("게이트웨이", STATES["draining"], before=STATES[now.line.wanted]),
        ],
        warnings=warnings,
        count=now.unplanned,
    )


async def _begin(conn: Connection, case: GatewayCase[Evacuate]) -> Facts:
    """A job offers each service its move within seconds. Raises GatewayNotFound."""
    name, wish = case.sheet.line.name, case.wish
    begun = await evacuation.begin(conn, name, until=_until(wish.until), reason=wish.words)
    if begun is None:
        raise GatewayNotFound
    await defer(conn, PLAN)
    return {"name": name, "until": f"{wish.until:%Y-%m-%d}", "words": wish.words.strip()}


def _preview_cancel(now: GatewayNow, _wish: Nothing) -> Shown:
    progress = now.progress
    if progress is None:
        raise Stays(_NONE)
    return Shown(
        title=f"{now.line.name}의 대피를 취소합니다",
        rows=[
            Row("그대로 남는 서비스", f"{progress.offered + progress.left:,}건"),
            Row("계속 옮기는 서비스", f"{progress.moving:,}건"),
            Row("이미 옮긴 서비스", f"{progress.moved:,}건"),
        ],
        warnings=[
            "안내를 받은 회원에게 옮기지 않게 되었다고 메일로 알립니다.",
            "게이트웨이는 계속 새 서비스를 받지 않습니다. 다시 받으려면 ‘운영 중’으로 바꿔 주세요.",
        ],
        count=progress.offered,
    )


async def _cancel(conn: Connection, case: GatewayCase[Nothing]) -> Facts:
    """Leave services where they are that have not moved yet."""
    begun = await evacuations.find_open(conn, case.target)
    if begun is None:
        raise Stays(_NONE)
    await evacuation.call_off(conn, begun)
    return {"name": case.sheet.line.name}


def _until(day: date) -> datetime:
    """The end of that day in Seoul. Raises InvalidFields if members would not have a day."""
    try:
        until = seoul.moment_of(day + timedelta(days=1))
    except OverflowError:
        until = None
    if until is None or not timedelta(days=1) < until - datetime.now(UTC) < timedelta(days=366):
        detail = "내일부터 일 년 안의 날을 골라 주세요. 회원에게 하루는 있어야 합니다."
        raise InvalidFields(Field("until", "out_of_range", detail))
    return until


EVACUATE = Change(
    name="gateways.evacuate",
    label="대피 시작",
    done="대피를 시작했습니다. 회원마다 옮길 자리를 찾습니다.",
    of=GATEWAY,
    permission="gateways.change",
    wish=Evacuate,
    lock=state_queries.hold_gateway,
    look=_look,
    refuses=lambda now, _wish: "이미 대피 중인 게이트웨이입니다." if now.line.is_evacuated else None,
    preview=_preview,
    apply=_begin,
)
CANCEL = Change(
    name="gateways.evacuation_cancelled",
    label="대피 취소",
    done="대피를 취소했습니다.",
    of=GATEWAY,
    permission="gateways.change",
    wish=Nothing,
    lock=state_queries.hold_gateway,
    refuses=lambda now, _wish: _NONE if now.progress is None else None,
    preview=_preview_cancel,
    apply=_cancel,
)
CHANGES = [EVACUATE, CANCEL]
