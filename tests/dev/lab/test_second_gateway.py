"""A lab with two gateways, one of which is cut off and joined again."""

from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from ieum.dev.lab.addresses import KT, SECOND_CARRIERS
from ieum.dev.lab.client import LabClient
from ieum.dev.lab.customer import Customer
from ieum.dev.lab.host import LabHost, hosts_of
from ieum.dev.lab.namespaces import LabError
from ieum.dev.lab.shop import LabShop
from ieum.dev.lab.world import Lab, why_not, world_of_gateway
from tests.waiting import wait_until

pytestmark = [pytest.mark.tunnels, pytest.mark.skipif(why_not() is not None, reason=str(why_not()))]


@dataclass
class Side:
    """A gateway with a shop of its own, and a customer who is connected."""

    host: LabHost
    shop: LabShop
    customer: Customer
    client: LabClient
    key: str

    def sees(self) -> str:
        try:
            return self.client.fetch_echo(timeout=1)
        except LabError:
            return "nothing"


@pytest.fixture(scope="module")
def sides() -> Iterator[list[Side]]:
    with Lab() as lab, LabShop(heartbeat=0.5) as first, LabShop(heartbeat=0.5) as second:
        both: list[Side] = []
        for host, shop, name in ((lab.first, first, "kim"), (lab.add_host(), second, "lee")):
            lab.start_gateway(shop.url, shop.token, on=host)
            key = str(shop.wait_for_ack(0)["publicKey"])
            customer = Customer.new("10.64.0.2")
            shop.put(customer.public_key, customer.tunnel_address, host.carriers[0].exit_address(0))
            shop.wait_for_ack()
            client = lab.add_client(name)
            client.up(customer.conf(server_key=key, endpoint=host.endpoint))
            both.append(Side(host, shop, customer, client, key))
        yield both


def test_each_gateway_serves_by_its_own_lines(sides: list[Side]) -> None:
    first, second = sides

    assert [first.sees(), second.sees()] == [KT.exit_address(0), SECOND_CARRIERS[0].exit_address(0)]
    # Both customers have the same tunnel address, because each gateway has tunnel addresses of its own.
    second.shop.put(
        second.customer.public_key, second.customer.tunnel_address, SECOND_CARRIERS[1].exit_address(0)
    )
    second.shop.wait_for_ack()
    assert second.sees() == SECOND_CARRIERS[1].exit_address(0)


def test_a_running_lab_is_found_by_either_gateway(sides: list[Side]) -> None:
    worlds = {world_of_gateway(side.key) for side in sides}

    [world] = worlds
    assert world is not None
    assert [host.namespace.name for host in hosts_of(world)] == [side.host.namespace.name for side in sides]


def test_a_gateway_that_is_cut_off_serves_on_and_hears_what_it_missed(sides: list[Side]) -> None:
    first, second = sides
    first.host.cut_off()
    new = KT.exit_address(3)
    first.shop.put(first.customer.public_key, first.customer.tunnel_address, new)
    second.shop.put(
        second.customer.public_key, second.customer.tunnel_address, SECOND_CARRIERS[0].exit_address(3)
    )
    second.shop.wait_for_ack()
    while_cut_off = (first.sees(), second.sees())

    first.host.join()
    first.shop.wait_for_ack(timeout=60)

    assert while_cut_off == (KT.exit_address(0), SECOND_CARRIERS[0].exit_address(3))
    assert first.sees() == new


def test_a_gateway_without_lines_reaches_nobody_until_it_has_them_again(sides: list[Side]) -> None:
    first, second = sides
    before = first.sees()
    first.host.unplug()
    while_unplugged = (first.sees(), second.sees() != "nothing")

    first.host.join()

    wait_until(lambda: first.sees() == before, "it carries nothing any more")
    assert while_unplugged == ("nothing", True)
