"""Reads what placing an order depends on: the plan with its buyer, and the service to renew."""

from ieum.shop.checkout.types import Offer, Renewable
from ieum.shop.kernel.db import Connection, any_row, fetch_optional
from ieum.shop.members.types import MemberId


async def load_offer(
    conn: Connection, member: MemberId, plan: int, *, renewing: bool, count_stock: bool
) -> Offer | None:
    """None where the plan is unknown or hidden, or its kind is switched off. A renewal may be of a hidden plan.

    Only quotes count the stock: an order finds out by taking an address. What the member's unpaid order holds is
    counted, too, because the next order replaces it.
    """
    return await fetch_optional(
        conn,
        Offer,
        """
        SELECT p.id AS plan_id, p.kind, p.state, p.name, coalesce(a.carrier, '') AS carrier,
               coalesce(a.region, '') AS region, p.pool_id,
               CASE WHEN %(renewing)s THEN NULL
                    WHEN p.state = 'sold_out' THEN 0
                    WHEN p.kind = 'ticket' THEN NULL
                    WHEN %(count_stock)s THEN stock_for_sale(p.kind, p.pool_id)
                                            + (SELECT count(*) FROM orders o
                                                 JOIN leases l ON l.order_id = o.id AND l.state = 'held'
                                                 JOIN exit_addresses e ON e.id = l.address_id
                                                WHERE o.member_id = m.id AND o.state = 'awaiting_payment'
                                                  AND e.pool_id = p.pool_id)
                    ELSE 0 END AS stock,
               c.points_enabled, c.point_percent, c.point_threshold, c.point_share_percent,
               floor(extract(epoch FROM c.deposit_hold) / 3600)::integer AS deposit_hours,
               (SELECT coalesce(sum(amount), 0)::bigint FROM point_entries WHERE member_id = m.id) AS balance,
               m.name AS buyer_name, m.email AS buyer_email, m.customer_key,
               (SELECT points_used FROM orders
                 WHERE member_id = m.id AND state = 'awaiting_payment') AS unpaid_points
          FROM plans p
          JOIN members m ON m.id = %(member)s AND m.left_at IS NULL
          LEFT JOIN address_pools a ON a.id = p.pool_id
          JOIN site_config c ON CASE p.kind WHEN 'static' THEN c.static_enabled
                                            WHEN 'dynamic' THEN c.dynamic_enabled
                                            ELSE c.ticket_enabled END
         WHERE p.id = %(plan)s AND (%(renewing)s OR p.state IN ('visible', 'sold_out'))
        """,
        member=member,
        plan=plan,
        renewing=renewing,
        count_stock=count_stock,
    )


async def find_renewable(conn: Connection, service: int, member: MemberId) -> Renewable | None:
    """None where the member has no such service."""
    return await fetch_optional(
        conn,
        Renewable,
        """
        SELECT s.plan_id, s.state, s.starts_at, s.ends_at, may_come_back(s) AS may_come_back,
               (SELECT max(ends_at) FROM service_periods
                 WHERE service_id = s.id AND refunded_at IS NULL) AS paid_until,
               EXISTS (SELECT FROM subscriptions b
                        WHERE b.id = s.subscription_id AND b.state <> 'ended') AS is_subscribed,
               EXISTS (SELECT FROM orders o
                        WHERE o.service_id = s.id AND o.kind = 'renewal'
                          AND o.state IN ('awaiting_deposit', 'confirming')) AS is_under_way
          FROM services s
         WHERE s.id = %(service)s AND s.member_id = %(member)s
        """,
        service=service,
        member=member,
    )


async def may_be_renewed(conn: Connection, service: int) -> bool:
    """Tell whether a service runs, or could run again. Asked before money is taken; the payment finds out for sure."""
    return await any_row(
        conn,
        """
        SELECT 1 FROM services s
         WHERE s.id = %(service)s AND (s.state IN ('active', 'suspended') OR may_come_back(s))
        """,
        service=service,
    )
