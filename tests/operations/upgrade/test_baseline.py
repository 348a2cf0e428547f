"""The baseline makes what the former migrations made, schema and first rows, as `pg_dump` writes both."""

import re
import subprocess
from collections import defaultdict
from pathlib import Path

import psycopg

from ieum.dev.postgres import programs
from ieum.shop.server.migrate import migrate
from tests.conftest import Cluster

FORMER = Path(__file__).parent / "former_migrations"
# The former migrations left names from before a table was renamed, and two checks that were not tried on older rows.
MENDED = """
ALTER TABLE services VALIDATE CONSTRAINT end_is_told_thrice;
ALTER TABLE orders VALIDATE CONSTRAINT shortest_periods_cost_no_less;
ALTER TABLE visits RENAME CONSTRAINT visits_keyword_check1 TO visits_keyword_check;
ALTER TABLE visits RENAME CONSTRAINT visits_landing_url_check1 TO visits_landing_url_check;
ALTER TABLE visits RENAME CONSTRAINT visits_referrer_url_check1 TO visits_referrer_url_check;
"""


def test_the_baseline_makes_what_the_former_migrations_made(cluster: Cluster) -> None:
    former, now = cluster.empty()[1], cluster.empty()[1]
    migrate(former, FORMER)
    with psycopg.connect(former, autocommit=True) as conn:
        conn.execute(MENDED.encode())
    migrate(now)

    was, made = _dump(former), _dump(now)

    assert len(was) > 1_000
    different = {name for name in was.keys() | made.keys() if was.get(name) != made.get(name)}
    assert different == set(), "\n".join(
        f"{name}\n- {was.get(name)}\n+ {made.get(name)}" for name in sorted(different)
    )[:8000]


def _dump(url: str) -> dict[str, str]:
    """By the name of each object what pg_dump writes of it; of each table the rows, but for the moments of now.

    Comments inside functions and the names of NOT NULL, which renamed columns keep, are left out.
    """
    words = ["--column-inserts", "--no-owner", "--exclude-table=*yoyo*"]
    done = subprocess.run(
        [programs() / "pg_dump", *words, url], capture_output=True, text=True, check=True, timeout=120
    )
    parts = defaultdict[str, list[str]](list)
    for text in re.split(r"\n(?=--\n-- (?:Data for )?Name: )", done.stdout)[1:]:
        title, _, body = text.removeprefix("--\n-- ").partition("\n--\n")
        body = re.sub(r"^\\unrestrict.*|^ *-- .*", "", body, flags=re.MULTILINE)
        body = re.sub(r"CONSTRAINT \w+_not_null\d* NOT NULL", "NOT NULL", body)
        body = re.sub(r"'20\d\d-\d\d-\d\d \d\d:\d\d:\d\d\.\d+\+00'", "'now'", body)
        lines = [line for line in body.splitlines() if line]
        parts[title] += sorted(lines) if title.startswith("Data for") else lines
    return {title: "\n".join(lines) for title, lines in parts.items()}
