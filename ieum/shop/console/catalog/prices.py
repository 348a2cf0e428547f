"""New versions of a plan's prices: from when, for whom, and what takes a second person."""

from datetime import UTC, date, datetime

import msgspec

from ieum.shop.catalog import operating
from ieum.shop.catalog import queries as catalog
from ieum.shop.catalog.types import PlanId, PlanPrices
from ieum.shop.console.catalog import queries, rules, service
from ieum.shop.console.catalog.changing import Change, Figures, find_cut, warnings_of_cut
from ieum.shop.console.catalog.types import PlanPage, PlanVersion, PricesForm
from ieum.shop.desk import previews
from ieum.shop.desk.access import Act
from ieum.shop.desk.approvals.types import World, written_out
from ieum.shop.desk.types import Facts, Preview, Row
from ieum.shop.kernel.db import Connection
from ieum.shop.kernel.errors import Field, refuse_wrong
from ieum.shop.kernel.seoul import SEOUL, moment_of


class BeginPrices(msgspec.Struct):
    """What waits for a second person: won by months, percent by least quantity; `day` in Seoul, None is at once."""

    plan: PlanId
    day: date | None
    prices: list[tuple[int, int]]
    discounts: list[tuple[int, int]]


class _Comparable(msgspec.Struct):
    # Which plans they are, before the words "가장 싼 상품".
    what: str
    prices: list[PlanPrices]


class _Figures(Figures, kw_only=True):
    page: PlanPage
    # What the plans cost then with which a first price is compared.
    comparable: _Comparable
    # What was to begin at the same moment, and is replaced.
    replaced: list[PlanVersion]


def wish_of(plan: PlanId, form: PricesForm) -> BeginPrices:
    return BeginPrices(
        plan,
        form.day,
        [(price.months, price.amount) for price in form.prices],
        [(step.min_quantity, step.percent) for step in form.discounts],
    )


async def preview(conn: Connection, wish: BeginPrices) -> Preview:
    """Say from when what costs how much, and what it does to running subscriptions.

    Raises PlanNotFound, InvalidFields, PriceBegun.
    """
    figures = await _figures(conn, wish)
    reach = rules.reach_of(figures.after, await queries.list_running(conn, wish.plan))
    day = f"{wish.day:%Y.%m.%d} 0시부터" if wish.day else "지금부터"
    warnings: list[str] = []
    if reach.must_agree:
        warnings.append(
            f"정기결제 {reach.must_agree:,}건은 오른 가격에 동의해야 합니다. 다음 결제 30일 전부터 회원에게 묻고, "
            "동의하지 않으면 이용 기간이 끝날 때 정기결제가 끝납니다."
        )
    if reach.pay_less:
        warnings.append(f"정기결제 {reach.pay_less:,}건은 다음 결제부터 내린 가격으로 결제됩니다.")
    if figures.replaced:
        warnings.append("그때 시작하려던 같은 기간·수량의 가격은 시작하지 않습니다.")
    warnings += _far(figures)
    warnings += warnings_of_cut(
        figures,
        "가격이 내려가므로"
        if figures.before.amounts
        else f"{figures.comparable.what} 가장 싼 상품보다 싸므로",
    )
    return previews.preview(
        f"‘{figures.page.name}’의 가격을 {day} 바꿉니다",
        [Row("시작", day), *figures.rows()],
        warnings=warnings,
        seen=[wish.plan, reach.must_agree, reach.pay_less],
    )


async def _figures(conn: Connection, wish: BeginPrices) -> _Figures:
    page = await service.get_page(conn, wish.plan)
    now = datetime.now(UTC)
    refuse_wrong(_wrong_in(wish, today=now.astimezone(SEOUL).date()))
    since = moment_of(wish.day) if wish.day else now
    before = await catalog.load_prices(conn, wish.plan, since)
    after = rules.with_changes(before, wish.prices, wish.discounts)
    comparable = await _comparable(conn, wish.plan, since)

    async def comparable_at(moment: datetime) -> list[PlanPrices]:
        return (await _comparable(conn, wish.plan, moment)).prices

    return _Figures(
        since=since,
        before=before,
        after=after,
        cut_at=await find_cut(
            conn,
            page,
            since,
            after=after,
            months=dict(wish.prices).keys(),
            quantities=dict(wish.discounts).keys(),
            comparable_at=comparable_at,
        ),
        page=page,
        comparable=comparable,
        replaced=_replaced(page, wish, since),
    )


async def _comparable(conn: Connection, plan: PlanId, since: datetime) -> _Comparable:
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
    return _Comparable("같은 주소를 파는" if of_pool else "같은 종류의", shown or [of for _, of in alike])


def _replaced(page: PlanPage, wish: BeginPrices, since: datetime) -> list[PlanVersion]:
    months, quantities = dict(wish.prices), dict(wish.discounts)
    return [
        version
        for version in page.versions
        if version.effective_from == since
        and (version.months in months if version.months else version.min_quantity in quantities)
    ]


def _wrong_in(wish: BeginPrices, *, today: date) -> list[Field]:
    wrong: list[Field] = []
    if not wish.prices and not wish.discounts:
        wrong.append(Field("prices", "required", "바꿀 가격이나 할인을 적어 주세요."))
    if wish.day is not None and wish.day <= today:
        wrong.append(Field("day", "past", "내일부터의 날을 골라 주세요. 오늘부터라면 ‘지금부터’를 고르세요."))
    if len(dict(wish.prices)) < len(wish.prices):
        wrong.append(Field("prices", "twice", "같은 기간을 두 번 적었습니다."))
    if len(dict(wish.discounts)) < len(wish.discounts):
        wrong.append(Field("discounts", "twice", "같은 수량을 두 번 적었습니다."))
    return wrong


def _far(figures: _Figures) -> list[str]:
    than = "지금까지의" if figures.before.amounts else f"{figures.comparable.what} 가장 싼 상품의"
    return [
        f"{leap.label} 가격이 {than} 한 달 {round(leap.old):,}원보다 {leap.percent:,}% "
        f"{'비쌉니다' if leap.new > leap.old else '쌉니다'} (한 달 {round(leap.new):,}원). 금액을 다시 확인해 주세요."
        for leap in rules.leaps_of(figures.before, figures.after, figures.comparable.prices)
    ]


async def _write(conn: Connection, wish: BeginPrices, figures: _Figures) -> None:
    await operating.add_prices(
        conn, wish.plan, since=figures.since, prices=wish.prices, discounts=wish.discounts
    )


async def _confirm(act: Act, wish: BeginPrices, world: World) -> Facts:
    del world
    return await BEGINNING.confirm(act, wish)


CUT_PRICES = written_out(
    name="catalog.prices",
    label="가격 인하",
    permission="catalog.prices",
    params=BeginPrices,
    preview=preview,
    carry_out=_confirm,
)
BEGINNING = Change(action=CUT_PRICES, figures_of=_figures, write=_write, moment_in="after")
