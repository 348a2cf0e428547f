"""A customer who wants another's address, or the whole host: nobody else notices. Seen in real packets."""

import socket
import struct
import time
from collections.abc import Generator
from contextlib import contextmanager

import pytest

from ieum.dev.lab.addresses import ECHO_ADDRESS
from ieum.dev.lab.namespaces import Namespace
from ieum.gateway.rules import MOST_OPEN
from tests.gateway.hearing import hearing
from tests.gateway.packets import checksum, send
from tests.gateway.world import Tunnel, World

pytestmark = pytest.mark.tunnels

ICMP, UDP = 1, 17
PORT, ASKED = 40_000, 7777
CREDENTIALS = "169.254.169.254"  # where a cloud's host is told its own


def a_packet(source: str, target: str, protocol: int, content: bytes) -> bytes:
    addresses = socket.inet_aton(source) + socket.inet_aton(target)
    return struct.pack("!BBHHHBBH", 0x45, 0, 20 + len(content), 1, 0, 64, protocol, 0) + addresses + content


def unreachable(about: bytes) -> bytes:
    """ICMP's message that a port is closed, about this packet."""
    message = struct.pack("!BBHI", 3, 3, 0, 0) + about
    return message[:2] + struct.pack("!H", checksum(message)) + message[4:]


@contextmanager
def a_conversation(tunnel: Tunnel, internet: Namespace) -> Generator[None]:
    """A customer's device and a server on the internet send datagrams to each other."""
    with tunnel.client.namespace.inside():
        device = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    with internet.inside():
        server = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    with device, server:
        device.bind((tunnel.customer.tunnel_address, PORT))
        server.bind((ECHO_ADDRESS, ASKED))
        for one in (device, server):
            one.settimeout(2)
        device.sendto(b"question", (ECHO_ADDRESS, ASKED))
        _, seen_as = server.recvfrom(100)
        server.sendto(b"answer", seen_as)
        device.recv(100)
        yield


def arriving(world: World, sender: Tunnel, packet: bytes) -> set[tuple[str, str]]:
    """Sources and destinations of what arrives on the internet from this packet on to one that is sent after it."""
    address, arrived = sender.customer.tunnel_address, set[tuple[str, str]]()
    last = a_packet(address, ECHO_ADDRESS, UDP, struct.pack("!HHHH", PORT + 1, 9, 8, 0))
    with hearing(world.lab.inet) as ears:
        send(sender.client.namespace, packet, socket.inet_ntoa(packet[16:20]))
        send(sender.client.namespace, last, ECHO_ADDRESS)
        while (heard := ears.recv(2000))[20:22] != last[20:22]:
            if heard[9] == packet[9]:
                arrived.add((socket.inet_ntoa(heard[12:16]), socket.inet_ntoa(heard[16:20])))
    return arrived


def test_an_error_about_another_customers_connection_does_not_leave_by_their_address(world: World) -> None:
    """The kernel translates an error of ICMP as the connection that it is about, whoever sends it."""
    kim, lee = world.kim.customer.tunnel_address, world.lee.customer.tunnel_address
    about = a_packet(ECHO_ADDRESS, kim, UDP, struct.pack("!HHHH", ASKED, PORT, 8, 0))
    forged = a_packet(lee, ECHO_ADDRESS, ICMP, unreachable(about))
    with a_conversation(world.kim, world.lab.inet):
        arrived = arriving(world, world.lee, forged)

    assert arrived == set()


def test_nothing_is_sent_where_a_clouds_host_is_told_its_credentials(world: World) -> None:
    asking = struct.pack("!HHHH", PORT, 80, 8, 0)

    arrived = arriving(
        world, world.kim, a_packet(world.kim.customer.tunnel_address, CREDENTIALS, UDP, asking)
    )

    assert CREDENTIALS not in {target for _, target in arrived}


def tracked(world: World) -> int:
    return int(world.lab.host.run("sysctl", "-n", "net.netfilter.nf_conntrack_count"))


def test_a_device_that_opens_everything_takes_its_own_share_of_the_hosts_connections(world: World) -> None:
    """A usual host tracks 262,144, and drops everybody's next one; one device made 100,000 in eight seconds."""
    with world.kim.client.namespace.inside():
        flooding = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    with flooding:
        end, number = time.monotonic() + 3, 0
        while time.monotonic() < end:
            number += 1
            flooding.sendto(b"", (f"198.18.{number >> 8 & 255}.{number & 255}", 1 + (number >> 16)))

    assert 1000 < tracked(world) < MOST_OPEN + 100
    assert world.lee.client.fetch_echo() == world.lee.exit_address


def test_what_a_phone_has_left_open_is_forgotten_within_hours(world: World) -> None:
    """By the kernel's own five days, it would count against what the device may have open."""
    asking = world.kim.open_connection()
    for _ in range(3):
        asking.ask()

    def left() -> int:
        listing = world.lab.host.run("conntrack", "-L", "-s", world.kim.customer.tunnel_address)
        return max(int(line.split()[2]) for line in listing.splitlines() if "ESTABLISHED" in line)

    world.gateway.wait_for(lambda: 300 < left() <= 7440)
