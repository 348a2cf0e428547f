"""Number of addresses that may still be held unpaid, by one member and by all members of a network."""

from ieum.shop.kernel.db import Connection, any_row, fetch_one, fetch_optional
from ieum.shop.members.types import MemberId
from ieum.shop.orders.types import MOST_ADDRESSES, MemberRoom, Method, NetworkRoom

# With a card the provider answers at once, so that such a hold is short.
BY_CARD = frozenset[Method]({"card", "billing"})


async def count_holdable(
    conn: Connection, member: MemberId, pool: int, *, method: Method, replacing: bool = False
) -> MemberRoom:
    """Count the addresses of the pool that the member may hold unpaid beside those that they hold.

    By deposit and in any other way are counted apart; what rests after their refunds counts in both. A member who has
    paid for an order more than a week ago may hold half of what is free by card, once at a time. `replacing`: as if the
    order that awaits payment were cancelled.
    """
    return await fetch_one(
        conn,
        MemberRoom,
        """
        WITH own AS (
            SELECT count(*) FILTER (WHERE NOT o.replaced AND o.by_deposit = %(by_deposit)s) AS held,
                   count(*) FILTER (WHERE NOT o.replaced AND o.by_deposit = %(by_deposit)s
                                      AND e.pool_id = %(pool)s) AS held_here,
                   count(*) FILTER (WHERE o.replaced AND e.pool_id = %(pool)s) AS given_back
              FROM (SELECT id, method = 'virtual_account' AS by_deposit,
                           state = 'awaiting_payment' AND %(replacing)s AS replaced
                      FROM orders
                     WHERE member_id = %(member)s
                       AND state IN ('awaiting_payment', 'awaiting_deposit', 'confirming')) o
              JOIN leases l ON l.order_id = o.id AND l.state = 'held'
              JOIN exit_addresses e ON e.id = l.address_id
        ), resting AS (
            SELECT count(*) AS all_pools, count(*) FILTER (WHERE e.pool_id = %(pool)s) AS here,
                   min(e.available_at) AS until
              FROM refund_rests r
              JOIN exit_addresses e ON e.id = r.address_id AND e.available_at > now()
             WHERE r.member_id = %(member)s
        ), stock AS (
            -- So many that the share of them is more than anybody may hold: to count thousands would take longer than
            -- all else of an order.
            SELECT count(*) AS free
              FROM (SELECT FROM exit_addresses WHERE pool_id = %(pool)s AND sellable_at <= now()
                     LIMIT (SELECT greatest(greatest(card_hold_limit, deposit_hold_limit) * 100 / hold_share_percent,
                                            2 * %(most)s) + 1
                              FROM site_config)) counted
        ), kept AS (
            SELECT own.held + resting.all_pools AS all_pools, own.held_here + resting.here AS here,
                   stock.free + own.held_here + own.given_back + resting.here AS of
              FROM own, resting, stock
        )
        SELECT greatest(least(CASE WHEN %(by_deposit)s THEN c.deposit_hold_limit ELSE c.card_hold_limit END
                              - kept.all_pools,
                              most_unpaid_holds(kept.of, %(by_deposit)s) - kept.here),
                        CASE WHEN %(by_card)s AND own.held = 0 AND has_paid_before(%(member)s)
                             THEN kept.of / 2 - kept.here END)::integer AS room,
               resting.all_pools::integer AS resting, resting.until AS resting_until
          FROM own, resting, kept, site_config c
        """,
        member=member,
        pool=pool,
        by_deposit=method == "virtual_account",
        by_card=method in BY_CARD,
        replacing=replacing,
        most=MOST_ADDRESSES,
    )


async def lock_network(conn: Connection, network: str) -> bool:
    """Make orders of this network that take addresses wait for one another; False where networks have no limit.

    Count in a later statement: the snapshot of this one is from before the wait.
    """
    return await any_row(
        conn,
        """
        SELECT pg_advisory_xact_lock(hashtextextended(%(network)s, 7213))
          FROM site_config WHERE network_hold_percent < 100
        """,
        network=network,
    )


async def count_room_of_network(
    conn: Connection, member: MemberId, network: str, pool: int, *, method: Method
) -> NetworkRoom:
    """Count how many more addresses of the pool all members of this network may hold unpaid, and when more become free.

    A hold that has run out does not count: it ends as soon as somebody needs its address. `member` is who asks: one
    address, in any other way than by deposit, is measured against twice the share if they hold none unpaid anywhere,
    so that the accounts of one stranger do not keep out everybody else behind the same address. What rests after
    refunds counts as held, and half of what is free may be held by card if the member may hold so much.
    """
    return await fetch_one(
        conn,
        NetworkRoom,
        """
        WITH held AS (
            SELECT count(*) AS all_ways, min(o.hold_until) AS first_ends,
                   count(*) FILTER (WHERE o.method = 'virtual_account') AS by_deposit,
                   min(o.hold_until) FILTER (WHERE o.method = 'virtual_account') AS first_deposit_ends
              FROM leases l
              JOIN exit_addresses e ON e.id = l.address_id AND e.pool_id = %(pool)s
              JOIN orders o ON o.id = l.order_id
             WHERE l.network = %(network)s::cidr AND l.state = 'held'
               AND (o.state IN ('awaiting_deposit', 'confirming')
                    OR (o.state = 'awaiting_payment' AND o.hold_until >= now()))
        ), resting AS (
            SELECT count(*) AS here, min(e.available_at) AS until
              FROM refund_rests r
              JOIN exit_addresses e ON e.id = r.address_id AND e.available_at > now()
             WHERE r.network = %(network)s::cidr AND r.pool_id = %(pool)s
        ), kept AS (
            SELECT held.all_ways + resting.here AS all_ways, held.by_deposit + resting.here AS by_deposit,
                   least(held.first_ends, resting.until) AS first_ends,
                   least(held.first_deposit_ends, resting.until) AS first_deposit_ends
              FROM held, resting
        ), stock AS (
            -- So many that what an order may take fits into half of the share beside what is held.
            SELECT count(*) AS free
              FROM (SELECT FROM exit_addresses WHERE pool_id = %(pool)s AND sellable_at <= now()
                     LIMIT (SELECT (kept.all_ways + %(most)s) * 200 / network_hold_percent + 1
                              FROM kept, site_config)) counted
        ), asking AS (
            SELECT NOT EXISTS (SELECT 1 FROM orders o JOIN leases l ON l.order_id = o.id AND l.state = 'held'
                                WHERE o.member_id = %(member)s
                                  AND o.state IN ('awaiting_payment', 'awaiting_deposit', 'confirming'))
                   AND NOT EXISTS (SELECT 1 FROM refund_rests r
                                     JOIN exit_addresses e ON e.id = r.address_id AND e.available_at > now()
                                    WHERE r.member_id = %(member)s) AS keeps_none
        )
        SELECT most_network_holds(stock.free + kept.all_ways, false) - kept.all_ways AS in_all,
               greatest(most_network_holds(stock.free + kept.all_ways, false) - kept.all_ways,
                        CASE WHEN asking.keeps_none
                             THEN least(1, most_network_holds_of_newcomers(stock.free + kept.all_ways)
                                           - kept.all_ways)
                        END,
                        CASE WHEN %(by_card)s AND has_paid_before(%(member)s)
                             THEN (stock.free + kept.all_ways) / 2 - kept.all_ways END) AS by_card,
               most_network_holds(stock.free + kept.all_ways, true) - kept.by_deposit AS by_deposit,
               greatest(60, ceil(extract(epoch FROM first_ends - now())))::integer AS seconds,
               greatest(60, ceil(extract(epoch FROM first_deposit_ends - now())))::integer AS deposit_seconds
          FROM kept, stock, asking
        """,
        member=member,
        network=network,
        pool=pool,
        by_card=method in BY_CARD,
        most=MOST_ADDRESSES,
    )


async def find_network(conn: Connection, order_id: str) -> str | None:
    """The network that the order was placed from; None where nothing was recorded."""
    return await fetch_optional(
        conn,
        str,
        "SELECT n::text FROM network_of_order(%(order_id)s) n WHERE n IS NOT NULL",
        order_id=order_id,
    )
