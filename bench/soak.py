"""Purchases for hours: what grows with each that is sold, what grows without being sold anything, and what does not.

`IEUM_SOAK_HOURS=24 make bench ONLY=soak`; without, six minutes. `IEUM_SOAK_SAMPLES` names a file that keeps the figures
of each minute, also of a run that is killed.
"""

import os
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from bench import fleet, members, running
from bench.agents import Told, agents
from bench.figures import Figure, percentile
from bench.growth import Sample, keep, slope, take
from bench.members import Done
from bench.running import Running
from bench.stage import Stage

HOURS = float(os.environ.get("IEUM_SOAK_HOURS") or 0.1)
A_SECOND = float(os.environ.get("IEUM_SOAK_PURCHASES") or 5)
GATEWAYS = int(os.environ.get("IEUM_SOAK_GATEWAYS") or 50)
PEERS = int(os.environ.get("IEUM_SOAK_PEERS") or 100)
SAMPLES = os.environ.get("IEUM_SOAK_SAMPLES")
EVERY_SECONDS = 60
# The beginning, in which pools and caches fill, is left out of what grows.
WARM = 0.25
# A table that gains fewer rows with a thousand purchases than this does not grow.
LEAST_GROWTH = 5
# What must grow with what is sold: the books, what members hold and held, and what is kept for a while that the law or
# a setting names, and then deleted by a job, which a soak of a day does not see.
KEPT = (
    "orders",
    "payments",
    "refunds",
    "point_entries",
    "ticket_entries",
    "services",
    "service_periods",
    "leases",
    "devices",
    "device_usage",
    "exits",
    "endpoints",
    "free_tunnels",
    "ip_changes",
    "rotations",
    "consents",
    "messages",
    "usage_",
    "address_log_",
    "address_evidence",
    "pool_days",
    "public_holidays",
)
# Of a hundred purchases, so many take a new address of each kind at most; what rests for a day counts, too.
STATIC, DYNAMIC = 0.6, 0.4


def soak(stage: Stage) -> list[Figure]:
    url, sold = stage.database_url, HOURS * 3_600 * A_SECOND
    tokens = fleet.fill(url, gateways=GATEWAYS, peers=PEERS)
    running.add_plans(url, static=int(STATIC * sold), dynamic=5_000 + int(DYNAMIC * sold))
    path = Path(SAMPLES) if SAMPLES else stage.folder / "samples"
    done: list[Done] = []
    samples: list[Sample] = []

    def sample(shop: Running, begin: float) -> None:
        samples.append(take(shop, time.monotonic() - begin, members.purchases(done)))
        keep(samples[-1], path)

    with (
        running.running(stage, with_sales=True) as shop,
        agents(shop.url, tokens, stage.folder, connected=0.2) as listening,
    ):
        listening.collect(lambda told: _acknowledged(told) >= GATEWAYS, seconds=120 + GATEWAYS)
        with members.members(running.plan_of_members(shop, A_SECOND), stage.folder / "members.log") as crowd:
            begin = time.monotonic()
            while time.monotonic() - begin < HOURS * 3600:
                sample(shop, begin)
                time.sleep(max(0, begin + len(samples) * EVERY_SECONDS - time.monotonic()))
                fresh = crowd.fresh()
                done += fresh
                print(_minute(samples, fresh), flush=True)
        done += crowd.fresh()
        sample(shop, begin)
    print(growth_of(samples))
    return _figures(done, samples)


def _acknowledged(told: list[Told]) -> int:
    return len({one.gateway for one in told if one.kind == "acknowledged"})


def _minute(samples: list[Sample], fresh: list[Done]) -> str:
    last = samples[-1]
    confirms = [one.seconds for one in fresh if one.what == "confirm"]
    failed = members.failures(fresh)
    return (
        f"{last.at / 60:.0f} min: {members.purchases(fresh)} purchases, confirm p95 "
        f"{percentile(confirms or [0], 0.95):.2f} s, "
        + ", ".join(f"{name} {size:.0f} MB" for name, size in last.megabytes.items())
        + "".join(f"; {count} × {what}" for what, count in failed.most_common(3))
        + "".join(f"; {count} alarms {kind}" for kind, count in last.alarms.items())
    )


def growth_of(samples: Sequence[Sample]) -> str:
    """Return lines that say by how much each part grew for a thousand purchases."""
    first, last, unkept = _warm(samples)[0], samples[-1], _unkept(samples)
    lines = [f"Growth per 1,000 purchases, from {first.purchases:,} to {last.purchases:,}:"]
    lines += [
        f"  {name}: {_grows(samples, lambda one, name=name: one.megabytes[name]):+.2f} MB"
        f" ({first.megabytes[name]:.0f} → {size:.0f}),"
        f" {_grows(samples, lambda one, name=name: one.files[name]):+.2f} descriptors"
        f" ({first.files[name]} → {last.files[name]}),"
        f" {1000 * (last.cpu[name] - first.cpu[name]) / (last.purchases - first.purchases):.0f} ms CPU a purchase"
        for name, size in last.megabytes.items()
    ]
    lines += [
        f"  {name} on the disk: {_grows(samples, lambda one, name=name: one.folders[name]) / 1e6:+.2f} MB"
        f" ({first.folders[name] / 1e6:.0f} → {size / 1e6:.0f})"
        for name, size in last.folders.items()
    ]
    lines += [
        f"  {name}{' (not meant to grow)' if name in unkept else ''}: {rows:+,.1f} rows,"
        f" {_grows(samples, lambda one, name=name: one.tables[name].size) / 1e3:+,.1f} kB"
        f" ({table.live:,} live, {table.dead:,} dead, {table.size / 1e6:.1f} MB)"
        for name, table in sorted(last.tables.items())
        if (rows := _rows(samples, name)) or table.dead
    ]
    return "\n".join(lines)


def _warm(samples: Sequence[Sample]) -> list[Sample]:
    return [one for one in samples if one.at >= samples[-1].at * WARM]


def _grows(samples: Sequence[Sample], value: Callable[[Sample], float]) -> float:
    return 1_000 * slope([(one.purchases, value(one)) for one in _warm(samples)])


def _rows(samples: Sequence[Sample], table: str) -> float:
    return _grows(samples, lambda one: one.tables[table].live if table in one.tables else 0)


def _unkept(samples: Sequence[Sample]) -> list[str]:
    """The tables that have grown without being meant to."""
    first, last = _warm(samples)[0].tables, samples[-1].tables
    names = (name for name in last if not name.startswith(KEPT))
    # What a transaction that failed has brought counts as come.
    return [
        name
        for name in names
        if _rows(samples, name) > LEAST_GROWTH
        and last[name].live > 1.02 * (first[name].live if name in first else 0)
    ]


def _figures(done: Sequence[Done], samples: Sequence[Sample]) -> list[Figure]:
    confirms = [one.seconds for one in done if one.what == "confirm"]
    sold, seconds = members.purchases(done), samples[-1].at
    return [
        Figure(
            what=f"purchases a second, for {seconds / 60:.0f} minutes",
            value=sold / seconds,
            ours=f"{sold:,}; confirm p50 {percentile(confirms, 0.5):.2f} s, p95 {percentile(confirms, 0.95):.2f} s",
            aim=0.98 * A_SECOND,
        ),
        *(
            Figure(
                what=f"  {part}'s memory, per 1,000 purchases",
                value=_grows(samples, lambda one, part=part: one.megabytes[part]),
                unit="MB",
                ours=f"{samples[-1].megabytes[part]:.0f} MB at the end",
                aim=1,
                at_most=True,
            )
            for part in ("serve", "work", "database")
        ),
        Figure(
            what="  tables that grow and are not meant to",
            value=len(unkept := _unkept(samples)),
            ours=", ".join(unkept) or "none",
            aim=0,
            at_most=True,
        ),
    ]
