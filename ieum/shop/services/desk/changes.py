"""Changes that staff make to services: more days, a stop, a restart."""

from datetime import timedelta
from typing import Annotated

import msgspec
from msgspec import Meta

from ieum.shop.desk.changes import Bulk, Case, Change, Nothing, Shown, Stays
from ieum.shop.desk.gifts import Gift
from ieum.shop.desk.types import Facts, Row
from ieum.shop.kernel import seoul
from ieum.shop.kernel.db import Connection
from ieum.shop.services import extensions, period_queries, stops
from ieum.shop.services.desk import notices, queries
from ieum.shop.services.desk.listed import SERVICES
from ieum.shop.services.desk.sheet import SERVICE, rows
from ieum.shop.services.desk.types import ServiceSheet
from ieum.shop.services.types import ServiceId
from ieum.shop.services.words import STAFF_STATES


class Extend(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    days: Annotated[
        int,
        Meta(
            ge=1,
            le=366,
            title="며칠을 늘릴까요?",
            description="1일부터 366일까지. 결제 없이 만료일이 뒤로 갑니다.",
        ),
    ]


type _Case[W] = Case[ServiceId, ServiceSheet, W]


async def lock(conn: Connection, service: ServiceId) -> None:
    await period_queries.lock_living(conn, [service])


def _preview_extend(sheet: ServiceSheet, wish: Extend) -> Shown:
    ends_at = sheet.service.ends_at
    until = Row("만료", seoul.minute(ends_at + timedelta(days=wish.days)), before=seoul.minute(ends_at))
    charged = (
        ["정기결제는 예정대로 청구되고, 드린 날만큼 이용 기간이 뒤로 갑니다."] if sheet.subscription else []
    )
    return Shown(
        title=f"이용 기간을 {wish.days}일 늘립니다",
        rows=[*rows(sheet), until],
        warnings=[*charged, "환불할 때 늘린 날은 계산하지 않습니다."],
    )


async def _extend(conn: Connection, case: _Case[Extend]) -> Facts:
    if not await extensions.extend(conn, [case.target], days=case.wish.days, key=case.key):
        raise Stays
    return {"days": case.wish.days}


async def _take_days_back(conn: Connection, case: _Case[Extend]) -> Facts:
    if not await extensions.undo(conn, [case.target], key=case.key):
        raise Stays("이미 끝났거나, 늘린 뒤에 결제한 기간이 있는 서비스입니다.")
    return {"days": -case.wish.days}


async def _worth_of_days(conn: Connection, service: ServiceId, wish: Extend) -> Gift:
    return await queries.gift_of_days(conn, service, wish.days)


EXTEND = Change(
    name="services.extend",
    label="이용 기간 연장",
    done="이용 기간을 연장했습니다.",
    of=SERVICE,
    permission="services.extend",
    wish=Extend,
    lock=lock,
    refuses=lambda sheet, _wish: sheet.why_not.extend,
    preview=_preview_extend,
    apply=_extend,
    undo=_take_days_back,
    worth=_worth_of_days,
    in_bulk=Bulk(
        of="services s",
        where_of=SERVICES.where,
        fits="s.ends_at > now() AND (s.state = 'active' OR (s.state = 'suspended' AND s.stopped_at IS NOT NULL))",
        rows=lambda wish, count: [
            Row("늘리는 날", f"{wish.days}일씩"),
            Row("합계", f"{wish.days * count:,}일"),
        ],
        warnings=["환불할 때 늘린 날은 계산하지 않습니다."],
        alike="s.plan_id",
        worth="dearest_month(alike) * %(days)s / 30",
    ),
)


def _preview_stop(sheet: ServiceSheet, _wish: Nothing) -> Shown:
    return Shown(
        title="서비스를 정지합니다",
        rows=[*rows(sheet), Row("상태", STAFF_STATES["stopped"], before=STAFF_STATES[sheet.service.state])],
        warnings=[
            "바로 접속이 끊깁니다. IP와 기기는 그대로 두고, 이용 기간은 계속 지나갑니다.",
            "결제해도 풀리지 않으며, 정기결제는 예정대로 청구됩니다. 회원에게 메일로 알립니다.",
        ],
    )


def _preview_restart(sheet: ServiceSheet, _wish: Nothing) -> Shown:
    is_unpaid = sheet.subscription is not None and sheet.subscription.state == "suspended"
    after = "suspended" if is_unpaid else "active"
    unpaid = "결제를 기다리는 정기결제라 결제될 때까지는 정지된 채로 있습니다."
    return Shown(
        title="정지를 풉니다",
        rows=[*rows(sheet), Row("상태", STAFF_STATES[after], before=STAFF_STATES["stopped"])],
        warnings=[unpaid if is_unpaid else "회원에게 메일로 알립니다."],
    )


async def _stop(conn: Connection, case: _Case[Nothing]) -> None:
    if not await stops.stop(conn, case.target):
        raise Stays
    await notices.tell_stopped(conn, case.sheet)


async def _restart(conn: Connection, case: _Case[Nothing]) -> None:
    state = await stops.restart(conn, case.target)
    if state is None:
        raise Stays
    # A service that still waits for its payment has not changed for its member.
    if state == "active":
        await notices.tell_restarted(conn, case.sheet)


STOP = Change(
    name="services.stop",
    label="서비스 정지",
    done="서비스를 정지했습니다.",
    of=SERVICE,
    permission="services.suspend",
    wish=Nothing,
    lock=lock,
    refuses=lambda sheet, _wish: sheet.why_not.stop,
    preview=_preview_stop,
    apply=_stop,
    undo=_restart,
    in_bulk=Bulk(
        of="services s",
        where_of=SERVICES.where,
        fits="s.state IN ('active', 'suspended') AND s.stopped_at IS NULL",
        rows=lambda _wish, _count: [Row("상태", STAFF_STATES["stopped"])],
        warnings=["바로 접속이 끊기고 이용 기간은 계속 지나갑니다. 회원에게 메일로 알립니다."],
    ),
)
RESTART = Change(
    name="services.restart",
    label="정지 해제",
    done="정지를 해제했습니다.",
    of=SERVICE,
    permission="services.suspend",
    wish=Nothing,
    lock=lock,
    refuses=lambda sheet, _wish: sheet.why_not.restart,
    preview=_preview_restart,
    apply=_restart,
    undo=_stop,
    in_bulk=Bulk(
        of="services s",
        where_of=SERVICES.where,
        fits="s.state = 'suspended' AND s.stopped_at IS NOT NULL",
        rows=lambda _wish, _count: [Row("상태", STAFF_STATES["active"], before=STAFF_STATES["stopped"])],
        warnings=["결제를 기다리는 서비스는 결제될 때까지 정지된 채로 있습니다."],
    ),
)
CHANGES = [EXTEND, STOP, RESTART]
