"""Two shops of different size on one PostgreSQL, each with its own server, to see what growth costs."""

import os
import statistics
import tempfile
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple

import psycopg
from psycopg import sql
from psycopg.conninfo import make_conninfo

from bench import cores
from bench.figures import Figure, median_ratio
from bench.stage import Server, environment, start_shop
from ieum.dev.postgres import EmbeddedPostgres
from ieum.shop.server.migrate import migrate

# What PostgreSQL keeps in memory by itself, where that is not what `ieum up` gives it.
BUFFERS = os.environ.get("IEUM_BENCH_BUFFERS")
# What the connections of the two servers are called, and those of the bench that count as theirs.
APPLICATION = f"bench-{os.getpid()}"


class Shop(NamedTuple):
    """Shop of the pair, with its server."""

    url: str
    server: Server


@contextmanager
def shops(
    fill: Mapping[str, Callable[[str], None]],
    *,
    kept: Path | None = None,
    settings: Mapping[str, str] | None = None,
) -> Generator[dict[str, Shop]]:
    """Start a shop for each entry and fill it with the given function. The database need not survive a crash.

    In a folder that is `kept`, the next run finds the shops that are filled already. The servers have the `settings`.
    """
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="ieum-bench-")))
        with cores.pinned(cores.OTHERS):
            own = {"shared_buffers": BUFFERS} if BUFFERS else {}
            url = stack.enter_context(EmbeddedPostgres(kept or folder, volatile=True, settings=own)).url
        started: dict[str, Shop] = {}
        for name, fill_it in fill.items():
            own = _filled(url, name, fill_it)
            server = start_shop(
                name, folder, environment(own, folder) | {"PGAPPNAME": APPLICATION} | dict(settings or {})
            )
            stack.callback(server.stop)
            server.wait("/readyz")
            started[name] = Shop(own, server)
        yield started


def growth(
    what: str, seconds: Mapping[str, Sequence[float]], sizes: Mapping[str, int], *, aim: float
) -> Figure:
    """Return how many times longer the large shop takes than the small one."""
    ours, baseline = (
        f"{statistics.median(seconds[name]) * 1000:.1f} ms at {sizes[name]:,}" for name in ("large", "small")
    )
    return Figure(
        what=what,
        ours=ours,
        baseline=baseline,
        value=median_ratio(seconds["large"], seconds["small"]),
        unit="×",
        aim=aim,
        at_most=True,
    )


def _filled(url: str, name: str, fill_it: Callable[[str], None]) -> str:
    own = make_conninfo(url, dbname=name)
    # Named so once it is whole.
    fresh = f"{name}_unfilled"
    with psycopg.connect(url, autocommit=True) as conn:
        if conn.execute("SELECT 1 FROM pg_database WHERE datname = %s", (name,)).fetchone():
            migrate(own)
            return own
        conn.execute(sql.SQL("DROP DATABASE IF EXISTS {}").format(sql.Identifier(fresh)))
        conn.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(fresh)))
        unfilled = make_conninfo(url, dbname=fresh)
        migrate(unfilled)
        fill_it(unfilled)
        with psycopg.connect(unfilled, autocommit=True) as filled:
            filled.execute("VACUUM ANALYZE")
        conn.execute(
            sql.SQL("ALTER DATABASE {} RENAME TO {}").format(sql.Identifier(fresh), sql.Identifier(name))
        )
    return own
