"""Corrects pools, and has their addresses looked up anew. Apart from `reputation`, because it needs no DNS."""

from ieum.shop.kernel.db import Connection
from ieum.shop.proofs import reputation_queries
from ieum.shop.stock import corrections
from ieum.shop.stock.corrections import Pool
from ieum.shop.stock.types import AddressId


async def correct_pool(conn: Connection, pool: Pool) -> None:
    """Write the names of a pool, and have its addresses looked up anew if its carrier is another one."""
    if await corrections.correct_pool(conn, pool):
        await reputation_queries.look_up_pool_anew(conn, pool.id)


async def move_to_pool(conn: Connection, addresses: list[AddressId], pool: int) -> None:
    """Move addresses that nobody has, and have them looked up anew: another pool may be of another carrier."""
    await reputation_queries.look_up_anew(conn, addresses)
    await corrections.move_to_pool(conn, addresses, pool)
