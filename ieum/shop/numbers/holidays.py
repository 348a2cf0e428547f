"""The public holidays of Korea, with the days that are given instead of them, as a table that SQL can ask."""

import asyncio
import subprocess
import sys
from collections.abc import Mapping
from datetime import date
from pathlib import Path

from ieum.shop.kernel.db import Connection, execute

# Some days of the lunar calendar move by announcement, and the calendar learns of them with a new version.
YEARS_BEFORE, YEARS_AHEAD = 2, 1
_PROGRAM = Path(__file__).with_name("calendar_of_korea.py")
_SECONDS = 60


async def around(today: date) -> Mapping[date, str]:
    """The names of the holidays in the years around this day, as the calendar has them now.

    Raises CalledProcessError, TimeoutExpired.
    """
    years = range(today.year - YEARS_BEFORE, today.year + YEARS_AHEAD + 1)
    lines = (await asyncio.to_thread(_ask, list(years))).splitlines()
    return {date.fromisoformat(day): name for day, _, name in (line.partition(" ") for line in lines)}


async def keep(conn: Connection, known: Mapping[date, str]) -> None:
    """Write them for the years that they are of. Nothing is written where nothing has changed."""
    years = {day.year for day in known}
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
        first=date(min(years), 1, 1),
        last=date(max(years), 12, 31),
    )


def _ask(years: list[int]) -> str:
    done = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-I", str(_PROGRAM), *map(str, years)],
        capture_output=True,
        env={},
        timeout=_SECONDS,
        check=True,
    )
    return done.stdout.decode()
