"""SQL on what members see of address changes: what one would mean, and those that there were."""

from typing import LiteralString

from ieum.shop.ip_change.types import Change, ChangePreview
from ieum.shop.kernel.db import Connection, fetch_optional
from ieum.shop.kernel.paging import Listing, fetch_page
from ieum.shop.members.types import MemberId, Viewer

# Whether a change can be undone is what `service.undo` checks.
_CHANGES: LiteralString = """
    SELECT c.id, c.service_id, p.name AS plan_name, a.carrier, c.undoes IS NOT NULL AS is_undo, c.state,
           host(earlier.address) AS previous_address, host(later.address) AS address, c.reason,
           c.requested_at AS changed_at, c.settled_at, u.id IS NOT NULL AS undone, m.login_id AS made_by,
           CASE WHEN c.state = 'done' AND c.undo_until > now() AND u.id IS NULL AND n.state = 'active'
                     AND earlier.available_at IS NOT NULL
                     AND earlier.flagged_at IS NULL AND earlier.withdrawn_at IS NULL
                     AND s.state = 'active' AND s.ends_at > now()
                THEN json_build_object(
                        'until', c.undo_until,
                        'ticketReturns', coalesce(b.state = 'paid', true),
                        'ticketUntil', g.expires_at) END AS undo
      FROM services s
      JOIN ip_changes c ON c.service_id = s.id
      JOIN plans p ON p.id = s.plan_id
      JOIN leases o ON o.id = c.old_lease_id
      JOIN leases n ON n.id = c.new_lease_id
      JOIN exit_addresses earlier ON earlier.id = o.address_id
      JOIN exit_addresses later ON later.id = n.address_id
      JOIN address_pools a ON a.id = later.pool_id
      LEFT JOIN ip_changes u ON u.undoes = c.id
      LEFT JOIN ticket_entries t ON t.id = c.reservation
      LEFT JOIN ticket_entries g ON g.id = t.grant_id
      LEFT JOIN orders b ON b.id = g.order_id
      LEFT JOIN members m ON m.id = c.made_by AND %(sub_id)s::bigint IS NULL
     WHERE s.member_id = %(owner)s
       AND (%(sub_id)s::bigint IS NULL
            OR c.made_by = %(sub_id)s AND EXISTS (SELECT FROM service_grants r
                                                   WHERE r.service_id = s.id AND r.sub_id = %(sub_id)s))
"""


async def preview(conn: Connection, service: int, owner: MemberId) -> ChangePreview | None:
    """Count what a change would choose from; None where `lock_static` would find nothing. The ticket is not in it."""
    return await fetch_optional(
        conn,
        ChangePreview,
        """
        WITH own AS MATERIALIZED (
            SELECT s.id, s.plan_id, e.address, e.gateway_id, e.pool_id, a.carrier, a.region
              FROM services s
              JOIN plans p ON p.id = s.plan_id AND p.kind = 'static'
              JOIN leases l ON l.service_id = s.id AND l.state = 'active'
              JOIN exit_addresses e ON e.id = l.address_id
              JOIN address_pools a ON a.id = e.pool_id
             WHERE s.id = %(service)s AND s.member_id = %(owner)s AND s.state = 'active' AND s.ends_at > now()
        ), pools AS (
            SELECT pool_id FROM own UNION
            SELECT q.pool_id FROM own JOIN plan_pools q USING (plan_id) JOIN address_pools a ON a.id = q.pool_id
             WHERE (a.carrier, a.region) = (own.carrier, own.region)
        ), free AS (
            -- To a thousand, of which 256 at most lie in its own network.
            SELECT count(*) AS candidates,
                   count(*) FILTER (WHERE network(set_masklen(e.address, 24))
                                          <> network(set_masklen(own.address, 24))) AS other_networks
              FROM own
             CROSS JOIN LATERAL (SELECT e.address FROM pools JOIN exit_addresses e USING (pool_id)
                                  WHERE e.gateway_id = own.gateway_id AND e.usable_at <= now() LIMIT 1000) e
        )
        SELECT own.id AS service_id, host(own.address) AS address, own.carrier, own.region, free.candidates,
               free.other_networks, extract(epoch FROM c.cool_down)::bigint AS rest_seconds,
               NULL::timestamptz AS ticket_until, false AS is_final,
               (SELECT coalesce(sum(left_over), 0)::bigint FROM ticket_grants
                 WHERE member_id = %(owner)s AND (expires_at IS NULL OR expires_at > now())) AS ip_ticket
          FROM own, free, site_config c
        """,
        service=service,
        owner=owner,
    )


async def list_changes(conn: Connection, viewer: Viewer, page: int) -> Listing[Change]:
    """List changes and undoings, newest first, but for those whose leases were deleted after years.

    A member sees all of theirs; a sub-id those that it made, of services that it still has a right to.
    """
    return await fetch_page(
        conn,
        Change,
        _CHANGES + " ORDER BY c.id DESC LIMIT %(limit)s OFFSET %(offset)s",
        """
        SELECT count(*) FROM services s JOIN ip_changes c ON c.service_id = s.id
         WHERE s.member_id = %(owner)s AND c.old_lease_id IS NOT NULL AND c.new_lease_id IS NOT NULL
           AND (%(sub_id)s::bigint IS NULL
                OR c.made_by = %(sub_id)s AND EXISTS (SELECT FROM service_grants r
                                                       WHERE r.service_id = s.id AND r.sub_id = %(sub_id)s))
        """,
        page=page,
        owner=viewer.owner,
        sub_id=viewer.sub_id,
    )


async def find_change(conn: Connection, change: int, viewer: Viewer) -> Change | None:
    return await fetch_optional(
        conn,
        Change,
        _CHANGES + " AND c.id = %(change)s",
        change=change,
        owner=viewer.owner,
        sub_id=viewer.sub_id,
    )
