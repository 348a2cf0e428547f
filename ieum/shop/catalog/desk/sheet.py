"""Shows staff one plan, in the words of previews and of the record."""

from typing import Any

import msgspec

from ieum.shop.catalog.desk import queries
from ieum.shop.catalog.desk.types import PlanPage, SoldPlan, SoldPrice
from ieum.shop.catalog.operating import PlanNotFound
from ieum.shop.catalog.types import PlanId, PlanTerms, RotationTerms
from ieum.shop.desk.changes import Thing
from ieum.shop.desk.types import Facts
from ieum.shop.kernel.db import Connection


class PlanSheet(msgspec.Struct, kw_only=True):
    """A plan before a change."""

    page: PlanPage

    def terms(self) -> PlanTerms:
        return PlanTerms(**{name: getattr(self.page, name) for name in PlanTerms.__struct_fields__})

    def facts(self) -> Facts:
        return {**words_of(self.terms(), self.page.rotation), "state": self.page.state}


async def list_plans(conn: Connection) -> list[SoldPlan]:
    """Every plan with its prices of now, in three queries however many there are."""
    plans = await queries.list_plans(conn)
    prices = await queries.list_present_prices(conn)
    for plan in plans:
        plan.prices = [SoldPrice(each.months, each.amount) for each in prices if each.plan == plan.id]
    return plans


async def find_page(conn: Connection, plan: PlanId) -> PlanPage | None:
    page = await queries.find_plan(conn, plan)
    if page is None:
        return None
    page.versions = await queries.list_versions(conn, plan)
    page.prices = [
        SoldPrice(version.months, version.figure)
        for version in sorted(page.versions, key=lambda version: version.months or 0)
        if version.months is not None and version.state == "present"
    ]
    return page


async def find(conn: Connection, plan: PlanId) -> PlanSheet | None:
    page = await find_page(conn, plan)
    return None if page is None else PlanSheet(page=page)


def words_of(terms: PlanTerms, rotation: RotationTerms | None) -> dict[str, str]:
    """Describe what a plan promises, by label."""
    words = {
        "이름": terms.name,
        "설명": terms.description,
        "기기": f"{terms.device_limit}대",
        "동시 접속": f"{terms.connections}대",
        "올리는 속도": _speed(terms.upload_mbit),
        "내려받는 속도": _speed(terms.download_mbit),
        "순서": str(terms.position),
    }
    return words if rotation is None else words | {"주소 교체": _rotation(rotation)}


def _speed(mbit: int | None) -> str:
    return "회선 최고 속도" if mbit is None else f"{mbit:,}Mbps"


def _rotation(rotation: RotationTerms) -> str:
    return (
        f"{rotation.least_seconds}초에 한 번, 하루 {rotation.a_day:,}번, "
        f"자동 {rotation.timer_least}분~{rotation.timer_most}분"
        f"{', 다른 /24 먼저' if rotation.other_network else ''}"
    )


# Changes of prices look at more of the plan than the others: each has its own sheet.
PLAN = Thing[PlanId, Any](
    name="plan",
    label="상품",
    screen="plans",
    find=find,
    missing=PlanNotFound,
    facts=lambda sheet: sheet.facts(),
)
