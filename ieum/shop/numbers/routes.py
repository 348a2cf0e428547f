"""The calls about figures, all read from kept totals."""

from collections.abc import Mapping
from datetime import date
from typing import Annotated

from litestar import get
from litestar.params import PathParameter, QueryParameter

from ieum.shop.desk.access import reads
from ieum.shop.desk.types import Items
from ieum.shop.kernel.http import Answer, Conn, ok
from ieum.shop.numbers import queries, rules, touches
from ieum.shop.numbers.definitions import FIGURES, Figure
from ieum.shop.numbers.types import (
    FigureName,
    Grain,
    KeptNumber,
    NumberBrief,
    NumberPart,
    NumberSeen,
    TouchKind,
    TouchTable,
)

# Of the overview: this month and the last one, or today and yesterday.
BRIEF_DAYS = 62
TOUCH_LABELS: Mapping[TouchKind, str] = {"keyword": "검색어", "campaign": "광고", "referrer": "들어온 사이트"}


@get("/api/v1/console/numbers", **reads("numbers.view"))
async def list_numbers(conn: Conn) -> Answer[Items[NumberBrief]]:
    """Every figure with its newest value and the one before."""
    today = queries.today()
    kept = await queries.list_kept(conn, list(FIGURES), queries.days_before(today, BRIEF_DAYS), today)
    return ok(Items([_brief(FIGURES[name], numbers) for name, numbers in kept.items()]))


@get("/api/v1/console/numbers/{figure:str}", **reads("numbers.view"))
async def get_number(
    conn: Conn,
    figure: Annotated[FigureName, PathParameter()],
    by: Annotated[Grain, QueryParameter(required=False)] = "day",
    first: Annotated[date | None, QueryParameter(name="from", required=False)] = None,
    last: Annotated[date | None, QueryParameter(name="to", required=False)] = None,
) -> Answer[NumberSeen]:
    """Show a figure from a day to another, both included; without them, of thirty days or of a year."""
    found = FIGURES[figure]
    grain: Grain = "month" if found.by_month else by
    begin, end = queries.span(first, last, days=30 if grain == "day" else 365)
    kept = (await queries.list_kept(conn, [figure], begin.replace(day=1) if found.by_month else begin, end))[
        figure
    ]
    points = rules.points_of(found, kept, grain)
    names = dict.fromkeys([*found.parts, *(part for point in points for part in point.parts)])
    return ok(
        NumberSeen(
            name=figure,
            label=found.label,
            unit=found.unit,
            by=grain,
            definition=found.definition,
            sql=f"{found.sql}\n{found.kept_by}" if found.kept_by else found.sql,
            parts=[NumberPart(name, found.parts.get(name, name)) for name in names],
            points=points,
            chart=rules.draw(points, found.unit),
        )
    )


def _brief(figure: Figure, kept: list[KeptNumber]) -> NumberBrief:
    points = rules.points_of(figure, kept, "day" if figure.is_stand else "month")
    part = "" if figure.adds_up else list(figure.parts)[-1]
    values = [rules.value_of(point, part) for point in points[-2:]]
    return NumberBrief(
        name=figure.name,
        label=figure.label,
        unit=figure.unit,
        now=values[-1] if values else None,
        before=values[0] if len(values) > 1 else None,
        part_label=figure.parts.get(part) if part else None,
    )


@get("/api/v1/console/number-touches", **reads("numbers.view"))
async def list_touches(
    conn: Conn,
    kind: Annotated[TouchKind, QueryParameter(required=False)] = "keyword",
    first: Annotated[date | None, QueryParameter(name="from", required=False)] = None,
    last: Annotated[date | None, QueryParameter(name="to", required=False)] = None,
) -> Answer[TouchTable]:
    """List what brought visits, members and buyers; without days, in the last thirty."""
    rows = await touches.list_touches(conn, kind, *queries.span(first, last, days=30))
    is_on = await touches.are_remembered(conn)
    return ok(TouchTable(label=TOUCH_LABELS[kind], items=rows, is_on=is_on, sql=touches.JOINED))


ROUTES = [list_numbers, get_number, list_touches]
