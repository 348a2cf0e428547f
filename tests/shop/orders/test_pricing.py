"""The price of an order, to the won, as pure rules."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ieum.shop.catalog.rules import amount_of
from ieum.shop.catalog.types import Kind, PlanId, PlanPrices
from ieum.shop.kernel.errors import InvalidFields
from ieum.shop.orders.pricing import SMALLEST_PAYMENT, point_limit, price, split_vat
from ieum.shop.orders.types import Method, PointRules, Price

PRICES = PlanPrices(PlanId(1), [(1, 33_000), (3, 89_100), (12, 316_800)], [(5, 10), (10, 15)])


def point_rules(
    *,
    balance: int = 0,
    enabled: bool = True,
    percent: int = 10,
    threshold: int = 1000,
    share_percent: int = 100,
) -> PointRules:
    return PointRules(enabled, percent, threshold, share_percent, balance)


def price_of(
    *,
    months: int = 3,
    quantity: int = 1,
    points: int = 0,
    prices: PlanPrices = PRICES,
    kind: Kind = "static",
    method: Method = "card",
    rules: PointRules | None = None,
) -> Price:
    made = price(
        prices,
        kind,
        months=months,
        quantity=quantity,
        points=points,
        method=method,
        rules=rules or point_rules(),
    )
    assert made is not None
    return made


def refusal_of(**wanted: object) -> list[tuple[str, str]]:
    with pytest.raises(InvalidFields) as refused:
        price_of(**wanted)  # pyright: ignore[reportArgumentType] - named by each case
    return [(field.name, field.code) for field in refused.value.fields or []]


@pytest.mark.parametrize(
    ("amount", "supply", "vat"),
    [
        pytest.param(33_000, 30_000, 3_000, id="even"),
        pytest.param(100, 91, 9, id="smallest"),
        pytest.param(12_345, 11_223, 1_122, id="rounded down"),
        pytest.param(12_347, 11_225, 1_122, id="still down"),
        pytest.param(12_348, 11_225, 1_123, id="rounded up"),
        pytest.param(0, 0, 0, id="nothing"),
    ],
)
def test_vat_is_one_eleventh_of_the_amount(amount: int, supply: int, vat: int) -> None:
    assert split_vat(amount) == (supply, vat)


@given(st.integers(0, 10**10))
def test_supply_and_vat_add_up(amount: int) -> None:
    supply, vat = split_vat(amount)

    assert supply + vat == amount
    # The equivalent formula: VAT = total − round(total ÷ 1.1).
    assert supply == (20 * amount + 11) // 22
    assert abs(11 * vat - amount) <= 5


AMOUNTS = st.dictionaries(st.integers(1, 36), st.integers(100, 10_000_000), min_size=1).map(
    lambda found: sorted(found.items())
)
STEPS = st.dictionaries(st.integers(2, 100), st.integers(1, 90)).map(lambda found: sorted(found.items()))
KINDS = st.sampled_from(["static", "dynamic", "ticket"])
METHODS = st.sampled_from(["card", "billing", "transfer", "virtual_account"])
POINTS = st.builds(
    PointRules,
    st.booleans(),
    st.integers(0, 100),
    st.integers(0, 10_000),
    st.integers(0, 100),
    st.integers(-10_000, 30_000_000),
)


@given(st.data(), AMOUNTS, STEPS, KINDS, METHODS, st.integers(1, 20), POINTS)
def test_the_parts_of_a_price_add_up_to_the_won_and_none_is_negative(
    data: st.DataObject,
    amounts: list[tuple[int, int]],
    steps: list[tuple[int, int]],
    kind: Kind,
    method: Method,
    quantity: int,
    rules: PointRules,
) -> None:
    prices = PlanPrices(PlanId(1), amounts, steps)
    months = data.draw(st.sampled_from([month for month, _ in amounts]))
    full = amount_of(prices, months=months, quantity=quantity)
    assert full is not None
    limit = point_limit(full, method, rules)
    points = data.draw(st.one_of(st.just(0), st.just(limit), st.integers(0, full + 1000)))
    try:
        made = price_of(
            months=months,
            quantity=quantity,
            points=points,
            prices=prices,
            kind=kind,
            method=method,
            rules=rules,
        )
    except InvalidFields:
        # A possible number of points is never refused for this.
        assert points not in {0, limit} or full < SMALLEST_PAYMENT[method]
        return

    assert made.list_amount - made.discount_amount - made.points_used == made.amount
    assert made.supply_amount + made.vat_amount == made.amount
    assert 0 <= made.quantity_discount_amount <= made.discount_amount <= made.list_amount
    assert made.amount == full - points
    assert made.amount == 0 or made.amount >= SMALLEST_PAYMENT[method]
    assert 0 <= points <= made.point_limit <= max(0, min(full, rules.balance))
    assert made.points_earned == (made.amount * rules.percent // 100 if rules.enabled else 0)
    if kind == "ticket":
        assert made.discount_amount == made.quantity_discount_amount


@given(AMOUNTS, STEPS, st.integers(1, 19))
def test_a_greater_quantity_costs_more_unless_it_reaches_a_discount(
    amounts: list[tuple[int, int]], steps: list[tuple[int, int]], quantity: int
) -> None:
    prices = PlanPrices(PlanId(1), amounts, steps)
    months = amounts[0][0]
    one = amount_of(prices, months=months, quantity=quantity)
    more = amount_of(prices, months=months, quantity=quantity + 1)

    assert one is not None
    assert more is not None
    if prices.percent(quantity) == prices.percent(quantity + 1):
        assert more > one


def test_discounts_come_in_one_order_period_then_quantity_then_points() -> None:
    made = price_of(months=3, quantity=5, points=1_000, rules=point_rules(balance=5_000))

    # 33,000 × 3 × 5, less 49,500 for the longer period, less 10 % of 445,500, less the points.
    assert (made.list_amount, made.discount_amount, made.quantity_discount_amount) == (
        495_000,
        49_500 + 44_550,
        44_550,
    )
    assert (made.amount, made.points_earned) == (399_950, 39_995)


@pytest.mark.parametrize(
    ("quantity", "percent"), [(1, 0), (4, 0), (5, 10), (9, 10), (10, 15), (20, 15)], ids=str
)
def test_the_highest_quantity_discount_that_is_reached_counts(quantity: int, percent: int) -> None:
    assert PRICES.percent(quantity) == percent


def test_a_discount_is_rounded_down_to_the_won() -> None:
    odd = PlanPrices(PlanId(1), [(1, 333)], [(3, 7)])

    made = price_of(prices=odd, months=1, quantity=3)

    assert (made.quantity_discount_amount, made.amount) == (69, 930)


def test_a_longer_period_is_compared_with_its_months_bought_one_by_one() -> None:
    made = price_of(months=3, quantity=2)

    assert (made.list_amount, made.discount_amount, made.amount) == (198_000, 19_800, 178_200)
    assert made.points_earned == 17_820


def test_a_longer_period_that_saves_nothing_has_no_discount() -> None:
    dear = PlanPrices(PlanId(1), [(1, 33_000), (3, 120_000)], [])

    assert price_of(prices=dear).discount_amount == 0


def test_a_ticket_with_a_longer_life_is_not_compared_with_several_tickets() -> None:
    made = price_of(kind="ticket", months=12, quantity=2)

    assert (made.list_amount, made.discount_amount) == (633_600, 0)


def test_a_period_that_is_not_sold_has_no_price() -> None:
    assert price(PRICES, "static", months=2, quantity=1, points=0, method="card", rules=point_rules()) is None


@pytest.mark.parametrize(
    ("points", "method", "rules", "code"),
    [
        pytest.param(1001, "card", point_rules(balance=1000), "insufficient", id="more than there are"),
        pytest.param(
            500, "card", point_rules(balance=999), "below_threshold", id="a balance below the threshold"
        ),
        pytest.param(
            89_001,
            "card",
            point_rules(balance=89_050),
            "too_many",
            id="less than the provider takes would be left",
        ),
        pytest.param(
            89_001,
            "card",
            point_rules(balance=100_000),
            "rest_too_small",
            id="all could be paid, or all but the smallest payment",
        ),
        pytest.param(
            88_901,
            "virtual_account",
            point_rules(balance=88_950),
            "too_many",
            id="an account takes no less than two hundred",
        ),
        pytest.param(
            44_551,
            "card",
            point_rules(balance=80_000, share_percent=50),
            "too_many",
            id="more than the share that points may pay",
        ),
        pytest.param(
            1, "card", point_rules(balance=5000, enabled=False), "insufficient", id="points switched off"
        ),
        pytest.param(1, "billing", point_rules(balance=5000), "not_with_billing", id="a payment that recurs"),
    ],
)
def test_points_that_cannot_be_used_are_refused(
    points: int, method: Method, rules: PointRules, code: str
) -> None:
    assert refusal_of(points=points, method=method, rules=rules) == [("points", code)]


@pytest.mark.parametrize(
    ("points", "rules"),
    [
        pytest.param(1, point_rules(balance=1000), id="one of a balance at the threshold"),
        pytest.param(1000, point_rules(balance=1000), id="all of them"),
        pytest.param(89_000, point_rules(balance=89_000), id="all but the smallest payment"),
        pytest.param(89_100, point_rules(balance=90_000), id="the whole order"),
        pytest.param(44_550, point_rules(balance=90_000, share_percent=50), id="the whole share"),
        pytest.param(0, point_rules(), id="none"),
    ],
)
def test_points_that_can_be_used_lower_the_amount(points: int, rules: PointRules) -> None:
    made = price_of(points=points, rules=rules)

    assert made.amount == 89_100 - points
    assert made.point_limit >= points


def test_an_amount_below_the_providers_minimum_is_refused() -> None:
    cheap = PlanPrices(PlanId(1), [(1, 150)], [])

    assert refusal_of(prices=cheap, months=1, method="transfer") == [("payMethod", "too_small")]
    assert price_of(prices=cheap, months=1, method="card").amount == 150


def test_no_points_are_earned_where_they_are_switched_off() -> None:
    assert price_of(rules=point_rules(enabled=False)).points_earned == 0
