"""The API calls of every page and every purchase, compared with handlers that do the same and nothing else."""

import json
import statistics
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from bench.figures import Figure, alternate, median_ratio
from bench.load import Run, get, request
from bench.rows import MEMBERS, plan_ids
from bench.stage import Server, Stage
from bench.whole import ORDER_AGREEMENTS, consents_to

CONFIG = "/api/v1/config/info"


def member(stage: Stage) -> list[Figure]:
    ask = stage.as_members("/api/v1/member")
    bare = stage.bare("make_member")
    return [against(stage, f"GET member ({MEMBERS:,} members)", bare, ask, aim=0.5)]


def config(stage: Stage) -> list[Figure]:
    body = stage.folder / "config.json"
    body.write_bytes(stage.shop.fetch(CONFIG)[1])
    bare = stage.bare("make_bytes", BENCH_BYTES=str(body), BENCH_KIND="application/json")
    return [against(stage, "GET config/info", bare, lambda: [get(CONFIG)], aim=0.6)]


def orders(stage: Stage) -> list[Figure]:
    """Each order is another member's, and is checked, priced, given an address and stored with its consents."""
    plans = plan_ids(stage.database_url)
    agreed = consents_to(json.loads(stage.shop.fetch(ORDER_AGREEMENTS)[1])["data"])

    def ask() -> list[bytes]:
        return [
            request(
                "POST", "/api/v1/orders", _order(stage.random.choice(plans), agreed), authorization=bearer
            )
            for bearer in stage.bearers(4_000)
        ]

    bare = stage.bare("make_order")
    runs = alternate(
        {"ours": stage.press(stage.shop, ask), "bare": stage.press(bare, ask)}, rounds=stage.rounds
    )
    return rate_figures("POST orders, all rules", runs, "  against its writes alone", aim=400)


def against(
    stage: Stage, what: str, bare: Server, ask: Callable[[], Sequence[bytes]], *, aim: float
) -> Figure:
    """Measure our server and the bare one in turns with the same requests."""
    runs = alternate(
        {"ours": stage.press(stage.shop, ask), "bare": stage.press(bare, ask)}, rounds=stage.rounds
    )
    return Figure(
        what=what,
        value=median_ratio([run.core_rate for run in runs["ours"]], [run.core_rate for run in runs["bare"]]),
        ours=describe(runs["ours"]),
        baseline=describe(runs["bare"]),
        aim=aim,
    )


def rate_figures(
    what: str, runs: Mapping[str, Sequence[Run]], against_what: str, *, aim: float
) -> list[Figure]:
    """Our rate per second of a core, and its ratio to the baseline's."""
    return [
        Figure(
            what=what,
            value=statistics.median(run.core_rate for run in runs["ours"]),
            unit="/s",
            ours=describe(runs["ours"]),
            baseline=describe(runs["bare"]),
            aim=aim,
        ),
        replace(ratio(against_what, runs), baseline=""),
    ]


def ratio(what: str, runs: Mapping[str, Sequence[Run]]) -> Figure:
    """Our rate as a part of the baseline's, both per second of a core."""
    ours, bare = ([run.core_rate for run in runs[name]] for name in ("ours", "bare"))
    return Figure(what=what, value=median_ratio(ours, bare), baseline=describe(runs["bare"]))


def describe(runs: Sequence[Run]) -> str:
    """Medians: the rate per second of a core, the rate by the clock, and the share of a core that was used."""
    per_core = statistics.median(run.core_rate for run in runs)
    rate = statistics.median(run.rate for run in runs)
    share = statistics.median(run.server for run in runs)
    return f"{per_core:,.0f}/s ({rate:,.0f} on {share:.0%})"


def _order(plan: int, agreed: list[dict[str, str]]) -> bytes:
    return json.dumps({"planId": plan, "months": 1, "quantity": 1, "agreements": agreed}).encode()
