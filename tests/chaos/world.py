"""The shop on two boxes, its clients, and the provider, in one world; `deploy/patroni` is what holds it together."""

import http.client
import json
import sys
from collections.abc import Generator
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from typing import LiteralString, Self

import psycopg
from psycopg.rows import TupleRow

from ieum.shop.server.migrate import migrate
from tests.chaos import judge
from tests.chaos.boxes import SLOW, Box, Cluster
from tests.chaos.judge import Verdict
from tests.chaos.ledger import Entry, read
from tests.chaos.machines import Switch
from tests.chaos.resources import Clock
from tests.chaos.tunnel import Tunnel
from tests.shop.builders.secrets import KEY
from tests.waiting import wait_until

MEMBERS = 2_000
# What a box's service manager keeps going.
SERVICES = ("etcd", "patroni", "serve", "work")
FILL: tuple[LiteralString, ...] = (
    """
    INSERT INTO members (login_id, password_hash, name, email, phone)
    SELECT 'chaos_' || n, '-', '홍길동', 'chaos' || n || '@example.com', '010' || to_char(n, 'FM00000000')
      FROM generate_series(1, %(members)s) n
    """,
    """
    INSERT INTO login_sessions (member_id, expires_at)
    SELECT id, now() + interval '1 year' FROM members WHERE login_id LIKE 'chaos%%'
    """,
    # As a login leaves it, so that who meets a box with another clock is given a new pair of tokens.
    """
    INSERT INTO refresh_tokens (token_hash, session_id)
    SELECT sha256(convert_to('refresh:' || lpad(s.id::text, 43, 'A'), 'UTF8')), s.id
      FROM login_sessions s JOIN members m ON m.id = s.member_id WHERE m.login_id LIKE 'chaos%%'
    """,
    # So many that all faults, one after the other, do not sell them out.
    """
    INSERT INTO exit_addresses (pool_id, gateway_id, address, proven_at, proven_by, cleared_at, available_at)
    SELECT p.id, g.id, inet '10.200.0.0' + (p.id * 10000 + n), yesterday, 'call', yesterday,
           yesterday
      FROM (SELECT now() - interval '1 day' AS yesterday) AS y, gateways g, address_pools p,
           generate_series(1, 3 * %(members)s) n
    """,
    "UPDATE plans SET rotation_least_seconds = 1, rotation_a_day = 100000",
)


class World:
    """Everything that a fault may hit, and what clients were told meanwhile."""

    def __init__(self, folder: Path, *, postgres: Path | None = None, scarce: bool = False) -> None:
        """`scarce`: boxes with disks that can be full, and boxes and a gateway with clocks that can be wrong."""
        self.switch = Switch(folder)
        self.folder = folder
        self.postgres = postgres
        self.scarce = scarce
        self.ledger = folder / "ledger"
        self.remarks: list[str] = []
        """What faults have seen of what else is asked of the shop."""

    def __enter__(self) -> Self:
        # What other users' processes need is inside.
        self.folder.chmod(0o755)
        with ExitStack() as undoing:
            undoing.enter_context(self.switch)
            self.outside = self.switch.add("outside", 20)
            self.tunnel = Tunnel(self.switch, 30)
            self.cluster = Cluster(self.switch, self.outside, postgres=self.postgres, scarce=self.scarce)
            undoing.callback(self.cluster.give_disks_back)
            if self.scarce:
                self.tunnel.gateway.clock = Clock(self.tunnel.gateway.folder)
            self.cluster.start()
            self._start_shop()
            self._undoing = undoing.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        for machine in self.switch.machines:
            machine.end_all()
        self._undoing.close()

    @property
    def sandbox(self) -> str:
        return f"http://{self.outside.address}:8001"

    def environ(self, box: Box) -> dict[str, str]:
        outside = self.outside.address
        return {
            "IEUM_ENV_FILE": "/dev/null",
            "IEUM_DATA": str(box.machine.folder / "shop"),
            "IEUM_DATABASE_URL": self.cluster.url,
            "IEUM_SECRET_KEY": KEY,
            "IEUM_PUBLIC_URL": "http://shop.example",
            "IEUM_TOSS_API_URL": f"{self.sandbox}/toss",
            "IEUM_TOSS_SDK_URL": f"{self.sandbox}/toss/v2/standard",
            "IEUM_SOLAPI_URL": f"{self.sandbox}/solapi",
            "IEUM_PORTONE_URL": f"{self.sandbox}/portone",
            "IEUM_SMTP_URL": f"smtp://{outside}:8002",
            "PYTHONUNBUFFERED": "1",
        }

    def start(self, box: Box, *names: str) -> None:
        """Start what a service manager would: etcd, patroni, serve, work."""
        for name in names:
            match name:
                case "etcd":
                    box.start_etcd()
                case "patroni":
                    box.start_patroni()
                case "gateway":
                    token = self.cluster.boxes[0].machine.folder / "shop" / "demo-gateway.token"
                    urls = [f"http://{one.machine.address}:8000" for one in self.cluster.boxes]
                    self.tunnel.start_agent(urls, token)
                case _:
                    argv = [sys.executable, "-m", "ieum.cli", name]
                    box.machine.start(name, argv, environ=self.environ(box))

    def start_box(self, box: Box) -> None:
        box.machine.plug_in()
        self.start(box, "etcd", "patroni", "serve", "work")

    def is_ready(self, box: Box) -> bool:
        with self.outside.namespace.inside():
            return _status(box.machine.address) == 200

    def figure(self, series: str) -> float:
        """What the primary's box says of this series at `/metrics`."""
        with self.outside.namespace.inside():
            text = _get(self.cluster.primary().machine.address, "/metrics")[1]
        found = [line.rpartition(" ")[2] for line in text.splitlines() if line.startswith(f"{series} ")]
        assert found, f"no {series}"
        return float(found[0])

    def start_what_ended(self) -> None:
        """As a box's service manager does; a worker that does not find the database for twenty seconds ends."""
        for box in self.cluster.boxes:
            ended = [name for name in SERVICES if not box.machine.is_running(name)]
            if ended:
                self.remarks.append(f"{box.name}: {', '.join(ended)} had ended, and was started again")
            self.start(box, *ended)

    def wait_until_whole(self) -> None:
        self.start_what_ended()
        self.cluster.wait_until_whole()
        for box in self.cluster.boxes:
            wait_until(
                lambda box=box: self.is_ready(box),
                lambda box=box: f"{box.name} does not serve: {box.machine.log('serve')[-800:]}",
                seconds=SLOW,
            )
        self.start_what_ended()

    @contextmanager
    def database(self) -> Generator[psycopg.Connection[TupleRow]]:
        """As the shop's own user; a thread may open one of its own."""
        with self.outside.namespace.inside():
            conn = psycopg.connect(self.cluster.url, connect_timeout=3)
        with closing(conn):
            yield conn

    @contextmanager
    def crowd(self, buyers: int) -> Generator[None]:
        """So many more who buy, beside the clients."""
        plan = self.folder / "crowd.json"
        plan.write_text(json.dumps(self._plan() | {"buyers": buyers, "is_crowd": True, "pause": 5}))
        self._start_clients("crowd", plan)
        yield
        self.outside.stop("crowd", seconds=200)

    @contextmanager
    def clients(self) -> Generator[None]:
        """Buy, renew and rotate from all sides while the block lasts; what has begun is then brought to its end."""
        plan = self.folder / "plan.json"
        plan.write_text(json.dumps(self._plan()))
        self._start_clients("clients", plan)
        wait_until(self._have_clients_begun, "no clients", seconds=SLOW)
        device = next(one for one in self.entries() if one["kind"] == "device")
        self.tunnel.connect(device, self.ledger)
        wait_until(
            lambda: any(one["kind"] == "carried" for one in self.entries()),
            lambda: f"no tunnel: {self.tunnel.gateway.log('gateway')[-2000:]}",
            seconds=SLOW,
        )
        yield
        assert self.outside.is_running("clients"), self.outside.log("clients")[-2000:]
        self.outside.stop("clients", seconds=200)

    def _start_clients(self, name: str, plan: Path) -> None:
        run = f"exec {sys.executable} -m tests.chaos.clients < {plan}"
        root = Path(__file__).resolve().parents[2]
        self.outside.start(name, ["/bin/sh", "-c", run], environ={"PYTHONPATH": str(root)})

    def _have_clients_begun(self) -> bool:
        assert self.outside.is_running("clients"), self.outside.log("clients")[-2000:]
        return any(one["kind"] == "ready" for one in self.entries())

    def entries(self) -> list[Entry]:
        return read(self.ledger) if self.ledger.exists() else []

    def verdict(self) -> Verdict:
        with self.outside.namespace.inside():
            judge.wait_until_settled(self.cluster.url)
            return judge.judge(self.entries(), self.cluster.url, self.sandbox)

    def _start_shop(self) -> None:
        first = self.cluster.boxes[0]
        for box in self.cluster.boxes:
            (box.machine.folder / "shop").mkdir()
            box.machine.offer_loopback(8000)
            box.machine.namespace.ip(f"route add default via {self.tunnel.router}")
        with self.outside.namespace.inside():
            migrate(self.cluster.url)
        first.machine.namespace.run(
            *("env", *(f"{name}={value}" for name, value in self.environ(first).items())),
            *(sys.executable, "-m", "ieum.cli", "demo"),
            timeout=SLOW,
        )
        with self.outside.namespace.inside(), psycopg.connect(self.cluster.url) as conn:
            for statement in FILL:
                conn.execute(statement, {"members": MEMBERS})
        environ = {"IEUM_DATA": str(self.outside.folder)}
        argv = [sys.executable, "-m", "ieum.cli", "sandbox", "--host", self.outside.address]
        self.outside.start("sandbox", argv, environ=environ)
        for box in self.cluster.boxes:
            self.start(box, "serve", "work")
        self.wait_until_whole()
        self.start(first, "gateway")
        wait_until(self._has_gateway, lambda: self.tunnel.gateway.log("gateway"), seconds=SLOW)

    def _has_gateway(self) -> bool:
        with self.outside.namespace.inside(), psycopg.connect(self.cluster.url) as conn:
            return bool(conn.execute("SELECT FROM gateways WHERE public_key IS NOT NULL").fetchall())

    def _plan(self) -> dict[str, object]:
        with self.outside.namespace.inside(), psycopg.connect(self.cluster.url) as conn:
            members = conn.execute(
                """
                SELECT member_id, s.id FROM login_sessions s JOIN members m ON m.id = s.member_id
                 WHERE m.login_id LIKE 'chaos%' ORDER BY 1
                """
            ).fetchall()
            plans = dict(conn.execute("SELECT kind, id FROM plans WHERE kind <> 'ticket'").fetchall())
        token = self.cluster.boxes[0].machine.folder / "shop" / "demo-gateway.token"
        return {
            "shops": [f"http://{box.machine.address}:8000" for box in self.cluster.boxes],
            "sandbox": self.sandbox,
            "ledger": str(self.ledger),
            "members": members,
            "static_plan": plans["static"],
            "dynamic_plan": plans["dynamic"],
            "gateway_token": token.read_text().strip(),
            "tunnel_key": self.tunnel.public_key,
        }


def _status(address: str) -> int:
    return _get(address, "/readyz")[0]


def _get(address: str, path: str) -> tuple[int, str]:
    """Status 0 where nobody answers."""
    connection = http.client.HTTPConnection(address, 8000, timeout=3)
    with closing(connection), suppress(OSError, http.client.HTTPException):
        connection.request("GET", path)
        answer = connection.getresponse()
        return answer.status, answer.read().decode()
    return 0, ""
