"""The price of an order, to the won. Pure.

The steps always come in this order (docs/decisions/0021): the monthly price times the months; less the discount of the
longer period; less the quantity discount, a percentage of what is left, rounded down; less points. VAT is included.
"""

from ieum.shop.catalog.rules import amount_of, quantity_discount
from ieum.shop.catalog.types import Kind, PlanPrices
from ieum.shop.kernel.errors import Field, InvalidFields
from ieum.shop.orders.types import Method, PointRules, Price

# The provider refuses smaller amounts (fact sheet section 3, "Limits").
SMALLEST_PAYMENT: dict[Method, int] = {
    "card": 100,
    "billing": 100,
    "transfer": 200,
    "virtual_account": 200,
    "points": 0,
}


def amount_in_shortest_periods(prices: PlanPrices, kind: Kind, *, months: int, quantity: int) -> int | None:
    """The price before points of so many months in the shortest periods that the plan is sold for, rounded down.

    Never less than the price itself. None for tickets, whose months only say how long they stay valid.
    """
    full = amount_of(prices, months=months, quantity=quantity)
    if kind == "ticket" or full is None:
        return None
    shortest, unit = prices.amounts[0]
    whole = unit * quantity - quantity_discount(prices, unit, quantity)
    return max(full, whole * months // shortest)


def price(
    prices: PlanPrices,
    kind: Kind,
    *,
    months: int,
    quantity: int,
    points: int,
    method: Method,
    rules: PointRules,
) -> Price | None:
    """None where the plan is not sold for so many months. Raises InvalidFields where the points cannot be spent.

    Only the money earns points: the part that points pay earns none.
    """
    unit = prices.amount(months)
    if unit is None:
        return None
    whole = unit * quantity
    # A ticket's months say how long it stays valid: a longer one is not several short ones, so nothing is saved.
    month = None if kind == "ticket" else prices.amount(1)
    listed = max(whole, month * months * quantity) if month else whole
    by_quantity = quantity_discount(prices, unit, quantity)
    full = whole - by_quantity
    limit = point_limit(full, method, rules)
    if points:
        _check_points(points, full, limit, method, rules)
    amount = full - points
    if 0 < amount < SMALLEST_PAYMENT[method]:
        raise InvalidFields(
            Field(
                "payMethod",
                "too_small",
                f"{SMALLEST_PAYMENT[method]:,}원보다 적은 금액은 이 방법으로 결제할 수 없습니다."
                " 다른 결제수단을 선택해 주세요.",
            )
        )
    supply, vat = split_vat(amount)
    return Price(
        unit_amount=unit,
        list_amount=listed,
        discount_amount=listed - full,
        quantity_discount_amount=by_quantity,
        points_used=points,
        amount=amount,
        supply_amount=supply,
        vat_amount=vat,
        points_earned=points_earned(amount, enabled=rules.enabled, percent=rules.percent),
        point_limit=limit,
    )


def point_limit(full: int, method: Method, rules: PointRules) -> int:
    """The most points that may be spent on this price: all of it, or all but the provider's smallest payment."""
    if not rules.enabled or rules.balance < rules.threshold or method == "billing":
        return 0
    most = min(rules.balance, full * rules.share_percent // 100)
    return most if most == full else max(0, min(most, full - SMALLEST_PAYMENT[method]))


def _check_points(points: int, full: int, limit: int, method: Method, rules: PointRules) -> None:
    if method == "billing":
        raise InvalidFields(
            Field(
                "points", "not_with_billing", "정기결제에는 포인트를 사용할 수 없습니다. 0으로 바꿔 주세요."
            )
        )
    if not rules.enabled or points > rules.balance:
        raise InvalidFields(
            Field("points", "insufficient", f"사용할 수 있는 포인트는 {rules.balance:,}포인트입니다.")
        )
    if rules.balance < rules.threshold:
        raise InvalidFields(
            Field("points", "below_threshold", f"포인트는 {rules.threshold:,}포인트부터 사용할 수 있습니다.")
        )
    if points > limit:
        raise InvalidFields(Field("points", "too_many", f"포인트는 {limit:,}포인트까지 사용할 수 있습니다."))
    if full - SMALLEST_PAYMENT[method] < points < full:
        raise InvalidFields(
            Field(
                "points",
                "rest_too_small",
                f"포인트는 {full:,}포인트 전액이나 {max(0, full - SMALLEST_PAYMENT[method]):,}포인트까지"
                " 사용할 수 있습니다.",
            )
        )


def split_vat(amount: int) -> tuple[int, int]:
    """Supply amount and VAT, which add up to the amount: VAT is an eleventh, rounded half up as the provider does."""
    vat = (amount * 2 + 11) // 22
    return amount - vat, vat


def points_earned(amount: int, *, enabled: bool, percent: int) -> int:
    """The points that paying this amount earns, rounded down."""
    return amount * percent // 100 if enabled else 0
