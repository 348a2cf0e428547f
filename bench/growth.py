"""Resources of a running shop, sampled, and the growth of each with sales."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import LiteralString

import msgspec
import psycopg

from bench import cores
from bench.running import Running, descriptors
from bench.whole import memory

# Rows that came less those that went: PostgreSQL's number of living rows is an estimate, which moves by itself.
TABLES: LiteralString = """
    SELECT relname, n_tup_ins - n_tup_del, n_dead_tup, pg_total_relation_size(relid), n_tup_upd, n_tup_hot_upd
      FROM pg_stat_user_tables WHERE schemaname = 'public'
"""


class Table(msgspec.Struct, array_like=True):
    live: int
    dead: int
    size: int
    updated: int
    hot: int


class Sample(msgspec.Struct):
    at: float
    purchases: int
    megabytes: dict[str, float]
    files: dict[str, int]
    """Open descriptors of each process."""
    cpu: dict[str, float]
    folders: dict[str, int]
    """Bytes on the disk."""
    tables: dict[str, Table]
    alarms: dict[str, int]
    """Of each kind that were raised so far, those that ended included."""
    jobs: dict[str, int]
    connections: int


def take(shop: Running, at: float, purchases: int) -> Sample:
    pids = shop.pids()
    with psycopg.connect(shop.stage.database_url, autocommit=True) as conn:
        tables = {name: Table(*rest) for name, *rest in conn.execute(TABLES).fetchall()}
        jobs = dict(
            conn.execute("SELECT status::text, count(*) FROM procrastinate_jobs GROUP BY 1").fetchall()
        )
        alarms = dict(conn.execute("SELECT kind, count(*) FROM alarms GROUP BY 1").fetchall())
        found = conn.execute("SELECT count(*) FROM pg_stat_activity WHERE datname IS NOT NULL").fetchone()
    folder = shop.stage.folder
    files = {path: size_of(path) for path in folder.iterdir()}
    logs = sum(size for path, size in files.items() if path.suffix == ".log" or path.name == "logs")
    provider = sum(size for path, size in files.items() if path.name.startswith("sandbox.sqlite"))
    notes = sum(size for path, size in files.items() if path.name in {"done", "told", "samples"})
    return Sample(
        at=at,
        purchases=purchases,
        megabytes={name: memory(ids) for name, ids in pids.items()},
        files={name: descriptors(ids) for name, ids in pids.items()},
        cpu={name: sum(map(cores.used, ids)) for name, ids in pids.items()},
        folders={
            "database": size_of(folder / "postgres" / "base"),
            "write-ahead log": size_of(folder / "postgres" / "pg_wal"),
            "logs": logs,
            "the provider's stand-in": provider,
            "other files": sum(files.values()) - files[folder / "postgres"] - logs - provider - notes,
        },
        tables=tables,
        alarms=alarms,
        jobs=jobs,
        connections=found[0] - 1 if found else 0,
    )


def size_of(folder: Path) -> int:
    total = 0
    for path in (folder, *folder.rglob("*")):
        try:
            total += 0 if path.is_dir() else path.stat().st_size
        except FileNotFoundError:
            continue
    return total


def slope(pairs: Sequence[tuple[float, float]]) -> float:
    """By how much the second rises with the first, by least squares."""
    count = len(pairs)
    mean_x, mean_y = (sum(pair[index] for pair in pairs) / count for index in (0, 1))
    spread = sum((x - mean_x) ** 2 for x, _ in pairs)
    return sum((x - mean_x) * (y - mean_y) for x, y in pairs) / spread if spread else 0.0


def keep(sample: Sample, path: Path) -> None:
    """As a line of a file, so that a run that is killed has told what it saw."""
    with path.open("a") as lines:
        lines.write(msgspec.json.encode(sample).decode() + "\n")


def read(path: Path) -> list[Sample]:
    return [msgspec.convert(json.loads(line), Sample) for line in path.read_text().splitlines()]
