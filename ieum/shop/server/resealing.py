"""`ieum reseal`: what is sealed in the database, sealed anew under the first of the shop's keys."""

import asyncio
import sys
from typing import LiteralString

import msgspec

from ieum.shop.kernel.db import Connection, Database, PooledDatabase, execute, fetch_all
from ieum.shop.kernel.sealing import SealBrokenError, Sealer
from ieum.shop.kernel.settings import Settings

BATCH = 500
_NEXT: dict[str, LiteralString] = {
    "billing keys": """
        SELECT id, sealed_key AS sealed FROM billing_methods
         WHERE sealed_key IS NOT NULL AND id > %(after)s ORDER BY id LIMIT %(limit)s FOR UPDATE
    """,
    "refund accounts": """
        SELECT id, sealed_account AS sealed FROM refunds
         WHERE sealed_account IS NOT NULL AND id > %(after)s ORDER BY id LIMIT %(limit)s FOR UPDATE
    """,
}
_PUT: dict[str, LiteralString] = {
    "billing keys": """
        UPDATE billing_methods b SET sealed_key = n.sealed
          FROM unnest(%(ids)s::bigint[], %(sealed)s::bytea[]) AS n (id, sealed) WHERE b.id = n.id
    """,
    "refund accounts": """
        UPDATE refunds r SET sealed_account = n.sealed
          FROM unnest(%(ids)s::bigint[], %(sealed)s::bytea[]) AS n (id, sealed) WHERE r.id = n.id
    """,
}


class _Sealed(msgspec.Struct):
    id: int
    sealed: bytes


class Resealed(msgspec.Struct):
    """`broken`: rows that no key of the settings opens."""

    done: int = 0
    broken: list[int] = msgspec.field(default_factory=list[int])


async def reseal(db: Database, sealer: Sealer) -> dict[str, Resealed]:
    """Batch by batch while the shop is running; a second run changes nothing that anybody could tell."""
    found = {what: Resealed() for what in _NEXT}
    for what, resealed in found.items():
        after = 0
        while True:
            async with db.transaction() as conn:
                rows = await fetch_all(conn, _Sealed, _NEXT[what], after=after, limit=BATCH)
                await _put(conn, what, rows, sealer, resealed)
            if len(rows) < BATCH:
                break
            after = rows[-1].id
    return found


def run(settings: Settings) -> int:
    """Non-zero where something stays under a key that is not among the settings'."""
    found = asyncio.run(_run(settings))
    for what, resealed in found.items():
        sys.stdout.write(f"{what}: {resealed.done} sealed anew\n")
        if resealed.broken:
            sys.stderr.write(
                f"{what}: no key opens {', '.join(map(str, resealed.broken))};"
                " put the key that sealed them back into IEUM_SEALING_KEYS.\n"
            )
    return int(any(resealed.broken for resealed in found.values()))


async def _run(settings: Settings) -> dict[str, Resealed]:
    db = PooledDatabase(settings.database_url, size=1)
    await db.open()
    try:
        return await reseal(db, Sealer(settings.sealing_keys))
    finally:
        await db.close()


async def _put(conn: Connection, what: str, rows: list[_Sealed], sealer: Sealer, resealed: Resealed) -> None:
    anew: dict[int, bytes] = {}
    for row in rows:
        try:
            anew[row.id] = sealer.reseal(row.sealed)
        except SealBrokenError:
            resealed.broken.append(row.id)
    await execute(conn, _PUT[what], ids=list(anew), sealed=list(anew.values()))
    resealed.done += len(anew)
