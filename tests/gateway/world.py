"""A lab with two customers and the real agent between them, for tests of real tunnels."""

from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.client import HTTPConnection
from socket import socket

from ieum.dev.lab.addresses import ECHO_ADDRESS, ECHO_PORT
from ieum.dev.lab.client import LabClient
from ieum.dev.lab.customer import Customer
from ieum.dev.lab.gateway import LabGateway
from ieum.dev.lab.namespaces import LabError
from ieum.dev.lab.shop import LabShop
from ieum.dev.lab.world import Lab


@dataclass
class OpenConnection:
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
    open_connections: list[OpenConnection] = field(default_factory=list[OpenConnection])

    def open_connection(self) -> OpenConnection:
        http = HTTPConnection(ECHO_ADDRESS, ECHO_PORT, timeout=2)
        with self.client.namespace.inside():
            http.connect()
        http.auto_open = False
        self.open_connections.append(OpenConnection(http))
        return self.open_connections[-1]

    def handshake_at(self) -> int:
        """Unix time of the tunnel's last handshake, 0 before the first."""
        line = self.client.namespace.run("wg", "show", self.client.interface, "latest-handshakes")
        return int(line.split()[1]) if line.strip() else 0

    def carries(self, *, timeout: float = 1) -> bool:
        """Whether the customer reaches the echo server, and through the tunnel."""
        try:
            return self.client.fetch_echo(timeout=timeout) != self.client.address
        except LabError:
            return False


@dataclass
class World:
    """One lab for all tests of a module, with two customers on different carriers."""

    lab: Lab
    shop: LabShop
    gateway: LabGateway
    kim: Tunnel
    lee: Tunnel
    server_key: str

    def unacknowledged(self, connection: socket) -> bool:
        """Whether the internet waits for the customer's acknowledgement, which is sent up to 40 ms after an answer.

        For that of a connection that was cut sooner, it waits for minutes.
        """
        ports = ("sport", "=", f":{ECHO_PORT}", "dport", "=", f":{connection.getsockname()[1]}")
        return "unacked:" in self.lab.inet.run("ss", "-tinH", *ports)

    def settle(self) -> None:
        """Bring the shop, the agent and both customers back to the state that every test starts from."""
        if not self.shop.is_open:
            self.shop.open()
        if not self.gateway.running():
            self.gateway.start()
        for tunnel in (self.kim, self.lee):
            self.shop.put(tunnel.customer.public_key, tunnel.customer.tunnel_address, tunnel.exit_address)
        self.shop.wait_for_ack()
        for tunnel in (self.kim, self.lee):
            if not tunnel.carries(timeout=0.3):
                # The gateway has no session of a peer that was put back; the customer would take seconds to notice.
                tunnel.client.up(self.conf(tunnel))

    def conf(self, tunnel: Tunnel) -> str:
        return tunnel.customer.conf(server_key=self.server_key, endpoint=self.lab.endpoint)

    def gateway_peers(self) -> str:
        """Lines of public key and tunnel address, without the agent's own, which have the last of the network."""
        listing = self.lab.host.run("wg", "show", self.lab.interface, "allowed-ips")
        return "".join(line for line in listing.splitlines(keepends=True) if "\t10.127.255." not in line)

    @contextmanager
    def rules_of_another_program(self, text: str) -> Generator[None]:
        """Rules for `nft` on the gateway's host: one table, which is deleted afterwards if it is still there."""
        _, family, name, *_ = text.split()
        self.lab.host.run("nft", "-f", "-", stdin=text)
        try:
            yield
        finally:
            table = f"table {family} {name}\n"
            self.lab.host.run("nft", "-f", "-", stdin=f"{table}delete {table}")
