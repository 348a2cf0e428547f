"""New prices of a plan: from when, for whom, and what takes a second person."""

from datetime import UTC, date, datetime

import msgspec

from ieum.shop.catalog import operating
from ieum.shop.catalog import queries as catalog
from ieum.shop.catalog.desk import queries, rules
from ieum.shop.catalog.desk.figures import PricesSheet, facts_after, find_cut, warnings_of_cut
from ieum.shop.catalog.desk.rules import Reach
from ieum.shop.catalog.desk.sheet import PLAN, find_page
from ieum.shop.catalog.desk.types import PlanPage, PlanVersion
from ieum.shop.catalog.desk.wishes import NewPrices
from ieum.shop.catalog.operating import PriceBegun
from ieum.shop.catalog.types import PlanId, PlanPrices
from ieum.shop.desk.changes import Case, Change, Shown
from ieum.shop.desk.types import Facts, Row
from ieum.shop.kernel.db import Connection
from ieum.shop.kernel.errors import Field, refuse_wrong
from ieum.shop.kernel.seoul import SEOUL, moment_of


class Comparable(msgspec.Struct):
    # Which plans they are, before the words "가장 싼 상품".
    what: str
    prices: list[PlanPrices]


class NewPricesSheet(PricesSheet, kw_only=True):
    """A plan whose prices are to change.

    `comparable` are plans with which a first price is compared. `replaced` was to begin at the same moment. `reach`
    counts the running subscriptions that the change is about.
    """

    today: date
    comparable: Comparable
    replaced: list[PlanVersion]
    reach: Reach


async def look(conn: Connection, plan: PlanId, wish: NewPrices) -> NewPricesSheet | None:
    page = await find_page(conn, plan)
    if page is None:
        return None
    now = datetime.now(UTC)
    since = moment_of(wish.day) if wish.day else now
    before = await catalog.load_prices(conn, plan, since)
    after = rules.with_changes(before, wish.amounts(), wish.steps())

    async def comparable_at(moment: datetime) -> list[PlanPrices]:
        return (await _comparable(conn, plan, moment)).prices

    return NewPricesSheet(
        page=page,
        since=since,
        before=before,
        after=after,
        cut_at=await find_cut(
            conn,
            page,
            since,
            after=after,
            months=dict(wish.amounts()).keys(),
            quantities=dict(wish.steps()).keys(),
            comparable_at=comparable_at,
        ),
        today=now.astimezone(SEOUL).date(),
        comparable=await _comparable(conn, plan, since),
        replaced=_replaced(page, wish, since),
        reach=rules.reach_of(after, await queries.list_running(conn, plan)),
    )


async def _comparable(conn: Connection, plan: PlanId, since: datetime) -> Comparable:
    """Prices of the plans that are most like this one: of its pool and kind, else of its pool, else of its kind.

    Of those the ones in the shop; if none is shown, hidden ones. Otherwise somebody alone could hide the others first,
    or sell the pool's addresses as another kind, or others in a new pool.
    """
    neighbours = await queries.list_neighbours(conn, plan)
    prices = await catalog.list_prices(conn, [(each.id, since) for each in neighbours])
    priced = [(each, prices[each.id, since]) for each in neighbours if prices[each.id, since].amounts]
    of_pool = [(each, of) for each, of in priced if each.same_pool]
    alike = [(each, of) for each, of in of_pool if each.same_kind] or of_pool or priced
    shown = [of for each, of in alike if each.is_shown]
    return Comparable("같은 주소를 파는" if of_pool else "같은 종류의", shown or [of for _, of in alike])


def _replaced(page: PlanPage, wish: NewPrices, since: datetime) -> list[PlanVersion]:
    months, quantities = dict(wish.amounts()), dict(wish.steps())
    return [
        version
        for version in page.versions
        if version.effective_from == since
        and (version.months in months if version.months else version.min_quantity in quantities)
    ]


def _refuses(sheet: NewPricesSheet, wish: NewPrices) -> str | None:
    """Say why the prices cannot be changed. Raises InvalidFields."""
    wrong: list[Field] = []
    if not wish.prices and not wish.discounts:
        wrong.append(Field("wish.prices", "required", "바꿀 가격이나 할인을 적어 주세요."))
    if wish.day is not None and wish.day <= sheet.today:
        detail = "내일부터의 날을 골라 주세요. 오늘부터라면 비워 두세요."
        wrong.append(Field("wish.day", "past", detail))
    if len(dict(wish.amounts())) < len(wish.prices):
        wrong.append(Field("wish.prices", "twice", "같은 기간을 두 번 적었습니다."))
    if len(dict(wish.steps())) < len(wish.discounts):
        wrong.append(Field("wish.discounts", "twice", "같은 수량을 두 번 적었습니다."))
    refuse_wrong(wrong)
    return None


def _cut(sheet: NewPricesSheet) -> list[str]:
    now = "가격이 내려가므로" if sheet.before.amounts else f"{sheet.comparable.what} 가장 싼 상품보다 싸므로"
    return warnings_of_cut(sheet, now)


def _preview(sheet: NewPricesSheet, wish: NewPrices) -> Shown:
    """Say from when what costs how much, and what it does to running subscriptions."""
    reach = sheet.reach
    day = f"{wish.day:%Y.%m.%d} 0시부터" if wish.day else "지금부터"
    warnings: list[str] = []
    if reach.must_agree:
        warnings.append(
            f"정기결제 {reach.must_agree:,}건은 오른 가격에 동의해야 합니다. 다음 결제 30일 전부터 회원에게 묻고, "
            "동의하지 않으면 이용 기간이 끝날 때 정기결제가 끝납니다."
        )
    if reach.pay_less:
        warnings.append(f"정기결제 {reach.pay_less:,}건은 다음 결제부터 내린 가격으로 결제됩니다.")
    if sheet.replaced:
        warnings.append("그때 시작하려던 같은 기간·수량의 가격은 시작하지 않습니다.")
    warnings += _far(sheet)
    warnings += _cut(sheet)
    return Shown(
        title=f"‘{sheet.page.name}’의 가격을 {day} 바꿉니다",
        rows=[Row("시작", day), *sheet.rows()],
        warnings=warnings,
        seen=[reach.must_agree, reach.pay_less],
    )


def _far(sheet: NewPricesSheet) -> list[str]:
    than = "지금까지의" if sheet.before.amounts else f"{sheet.comparable.what} 가장 싼 상품의"
    return [
        f"{leap.label} 가격이 {than} 한 달 {round(leap.old):,}원보다 {leap.percent:,}% "
        f"{'비쌉니다' if leap.new > leap.old else '쌉니다'} (한 달 {round(leap.new):,}원). 금액을 다시 확인해 주세요."
        for leap in rules.leaps_of(sheet.before, sheet.after, sheet.comparable.prices)
    ]


async def _begin(conn: Connection, case: Case[PlanId, NewPricesSheet, NewPrices]) -> Facts:
    sheet, wish = case.sheet, case.wish
    await operating.add_prices(
        conn, case.target, since=sheet.since, prices=wish.amounts(), discounts=wish.steps()
    )
    return {**facts_after(sheet), "from": sheet.since.astimezone(UTC).isoformat()}


BEGIN = Change(
    name="catalog.prices",
    label="가격 바꾸기",
    done="가격을 정했습니다.",
    of=PLAN,
    permission="catalog.prices",
    wish=NewPrices,
    lock=queries.lock_plan,
    look=look,
    refuses=_refuses,
    preview=_preview,
    takes_two=lambda sheet, _wish: next(iter(_cut(sheet)), None),
    apply=_begin,
    raises=(PriceBegun,),
)
