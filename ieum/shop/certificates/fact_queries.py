"""SQL for what certificates are made from: services, their addresses, the gateways' proofs, and the shop's own name."""

from collections.abc import Sequence
from datetime import datetime

from ieum.shop.certificates.types import AddressProof, Issuer, LeaseRow, ServiceRow
from ieum.shop.kernel.db import Connection, fetch_all, fetch_one, fetch_optional
from ieum.shop.members.types import MemberId
from ieum.shop.services.types import ServiceId
from ieum.shop.stock.types import AddressId


async def list_services(
    conn: Connection,
    *,
    member: MemberId | None = None,
    service: int | None = None,
    limit: int = 1,
    offset: int = 0,
) -> list[ServiceRow]:
    """List static services, running ones first, then newest first: a member's, or one, or one if it is the member's.

    Each has had an address. All of it was refunded, and nobody used it: then there was nothing, as far as a
    certificate goes. An operator's refund says nothing of use, so there no device has connected; use is on record for a
    year (`usage/jobs`), so of a service that began before, that is not known.
    """
    return await fetch_all(
        conn,
        ServiceRow,
        """
        SELECT s.id, m.name AS holder_name, sold.name AS plan_name, s.state, s.ends_at, s.closed_at,
               b.id IS NOT NULL AS is_subscribed, paid.until AS paid_until,
               s.state = 'ended' AND paid.until IS NULL AND s.starts_at > now() - interval '1 year'
                   AND NOT EXISTS (SELECT FROM service_periods t JOIN refunds r ON r.order_id = t.order_id
                                    WHERE t.service_id = s.id AND r.mode NOT IN ('full', 'unfulfilled', 'operator'))
                   AND NOT EXISTS (SELECT FROM devices d JOIN device_usage u ON u.device_id = d.id
                                    WHERE d.service_id = s.id AND u.first_handshake_at IS NOT NULL) AS is_undone
          FROM services s
          JOIN members m ON m.id = s.member_id
          JOIN order_lines sold ON sold.order_id = s.order_id AND sold.number = 1 AND sold.kind = 'static'
          LEFT JOIN subscriptions b ON b.id = s.subscription_id AND b.state <> 'ended'
         CROSS JOIN LATERAL (SELECT max(t.ends_at) AS until FROM service_periods t
                              WHERE t.service_id = s.id AND t.refunded_at IS NULL) paid
         WHERE (%(member)s::bigint IS NULL OR s.member_id = %(member)s)
           AND (%(service)s::bigint IS NULL OR s.id = %(service)s)
           AND EXISTS (SELECT FROM leases l WHERE l.service_id = s.id AND l.active_at IS NOT NULL)
         ORDER BY (s.state = 'active' AND s.ends_at > now()) DESC, s.id DESC
         LIMIT %(limit)s OFFSET %(offset)s
        """,
        member=member,
        service=service,
        limit=limit,
        offset=offset,
    )


async def count_services(conn: Connection, member: MemberId, service: int | None) -> int:
    """Count what `list_services` lists."""
    return await fetch_one(
        conn,
        int,
        """
        SELECT count(*) FROM services s
          JOIN order_lines sold ON sold.order_id = s.order_id AND sold.number = 1 AND sold.kind = 'static'
         WHERE s.member_id = %(member)s AND (%(service)s::bigint IS NULL OR s.id = %(service)s)
           AND EXISTS (SELECT FROM leases l WHERE l.service_id = s.id AND l.active_at IS NOT NULL)
        """,
        member=member,
        service=service,
    )


async def list_leases(conn: Connection, services: Sequence[ServiceId]) -> list[LeaseRow]:
    """List the addresses that services have, or had, each service's in the order in which it came by them.

    Those that came to a service by a cause that only dynamic services have are left out, as the log of fixed addresses
    leaves them out: what no check of the log would find is not certified.
    """
    return await fetch_all(
        conn,
        LeaseRow,
        """
        SELECT l.service_id, l.id, l.address_id, host(e.address) AS address, a.carrier, a.region, l.cause,
               l.active_at AS begun_at, l.ended_at, c.state AS pending
          FROM leases l
          JOIN exit_addresses e ON e.id = l.address_id
          JOIN address_pools a ON a.id = e.pool_id
          LEFT JOIN ip_changes c ON c.new_lease_id = l.id AND c.state <> 'done'
         WHERE l.service_id = ANY(%(services)s) AND l.active_at IS NOT NULL
           AND l.cause NOT IN ('button', 'timer', 'reconnect', 'link')
         ORDER BY l.service_id, l.id
        """,
        services=list(services),
    )


async def find_proof(conn: Connection, address: AddressId, *, before: datetime) -> AddressProof | None:
    """Find when a gateway last called the shop from an address, up to then. None where that is not known.

    Of old calls only the newest is kept, and the first one, by which the address came on sale.
    """
    return await fetch_optional(
        conn,
        AddressProof,
        """
        SELECT at, how
          FROM (SELECT v.at, v.kind AS how FROM address_evidence v
                 WHERE v.address_id = %(address)s AND v.is_good AND v.kind IN ('call', 'sandbox')
                UNION ALL
                SELECT e.proven_at, e.proven_by FROM exit_addresses e
                 WHERE e.id = %(address)s AND e.proven_by IN ('call', 'sandbox')) known
         WHERE at <= %(before)s ORDER BY at DESC, how LIMIT 1
        """,
        address=address,
        before=before,
    )


async def get_issuer(conn: Connection, *, url: str) -> Issuer:
    return await fetch_one(
        conn,
        Issuer,
        """
        SELECT site_name AS site, business_name AS company, business_licence AS registration, %(url)s AS url
          FROM site_config
        """,
        url=url,
    )


async def is_ours(conn: Connection, address: str) -> bool:
    """Tell whether this shop gives its customers this address; an IPv6 address never is."""
    return await fetch_one(
        conn,
        bool,
        """
        SELECT EXISTS (SELECT FROM exit_addresses WHERE address = %(address)s::inet AND withdrawn_at IS NULL)
        """,
        address=address,
    )
