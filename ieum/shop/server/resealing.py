"""`ieum reseal`: seals what is sealed in the database anew, under the first of the shop's keys."""

import argparse
import sys
from collections.abc import Sequence

import msgspec

from ieum.progress import QUIET, Progress
from ieum.progress_bar import on_terminal
from ieum.shop.kernel.db import Database
from ieum.shop.kernel.sealed_columns import Sealed
from ieum.shop.kernel.sealing import SealBrokenError, Sealer
from ieum.shop.kernel.settings import Settings
from ieum.shop.refunds import queries as refund_queries
from ieum.shop.signing import queries as signing_queries
from ieum.shop.subscriptions import method_queries
from ieum.shop.usage import queries as usage_queries

BATCH = 500


COLUMNS = {
    "billing keys": method_queries.SEALED,
    "refund accounts": refund_queries.SEALED,
    "signing keys": signing_queries.SEALED,
    "clients of running sessions": usage_queries.SEALED_RUNNING,
    # After those, because what ends meanwhile is sealed anew by then, or here.
    "clients of sessions": usage_queries.SEALED_SESSIONS,
}


class Resealed(msgspec.Struct):
    """How many rows were sealed anew; `broken`: the ids of rows that no key of the settings opens."""

    done: int = 0
    broken: list[int] = msgspec.field(default_factory=list[int])


async def reseal(db: Database, sealer: Sealer, *, progress: Progress = QUIET) -> dict[str, Resealed]:
    """Seal everything anew, batch by batch, while the shop may be running. A second run does no harm."""
    results = {what: Resealed() for what in COLUMNS}
    for what, resealed in results.items():
        after = 0
        with progress.step(what) as advance:
            while True:
                async with db.transaction() as conn:
                    rows = await COLUMNS[what].lock(conn, after=after, limit=BATCH)
                    await COLUMNS[what].write(conn, _reseal(rows, sealer, resealed))
                advance(len(rows))
                if len(rows) < BATCH:
                    break
                after = rows[-1].id
    return results


async def run(_options: argparse.Namespace, settings: Settings, db: Database) -> int:
    """Return 1 where a row stays sealed under a key that the settings do not have."""
    with on_terminal() as progress:
        results = await reseal(db, Sealer(settings.sealing_keys), progress=progress)
    for what, resealed in results.items():
        sys.stdout.write(f"{what}: {resealed.done} sealed anew\n")
        if resealed.broken:
            sys.stderr.write(
                f"{what}: no key opens {', '.join(map(str, resealed.broken))};"
                " put the key that sealed them back into IEUM_SEALING_KEYS.\n"
            )
    return int(any(resealed.broken for resealed in results.values()))


def _reseal(rows: Sequence[Sealed], sealer: Sealer, resealed: Resealed) -> list[Sealed]:
    """Seal the rows that a key opens anew, and note the others as broken."""
    anew: list[Sealed] = []
    for row in rows:
        try:
            anew.append(Sealed(row.id, sealer.reseal(row.sealed)))
        except SealBrokenError:
            resealed.broken.append(row.id)
    resealed.done += len(anew)
    return anew
