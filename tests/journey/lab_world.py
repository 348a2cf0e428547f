"""A shop of real processes whose addresses are those of a real gateway in a lab, and members who are connected."""

import socket
import threading
import time
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from ieum.dev.lab.addresses import ECHO_ADDRESS, ECHO_PORT
from ieum.dev.lab.client import LabClient
from ieum.dev.lab.gateway import LabGateway
from ieum.dev.lab.namespaces import LabError
from ieum.dev.lab.world import Lab
from ieum.shop.gateways import queries, service
from ieum.shop.kernel.db import Database
from ieum.shop.stock import queries as stock
from ieum.shop.stock.inventory import COLUMNS, read_addresses, rows_of
from tests.journey.member import Member
from tests.journey.running import RunningShop
from tests.waiting import PATIENCE_SECONDS, wait_until

GATEWAY = "seoul-1"


@dataclass
class Line:
    """A tunnel of somebody who has bought, and the address it should be seen from."""

    client: LabClient
    address: str

    def sees(self) -> str:
        """The far side's word on where we come from."""
        return self.client.fetch_echo(timeout=10)

    def carries(self) -> bool:
        """Whether anything gets through, and not around the tunnel."""
        try:
            return self.client.fetch_echo(timeout=0.5) != self.client.address
        except LabError:
            return False


class Download:
    """A TCP download without end, which is read all the time; `last_at`: when something came (monotonic)."""

    def __init__(self, line: Line) -> None:
        self.received = 0
        self.last_at = time.monotonic()
        self.longest_pause = 0.0
        self.is_over = False
        # A tunnel that was just set up swallows the first packets, and TCP sends them again after 1, 3 and 7 seconds.
        self._socket = line.client.connect(ECHO_ADDRESS, ECHO_PORT, timeout=PATIENCE_SECONDS)
        self._socket.settimeout(3)
        # In a small window: it shall run, not show how fast the machine is.
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 32_768)
        self._socket.sendall(f"GET /bytes?n={10 * 2**30} HTTP/1.0\r\n\r\n".encode())
        self._pause = threading.Event()
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def goes_on(self) -> bool:
        """Whether more comes than was on its way."""
        enough = self.received + 300_000
        wait_until(lambda: self.is_over or self.received > enough, "the download stands still")
        return not self.is_over

    def end(self) -> None:
        self._pause.set()
        self._thread.join()
        self._socket.close()

    def _read(self) -> None:
        try:
            while not self._pause.wait(0.01):
                got = len(self._socket.recv(65_536))
                self.received += got
                now = time.monotonic()
                self.longest_pause = max(self.longest_pause, now - self.last_at)
                self.last_at = now
                if not got:
                    break
        except OSError:
            pass
        self.is_over = True


@dataclass
class LabWorld:
    shop: RunningShop
    lab: Lab
    gateway: LabGateway

    def connect(self, name: str, conf: str, address: str) -> Line:
        client = self.lab.add_client(name)
        client.up(conf)
        return Line(client, address)

    def free_addresses(self) -> int:
        """How many addresses are on sale: those that the gateway has proven by calling from them."""
        return self.asked("SELECT count(*) FROM address_states WHERE state = 'free' AND proven_by = 'call'")

    def gateway_agrees(self) -> bool:
        """Whether the gateway has applied the newest revision."""
        return self.asked(
            "SELECT acked_revision = revision AND last_error IS NULL FROM gateways WHERE name = %s", GATEWAY
        )

    def callers(self) -> set[str]:
        """From where connections to the far side are open, as it sees them."""
        listing = self.lab.inet.run("ss", "-Htn", "state", "established", "sport", "=", f":{ECHO_PORT}")
        return {line.split()[-1].rpartition(":")[0] for line in listing.splitlines()}

    def give_ticket(self, member: Member) -> None:
        self.say(
            """
            INSERT INTO ticket_entries (member_id, amount, kind, expires_at)
            SELECT id, 1, 'granted', now() + interval '1 year' FROM members WHERE login_id = %s
            """,
            member.login_id,
        )

    def asked(self, query: Any, *values: object) -> Any:
        """The first column of a query's first row."""
        with self.shop.database_connection() as conn:
            row = conn.execute(query, values).fetchone()
        return None if row is None else row[0]

    def say(self, statement: Any, *values: object) -> None:
        with self.shop.database_connection() as conn:
            conn.execute(statement, values)


async def register(db: Database, *, endpoint: str, rows: Sequence[str]) -> str:
    """Add the gateway with its addresses; the credential of its host."""
    token = service.new_token()
    text = "\n".join([",".join(COLUMNS), *(f"{GATEWAY},{row}" for row in rows)])
    good, bad = read_addresses(rows_of(text))
    assert not bad
    async with db.transaction() as conn:
        await queries.insert_gateway(conn, GATEWAY, endpoint=endpoint, token_hash=service.hash_token(token))
        await stock.insert_addresses(conn, good)
    return token


@contextmanager
def lab_world(folder: Path, rows: Sequence[str]) -> Generator[LabWorld]:
    """A shop whose only addresses are these rows of a file (address, pool, carrier, region), registered and proven."""
    with RunningShop(folder) as shop, Lab() as lab:
        with shop.database_connection() as conn:
            conn.execute("DELETE FROM exit_addresses")
        token = shop.aside(partial(register, endpoint=lab.endpoint, rows=rows))
        # The lab's internet calls the shop through a proxy on this machine.
        shop.environ["IEUM_TRUSTED_PROXIES"] = "127.0.0.1,::1"
        shop.start("sandbox", "serve", "work")
        world = LabWorld(shop, lab, lab.start_gateway(shop.url, token))
        wait_until(world.gateway_agrees, "the gateway has not registered its key")
        wait_until(lambda: world.free_addresses() == len(rows), "the addresses are not proven")
        yield world
