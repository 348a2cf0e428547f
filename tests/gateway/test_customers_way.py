"""A host whose own rules or settings stop customers: the agent mends it, or says what is in the way."""

import base64
import socket
import struct
import sys
import time
from collections.abc import Iterator

import msgspec
import pytest

from ieum.dev.lab.addresses import CARRIERS, KT, LISTEN_PORT, SHOP_ADDRESS, SKB
from ieum.dev.lab.namespaces import Namespace
from ieum.dev.lab.shop import Json
from ieum.gateway import handshake, probing
from ieum.gateway.uplinks import FIRST_MARK, FIRST_TABLE, Line
from ieum.gateway.ways import own_peers
from ieum.shop.gateways.hosts import HostReport
from tests.gateway.world import World
from tests.waiting import wait_until

pytestmark = pytest.mark.tunnels

DOCKERS = """
table ip filter {
  chain FORWARD {
    type filter hook forward priority filter; policy drop;
  }
}
"""
SHUT_PORT = f"""
table inet strict {{
  chain input {{
    type filter hook input priority filter; policy accept;
    udp dport {LISTEN_PORT} drop
  }}
}}
"""


def troubles(world: World) -> list[tuple[str, str]]:
    """Troubles of the agent's last report, read by the shop's own type."""
    said = [msgspec.convert(body, HostReport) for body in world.shop.health[-1:]]
    return [(one.kind, one.line) for report in said for one in report.troubles]


def until_well(world: World) -> None:
    world.gateway.wait_for(lambda: not troubles(world), timeout=60)


def test_another_programs_rule_that_drops_what_is_forwarded_is_named(world: World) -> None:
    """Docker makes this chain. Proofs of addresses pass it, because the host itself sends them."""
    with world.rules_of_another_program(DOCKERS):
        assert not world.kim.carries()
        both = [("forwarding", line.name) for line in CARRIERS]
        world.gateway.wait_for(lambda: troubles(world) == both, timeout=60)
        told = msgspec.convert(world.shop.health[-1], HostReport).troubles

    assert {one.detail for one in told} == {"ip filter FORWARD"}
    until_well(world)
    assert world.kim.carries()


def test_a_port_that_the_host_itself_shuts_is_told(world: World) -> None:
    with world.rules_of_another_program(SHUT_PORT):
        world.gateway.wait_for(lambda: ("port", "") in troubles(world), timeout=60)

    until_well(world)


def test_a_route_inside_the_tunnel_network_that_cuts_some_off_is_told(world: World) -> None:
    """As a VPN of the operator's brings one along. What is the host's own is not changed by the agent."""
    world.lab.host.ip(f"route add 10.64.0.0/24 via {SKB.router}")
    try:
        assert not world.kim.carries()
        world.gateway.wait_for(lambda: ("route", "") in troubles(world), timeout=60)
        [told] = msgspec.convert(world.shop.health[-1], HostReport).troubles
    finally:
        world.lab.host.ip(f"route del 10.64.0.0/24 via {SKB.router}")

    assert told.detail == f"10.64.0.0/24 ({SKB.device})"
    assert told.detail in told.words
    until_well(world)
    world.gateway.wait_for(world.kim.carries)


# An agent that gives up waiting for an answer after a fifth of the time, so that it looks twice while a test waits.
HURRIED = """
import runpy
from ieum.gateway import probing, trying
probing._TRY_SECONDS = trying._AGAIN_SECONDS = 0.2
runpy.run_module("ieum.gateway", run_name="__main__")
"""


def knows(said: Json) -> bool:
    return not said.get("untried")


@pytest.fixture
def hurried(world: World) -> Iterator[World]:
    world.gateway.stop()
    said = len(world.shop.health)
    world.gateway.start([sys.executable, "-c", HURRIED])
    world.gateway.wait_for(lambda: any(knows(body) for body in world.shop.health[said:]), timeout=60)
    yield world
    world.gateway.stop()
    world.gateway.start()


def test_a_shop_that_does_not_answer_is_no_trouble_of_the_host(hurried: World) -> None:
    """The line still works: what is not known of one shop must not take all gateways off sale."""
    hurried.lab.inet.ip(f"addr del {SHOP_ADDRESS}/32 dev lo")
    said = len(hurried.shop.health)
    try:
        # Looks come after a change of the firewall, and each beat is answered.
        hurried.lab.host.run("nft", "add", "table", "inet", "others")
        hurried.gateway.wait_for(lambda: len(hurried.shop.health) > said + 12, timeout=60)
    finally:
        hurried.lab.inet.ip(f"addr add {SHOP_ADDRESS}/32 dev lo")
        hurried.lab.host.run("nft", "delete", "table", "inet", "others")

    assert not any(body.get("troubles") for body in hurried.shop.health[said:])


STRICT = f"ipv4__conf__{SKB.device}__rp_filter"


@pytest.mark.parametrize(
    "settings",
    [
        pytest.param({"ipv4__ip_forward": 0}, id="no forwarding"),
        pytest.param({f"ipv4__conf__{KT.device}__forwarding": 0}, id="none by a line"),
        pytest.param({"ipv4__conf__all__rp_filter": 0, STRICT: 1}, id="a strict check"),
        pytest.param({f"ipv4__conf__{SKB.device}__src_valid_mark": 0}, id="a check without marks"),
    ],
)
def test_a_setting_that_stops_customers_is_put_back(world: World, settings: dict[str, int]) -> None:
    host, (name, value) = world.lab.host, list(settings.items())[-1]
    host.sysctl(**settings)

    world.gateway.wait_for(lambda: sysctl(host, name) != value)
    world.gateway.wait_for(world.kim.carries)
    world.gateway.wait_for(world.lee.carries)
    host.sysctl(ipv4__conf__all__rp_filter=2)


def sysctl(where: Namespace, name: str) -> int:
    return int(where.run("sysctl", "-n", "net." + name.replace("__", ".")))


def test_a_knock_by_the_shop_is_heard(world: World) -> None:
    """It comes from the internet's side, as a customer's handshake does."""
    knocks: list[bytes] = []

    def knock(datagram: bytes) -> None:
        knocks.append(datagram)
        with world.lab.inet.inside():
            outside = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        with outside:
            outside.sendto(datagram, (KT.host, LISTEN_PORT))

    world.shop.knock = knock
    try:
        # The agent asks once a minute, and at its start.
        world.gateway.stop()
        world.gateway.start()
        world.gateway.wait_for(lambda: bool(knocks), timeout=60)
        wait_until(lambda: any(received(world)), "the knock is not heard")
    finally:
        world.shop.knock = None


def test_a_clock_that_was_ahead_makes_no_trouble_once_it_is_set_right(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """WireGuard takes no handshake of a peer that is older than its last one; the agent's own peers are made anew."""
    key = base64.b64decode(world.server_key)
    (way,) = own_peers(
        [Line(KT.name, KT.device, None, FIRST_MARK, FIRST_TABLE)],
        {KT.device: {KT.host}},
        tunnel_network="10.64.0.0/10",
        taken=frozenset(),
        private_key=(world.gateway.state_dir / "private.key").read_text,
    ).ways

    with world.lab.host.inside():
        with monkeypatch.context() as patch:
            patch.setattr(
                handshake,
                "_now",
                lambda: struct.pack(">QI", handshake._TAI64 + int(time.time()) + 172_800, 0),
            )
            probing.shake_hands(way, port=LISTEN_PORT, gateway=key)
        with pytest.raises(probing.SilentError):
            probing.shake_hands(way, port=LISTEN_PORT, gateway=key)
    # What a set clock does as well: everything is set up anew.
    world.gateway.stop()
    world.gateway.start()
    world.shop.put(world.kim.customer.public_key, world.kim.customer.tunnel_address, KT.exit_address(3))
    world.shop.wait_for_ack()

    with world.lab.host.inside():
        probing.shake_hands(way, port=LISTEN_PORT, gateway=key)


def received(world: World) -> Iterator[bool]:
    """Of the peers whose endpoint is on the internet's side and who are no customers: whether anything came."""
    customers = {tunnel.customer.public_key for tunnel in (world.kim, world.lee)}
    for line in world.lab.host.run("wg", "show", world.lab.interface, "dump").splitlines()[1:]:
        key, _, endpoint, _, _, came, *_ = line.split("\t")
        if key not in customers and endpoint.startswith(KT.router):
            yield int(came) > 0
