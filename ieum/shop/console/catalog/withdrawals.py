"""Withdraws prices that have not begun: what was decided before then holds on."""

from datetime import UTC, datetime, timedelta

import msgspec

from ieum.shop.catalog import operating
from ieum.shop.catalog import queries as catalog
from ieum.shop.catalog.operating import NoPriceComing
from ieum.shop.catalog.types import PlanId
from ieum.shop.console.catalog import service
from ieum.shop.console.catalog.changing import Change, Figures, find_cut, warnings_of_cut
from ieum.shop.desk import previews
from ieum.shop.desk.access import Act
from ieum.shop.desk.approvals.types import World, written_out
from ieum.shop.desk.types import Facts, Preview, Row
from ieum.shop.kernel import seoul
from ieum.shop.kernel.db import Connection


class WithdrawPrices(msgspec.Struct, frozen=True):
    """All prices and discounts of a plan that were to begin at this moment."""

    plan: PlanId
    since: datetime


class _Figures(Figures, kw_only=True):
    name: str


async def preview(conn: Connection, wish: WithdrawPrices) -> Preview:
    """Say what the plan costs instead from then on. Raises PlanNotFound, NoPriceComing."""
    figures = await _figures(conn, wish)
    warnings = ["시작하지 않은 가격이라 아직 아무에게도 팔지 않았습니다. 기록에는 남습니다."]
    warnings += warnings_of_cut(figures, "정해 둔 가격보다 싸게 팔게 되므로")
    return previews.preview(
        f"‘{figures.name}’의 예정 가격을 취소합니다",
        [Row("시작", "하지 않음", before=seoul.minute(wish.since)), *figures.rows()],
        warnings=warnings,
        seen=[wish.plan, wish.since.astimezone(UTC)],
    )


async def _figures(conn: Connection, wish: WithdrawPrices) -> _Figures:
    page = await service.get_page(conn, wish.plan)
    withdrawn = [
        version
        for version in page.versions
        if version.effective_from == wish.since and version.state == "coming"
    ]
    if not withdrawn:
        raise NoPriceComing
    before = await catalog.load_prices(conn, wish.plan, wish.since)
    # No version begins within this microsecond but those that are withdrawn.
    after = await catalog.load_prices(conn, wish.plan, wish.since - timedelta(microseconds=1))
    cut_at = await find_cut(
        conn,
        page,
        wish.since,
        after=after,
        months={version.months for version in withdrawn if version.months is not None},
        quantities={version.min_quantity for version in withdrawn if version.min_quantity is not None},
    )
    return _Figures(since=wish.since, before=before, after=after, cut_at=cut_at, name=page.name)


async def _write(conn: Connection, wish: WithdrawPrices, figures: _Figures) -> None:
    await operating.withdraw_prices(conn, wish.plan, since=figures.since)


async def _confirm(act: Act, wish: WithdrawPrices, world: World) -> Facts:
    del world
    return await WITHDRAWING.confirm(act, wish)


WITHDRAW_PRICES = written_out(
    name="catalog.prices_withdrawn",
    label="예정 가격 취소",
    permission="catalog.prices",
    params=WithdrawPrices,
    preview=preview,
    carry_out=_confirm,
)
WITHDRAWING = Change(action=WITHDRAW_PRICES, figures_of=_figures, write=_write, moment_in="before")
