"""The .conf for Linux, used with the real wg-quick: it connects where IPv6 is disabled, and leaks nothing where not."""

from collections.abc import Iterator

import pytest

from ieum.sandbox.lab.client import LabClient
from ieum.sandbox.lab.namespaces import LabError
from tests.gateway.world import World

pytestmark = pytest.mark.tunnels


@pytest.fixture
def computer(world: World) -> Iterator[LabClient]:
    """Kim's second computer: the tunnel is Kim's, the line to the internet its own."""
    world.kim.client.down()
    client = LabClient(world.lab.world, "kim-linux")
    client.create()
    yield client
    client.remove()
    world.kim.client.up(conf(world, linux=False))


def conf(world: World, *, linux: bool) -> str:
    return world.kim.customer.conf(server_key=world.server_key, endpoint=world.lab.endpoint, linux=linux)


def disable_ipv6(client: LabClient) -> None:
    """As administrators do: for every device, those that come later included."""
    client.namespace.sysctl(ipv6__conf__all__disable_ipv6=1, ipv6__conf__default__disable_ipv6=1)


def way_of_ipv6(client: LabClient) -> str:
    """Where a packet to the IPv6 internet would go."""
    try:
        return client.namespace.run("ip", "-6", "route", "get", "2001:db8::1")
    except LabError as refused:
        return str(refused)


def test_it_connects_where_ipv6_is_disabled_and_the_general_one_does_not(
    world: World, computer: LabClient
) -> None:
    disable_ipv6(computer)

    with pytest.raises(LabError):
        computer.up(conf(world, linux=False))
    computer.up(conf(world, linux=True))

    assert computer.fetch_echo() == world.kim.exit_address
    computer.down()


def test_no_packet_of_the_ipv6_internet_passes_the_tunnel_by(world: World, computer: LabClient) -> None:
    for order in ("addr add fd00:1::2/64 dev wan nodad", "route add default via fd00:1::1 dev wan"):
        computer.namespace.run("ip", "-6", *order.split())
    outside = way_of_ipv6(computer)

    computer.up(conf(world, linux=True))
    inside = way_of_ipv6(computer)
    seen = computer.fetch_echo()
    computer.down()

    assert "dev wan" in outside
    assert "No route to host" in inside
    assert seen == world.kim.exit_address
    assert "dev wan" in way_of_ipv6(computer)
