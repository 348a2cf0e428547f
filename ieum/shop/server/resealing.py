"""`ieum reseal`: seals what is sealed in the database anew, under the first of the shop's keys."""

import argparse
import sys
from collections.abc import Callable

import msgspec

from ieum.progress import QUIET, Progress
from ieum.progress_bar import on_terminal
from ieum.shop.console.doors import login as staff_login
from ieum.shop.console.doors import queries as staff_queries
from ieum.shop.console.types import StaffId
from ieum.shop.kernel.db import Database
from ieum.shop.kernel.sealed_columns import Sealed, SealedColumn
from ieum.shop.kernel.sealing import SealBrokenError, Sealer
from ieum.shop.kernel.settings import Settings
from ieum.shop.members.security import queries as security_queries
from ieum.shop.members.security import totp
from ieum.shop.members.types import MemberId
from ieum.shop.refunds import queries as refund_queries
from ieum.shop.server import key_marks
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
# Sealed with the secret key, each bound to its holder.
AUTHENTICATORS: dict[str, tuple[SealedColumn, Callable[[int], MemberId | str]]] = {
    "authenticators of members": (security_queries.SEALED, MemberId),
    "authenticators of staff": (staff_queries.SEALED, lambda id_: staff_login.holder(StaffId(id_))),
}


class Resealed(msgspec.Struct):
    """How many rows were sealed anew; `broken`: the ids of rows that no key of the settings opens."""

    setting: key_marks.Setting = "IEUM_SEALING_KEYS"
    done: int = 0
    broken: list[int] = msgspec.field(default_factory=list[int])


async def reseal(
    db: Database, sealer: Sealer, *, secret_key: str, progress: Progress = QUIET
) -> dict[str, Resealed]:
    """Seal everything anew, batch by batch, while the shop may be running. A second run does no harm.

    `secret_key`: what was sealed with one of the keys before it is sealed with it.
    """

    def by_sealing_keys(row: Sealed) -> bytes:
        return sealer.reseal(row.sealed)

    results: dict[str, Resealed] = {}
    for what, column in COLUMNS.items():
        results[what] = resealed = Resealed()
        with progress.step(what) as advance:
            await _reseal(db, column, by_sealing_keys, resealed, advance)
    for what, (column, holder_of) in AUTHENTICATORS.items():

        def by_secret_keys(row: Sealed, holder_of: Callable[[int], MemberId | str] = holder_of) -> bytes:
            return _seal_again(row.sealed, holder_of(row.id), key=secret_key)

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
    if unknown and not options.lost:
        sys.stderr.write(f"{' '.join(map(key_marks.refusal, unknown))}\n")
    return int(bool(missing) and not options.lost)


async def _reseal(
    db: Database,
    column: SealedColumn,
    again: Callable[[Sealed], bytes],
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
                    anew.append(Sealed(row.id, again(row)))
                except SealBrokenError:
                    resealed.broken.append(row.id)
            await column.write(conn, anew)
        resealed.done += len(anew)
        advance(len(rows))
        if len(rows) < BATCH:
            return
        after = rows[-1].id


def _seal_again(sealed: bytes, holder: MemberId | str, *, key: str) -> bytes:
    """Raises SealBrokenError."""
    secret = totp.unseal(sealed, key=key, holder=holder)
    if secret is None:
        raise SealBrokenError
    return totp.seal(secret, key=key, holder=holder)
