"""Moves of single services that staff offer to members, and take back."""

from datetime import UTC, date, datetime, timedelta
from typing import Annotated

import msgspec
from msgspec import Meta

from ieum.shop.desk.changes import Bulk, Case, Change, Nothing, Shown, Stays
from ieum.shop.desk.types import Facts, Row
from ieum.shop.evacuation import queries, service, single
from ieum.shop.evacuation.refusals import MoveUnderWay, NoRoomElsewhere
from ieum.shop.evacuation.types import Target
from ieum.shop.kernel import seoul
from ieum.shop.kernel.db import Connection
from ieum.shop.kernel.errors import Field, InvalidFields
from ieum.shop.kernel.texts import TWO_SIGNS
from ieum.shop.services import queries as services
from ieum.shop.services.desk import sheet
from ieum.shop.services.desk.listed import SERVICES
from ieum.shop.services.desk.sheet import SERVICE
from ieum.shop.services.desk.types import ServiceSheet
from ieum.shop.services.types import ServiceId


class MoveElsewhere(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    until: Annotated[
        date,
        Meta(
            title="마지막 날",
            description="회원이 누르지 않으면 이날이 지나 옮깁니다. 회원에게는 적어도 일주일이 있습니다.",
        ),
    ]
    words: Annotated[
        str,
        Meta(
            min_length=2,
            max_length=200,
            pattern=TWO_SIGNS,
            title="회원이 읽는 사유",
            description="메일과 이용현황에 그대로 보입니다. 예: 회선 품질 문제",
        ),
    ]
    gateway: (
        Annotated[
            str,
            Meta(
                min_length=1,
                max_length=60,
                title="옮길 게이트웨이",
                description="비워 두면 자리가 있는 곳으로 옮깁니다.",
                extra_json_schema={"options": "serving_gateways"},
            ),
        ]
        | None
    ) = None


type _Case[W] = Case[ServiceId, ServiceSheet, W]


def _why_not_move(shown: ServiceSheet, wish: MoveElsewhere) -> str | None:
    if shown.why_not.move is None and shown.service.place and shown.service.place.gateway == wish.gateway:
        return "이미 그 게이트웨이에 있습니다."
    return shown.why_not.move


def _preview_move(shown: ServiceSheet, wish: MoveElsewhere) -> Shown:
    """Preview an offer to move a service. Raises InvalidFields."""
    _until(wish.until)
    return Shown(
        title="다른 게이트웨이로 옮길 자리를 제안합니다",
        rows=[
            *sheet.rows(shown),
            *([Row("옮길 게이트웨이", wish.gateway)] if wish.gateway else []),
            Row("마지막 날", f"{wish.until:%Y-%m-%d} (서울). 회원에게는 적어도 일주일이 있습니다."),
            Row("회원이 읽는 사유", wish.words.strip()),
        ],
        warnings=[
            "같은 통신사의 다른 게이트웨이에 IP를 잡아 두고 회원에게 메일로 알립니다.",
            "회원이 누르면 그때, 누르지 않으면 마지막 날이 지나 옮깁니다. IP가 바뀌고 기기 설정을 다시 받아야 합니다.",
            "옮기지 않으려는 회원은 위약금 없이 환불받을 수 있습니다.",
        ],
        seen=shown.service.place and shown.service.place.gateway_id,
    )


async def _move(conn: Connection, case: _Case[MoveElsewhere]) -> Facts:
    wish = case.wish
    to = None if wish.gateway is None else (await _get_target(conn, wish.gateway)).id
    await single.offer(conn, case.target, until=_until(wish.until), reason=wish.words, to=to)
    return {"until": f"{wish.until:%Y-%m-%d}"}


async def _target_rows(conn: Connection, wish: MoveElsewhere) -> list[Row]:
    """Describe the gateway to move to. Raises InvalidFields if nothing can be moved to it."""
    _until(wish.until)
    if wish.gateway is None:
        return [Row("옮길 게이트웨이", "서비스마다 자리가 있는 곳")]
    target = await _get_target(conn, wish.gateway)
    return [
        Row("옮길 게이트웨이", wish.gateway),
        Row("그곳에 남은 IP", f"{target.free:,}개 (통신사와 상품이 맞는 것만 쓸 수 있음)"),
    ]


def _preview_cancel(shown: ServiceSheet, _wish: Nothing) -> Shown:
    return Shown(
        title="옮기는 것을 취소합니다",
        rows=[*sheet.rows(shown), Row("게이트웨이", "그대로", before=shown.move and shown.move.to_gateway)],
        warnings=["안내를 받은 회원에게 옮기지 않게 되었다고 메일로 알립니다."],
    )


async def _cancel(conn: Connection, case: _Case[object]) -> Facts:
    """A job takes the offer back within seconds."""
    found = await SERVICE.find(conn, case.target)
    why = None if found is None else found.why_not.cancel_move
    begun = await queries.find_open_of_service(conn, case.target)
    if why is not None or begun is None:
        raise Stays(why)
    await service.call_off(conn, begun)
    return {"moving": False}


async def _get_target(conn: Connection, name: str) -> Target:
    """Find the gateway to move to. Raises InvalidFields."""
    target = await queries.find_target(conn, name)
    if target is None:
        raise InvalidFields(Field("gateway", "invalid", "운영 중인 게이트웨이를 골라 주세요."))
    return target


def _until(day: date) -> datetime:
    """The end of that day in Seoul. Raises InvalidFields."""
    until = seoul.moment_of(day + timedelta(days=1))
    if not timedelta(days=1) < until - datetime.now(UTC) < timedelta(days=366):
        raise InvalidFields(Field("until", "out_of_range", "내일부터 일 년 안의 날을 골라 주세요."))
    return until


MOVE = Change(
    name="services.move",
    label="다른 게이트웨이로 옮기기",
    done="다른 게이트웨이에 자리를 잡았습니다. 회원에게 메일로 알립니다.",
    of=SERVICE,
    permission="services.move",
    wish=MoveElsewhere,
    lock=services.hold_with_order,
    refuses=_why_not_move,
    preview=_preview_move,
    apply=_move,
    undo=_cancel,
    raises=(MoveUnderWay, NoRoomElsewhere),
    in_bulk=Bulk(
        of="services s",
        where_of=SERVICES.where,
        fits="s.state = 'active' AND s.ends_at > now()",
        rows=lambda wish, _count: [
            Row("마지막 날", f"{wish.until} (서울)"),
            Row("회원이 읽는 사유", wish.words),
        ],
        warnings=[
            "서비스마다 같은 통신사의 다른 게이트웨이에 IP를 잡아 두고 회원에게 메일로 알립니다.",
            "자리가 없거나 이미 옮기는 서비스는 결과에 실패로 남습니다.",
        ],
        aims=_target_rows,
    ),
)
CANCEL_MOVE = Change(
    name="services.move_cancelled",
    label="옮기기 취소",
    done="옮기기를 취소했습니다. 잠시 뒤 회원에게 알립니다.",
    of=SERVICE,
    permission="services.move",
    wish=Nothing,
    lock=services.hold_with_order,
    refuses=lambda shown, _wish: shown.why_not.cancel_move,
    preview=_preview_cancel,
    apply=_cancel,
)
CHANGES = [MOVE, CANCEL_MOVE]
