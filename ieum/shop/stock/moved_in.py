"""Addresses that members bring with them from another shop: which are there, and their leases."""

from collections.abc import Sequence

import msgspec

from ieum.shop.kernel.db import Connection, execute, fetch_all
from ieum.shop.stock.types import AddressId


class KnownAddress(msgspec.Struct, frozen=True):
    id: AddressId
    address: str
    pool_id: int
    is_leased: bool
    # Proven and looked up, and neither flagged, withdrawn nor resting.
    is_usable: bool


class MovedLease(msgspec.Struct):
    address_id: AddressId
    order_id: str
    service_id: int


async def list_addresses(
    conn: Connection, addresses: Sequence[str], *, lock: bool = False
) -> list[KnownAddress]:
    """List these addresses if the shop has them. `lock`: until the transaction ends nobody else takes them."""
    if lock:
        await execute(
            conn,
            """
            SELECT 1 FROM exit_addresses WHERE address = ANY(%(addresses)s::inet[]) ORDER BY id FOR NO KEY UPDATE
            """,
            addresses=list(addresses),
        )
    return await fetch_all(
        conn,
        KnownAddress,
        """
        SELECT e.id, host(e.address) AS address, e.pool_id, l.id IS NOT NULL AS is_leased,
               coalesce(e.usable_at <= now(), false) AS is_usable
          FROM exit_addresses e
          LEFT JOIN leases l ON l.address_id = e.id AND l.state <> 'ended'
         WHERE e.address = ANY(%(addresses)s::inet[])
         ORDER BY e.id
        """,
        addresses=list(addresses),
    )


async def lease(conn: Connection, leases: Sequence[MovedLease]) -> None:
    """Give each service its address. The caller has locked the addresses and seen that they are free."""
    await execute(
        conn,
        "UPDATE exit_addresses SET available_at = NULL WHERE id = ANY(%(addresses)s)",
        addresses=[one.address_id for one in leases],
    )
    await execute(
        conn,
        """
        INSERT INTO leases (address_id, order_id, service_id, state, active_at, cause)
        SELECT n.address_id, n.order_id, n.service_id, 'active', now(), 'order'
          FROM json_to_recordset(%(leases)s::json) AS n (address_id bigint, order_id text, service_id bigint)
         ORDER BY n.service_id
        """,
        leases=msgspec.json.encode(leases).decode(),
    )
