from ipaddress import IPv4Network

from ieum.shop.address_desk.listed import ADDRESSES, STATE
from ieum.shop.address_desk.types import (
    AddressFacts,
    AddressSheet,
    LeaseOfAddress,
    ListedAddress,
    MapCell,
    ProofOfAddress,
)
from ieum.shop.kernel.db import Connection, fetch_all, fetch_one, fetch_optional
from ieum.shop.members.holders import HOLDER
from ieum.shop.stock.types import AddressId

MOST = 50


async def find_address(conn: Connection, address: int) -> ListedAddress | None:
    return await fetch_optional(
        conn,
        ListedAddress,
        f"SELECT {ADDRESSES.line} FROM {ADDRESSES.source} WHERE e.id = %(address)s",
        address=address,
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
        SELECT split_part(host(e.address), '.', 4)::integer AS last, e.id, {STATE} AS state, a.service_id, e.flags
          FROM exit_addresses e
         CROSS JOIN LATERAL (SELECT state, service_id FROM address_states WHERE id = e.id) a
         WHERE e.address BETWEEN %(first)s::inet AND %(last)s::inet
         ORDER BY e.address
        """,
        first=str(network.network_address),
        last=str(network.broadcast_address),
    )
