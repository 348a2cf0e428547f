"""The cost of our firewall and address translation: the throughput of the same tunnel with and without them.

Both are measured in turns in one lab, with one tunnel: with the agent's rules, and with plain forwarding. So
other work on the machine slows both alike.

    python bench/gateway_throughput.py [--rounds 8] [--seconds 2] [--peers 100]
"""

import argparse
import json
import os
import signal
import statistics
import sys
import time
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from bench.figures import median_ratio
from ieum.sandbox.lab import Customer, Lab, LabClient, LabError, LabShop, why_not
from ieum.sandbox.lab.addresses import ECHO_ADDRESS, KT

AIM = 0.95
DIRECTIONS = {"upload": (), "download": ("--reverse",)}


@dataclass
class Bench:
    lab: Lab
    client: LabClient
    agent: int
    rules: str
    port: int = 5200

    def turn_rules_on(self) -> None:
        self.lab.host.run("nft", "-f", "-", stdin=self.rules)
        os.kill(self.agent, signal.SIGCONT)
        assert self.client.fetch_echo() == KT.exit_address(0)

    def turn_rules_off(self) -> None:
        """Remove rules, translation and connection tracking, and pause the agent, which would restore them."""
        os.kill(self.agent, signal.SIGSTOP)
        self.lab.host.run("nft", "delete", "table", "inet", "ieum")
        assert self.client.fetch_echo() == "10.64.0.2"

    def megabits(self, seconds: int, *options: str) -> float:
        time.sleep(0.5)  # the agent needs a moment after its pause
        # A new server each time: after a switch the last one may still wait for a connection that was cut.
        self.port += 1
        port = ("--port", str(self.port))
        self.lab.inet.run("iperf3", "--server", "--daemon", "--one-off", "--bind", ECHO_ADDRESS, *port)
        command = ("iperf3", "--client", ECHO_ADDRESS, "--json", "--time", str(seconds), *port, *options)
        answer: dict[str, Any] = {}
        for _ in range(10):
            answer = json.loads(self.client.namespace.run(*command, timeout=seconds + 20))
            if "error" not in answer:
                return answer["end"]["sum_received"]["bits_per_second"] / 1e6
            time.sleep(0.1)  # the server goes into the background before it listens
        raise LabError(f"iperf3: {answer['error']}")


@contextmanager
def bench(peers: int) -> Generator[Bench]:
    customer = Customer.new("10.64.0.2")
    until = (datetime.now(UTC) + timedelta(days=1)).isoformat()
    with LabShop() as shop, Lab() as lab:
        gateway = lab.start_gateway(shop.url, shop.token)
        server_key = str(shop.wait_for_ack(0)["publicKey"])
        shop.put_many(
            {
                key: {
                    "publicKey": key,
                    "tunnelAddress": f"10.65.{number // 250}.{number % 250}",
                    "exitAddress": KT.exit_address(1 + number % 200),
                    "until": until,
                }
                for number, key in enumerate(f"{number:042d}A=" for number in range(peers))
            }
        )
        shop.put(customer.public_key, customer.tunnel_address, KT.exit_address(0))
        shop.wait_for_ack(timeout=60)
        lab.inet.ip(
            f"route add 10.64.0.0/10 via {KT.host}"
        )  # for answers to packets that were not translated
        client = lab.add_client("customer")
        client.up(customer.conf(server_key=server_key, endpoint=lab.endpoint))
        yield Bench(lab, client, gateway.pid(), lab.host.run("nft", "list", "table", "inet", "ieum"))


def compare(tunnel: Bench, direction: str, *, rounds: int, seconds: int) -> tuple[list[float], list[float]]:
    """Megabits per second with our rules and without, in turns. The rules are off before and after."""
    options = DIRECTIONS[direction]
    ours, plain = list[float](), list[float]()
    for _ in range(rounds):
        plain.append(tunnel.megabits(seconds, *options))
        tunnel.turn_rules_on()
        ours.append(tunnel.megabits(seconds, *options))
        tunnel.turn_rules_off()
    return ours, plain


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=8)
    parser.add_argument("--seconds", type=int, default=2)
    parser.add_argument("--peers", type=int, default=100)
    options = parser.parse_args()
    if reason := why_not():
        print(f"gateway_throughput: skipped, {reason}")
        return 0
    good = True
    with bench(options.peers) as tunnel:
        tunnel.turn_rules_off()
        for direction in DIRECTIONS:
            ours, plain = compare(tunnel, direction, rounds=options.rounds, seconds=options.seconds)
            ratio = median_ratio(ours, plain)
            good = good and ratio >= AIM
            print(
                f"{direction:9} with our rules {statistics.median(ours):5.0f} Mbit/s, "
                f"plain {statistics.median(plain):5.0f} Mbit/s, ratio {ratio:.3f} (aim {AIM}); "
                f"medians of {options.rounds} rounds, {options.peers} other peers"
            )
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
