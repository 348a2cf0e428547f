"""The whole shop on a stage of any size: server, worker and provider, and who uses it."""

import sys
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import LiteralString

import psycopg

from bench import cores, filling, members
from bench.rows import plan_ids
from bench.stage import Server, Stage, free_port, sessions
from bench.whole import memory

# To what `rows.fill` has: more addresses, and a plan of each other kind.
MORE: tuple[LiteralString, ...] = (
    "INSERT INTO address_pools (code, carrier, region) VALUES ('dynamic', 'KT', '서울')",
    """
    INSERT INTO exit_addresses (pool_id, gateway_id, address, proven_at, proven_by, cleared_at)
    SELECT p.id, g.first + n %% g.count, inet '30.0.0.0' + n * 7, now(), 'call', now()
      FROM address_pools p, generate_series(1, %(dynamic)s) n,
           (SELECT min(id) AS first, count(*) AS count FROM gateways WHERE name LIKE 'stream-%%') g
     WHERE p.code = 'dynamic'
    """,
    """
    INSERT INTO exit_addresses (pool_id, gateway_id, address, proven_at, proven_by, cleared_at)
    SELECT p.id, g.first + n %% g.count, inet '60.0.0.0' + (p.id * %(static)s + n), now(), 'call', now()
      FROM address_pools p, generate_series(1, %(static)s / 4) n,
           (SELECT min(id) AS first, count(*) AS count FROM gateways WHERE name LIKE 'stream-%%') g
     WHERE p.code LIKE 'pool-%%'
    """,
    """
    INSERT INTO plans (code, kind, pool_id, name, device_limit, rotation_least_seconds, rotation_a_day)
    SELECT 'dynamic', 'dynamic', id, 'KT 유동 IP', 3, 1, 100000 FROM address_pools WHERE code = 'dynamic'
    """,
    "INSERT INTO plans (code, kind, name, device_limit) VALUES ('ticket', 'ticket', 'IP 교체권', 0)",
    """
    INSERT INTO plan_prices (plan_id, months, amount)
    SELECT id, CASE kind WHEN 'ticket' THEN 12 ELSE 1 END, CASE kind WHEN 'ticket' THEN 5500 ELSE 22000 END
      FROM plans WHERE code IN ('dynamic', 'ticket')
    """,
    "UPDATE site_config SET dynamic_enabled = true, ticket_enabled = true",
)


@dataclass
class Running:
    """The processes of a shop that is open, by their names."""

    stage: Stage
    sandbox_port: int
    environ: dict[str, str]
    servers: dict[str, Server] = field(default_factory=dict[str, Server])

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.servers['serve'].port}"

    def pids(self) -> dict[str, list[int]]:
        """The processes of each part, those of the database among them."""
        database = int((self.stage.folder / "postgres" / "postmaster.pid").read_text().split()[0])
        return {
            **{name: cores.family(server.process.pid) for name, server in self.servers.items()},
            "database": cores.family(database),
        }

    def megabytes(self) -> dict[str, float]:
        return {name: memory(pids) for name, pids in self.pids().items()}

    def start(self, name: str, *words: str, port: int = 0) -> Server:
        server = Server(
            [sys.executable, "-m", "ieum.cli", name, *words],
            port,
            self.environ | ({"IEUM_PORT": str(port)} if port else {}),
            self.stage.folder / f"{name}.log",
            on=cores.ALL,
        )
        self.servers[name] = server
        return server

    def stop(self, name: str) -> None:
        self.servers.pop(name).stop()


@contextmanager
def running(stage: Stage, *, with_sales: bool) -> Generator[Running]:
    """Open the shop; where nothing is sold, without worker and provider."""
    sandbox_port, smtp_port = free_port(), free_port()
    environ = stage.environment | {
        "IEUM_SANDBOX_PORT": str(sandbox_port),
        "IEUM_SANDBOX_SMTP_PORT": str(smtp_port),
    }
    shop = Running(stage, sandbox_port, environ)
    try:
        if with_sales:
            sandbox = shop.start("sandbox", "--port", str(sandbox_port))
            sandbox.port = sandbox_port
            sandbox.wait("/control/clock")
            shop.start("work")
        shop.start("serve", port=free_port()).wait("/readyz")
        yield shop
    finally:
        for name in reversed(list(shop.servers)):
            shop.stop(name)


def add_plans(url: str, *, static: int, dynamic: int) -> None:
    """Offer so many more static addresses, dynamic ones, all at the gateways with streams, and tickets."""
    filling.fill(url, MORE, {"static": static, "dynamic": dynamic})


def plan_of_members(shop: Running, a_second: float) -> members.Plan:
    url = shop.stage.database_url
    with psycopg.connect(url) as conn:
        by_code = dict(conn.execute("SELECT code, id FROM plans").fetchall())
    others = {by_code[code] for code in ("dynamic", "ticket", "fleet")}
    return members.Plan(
        shop=shop.url,
        sandbox_port=shop.sandbox_port,
        done=str(shop.stage.folder / "done"),
        members=sessions(url, without_order=True),
        static_plans=[plan for plan in plan_ids(url) if plan not in others],
        dynamic_plan=by_code["dynamic"],
        ticket_plan=by_code["ticket"],
        a_second=a_second,
    )


def descriptors(pids: list[int]) -> int:
    """Count the files, sockets and pipes that these processes have open."""
    return sum(len(list(Path(f"/proc/{pid}/fd").glob("*"))) for pid in pids)
