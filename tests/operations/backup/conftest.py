"""A shop that is copied while it sells, and what was true at the second to which it is brought back."""

import asyncio
import os
import shutil
from collections.abc import AsyncGenerator, Generator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime
from itertools import count
from pathlib import Path

import httpx
import pytest
from psycopg import AsyncConnection, connect
from psycopg.conninfo import make_conninfo
from psycopg.sql import SQL, Identifier

from ieum.common.progress import QUIET
from ieum.dev.postgres import EmbeddedPostgres
from ieum.operations.backup import base, labels, settings
from ieum.operations.backup.archive import Archiver
from ieum.operations.backup.place import Place
from ieum.operations.backup.proofs import Proofs
from ieum.operations.backup.settings import BackupSettings
from ieum.shop.catalog.types import PlanId
from ieum.shop.kernel.db import Connection, PooledDatabase, fetch_all, fetch_one
from ieum.shop.kernel.settings import SANDBOX_SEALING_KEY, load
from ieum.shop.payments.toss import TossClient, toss_client
from ieum.shop.server.app import create_app
from tests import images
from tests.dev.sandbox.processes import a_sandbox
from tests.ports import free_port
from tests.shop.builders import purchases
from tests.shop.builders.catalog import a_plan
from tests.shop.builders.clients import HOME, a_client
from tests.shop.builders.gateways import a_gateway, a_key
from tests.shop.builders.payment_window import pay_at_window
from tests.shop.builders.purchases import Buying
from tests.shop.builders.secrets import KEY

MONEY = (
    "orders",
    "payments",
    "refunds",
    "point_entries",
    "ticket_entries",
    "services",
    "service_periods",
    "leases",
)
# Whose line gateways' tests listen on.
GATEWAY = "gw_rehearsal"
_numbers = count(1)
# Those of a shop of developers.
PROOFS = Proofs((SANDBOX_SEALING_KEY,))


@pytest.fixture(autouse=True)
def umask() -> Generator[None]:
    """The command closes what it writes to others, and this process goes on to other tests."""
    before = os.umask(0o022)
    os.umask(before)
    yield
    os.umask(before)


@asynccontextmanager
async def archiving(chosen: BackupSettings, place: Place) -> AsyncGenerator[Archiver]:
    archiver = Archiver(chosen, place)
    try:
        yield archiver
    finally:
        await archiver.close()


def stored(place: Path) -> list[str]:
    """The segments of the log that lie there, once for each of their files."""
    return [path.name[:24] for path in place.glob("*/wal/*") if labels.is_segment(path.name)]


@dataclass
class Copied:
    """`at` is the second to come back to. The orders are named after what the shop forgets of them."""

    environ: Mapping[str, str]
    at: datetime
    after: datetime
    """A second in the last segment of the log."""
    then: dict[str, list[str]]
    """Every row of the tables of money at that second."""
    revision: int
    """What the gateway has in the end."""
    nothing: str
    payment: str
    order: str
    order_key: str
    refund: str
    exits: list[str]
    """The addresses that the gateway had at that second."""


async def dump(conn: Connection) -> dict[str, list[str]]:
    """Every row of the tables of money, byte by byte."""
    return {
        table: await fetch_all(conn, str, f"SELECT t::text FROM {table} t ORDER BY 1")  # pyright: ignore[reportArgumentType]
        for table in MONEY
    }


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Generator[EmbeddedPostgres]:
    """A database whose commits reach the disk, with the shop's tables."""
    for program in ("rclone", "zstd"):
        if shutil.which(program) is None:
            pytest.skip(f"{program} is not installed")
    data = tmp_path_factory.mktemp("server")
    images.fill_migrated(data)
    with EmbeddedPostgres(data) as server:
        # One shop is enough to copy, and each byte is packed, unpacked and verified many times.
        with connect(make_conninfo(server.url, dbname=images.TEMPLATE), autocommit=True) as conn:
            conn.execute("DROP DATABASE postgres")
        yield server


@pytest.fixture(scope="package")
def spare(tmp_path_factory: pytest.TempPathFactory) -> Generator[EmbeddedPostgres]:
    """A server that may be stopped and killed; it runs again after each test."""
    data = tmp_path_factory.mktemp("spare")
    images.fill_migrated(data)
    with EmbeddedPostgres(data) as server:
        yield server


@pytest.fixture
def own_shop(
    spare: EmbeddedPostgres, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Generator[Mapping[str, str]]:
    """The settings of a shop on a database of this test's own, with a place that is empty; they are set, too."""
    (tmp_path / "place").mkdir()
    name = f"shop_{next(_numbers)}"
    images.copy_database(make_conninfo(spare.url, dbname="template1"), images.TEMPLATE, name)
    environ = {
        "IEUM_DATABASE_URL": make_conninfo(spare.url, dbname=name),
        "IEUM_DATA": str(tmp_path / "shop"),
        "IEUM_BACKUP_PLACE": str(tmp_path / "place"),
    }
    for setting in environ.items():
        monkeypatch.setenv(*setting)
    yield environ
    with connect(spare.url, autocommit=True) as conn:
        conn.execute(SQL("DROP DATABASE {} WITH (FORCE)").format(Identifier(name)))


@pytest.fixture(scope="package")
def environ(
    server: EmbeddedPostgres, web_dist: Path, tmp_path_factory: pytest.TempPathFactory
) -> Generator[Mapping[str, str]]:
    data = tmp_path_factory.mktemp("copied")
    (data / "place").mkdir()
    with a_sandbox("--smtp-port", str(free_port())) as sandbox:
        yield {
            "IEUM_DATABASE_URL": make_conninfo(server.url, dbname=images.TEMPLATE),
            "IEUM_DATA": str(data / "shop"),
            "IEUM_BACKUP_PLACE": str(data / "place"),
            "IEUM_TOSS_API_URL": f"{sandbox}/toss",
            "IEUM_SECRET_KEY": KEY,
            "IEUM_PUBLIC_URL": HOME,
            "IEUM_WEB_DIST": str(web_dist),
        }


@pytest.fixture(scope="package")
def copied(environ: Mapping[str, str]) -> Copied:
    return asyncio.run(_sell_and_copy(environ))


class Counter:
    """Where members order and pay, at the shop and at the provider's window."""

    def __init__(
        self, conn: Connection, shop: httpx.AsyncClient, window: httpx.AsyncClient, plan: PlanId
    ) -> None:
        self.conn, self._shop, self._window, self._plan = conn, shop, window, plan

    async def order(self) -> Buying:
        return await purchases.a_purchase(self._shop, self.conn, plan=self._plan)

    async def pay(self, buying: Buying) -> str:
        brought = await pay_at_window(self._window, buying.order)
        answer = await purchases.confirm(self._shop, buying, brought)
        assert answer.json()["data"]["state"] == "paid", answer.text
        return brought["paymentKey"]

    async def plug_in(self, buying: Buying) -> None:
        """Add a device to what was bought, of which the gateway hears."""
        service = await fetch_one(
            self.conn,
            int,
            "SELECT service_id FROM service_periods WHERE order_id = %(id)s",
            id=buying.order_id,
        )
        body = {"name": "노트북", "publicKey": a_key()}
        answer = await self._shop.post(
            f"/api/v1/services/{service}/devices", json=body, headers=buying.headers
        )
        assert answer.status_code == 201, answer.text


@asynccontextmanager
async def closing(provider: TossClient) -> AsyncGenerator[TossClient]:
    try:
        yield provider
    finally:
        await provider.close()


@asynccontextmanager
async def _counter(environ: Mapping[str, str]) -> AsyncGenerator[Counter]:
    own = load(environ)
    provider = toss_client(own)
    async with (
        closing(provider),
        PooledDatabase(own.database_url, size=3) as db,
        await AsyncConnection.connect(own.database_url, autocommit=True, options="-c timezone=UTC") as conn,
        httpx.AsyncClient(base_url=own.toss_api_url.removesuffix("/toss")) as window,
        a_client(create_app(own, db=db, provider=provider)) as shop,
    ):
        gateway = await a_gateway(conn, token=GATEWAY)
        plan = await a_plan(conn, addresses=9, gateway=gateway)
        yield Counter(conn, shop, window, plan)
    await provider.close()


async def _sell_and_copy(environ: Mapping[str, str]) -> Copied:
    chosen = settings.load(environ)
    place = chosen.open_place()
    async with archiving(chosen, place) as archiver, _counter(environ) as counter:
        conn = counter.conn
        nothing, refunded = await counter.order(), await counter.order()
        await counter.pay(nothing)
        await counter.plug_in(nothing)
        await archiver.round()
        await base.back_up(chosen, place, QUIET)
        key = await counter.pay(refunded)
        paid_later = await counter.order()
        await conn.execute("SELECT pg_switch_wal()")

        then = await dump(conn)
        exits = await fetch_all(conn, str, "SELECT host(address) FROM exits")
        at = await fetch_one(conn, datetime, "SELECT clock_timestamp()")
        await conn.execute("SELECT pg_sleep(0.01)")

        await counter.pay(paid_later)
        forgotten = await counter.order()
        order_key = await counter.pay(forgotten)
        await counter.plug_in(forgotten)
        await cancel_at_desk(environ, key)
        await conn.execute("SELECT pg_switch_wal()")
        await counter.order()
        after = await fetch_one(conn, datetime, "SELECT clock_timestamp()")
        await counter.order()
        await archiver.round()
        until = await fetch_one(conn, datetime, "SELECT wal_until FROM backups WHERE kind = 'wal'")
        assert until > at
        revision = await fetch_one(conn, int, "SELECT max(revision) FROM gateways")
    return Copied(
        environ=environ,
        at=at,
        after=after,
        then=then,
        revision=revision,
        nothing=nothing.order_id,
        payment=paid_later.order_id,
        order=forgotten.order_id,
        order_key=order_key,
        refund=refunded.order_id,
        exits=exits,
    )


async def cancel_at_desk(environ: Mapping[str, str], payment_key: str) -> None:
    """As a person does at the provider, or as a refund did of which a restored shop knows nothing."""
    async with closing(toss_client(load(environ))) as provider:
        await provider.cancel(payment_key=payment_key, key=f"desk-{payment_key}", reason="환불")
