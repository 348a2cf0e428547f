"""The host stays closed while another program flushes the firewall, with the agent and without: in real packets."""

import os
import signal
import socket
import threading
import time
from collections.abc import Generator, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from ieum.dev.lab.addresses import ECHO_ADDRESS, KT, SKB
from ieum.dev.lab.namespaces import Namespace
from ieum.gateway import guard
from tests.gateway.hearing import hearing
from tests.gateway.world import World

pytestmark = pytest.mark.tunnels

PORT = 5353
SECONDS = float(os.environ.get("IEUM_FLUSHED_SECONDS", "4"))


@dataclass
class Watched:
    """Packets that should not arrive: ports of the host and of a customer's device, and sources on the internet."""

    arrived: set[str] = field(default_factory=set[str])
    sources: set[str] = field(default_factory=set[str])


def a_port(where: Namespace, address: str) -> socket.socket:
    with where.inside():
        port = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    port.bind((address, PORT))
    return port


@contextmanager
def knocking(world: World) -> Generator[Watched]:
    """Datagrams every few milliseconds: a customer and the internet knock at the host and at another's device."""
    watched, ended = Watched(), threading.Event()
    lee = world.lee.customer.tunnel_address
    targets = {
        world.kim.client.namespace: (
            KT.host,
            SKB.host,
            "10.64.0.1",
            world.lee.exit_address,
            lee,
            ECHO_ADDRESS,
        ),
        world.lab.inet: (world.kim.exit_address, world.lee.exit_address, lee),
    }
    with ExitStack() as stack:
        knockers: list[tuple[socket.socket, str]] = []
        for where, addresses in targets.items():
            with where.inside():
                knocker = stack.enter_context(socket.socket(socket.AF_INET, socket.SOCK_DGRAM))
            knocker.setblocking(False)
            knockers += [(knocker, address) for address in addresses]
        ports = {
            "the host": stack.enter_context(a_port(world.lab.host, "0.0.0.0")),  # noqa: S104
            "a device": stack.enter_context(a_port(world.lee.client.namespace, "0.0.0.0")),  # noqa: S104
        }
        ears = stack.enter_context(hearing(world.lab.inet))
        ears.setblocking(False)

        def knock() -> None:
            while not ended.wait(0.005):
                for knocker, address in knockers:
                    try:
                        knocker.sendto(f"{address}".encode(), (address, PORT))
                    except OSError:
                        continue
                for name, port in ports.items():
                    watched.arrived |= {f"{name} by {said}" for said in received(port)}
                watched.sources |= {socket.inet_ntoa(packet[12:16]) for packet in packets(ears)}

        knocks = threading.Thread(target=knock)
        knocks.start()
        try:
            yield watched
        finally:
            ended.set()
            knocks.join()


def received(port: socket.socket) -> Iterator[str]:
    port.setblocking(False)
    for said in packets(port):
        yield said.decode()


def packets(heard: socket.socket) -> Iterator[bytes]:
    while True:
        try:
            yield heard.recv(2000)
        except BlockingIOError:
            return


@pytest.fixture
def way_in(world: World) -> Iterator[World]:
    """A line on which a neighbour sends packets for tunnel addresses to the gateway."""
    world.lab.inet.ip(f"route add 10.64.0.0/10 via {KT.host}")
    yield world
    world.lab.inet.ip(f"route del 10.64.0.0/10 via {KT.host}")


def of_tunnels(sources: set[str]) -> set[str]:
    return {source for source in sources if source.startswith("10.64.")}


def flush(world: World) -> None:
    world.lab.host.run("nft", "flush", "ruleset")


def test_nothing_gets_through_while_the_firewall_is_flushed_twice_a_second(way_in: World) -> None:
    with knocking(way_in) as watched:
        end = time.monotonic() + SECONDS
        while time.monotonic() < end:
            flush(way_in)
            # sleep: how often the other program flushes.
            time.sleep(0.5)

    assert (watched.arrived, of_tunnels(watched.sources)) == (set(), set())
    way_in.gateway.wait_for(way_in.kim.carries)


def test_nothing_gets_through_a_flushed_firewall_while_no_agent_runs(way_in: World) -> None:
    way_in.gateway.kill()
    with knocking(way_in) as watched:
        flush(way_in)
        # sleep: for so long nobody puts it back.
        time.sleep(SECONDS / 2)
        carried = way_in.kim.carries(timeout=0.3)
    way_in.gateway.start()

    assert (watched.arrived, of_tunnels(watched.sources), carried) == (set(), set(), False)
    way_in.gateway.wait_for(way_in.kim.carries)


def test_nothing_gets_through_where_the_policy_rules_are_flushed_too(way_in: World) -> None:
    """systemd-networkd takes the rules of others at its start, and `nftables.service` the firewall at its own."""
    way_in.gateway.kill()
    with knocking(way_in) as watched:
        way_in.lab.host.run("ip", "rule", "flush")
        way_in.lab.host.ip("rule add pref 32766 lookup main")
        flush(way_in)
        # sleep: for so long nobody puts it back.
        time.sleep(SECONDS / 4)
    way_in.gateway.start()

    assert (watched.arrived, of_tunnels(watched.sources)) == (set(), set())
    way_in.gateway.wait_for(way_in.kim.carries)


def test_nothing_gets_through_while_an_agent_starts_after_a_flush(way_in: World) -> None:
    way_in.gateway.stop()
    flush(way_in)
    with knocking(way_in) as watched:
        way_in.gateway.start()
        way_in.gateway.wait_for(way_in.kim.carries)

    assert (watched.arrived, of_tunnels(watched.sources)) == (set(), set())


def the_keeper(world: World) -> int:
    (keeper,) = (pid for pid in world.lab.host.pids() if "keeper.py" in command(pid))
    return keeper


def command(pid: int) -> str:
    """Empty for a process that has ended since it was listed, as the agent's tools do all the time."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return ""


def test_a_killed_keeper_is_started_anew_and_the_guard_stands_all_the_while(way_in: World) -> None:
    killed = the_keeper(way_in)
    with knocking(way_in) as watched:
        flush(way_in)
        os.kill(killed, signal.SIGKILL)
        flush(way_in)
        way_in.gateway.wait_for(lambda: "keeper.py" in commands(way_in))

    assert the_keeper(way_in) != killed
    assert watched.arrived == set()
    way_in.gateway.kill()
    assert f"table ip {guard.TABLE}" in way_in.lab.host.run("nft", "list", "tables")
    way_in.gateway.start()


def commands(world: World) -> str:
    return " ".join(map(command, world.lab.host.pids()))


def test_a_restarted_agent_closes_what_was_added_meanwhile_and_opens_what_is_gone(world: World) -> None:
    """The guard is taken over with its socket, and holds the addresses of the new desired state."""
    world.gateway.kill()
    world.shop.put(world.kim.customer.public_key, world.kim.customer.tunnel_address, KT.exit_address(7))

    world.gateway.start()
    world.shop.wait_for_ack()

    def closed() -> str:
        return world.lab.host.run("nft", "list", "set", "ip", guard.TABLE, "closed")

    assert KT.exit_address(7) in closed()
    world.gateway.wait_for(lambda: f"{world.kim.exit_address}," not in closed())


def test_closing_rules_that_somebody_deletes_are_put_back(world: World) -> None:
    def rules() -> str:
        return world.lab.host.run("ip", "rule", "show")

    before = rules()
    ours = [line.partition(":")[0] for line in before.splitlines() if line.startswith("2698")]
    world.lab.host.ip(*(f"rule del priority {priority}" for priority in ours))

    world.gateway.wait_for(lambda: rules() == before)
    assert world.kim.carries()
