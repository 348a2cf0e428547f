from ipaddress import IPv4Network
from typing import LiteralString

import msgspec

from ieum.shop.console.addresses.types import (
    AddressFacts,
    AddressSheet,
    LeaseOfAddress,
    ListedAddress,
    MapCell,
    ProofOfAddress,
)
from ieum.shop.desk.lists import Order, Where, fetch_listed
from ieum.shop.desk.types import Listed
from ieum.shop.kernel.db import Connection, fetch_all, fetch_one, fetch_optional
from ieum.shop.members.holders import HOLDER
from ieum.shop.stock.types import AddressId

MOST = 50

_STATE: LiteralString = (
    "CASE a.state WHEN 'new' THEN 'unproven' WHEN 'proven' THEN 'unproven' ELSE a.state END"
)
_SELECT: LiteralString = f"""
    e.id, host(e.address) AS address, jsonb_build_object('id', g.id, 'name', g.name) AS gateway,
    jsonb_build_object('id', p.id, 'code', p.code, 'carrier', p.carrier, 'region', p.region) AS pool,
    {_STATE} AS state, a.since, e.available_at, e.flags, e.proven_by, a.service_id,
    CASE WHEN m.id IS NOT NULL THEN {HOLDER} END AS holder
"""
_SOURCE: LiteralString = """
    exit_addresses e
    JOIN gateways g ON g.id = e.gateway_id
    JOIN address_pools p ON p.id = e.pool_id
    CROSS JOIN LATERAL (SELECT state, since, service_id FROM address_states WHERE id = e.id) a
    LEFT JOIN services s ON s.id = a.service_id
    LEFT JOIN members m ON m.id = s.member_id
"""


class _Place(msgspec.Struct):
    id: AddressId
    address: str


async def list_addresses(
    conn: Connection, where: Where, *, after: str | None, size: int
) -> Listed[ListedAddress]:
    """In the order of their numbers.

    First which, then what is said of them: no state is looked up of an address that is not on the page.
    """
    page = await fetch_listed(
        conn,
        _Place,
        select="e.id, host(e.address) AS address",
        source="exit_addresses e",
        where=where,
        order=Order("e.address", "e.address > %(cursor_0)s::text::inet"),
        cursor=lambda place: (place.address,),
        after=after,
        size=size,
    )
    items = await fetch_all(
        conn,
        ListedAddress,
        f"SELECT {_SELECT} FROM {_SOURCE} WHERE e.id = ANY(%(ids)s) ORDER BY e.address",
        ids=[place.id for place in page.items],
    )
    return Listed(items, page.next, page.count, page.count_is_more)


async def find_address(conn: Connection, address: int) -> ListedAddress | None:
    return await fetch_optional(
        conn, ListedAddress, f"SELECT {_SELECT} FROM {_SOURCE} WHERE e.id = %(address)s", address=address
    )


async def find_sheet(conn: Connection, address: int) -> AddressSheet | None:
    found = await find_address(conn, address)
    if found is None:
        return None
    leases = await _list_leases(conn, found.id)
    proofs = await _list_proofs(conn, found.id)
    facts = await fetch_one(
        conn,
        AddressFacts,
        """
        SELECT e.added_at, e.proven_at, c.tried_at, coalesce(c.failures, 0) AS failures, c.looked_up_at,
               coalesce(c.findings, '{}') AS findings
          FROM exit_addresses e LEFT JOIN address_checks c ON c.address_id = e.id
         WHERE e.id = %(address)s
        """,
        address=address,
    )
    return AddressSheet(found, facts, leases, proofs)


async def _list_leases(conn: Connection, address: AddressId) -> list[LeaseOfAddress]:
    """Of leases that are over only the times: who had an address once, two people look up (`who`)."""
    return await fetch_all(
        conn,
        LeaseOfAddress,
        f"""
        SELECT l.id, l.state, l.cause, CASE WHEN l.ended_at IS NULL THEN l.order_id END AS order_id,
               s.id AS service_id, CASE WHEN m.id IS NOT NULL THEN {HOLDER} END AS holder, l.held_at, l.active_at,
               l.left_at, l.ended_at
          FROM leases l
          LEFT JOIN services s ON s.id = l.service_id AND l.ended_at IS NULL
          LEFT JOIN members m ON m.id = s.member_id
         WHERE l.address_id = %(address)s
         ORDER BY l.active_at DESC NULLS FIRST, l.id DESC LIMIT %(most)s
        """,
        address=address,
        most=MOST,
    )


async def _list_proofs(conn: Connection, address: AddressId) -> list[ProofOfAddress]:
    return await fetch_all(
        conn,
        ProofOfAddress,
        """
        SELECT at, kind, is_good, host(seen) AS seen, detail FROM address_evidence
         WHERE address_id = %(address)s ORDER BY id DESC LIMIT %(most)s
        """,
        address=address,
        most=MOST,
    )


async def list_cells(conn: Connection, network: IPv4Network) -> list[MapCell]:
    """The addresses that the shop has of a /24 network."""
    return await fetch_all(
        conn,
        MapCell,
        f"""
        SELECT split_part(host(e.address), '.', 4)::integer AS last, e.id, {_STATE} AS state, a.service_id, e.flags
          FROM exit_addresses e
         CROSS JOIN LATERAL (SELECT state, service_id FROM address_states WHERE id = e.id) a
         WHERE e.address BETWEEN %(first)s::inet AND %(last)s::inet
         ORDER BY e.address
        """,
        first=str(network.network_address),
        last=str(network.broadcast_address),
    )
