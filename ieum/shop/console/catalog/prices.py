"""New versions of a plan's prices: from when, for whom, and what takes a second person."""

from datetime import UTC, date, datetime

import msgspec

from ieum.shop.catalog import operating
from ieum.shop.catalog import queries as catalog
from ieum.shop.catalog.operating import PlanNotFound, PriceBegun
from ieum.shop.catalog.types import PlanId, PlanPrices
from ieum.shop.console import previews
from ieum.shop.console.access import Act
from ieum.shop.console.approvals import service as approvals
from ieum.shop.console.approvals.refusals import PreviewChanged
from ieum.shop.console.approvals.types import Action, World
from ieum.shop.console.catalog import queries, rules, service
from ieum.shop.console.catalog.types import PlanPage, PricesBegun, PricesForm, PricesOrder
from ieum.shop.console.types import Facts, Preview, Row
from ieum.shop.kernel.db import Connection
from ieum.shop.kernel.errors import Field, refuse_wrong
from ieum.shop.kernel.seoul import SEOUL, moment_of


class BeginPrices(msgspec.Struct):
    """What waits for a second person: won by months, percent by least quantity; `day` in Seoul, None is at once."""

    plan: PlanId
    day: date | None
    prices: list[tuple[int, int]]
    discounts: list[tuple[int, int]]


class _Figures(msgspec.Struct):
    page: PlanPage
    since: datetime
    before: PlanPrices
    after: PlanPrices


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
    if rules.is_cut(figures.before, figures.after):
        warnings.append("가격이 내려가므로 두 번째 사람의 확인이 필요합니다.")
    return previews.preview(
        f"‘{figures.page.name}’의 가격을 {day} 바꿉니다",
        [Row("시작", day), *_rows(figures)],
        warnings=warnings,
        seen=[wish.plan, reach.must_agree, reach.pay_less],
    )


async def begin(act: Act, plan: PlanId, data: PricesOrder) -> PricesBegun:
    """Begin them, or ask a second person where anybody would pay less. Raises PreviewChanged besides the preview's."""
    if not await queries.lock_plan(act.conn, plan):
        raise PlanNotFound
    wish = wish_of(plan, data)
    if (await preview(act.conn, wish)).digest != data.digest:
        raise PreviewChanged
    figures = await _figures(act.conn, wish)
    if rules.is_cut(figures.before, figures.after):
        asked = await approvals.ask(act, CUT_PRICES, wish, reason=data.reason)
        return PricesBegun(asked.approval_id)
    await _begin(act, wish, figures, reason=data.reason)
    return PricesBegun(None)


async def _figures(conn: Connection, wish: BeginPrices) -> _Figures:
    page = await service.get_page(conn, wish.plan)
    now = datetime.now(UTC)
    refuse_wrong(_wrong_in(wish, today=now.astimezone(SEOUL).date()))
    since = moment_of(wish.day) if wish.day else now
    if any(version.effective_from == since for version in page.versions):
        raise PriceBegun
    before = await catalog.load_prices(conn, wish.plan, since)
    return _Figures(page, since, before, rules.with_changes(before, wish.prices, wish.discounts))


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


def _rows(figures: _Figures) -> list[Row]:
    rows = [
        Row(f"{months}개월", f"{amount:,}원", before=_won(figures.before.amount(months)))
        for months, amount in figures.after.amounts
        if figures.before.amount(months) != amount
    ]
    old, new = dict(figures.before.discounts), dict(figures.after.discounts)
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


async def _begin(act: Act, wish: BeginPrices, figures: _Figures, *, reason: str = "") -> None:
    await operating.add_prices(
        act.conn, wish.plan, since=figures.since, prices=wish.prices, discounts=wish.discounts
    )
    act.note(
        "catalog.prices",
        "plan",
        wish.plan,
        before={row.label: row.before for row in _rows(figures)},
        after={row.label: row.value for row in _rows(figures)} | {"from": figures.since.isoformat()},
        reason=reason,
    )


async def _carry_out(act: Act, wish: BeginPrices, world: World) -> Facts:
    del world
    if not await queries.lock_plan(act.conn, wish.plan):
        raise PlanNotFound
    await _begin(act, wish, await _figures(act.conn, wish))
    return {"planId": wish.plan}


CUT_PRICES = Action(
    name="catalog.prices",
    label="가격 인하",
    permission="catalog.prices",
    params=BeginPrices,
    preview=preview,
    carry_out=_carry_out,
)
