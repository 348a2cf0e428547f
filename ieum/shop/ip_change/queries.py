"""Reads of address changes. A change has no row of its own: it is a service's lease that follows another one."""

from ieum.shop.ip_change.types import Change, StaticService
from ieum.shop.kernel.db import Connection, execute, fetch_one, fetch_optional
from ieum.shop.kernel.http import Listing, fetch_page
from ieum.shop.members.types import MemberId
from ieum.shop.services import queries as services


async def lock_static(conn: Connection, service: int, member: MemberId) -> StaticService | None:
    """None where the member has no such service, it is not running, or it has no address of its own.

    The order that began the service is locked before it, because each new lease refers to that order and so locks it: a
    refund, which has the order, would otherwise wait for the service while the change waits for the order.
    """
    await _hold_order(conn, service, member)
    await services.hold_service(conn, service, member)
    return await fetch_optional(
        conn,
        StaticService,
        """
        SELECT s.id, p.name AS plan_name, host(e.address) AS address
          FROM services s
          JOIN plans p ON p.id = s.plan_id AND p.kind = 'static'
          JOIN leases l ON l.service_id = s.id AND l.state = 'active'
          JOIN exit_addresses e ON e.id = l.address_id
         WHERE s.id = %(service)s AND s.member_id = %(member)s AND s.state = 'active' AND s.ends_at > now()
        """,
        service=service,
        member=member,
    )


async def _hold_order(conn: Connection, service: int, member: MemberId) -> None:
    await execute(
        conn,
        """
        SELECT 1 FROM orders
         WHERE id = (SELECT order_id FROM services WHERE id = %(service)s AND member_id = %(member)s)
           FOR KEY SHARE
        """,
        service=service,
        member=member,
    )


async def tickets_left(conn: Connection, member: MemberId) -> int:
    return await fetch_one(
        conn,
        int,
        "SELECT coalesce(sum(amount), 0)::bigint FROM ticket_entries WHERE member_id = %(member)s",
        member=member,
    )


async def list_changes(conn: Connection, member: MemberId, page: int) -> Listing[Change]:
    return await fetch_page(
        conn,
        Change,
        """
        SELECT l.id, s.id AS service_id, p.name AS plan_name, a.carrier, host(earlier.address) AS previous_address,
               host(later.address) AS address, l.active_at AS changed_at
          FROM services s
          JOIN leases l ON l.service_id = s.id
          JOIN LATERAL (SELECT address_id FROM leases o
                         WHERE o.service_id = s.id AND o.id < l.id ORDER BY o.id DESC LIMIT 1) old ON true
          JOIN exit_addresses earlier ON earlier.id = old.address_id
          JOIN exit_addresses later ON later.id = l.address_id
          JOIN address_pools a ON a.id = later.pool_id
          JOIN plans p ON p.id = s.plan_id
         WHERE s.member_id = %(member)s AND l.cause = 'ticket'
         ORDER BY l.id DESC
         LIMIT %(limit)s OFFSET %(offset)s
        """,
        """
        SELECT count(*) FROM services s JOIN leases l ON l.service_id = s.id AND l.cause = 'ticket'
         WHERE s.member_id = %(member)s
        """,
        page=page,
        member=member,
    )
