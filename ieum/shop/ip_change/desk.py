"""A free replacement of a service's address by staff."""

from ieum.shop.desk.changes import Case, Change, Nothing, Shown, Stays
from ieum.shop.desk.types import Row
from ieum.shop.ip_change import replacements
from ieum.shop.ip_change.refusals import AddressAlreadyChanged, ChangeUnderWay
from ieum.shop.ip_change.replacements import NoneToReplaceWith, NotReplaceable
from ieum.shop.kernel.db import Connection
from ieum.shop.services import queries as services
from ieum.shop.services.desk import sheet
from ieum.shop.services.desk.sheet import SERVICE
from ieum.shop.services.desk.types import ServiceSheet
from ieum.shop.services.types import ServiceId


def _preview(shown: ServiceSheet, _wish: Nothing) -> Shown:
    return Shown(
        title="IP를 무료로 교체합니다",
        rows=[*sheet.rows(shown), Row("교체권", "쓰지 않음")],
        warnings=[
            "같은 게이트웨이의 같은 통신사와 지역에서 가장 오래 쉰 IP를 드립니다. 지금 IP로는 접속되지 않게 됩니다.",
            "기기 설정은 그대로입니다. 회원에게 메일로 알립니다.",
        ],
        seen=shown.service.place and shown.service.place.id,
    )


async def _replace(conn: Connection, case: Case[ServiceId, ServiceSheet, Nothing]) -> None:
    place = case.sheet.service.place
    if place is None:
        raise Stays
    await replacements.replace(conn, case.target, seen=place.address)


REPLACE = Change(
    name="services.replace",
    label="IP 무료 교체",
    done="IP를 교체했습니다.",
    of=SERVICE,
    permission="services.replace",
    wish=Nothing,
    lock=services.hold_with_order,
    refuses=lambda shown, _wish: shown.why_not.replace,
    preview=_preview,
    apply=_replace,
    raises=(NotReplaceable, NoneToReplaceWith, ChangeUnderWay, AddressAlreadyChanged),
)
CHANGES = [REPLACE]
