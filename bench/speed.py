"""TCP's share of a plan's speed, through real tunnels and the gateway's limit (decision 0075).

The first three seconds of each transfer are left out: a bucket holds a second's worth, which an idle customer may
use at once.
"""

import json
from typing import Any

from bench.figures import Figure
from bench.stage import Stage
from bench.throughput import DIRECTIONS, lab_with_tunnel
from ieum.dev.lab.addresses import ECHO_ADDRESS
from ieum.dev.lab.world import why_not

SPEEDS = (10, 100)
ALGORITHMS = ("cubic", "bbr")
SECONDS, LEFT_OUT = 12, 3


def speed(_stage: Stage) -> list[Figure]:
    if reason := why_not():
        print(f"(skipped: {reason})", end=" ")
        return []
    figures: list[Figure] = []
    with lab_with_tunnel() as tunnel:
        shares: dict[tuple[int, str], dict[str, float]] = {}
        for mbit in SPEEDS:
            tunnel.limit(mbit)
            for direction, options in DIRECTIONS.items():
                for algorithm in ALGORITHMS:
                    tunnel.port += 1
                    port = ("--port", str(tunnel.port))
                    tunnel.lab.inet.run(
                        "iperf3", "--server", "--daemon", "--one-off", "--bind", ECHO_ADDRESS, *port
                    )
                    answer: dict[str, Any] = json.loads(
                        tunnel.client.namespace.run(
                            *("iperf3", "--client", ECHO_ADDRESS, "--json", "--congestion", algorithm),
                            *("--time", str(SECONDS), "--omit", str(LEFT_OUT), *port, *options),
                            timeout=SECONDS + LEFT_OUT + 20,
                        )
                    )
                    received = answer["end"]["sum_received"]["bits_per_second"] / 1e6
                    shares.setdefault((mbit, direction), {})[algorithm] = received / mbit
        figures += [
            Figure(
                what=f"{direction} by TCP of a plan of {mbit} Mbit/s",
                value=min(share.values()),
                ours=", ".join(f"{name} {value:.2f}" for name, value in share.items()),
                aim=0.9,
            )
            for (mbit, direction), share in shares.items()
        ]
    return figures
