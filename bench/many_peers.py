"""A gateway with 20,000 peers: how soon a change is acknowledged, and what the agent costs when nothing happens.

The real agent with a real interface, in a lab; the shop is the lab's, in memory. Figures by the clock mean something
only on a quiet machine; those in CPU seconds always do.
"""

import os
import statistics
import time
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from typing import NamedTuple

from bench.figures import Figure
from bench.stage import Stage
from ieum.dev.lab.addresses import KT
from ieum.dev.lab.gateway import LabGateway
from ieum.dev.lab.shop import LabShop
from ieum.dev.lab.world import Lab, why_not

PEERS = 20_000
DEVICES = 5  # a service; each service has an address of its own
SERVICES = PEERS // DEVICES
MOVED_AT_ONCE = 1000
SINGLE_CHANGES = 30
IDLE_SECONDS = 60
TICKS = os.sysconf("SC_CLK_TCK")


class Took(NamedTuple):
    seconds: float
    cpu: float
    """Of the agent, its tools and wireguard-go, in steps of a hundredth of a second."""


@dataclass
class Crowd:
    lab: Lab
    shop: LabShop
    gateway: LabGateway
    snapshot: Took
    """From the agent's question to its acknowledgement of the first state."""
    fresh: Iterator[str]
    """Exit addresses that nobody has."""

    def acknowledged_after(self, change: Callable[[], int]) -> Took:
        used = _cpu_of_all(self.lab)
        begin = time.perf_counter()
        ack = self.shop.wait_for_ack(change(), timeout=120)
        took = time.perf_counter() - begin
        if ack["error"]:
            raise RuntimeError(f"the gateway says {ack['error']}")
        return Took(took, _cpu_of_all(self.lab) - used)

    def agent_seconds(self) -> float:
        """CPU time of the agent and of the tools that it has run."""
        return _cpu_seconds(self.gateway.pid())

    def wireguard_seconds(self) -> float:
        return sum(_cpu_seconds(pid) for pid in self.lab.host.pids() if pid != self.gateway.pid())


@contextmanager
def crowd() -> Generator[Crowd]:
    addresses = (f"172.20.{number // 250}.{number % 250}" for number in count(250))
    with Lab() as lab, LabShop() as shop:
        lab.host.ip(f"address add 172.20.0.1/16 dev {KT.device}")
        until = datetime.now(UTC) + timedelta(days=1)
        for service in range(SERVICES):
            address = next(addresses)
            shop.put_many(
                [(_key(number), _tunnel(number), address) for number in _devices(service)],
                service=f"s{service}",
                until=until,
            )
        gateway = lab.start_gateway(shop.url, shop.token)
        shop.wait(lambda: shop.streams or None, "no stream")
        begin = time.perf_counter()
        ack = shop.wait_for_ack(shop.revision, timeout=120)
        snapshot = time.perf_counter() - begin
        if ack["error"]:
            raise RuntimeError(f"the gateway says {ack['error']}")
        yield Crowd(lab, shop, gateway, Took(snapshot, _cpu_of_all(lab)), addresses)


def many_peers(_stage: Stage) -> list[Figure]:
    if reason := why_not():
        print(f"(skipped: {reason})", end=" ")
        return []
    with crowd() as many:
        time.sleep(15)  # the first reports are sent, and signs of the set-up looked after
        figures = [_milliseconds("first state", [many.snapshot], aim=4000)]
        figures += [_single(many, name, change) for name, change in _changes(many).items()]
        figures += [_at_once(many, services) for services in (MOVED_AT_ONCE // DEVICES, MOVED_AT_ONCE)]
        time.sleep(30)
        figures += _idle(many)
        figures += _comparison(many)
        return [*figures, _memory(many)]


def _changes(many: Crowd) -> Mapping[str, Callable[[int], int]]:
    shop = many.shop

    def move(number: int) -> int:
        return shop.move_each(_moves(many, [2000 + number]))

    def add(number: int) -> int:
        peer = PEERS + number
        return shop.put(_key(peer), _tunnel(peer), next(many.fresh))

    def remove(number: int) -> int:
        return shop.remove(_key(PEERS + number))

    return {"an address changed": move, "a device added": add, "a device removed": remove}


def _single(many: Crowd, what: str, change: Callable[[int], int]) -> Figure:
    took: list[Took] = []
    for number in range(SINGLE_CHANGES):
        took.append(many.acknowledged_after(lambda number=number: change(number)))
        time.sleep(0.3)
    return _milliseconds(what, took, aim=50)


def _at_once(many: Crowd, services: int) -> Figure:
    took: list[Took] = []
    for _ in range(5):
        moves = _moves(many, range(services))
        took.append(many.acknowledged_after(lambda moves=moves: many.shop.move_each(moves)))
        time.sleep(5)
    return _milliseconds(f"{services} services of {services * DEVICES} peers changed at once", took, aim=300)


def _idle(many: Crowd) -> list[Figure]:
    agent, wireguard = many.agent_seconds(), many.wireguard_seconds()
    time.sleep(IDLE_SECONDS)
    agent, wireguard = many.agent_seconds() - agent, many.wireguard_seconds() - wireguard
    return [
        Figure(
            what="idle, of a core",
            value=(agent + wireguard) / IDLE_SECONDS * 100,
            unit="%",
            ours=(
                f"agent and its tools {agent / IDLE_SECONDS:.1%}, "
                f"wireguard-go for them {wireguard / IDLE_SECONDS:.1%}"
            ),
            aim=3,
            at_most=True,
        )
    ]


def _comparison(many: Crowd) -> list[Figure]:
    """Make somebody else's table, so that the whole host is compared, and change addresses meanwhile."""
    agent, wireguard = many.agent_seconds(), many.wireguard_seconds()
    many.lab.host.run("nft", "add", "table", "inet", "others")
    time.sleep(10)
    cost = many.agent_seconds() - agent + many.wireguard_seconds() - wireguard
    many.lab.host.run("nft", "delete", "table", "inet", "others")
    meanwhile: list[Took] = []
    end = time.monotonic() + 5
    while time.monotonic() < end:
        moves = _moves(many, [3000])
        meanwhile.append(many.acknowledged_after(lambda moves=moves: many.shop.move_each(moves)))
    return [
        Figure(
            what="10 s with a comparison of everything, CPU time",
            value=cost,
            unit="s",
            aim=1,
            at_most=True,
        ),
        _milliseconds("an address changed meanwhile", meanwhile, aim=50),
    ]


def _memory(many: Crowd) -> Figure:
    status = Path(f"/proc/{many.gateway.pid()}/status").read_text().splitlines()
    kilobytes = {line.partition(":")[0]: line.split()[1] for line in status if line.startswith("Vm")}
    return Figure(
        what="memory of the agent",
        value=int(kilobytes["VmRSS"]) / 1000,
        unit="MB",
        ours=f"at most {int(kilobytes['VmHWM']) / 1000:.0f} MB",
        aim=150,
        at_most=True,
    )


def _milliseconds(what: str, took: list[Took], *, aim: float) -> Figure:
    seconds = [one.seconds for one in took]
    cpu = 1000 * statistics.fmean(one.cpu for one in took)
    return Figure(
        what=f"{what} → acknowledged",
        value=statistics.median(seconds) * 1000,
        unit="ms",
        ours=f"{len(seconds)} times, {max(seconds) * 1000:.0f} ms at most; {cpu:.0f} ms of CPU time each",
        aim=aim,
        at_most=True,
    )


def _moves(many: Crowd, services: range | list[int]) -> dict[str, str]:
    return {f"s{service}": next(many.fresh) for service in services}


def _devices(service: int) -> range:
    return range(service * DEVICES, (service + 1) * DEVICES)


def _key(number: int) -> str:
    return f"{number:042d}A="


def _tunnel(number: int) -> str:
    return f"10.65.{number // 250}.{number % 250}"


def _cpu_of_all(lab: Lab) -> float:
    return sum(map(_cpu_seconds, lab.host.pids()))


def _cpu_seconds(pid: int) -> float:
    """User and system time of a process and of those of its children that have ended; 0 where it has ended itself."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except (FileNotFoundError, ProcessLookupError):
        return 0
    return sum(map(int, fields[11:15])) / TICKS
