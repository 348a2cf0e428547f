"""Changes services for members who did not press: a stop, another address, another gateway."""

from datetime import UTC, date, datetime, timedelta

from ieum.shop.console import previews
from ieum.shop.console.access import Act
from ieum.shop.console.approvals.refusals import PreviewChanged
from ieum.shop.console.services import notices, service
from ieum.shop.console.services.refusals import ServiceStays
from ieum.shop.console.services.types import (
    MovePress,
    MoveWish,
    ServicePress,
    ServiceSheet,
    StopPress,
    StopWish,
)
from ieum.shop.console.types import Preview, Row
from ieum.shop.evacuation import queries as evacuations
from ieum.shop.evacuation import service as evacuation
from ieum.shop.evacuation import single
from ieum.shop.ip_change import replacements
from ieum.shop.kernel import seoul
from ieum.shop.kernel.db import Connection
from ieum.shop.kernel.errors import Field, InvalidFields
from ieum.shop.services import stops


async def preview_stop(conn: Connection, id: int, wish: StopWish) -> Preview:
    """Raises ServiceMissing and ServiceStays."""
    sheet = await service.show(conn, id)
    refuse(sheet.why_not.stop if wish.stopped else sheet.why_not.restart)
    if wish.stopped:
        return previews.preview(
            "서비스를 정지합니다",
            [*what(sheet), Row("상태", "운영자 정지", before=service.WORDS[sheet.service.state])],
            warnings=[
                "바로 접속이 끊깁니다. IP와 기기는 그대로 두고, 이용 기간은 계속 지나갑니다.",
                "결제해도 풀리지 않으며, 정기결제는 예정대로 청구됩니다. 회원에게 메일로 알립니다.",
            ],
            seen=id,
        )
    unpaid = sheet.subscription is not None and sheet.subscription.state == "suspended"
    after = "suspended" if unpaid else "active"
    return previews.preview(
        "정지를 풉니다",
        [*what(sheet), Row("상태", service.WORDS[after], before="운영자 정지")],
        warnings=["결제를 기다리는 정기결제라 결제될 때까지는 정지된 채로 있습니다."]
        if unpaid
        else ["회원에게 메일로 알립니다."],
        seen=[id, after],
    )


async def stop(act: Act, id: int, press: StopPress) -> ServiceSheet:
    """Raises what the preview does, and PreviewChanged."""
    before = await service.show(act.conn, id)
    if (await preview_stop(act.conn, id, StopWish(press.stopped))).digest != press.digest:
        raise PreviewChanged
    of = before.service.id
    if press.stopped:
        if not await stops.stop(act.conn, of):
            raise ServiceStays
    elif await stops.restart(act.conn, of) is None:
        raise ServiceStays
    after = await service.show(act.conn, id)
    await notices.tell_stopped(act.conn, after)
    act.note(
        "services.stop" if press.stopped else "services.restart",
        "service",
        id,
        before={"state": before.service.state},
        after={"state": after.service.state},
        reason=press.reason,
    )
    return after


async def preview_replace(conn: Connection, id: int) -> Preview:
    """Raises ServiceMissing and ServiceStays."""
    sheet = await service.show(conn, id)
    refuse(sheet.why_not.replace)
    return previews.preview(
        "IP를 무료로 교체합니다",
        [*what(sheet), Row("교체권", "쓰지 않음")],
        warnings=[
            "같은 게이트웨이의 같은 통신사와 지역에서 가장 오래 쉰 IP를 드립니다. 지금 IP로는 접속되지 않게 됩니다.",
            "기기 설정은 그대로입니다. 회원에게 메일로 알립니다.",
        ],
        seen=[id, sheet.service.place and sheet.service.place.id],
    )


async def replace(act: Act, id: int, press: ServicePress) -> ServiceSheet:
    """Raises what the preview does, PreviewChanged, and what `replacements.replace` does."""
    before = await service.show(act.conn, id)
    if (await preview_replace(act.conn, id)).digest != press.digest or before.service.place is None:
        raise PreviewChanged
    done = await replacements.replace(act.conn, before.service.id, seen=before.service.place.address)
    act.note(
        "services.replace",
        "service",
        id,
        before={"address": done.previous_address},
        after={"address": done.address},
        reason=press.reason,
    )
    return await service.show(act.conn, id)


async def preview_move(conn: Connection, id: int, wish: MoveWish) -> Preview:
    """Raises ServiceMissing, ServiceStays and InvalidFields. Whether there is room, the press finds out."""
    sheet = await service.show(conn, id)
    refuse(sheet.why_not.move)
    _until(wish.until)
    return previews.preview(
        "다른 게이트웨이로 옮길 자리를 제안합니다",
        [
            *what(sheet),
            Row("마지막 날", f"{wish.until:%Y-%m-%d} (서울). 회원에게는 적어도 일주일이 있습니다."),
            Row("회원이 읽는 사유", wish.words.strip()),
        ],
        warnings=[
            "같은 통신사의 다른 게이트웨이에 IP를 잡아 두고 회원에게 메일로 알립니다.",
            "회원이 누르면 그때, 누르지 않으면 마지막 날이 지나 옮깁니다. IP가 바뀌고 기기 설정을 다시 받아야 합니다.",
            "옮기지 않으려는 회원은 위약금 없이 환불받을 수 있습니다.",
        ],
        seen=[id, sheet.service.place and sheet.service.place.gateway_id],
    )


async def move(act: Act, id: int, press: MovePress) -> ServiceSheet:
    """Raises what the preview does, PreviewChanged, MoveUnderWay and NoRoomElsewhere."""
    wish = MoveWish(press.until, press.words)
    before = await service.show(act.conn, id)
    if (await preview_move(act.conn, id, wish)).digest != press.digest:
        raise PreviewChanged
    await single.offer(act.conn, before.service.id, until=_until(wish.until), reason=wish.words)
    after = await service.show(act.conn, id)
    act.note(
        "services.move",
        "service",
        id,
        before={"gateway": before.service.place.gateway if before.service.place else None},
        after={"gateway": after.move.to_gateway if after.move else None, "until": f"{wish.until:%Y-%m-%d}"},
        reason=press.reason,
    )
    return after


async def preview_cancel_move(conn: Connection, id: int) -> Preview:
    """Raises ServiceMissing and ServiceStays."""
    sheet = await service.show(conn, id)
    refuse(sheet.why_not.cancel_move)
    return previews.preview(
        "옮기는 것을 취소합니다",
        [*what(sheet), Row("게이트웨이", "그대로", before=sheet.move.to_gateway if sheet.move else None)],
        warnings=["안내를 받은 회원에게 옮기지 않게 되었다고 메일로 알립니다."],
        seen=id,
    )


async def cancel_move(act: Act, id: int, press: ServicePress) -> None:
    """A job takes the offer back within seconds. Raises what the preview does, and PreviewChanged."""
    if (await preview_cancel_move(act.conn, id)).digest != press.digest:
        raise PreviewChanged
    begun = await evacuations.find_open_of_service(act.conn, id)
    if begun is None:
        raise ServiceStays
    await evacuation.call_off(act.conn, begun)
    act.note("services.move_cancelled", "service", id, reason=press.reason)


def refuse(why: str | None) -> None:
    """Raises ServiceStays."""
    if why is not None:
        raise ServiceStays(why)


def what(sheet: ServiceSheet) -> list[Row]:
    """Rows that name the service and its address."""
    line = sheet.service
    return [
        Row("서비스", f"{line.id} · {line.plan.name}"),
        Row("IP", f"{line.place.address} ({line.place.gateway})" if line.place else "없음"),
    ]


def _until(day: date) -> datetime:
    """The end of that day in Seoul. Raises InvalidFields."""
    try:
        until = seoul.moment_of(day + timedelta(days=1))
    except OverflowError:
        until = None
    if until is None or not timedelta(days=1) < until - datetime.now(UTC) < timedelta(days=366):
        raise InvalidFields(Field("until", "out_of_range", "내일부터 일 년 안의 날을 골라 주세요."))
    return until
