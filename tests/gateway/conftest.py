from collections.abc import Iterator

import pytest

from ieum.dev.lab.addresses import KT, SKB
from ieum.dev.lab.customer import Customer
from ieum.dev.lab.shop import LabShop
from ieum.dev.lab.world import Lab, why_not
from tests.gateway.enrolments import Counter, a_counter
from tests.gateway.world import Tunnel, World


@pytest.fixture
def counter() -> Iterator[Counter]:
    with a_counter() as counter:
        yield counter


@pytest.fixture(scope="module")
def lab() -> Iterator[Lab]:
    reason = why_not()
    if reason:
        pytest.skip(reason)
    with Lab() as lab:
        yield lab


@pytest.fixture(scope="module")
def whole_world(lab: Lab) -> Iterator[World]:
    with LabShop(heartbeat=1) as shop:
        gateway = lab.start_gateway(shop.url, shop.token)
        server_key = str(shop.wait_for_ack(0)["publicKey"])
        kim = Tunnel(Customer.new("10.64.0.2"), lab.add_client("kim"), KT.exit_address(0))
        lee = Tunnel(Customer.new("10.64.0.3"), lab.add_client("lee"), SKB.exit_address(0))
        world = World(lab, shop, gateway, kim, lee, server_key)
        world.settle()
        yield world


@pytest.fixture
def world(whole_world: World) -> Iterator[World]:
    yield whole_world
    for tunnel in (whole_world.kim, whole_world.lee):
        while tunnel.open_connections:
            tunnel.open_connections.pop().http.close()
    whole_world.settle()
