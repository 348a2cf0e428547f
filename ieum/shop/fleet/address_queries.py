"""Queries on exit addresses for operators: what is known of them, and taking them out of sale and back."""

from collections.abc import Sequence

from ieum.shop.fleet.types import AddressId, is_ipv4
from ieum.shop.kernel.db import Connection, any_row, execute, fetch_all


async def list_ids(conn: Connection, addresses: Sequence[str]) -> list[AddressId]:
    """Those that the shop has, in order; what is no address is passed by."""
    return await fetch_all(
        conn,
        AddressId,
        "SELECT id FROM exit_addresses WHERE address = ANY(%(addresses)s::inet[]) ORDER BY id",
        addresses=[address for address in addresses if is_ipv4(address)],
    )


async def withdraw(conn: Connection, address: AddressId) -> bool:
    """Take an address out of sale, and end the question that is open. False where it was withdrawn already.

    The check is written before the address, as by a proof that comes at the same moment.
    """
    await execute(
        conn,
        """
        UPDATE address_checks
           SET ask_at = 'infinity', look_up_at = 'infinity', nonce = NULL, nonce_until = NULL
         WHERE address_id = %(address)s
        """,
        address=address,
    )
    return await any_row(
        conn,
        "UPDATE exit_addresses SET withdrawn_at = now() WHERE id = %(address)s AND withdrawn_at IS NULL",
        address=address,
    )


async def return_address(conn: Connection, address: AddressId) -> bool:
    """Let an address be sold again once it is proven and cleared anew. False where it was not withdrawn."""
    await execute(
        conn,
        """
        UPDATE address_checks c SET ask_at = now(), look_up_at = now(), failures = 0, findings = '{}'
          FROM exit_addresses e
         WHERE c.address_id = %(address)s AND e.id = c.address_id AND e.withdrawn_at IS NOT NULL
        """,
        address=address,
    )
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
