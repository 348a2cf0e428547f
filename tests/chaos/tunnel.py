"""A customer's tunnel through a real agent, whose traffic no fault of the shop may touch.

Run as a program in the customer's namespace, it asks the lab's internet five times a second from which address it
comes, on one connection and once a second on a new one, and notes the answers.
"""

import http.client
import socket
import sys
import time
from dataclasses import replace
from pathlib import Path

from ieum.dev.lab.addresses import CARRIERS, ECHO_ADDRESS, ECHO_PORT, ENDPOINT
from ieum.dev.lab.client import LabClient
from ieum.dev.lab.customer import Customer
from ieum.dev.lab.host import LabHost
from tests.chaos.ledger import Entry, Ledger
from tests.chaos.machines import Switch

ROOT = Path(__file__).resolve().parents[2]
EVERY = 0.2
# The addresses that the tests put on sale come by the gateway's first line.
FOR_SALE = "10.200.0.0/16"


class Tunnel:
    """The internet, the gateway's host and the customer's computer; the lab's, on the switch of the boxes."""

    def __init__(self, switch: Switch, host: int) -> None:
        # Named as the lab names its own, which then find one another.
        self._internet = switch.add("inet", host)
        self._host = LabHost(switch.world)
        self._client = LabClient(switch.world, "customer")
        self.gateway = switch.add_wired("gw", self._host.create)
        customer = self._client.namespace.name.rpartition("-")[2]
        self.customer = switch.add_wired(customer, self._client.create, self._client.remove)
        self._key = Customer.new("")

        internet, first = self._internet.namespace, CARRIERS[0]
        internet.sysctl(ipv4__ip_forward=1)
        internet.ip(
            f"addr add {ECHO_ADDRESS}/32 dev lo", f"route add {FOR_SALE} via {first.host} dev {first.device}"
        )
        argv = [
            sys.executable,
            "-m",
            "ieum.dev.sandbox.echo",
            "--host",
            ECHO_ADDRESS,
            "--port",
            str(ECHO_PORT),
        ]
        self._internet.start("echo", argv)

    @property
    def router(self) -> str:
        """By which boxes reach the gateway's host."""
        return self._internet.address

    @property
    def public_key(self) -> str:
        return self._key.public_key

    def start_agent(self, urls: list[str], token: Path) -> None:
        words = [word for url in urls for word in ("--url", url)]
        for line in self._host.carriers:
            sold = f":prefix {FOR_SALE}" if line is self._host.carriers[0] else ""
            words.append(f"--uplink={line.name}={line.device}:via {line.router}{sold}")
        words += ["--token-file", str(token), "--state-dir", str(self.gateway.folder / "state")]
        words += ["--interface", self._host.interface]
        self.gateway.start("gateway", [sys.executable, "-m", "ieum.gateway", *words])

    def connect(self, device: Entry, ledger: Path) -> None:
        """Use the tunnel that the shop has given for this customer's key."""
        customer = replace(self._key, tunnel_address=device.get("tunnel", "").removesuffix("/32"))
        self._client.up(customer.conf(server_key=device.get("server", ""), endpoint=ENDPOINT, linux=True))
        argv = [sys.executable, "-m", "tests.chaos.tunnel", str(ledger)]
        self.customer.start("tunnel", argv, environ={"PYTHONPATH": str(ROOT)})


def carry(ledger: Ledger) -> None:
    kept: http.client.HTTPConnection | None = None
    turn = 0
    while True:
        begin = time.monotonic()
        turn += 1
        try:
            if kept is None:
                kept = _connected()
            ledger.note("carried", address=_ask(kept))
            if turn % 5 == 0:
                fresh = _connected()
                ledger.note("carried", address=_ask(fresh))
                fresh.close()
        except (OSError, http.client.HTTPException) as error:
            ledger.note("failed", what=f"tunnel: {type(error).__name__} {error}"[:300])
            kept = None
        # sleep: so often somebody's traffic asks for something
        time.sleep(max(0.0, begin + EVERY - time.monotonic()))


def _connected() -> http.client.HTTPConnection:
    connection = http.client.HTTPConnection(ECHO_ADDRESS, ECHO_PORT, timeout=5)
    connection.connect()
    connection.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return connection


def _ask(connection: http.client.HTTPConnection) -> str:
    connection.request("GET", "/")
    return connection.getresponse().read().decode().strip()


if __name__ == "__main__":
    carry(Ledger(Path(sys.argv[1])))
