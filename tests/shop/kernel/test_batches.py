"""Work in batches: what was done stays done when a later batch fails."""

import pytest

from ieum.shop.kernel.db import Connection, execute, fetch_all, in_batches
from tests.shop.builders.shops import Shop


async def test_a_failure_undoes_its_own_batch_and_no_other(shop: Shop) -> None:
    async with shop.db.transaction() as conn:
        await execute(conn, "CREATE TABLE batches (number int)")
    done: list[int] = []

    async def step(conn: Connection, *, limit: int) -> int:
        done.append(limit)
        await execute(conn, "INSERT INTO batches VALUES (%(number)s)", number=len(done))
        if len(done) == 3:
            raise ValueError("the third one fails")
        return limit

    with pytest.raises(ValueError, match="third"):
        await in_batches(shop.db, step, size=10)

    async with shop.db.connection() as conn:
        assert await fetch_all(conn, int, "SELECT number FROM batches ORDER BY number") == [1, 2]


async def test_it_ends_with_a_batch_that_is_not_full(shop: Shop) -> None:
    sizes = [10, 10, 9, 10]

    async def step(conn: Connection, *, limit: int) -> int:
        del conn, limit
        return sizes.pop(0)

    await in_batches(shop.db, step, size=10)

    assert sizes == [10]
