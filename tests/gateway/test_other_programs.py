"""What other programs on the host do, and must not open, or lead elsewhere: seen in real packets."""

import socket
from collections.abc import Iterator

import pytest

from ieum.dev.lab.addresses import CARRIERS, ECHO_ADDRESS, KT
from ieum.dev.lab.namespaces import Namespace, command
from ieum.gateway.uplinks import FIRST_MARK
from tests.gateway.hearing import hearing
from tests.gateway.world import World

pytestmark = pytest.mark.tunnels

INSIDE = "172.17.0.2"  # of a container
PORT = 8080
DEVICES = ", ".join(f'"{line.device}"' for line in CARRIERS)
MASQUERADE = f"""
table ip nat {{
  chain POSTROUTING {{
    type nat hook postrouting priority srcnat; policy accept;
    oifname {{ {DEVICES} }} masquerade
  }}
}}
"""
PUBLISHED = f"""
table ip nat {{
  chain PREROUTING {{
    type nat hook prerouting priority dstnat; policy accept;
    fib daddr type local tcp dport {PORT} dnat to {INSIDE}:80
  }}
}}
"""


@pytest.fixture
def container(world: World) -> Iterator[Namespace]:
    """A network of another program's behind the gateway's host, as Docker makes one."""
    inside = Namespace(f"{world.lab.world}-inside")
    inside.create()
    host = world.lab.host
    names = ("ip", "link", "add", "docker0", "netns", host.name, "type", "veth")
    command(*names, "peer", "name", "eth0", "netns", inside.name)
    host.ip("addr add 172.17.0.1/24 dev docker0", "link set docker0 up")
    inside.ip(
        f"addr add {INSIDE}/24 dev eth0", "link set eth0 up", "route add default via 172.17.0.1 dev eth0"
    )
    yield inside
    inside.remove()


def is_open(world: World, address: str, port: int) -> bool:
    """Whether the internet gets a TCP connection to this port."""
    with world.lab.inet.inside():
        calling = socket.socket()
    with calling:
        calling.settimeout(1)
        try:
            calling.connect((address, port))
        except OSError:
            return False
    return True


def test_another_programs_masquerade_gives_no_customer_the_lines_own_address(world: World) -> None:
    """Of two chains that translate at one place the first one counts; and the table's was made before this one."""
    with world.rules_of_another_program(MASQUERADE):
        seen = world.kim.client.fetch_echo(), world.lee.client.fetch_echo()

    assert seen == (world.kim.exit_address, world.lee.exit_address)


def test_a_port_that_another_program_publishes_is_none_of_an_address_for_sale(
    world: World, container: Namespace
) -> None:
    with container.inside():
        serving = socket.create_server((INSIDE, 80))
    with serving, world.rules_of_another_program(PUBLISHED):
        opened = [is_open(world, address, PORT) for address in (KT.host, world.kim.exit_address)]

    assert opened == [True, False]


def test_it_is_none_either_while_the_table_is_flushed_and_no_agent_runs(
    world: World, container: Namespace
) -> None:
    world.gateway.kill()
    with container.inside():
        serving = socket.create_server((INSIDE, 80))
    with serving:
        world.lab.host.run("nft", "flush", "ruleset")
        with world.rules_of_another_program(PUBLISHED):
            opened = [is_open(world, address, PORT) for address in (KT.host, world.kim.exit_address)]
    world.gateway.start()

    assert opened == [True, False]
    world.gateway.wait_for(world.kim.carries)


def test_no_answer_takes_a_route_of_somebody_elses_inside_the_tunnel_network(
    world: World, container: Namespace
) -> None:
    with world.kim.client.namespace.inside():
        device = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    with world.lab.inet.inside():
        internet = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    with device, internet, hearing(container) as ears:
        internet.bind((ECHO_ADDRESS, 7777))
        internet.settimeout(2)
        device.settimeout(2)
        device.sendto(b"question", (ECHO_ADDRESS, 7777))
        _, seen = internet.recvfrom(100)
        internet.sendto(b"answer", seen)
        device.recv(100)

        world.lab.host.ip(f"route add 10.64.0.0/24 via {INSIDE}")
        internet.sendto(b"answer", seen)
        with pytest.raises(TimeoutError):
            ears.recv(2000)
        world.lab.host.ip(f"route del 10.64.0.0/24 via {INSIDE}")
    world.gateway.wait_for(world.kim.carries)


@pytest.mark.parametrize(
    "order",
    [
        pytest.param(["listen-port", "4444"], id="another port"),
        pytest.param(["fwmark", str(FIRST_MARK + 1)], id="a mark"),
        pytest.param(["private-key", "/dev/stdin"], id="another key"),
        pytest.param(["peer", "KIM", "allowed-ips", "0.0.0.0/0"], id="everybody's packets for one device"),
    ],
)
def test_what_somebody_sets_on_the_interface_is_put_back_within_seconds(
    world: World, order: list[str]
) -> None:
    def settings() -> list[str]:
        dump = world.lab.host.run("wg", "show", world.lab.interface, "dump").splitlines()
        return [dump[0], *sorted("\t".join(line.split("\t")[::3][:2]) for line in dump[1:])]

    words = [world.kim.customer.public_key if word == "KIM" else word for word in order]
    before = settings()
    world.lab.host.run("wg", "set", world.lab.interface, *words, stdin=command("wg", "genkey"))
    assert settings() != before

    world.gateway.wait_for(lambda: settings() == before, timeout=15)
    world.gateway.wait_for(world.kim.carries, timeout=15)
