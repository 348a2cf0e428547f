"""The cost of our firewall and address translation: the throughput of the same tunnel with and without them.

Both are measured in turns in one lab, with one tunnel: with the agent and its rules, and with plain forwarding. The
figure compares what a second of CPU time carries, because other work on the machine changes what a second of the clock
does by a factor of two from one moment to the next.
"""

import json
import os
import signal
import statistics
import time
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple

from bench.figures import Figure, median_ratio
from bench.stage import Stage
from ieum.dev.lab.addresses import ECHO_ADDRESS, KT
from ieum.dev.lab.client import LabClient
from ieum.dev.lab.customer import Customer
from ieum.dev.lab.namespaces import LabError
from ieum.dev.lab.shop import NETWORK, LabShop
from ieum.dev.lab.world import Lab, why_not
from ieum.gateway.policy import Rule, closing_rules

PEERS = 100
# Many short pairs: each ratio compares two moments that are close together.
PAIRS = 15
SECONDS = 1
TICKS = os.sysconf("SC_CLK_TCK")
DIRECTIONS = {"upload": (), "download": ("--reverse",)}


class Rate(NamedTuple):
    """Megabits per second of the clock, and per second of CPU time of all who carry them or watch over them."""

    clock: float
    cpu: float


@dataclass
class Tunnel:
    lab: Lab
    client: LabClient
    agent: int
    rules: str
    shop: LabShop
    service: str
    port: int = 5200

    def limit(self, mbit: int) -> None:
        self.shop.wait_for_ack(self.shop.limit(self.service, upload=mbit, download=mbit))

    def turn_rules_on(self) -> None:
        self.lab.host.run("nft", "-f", "-", stdin=self.rules)
        self.lab.host.ip(*(f"rule add {rule}" for rule in self._closing))
        os.kill(self.agent, signal.SIGCONT)
        assert self.client.fetch_echo() == KT.exit_address(0)

    def turn_rules_off(self) -> None:
        """Remove rules and translation, and pause the agent, which would restore them.

        The guard of the host's ports cannot be removed. Connections are tracked for it, in both.
        """
        os.kill(self.agent, signal.SIGSTOP)
        self.lab.host.run("nft", "delete", "table", "inet", "ieum")
        self.lab.host.ip(*(f"rule del {rule}" for rule in self._closing))
        assert self.client.fetch_echo() == "10.64.0.2"

    @property
    def _closing(self) -> list[Rule]:
        return sorted(closing_rules(self.lab.interface, str(NETWORK["tunnelNetwork"])))

    def measure(self, *options: str) -> Rate:
        time.sleep(0.5)  # the agent needs a moment after its pause
        # A new server each time: after a switch the last one may still wait for a connection that was cut.
        self.port += 1
        port = ("--port", str(self.port))
        self.lab.inet.run("iperf3", "--server", "--daemon", "--one-off", "--bind", ECHO_ADDRESS, *port)
        command = ("iperf3", "--client", ECHO_ADDRESS, "--json", "--time", str(SECONDS), *port, *options)
        answer: dict[str, Any] = {}
        for _ in range(10):
            before = self._cpu_seconds()
            answer = json.loads(self.client.namespace.run(*command, timeout=SECONDS + 20))
            if "error" not in answer:
                return _rate(answer["end"], self._cpu_seconds() - before)
            time.sleep(0.1)  # the server goes into the background before it listens
        raise LabError(f"iperf3: {answer['error']}")

    def _cpu_seconds(self) -> float:
        """CPU time of both WireGuards, and of the agent with the programs it has run, which is paused without rules."""
        return sum(map(_cpu_seconds, [*self.lab.host.pids(), *self.client.namespace.pids()]))


def _rate(end: dict[str, Any], others: float) -> Rate:
    """The rate that iperf measured; it knows the CPU time of its own two processes."""
    received = end["sum_received"]
    megabits, seconds = received["bytes"] * 8 / 1e6, received["seconds"]
    load = end["cpu_utilization_percent"]
    own = (load["host_total"] + load["remote_total"]) / 100 * seconds
    return Rate(clock=megabits / seconds, cpu=megabits / (own + others))


def _cpu_seconds(pid: int) -> float:
    """User and system time of a process and of those of its children that have ended."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except FileNotFoundError:
        return 0
    return sum(map(int, fields[11:15])) / TICKS


@contextmanager
def lab_with_tunnel() -> Generator[Tunnel]:
    """Connect a customer, with `PEERS` others in the gateway's tables."""
    customer = Customer.new("10.64.0.2")
    until = datetime.now(UTC) + timedelta(days=1)
    with LabShop() as shop, Lab() as lab:
        gateway = lab.start_gateway(shop.url, shop.token)
        server_key = str(shop.wait_for_ack(0)["publicKey"])
        shop.put_many(
            [
                (key, f"10.65.{number // 250}.{number % 250}", KT.exit_address(1 + number % 200))
                for number, key in enumerate(f"{number:042d}A=" for number in range(PEERS))
            ],
            until=until,
        )
        shop.put(customer.public_key, customer.tunnel_address, KT.exit_address(0))
        shop.wait_for_ack(timeout=60)
        # For answers to packets that were not translated.
        lab.inet.ip(f"route add 10.64.0.0/10 via {KT.host}")
        client = lab.add_client("customer")
        client.up(customer.conf(server_key=server_key, endpoint=lab.endpoint))
        rules = lab.host.run("nft", "list", "table", "inet", "ieum")
        yield Tunnel(lab, client, gateway.pid(), rules, shop, customer.public_key)


def throughput(_stage: Stage) -> list[Figure]:
    if reason := why_not():
        print(f"(skipped: {reason})", end=" ")
        return []
    with lab_with_tunnel() as tunnel:
        tunnel.turn_rules_off()
        return [_figure(tunnel, direction, options) for direction, options in DIRECTIONS.items()]


def _figure(tunnel: Tunnel, direction: str, options: tuple[str, ...]) -> Figure:
    """Measure with our rules and without, in turns. The rules are off before and after."""
    ours, plain = list[Rate](), list[Rate]()
    for number in range(PAIRS):
        if number % 2:
            plain.append(tunnel.measure(*options))
        tunnel.turn_rules_on()
        ours.append(tunnel.measure(*options))
        tunnel.turn_rules_off()
        if not number % 2:
            plain.append(tunnel.measure(*options))
    by_clock = median_ratio([one.clock for one in ours], [one.clock for one in plain])
    return Figure(
        what=f"{direction} through the gateway, per second of CPU",
        value=median_ratio([one.cpu for one in ours], [one.cpu for one in plain]),
        ours=f"{_medians(ours)}; by the clock {by_clock:.2f} of the baseline",
        baseline=_medians(plain),
        aim=0.95,
    )


def _medians(rates: list[Rate]) -> str:
    cpu, clock = (
        statistics.median(values) for values in zip(*((one.cpu, one.clock) for one in rates), strict=True)
    )
    return f"{cpu:.0f} Mbit/s of a core ({clock:.0f} by the clock)"
