"""Withdraws prices that have not begun: what was decided before then holds on."""

from datetime import UTC, timedelta

from ieum.shop.catalog import operating
from ieum.shop.catalog import queries as catalog
from ieum.shop.catalog.desk import queries
from ieum.shop.catalog.desk.figures import PricesSheet, facts_after, find_cut, warnings_of_cut
from ieum.shop.catalog.desk.sheet import PLAN, find_page
from ieum.shop.catalog.desk.types import PlanVersion
from ieum.shop.catalog.desk.wishes import Withdrawal
from ieum.shop.catalog.operating import NoPriceComing
from ieum.shop.catalog.types import PlanId
from ieum.shop.desk.changes import Case, Change, Shown
from ieum.shop.desk.types import Facts, Row
from ieum.shop.kernel import seoul
from ieum.shop.kernel.db import Connection


class WithdrawalSheet(PricesSheet, kw_only=True):
    withdrawn: list[PlanVersion]

    def facts(self) -> Facts:
        begins = {"from": self.since.astimezone(UTC).isoformat()} if self.withdrawn else {}
        return {**super().facts(), **begins}


async def look(conn: Connection, plan: PlanId, wish: Withdrawal) -> WithdrawalSheet | None:
    page = await find_page(conn, plan)
    if page is None:
        return None
    withdrawn = [
        version
        for version in page.versions
        if version.effective_from == wish.since and version.state == "coming"
    ]
    before = await catalog.load_prices(conn, plan, wish.since)
    # No version begins within this microsecond but those that are withdrawn.
    after = await catalog.load_prices(conn, plan, wish.since - timedelta(microseconds=1))
    return WithdrawalSheet(
        page=page,
        since=wish.since,
        before=before,
        after=after,
        cut_at=await find_cut(
            conn,
            page,
            wish.since,
            after=after,
            months={version.months for version in withdrawn if version.months is not None},
            quantities={version.min_quantity for version in withdrawn if version.min_quantity is not None},
        ),
        withdrawn=withdrawn,
    )


def _cut(sheet: WithdrawalSheet) -> list[str]:
    return warnings_of_cut(sheet, "정해 둔 가격보다 싸게 팔게 되므로")


def _preview(sheet: WithdrawalSheet, wish: Withdrawal) -> Shown:
    """Say what the plan costs instead from then on."""
    warnings = ["시작하지 않은 가격이라 아직 아무에게도 팔지 않았습니다. 기록에는 남습니다."]
    return Shown(
        title=f"‘{sheet.page.name}’의 예정 가격을 취소합니다",
        rows=[Row("시작", "하지 않음", before=seoul.minute(wish.since)), *sheet.rows()],
        warnings=[*warnings, *_cut(sheet)],
    )


async def _withdraw(conn: Connection, case: Case[PlanId, WithdrawalSheet, Withdrawal]) -> Facts:
    await operating.withdraw_prices(conn, case.target, since=case.wish.since)
    return facts_after(case.sheet)


WITHDRAW = Change(
    name="catalog.prices_withdrawn",
    label="예정 가격 취소",
    done="예정 가격을 취소했습니다.",
    of=PLAN,
    permission="catalog.prices",
    wish=Withdrawal,
    lock=queries.lock_plan,
    look=look,
    refuses=lambda sheet, _wish: None if sheet.withdrawn else NoPriceComing.detail,
    preview=_preview,
    takes_two=lambda sheet, _wish: next(iter(_cut(sheet)), None),
    apply=_withdraw,
    raises=(NoPriceComing,),
)
