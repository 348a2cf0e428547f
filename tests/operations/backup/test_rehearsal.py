"""A shop is copied, loses its machine, and comes back in an empty folder as it was at a chosen second."""

import argparse
import asyncio
import shutil
import subprocess
from collections.abc import Generator, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from psycopg import AsyncConnection

from ieum.operations.backup import base, checking, labels, meeting, recovery, restore_command, settings
from ieum.operations.backup.archive import Archiver
from ieum.operations.backup.place import BackupError, Place
from ieum.postgres import EmbeddedPostgres, programs
from ieum.progress import QUIET
from ieum.shop.kernel import settings as shop_settings
from ieum.shop.kernel.db import Connection, PooledDatabase, fetch_all, fetch_one
from tests.conftest import TEMPLATE, Cluster
from tests.shop.builders.catalog import a_plan
from tests.shop.builders.members import a_member
from tests.shop.builders.services import a_service

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


@pytest.fixture
def server(cluster: Cluster, tmp_path: Path) -> Generator[EmbeddedPostgres]:
    """A database whose commits reach the disk, with the shop's tables as the template has them."""
    for program in ("rclone", "zstd"):
        if shutil.which(program) is None:
            pytest.skip(f"{program} is not installed")
    with EmbeddedPostgres(tmp_path / "shop") as server:
        dumped = tmp_path / "dump.sql"
        subprocess.run(
            [programs() / "pg_dump", "--no-owner", f"--file={dumped}", cluster.url_of(TEMPLATE)], check=True
        )
        subprocess.run(
            [programs() / "psql", "-q", "-1", "-v", "ON_ERROR_STOP=1", "-f", dumped, server.url],
            stdout=subprocess.DEVNULL,
            check=True,
        )
        yield server


@pytest.fixture
def environ(server: EmbeddedPostgres, tmp_path: Path) -> Mapping[str, str]:
    (tmp_path / "place").mkdir()
    return {
        "IEUM_DATABASE_URL": server.url,
        "IEUM_DATA": str(tmp_path / "shop"),
        "IEUM_BACKUP_PLACE": str(tmp_path / "place"),
        # Nobody answers there.
        "IEUM_TOSS_API_URL": "http://127.0.0.1:9",
    }


async def dump(conn: Connection) -> dict[str, list[str]]:
    """Every row of the tables of money, byte by byte."""
    return {
        table: await fetch_all(conn, str, f"SELECT t::text FROM {table} t ORDER BY 1")  # pyright: ignore[reportArgumentType]
        for table in MONEY
    }


async def sell(conn: Connection) -> None:
    async with conn.transaction():
        await a_service(conn, await a_member(conn), plan=await a_plan(conn))
        await conn.execute(
            """
            INSERT INTO payments (order_id, attempt, amount, provider_order_id, payment_key, state, approved_at)
            SELECT id, 1, amount, id, 'key-' || id, 'approved', now() FROM orders o
             WHERE NOT EXISTS (SELECT FROM payments WHERE order_id = o.id)
            """
        )


async def write_and_archive(environ: Mapping[str, str]) -> tuple[datetime, dict[str, list[str]], int, str]:
    """Sell once before the copy, once before the chosen second, once after it; returns what was true then."""
    chosen = settings.load(environ)
    place = Place(chosen.place)
    archiver = Archiver(chosen, place)
    async with await AsyncConnection.connect(chosen.database_url, autocommit=True) as conn:
        await sell(conn)
        await archiver.round()
        await base.back_up(chosen, place, QUIET)
        await sell(conn)
        then = await dump(conn)
        revision = await fetch_one(conn, int, "SELECT max(revision) FROM gateways")
        at = await fetch_one(conn, datetime, "SELECT clock_timestamp()")
        await conn.execute("SELECT pg_sleep(0.01)")
        await sell(conn)
        after = await fetch_one(conn, str, "SELECT id FROM orders ORDER BY created_at DESC LIMIT 1")
        await archiver.round()
        until = await fetch_one(conn, datetime, "SELECT wal_until FROM backups WHERE kind = 'wal'")
        assert until > at
        assert await trouble_while_away(conn, archiver, Path(chosen.place)) == ["wal"]
    await archiver.close()
    return at, then, revision, after


async def trouble_while_away(conn: Connection, archiver: Archiver, place: Path) -> list[str]:
    """Take the disk of the place away and bring it back; the alarms that stood meanwhile, and end by themselves."""
    failed = "SELECT reference FROM alarms WHERE kind = 'backup_failed' AND cleared_at IS NULL"
    place.rename(place.with_name("away"))  # noqa: ASYNC240 - nothing else runs in this loop
    await archiver.round()
    # Made anew, it would fill the disk below.
    assert not place.exists()  # noqa: ASYNC240 - likewise
    alarms = await fetch_all(conn, str, failed)
    place.with_name("away").rename(place)
    await archiver.round()
    assert await fetch_all(conn, str, failed) == []
    return alarms


async def look(url: str) -> dict[str, Any]:
    async with await AsyncConnection.connect(url, autocommit=True) as conn:
        return {
            "books": await dump(conn),
            "gateways": await fetch_all(
                conn, list[int], "SELECT jsonb_build_array(revision, whole_since) FROM gateways"
            ),
            "next_message": await fetch_one(
                conn, int, "SELECT nextval(pg_get_serial_sequence('messages', 'id'))"
            ),
            "restored": await fetch_one(
                conn, datetime, "SELECT wal_until FROM backups WHERE kind = 'restore' AND ok"
            ),
        }


def test_a_lost_shop_comes_back_as_it_was_at_a_chosen_second(
    server: EmbeddedPostgres, environ: Mapping[str, str], tmp_path: Path
) -> None:
    at, then, revision, after = asyncio.run(write_and_archive(environ))
    server.stop()
    place = Place(environ["IEUM_BACKUP_PLACE"])
    own = place.below(labels.find_system(place, None))
    label = labels.choose(labels.read_all(own), at)
    folder = tmp_path / "new" / "postgres"

    with recovery.recovered(own, label, folder, until=at, progress=QUIET) as restored:
        found = asyncio.run(look_and_meet(environ, restored))

    assert found["books"] == then
    assert after not in str(found["books"])
    assert all(now > revision + 1_000_000 and whole_since == now for now, whole_since in found["gateways"]), (
        found
    )
    assert found["gateways"]
    assert found["next_message"] > meeting.NUMBERS_LEFT_OUT
    assert label.ended_at <= found["restored"] <= at
    assert found["wrong"] == []
    with pytest.raises(BackupError, match="not empty"):
        restore_again(environ, folder)


async def look_and_meet(environ: Mapping[str, str], restored: recovery.Recovered) -> dict[str, Any]:
    own = shop_settings.load({**environ, "IEUM_DATABASE_URL": restored.url})
    async with PooledDatabase(restored.url, size=2) as db:
        checked = await checking.look_at(db, own, restored, QUIET)
        met = await meeting.meet(
            db, own, last=restored.last, lived_on=True, ends_sessions=False, label=restored.label
        )
    assert met.differences is None
    return {**await look(restored.url), "wrong": checked.wrong}


def restore_again(environ: Mapping[str, str], folder: Path) -> None:
    parser = argparse.ArgumentParser()
    restore_command.add_arguments(parser)
    restore_command.run(parser.parse_args(["--into", str(folder)]), environ)
