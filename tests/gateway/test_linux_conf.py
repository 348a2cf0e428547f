"""The .conf for Linux, used with the real wg-quick as it is: it connects on every computer, and leaks nothing."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from ieum.dev.lab.client import LabClient
from ieum.dev.lab.namespaces import LabError
from ieum.dev.lab.resolvers import Resolver
from tests.gateway.world import World

pytestmark = pytest.mark.tunnels

PAGE = Path(__file__).parents[2] / "web/src/services/wireguard.test.ts"
OUTSIDE = "2001:db8::1"
# What a program reaches the IPv4 internet by where a network translates it (RFC 6052).
TRANSLATED = "64:ff9b::808:808"
TUNNEL_DNS = ["1.1.1.1", "8.8.8.8"]


@pytest.fixture
def resolver() -> Resolver | None:
    return "resolvconf"


@pytest.fixture
def computer(world: World, resolver: Resolver | None) -> Iterator[LabClient]:
    """Kim's second computer: the tunnel is Kim's, the line to the internet its own."""
    world.kim.client.down()
    client = LabClient(world.lab.world, "kim-linux", resolver=resolver)
    client.create()
    yield client
    client.remove()
    world.kim.client.up(conf(world, linux=False))


@pytest.fixture
def dual_stacked(computer: LabClient) -> LabClient:
    """The computer with IPv6, of which a part has a route and a policy rule of its own."""
    for order in (
        "addr add fd00:1::2/64 dev wan nodad",
        "route add default via fd00:1::1 dev wan",
        "route add 2000::/3 via fd00:1::1 dev wan",
        "route add default via fd00:1::1 dev wan table 77",
        "rule add to 2001:db8::/32 lookup 77 priority 5",
    ):
        computer.namespace.run("ip", "-6", *order.split())
    return computer


def conf(world: World, *, linux: bool) -> str:
    return world.kim.customer.conf(server_key=world.server_key, endpoint=world.lab.endpoint, linux=linux)


def commands(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.startswith(("PostUp", "PreDown", "DNS"))]


def disable_ipv6(client: LabClient) -> None:
    """As administrators do: for every device, those that come later included."""
    client.namespace.sysctl(ipv6__conf__all__disable_ipv6=1, ipv6__conf__default__disable_ipv6=1)


def way_of_ipv6(client: LabClient, to: str = OUTSIDE, *selectors: str) -> str:
    """Where a packet to the IPv6 internet would go."""
    try:
        return client.namespace.run("ip", "-6", "route", "get", to, *selectors)
    except LabError as refused:
        return str(refused)


def network_of(client: LabClient) -> list[str]:
    """Rules and routes of both kinds."""
    listings = (("-4", "rule"), ("-6", "rule"), ("-4", "route", "show", "table", "all"))
    return [client.namespace.run("ip", *listing) for listing in listings]


def test_the_lab_uses_the_very_file_that_the_page_makes(world: World) -> None:
    _, _, shown = PAGE.read_text().partition("expect(linuxConf(")

    assert commands(conf(world, linux=True)) == commands(shown)


def test_it_connects_where_ipv6_is_disabled_and_the_general_one_does_not(
    world: World, computer: LabClient
) -> None:
    disable_ipv6(computer)

    with pytest.raises(LabError):
        computer.up(conf(world, linux=False))
    computer.up(conf(world, linux=True))

    assert computer.fetch_echo() == world.kim.exit_address
    computer.down()


@pytest.mark.parametrize(
    ("resolver", "is_set"), [("resolvconf", True), ("systemd-resolved", True), (None, False)], ids=str
)
def test_dns_is_set_by_what_the_computer_has_and_put_back_each_time(
    world: World, computer: LabClient, *, is_set: bool
) -> None:
    before, network = computer.name_servers, network_of(computer)

    for _ in range(2):
        computer.up(conf(world, linux=True))
        inside, seen = computer.name_servers, computer.fetch_echo()
        computer.down()

        assert seen == world.kim.exit_address
        assert inside == (TUNNEL_DNS if is_set else before)
        assert (computer.name_servers, network_of(computer)) == (before, network)


def test_no_packet_of_the_ipv6_internet_passes_the_tunnel_by(world: World, dual_stacked: LabClient) -> None:
    """Whatever route or rule leads there. WireGuard itself may go there, and neighbours stay reachable."""
    ways = ((OUTSIDE,), (TRANSLATED,), (OUTSIDE, "mark", "51820"), ("fd00:1::1",))
    outside = [way_of_ipv6(dual_stacked, *way) for way in ways]
    network = network_of(dual_stacked)

    for _ in range(2):
        dual_stacked.up(conf(world, linux=True))
        *closed, own, neighbour = [way_of_ipv6(dual_stacked, *way) for way in ways]
        seen = dual_stacked.fetch_echo()
        dual_stacked.down()

        assert all("Network is unreachable" in way for way in closed)
        assert "dev wan" in own
        assert "dev wan" in neighbour
        assert seen == world.kim.exit_address
        assert network_of(dual_stacked) == network
    assert all("dev wan" in way for way in outside)


def test_what_a_tunnel_has_left_that_ended_by_itself_goes_with_the_next(
    world: World, dual_stacked: LabClient
) -> None:
    dual_stacked.up(conf(world, linux=True))
    dual_stacked.namespace.ip(f"link del {dual_stacked.interface}")
    with pytest.raises(LabError):
        dual_stacked.down()
    left = way_of_ipv6(dual_stacked)

    dual_stacked.up(conf(world, linux=True))
    dual_stacked.down()

    assert "Network is unreachable" in left
    assert "dev wan" in way_of_ipv6(dual_stacked)
