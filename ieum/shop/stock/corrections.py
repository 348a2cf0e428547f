"""Corrects what an import got wrong: the names of a pool, the pool of an address, an address that never was ours."""

from typing import LiteralString

import msgspec

from ieum.shop.kernel.db import Connection, any_row, execute, fetch_all, fetch_optional
from ieum.shop.stock.types import AddressId


class Pool(msgspec.Struct, frozen=True):
    id: int
    code: str
    carrier: str
    region: str


class Correctable(msgspec.Struct, frozen=True):
    """An address, and whether it can be moved (nobody has it now) and deleted (nobody ever had it)."""

    id: AddressId
    address: str
    pool_id: int
    is_free: bool
    is_unused: bool


async def find_pool(conn: Connection, pool: int) -> Pool | None:
    return await fetch_optional(
        conn, Pool, "SELECT id, code, carrier, region FROM address_pools WHERE id = %(pool)s", pool=pool
    )


async def find_pool_of_code(conn: Connection, code: str) -> int | None:
    return await fetch_optional(conn, int, "SELECT id FROM address_pools WHERE code = %(code)s", code=code)


async def correct_pool(conn: Connection, pool: Pool) -> bool:
    """Write the names of a pool; returns whether its carrier is another one, so that its addresses are looked up."""
    return await any_row(
        conn,
        """
        WITH before AS (SELECT id, carrier FROM address_pools WHERE id = %(id)s FOR UPDATE), named AS (
            UPDATE address_pools SET code = %(code)s, carrier = %(carrier)s, region = %(region)s WHERE id = %(id)s
        )
        SELECT 1 FROM before WHERE carrier <> %(carrier)s
        """,
        id=pool.id,
        code=pool.code,
        carrier=pool.carrier,
        region=pool.region,
    )


_BETWEEN: LiteralString = """
    SELECT id FROM exit_addresses
     WHERE address BETWEEN %(first)s::inet AND %(last)s::inet AND (%(pool)s::bigint IS NULL OR pool_id = %(pool)s)
     ORDER BY id LIMIT %(limit)s
    """


async def list_between(
    conn: Connection, first: str, last: str, *, pool: int | None, limit: int, holds: bool = False
) -> list[Correctable]:
    """The addresses of a span, of one pool if it is given; `holds` keeps them until the transaction ends.

    Whether somebody has them is asked in the statement after: a buyer may have finished while this one waited.
    """
    found = await fetch_all(
        conn,
        int,
        _BETWEEN + " FOR UPDATE" if holds else _BETWEEN,
        first=first,
        last=last,
        pool=pool,
        limit=limit,
    )
    return await _list(conn, found)


async def _list(conn: Connection, addresses: list[int]) -> list[Correctable]:
    return await fetch_all(
        conn,
        Correctable,
        """
        SELECT e.id, host(e.address) AS address, e.pool_id,
               e.available_at IS NOT NULL AS is_free,
               NOT EXISTS (SELECT FROM leases l WHERE l.address_id = e.id) AS is_unused
          FROM exit_addresses e WHERE e.id = ANY(%(addresses)s) ORDER BY e.address
        """,
        addresses=addresses,
    )


async def move_to_pool(conn: Connection, addresses: list[AddressId], pool: int) -> None:
    """Move addresses that nobody has. The caller has them looked up anew first (`proofs/pools.py`)."""
    await execute(
        conn,
        "UPDATE exit_addresses SET pool_id = %(pool)s WHERE id = ANY(%(addresses)s)",
        addresses=addresses,
        pool=pool,
    )
    await execute(
        conn,
        "UPDATE refund_rests SET pool_id = %(pool)s WHERE address_id = ANY(%(addresses)s)",
        addresses=addresses,
        pool=pool,
    )


async def delete_unused(conn: Connection, addresses: list[AddressId]) -> None:
    """Delete addresses that nobody ever had, with what was found out about them."""
    await execute(conn, "DELETE FROM exit_addresses WHERE id = ANY(%(addresses)s)", addresses=addresses)
