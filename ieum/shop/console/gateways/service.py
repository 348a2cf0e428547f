"""Shows gateways, says what is wanted of them, and has them evacuated; the fleet's own functions do it."""

from datetime import UTC, date, datetime, timedelta

from ieum.shop.console.gateways import queries
from ieum.shop.console.gateways.enrolling import places_of
from ieum.shop.console.gateways.refusals import GatewayNotFound, GatewayStays, NoEvacuation
from ieum.shop.console.gateways.types import (
    CancelPress,
    EvacuationPress,
    EvacuationWish,
    GatewayLine,
    GatewaySheet,
    KeyCopy,
    WantedPress,
)
from ieum.shop.desk import previews
from ieum.shop.desk.access import Act
from ieum.shop.desk.approvals.refusals import PreviewChanged
from ieum.shop.desk.types import Preview, Row
from ieum.shop.evacuation import queries as evacuations
from ieum.shop.evacuation import service as evacuation
from ieum.shop.evacuation.tasks import PLAN
from ieum.shop.fleet import enrolment, state_queries, states
from ieum.shop.fleet import queries as fleet
from ieum.shop.fleet.state_queries import Wanted
from ieum.shop.kernel import seoul
from ieum.shop.kernel.db import Connection
from ieum.shop.kernel.errors import Field, InvalidFields
from ieum.shop.kernel.queue import defer

WORDS: dict[str, str] = {
    "serving": "운영 중",
    "draining": "새 서비스 받지 않음",
    "maintenance": "점검 중",
    "lost": "이상 감지",
}
_WARNINGS: dict[Wanted, str] = {
    "serving": "새 주문이 이 게이트웨이의 IP를 받습니다.",
    "draining": "쓰고 있는 서비스는 그대로 두고, 새 주문은 다른 게이트웨이의 IP를 받습니다.",
    "maintenance": "응답이 없어도 알리지 않으며, 새 주문은 다른 게이트웨이의 IP를 받습니다.",
}


async def show(conn: Connection, gateway: int) -> GatewaySheet:
    """Raises GatewayNotFound."""
    line = await _get(conn, gateway)
    known = await fleet.get_gateway(conn, line.id)
    return GatewaySheet(
        gateway=line,
        public_key=known.public_key,
        tunnel_network=known.tunnel_network,
        tunnel_places=places_of(known.tunnel_network),
        mtu=known.mtu,
        devices=await queries.count_devices(conn, line.id),
        revision=known.revision,
        acked_revision=known.revision - line.lag,
        key_copies=[
            KeyCopy(number, copy.kept_at)
            for number, copy in enumerate(await enrolment.list_backups(conn, line.name), start=1)
        ],
        code_until=await enrolment.find_open_code(conn, line.id),
        host=await queries.find_host(conn, line.id),
        pools=await queries.list_pools(conn, line.id),
        evacuation=await queries.find_evacuation(conn, line.id),
    )


async def preview_wanted(conn: Connection, gateway: int, wanted: Wanted) -> Preview:
    """Raises GatewayNotFound and GatewayStays."""
    line = await _get(conn, gateway)
    if line.wanted == wanted:
        raise GatewayStays(f"이미 ‘{WORDS[wanted]}’ 상태입니다.")
    if wanted == "serving" and line.is_evacuated:
        raise GatewayStays("대피 중인 게이트웨이입니다. 먼저 대피를 취소해 주세요.")
    served = await state_queries.count_behind(conn, line.id)
    return previews.preview(
        f"{line.name}: ‘{WORDS[wanted]}’으로 바꿉니다",
        [
            Row("상태", WORDS[wanted], before=WORDS[line.wanted]),
            Row("이 게이트웨이의 서비스", f"{served.services:,}건 (회원 {served.members:,}명)"),
        ],
        warnings=[_WARNINGS[wanted]],
        count=served.services,
    )


async def want(act: Act, gateway: int, press: WantedPress) -> GatewayLine:
    """Raises what `preview_wanted` does, and PreviewChanged."""
    # First, so that two who press at once see each other.
    line = await _get(act.conn, gateway)
    await state_queries.hold_gateway(act.conn, line.id)
    line = await _get(act.conn, gateway)
    if (await preview_wanted(act.conn, gateway, press.wanted)).digest != press.digest:
        raise PreviewChanged
    await states.want(act.conn, line.name, press.wanted)
    act.note(
        f"gateways.{press.wanted}",
        "gateway",
        line.id,
        before={"wanted": line.wanted},
        after={"name": line.name, "wanted": press.wanted},
        reason=press.reason,
    )
    return await _get(act.conn, gateway)


async def preview_evacuation(conn: Connection, gateway: int, wish: EvacuationWish) -> Preview:
    """Raises GatewayNotFound, GatewayStays and InvalidFields."""
    line = await _get(conn, gateway)
    if line.is_evacuated:
        raise GatewayStays("이미 대피 중인 게이트웨이입니다.")
    _until(wish.until)
    services = await evacuations.list_unplanned(conn, line.id)
    served = await state_queries.count_behind(conn, line.id)
    room = await queries.count_room_elsewhere(conn, line.id)
    warnings = [
        "회원마다 다른 게이트웨이의 IP를 잡아 두고 메일로 알립니다.",
        "회원이 누르면 그때 옮기고, 누르지 않으면 마지막 날이 지나 옮깁니다. 기기 설정을 다시 받아야 합니다.",
        "옮기지 않으려는 회원은 위약금 없이 환불받을 수 있습니다.",
    ]
    if room < len(services):
        warnings.append(
            f"다른 게이트웨이에 남은 IP가 모자랍니다. {len(services) - room:,}건은 자리가 날 때까지 남습니다."
        )
    return previews.preview(
        f"{line.name}의 서비스를 다른 게이트웨이로 옮깁니다",
        [
            Row("옮길 서비스", f"{len(services):,}건 (회원 {served.members:,}명)"),
            Row("다른 게이트웨이에 남은 IP", f"{room:,}개"),
            Row("마지막 날", f"{wish.until:%Y-%m-%d} (서울)"),
            Row("회원이 읽는 사유", wish.words.strip()),
            Row("게이트웨이", WORDS["draining"], before=WORDS[line.wanted]),
        ],
        warnings=warnings,
        count=len(services),
    )


async def evacuate(act: Act, gateway: int, press: EvacuationPress) -> GatewaySheet:
    """Begin; a job offers each service its move within seconds. Raises what the preview does, and PreviewChanged."""
    wish = EvacuationWish(press.until, press.words)
    line = await _get(act.conn, gateway)
    await state_queries.hold_gateway(act.conn, line.id)
    if (await preview_evacuation(act.conn, gateway, wish)).digest != press.digest:
        raise PreviewChanged
    begun = await evacuation.begin(act.conn, line.name, until=_until(wish.until), reason=wish.words)
    if begun is None:
        raise GatewayNotFound
    await defer(act.conn, PLAN)
    act.note(
        "gateways.evacuate",
        "gateway",
        line.id,
        before={"wanted": line.wanted},
        after={"name": line.name, "until": f"{wish.until:%Y-%m-%d}", "words": wish.words.strip()},
        reason=press.reason,
    )
    return await show(act.conn, gateway)


async def preview_cancel(conn: Connection, gateway: int) -> Preview:
    """Raises GatewayNotFound and NoEvacuation."""
    line = await _get(conn, gateway)
    progress = await queries.find_evacuation(conn, line.id)
    if progress is None:
        raise NoEvacuation
    return previews.preview(
        f"{line.name}의 대피를 취소합니다",
        [
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


async def cancel(act: Act, gateway: int, press: CancelPress) -> GatewaySheet:
    """Raises what `preview_cancel` does, and PreviewChanged."""
    line = await _get(act.conn, gateway)
    await state_queries.hold_gateway(act.conn, line.id)
    if (await preview_cancel(act.conn, gateway)).digest != press.digest:
        raise PreviewChanged
    begun = await evacuations.find_open(act.conn, line.id)
    if begun is None:
        raise NoEvacuation
    await evacuation.call_off(act.conn, begun)
    act.note(
        "gateways.evacuation_cancelled", "gateway", line.id, after={"name": line.name}, reason=press.reason
    )
    return await show(act.conn, gateway)


async def _get(conn: Connection, gateway: int) -> GatewayLine:
    found = await queries.find_gateway(conn, gateway)
    if found is None:
        raise GatewayNotFound
    return found


def _until(day: date) -> datetime:
    """The end of that day in Seoul. Raises InvalidFields where members would not have a day."""
    try:
        until = seoul.moment_of(day + timedelta(days=1))
    except OverflowError:
        until = None
    if until is None or not timedelta(days=1) < until - datetime.now(UTC) < timedelta(days=366):
        raise InvalidFields(
            Field(
                "until",
                "out_of_range",
                "내일부터 일 년 안의 날을 골라 주세요. 회원에게 하루는 있어야 합니다.",
            )
        )
    return until
