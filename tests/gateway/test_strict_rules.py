"""What must not pass the gateway, whatever was done to make open connections quick: seen in real packets."""

import os
import signal
import socket
import struct
from collections.abc import Iterator

import pytest

from ieum.dev.lab.addresses import ECHO_ADDRESS, ECHO_PORT, KT
from ieum.dev.lab.client import LabClient
from ieum.dev.lab.namespaces import Namespace
from tests.gateway.hearing import hearing
from tests.gateway.packets import checksum, send
from tests.gateway.world import World
from tests.waiting import wait_until

pytestmark = pytest.mark.tunnels

RST, ACK, SYN_ACK = 0x04, 0x10, 0x12


def a_segment(source: str, target: str, *, flags: int, ports: tuple[int, int] = (40_000, 80)) -> bytes:
    """A TCP packet with an IPv4 header, as no program would send it."""
    tcp = struct.pack("!HHIIBBHHH", *ports, 7_000_000, 9_000_000, 5 << 4, flags, 8192, 0, 0)
    pseudo = socket.inet_aton(source) + socket.inet_aton(target) + struct.pack("!BBH", 0, 6, len(tcp))
    tcp = tcp[:16] + struct.pack("!H", checksum(pseudo + tcp)) + tcp[18:]
    addresses = socket.inet_aton(source) + socket.inet_aton(target)
    return struct.pack("!BBHHHBBH", 0x45, 0, 20 + len(tcp), 1, 0, 64, 6, 0) + addresses + tcp


def sources_heard(ears: socket.socket, *, until: str) -> set[str]:
    """The source addresses of all packets up to the one that comes from `until`, which was sent last."""
    heard = set[str]()
    while until not in heard:
        heard.add(socket.inet_ntoa(ears.recv(2000)[12:16]))
    return heard


@pytest.mark.parametrize("flags", [RST, SYN_ACK], ids=["a reset", "an answer to nothing"])
def test_a_packet_that_conntrack_calls_invalid_does_not_leave(world: World, flags: int) -> None:
    """It would leave untranslated, with the tunnel address as its source."""
    address = world.kim.customer.tunnel_address
    with hearing(world.lab.inet) as ears:
        send(world.kim.client.namespace, a_segment(address, ECHO_ADDRESS, flags=flags), ECHO_ADDRESS)
        world.kim.client.fetch_echo()
        heard = sources_heard(ears, until=world.kim.exit_address)

    assert address not in heard


def test_a_connection_without_an_exit_address_does_not_leave(world: World) -> None:
    """The mark is there and the address is not: nothing could be put in the place of the tunnel address."""
    address = world.kim.customer.tunnel_address
    os.kill(world.gateway.pid(), signal.SIGSTOP)
    world.lab.host.run("nft", "delete", "element", "inet", "ieum", "exits", f"{{ {address} }}")
    with hearing(world.lab.inet) as ears:
        carried = world.kim.carries(timeout=0.5)
        world.lee.client.fetch_echo()
        heard = sources_heard(ears, until=world.lee.exit_address)
    os.kill(world.gateway.pid(), signal.SIGCONT)

    assert not carried
    assert address not in heard
    world.gateway.wait_for(world.kim.carries)


def test_the_host_itself_sends_nothing_with_a_tunnel_address(world: World) -> None:
    segment = a_segment("10.64.0.1", ECHO_ADDRESS, flags=RST)
    with hearing(world.lab.inet) as ears:
        with pytest.raises(PermissionError):
            send(world.lab.host, segment, ECHO_ADDRESS)
        world.kim.client.fetch_echo()
        heard = sources_heard(ears, until=world.kim.exit_address)

    assert "10.64.0.1" not in heard


@pytest.fixture
def way_in(world: World) -> Iterator[World]:
    """An outside that sends packets for tunnel addresses to the gateway."""
    world.lab.inet.ip(f"route add 10.64.0.0/10 via {KT.host}")
    yield world
    world.lab.inet.ip(f"route del 10.64.0.0/10 via {KT.host}")


@pytest.mark.parametrize("flags", [0x02, ACK, RST], ids=["SYN", "ACK", "RST"])
def test_packets_from_outside_that_nobody_asked_for_reach_no_customer(way_in: World, flags: int) -> None:
    world, address = way_in, way_in.kim.customer.tunnel_address
    asked = world.kim.open_connection()
    asked.ask()
    with hearing(world.kim.client.namespace) as ears:
        for port in (80, 40_000):
            segment = a_segment(KT.router, address, flags=flags, ports=(5000, port))
            send(world.lab.inet, segment, address)
        asked.ask()
        heard = sources_heard(ears, until=ECHO_ADDRESS)

    assert KT.router not in heard


def test_a_stranger_cannot_use_an_open_connection(way_in: World) -> None:
    """The port that an answer may come to is open for the one that was asked, and for nobody else."""
    world = way_in
    with world.kim.client.namespace.inside():
        asking = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    with world.lab.inet.inside():
        asked, stranger = (socket.socket(socket.AF_INET, socket.SOCK_DGRAM) for _ in range(2))
        asked.bind((ECHO_ADDRESS, 9998))
        stranger.bind((KT.router, 9998))
    with asking, asked, stranger:
        for one in (asking, asked):
            one.settimeout(2)
        asking.sendto(b"question", (ECHO_ADDRESS, 9998))
        _, seen_as = asked.recvfrom(100)

        stranger.sendto(b"not asked", seen_as)
        asked.sendto(b"answer", seen_as)

        assert asking.recv(100) == b"answer"
        assert seen_as[0] == world.kim.exit_address


def test_several_devices_use_one_address_at_the_same_time(world: World) -> None:
    world.shop.put(world.lee.customer.public_key, world.lee.customer.tunnel_address, world.kim.exit_address)
    world.shop.wait_for_ack()

    connections = [world.kim.open_connection(), world.lee.open_connection()]
    seen = [connection.ask() for _ in range(3) for connection in connections]

    assert seen == [world.kim.exit_address] * 6


def largest_segment(where: Namespace, *, of: str) -> int:
    """What this side of the open connection with `of` sends at most in one segment."""
    listing = where.run("ss", "-tinH", "state", "established", "dst", of)
    return max(int(word.removeprefix("mss:")) for word in listing.split() if word.startswith("mss:"))


def test_both_directions_send_segments_that_fit_the_tunnel(world: World) -> None:
    """The customer's program would accept and send larger ones, as a computer behind a router of theirs does."""
    client: LabClient = world.kim.client
    client.namespace.ip(f"link set {client.interface} mtu 1500")
    with client.connect(ECHO_ADDRESS, ECHO_PORT) as connection:
        connection.sendall(b"GET / HTTP/1.1\r\nHost: echo\r\n\r\n")
        connection.recv(1000)
        largest = (
            largest_segment(client.namespace, of=ECHO_ADDRESS),
            largest_segment(world.lab.inet, of=world.kim.exit_address),
        )
    client.namespace.ip(f"link set {client.interface} mtu 1420")

    # 1,420 without the headers of IP and TCP and the time stamp.
    assert max(largest) <= 1420 - 20 - 20


def test_a_connection_is_acknowledged_before_the_table_is_flushed(world: World) -> None:
    """What the test of a flushed firewall waits for can be seen at all."""
    with world.kim.client.connect(ECHO_ADDRESS, ECHO_PORT) as connection:
        connection.sendall(b"GET /bytes?n=3000000 HTTP/1.0\r\n\r\n")
        wait_until(lambda: world.unacknowledged(connection), "the answer was never on its way")
        while connection.recv(65536):
            pass
        wait_until(lambda: not world.unacknowledged(connection), "the answer was not acknowledged")
