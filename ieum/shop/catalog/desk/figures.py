"""Effect of a change of a plan's prices at its moment, and whether anybody would pay less by it."""

from collections.abc import Awaitable, Callable, Sequence
from collections.abc import Set as AbstractSet
from datetime import datetime

from ieum.shop.catalog import queries as catalog
from ieum.shop.catalog.desk import rules
from ieum.shop.catalog.desk.sheet import PlanSheet
from ieum.shop.catalog.desk.types import PlanPage
from ieum.shop.catalog.types import PlanPrices
from ieum.shop.desk.types import Facts, Row
from ieum.shop.kernel.db import Connection
from ieum.shop.kernel.seoul import SEOUL


class PricesSheet(PlanSheet, kw_only=True):
    """A plan, and its prices at the moment `since`, without the change and with it.

    `cut_at` is the first moment from which somebody would pay less: that one, or a later one at which other prices of
    the plan begin. None if nobody ever would.
    """

    since: datetime
    before: PlanPrices
    after: PlanPrices
    cut_at: datetime | None

    def rows(self) -> list[Row]:
        """The periods and discounts that differ."""
        old, new = self._words(self.before), self._words(self.after)
        return [Row(label, new[label], before=old[label]) for label in new if new[label] != old[label]]

    def facts(self) -> Facts:
        return {**super().facts(), **self._words(self.before)}

    def _words(self, prices: PlanPrices) -> dict[str, str]:
        """Write the cost of each period and step that there is without the change or with it."""
        months = sorted({month for month, _ in (*self.before.amounts, *self.after.amounts)})
        steps = sorted({quantity for quantity, _ in (*self.before.discounts, *self.after.discounts)})
        percents = dict(prices.discounts)
        return {f"{month}개월": _won(prices.amount(month)) for month in months} | {
            f"{quantity}개 이상": _percent(percents.get(quantity)) for quantity in steps
        }


def facts_after(sheet: PricesSheet) -> Facts:
    """Facts for the record of all that differs, also of what is sold no longer."""
    return {row.label: row.value for row in sheet.rows()}


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


def warnings_of_cut(sheet: PricesSheet, now: str) -> list[str]:
    """`now` is what to say if somebody pays less from the beginning of the change."""
    if sheet.cut_at is None:
        return []
    later = f"{sheet.cut_at.astimezone(SEOUL):%Y.%m.%d}에 시작할 가격·할인과 겹치면 더 싸게 팔게 되므로"
    return [f"{later if sheet.cut_at > sheet.since else now} 두 번째 사람의 확인이 필요합니다."]


def _won(amount: int | None) -> str:
    return "팔지 않음" if amount is None else f"{amount:,}원"


def _percent(percent: int | None) -> str:
    return f"{percent}% 할인" if percent else "할인 없음"
