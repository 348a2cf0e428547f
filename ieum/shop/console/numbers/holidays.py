"""The public holidays of Korea, with the days that are given instead of them, as a table that SQL can ask."""

from datetime import date

from holidays import country_holidays

from ieum.shop.kernel.db import Connection, execute

# Some days of the lunar calendar move by announcement, and the calendar learns of them with a new version.
YEARS_BEFORE, YEARS_AHEAD = 2, 1


async def keep(conn: Connection, today: date) -> None:
    """Write the years around this day as the calendar has them now. Nothing is written where nothing has changed."""
    years = range(today.year - YEARS_BEFORE, today.year + YEARS_AHEAD + 1)
    # By its code: the countries are 250 modules, which a worker need not load before it is asked.
    known = country_holidays("KR", years=years)
    await execute(
        conn,
        """
        WITH known AS (SELECT * FROM unnest(%(days)s::date[], %(names)s::text[]) k (day, name)),
             gone AS (DELETE FROM public_holidays h
                       WHERE h.day BETWEEN %(first)s AND %(last)s AND h.day NOT IN (SELECT day FROM known))
        INSERT INTO public_holidays AS h (day, name)
        SELECT day, name FROM known
            ON CONFLICT (day) DO UPDATE SET name = excluded.name WHERE h.name <> excluded.name
        """,
        days=list(known.keys()),
        names=list(known.values()),
        first=date(years[0], 1, 1),
        last=date(years[-1], 12, 31),
    )
