"""Keeps and reads the totals of days."""

from collections.abc import Sequence
from datetime import date, datetime, timedelta

from ieum.shop.kernel import seoul
from ieum.shop.kernel.db import Connection, any_row, execute, fetch_all
from ieum.shop.kernel.errors import Field, InvalidFields
from ieum.shop.numbers.definitions import Figure
from ieum.shop.numbers.types import FigureName, KeptNumber

LONGEST = timedelta(days=3_660)


async def keep(conn: Connection, figure: Figure, first: date, last: date) -> None:
    """Count the days from `first` to before `last` anew. Of a stand, `first` is the day of this moment."""
    begin = first.replace(day=1) if figure.by_month else first
    await execute(
        conn,
        "DELETE FROM number_days WHERE figure = %(figure)s AND day >= %(first)s AND day < %(last)s",
        figure=figure.name,
        first=begin,
        last=last,
    )
    await execute(
        conn,
        f"""
        INSERT INTO number_days (figure, day, part, value, base)
        SELECT %(figure)s, counted.day, counted.part, counted.value, counted.base FROM ({figure.sql}) AS counted
        """,
        figure=figure.name,
        first=begin,
        last=last,
        since=seoul.moment_of(begin),
        until=seoul.moment_of(last),
    )


async def is_empty(conn: Connection, figure: FigureName) -> bool:
    return not await any_row(conn, "SELECT FROM number_days WHERE figure = %(figure)s LIMIT 1", figure=figure)


async def list_kept(
    conn: Connection, figures: Sequence[FigureName], first: date, last: date
) -> dict[FigureName, list[KeptNumber]]:
    """The days from `first` to `last`, both included, oldest first."""
    return {
        figure: await fetch_all(
            conn,
            KeptNumber,
            """
            SELECT day, part, value, base FROM numbers_kept
             WHERE figure = %(figure)s AND day BETWEEN %(first)s AND %(last)s
             ORDER BY day, part
            """,
            figure=figure,
            first=first,
            last=last,
        )
        for figure in figures
    }


def today() -> date:
    return datetime.now(seoul.SEOUL).date()


def span(first: date | None, last: date | None, *, days: int) -> tuple[date, date]:
    """Both ends of a time, the last `days` days where none is named. Raises InvalidFields."""
    end = last or today()
    begin = first or max(date.min + timedelta(days=days), end) - timedelta(days=days - 1)
    if not timedelta() <= end - begin <= LONGEST:
        raise InvalidFields(
            Field("from", "invalid", "시작하는 날을 끝나는 날보다 앞에, 10년 안으로 골라 주세요.")
        )
    return begin, end


def days_before(day: date, days: int) -> date:
    return day - timedelta(days=days)
