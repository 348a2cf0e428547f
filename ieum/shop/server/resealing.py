"""`ieum reseal`: seals what is sealed in the database anew, under the first of the shop's keys."""

import argparse
import sys
from collections.abc import Callable

import msgspec

from ieum.common.progress import QUIET, Progress
from ieum.common.progress_bar import on_terminal
from ieum.shop.kernel.db import Database
from ieum.shop.kernel.sealed_columns import Sealed, SealedColumn
from ieum.shop.kernel.sealing import SealBrokenError, Sealer
from ieum.shop.kernel.settings import Settings
from ieum.shop.kernel.unsealing import may_be_unbound
from ieum.shop.members.security import totp
from ieum.shop.server import binding, key_marks, sealed

BATCH = 500


class Resealed(msgspec.Struct):
    """Number of rows that were sealed anew; `broken`: the ids of rows that no key of the settings opens."""

    setting: key_marks.Setting = "IEUM_SEALING_KEYS"
    done: int = 0
    broken: list[int] = msgspec.field(default_factory=list[int])


async def reseal(
    db: Database, sealer: Sealer, *, secret_key: str, progress: Progress = QUIET
) -> dict[str, Resealed]:
    """Seal everything anew, batch by batch, while the shop may be running. A second run does no harm.

    `secret_key`: what was sealed with one of the keys before it is sealed with it.
    """
    results: dict[str, Resealed] = {}
    for what, column in sealed.COLUMNS.items():
        async with db.connection() as conn:
            may = await may_be_unbound(conn, column.name)

        def by_sealing_keys(row: Sealed, column: SealedColumn = column, may: bool = may) -> Sealed:
            return column.anew(row, sealer, may_be_unbound=may)

        results[what] = resealed = Resealed()
        with progress.step(what) as advance:
            await _reseal(db, column, by_sealing_keys, resealed, advance)

    def by_secret_keys(row: Sealed) -> Sealed:
        return _seal_again(row, key=secret_key)

    for what, column in sealed.AUTHENTICATORS.items():
        results[what] = resealed = Resealed("IEUM_SECRET_KEY")
        with progress.step(what) as advance:
            await _reseal(db, column, by_secret_keys, resealed, advance)
    return results


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--lost",
        action="store_true",
        help="a former key is lost for good: let the shop start with the keys of the settings, although some rows stay "
        "sealed",
    )


async def run(options: argparse.Namespace, settings: Settings, db: Database) -> int:
    """Seal anew, and keep the marks of the newest keys. Returns 1 if a former key is still missing."""
    with on_terminal() as progress:
        results = await reseal(
            db, Sealer(settings.sealing_keys), secret_key=settings.secret_key, progress=progress
        )
    for what, resealed in results.items():
        sys.stdout.write(f"{what}: {resealed.done} sealed anew\n")
        if resealed.broken:
            sys.stderr.write(
                f"{what}: no key opens {', '.join(map(str, resealed.broken))};"
                f" put the key that sealed them back into {key_marks.STANDS_IN[resealed.setting]}.\n"
            )
    missing: set[key_marks.Setting] = {resealed.setting for resealed in results.values() if resealed.broken}
    async with db.transaction() as conn:
        unknown = await key_marks.find_wrong(conn, settings)
        missing.update(unknown)
        accepted = key_marks.STANDS_IN.keys() if options.lost else key_marks.STANDS_IN.keys() - missing
        await key_marks.keep_newest(conn, settings, accepted)
        if options.lost:
            await binding.end(conn)
    if unknown and not options.lost:
        sys.stderr.write(f"{' '.join(map(key_marks.refusal, unknown))}\n")
    return int(bool(missing) and not options.lost)


async def _reseal(
    db: Database,
    column: SealedColumn,
    again: Callable[[Sealed], Sealed],
    resealed: Resealed,
    advance: Callable[[int], None],
) -> None:
    """Seal the rows that a key opens anew, and note the others as broken."""
    after = 0
    while True:
        async with db.transaction() as conn:
            rows = await column.lock(conn, after=after, limit=BATCH)
            anew: list[Sealed] = []
            for row in rows:
                try:
                    anew.append(again(row))
                except SealBrokenError:
                    resealed.broken.append(row.id)
            await column.write(conn, anew)
        resealed.done += len(anew)
        advance(len(rows))
        if len(rows) < BATCH:
            return
        after = rows[-1].id


def _seal_again(row: Sealed, *, key: str) -> Sealed:
    """Seal a row with the newest key. Raises SealBrokenError."""
    secret = totp.unseal(row.sealed, key=key, holder=row.row)
    if secret is None:
        raise SealBrokenError
    return Sealed(row.id, row.row, totp.seal(secret, key=key, holder=row.row))
