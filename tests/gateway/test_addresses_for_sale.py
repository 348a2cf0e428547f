"""An address for sale never answers for the host's own ports: not while it comes or goes, nor on a renamed line."""

import socket
import threading
from collections.abc import Generator, Iterator
from contextlib import contextmanager

import pytest

from ieum.dev.lab.addresses import KT
from ieum.dev.lab.customer import Customer
from tests.gateway.world import World

pytestmark = pytest.mark.tunnels

PORT = 5354
MANY = [KT.exit_address(number) for number in range(1, 200)]


@contextmanager
def reached(world: World) -> Generator[set[str]]:
    """The internet calls the host's own port by many addresses all the time; those by which it is reached."""
    arrived, ended = set[str](), threading.Event()
    with world.lab.inet.inside():
        calling = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    with world.lab.host.inside():
        port = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    port.bind(("0.0.0.0", PORT))  # noqa: S104 - as sshd does
    port.setblocking(False)

    def call() -> None:
        while not ended.wait(0.002):
            for address in MANY:
                calling.sendto(address.encode(), (address, PORT))
            arrived.update(said(port))

    calls = threading.Thread(target=call)
    with calling, port:
        calls.start()
        try:
            yield arrived
        finally:
            ended.set()
            calls.join()


def said(port: socket.socket) -> Iterator[str]:
    while True:
        try:
            yield port.recv(100).decode()
        except BlockingIOError:
            return


@pytest.fixture
def seller(world: World) -> Iterator[World]:
    """A gateway with many addresses in use."""
    devices = [
        (Customer.new(f"10.64.7.{number}").public_key, f"10.64.7.{number}", address)
        for number, address in enumerate(MANY, 1)
    ]
    world.shop.put_many(devices)
    world.shop.wait_for_ack()
    yield world
    world.shop.remove(*(key for key, *_ in devices))
    world.shop.wait_for_ack()


def test_the_host_is_reached_by_none_while_all_of_them_come_and_go(seller: World) -> None:
    seller.gateway.stop()
    with reached(seller) as arrived:
        seller.gateway.teardown()
        torn_down = set(arrived)
        seller.gateway.start()
        seller.shop.acks.clear()
        seller.shop.wait_for_ack()

    assert (torn_down, arrived) == (set(), set())
    assert f"{MANY[0]}/32" in addresses(seller)


def addresses(world: World) -> str:
    return world.lab.host.run("ip", "-4", "address", "show")


def test_the_host_is_reached_by_none_of_a_line_that_was_renamed(seller: World) -> None:
    """Addresses stay with their device, whatever its name; the agent knows them by the old one."""
    host = seller.lab.host
    host.ip(f"link set {KT.device} down", f"link set {KT.device} name wan0", "link set wan0 up")
    with reached(seller) as arrived:
        seller.gateway.wait_for(lambda: f"{MANY[0]}/32" not in addresses(seller))
        renamed = set(arrived)
    host.ip(
        "link set wan0 down",
        f"link set wan0 name {KT.device}",
        f"link set {KT.device} up",
        f"route add default via {KT.router}",
    )
    seller.gateway.wait_for(lambda: f"{MANY[0]}/32" in addresses(seller), timeout=30)
    seller.gateway.wait_for(seller.kim.carries, timeout=30)

    assert renamed == set()


def test_what_a_renamed_line_has_of_the_agents_goes_with_it(seller: World) -> None:
    seller.gateway.stop()
    host = seller.lab.host
    host.ip(f"link set {KT.device} down", f"link set {KT.device} name wan0", "link set wan0 up")

    seller.gateway.teardown()
    left = addresses(seller)

    host.ip("link set wan0 down", f"link set wan0 name {KT.device}", f"link set {KT.device} up")
    host.ip(f"route add default via {KT.router}")
    seller.gateway.start()
    assert MANY[0] not in left
