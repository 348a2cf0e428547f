"""Addresses that rest because their buyer was refunded: they count among what the buyer keeps off sale (0142)."""

from ieum.shop.kernel.db import Connection, execute
from ieum.shop.members import queries as members
from ieum.shop.members.types import MemberId


async def note_refund(conn: Connection, order_id: str, member: MemberId) -> None:
    """Note the addresses that rest since the order was taken back, in the transaction that took it back.

    Not those of services that the shop wanted to move to another gateway, nor of services that a renewal prolonged:
    their leases are those of another order.

    An address rests an hour if more would rest than the member or the network may hold unpaid, or than half of the
    pool: several paid orders that are all given back would take it off sale for days.
    """
    resting = await execute(
        conn,
        """
        INSERT INTO refund_rests (address_id, service_id, member_id, pool_id, network, until)
        SELECT e.id, s.id, s.member_id, e.pool_id, network_of_order(l.order_id), e.available_at
          FROM leases l
          JOIN services s ON s.id = l.service_id
          JOIN exit_addresses e ON e.id = l.address_id AND e.available_at > now()
         WHERE l.order_id = %(order_id)s AND l.state = 'ended' AND l.ended_at = now()
           AND NOT EXISTS (SELECT FROM service_moves m WHERE m.service_id = s.id)
        ON CONFLICT (address_id) DO UPDATE
           SET service_id = excluded.service_id, member_id = excluded.member_id, pool_id = excluded.pool_id,
               network = excluded.network, until = excluded.until
        """,
        order_id=order_id,
    )
    if resting:
        # Refunds of one member, of one network and of one pool count one after the other. The member comes last of the
        # rows.
        await members.lock_row(conn, member)
        await execute(
            conn,
            """
            SELECT pg_advisory_xact_lock(hashtextextended(n::text, 7213))
              FROM network_of_order(%(order_id)s) n WHERE n IS NOT NULL
            """,
            order_id=order_id,
        )
        await execute(
            conn,
            """
            SELECT pg_advisory_xact_lock(7215, pool_id::integer)
              FROM (SELECT DISTINCT r.pool_id
                      FROM refund_rests r JOIN leases l ON l.address_id = r.address_id
                     WHERE l.order_id = %(order_id)s AND l.state = 'ended' AND l.ended_at = now()
                     ORDER BY r.pool_id) pools
            """,
            order_id=order_id,
        )
        await _shorten_what_is_too_much(conn, order_id, member)


async def _shorten_what_is_too_much(conn: Connection, order_id: str, member: MemberId) -> None:
    """Of this order's addresses alone: others are locked in the order of their ids.

    Unpaid holds count with what rests, as they do where an order takes addresses (`count_holdable`), by deposit or not.
    """
    await execute(
        conn,
        """
        WITH ours AS MATERIALIZED (
            SELECT r.address_id, r.pool_id, r.network,
                   row_number() OVER (PARTITION BY r.pool_id ORDER BY r.address_id) AS place,
                   count(*) OVER (PARTITION BY r.pool_id) AS number
              FROM refund_rests r
              JOIN leases l ON l.address_id = r.address_id
             WHERE l.order_id = %(order_id)s AND l.state = 'ended' AND l.ended_at = now()
        ), off_sale AS MATERIALIZED (
            SELECT r.pool_id, r.member_id = %(member)s AS is_own, r.network, true AS rests
              FROM refund_rests r
              JOIN exit_addresses e ON e.id = r.address_id AND e.available_at > now()
             UNION ALL
            SELECT e.pool_id, o.member_id = %(member)s, l.network, false
              FROM leases l
              JOIN exit_addresses e ON e.id = l.address_id
              JOIN orders o ON o.id = l.order_id
             WHERE l.state = 'held'
               AND (o.state IN ('awaiting_deposit', 'confirming')
                    OR (o.state = 'awaiting_payment' AND o.hold_until >= now()))
        ), room AS MATERIALIZED (
            SELECT p.pool_id,
                   p.number + least(c.card_hold_limit - kept.of_member_anywhere,
                                    most_unpaid_holds(stock.free + kept.of_member, false) - kept.of_member,
                                    most_network_holds(stock.free + kept.of_network, false) - kept.of_network,
                                    greatest(most_unpaid_holds(stock.free + kept.resting, false),
                                             (stock.free + kept.resting) / 2) - kept.resting) AS room
              FROM (SELECT DISTINCT pool_id, network, number FROM ours) p
             CROSS JOIN site_config c
             CROSS JOIN LATERAL (
                   SELECT count(*) FILTER (WHERE is_own) AS of_member_anywhere,
                          count(*) FILTER (WHERE is_own AND pool_id = p.pool_id) AS of_member,
                          count(*) FILTER (WHERE network = p.network AND pool_id = p.pool_id) AS of_network,
                          count(*) FILTER (WHERE rests AND pool_id = p.pool_id) AS resting
                     FROM off_sale) kept
             CROSS JOIN LATERAL (
                   SELECT count(*) AS free
                     FROM (SELECT FROM exit_addresses WHERE pool_id = p.pool_id AND sellable_at <= now()
                            LIMIT 1000) counted) stock
        ), shortened AS (
            UPDATE exit_addresses e SET available_at = now() + interval '1 hour'
              FROM ours JOIN room USING (pool_id)
             WHERE e.id = ours.address_id AND ours.place > greatest(0, room.room)
            RETURNING e.id, e.available_at
        )
        UPDATE refund_rests r SET until = s.available_at FROM shortened s WHERE r.address_id = s.id
        """,
        order_id=order_id,
        member=member,
    )


async def end_needless(conn: Connection, *, limit: int) -> int:
    """Put addresses on sale of which late figures show that nobody connected; returns how many rows are gone.

    Rows of rests that are over go, too.
    """
    return await execute(
        conn,
        """
        WITH unused AS MATERIALIZED (
            SELECT e.id FROM refund_rests r
              JOIN exit_addresses e ON e.id = r.address_id AND e.available_at = r.until
             WHERE r.until > now() AND NOT may_have_been_used(r.service_id)
             ORDER BY e.id LIMIT %(limit)s FOR NO KEY UPDATE OF e
        ), back AS (
            UPDATE exit_addresses e SET available_at = now() FROM unused WHERE e.id = unused.id
        )
        DELETE FROM refund_rests r
         WHERE r.address_id IN (SELECT id FROM unused)
            OR r.address_id IN (SELECT address_id FROM refund_rests WHERE until <= now() LIMIT %(limit)s)
        """,
        limit=limit,
    )
