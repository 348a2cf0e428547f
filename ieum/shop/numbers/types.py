"""Figures on the wire."""

from datetime import date
from typing import Literal

import msgspec

type FigureName = Literal["sales", "mrr", "churn", "refunds", "conversion", "occupancy", "answers", "profit"]
type Unit = Literal["won", "count", "percent", "minutes"]
type TouchKind = Literal["keyword", "campaign", "referrer"]
type Grain = Literal["day", "month"]


class KeptNumber(msgspec.Struct, frozen=True):
    day: date
    part: str
    value: int
    base: int | None


class NumberPoint(msgspec.Struct):
    """A day or month. `total` is null if the parts do not add up; a part without rows is left out."""

    day: date
    total: float | None
    parts: dict[str, float]


class NumberPart(msgspec.Struct):
    name: str
    label: str


class ChartLine(msgspec.Struct):
    """`points` as SVG writes them. An empty `part` is the total."""

    part: str
    points: str


class ChartMark(msgspec.Struct):
    at: float
    label: str


class Chart(msgspec.Struct):
    """Drawn by the server in units of the picture; the page only adds colours."""

    width: int
    height: int
    lines: list[ChartLine]
    heights: list[ChartMark]
    days: list[ChartMark]


class TouchRow(msgspec.Struct):
    """Visits, members and buyers of a keyword, campaign or site. Members are of the days on which they joined."""

    value: str
    visits: int
    joined: int
    paid: int


class TouchTable(msgspec.Struct, rename="camel", kw_only=True):
    """`is_on`: whether browsers are asked to remember; until then there are visits only."""

    label: str
    items: list[TouchRow]
    is_on: bool
    sql: str


class NumberBrief(msgspec.Struct, rename="camel", kw_only=True):
    """The newest value and the one before it: of this month and the last, or of today and yesterday."""

    name: FigureName
    label: str
    unit: Unit
    now: float | None
    before: float | None
    part_label: str | None
    """Which part this is where the parts do not add up."""


class NumberSeen(msgspec.Struct, rename="camel", kw_only=True):
    """A figure over a time with its definition, in words and as the SQL by which it is kept."""

    name: FigureName
    label: str
    unit: Unit
    by: Grain
    definition: str
    sql: str
    parts: list[NumberPart]
    points: list[NumberPoint]
    chart: Chart
