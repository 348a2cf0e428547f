"""The short benchmarks in a minute or two, each beside what it may cost: the owner of the sum of small steps.

`budget.toml` keeps the figures. One that is worse by a tenth is OVER BUDGET: whoever resolves an issue mends it, or
explains it and writes the new figure down. Nothing fails because of it, for a shared machine is slow at times.
"""

import tomllib
from pathlib import Path

from bench import api, memory, pages
from bench.figures import Figure
from bench.stage import Stage

FILE = Path(__file__).with_suffix(".toml")
TOLERANCE = 0.1
ROUNDS, SECONDS = 3, 0.5


def budget(stage: Stage) -> list[Figure]:
    stage.rounds, stage.seconds = ROUNDS, SECONDS
    kept = tomllib.loads(FILE.read_text())
    measured = {
        "member": api.member(stage)[0],
        "config": api.config(stage)[0],
        "orders": api.orders(stage)[1],
        "page": pages.rendered(stage)[1],
        **dict(zip(("memory-idle", "memory-loaded"), memory.footprint(stage), strict=False)),
    }
    return [_against_budget(figure, kept[name]) for name, figure in measured.items()]


def _against_budget(figure: Figure, kept: float) -> Figure:
    """The figure with its budget, tolerance included, in place of its aim."""
    margin = 1 + TOLERANCE if figure.at_most else 1 - TOLERANCE
    return Figure(
        what=figure.what.strip(),
        value=figure.value,
        unit=figure.unit,
        ours=figure.ours,
        baseline=f"budget {kept:g}",
        aim=kept * margin,
        at_most=figure.at_most,
        missed="OVER BUDGET",
    )
