"""What the model itself knows of each sale, and what comes back of one: its own reckoning, without the shop's code."""

from datetime import date, datetime, time, timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo

import msgspec

SEOUL = ZoneInfo("Asia/Seoul")
DAYS_TO_WITHDRAW = 7
# No more of these is owed to anybody, and what they used is back.
CLOSED = frozenset({"failed", "expired", "cancelled"})
GIVEN_BACK = frozenset({"refunding", "refunded"})


class Line(msgspec.Struct, frozen=True):
    """What an order sold, as the plan and its pool were called at that moment."""

    name: str
    kind: str
    carrier: str
    region: str
    months: int
    quantity: int
    list_amount: int
    discount_amount: int
    points_used: int
    amount: int
    device_limit: int
    connections: int
    upload_mbit: int | None
    download_mbit: int | None


class Sale(msgspec.Struct):
    """An order as it stands, its line, the plan of this moment, and which percentage of money it `earns` in points."""

    id: str
    member: int
    state: str
    subscription: int | None
    period: int | None
    points_earned: int
    line: Line
    plan: Line
    earns: int


class Use(msgspec.Struct):
    """What an order's buyer has had of it, and what its rules are."""

    # None if it was not delivered.
    paid_at: datetime | None
    starts_at: datetime | None
    ends_at: datetime | None
    used_at: datetime | None
    penalty_percent: int
    # Of tickets: how many are left of those that were bought.
    tickets_left: int | None


class Owed(NamedTuple):
    mode: str
    # Of money in all, also of what went back at the provider's dashboard.
    money: int
    points: int
    clawed_back: int
    # Of the money, kept for earned points that were spent.
    spent: int = 0


def first_line(sale: Sale, first: Line | None) -> Line:
    """The line that the sale should have: a later charge of a recurring payment sells what its first order sold."""
    told = first or sale.plan
    return msgspec.structs.replace(
        sale.line,
        name=told.name,
        kind=sale.plan.kind,
        carrier=told.carrier,
        region=told.region,
        device_limit=told.device_limit,
        connections=told.connections,
        upload_mbit=told.upload_mbit,
        download_mbit=told.download_mbit,
    )


def by_rules(line: Line, earned: int, use: Use, *, balance: int, elsewhere: int, at: datetime) -> Owed:
    """What goes back to who asks at this moment. `balance`: their points before; `elsewhere`: what went back before."""
    worth = line.amount + line.points_used
    had, of = _parts(line, use, at)
    if not had:
        mode, back = "full", worth
    else:
        back = worth - worth * had // of
        mode = "withdrawal"
        assert use.paid_at is not None
        if (_day(at) - _day(use.paid_at)).days > DAYS_TO_WITHDRAW:
            mode = "pro_rata"
            back -= back * use.penalty_percent // 100
    points = back * line.points_used // worth
    money = back - points
    clawed_back = _earned_by(line, earned, max(money, elsewhere))
    there = balance + points
    spent = min(max(0, clawed_back - there), money - min(money, elsewhere))
    return Owed(mode, money - spent, points, min(clawed_back, there), spent)


def by_staff(line: Line, earned: int, money: int, *, balance: int) -> Owed:
    """What follows from so much money in all that somebody of the staff decided to give back."""
    points = line.points_used * money // line.amount if line.amount else line.points_used
    return Owed("operator", money, points, min(_earned_by(line, earned, money), balance + points))


def not_delivered(line: Line) -> Owed:
    """All of it: nothing was earned, either."""
    return Owed("unfulfilled", line.amount, line.points_used, 0)


def _earned_by(line: Line, earned: int, money: int) -> int:
    """The points to take back: who keeps part of what was paid for keeps those that this part earned."""
    return earned - earned * (line.amount - money) // line.amount if line.amount else earned


def _parts(line: Line, use: Use, at: datetime) -> tuple[int, int]:
    """How many days, or tickets, were had, of how many. A day of connection before the first counts one more."""
    if use.tickets_left is not None:
        return line.quantity - use.tickets_left, line.quantity
    if use.used_at is None or use.starts_at is None or use.ends_at is None:
        return 0, 1
    first = _first_day(use.starts_at)
    days = max(1, (_day(use.ends_at) - first).days)
    had = min(max(0, (_day(at) - first).days + 1), days)
    early = use.used_at < datetime.combine(first, time(), SEOUL)
    return max(1, had + early), days + early


def _first_day(starts_at: datetime) -> date:
    local = starts_at.astimezone(SEOUL)
    return local.date() if local.time() == time() else local.date() + timedelta(days=1)


def _day(moment: datetime) -> date:
    return moment.astimezone(SEOUL).date()


def change_of_points(sale: Sale, line: Line, earned: int, owed: Owed | None) -> int:
    """By how much this order has changed its member's points up to now."""
    if sale.state in CLOSED:
        return 0
    if sale.state == "paid":
        return earned - line.points_used
    if sale.state in GIVEN_BACK:
        # What could not be delivered gives its points back before its refund is written.
        if owed is None or owed.mode == "unfulfilled":
            return 0
        return earned - line.points_used + owed.points - owed.clawed_back
    return -line.points_used
