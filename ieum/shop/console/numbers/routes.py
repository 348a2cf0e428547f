"""The calls about figures, all read from kept totals."""

from datetime import date, timedelta
from typing import Annotated

from litestar import get
from litestar.params import PathParameter, QueryParameter

from ieum.shop.console.access import reads
from ieum.shop.console.numbers import queries, rules
from ieum.shop.console.numbers.definitions import FIGURES, Figure
from ieum.shop.console.numbers.types import (
    FigureName,
    Grain,
    KeptNumber,
    NumberBrief,
    NumberPart,
    NumberSeen,
)
from ieum.shop.console.types import Items
from ieum.shop.kernel.errors import Field, InvalidFields
from ieum.shop.kernel.http import Answer, Conn, ok

LONGEST = timedelta(days=3_660)
# Of the overview: this month and the last one, or today and yesterday.
BRIEF_DAYS = 62


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
    """One figure from a day to another, both included; without them, of thirty days or of a year."""
    found = FIGURES[figure]
    grain: Grain = "month" if found.by_month else by
    end = last or queries.today()
    begin = first or max(date.min + timedelta(days=365), end) - timedelta(days=29 if grain == "day" else 364)
    if not timedelta() <= end - begin <= LONGEST:
        raise InvalidFields(
            Field("from", "invalid", "시작하는 날을 끝나는 날보다 앞에, 10년 안으로 골라 주세요.")
        )
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


ROUTES = [list_numbers, get_number]
