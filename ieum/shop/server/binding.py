"""Seals anew what is sealed in the form before, bound to no row, until nothing of it is left (decision 0159)."""

import logging
from collections import Counter

from ieum.shop.kernel.alarms import raise_alarm
from ieum.shop.kernel.db import Connection, Database, execute, fetch_all, fetch_one
from ieum.shop.kernel.sealed_columns import Sealed, SealedColumn
from ieum.shop.kernel.sealing import SealBrokenError, Sealer
from ieum.shop.server.sealed import COLUMNS

log = logging.getLogger(__name__)

# A run ends after so many batches of a column; the next run goes on.
BATCH, BATCHES = 500, 40


async def bind(db: Database, sealer: Sealer) -> int:
    """Seal old values for their places, and take each column off the list once it has none; returns how many.

    A second run at once takes other rows, and a run after a crash goes on with the rows that are left.
    """
    async with db.connection() as conn:
        listed = await _list_due(conn)
    bound = Counter[str]()
    for column in COLUMNS.values():
        if column.name in listed:
            bound[column.name] += await _bind(db, sealer, column)
    for name in listed:
        columns = [column for column in COLUMNS.values() if column.name == name]
        async with db.transaction() as conn:
            await _take_off(conn, name, columns)
        if bound[name]:
            log.info("%s: %s values were sealed for their rows", name, bound[name])
    return bound.total()


async def count(conn: Connection) -> dict[str, int]:
    """Count the values of the form before in each column that may still have some; none before `ieum migrate`."""
    if not await fetch_one(conn, bool, "SELECT to_regclass('unbound_seals') IS NOT NULL"):
        return {}
    listed = await fetch_all(conn, str, "SELECT sealed_column FROM unbound_seals ORDER BY 1")
    left = Counter[str](dict.fromkeys(listed, 0))
    for column in COLUMNS.values():
        if column.name in left:
            left[column.name] += await column.count_unbound(conn)
    return left


async def end(conn: Connection) -> None:
    """Give up what no key opens: from now on no value of the form before opens."""
    await execute(conn, "DELETE FROM unbound_seals")


async def _list_due(conn: Connection) -> list[str]:
    return await fetch_all(
        conn,
        str,
        "SELECT sealed_column FROM unbound_seals WHERE since < now() - interval '1 hour' ORDER BY sealed_column",
    )


async def _bind(db: Database, sealer: Sealer, column: SealedColumn) -> int:
    after, done, broken = 0, 0, 0
    for _ in range(BATCHES):
        async with db.transaction() as conn:
            rows = await column.lock_unbound(conn, after=after, limit=BATCH)
            anew: list[Sealed] = []
            for row in rows:
                try:
                    anew.append(column.anew(row, sealer, may_be_unbound=True))
                except SealBrokenError:
                    broken += 1
            await column.write(conn, anew)
        done += len(anew)
        if len(rows) < BATCH:
            break
        after = rows[-1].id
    if broken:
        async with db.transaction() as conn:
            await raise_alarm(
                conn,
                "seal_broken",
                reference=column.name,
                detail=f"예전 형식으로 봉인된 값 {broken}개가 설정에 있는 어느 봉인 키로도 열리지 않습니다."
                " 예전 키를 되돌려 주세요.",
            )
    return done


async def _take_off(conn: Connection, name: str, columns: list[SealedColumn]) -> None:
    """Take a column off the list if it has no value of the form before, and none that is about to move to it."""
    for column in columns:
        if await column.has_unbound(conn):
            return
    await execute(conn, "DELETE FROM unbound_seals WHERE sealed_column = %(name)s", name=name)
