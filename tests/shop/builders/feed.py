"""Waiting until a shop listens to its database."""

from collections.abc import Collection

from ieum.shop.kernel.db import Connection, Database, fetch_all
from tests.waiting import wait_until_async


async def listeners(conn: Connection) -> set[int]:
    """The backends of this database that listen for notifications, by their process ids."""
    return set(
        await fetch_all(
            conn,
            int,
            "SELECT pid FROM pg_stat_activity WHERE query LIKE 'LISTEN%%' AND datname = current_database()",
        )
    )


async def until_shop_listens(db: Database, *, instead_of: Collection[int] = ()) -> set[int]:
    """Wait until the shop listens on other connections than these, and return those."""
    found = set[int]()

    async def listens() -> bool:
        async with db.connection() as conn:
            found.update(await listeners(conn) - set(instead_of))
        return bool(found)

    await wait_until_async(listens, "the shop does not listen to its database")
    return found
