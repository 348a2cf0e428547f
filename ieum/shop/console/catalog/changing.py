"""Changes a plan's prices as it was shown, alone or, if anybody would pay less, with a second person."""

from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from typing import Literal, Protocol

import msgspec

from ieum.shop.catalog.operating import PlanNotFound
from ieum.shop.catalog.types import PlanId, PlanPrices
from ieum.shop.console.access import Act
from ieum.shop.console.approvals import service as approvals
from ieum.shop.console.approvals.refusals import PreviewChanged
from ieum.shop.console.approvals.types import Action
from ieum.shop.console.catalog import queries
from ieum.shop.console.catalog.types import PricesBegun
from ieum.shop.console.types import Facts, Row
from ieum.shop.kernel.db import Connection


class _Wish(Protocol):
    @property
    def plan(self) -> PlanId: ...


class Figures(msgspec.Struct, kw_only=True):
    """Prices at the moment `since`, without the change and with it. `is_cut`: somebody would pay less."""

    since: datetime
    before: PlanPrices
    after: PlanPrices
    is_cut: bool

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
        if (await self.action.preview(act.conn, wish)).digest != digest:
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


def _won(amount: int | None) -> str:
    return "팔지 않음" if amount is None else f"{amount:,}원"


def _percent(percent: int | None) -> str:
    return f"{percent}% 할인" if percent else "할인 없음"
