"""Queries on exit addresses: adds them, notes what is known of them, takes them out of sale and back."""

from collections.abc import Sequence

import msgspec

from ieum.shop.gateways.types import GatewayId
from ieum.shop.kernel.db import Connection, any_row, execute, fetch_all
from ieum.shop.stock.types import AddressId, Flag, NewAddress, Proof, is_ipv4


async def list_ids(conn: Connection, addresses: Sequence[str]) -> list[AddressId]:
    """List the ids of the addresses that the shop has, in order; what is no address is passed by."""
    return await fetch_all(
        conn,
        AddressId,
        "SELECT id FROM exit_addresses WHERE address = ANY(%(addresses)s::inet[]) ORDER BY id",
        addresses=[address for address in addresses if is_ipv4(address)],
    )


async def withdraw(conn: Connection, address: AddressId) -> bool:
    """Take an address out of sale. False if it was withdrawn already."""
    return await any_row(
        conn,
        "UPDATE exit_addresses SET withdrawn_at = now() WHERE id = %(address)s AND withdrawn_at IS NULL",
        address=address,
    )


async def return_address(conn: Connection, address: AddressId) -> bool:
    """Let an address be sold again once it is proven and cleared anew. False if it was not withdrawn."""
    return await any_row(
        conn,
        """
        UPDATE exit_addresses
           SET withdrawn_at = NULL, proven_at = NULL, proven_by = NULL, cleared_at = NULL, flags = '{}',
               flagged_at = NULL
         WHERE id = %(address)s AND withdrawn_at IS NOT NULL
        """,
        address=address,
    )


async def rest(conn: Connection, address: AddressId, *, days: int) -> bool:
    """Sell an address no sooner than in so many days. False where somebody has it, or it is withdrawn."""
    return await any_row(
        conn,
        """
        UPDATE exit_addresses SET available_at = now() + make_interval(days => %(days)s)
         WHERE id = %(address)s AND available_at IS NOT NULL AND withdrawn_at IS NULL
        """,
        address=address,
        days=days,
    )


async def hold_pools(conn: Connection) -> None:
    """Keep pools as they are until the transaction ends: no other import adds one, and no correction renames one.

    Otherwise addresses that were judged against one carrier would join a pool that has another by then.
    """
    await execute(conn, "LOCK TABLE address_pools IN SHARE ROW EXCLUSIVE MODE")


async def insert_addresses(conn: Connection, rows: list[NewAddress]) -> None:
    """Insert addresses, and the pools that do not exist yet."""
    addresses = msgspec.json.encode(rows).decode()
    await execute(
        conn,
        """
        INSERT INTO address_pools (code, carrier, region)
        SELECT DISTINCT pool, carrier, region
          FROM json_to_recordset(%(addresses)s::json) AS r (pool text, carrier text, region text)
        ON CONFLICT (code) DO NOTHING
        """,
        addresses=addresses,
    )
    await execute(
        conn,
        """
        INSERT INTO exit_addresses (pool_id, gateway_id, address)
        SELECT p.id, g.id, r.address
          FROM json_to_recordset(%(addresses)s::json) AS r (pool text, gateway text, address inet)
          JOIN address_pools p ON p.code = r.pool
          JOIN gateways g ON g.name = r.gateway
        """,
        addresses=addresses,
    )


async def note_proven(conn: Connection, addresses: Sequence[int], by: Proof) -> bool:
    """Note a proof; returns whether it is news.

    Rows that say so already are left alone, so that a daily proof locks no address on sale.
    """
    return await any_row(
        conn,
        """
        UPDATE exit_addresses SET proven_at = coalesce(proven_at, now()), proven_by = %(by)s
         WHERE id = ANY(%(addresses)s) AND proven_by IS DISTINCT FROM %(by)s
        """,
        addresses=list(addresses),
        by=by,
    )


async def flag(conn: Connection, address: AddressId, why: Flag) -> bool:
    """False where it is flagged so already."""
    return await any_row(
        conn,
        """
        UPDATE exit_addresses SET flags = array_append(flags, %(why)s), flagged_at = coalesce(flagged_at, now())
         WHERE id = %(address)s AND %(why)s <> ALL(flags)
        """,
        address=address,
        why=why,
    )


async def lift_flag(conn: Connection, address: AddressId, why: Flag) -> bool:
    """False where it is not flagged so."""
    return await any_row(
        conn,
        """
        UPDATE exit_addresses
           SET flags = array_remove(flags, %(why)s),
               flagged_at = CASE WHEN array_remove(flags, %(why)s) <> '{}' THEN flagged_at END
         WHERE id = %(address)s AND %(why)s = ANY(flags)
        """,
        address=address,
        why=why,
    )


async def lift_lately_flagged(
    conn: Connection, gateway: GatewayId, why: Flag, *, are_new: bool, window: int
) -> list[str]:
    """Lift the flags of this kind that a gateway's addresses got within `window` seconds; returns the addresses.

    Locks them in the order of their ids, so that two who do so at once wait for one another.
    """
    return await fetch_all(
        conn,
        str,
        """
        WITH lately AS MATERIALIZED (
            SELECT id FROM exit_addresses
             WHERE gateway_id = %(gateway)s AND %(why)s = ANY(flags) AND withdrawn_at IS NULL
               AND flagged_at >= now() - make_interval(secs => %(window)s)
               AND (proven_at IS NULL OR cleared_at IS NULL) = %(are_new)s
             ORDER BY id FOR NO KEY UPDATE
        )
        UPDATE exit_addresses e
           SET flags = array_remove(e.flags, %(why)s),
               flagged_at = CASE WHEN array_remove(e.flags, %(why)s) <> '{}' THEN e.flagged_at END
          FROM lately
         WHERE e.id = lately.id
        RETURNING host(e.address)
        """,
        gateway=gateway,
        why=why,
        are_new=are_new,
        window=window,
    )


async def note_cleared(conn: Connection, addresses: Sequence[int]) -> None:
    await execute(
        conn,
        "UPDATE exit_addresses SET cleared_at = now() WHERE id = ANY(%(addresses)s) AND cleared_at IS NULL",
        addresses=list(addresses),
    )
