"""Gives a service more days: at once, or by a second person if they are worth more than one gives alone in a day."""

from datetime import timedelta

import msgspec

from ieum.shop.console import gifts, presses, previews
from ieum.shop.console.access import Act
from ieum.shop.console.approvals import service as approvals
from ieum.shop.console.approvals.refusals import PreviewChanged
from ieum.shop.console.approvals.types import Action, Asked, World
from ieum.shop.console.services import queries, service
from ieum.shop.console.services.changes import refuse, what
from ieum.shop.console.services.refusals import ServiceStays
from ieum.shop.console.services.types import ExtendPress, ExtendWish, ServiceSheet
from ieum.shop.console.types import Preview, Row, Staff
from ieum.shop.kernel import seoul
from ieum.shop.kernel.db import Connection
from ieum.shop.services import extensions, period_queries
from ieum.shop.services.types import ServiceId


class Extension(msgspec.Struct, frozen=True):
    """`key` is that of the press, so that it gives the days once however often it is confirmed."""

    service: ServiceId
    days: int
    key: str


async def preview(conn: Connection, staff: Staff, id: int, wish: ExtendWish) -> Preview:
    """Raises ServiceMissing and ServiceStays."""
    extension = Extension(ServiceId(id), wish.days, "")
    gift = await queries.gift_of_days(conn, extension.service, extension.days)
    return await gifts.warned(conn, staff.id, gift, await _preview(conn, extension))


async def extend(act: Act, id: int, press: ExtendPress) -> ServiceSheet | Asked:
    """The same key again changes nothing. Raises what the preview does, PreviewChanged and PressKeyUsed."""
    pressed = presses.press(press.key, "services.extend", id, press.days)
    if (made := await presses.begin(act, pressed)) is not None:
        waits = made.get("approvalId")
        return await approvals.asked_before(act.conn, waits) if waits else await service.show(act.conn, id)
    extension = Extension(ServiceId(id), press.days, f"staff:{act.staff.id}:{press.key}")
    gift = await queries.gift_of_days(act.conn, extension.service, extension.days)
    await gifts.hold(act.conn, act.staff.id, gift.member)
    # Of two who press at once the second is shown the new end first, and does not give the days again.
    await period_queries.lock_living(act.conn, [extension.service])
    if (await _preview(act.conn, extension)).digest != press.digest:
        raise PreviewChanged
    if await gifts.takes_two(act.conn, act.staff.id, gift):
        asked = await approvals.ask(act, EXTEND, extension, reason=press.reason)
        await presses.end(act, pressed, {"approvalId": asked.approval_id})
        return asked
    await gifts.enter(act.conn, act.staff.id, gift)
    await _extend(act, extension, reason=press.reason)
    return await service.show(act.conn, id)


async def _preview(conn: Connection, extension: Extension) -> Preview:
    sheet = await service.show(conn, extension.service)
    refuse(sheet.why_not.extend)
    line, days = sheet.service, extension.days
    warnings = (
        ["정기결제는 예정대로 청구되고, 드린 날만큼 이용 기간이 뒤로 갑니다."] if sheet.subscription else []
    )
    return previews.preview(
        f"이용 기간을 {days}일 늘립니다",
        [
            *what(sheet),
            Row("만료", seoul.minute(line.ends_at + timedelta(days=days)), before=seoul.minute(line.ends_at)),
        ],
        warnings=[*warnings, "환불할 때 늘린 날은 계산하지 않습니다."],
        seen=[extension.service, days],
    )


async def _extend(act: Act, extension: Extension, *, reason: str = "") -> None:
    """Raises ServiceStays."""
    before = await service.show(act.conn, extension.service)
    if not await extensions.extend(act.conn, [extension.service], days=extension.days, key=extension.key):
        raise ServiceStays
    after = await service.show(act.conn, extension.service)
    act.note(
        "services.extend",
        "service",
        extension.service,
        before={"endsAt": seoul.minute(before.service.ends_at)},
        after={"endsAt": seoul.minute(after.service.ends_at), "days": extension.days},
        reason=reason,
    )


async def _carry_out(act: Act, extension: Extension, world: World) -> None:
    del world
    await period_queries.lock_living(act.conn, [extension.service])
    await _extend(act, extension)


EXTEND = Action(
    name="services.extend",
    label="이용 기간 많이 연장",
    permission="services.extend",
    params=Extension,
    preview=_preview,
    carry_out=_carry_out,
)
