"""Exit addresses whose leases have ended."""

from collections.abc import Sequence

from ieum.shop.kernel.db import Connection, execute
from ieum.shop.stock.types import AddressId


async def give_back(conn: Connection, addresses: Sequence[AddressId], *, rest: bool = False) -> None:
    """Let addresses be taken again, at once, or after they have rested.

    They are locked in the order of their ids, as the trigger does that tells all addresses of a gateway that it is
    drained: in another order, one would wait for the other in a circle.
    """
    if not addresses:
        return
    await execute(
        conn,
        """
        WITH back AS MATERIALIZED (
            SELECT id FROM exit_addresses WHERE id = ANY(%(addresses)s) ORDER BY id FOR NO KEY UPDATE
        )
        UPDATE exit_addresses e
           SET available_at = now() + CASE WHEN %(rest)s THEN (SELECT cool_down FROM site_config)
                                           ELSE interval '0' END
          FROM back WHERE e.id = back.id
        """,
        addresses=list(addresses),
        rest=rest,
    )
