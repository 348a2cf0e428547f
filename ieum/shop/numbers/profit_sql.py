"""Definition of an address's profit, in words and as the SQL by which a month of it is kept."""

from typing import LiteralString

PROFIT_DEFINITION = (
    "주소를 빌린 서비스의 주문에서 받은 돈(결제 − 환불, 부가세 빼고)을 결제한 기간에 고르게 나누어, 그달에 그 주소를 "
    "빌린 시간만큼 더한 것이 매출입니다. 여기서 풀의 IP 원가를 그 주소가 풀에 있던 시간만큼 뺍니다. "
    "원가를 적지 않은 풀은 이익을 셀 수 없어 합계에서 뺍니다. 이번 달과 지난달을 밤마다 다시 셉니다."
)

# `month` is its first day; `since` and `until` are its moments, of the present month until now.
PROFIT_SQL: LiteralString = """
    WITH paid AS (
        SELECT p.service_id, p.starts_at, least(p.ends_at, p.refunded_at) AS ends_at,
               y.won / 1.1 / t.seconds AS a_second
          FROM service_periods p
         CROSS JOIN LATERAL (SELECT sum(amount - cancelled_amount) AS won FROM payments
                              WHERE order_id = p.order_id AND approved_at IS NOT NULL AND reversed_at IS NULL) y
         CROSS JOIN LATERAL (SELECT sum(extract(epoch FROM least(ends_at, refunded_at) - starts_at)) AS seconds
                               FROM service_periods
                              WHERE order_id = p.order_id AND (refunded_at > starts_at) IS NOT FALSE) t
         WHERE p.starts_at < %(until)s AND p.ends_at > %(since)s
           AND (p.refunded_at > greatest(p.starts_at, %(since)s)) IS NOT FALSE AND y.won > 0
    ), earned AS (
        SELECT l.address_id, coalesce(sum(paid.a_second * extract(epoch FROM
                                 least(paid.ends_at, l.until) - greatest(paid.starts_at, l.since))), 0) AS won
          FROM (SELECT address_id, service_id, greatest(active_at, %(since)s) AS since,
                       least(left_at, ended_at, %(until)s) AS until
                  FROM leases
                 WHERE active_at < %(until)s
                   AND (least(left_at, ended_at) > greatest(active_at, %(since)s)) IS NOT FALSE) l
          LEFT JOIN paid ON paid.service_id = l.service_id AND paid.starts_at < l.until AND paid.ends_at > l.since
         GROUP BY l.address_id
    ), costs AS (
        SELECT DISTINCT ON (pool_id) pool_id,
               won / extract(epoch FROM ((%(month)s::date + interval '1 month') AT TIME ZONE 'Asia/Seoul')
                                        - %(since)s) AS a_second
          FROM pool_costs WHERE month <= %(month)s ORDER BY pool_id, month DESC
    )
    SELECT %(month)s::date AS month, e.id AS address_id, e.pool_id, round(coalesce(r.won, 0))::bigint AS revenue,
           round(c.a_second * extract(epoch FROM
                 greatest(%(until)s - greatest(e.added_at, %(since)s), interval '0')))::bigint AS cost
      FROM exit_addresses e
      LEFT JOIN earned r ON r.address_id = e.id
      LEFT JOIN costs c ON c.pool_id = e.pool_id
     WHERE r.address_id IS NOT NULL OR (c.a_second IS NOT NULL AND e.added_at < %(until)s)
"""
