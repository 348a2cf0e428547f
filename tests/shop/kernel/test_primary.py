"""A database on two hosts: the newest timeline is the primary, and what hangs on the other one is broken off."""

import asyncio
import os
import shutil
import signal
import socket
import subprocess
from collections.abc import Generator
from contextlib import suppress
from pathlib import Path
from urllib.parse import quote

import psycopg
import pytest

from ieum.dev.postgres import programs
from ieum.dev.postgres.server import LOCALE
from ieum.operations.postgres import cluster as clusters
from ieum.shop.kernel import primary as primaries
from ieum.shop.kernel.db import PooledDatabase, fetch_one
from ieum.shop.kernel.feed import GATEWAYS, Feed
from ieum.shop.kernel.primary import Primary, hosts_of, noticing
from ieum.shop.kernel.settings import SettingsError
from tests.waiting import wait_until, wait_until_async


class Server:
    """A PostgreSQL with a socket in its own folder, without EmbeddedPostgres, which replicates nothing."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.url = f"postgresql://{clusters.ROLE}@/postgres?host={quote(str(folder), safe='')}"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self, *settings: str) -> None:
        words = (
            "listen_addresses=",
            "fsync=off",
            f"unix_socket_directories={self.folder}",
        )
        options = [word for setting in (*words, *settings) for word in ("-c", setting)]
        user = clusters.database_user(self.folder)
        self._process = subprocess.Popen(
            clusters.command(
                programs() / "postgres",
                *options,
                cluster=self.folder,
                user=user,
                on_parent_death=signal.SIGKILL,
            ),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        wait_until(self.answers, "the server does not start")

    def answers(self) -> bool:
        with suppress(psycopg.OperationalError), psycopg.connect(self.url):
            return True
        return False

    def run(self, statement: str) -> None:
        with psycopg.connect(self.url, autocommit=True) as conn:
            conn.execute(statement.encode())

    def stop(self) -> None:
        if self._process is not None:
            self._process.send_signal(signal.SIGQUIT)
            self._process.wait(20)
            self._process = None


@pytest.fixture
def two(tmp_path: Path) -> Generator[tuple[Server, Server]]:
    """A primary and its standby."""
    first, second = Server(tmp_path / "1"), Server(tmp_path / "2")
    user = clusters.database_user(first.folder)
    clusters.initialise(first.folder, programs(), user, locale=LOCALE, volatile=True)
    shutil.copytree(first.folder, second.folder)
    owner = first.folder.stat()
    for path in (second.folder, *second.folder.rglob("*"), second.folder / "standby.signal"):
        path.touch()
        os.chown(path, owner.st_uid, owner.st_gid)
    try:
        first.start()
        second.start(f"primary_conninfo=host={first.folder} user={clusters.ROLE}")
        yield first, second
    finally:
        first.stop()
        second.stop()


def url_of(*servers: Server) -> str:
    hosts = quote(",".join(str(server.folder) for server in servers), safe="")
    return f"postgresql://{clusters.ROLE}@/postgres?host={hosts}&target_session_attrs=read-write"


async def test_who_was_the_primary_and_has_not_heard_of_it_is_left_although_it_still_takes_writes(
    two: tuple[Server, Server],
) -> None:
    first, second = two
    # The standby stands first, so that the order of the hosts decides nothing.
    primary = Primary(url_of(second, first))
    feed = Feed(primary)

    async def where(db: PooledDatabase) -> str:
        async with db.connection() as conn:
            return await fetch_one(conn, str, "SELECT current_setting('unix_socket_directories')")

    async with PooledDatabase(primary, size=2, for_requests=True) as db:
        feed.start()
        assert await where(db) == str(first.folder)

        async def wait_for_ever() -> None:
            async with db.transaction() as conn:
                await conn.execute("SELECT pg_sleep(60)")

        hanging = asyncio.create_task(wait_for_ever())
        await asyncio.to_thread(second.run, "SELECT pg_promote()")
        with pytest.raises(psycopg.OperationalError):
            await asyncio.wait_for(hanging, 20)

        first.run("CREATE TABLE still_writes ()")
        await wait_until_async(lambda: where(db), "no connection")
        assert [await where(db) for _ in range(4)] == [str(second.folder)] * 4
        with feed.waiting_for(7) as changed:

            async def is_heard() -> bool:
                await asyncio.to_thread(second.run, f"NOTIFY {GATEWAYS}, '7'")
                return changed.is_set()

            await wait_until_async(is_heard, "the feed listens to the other host")
        await feed.stop()


async def test_a_host_that_takes_its_whole_time_keeps_no_news_of_another_one(
    two: tuple[Server, Server], monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = two
    with socket.socket() as silent:
        # Refuses at first, and then, as a box without power does, takes as long as it is given.
        silent.bind(("127.0.0.1", 0))
        hosts = quote(f"127.0.0.1,{first.folder},{second.folder}", safe="")
        ports = f"{silent.getsockname()[1]},5432,5432"
        url = f"postgresql://{clusters.ROLE}@/postgres?host={hosts}&port={ports}&target_session_attrs=read-write"
        async with Primary(url) as primary:
            assert str(first.folder) in primary.url
            monkeypatch.setattr(primaries, "LOOK_SECONDS", 3600)
            silent.listen()

            await asyncio.to_thread(second.run, "SELECT pg_promote()")

            await wait_until_async(
                lambda: str(second.folder) in primary.url, "nobody looked at the other host"
            )


async def test_a_session_that_may_not_write_any_more_is_not_given_to_the_next_user(
    two: tuple[Server, Server],
) -> None:
    """PostgreSQL tells it to sessions that began before."""
    first, _ = two
    async with PooledDatabase(first.url, size=1) as db:
        first.run("ALTER SYSTEM SET default_transaction_read_only = on")
        first.run("SELECT pg_reload_conf()")

        async def is_refused() -> bool:
            try:
                async with db.transaction() as conn:
                    await conn.execute("CREATE TABLE refused ()")
                    raise psycopg.Rollback
            except psycopg.errors.ReadOnlySqlTransaction:
                return True
            return False

        async def session() -> int:
            async with db.connection() as conn:
                return conn.info.backend_pid

        before = await session()
        await wait_until_async(is_refused, "the database still takes writes")
        assert await session() != before


def test_hosts_have_their_own_ports_or_share_one_and_keep_everything_else() -> None:
    own = hosts_of("postgresql://ieum:x@a:1,b:2/shop?target_session_attrs=read-write&sslmode=require")
    shared = hosts_of("host=a,b port=7 hostaddr=10.0.0.1,10.0.0.2 dbname=shop")

    assert [host.place for host in own] == [("a", "1"), ("b", "2")]
    assert {"user=ieum", "password=x", "host=b", "port=2", "sslmode=require"} <= set(own[1].url.split())
    assert [host.place for host in shared] == [("a", "7"), ("b", "7")]
    assert "hostaddr=10.0.0.2" in shared[1].url


def test_times_that_the_url_names_are_kept() -> None:
    assert "connect_timeout=9" in noticing("postgresql://a/shop?connect_timeout=9")
    assert "connect_timeout=3" in noticing("postgresql://a/shop")


def test_several_hosts_without_saying_that_the_primary_is_wanted_are_refused() -> None:
    """Else the first that answers would do, a standby for instance."""
    with pytest.raises(SettingsError, match="target_session_attrs=read-write"):
        Primary("postgresql://a,b/shop")
