"""Points that members had at another shop."""

from collections.abc import Sequence

import msgspec

from ieum.shop.kernel.db import Connection, execute


class MovedPoints(msgspec.Struct):
    member_id: int
    amount: int


async def insert(conn: Connection, entries: Sequence[MovedPoints]) -> None:
    """Insert an entry for each, given by the shop: they never expire, and no order earned them."""
    await execute(
        conn,
        """
        INSERT INTO point_entries (member_id, amount, kind)
        SELECT n.member_id, n.amount, 'given'
          FROM json_to_recordset(%(entries)s::json) AS n (member_id bigint, amount integer)
        """,
        entries=msgspec.json.encode(entries).decode(),
    )
