"""Shows one service, and what can be done with it now."""

from datetime import UTC, datetime

from ieum.shop.desk.changes import Thing
from ieum.shop.desk.types import Facts, Row
from ieum.shop.kernel import seoul
from ieum.shop.kernel.db import Connection
from ieum.shop.services.desk import queries
from ieum.shop.services.desk.refusals import ServiceMissing
from ieum.shop.services.desk.types import ListedService, MoveOfService, ServiceSheet, WhyNot
from ieum.shop.services.types import ServiceId

OVER = "이미 끝난 서비스입니다."
UNPAID = "결제를 기다리며 정지된 서비스입니다."


async def find(conn: Connection, service: ServiceId) -> ServiceSheet | None:
    line = await queries.find_service(conn, service)
    rest = await queries.find_rest(conn, service)
    if line is None or rest is None:
        return None
    return ServiceSheet(
        service=line,
        order_id=rest.order_id,
        stopped_at=rest.stopped_at if line.state == "stopped" else None,
        closed_at=rest.closed_at,
        device_limit=rest.device_limit,
        subscription=rest.subscription,
        move=rest.move,
        why_not=why_not(line, rest.move, now=datetime.now(UTC)),
        periods=await queries.list_periods(conn, service),
        devices=await queries.list_devices(conn, service),
        leases=await queries.list_leases(conn, service),
    )


def why_not(line: ListedService, move: MoveOfService | None, *, now: datetime) -> WhyNot:
    """Reasons why its state forbids a change. Only a preview says if there is room elsewhere."""
    is_over = line.state in {"expired", "ended"} or line.ends_at <= now
    runs = None if line.state == "active" and not is_over else (OVER if is_over else "정지된 서비스입니다.")
    return WhyNot(
        extend=OVER if is_over else (UNPAID if line.state == "suspended" else None),
        stop=OVER if is_over else ("이미 정지한 서비스입니다." if line.state == "stopped" else None),
        restart=None if line.state == "stopped" else "정지한 서비스가 아닙니다.",
        replace=runs or (None if line.plan.kind == "static" else "유동 IP는 회원이 직접 바꿉니다."),
        move=runs or (None if move is None else "이미 옮기는 중입니다."),
        cancel_move=_why_not_cancel(move),
    )


def _why_not_cancel(move: MoveOfService | None) -> str | None:
    if move is None:
        return "옮기는 중이 아닙니다."
    if not move.is_own:
        return "게이트웨이 대피로 옮기는 서비스입니다. 게이트웨이에서 대피를 취소해 주세요."
    return None if move.state == "offered" else "회원이 이미 눌러 옮기고 있습니다."


def facts(sheet: ServiceSheet) -> Facts:
    place, move = sheet.service.place, sheet.move
    return {
        "state": sheet.service.state,
        "endsAt": seoul.minute(sheet.service.ends_at),
        "address": place and place.address,
        "gateway": place and place.gateway,
        "movesTo": move and move.to_gateway,
    }


def rows(sheet: ServiceSheet) -> list[Row]:
    """Rows of a preview that name the service and its address."""
    line = sheet.service
    return [
        Row("서비스", f"{line.id} · {line.plan.name}"),
        Row("IP", f"{line.place.address} ({line.place.gateway})" if line.place else "없음"),
    ]


SERVICE = Thing(
    name="service", label="서비스", screen="services", find=find, missing=ServiceMissing, facts=facts
)
