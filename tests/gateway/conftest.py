from collections.abc import Iterator
from dataclasses import dataclass, field
from http.client import HTTPConnection

import pytest

from ieum.sandbox.lab import Customer, Lab, LabClient, LabError, LabGateway, LabShop, why_not
from ieum.sandbox.lab.addresses import ECHO_ADDRESS, ECHO_PORT, KT, SKB


@dataclass
class Held:
    """A connection that a customer keeps open, to see whether it is cut."""

    http: HTTPConnection

    def ask(self) -> str:
        """The echo's answer over the very same connection."""
        self.http.request("GET", "/")
        return self.http.getresponse().read().decode().strip()

    def is_cut(self) -> bool:
        try:
            self.ask()
        except OSError:
            return True
        return False


@dataclass
class Tunnel:
    customer: Customer
    client: LabClient
    exit_address: str
    held: list[Held] = field(default_factory=list[Held])

    def hold(self) -> Held:
        http = HTTPConnection(ECHO_ADDRESS, ECHO_PORT, timeout=2)
        with self.client.namespace.inside():
            http.connect()
        http.auto_open = False
        self.held.append(Held(http))
        return self.held[-1]

    def carries(self, *, timeout: float = 1) -> bool:
        """Whether the far side is reached, and not around the tunnel."""
        try:
            return self.client.fetch_echo(timeout=timeout) != self.client.address
        except LabError:
            return False


@dataclass
class World:
    """One lab for all tests of a module: two customers, each on another carrier."""

    lab: Lab
    shop: LabShop
    gateway: LabGateway
    kim: Tunnel
    lee: Tunnel
    server_key: str

    def settle(self) -> None:
        """Everything as every test expects to find it."""
        if not self.shop.is_open:
            self.shop.open()
        if not self.gateway.running():
            self.gateway.start()
        for tunnel in (self.kim, self.lee):
            self.shop.put(tunnel.customer.public_key, tunnel.customer.tunnel_address, tunnel.exit_address)
        self.shop.wait_for_ack()
        for tunnel in (self.kim, self.lee):
            if not tunnel.carries(timeout=0.3):
                # A peer put back has no session here, which its other end takes seconds to notice.
                tunnel.client.up(self.conf(tunnel))

    def conf(self, tunnel: Tunnel) -> str:
        return tunnel.customer.conf(server_key=self.server_key, endpoint=self.lab.endpoint)

    def gateway_peers(self) -> str:
        return self.lab.host.run("wg", "show", self.lab.interface, "allowed-ips")


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
        while tunnel.held:
            tunnel.held.pop().http.close()
    whole_world.settle()
