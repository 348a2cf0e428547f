"""A shop loses its machine, comes back in an empty folder as it was at a chosen second, and meets the world again."""

import argparse
import asyncio
import os
from contextlib import aclosing
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import psycopg
import pytest

from ieum.common.progress import QUIET
from ieum.operations import sessions
from ieum.operations.backup import checking, labels, meeting, recovery, restore_command
from ieum.operations.backup.place import BackupError, Place
from ieum.operations.backup.recovery import Recovered
from ieum.operations.backup.server import WORK
from ieum.shop.gateways import service as gateways
from ieum.shop.kernel import settings as shop_settings
from ieum.shop.kernel.db import PooledDatabase, execute, fetch_all, fetch_one
from ieum.shop.kernel.feed import Feed
from ieum.shop.kernel.primary import Primary
from ieum.shop.kernel.sealing import Sealer
from ieum.shop.payments.toss import toss_client
from ieum.shop.proofs.service import ask_due
from ieum.shop.reconciliation import invariants
from ieum.shop.refunds import returning
from ieum.shop.refunds.types import RefundId
from tests.operations.backup.conftest import GATEWAY, PROOFS, Copied, cancel_at_desk, closing, dump
from tests.shop.builders.streams import Listening, gateway_of


def test_a_lost_shop_comes_back_as_it_was_at_a_chosen_second_and_what_was_paid_since_is_made_right(
    copied: Copied, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    place = Place(copied.environ["IEUM_BACKUP_PLACE"], proofs=PROOFS)
    own = place.below(labels.find_system(place, None))
    label = labels.choose(labels.read_all(own), copied.at)
    folder = tmp_path / "new" / "postgres"
    os.umask(0o077)

    with recovery.recovered(own, label, folder, until=copied.at, progress=QUIET) as restored:
        # The server's user is another than a careful root.
        fetched = list((folder / WORK / "wal").glob("*.zst"))
        assert fetched
        assert [file.name for file in fetched if not file.stat().st_mode & 0o004] == []
        asyncio.run(_look(copied, restored))
        asyncio.run(_meet(copied, restored))
        # And once more, by the command; not while the shop runs.
        with monkeypatch.context() as hasty, psycopg.connect(restored.url):
            hasty.setattr(sessions, "MOMENTS", 1)
            with pytest.raises(BackupError, match="programs are connected to this database"):
                _command(copied, "--meet", f"{restored.last:%Y-%m-%dT%H:%M:%SZ}", url=restored.url)
        asyncio.run(cancel_at_desk(copied.environ, copied.order_key))
        code = _command(copied, "--meet", f"{restored.last:%Y-%m-%dT%H:%M:%SZ}", url=restored.url)

    assert (code, "Compared with the provider: 0 differences" in capsys.readouterr().out) == (0, True)
    with pytest.raises(BackupError, match="not empty"):
        _command(copied, "--into", str(folder))


async def _look(copied: Copied, restored: Recovered) -> None:
    """What a check finds before anything is mended: all that only one of both sides knows."""
    own = shop_settings.load({**copied.environ, "IEUM_DATABASE_URL": restored.url})
    async with PooledDatabase(restored.url, size=2) as db:
        async with db.connection() as conn:
            assert await dump(conn) == copied.then
            key = await _rename_payment(db, copied.nothing, "not-theirs")
        # An hour later, so that what has just been paid lies before the margin.
        later = restored._replace(last=restored.last + timedelta(hours=1))
        checked = await checking.look_at(db, own, later, QUIET)
        await _rename_payment(db, copied.nothing, key)
    assert restored.label.ended_at <= restored.last <= copied.at
    assert checked.unasked == ""
    found = [line.split()[:3] for line in checked.wrong if line.startswith("provider")]
    assert sorted((what, order) for what, order, _ in found) == [
        ("provider_not_at_provider", copied.nothing),
        ("provider_returned_there", copied.refund),
        *sorted(("provider_unknown_payment", one) for one in (copied.nothing, copied.payment, copied.order)),
    ]


async def _rename_payment(db: PooledDatabase, order: str, key: str) -> str:
    """Give our payment of this order another name; returns the one that it had."""
    async with db.transaction() as conn:
        before = await fetch_one(
            conn, str, "SELECT payment_key FROM payments WHERE order_id = %(order)s", order=order
        )
        await execute(
            conn, "UPDATE payments SET payment_key = %(key)s WHERE order_id = %(order)s", key=key, order=order
        )
    return before


async def _meet(copied: Copied, restored: Recovered) -> None:
    own = shop_settings.load({**copied.environ, "IEUM_DATABASE_URL": restored.url})
    async with PooledDatabase(restored.url, size=3) as db:
        met = await meeting.meet(
            db, own, last=restored.last, lived_on=True, ends_sessions=False, label=restored.label
        )
        await _run_refund(db, own)

        # A forgotten order is a person's to give back; a forgotten payment is delivered, a forgotten refund followed.
        assert met.differences is not None
        assert [line.split()[0] for line in met.differences] == [copied.order]
        async with db.connection() as conn:
            states = dict(await fetch_all(conn, list[str], "SELECT jsonb_build_array(id, state) FROM orders"))
            assert states == {copied.nothing: "paid", copied.payment: "paid", copied.refund: "refunded"}
            assert await invariants.find_differences(conn) == []
            next_message = await fetch_one(
                conn, int, "SELECT nextval(pg_get_serial_sequence('messages', 'id'))"
            )
            until = await fetch_one(
                conn, datetime, "SELECT wal_until FROM backups WHERE kind = 'restore' AND ok"
            )
        assert next_message > meeting.NUMBERS_LEFT_OUT
        assert until == restored.last

        # A gateway that is ahead of the shop is told everything that there is now, and nothing that is forgotten.
        told = await _first_line(db, copied.revision)
        assert (told["type"], told["revision"] > copied.revision + 1_000_000) == ("state", True)
        assert [one["address"] for one in told["exits"]] == copied.exits


async def _run_refund(db: PooledDatabase, own: shop_settings.Settings) -> None:
    """As its job does, once the worker runs."""
    async with db.connection() as conn:
        refund = await fetch_one(conn, RefundId, "SELECT id FROM refunds")
    async with closing(toss_client(own)) as provider:
        await returning.return_money(db, provider, Sealer(own.sealing_keys), refund)


async def _first_line(db: PooledDatabase, revision: int) -> dict[str, Any]:
    """What the gateway hears that has this revision."""
    stream = gateways.stream(db, Feed(Primary("")), await gateway_of(db, GATEWAY), revision, ask=ask_due)
    async with aclosing(stream):
        return await Listening(stream).hear()


def _command(copied: Copied, *words: str, url: str = "") -> int:
    parser = argparse.ArgumentParser()
    restore_command.add_arguments(parser)
    environ = {**copied.environ, "IEUM_DATABASE_URL": url or copied.environ["IEUM_DATABASE_URL"]}
    return restore_command.run(parser.parse_args(words), environ)
