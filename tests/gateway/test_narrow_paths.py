"""A path that carries 1,400 bytes and says so to nobody: what the MTU of a file and that of the gateway change."""

import threading
from collections.abc import Generator, Iterator
from contextlib import contextmanager, suppress
from socket import create_server, socket

import pytest

from ieum.dev.lab.addresses import ECHO_ADDRESS
from tests.gateway.world import Tunnel, World

pytestmark = pytest.mark.tunnels

NARROW = 1400
AMOUNT = 5_000_000
# After so long without anything, what is on its way stands still.
PATIENCE = 1.5


@pytest.fixture
def kim(world: World) -> Iterator[Tunnel]:
    """A customer behind the path, with the file of before."""
    world.kim.client.narrow(NARROW)
    yield world.kim
    world.kim.client.widen()
    world.shop.set_mtu(1420)
    world.shop.wait_for_ack()
    connect(world, mtu=1420)


def connect(world: World, *, mtu: int, linux: bool = False) -> None:
    conf = world.kim.customer.conf(
        server_key=world.server_key, endpoint=world.lab.endpoint, linux=linux, mtu=mtu
    )
    world.kim.client.up(conf)


@contextmanager
def connection(world: World) -> Generator[tuple[socket, socket]]:
    """The customer's end, and the internet's."""
    with world.lab.inet.inside():
        server = create_server((ECHO_ADDRESS, 9997))
    with server, world.kim.client.connect(ECHO_ADDRESS, 9997) as near:
        far, _ = server.accept()
        with far:
            yield near, far


def carried(sender: socket, receiver: socket) -> int:
    """How much of a large amount arrives."""
    for end in (sender, receiver):
        end.settimeout(PATIENCE)

    def send() -> None:
        with suppress(OSError):
            sender.sendall(bytes(AMOUNT))

    sending = threading.Thread(target=send)
    sending.start()
    received = 0
    with suppress(TimeoutError):
        while received < AMOUNT:
            received += len(receiver.recv(65_536))
    sending.join()
    return received


def both_ways(world: World) -> list[int]:
    """How much arrives of what is downloaded, and then of what is uploaded."""
    amounts: list[int] = []
    for direction in (1, -1):
        with connection(world) as ends:
            receiver, sender = ends[::direction]
            amounts.append(carried(sender, receiver))
    return amounts


def mtu_of_gateway(world: World) -> str:
    words = world.lab.host.run("ip", "-o", "link", "show", world.lab.interface).split()
    return words[words.index("mtu") + 1]


@pytest.mark.parametrize("linux", [False, True], ids=["the general file", "the file for Linux"])
@pytest.mark.usefixtures("kim")
def test_nothing_large_arrives_with_1420_in_the_file_and_all_of_it_with_1280(
    world: World, *, linux: bool
) -> None:
    connect(world, mtu=1420, linux=linux)
    assert world.kim.client.fetch_echo() == world.kim.exit_address
    assert both_ways(world) == [0, 0]

    connect(world, mtu=1280, linux=linux)
    assert both_ways(world) == [AMOUNT, AMOUNT]


def test_a_gateway_with_a_smaller_mtu_makes_connections_fit_with_the_files_of_before(
    world: World, kim: Tunnel
) -> None:
    session = kim.handshake_at()
    waiting = kim.open_connection()
    before = (mtu_of_gateway(world), both_ways(world))

    world.shop.set_mtu(1280)
    world.shop.wait_for_ack()

    assert before == ("1420", [0, 0])
    assert (mtu_of_gateway(world), both_ways(world)) == ("1280", [AMOUNT, AMOUNT])
    assert waiting.ask() == kim.exit_address
    assert kim.handshake_at() == session
