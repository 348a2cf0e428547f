"""Two devices of a service that is for one at a time, with real clients that send all the time."""

import contextlib
import socket
import threading
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from itertools import pairwise
from typing import cast

import pytest

from ieum.dev.lab.addresses import ECHO_ADDRESS, KT
from ieum.gateway.parking import SOONEST_REKEY
from tests.gateway.world import Tunnel, World
from tests.waiting import wait_until

pytestmark = pytest.mark.tunnels
PORT = 9997
EXIT = KT.exit_address(0)
SERVICE = "one-at-a-time"
# A client's line on which nothing comes back.
NO_ANSWERS = """
table inet lost {
  chain input {
    type filter hook input priority 0
    udp sport 51820 drop
  }
}
"""


class Traffic:
    """What each device sends ten times a second, as it arrives in the internet."""

    def __init__(self) -> None:
        self.arrived: list[tuple[float, str]] = []
        self._over = threading.Event()

    @contextmanager
    def running(self, world: World) -> Generator[None]:
        with world.lab.inet.inside():
            sink = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
            sink.bind((ECHO_ADDRESS, PORT))
        sink.settimeout(0.2)
        works: list[Callable[[], None]] = [lambda: self._hear(sink)]
        for name, tunnel in (("kim", world.kim), ("lee", world.lee)):
            works.append(lambda name=name, tunnel=tunnel: self._send(name, tunnel))
        threads = [threading.Thread(target=work, daemon=True) for work in works]
        with sink:
            for thread in threads:
                thread.start()
            try:
                yield
            finally:
                self._over.set()
                for thread in threads:
                    thread.join()

    def since(self, moment: float) -> set[str]:
        return {name for at, name in self.arrived if at >= moment}

    def is_alone(self, name: str) -> bool:
        """Whether this device, and no other, has got through for two seconds.

        Of two that connect within one reading nobody knows which is the newer.
        """
        begin = time.monotonic() - 2
        return self.since(begin) == {name} and any(at < begin for at, other in self.arrived if other == name)

    def changes(self, since: float) -> list[str]:
        """Who has got through, in turn."""
        names = [name for at, name in self.arrived if at >= since]
        return [names[0], *(later for earlier, later in pairwise(names) if earlier != later)]

    def _hear(self, sink: socket.socket) -> None:
        while not self._over.is_set():
            try:
                name, (address, _) = sink.recvfrom(100)
            except TimeoutError:
                continue
            # While its tunnel is off, a device sends by its own line.
            if address == EXIT:
                self.arrived.append((time.monotonic(), name.decode()))

    def _send(self, name: str, tunnel: Tunnel) -> None:
        with tunnel.client.namespace.inside():
            sender = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        with sender:
            while not self._over.wait(0.1):
                with contextlib.suppress(OSError):
                    sender.sendto(name.encode(), (ECHO_ADDRESS, PORT))


@pytest.fixture
def shared(world: World) -> World:
    """Kim and lee have nothing but a service of one connection at a time, and are not connected yet."""
    for tunnel in (world.kim, world.lee):
        tunnel.client.down()
        world.shop.remove(tunnel.customer.public_key)
    world.shop.wait_for_ack()
    # sleep: until the agent has read the counters twice, and knows nothing of them any more.
    time.sleep(3)
    for tunnel in (world.kim, world.lee):
        world.shop.put(tunnel.customer.public_key, tunnel.customer.tunnel_address, EXIT, service=SERVICE)
    world.shop.share(SERVICE, connections=1)
    world.shop.wait_for_ack()
    return world


def told_as_parked(world: World) -> set[str]:
    """Of which devices the shop was told last that they are parked."""
    last = {
        peer["publicKey"]: peer.get("parked", False)
        for report in list(world.shop.usage)
        for peer in cast("list[dict[str, object]]", report["peers"])
    }
    names = {world.kim.customer.public_key: "kim", world.lee.customer.public_key: "lee"}
    return {names[str(key)] for key, parked in last.items() if parked}


def test_the_newer_of_two_devices_takes_over_and_off_and_on_brings_the_other_back(shared: World) -> None:
    kim, lee, traffic = shared.kim, shared.lee, Traffic()
    kim.client.up(shared.conf(kim))
    with traffic.running(shared):
        wait_until(lambda: traffic.is_alone("kim"), "kim does not get through")
        lee.client.up(shared.conf(lee))
        wait_until(lambda: traffic.is_alone("lee"), "lee does not take over")
        took_over = time.monotonic()
        wait_until(lambda: told_as_parked(shared) == {"kim"}, "the shop is not told")
        handshake = kim.handshake_at()

        shared.gateway.kill()
        shared.gateway.start()
        started = time.monotonic()
        # A client whose data nobody answers would make a handshake after fifteen seconds.
        wait_until(lambda: time.monotonic() > started + 20, "time stands still", seconds=30)
        assert traffic.changes(took_over) == ["lee"]
        assert kim.handshake_at() == handshake

        kim.client.down()
        kim.client.up(shared.conf(kim))
        wait_until(lambda: time.monotonic() > started + 50, "time stands still", seconds=60)
        # All but the second in which it was new.
        assert traffic.since(time.monotonic() - 20) == {"lee"}
        wait_until(lambda: traffic.is_alone("kim"), "kim does not come back", seconds=30)
        wait_until(lambda: told_as_parked(shared) == {"lee"}, "the shop is not told")

        kim.client.down()
        shared.shop.remove(kim.customer.public_key)
        wait_until(lambda: traffic.is_alone("lee"), "lee does not come back when kim is gone")
        wait_until(lambda: told_as_parked(shared) == set(), "the shop is not told")


@pytest.mark.nightly
def test_a_parked_device_whose_line_was_gone_for_a_moment_stays_parked(shared: World) -> None:
    kim, lee, traffic = shared.kim, shared.lee, Traffic()
    kim.client.up(shared.conf(kim))
    with traffic.running(shared):
        wait_until(lambda: traffic.is_alone("kim"), "kim does not get through")
        lee.client.up(shared.conf(lee))
        wait_until(lambda: traffic.is_alone("lee"), "lee does not take over")
        took_over, handshake = time.monotonic(), kim.handshake_at()
        # The minute in which nobody takes over is past.
        wait_until(lambda: time.monotonic() > took_over + 62, "time stands still")
        kim.client.namespace.run("nft", "-f", "-", stdin=NO_ANSWERS)
        wait_until(lambda: time.monotonic() > took_over + 85, "time stands still")
        kim.client.namespace.run("nft", "delete table inet lost")
        wait_until(lambda: kim.handshake_at() > handshake, "kim makes no handshake")
        again = time.monotonic()
        wait_until(lambda: time.monotonic() > again + 5, "time stands still")

    assert kim.handshake_at() - handshake < SOONEST_REKEY
    assert traffic.changes(took_over) == ["lee"]


@pytest.mark.nightly
@pytest.mark.timeout(1200)
def test_two_devices_with_traffic_change_places_once_in_ten_minutes(shared: World) -> None:
    kim, lee, traffic = shared.kim, shared.lee, Traffic()
    kim.client.up(shared.conf(kim))
    with traffic.running(shared):
        wait_until(lambda: traffic.is_alone("kim"), "kim does not get through")
        lee.client.up(shared.conf(lee))
        connected, rekeys = time.monotonic(), {kim.handshake_at()}

        def is_over() -> bool:
            rekeys.add(kim.handshake_at())
            return time.monotonic() > connected + 600

        # sleep: each question starts a program.
        wait_until(is_over, "time stands still", seconds=700, pause=lambda _: time.sleep(1))

    parked_at = max(at for at, name in traffic.arrived if name == "kim")
    assert parked_at - connected < 3, f"kim got through for {parked_at - connected:.0f} s more"
    assert len(rekeys) >= 4
    assert traffic.since(parked_at + 0.1) == {"lee"}
