"""Invariants over orders, payments, refunds, services, leases, ledgers and changes: a query that lists every violation.

Every transaction keeps all of them true, and one statement sees one moment, so a change that is under way is never
reported.
"""

from typing import LiteralString

import msgspec

from ieum.shop.kernel.db import Connection, fetch_all, fetch_one
from ieum.shop.reconciliation.types import Difference, LedgerTotals
from ieum.shop.reconciliation.words import in_words

# Many violations at once share one cause; the first of them are enough to find it.
MOST = 200

_FULFILMENT: LiteralString = """
    SELECT 'order_without_goods' AS what, o.id AS reference,
           format('이용 기간이 %%s건인데 %%s건이어야 합니다.',
                  count(p.service_id), CASE WHEN o.service_id IS NULL THEN o.quantity ELSE 1 END)
               AS detail
      FROM orders o
      JOIN order_lines k ON k.order_id = o.id AND k.number = 1 AND k.kind <> 'ticket'
      LEFT JOIN service_periods p ON p.order_id = o.id AND p.refunded_at IS NULL
     WHERE o.state = 'paid'
     GROUP BY o.id, o.quantity, o.service_id
    HAVING count(p.service_id) <> CASE WHEN o.service_id IS NULL THEN o.quantity ELSE 1 END
     UNION ALL
    SELECT 'order_without_goods', o.id,
           format('교체권이 %%s장인데 %%s장이어야 합니다.', coalesce(g.amount, 0), o.quantity)
      FROM orders o
      JOIN order_lines k ON k.order_id = o.id AND k.number = 1 AND k.kind = 'ticket'
      LEFT JOIN ticket_entries g ON g.order_id = o.id AND g.kind = 'granted'
     WHERE o.state = 'paid' AND g.amount IS DISTINCT FROM o.quantity
     UNION ALL
    SELECT 'goods_without_order', o.id,
           format('서비스 %%s번의 이용 기간이 결제되지 않은 주문(order.%%s)의 것입니다.', p.service_id, o.state)
      FROM service_periods p
      JOIN orders o ON o.id = p.order_id
     WHERE p.refunded_at IS NULL AND o.state <> 'paid'
     UNION ALL
    SELECT 'goods_without_order', o.id,
           format('교체권 %%s장이 결제되지 않은 주문(order.%%s)에 남아 있습니다.', g.left_over, o.state)
      FROM ticket_grants g
      JOIN orders o ON o.id = g.order_id
     WHERE g.left_over > 0 AND o.state <> 'paid'
     UNION ALL
    SELECT 'goods_without_order', s.order_id,
           format('서비스 %%s번이 service.%%s 상태인데 결제된 기간이 없습니다.', s.id, s.state)
      FROM services s
     WHERE s.state IN ('active', 'suspended')
       AND NOT EXISTS (SELECT FROM service_periods p WHERE p.service_id = s.id AND p.refunded_at IS NULL)
     UNION ALL
    SELECT 'lease_differs', s.order_id,
           format('서비스 %%s번이 service.%%s 상태인데 IP가 %%s개입니다.', s.id, s.state, count(l.id))
      FROM services s
      LEFT JOIN leases l ON l.service_id = s.id AND l.state = 'active'
     GROUP BY s.id, s.order_id, s.state
    HAVING count(l.id) <> CASE WHEN s.state IN ('active', 'suspended') THEN 1 ELSE 0 END
     UNION ALL
    SELECT 'paid_twice', a.order_id,
           format('서비스 %%s번의 같은 기간을 %%s 주문도 결제했습니다.', a.service_id, b.order_id)
      FROM service_periods a
      JOIN service_periods b ON b.service_id = a.service_id AND b.order_id > a.order_id
       AND b.starts_at < a.ends_at AND b.ends_at > a.starts_at
     WHERE a.refunded_at IS NULL AND b.refunded_at IS NULL
"""
_MONEY: LiteralString = """
    SELECT 'lines_differ', o.id,
           format('주문은 %%s개, %%s원인데 품목은 %%s개, %%s원입니다.', o.quantity, o.amount, sold.quantity,
                  sold.amount)
      FROM orders o
      LEFT JOIN (SELECT order_id, sum(quantity) AS quantity, sum(list_amount) AS list_amount,
                        sum(discount_amount) AS discount_amount, sum(points_used) AS points_used, sum(amount) AS amount
                   FROM order_lines GROUP BY order_id) sold ON sold.order_id = o.id
     WHERE (o.quantity, o.list_amount, o.discount_amount, o.points_used, o.amount) IS DISTINCT FROM
           (sold.quantity, sold.list_amount, sold.discount_amount, sold.points_used, sold.amount)
     UNION ALL
    SELECT 'money_differs', o.id,
           format('주문은 order.%%s, %%s원인데 결제는 payment.%%s, %%s원입니다.', o.state, o.amount,
                  coalesce(y.state, 'none'), coalesce(y.amount, 0))
      FROM orders o
      LEFT JOIN payments y ON y.order_id = o.id AND y.state <> 'refused'
      LEFT JOIN refunds r ON r.order_id = o.id
     WHERE CASE
           WHEN o.state = 'paid' AND o.amount > 0
               THEN y.state IS DISTINCT FROM 'approved' OR y.amount <> o.amount
                    OR y.cancelled_amount <> y.cancelled_elsewhere
           WHEN o.state = 'paid' THEN y.id IS NOT NULL
           WHEN o.state IN ('refunding', 'refunded') AND r.id IS NULL THEN true
           WHEN o.state = 'refunding' THEN r.amount > 0 AND y.state IS DISTINCT FROM 'cancelling'
           WHEN o.state = 'refunded'
               THEN r.settled_by IS NULL AND r.amount <> coalesce(y.cancelled_amount - y.cancelled_elsewhere, 0)
           ELSE y.state IN ('approved', 'cancelling', 'cancelled') AND y.amount > y.cancelled_amount END
     UNION ALL
    SELECT 'paid_after_refund', order_id,
           format('환불한 뒤 %%s원이 다시 입금되었습니다.', amount - cancelled_amount)
      FROM payments WHERE held_after_refund_at IS NOT NULL
     UNION ALL
    SELECT 'refund_differs', o.id, format('주문은 order.%%s, 환불은 refund.%%s 상태입니다.', o.state, r.state)
      FROM refunds r
      JOIN orders o ON o.id = r.order_id
     WHERE (r.state = 'done') <> (o.state = 'refunded') OR (r.state <> 'done') <> (o.state = 'refunding')
"""
_POINTS: LiteralString = """
    SELECT 'points_differ', o.id,
           format('주문 order.%%s: 포인트 사용 %%s, 돌려줌 %%s, 적립 %%s, 회수 %%s', o.state, e.used, e.returned,
                  e.earned, e.clawed_back)
      FROM orders o
      LEFT JOIN refunds r ON r.order_id = o.id
     CROSS JOIN LATERAL (
           SELECT coalesce(-sum(amount) FILTER (WHERE kind = 'used'), 0) AS used,
                  coalesce(sum(amount) FILTER (WHERE kind = 'returned'), 0) AS returned,
                  coalesce(sum(amount) FILTER (WHERE kind = 'earned'), 0) AS earned,
                  coalesce(-sum(amount) FILTER (WHERE kind = 'clawed_back'), 0) AS clawed_back
             FROM point_entries WHERE order_id = o.id) e
     WHERE CASE
           WHEN o.state = 'paid'
               THEN (e.used, e.returned, e.earned, e.clawed_back) <> (o.points_used, 0, o.points_earned, 0)
           WHEN o.state = 'refunded' AND r.mode = 'unfulfilled'
               THEN e.used <> e.returned OR e.earned <> 0 OR e.clawed_back <> 0
           WHEN o.state = 'refunded'
               THEN (e.used, e.returned, e.earned, e.clawed_back)
                    <> (o.points_used, r.points_returned, o.points_earned, r.points_clawed_back)
           WHEN o.state = 'refunding' AND r.mode <> 'unfulfilled'
               THEN (e.used, e.earned, e.clawed_back) <> (o.points_used, o.points_earned, r.points_clawed_back)
                    OR e.returned NOT IN (0, r.points_returned)
           WHEN o.state IN ('failed', 'expired', 'cancelled') THEN e.used <> e.returned OR e.earned <> e.clawed_back
           WHEN o.state = 'refunding' THEN e.earned <> 0
           ELSE e.used - e.returned NOT IN (0, o.points_used) OR e.earned <> 0 END
     UNION ALL
    SELECT 'balance_below_nothing', 'member ' || member_id, format('포인트 잔액이 %%s점입니다.', sum(amount))
      FROM point_entries GROUP BY member_id HAVING sum(amount) < 0
     UNION ALL
    SELECT 'balance_below_nothing', 'member ' || member_id, format('교체권 잔액이 %%s장입니다.', sum(amount))
      FROM ticket_entries GROUP BY member_id HAVING sum(amount) < 0
     UNION ALL
    SELECT 'balance_below_nothing', coalesce(order_id, 'grant ' || id),
           format('지급한 교체권에 %%s장이 남아 있습니다.', left_over)
      FROM ticket_grants WHERE left_over < 0
"""
# Every ticket is left, reserved, used or taken: a change says the same of its ticket as the ledger does.
_TICKETS: LiteralString = """
    SELECT 'ticket_differs', 'change ' || c.id,
           format('IP 변경은 change.%%s 상태인데 교체권을 사용 %%s번, 해제 %%s번, 반환 %%s번 했습니다.', c.state,
                  e.used, e.released, e.returned)
      FROM ip_changes c
      JOIN ticket_entries r ON r.id = c.reservation AND r.kind = 'reserved'
      LEFT JOIN ip_changes u ON u.undoes = c.id
     CROSS JOIN LATERAL (
           SELECT count(*) FILTER (WHERE kind = 'used') AS used, count(*) FILTER (WHERE kind = 'released') AS released,
                  count(*) FILTER (WHERE kind = 'returned') AS returned
             FROM ticket_entries WHERE of_entry = r.id) e
     WHERE e.used <> (c.state = 'done')::integer OR e.released <> (c.state IN ('taken_back', 'ended'))::integer
        OR e.returned > (u.id IS NOT NULL)::integer
     UNION ALL
    SELECT 'ticket_differs', 'entry ' || id, 'IP 변경 없이 예약된 교체권입니다.'
      FROM ticket_entries r
     WHERE kind = 'reserved' AND NOT EXISTS (SELECT FROM ip_changes WHERE reservation = r.id)
     UNION ALL
    SELECT 'ticket_differs', coalesce(order_id, 'grant ' || id),
           format('교체권 예약 %%s장, 시도 %%s건입니다.', reserved, tried)
      FROM ticket_grants WHERE reserved < 0 OR tried < 0
"""
# A move that is offered has an address that waits for it, one that goes on a former one, and nobody else has either.
_MOVES: LiteralString = """
    SELECT 'move_differs', 'service ' || coalesce(m.service_id, l.service_id),
           format('옮기기는 move.%%s, IP 배정은 lease.%%s 상태입니다.', coalesce(m.state, 'none'),
                  coalesce(l.state, 'none'))
      FROM (SELECT v.service_id, v.state FROM service_moves v JOIN services s ON s.id = v.service_id
             WHERE v.closed_at IS NULL AND s.state IN ('active', 'suspended')) m
      FULL JOIN (SELECT service_id, state FROM leases WHERE state IN ('coming', 'leaving')) l
             ON l.service_id = m.service_id
     WHERE (m.state, l.state) IS DISTINCT FROM ('offered', 'coming')
       AND (m.state, l.state) IS DISTINCT FROM ('moving', 'leaving')
"""
# Correct states, which should nevertheless have ended by now.
_OVERDUE: LiteralString = """
    SELECT 'overdue', o.id,
           format('order.%%s 상태로 %%s부터 그대로입니다.', o.state, to_char(o.created_at, 'YYYY-MM-DD HH24:MI'))
      FROM orders o
      JOIN payments y ON y.order_id = o.id AND y.state = 'confirming' AND y.requested_at < now() - interval '1 hour'
     WHERE o.state = 'confirming'
     UNION ALL
    SELECT 'overdue', order_id,
           format('환불 %%s원이 refund.%%s 상태로 %%s부터 그대로입니다.', amount, state,
                  to_char(requested_at, 'YYYY-MM-DD'))
      FROM refunds
     WHERE state = 'returning' AND requested_at < now() - interval '1 day'
        OR state = 'awaiting_account' AND requested_at < now() - interval '7 days'
     UNION ALL
    SELECT 'overdue', 'change ' || id,
           format('%%s부터 게이트웨이를 기다립니다.', to_char(requested_at, 'YYYY-MM-DD HH24:MI'))
      FROM ip_changes WHERE state = 'waiting' AND requested_at < now() - interval '1 hour'
"""


async def find_differences(conn: Connection) -> list[Difference]:
    """Every violation of an invariant, at most `MOST` of them."""
    found = await fetch_all(
        conn,
        Difference,
        f"{_FULFILMENT} UNION ALL {_MONEY} UNION ALL {_POINTS} UNION ALL {_TICKETS} UNION ALL {_MOVES}"
        f" UNION ALL {_OVERDUE}"
        " ORDER BY what, reference LIMIT %(most)s",
        most=MOST,
    )
    return [msgspec.structs.replace(one, detail=in_words(one.detail)) for one in found]


async def get_totals(conn: Connection) -> LedgerTotals:
    return await fetch_one(
        conn,
        LedgerTotals,
        """
        SELECT (SELECT count(*) FROM orders WHERE state = 'paid') AS orders_paid,
               (SELECT coalesce(sum(amount), 0)::bigint FROM orders WHERE state = 'paid') AS paid_amount,
               y.approved AS payments_approved, y.returned AS payments_returned,
               r.done AS refunds_done, r.open AS refunds_open,
               (SELECT coalesce(sum(amount), 0)::bigint FROM point_entries) AS points,
               (SELECT coalesce(sum(amount), 0)::bigint FROM ticket_entries) AS tickets
          FROM (SELECT coalesce(sum(amount), 0)::bigint AS approved,
                       coalesce(sum(cancelled_amount), 0)::bigint AS returned
                  FROM payments WHERE state IN ('approved', 'cancelling', 'cancelled')) y,
               (SELECT coalesce(sum(amount) FILTER (WHERE state = 'done'), 0)::bigint AS done,
                       coalesce(sum(amount) FILTER (WHERE state <> 'done'), 0)::bigint AS open FROM refunds) r
        """,
    )
