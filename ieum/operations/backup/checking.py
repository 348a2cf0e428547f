"""`ieum restore --check`: restores the newest copy where nobody serves, and finds out whether a shop could live on it.

Nothing of the scratch leaves it: its server archives nothing and is asked by connections that may only read, no worker
runs, and the provider is only listed.
"""

from collections.abc import Generator, Mapping
from contextlib import contextmanager, suppress
from datetime import datetime, timedelta
from pathlib import Path

import msgspec

from ieum.common.progress import Progress
from ieum.operations.backup import labels, records, recovery
from ieum.operations.backup.labels import Label
from ieum.operations.backup.place import Place
from ieum.operations.backup.recovery import Recovered
from ieum.operations.backup.server import WORK
from ieum.operations.backup.settings import BackupSettings
from ieum.operations.backup.source import connect, read_source
from ieum.shop.address_log import checking as address_log
from ieum.shop.address_log import cli as address_log_cli
from ieum.shop.desk.record import service as record
from ieum.shop.kernel import settings as shop_settings
from ieum.shop.kernel.db import Database, PooledDatabase, fetch_one
from ieum.shop.kernel.settings import Settings
from ieum.shop.payments.provider import Provider, ProviderUnavailableError
from ieum.shop.payments.toss import toss_client
from ieum.shop.reconciliation import invariants
from ieum.shop.reconciliation import service as reconciliation

# The provider's list and ours are compared for so long before the copy's last transaction, and up to a margin before
# it: a payment of the last minutes may be recorded after the copy ends.
SPAN = timedelta(days=3)
MARGIN = timedelta(minutes=30)
# The archiver notes each round in the database that it archives, so the log that it has stored ends about there.
END = timedelta(minutes=5)


class Checked(msgspec.Struct):
    """`wrong` has a line for each thing that does not fit."""

    label: Label
    last: datetime
    orders: int
    log_entries: int
    record_entries: int
    wrong: list[str]
    # Why the provider could not be asked, which is no fault of the copy's.
    unasked: str = ""


async def check(
    settings: BackupSettings, place: Place, environ: Mapping[str, str], progress: Progress
) -> Checked:
    """Restore the newest copy into the scratch folder, look at it, note the result, and remove it.

    Raises BackupError where it could not be restored, noted with an alarm as what is wrong with it is.
    """
    async with await connect(settings.database_url) as conn:
        system = (await read_source(conn)).system
        run = await records.begin(conn, "check", place=settings.place)
        stored_until = await records.find_archived_until(conn, settings.place)
    try:
        checked = await _check(settings, place.below(system), environ, progress)
        if stored_until is not None and checked.last < stored_until - END:
            # A log that ends early looks like a shop in which nothing happened since.
            checked.wrong.append(
                f"the log at the place ends at {labels.in_seoul(checked.last)}, and was stored there until"
                f" {labels.in_seoul(stored_until)} (Seoul)"
            )
    except BaseException as error:
        await records.note_failure(settings.database_url, run, "check", error)
        raise
    async with await connect(settings.database_url) as conn:
        if checked.wrong:
            await records.end_badly(conn, run, "check", f"{checked.label.name}: {'; '.join(checked.wrong)}")
        else:
            label = checked.label
            await records.end_well(conn, run, label=label.name, size=label.stored, wal_until=checked.last)
    return checked


async def _check(
    settings: BackupSettings, place: Place, environ: Mapping[str, str], progress: Progress
) -> Checked:
    label, strange = labels.choose_proven(place, None)
    with (
        _scratch(settings.scratch) as folder,
        recovery.recovered(place, label, folder, until=None, progress=progress, is_scratch=True) as restored,
    ):
        url = f"{restored.url}&options=-c%20default_transaction_read_only%3Don"
        own = shop_settings.load({**environ, "IEUM_DATABASE_URL": url})
        async with PooledDatabase(url, size=2) as db:
            checked = await look_at(db, own, restored, progress)
    checked.wrong += [f"the copy {one.name} at the place is not this shop's" for one in strange]
    return checked


@contextmanager
def _scratch(folder: Path) -> Generator[Path]:
    """A folder below the scratch folder, which is removed again whatever happens."""
    folder.mkdir(parents=True, exist_ok=True)
    scratch = folder / "database"
    with recovery.alone_in(folder):
        try:
            yield scratch
        finally:
            # What no restore has made is somebody's. What tells that one has goes last, or the next check would refuse.
            if (scratch / WORK).is_dir():
                with suppress(OSError):
                    recovery.empty(scratch)
                    scratch.rmdir()


async def look_at(db: Database, settings: Settings, restored: Recovered, progress: Progress) -> Checked:
    """Check a restored database against itself, its chains, and the provider."""
    async with db.transaction() as conn:
        wrong = [
            f"{difference.what} {difference.reference}: {difference.detail}"
            for difference in await invariants.find_differences(conn)
        ]
        orders = await fetch_one(conn, int, "SELECT count(*) FROM orders")
        record_entries, broken = await record.find_break(conn, progress=progress)
    if broken is not None:
        wrong.append(f"the record of staff does not fit at entry {broken}")
    log = await address_log.check(db, now=restored.last, progress=progress)
    if log.misfit is not None:
        wrong.append(f"the log of fixed addresses: {address_log_cli.told(log).strip()}")
    if restored.broken:
        wrong.append(restored.broken)
    checked = Checked(restored.label, restored.last, orders, log.entries, record_entries, wrong)
    provider = toss_client(settings)
    try:
        checked.wrong += await _compare(db, provider, restored.last)
    except ProviderUnavailableError as error:
        checked.unasked = str(error) or "no answer"
    finally:
        await provider.close()
    return checked


async def _compare(db: Database, provider: Provider, last: datetime) -> list[str]:
    found = await reconciliation.find_differences(db, provider, since=last - SPAN, until=last - MARGIN)
    return [f"provider_{difference.what} {difference.reference}: {difference.detail}" for difference in found]


def in_words(checked: Checked) -> str:
    lines = [
        (
            f"The copy {checked.label.name} was restored up to {labels.in_seoul(checked.last)} (Seoul):"
            f" {checked.orders:,} orders, {checked.log_entries:,} entries of the log of fixed addresses,"
            f" {checked.record_entries:,} of the record of staff."
        )
    ]
    lines += checked.wrong or ["The books and both chains fit."]
    if checked.unasked:
        lines.append(f"The provider could not be asked: {checked.unasked}")
    return "\n".join(lines) + "\n"
