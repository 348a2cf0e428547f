"""Changes a plan's prices as it was shown, alone or, if anybody would pay less, with a second person."""

from collections.abc import Awaitable, Callable, Sequence
from collections.abc import Set as AbstractSet
from datetime import UTC, datetime
from typing import Literal, Protocol

import msgspec

from ieum.shop.catalog import queries as catalog
from ieum.shop.catalog.operating import PlanNotFound
from ieum.shop.catalog.types import PlanId, PlanPrices
from ieum.shop.console.catalog import queries, rules
from ieum.shop.console.catalog.types import PlanPage, PricesBegun
from ieum.shop.desk.access import Act
from ieum.shop.desk.approvals import service as approvals
from ieum.shop.desk.approvals.refusals import PreviewChanged
from ieum.shop.desk.approvals.types import Action
from ieum.shop.desk.types import Facts, Row
from ieum.shop.kernel.db import Connection
from ieum.shop.kernel.seoul import SEOUL


class _Wish(Protocol):
    @property
    def plan(self) -> PlanId: ...


class Figures(msgspec.Struct, kw_only=True):
    """Prices at the moment `since`, without the change and with it.

    `cut_at` is the first moment from which somebody would pay less: that one, or a later one at which other prices of
    the plan begin. None if nobody ever would.
    """

    since: datetime
    before: PlanPrices
    after: PlanPrices
    cut_at: datetime | None

    @property
    def is_cut(self) -> bool:
        return self.cut_at is not None

    @property
    def is_cut_later(self) -> bool:
        return self.cut_at is not None and self.cut_at > self.since

    def rows(self) -> list[Row]:
        """The periods and discounts that differ."""
        return _rows_of(self.before, self.after)


class Change[W: _Wish, F: Figures](msgspec.Struct, frozen=True, kw_only=True):
    """A kind of change. `moment_in` says on which side the record names the moment at which prices begin."""

    action: Action[W]
    figures_of: Callable[[Connection, W], Awaitable[F]]
    write: Callable[[Connection, W, F], Awaitable[None]]
    moment_in: Literal["before", "after"]

    async def press(self, act: Act, wish: W, *, digest: str, reason: str) -> PricesBegun:
        """Change the prices, or ask a second person. Raises PlanNotFound, PreviewChanged, and what the preview does."""
        await _lock(act.conn, wish)
        if (await self.action.look(act.conn, wish))[1].digest != digest:
            raise PreviewChanged
        figures = await self.figures_of(act.conn, wish)
        if figures.is_cut:
            asked = await approvals.ask(act, self.action, wish, reason=reason)
            return PricesBegun(asked.approval_id)
        await self._carry_out(act, wish, figures, reason=reason)
        return PricesBegun(None)

    async def confirm(self, act: Act, wish: W) -> Facts:
        """Change the prices once a second person has agreed."""
        await _lock(act.conn, wish)
        await self._carry_out(act, wish, await self.figures_of(act.conn, wish))
        return {"planId": wish.plan}

    async def _carry_out(self, act: Act, wish: W, figures: F, *, reason: str = "") -> None:
        await self.write(act.conn, wish, figures)
        rows = figures.rows()
        sides: dict[str, Facts] = {
            "before": {row.label: row.before for row in rows},
            "after": {row.label: row.value for row in rows},
        }
        sides[self.moment_in]["from"] = figures.since.astimezone(UTC).isoformat()
        act.note("catalog.prices", "plan", wish.plan, **sides, reason=reason)


async def _lock(conn: Connection, wish: _Wish) -> None:
    if not await queries.lock_plan(conn, wish.plan):
        raise PlanNotFound


def _rows_of(before: PlanPrices, after: PlanPrices) -> list[Row]:
    months = sorted({month for month, _ in (*before.amounts, *after.amounts)})
    rows = [
        Row(f"{month}개월", _won(after.amount(month)), before=_won(before.amount(month)))
        for month in months
        if before.amount(month) != after.amount(month)
    ]
    old, new = dict(before.discounts), dict(after.discounts)
    rows += [
        Row(f"{quantity}개 이상", _percent(new.get(quantity)), before=_percent(old.get(quantity)))
        for quantity in sorted({*old, *new})
        if old.get(quantity) != new.get(quantity)
    ]
    return rows


async def find_cut(
    conn: Connection,
    page: PlanPage,
    since: datetime,
    *,
    after: PlanPrices,
    months: AbstractSet[int],
    quantities: AbstractSet[int],
    comparable_at: Callable[[datetime], Awaitable[Sequence[PlanPrices]]] | None = None,
) -> datetime | None:
    """From when somebody would pay less if from `since` on these periods and quantities cost what they do `after`.

    Looked at is each later moment at which prices of the plan begin, too: of two that begin one after the other, and
    are no cut each, the second may meet the first.
    """
    coming = [version for version in page.versions if version.effective_from > since]
    for at in sorted({since, *(version.effective_from for version in coming)}):
        replaced = [version for version in coming if version.effective_from <= at]
        before = await catalog.load_prices(conn, page.id, at)
        then = rules.carried_on(
            before,
            after,
            months=months - {version.months for version in replaced},
            quantities=quantities - {version.min_quantity for version in replaced},
        )
        if rules.is_cut(before, then, await comparable_at(at) if comparable_at else ()):
            return at
    return None


def warnings_of_cut(figures: Figures, now: str) -> list[str]:
    """`now` is what to say if somebody pays less from the beginning of the change."""
    if figures.cut_at is None:
        return []
    later = f"{figures.cut_at.astimezone(SEOUL):%Y.%m.%d}에 시작할 가격·할인과 겹치면 더 싸게 팔게 되므로"
    return [f"{later if figures.is_cut_later else now} 두 번째 사람의 확인이 필요합니다."]


def _won(amount: int | None) -> str:
    return "팔지 않음" if amount is None else f"{amount:,}원"


def _percent(percent: int | None) -> str:
    return f"{percent}% 할인" if percent else "할인 없음"
