"""Conflicts between a list of new exit addresses and what the shop knows."""

from ieum.shop.gateways import queries
from ieum.shop.kernel.db import Connection, fetch_all, fetch_one
from ieum.shop.stock.inventory import BadRow, contradictions
from ieum.shop.stock.types import NewAddress


async def find(conn: Connection, rows: list[NewAddress]) -> list[BadRow]:
    """Find the rows that cannot be imported: unknown gateways, addresses that exist, pools that differ.

    A row that only contradicts one of these is good.
    """
    gateways = {gateway.name for gateway in await queries.list_gateways(conn)}
    addresses = [row.address for row in rows]
    taken = set(
        await fetch_all(
            conn,
            str,
            "SELECT host(address) FROM exit_addresses WHERE address = ANY(%(addresses)s::inet[])",
            addresses=addresses,
        )
    )
    bad = [BadRow(row.line, "gateway", row) for row in rows if row.gateway not in gateways]
    bad += [BadRow(row.line, "exists", row) for row in rows if row.address in taken]
    # By the database: twenty thousand addresses against each gateway's network take Python seconds.
    inside = set(
        await fetch_all(
            conn,
            str,
            """
            SELECT host(a) FROM unnest(%(addresses)s::inet[]) a
             WHERE EXISTS (SELECT FROM gateways WHERE tunnel_network >>= a)
            """,
            addresses=addresses,
        )
    )
    bad += [BadRow(row.line, "tunnel", row) for row in rows if row.address in inside]
    pools = await fetch_one(
        conn,
        dict[str, str],
        "SELECT coalesce(jsonb_object_agg(code, carrier || ' ' || region), '{}') FROM address_pools",
    )
    bad += [
        BadRow(row.line, "pool", row)
        for row in rows
        if pools.get(row.pool, f"{row.carrier} {row.region}") != f"{row.carrier} {row.region}"
    ]
    wrong = {one.line for one in bad}
    return bad + contradictions(row for row in rows if row.line not in wrong)
