"""A shop of any size for the bench of the console: for each member ten orders, an address, five messages of inquiries.

All shops are two years old, so that a large one has more in each day; what is open is open since the last day of all.
"""

import hashlib
from typing import LiteralString

import psycopg
from psycopg import sql

from bench.filling import ORDER_LINES, WITHOUT_TRIGGERS, run_timed
from ieum.common.progress_bar import on_terminal

STAFF_TOKEN = "bench-of-the-console"  # noqa: S105 - of a shop that lives as long as a bench
GATEWAYS = 20
# On these, every address is leased; on the last, none is flagged, withdrawn or unproven.
FULL_GATEWAYS = 2

# Their indexes are made after the rows, in a tenth of the time.
LARGE = [
    *("members", "orders", "order_lines", "payments", "refunds", "services", "service_periods", "leases"),
    *(
        "exit_addresses",
        "devices",
        "exits",
        "subscriptions",
        "billing_methods",
        "inquiries",
        "inquiry_messages",
    ),
    *("messages", "login_sessions", "point_entries", "tax_invoice_requests", "staff_record"),
]

STATEMENTS: tuple[LiteralString, ...] = (
    "SELECT setseed(0.5)",
    # Whoever orders has joined before; every fiftieth is a sub-id, which cannot.
    """
    CREATE FUNCTION pg_temp.member_of(n bigint, members bigint) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
        SELECT m - (m %% 50 = 0)::int FROM (
            SELECT 1 + (hashint8extended(n, 7) & 2147483647) %% greatest(1, members / 20 + n * 19 / 200) AS m) picked
    $$
    """,
    """
    INSERT INTO staff (email, name, role_id)
    SELECT 'staff' || n || '@example.com', (ARRAY['김운영', '이상담', '박상담', '최회계', '정열람'])[n], n
      FROM generate_series(1, 5) n
    """,
    """
    INSERT INTO staff_sessions (staff_id, token_hash, address, user_agent, ended_at, end_reason)
    SELECT 1, %(token)s::bytea, inet '127.0.0.1', 'bench', NULL::timestamptz, NULL
     UNION ALL
    SELECT 1 + n %% 5, sha256(n::text::bytea), inet '10.1.0.0' + n, 'Mozilla/5.0', now(), 'logout'
      FROM generate_series(1, 2000) n
    """,
    """
    INSERT INTO gateways (name, endpoint, token_hash, last_seen_at)
    SELECT (ARRAY['seoul', 'busan', 'incheon', 'daejeon'])[1 + n %% 4] || '-' || n, 'g' || n || '.example.com:51820',
           sha256(n::text::bytea), now()
      FROM generate_series(1, %(gateways)s) n
    """,
    """
    INSERT INTO address_pools (code, carrier, region)
    SELECT 'pool-' || n, (ARRAY['KT', 'SKB', 'LGU+', 'KT'])[1 + n %% 4], (ARRAY['서울', '부산'])[1 + n %% 2]
      FROM generate_series(1, 8) n
    """,
    """
    INSERT INTO plans (code, kind, pool_id, name, device_limit, position)
    SELECT code, 'static', id, carrier || ' 고정 IP ' || region, 3, id FROM address_pools
    """,
    """
    INSERT INTO pool_costs (pool_id, month, won)
    SELECT id, '2020-01-01', 5000 + 1000 * id FROM address_pools WHERE id < 8
    """,
    """
    INSERT INTO plan_prices (plan_id, months, amount)
    SELECT p.id, t.months, t.months * 33000 FROM plans p, (VALUES (1), (3), (6), (12)) t (months)
    """,
    """
    INSERT INTO members (id, owner_id, login_id, login_id_hash, password_hash, name, email, phone, sms_opt_in,
                         mail_opt_in, joined_at, left_at, blocked_at)
    OVERRIDING SYSTEM VALUE
    SELECT n, CASE WHEN is_sub THEN n - 1 END, CASE WHEN stays THEN login END, sha256(n::text::bytea),
           CASE WHEN stays THEN '-' END, CASE WHEN stays THEN name END,
           CASE WHEN stays AND NOT is_sub
                THEN login || '@' || (ARRAY['naver.com', 'gmail.com', 'daum.net', 'kakao.com'])[1 + n %% 4] END,
           CASE WHEN stays AND NOT is_sub
                THEN '010' || to_char((n::bigint * 7919 + 12345678) %% 100000000, 'FM00000000') END,
           stays AND NOT is_sub AND n %% 3 = 0, stays AND NOT is_sub AND n %% 4 = 0, at,
           CASE WHEN NOT stays THEN least(now(), at + interval '5 months') END,
           CASE WHEN stays AND NOT is_sub AND n %% 1000 = 9 THEN now() END
      FROM (SELECT n, n %% 50 = 0 AS is_sub, n %% 40 <> 7 AS stays,
                   now() - interval '2 years' * (1 - n::float8 / %(members)s) AS at,
                   (ARRAY['minji', 'hyunwoo', 'seoyeon', 'jihoon', 'blue', 'seoul', 'shop', 'coffee'])[1 + n %% 8]
                       || to_char(n, 'FM0000000') AS login,
                   (string_to_array('김 김 김 김 이 이 이 박 박 최 정 강 조 윤 장 임 남궁', ' '))
                       [1 + (h & 255)::int %% 17]
                   || substr('민서지하도예수현준은유시재채승가나다라영', 1 + (h >> 8 & 255)::int %% 20, 1)
                   || substr('준연우윤현아진원호빈희민서율경훈솔별결람', 1 + (h >> 16 & 255)::int %% 20, 1)
                   AS name
              FROM (SELECT n, hashint8extended(n, 1) AS h FROM generate_series(1, %(members)s) n) drawn) made
    """,
    """
    INSERT INTO login_sessions (member_id, started_at, last_used_at, expires_at, ended_at, end_reason, ip_address,
                                user_agent)
    SELECT id, joined_at, least(now(), joined_at + interval '100 days'), joined_at + interval '130 days',
           CASE WHEN id %% 3 > 0 THEN joined_at + interval '1 hour' END, CASE WHEN id %% 3 > 0 THEN 'logout' END,
           inet '112.0.0.0' + id, 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)'
      FROM members
    """,
    """
    INSERT INTO billing_methods (id, member_id, auth_key_hash, state, sealed_key, issuer_code, card_number, created_at)
    OVERRIDING SYSTEM VALUE
    SELECT n, pg_temp.member_of(n * 100::bigint, %(members)s), sha256(n::text::bytea), 'active', '\\x00', '11',
           '43301234****' || to_char(n * 7919::bigint %% 10000, 'FM0000'), now() - interval '450 days'
      FROM generate_series(1, %(members)s / 10) n
    """,
    """
    INSERT INTO subscriptions (id, member_id, plan_id, months, quantity, amount, billing_method_id, state, period,
                               paid_until, due_at, retry_at, stop_requested_at, suspended_at, started_at, ended_at,
                               end_reason)
    OVERRIDING SYSTEM VALUE
    SELECT id, member_id, 1 + id %% 8, 1, 1, 33000, id, state, 15, ends, ends,
           CASE WHEN state IN ('past_due', 'suspended') THEN now() + interval '1 day' END,
           CASE WHEN id %% 40 = 5 THEN now() END, CASE WHEN state = 'suspended' THEN now() END, created_at,
           CASE WHEN state = 'ended' THEN ends END, CASE WHEN state = 'ended' THEN 'stopped' END
      FROM (SELECT id, member_id, created_at,
                   CASE WHEN id %% 10 = 3 THEN 'ended' WHEN id %% 500 = 1 THEN 'past_due'
                        WHEN id %% 500 = 2 THEN 'suspended' ELSE 'active' END AS state,
                   now() + interval '1 month' * CASE WHEN id %% 10 = 3 OR id %% 500 IN (1, 2) THEN -0.3
                                                     ELSE (id %% 1000) / 1000.0 END AS ends
              FROM billing_methods) made
    """,
    """
    INSERT INTO price_consents (subscription_id, period, old_amount, new_amount, charge_at, asked_at, answered_at,
                                agreed)
    SELECT id, 16, 33000, 36000, due_at, due_at - interval '29 days', CASE WHEN id %% 1000 > 6 THEN now() END,
           CASE WHEN id %% 1000 > 6 THEN id %% 1000 < 100 END
      FROM subscriptions WHERE state = 'active' AND id %% 100 = 6
    """,
    # Of twenty orders three are charges of a subscription and one prolongs a service; every tenth begins one.
    """
    CREATE UNLOGGED TABLE bench_orders AS
    SELECT n, to_char(at AT TIME ZONE 'Asia/Seoul', 'YYYYMMDD') || '-' || upper(substr(md5(n::text), 1, 4))
                  || lpad(upper(to_hex(n)), 6, '0') AS id,
           at, sub, period, service,
           CASE WHEN sub IS NOT NULL THEN pg_temp.member_of(sub * 100, %(members)s)
                WHEN service IS NOT NULL THEN pg_temp.member_of((service - 1) * 10 + 5, %(members)s)
                WHEN last AND n %% 20 = 7 THEN 1 + n %% %(members)s
                ELSE pg_temp.member_of(n, %(members)s) END AS member,
           CASE WHEN sub IS NOT NULL THEN 1 + sub %% 8 WHEN service IS NOT NULL THEN 1 + (service * 10 - 5) %% 8
                ELSE 1 + n %% 8 END AS plan,
           CASE WHEN sub IS NOT NULL OR u < 0.6 THEN 1 WHEN u < 0.8 THEN 3 WHEN u < 0.9 THEN 6 ELSE 12 END AS months,
           CASE WHEN sub IS NOT NULL THEN 'billing' WHEN last AND n %% 20 = 9 THEN 'virtual_account'
                WHEN v < 0.78 THEN 'card' WHEN v < 0.87 THEN 'transfer' WHEN v < 0.98 THEN 'virtual_account'
                ELSE 'points' END AS method,
           CASE WHEN last AND n %% 20 = 7 THEN 'awaiting_payment' WHEN last AND n %% 20 = 9 THEN 'awaiting_deposit'
                WHEN last AND n %% 200 = 0 THEN 'due' WHEN last AND n %% 200 = 11 THEN 'confirming'
                WHEN last AND n %% 200 = 31 THEN 'refunding'
                WHEN n %% 100 = 35 THEN 'refunded' WHEN n %% 100 IN (15, 75) THEN 'expired' WHEN n %% 10 = 5 THEN 'paid'
                WHEN sub IS NOT NULL THEN CASE WHEN w < 0.95 THEN 'paid' WHEN w < 0.98 THEN 'failed' ELSE 'refunded' END
                WHEN w < 0.8 THEN 'paid' WHEN w < 0.86 THEN 'expired' WHEN w < 0.91 THEN 'cancelled'
                WHEN w < 0.95 THEN 'failed' ELSE 'refunded' END AS state
      FROM (SELECT n, n >= %(orders)s - %(orders)s / 500 AS last, random() AS u, random() AS v, random() AS w,
                   now() - interval '2 years' * (1 - (n + 0.5) / %(orders)s) AS at,
                   CASE WHEN n %% 20 < 3 THEN 1 + (n / 20 * 3 + n %% 20) %% (%(members)s / 10) END AS sub,
                   CASE WHEN n %% 20 < 3 THEN 1 + (n / 20 * 3 + n %% 20) / (%(members)s / 10) END AS period,
                   -- The service was begun a month before, by an order that was paid.
                   CASE WHEN n %% 20 = 3 AND n > %(orders)s / 20
                         AND ((n - %(orders)s / 24) / 10 * 10 + 5) %% 100 NOT IN (15, 35, 75)
                        THEN (n - %(orders)s / 24) / 10 + 1 END AS service
              FROM generate_series(0, %(orders)s::bigint - 1) n) drawn
    """,
    """
    INSERT INTO orders (id, member_id, plan_id, months, quantity, payment_type, list_amount, discount_amount,
                        points_used, amount, points_earned, state, failure_code, created_at, hold_until, paid_at,
                        closed_at, kind, service_id, subscription_id, period, method, cash_receipt, deposit_due_at,
                        refund_mode, refund_penalty_percent)
    SELECT id, member, plan, months, 1, CASE WHEN sub IS NULL THEN 'normal' ELSE 'billing' END, months * 33000, 0,
           CASE WHEN method = 'points' THEN months * 33000 ELSE 0 END,
           CASE WHEN method = 'points' THEN 0 ELSE months * 33000 END,
           CASE WHEN state = 'paid' THEN months * 330 ELSE 0 END, state,
           CASE WHEN state = 'failed' THEN 'REJECT_CARD_PAYMENT' END, at,
           at + CASE WHEN state = 'awaiting_payment' THEN interval '1 day' ELSE interval '20 minutes' END,
           CASE WHEN state IN ('paid', 'refunded', 'refunding') THEN at + interval '3 minutes' END,
           CASE WHEN state IN ('expired', 'cancelled', 'failed', 'refunded') THEN at + interval '1 hour' END,
           CASE WHEN period > 1 OR service IS NOT NULL THEN 'renewal' ELSE 'purchase' END,
           service, sub, period, method,
           CASE WHEN method IN ('transfer', 'virtual_account') AND n %% 2 = 0 THEN 'income' ELSE 'none' END,
           CASE WHEN state = 'awaiting_deposit' THEN at + interval '3 days' END, 'law', 0
      FROM bench_orders ORDER BY n
    """,
    ORDER_LINES,
    """
    INSERT INTO payments (order_id, attempt, payment_key, amount, state, method, receipt_url, refusal_code,
                          refusal_message, requested_at, approved_at, cancelled_at, channel, provider_order_id,
                          billing_method_id, cancelled_amount, wants_cash_receipt, cash_receipt_url)
    SELECT id, 1, 'tviva' || to_char(at, 'YYYYMMDDHH24MISS') || to_hex(n), months * 33000,
           CASE state WHEN 'failed' THEN 'refused' WHEN 'refunded' THEN 'cancelled' WHEN 'confirming' THEN 'confirming'
                      WHEN 'awaiting_deposit' THEN 'depositing' ELSE 'approved' END,
           CASE method WHEN 'transfer' THEN '계좌이체' WHEN 'virtual_account' THEN '가상계좌' ELSE '카드' END,
           'https://dashboard.example.com/receipt/' || id, CASE WHEN state = 'failed' THEN 'REJECT_CARD_PAYMENT' END,
           CASE WHEN state = 'failed' THEN '한도초과 혹은 잔액부족으로 결제에 실패했습니다.' END, at,
           CASE WHEN state IN ('paid', 'refunded', 'refunding') THEN at + interval '3 minutes' END,
           CASE WHEN state = 'refunded' THEN least(now(), at + interval '5 days') END,
           CASE WHEN sub IS NULL THEN 'normal' ELSE 'billing' END, id, sub,
           CASE WHEN state = 'refunded' THEN months * 33000 ELSE 0 END,
           method IN ('transfer', 'virtual_account') AND n %% 2 = 0,
           CASE WHEN method IN ('transfer', 'virtual_account') AND n %% 2 = 0 AND n %% 500 > 0
                 AND state IN ('paid', 'refunded', 'refunding')
                THEN 'https://dashboard.example.com/cash-receipt/' || id END
      FROM bench_orders
     WHERE method <> 'points' AND state IN ('paid', 'refunded', 'refunding', 'failed', 'awaiting_deposit', 'confirming')
     ORDER BY n
    """,
    """
    INSERT INTO refunds (order_id, member_id, state, mode, amount, points_returned, points_clawed_back, calculation,
                         reason, requested_at, completed_at)
    SELECT id, member,
           CASE WHEN state = 'refunded' THEN 'done' WHEN n %% 400 = 31 THEN 'stuck' ELSE 'awaiting_account' END,
           'withdrawal', CASE WHEN method = 'points' THEN 0 ELSE months * 33000 END, 0, 0, '{}', '단순 변심',
           at + interval '1 hour', CASE WHEN state = 'refunded' THEN least(now(), at + interval '5 days') END
      FROM bench_orders WHERE state IN ('refunded', 'refunding') ORDER BY n
    """,
    """
    INSERT INTO point_entries (member_id, amount, kind, order_id, created_at)
    SELECT member, months * 330, 'earned', id, at FROM bench_orders WHERE state = 'paid' AND n %% 5 = 0 ORDER BY n
    """,
    """
    INSERT INTO tax_invoice_requests (order_id, business_number, company, representative, email, requested_at,
                                      exported_at, issued_at, issued_number, refused_at, refusal_reason)
    SELECT id, to_char(1000000000 + n, 'FM0000000000'), '이음상사 ' || n, '홍길동', 'tax' || n || '@example.com', at,
           CASE WHEN is_old THEN at + interval '1 day' END,
           CASE WHEN is_old AND n %% 33 > 0 THEN at + interval '2 days' END,
           CASE WHEN is_old AND n %% 33 > 0 THEN to_char(at, 'YYYYMMDD') || '-' || n END,
           CASE WHEN is_old AND n %% 33 = 0 THEN at + interval '2 days' END,
           CASE WHEN is_old AND n %% 33 = 0 THEN '사업자등록번호가 다릅니다' END
      FROM (SELECT *, n < %(orders)s * 0.998 AS is_old FROM bench_orders
             WHERE state = 'paid' AND method = 'transfer' AND (n / 10) %% 10 = 1) asked
     ORDER BY n
    """,
    """
    INSERT INTO services (id, member_id, order_id, plan_id, state, starts_at, ends_at, closed_at, stopped_at,
                          subscription_id)
    OVERRIDING SYSTEM VALUE
    SELECT service, member, id, plan, state, at, ends,
           CASE WHEN state IN ('expired', 'ended') THEN least(ends, now()) END,
           CASE WHEN state = 'suspended' AND service %% 2 = 0 THEN now() END, sub
      FROM (SELECT service, member, id, plan, at, sub, ends,
                   CASE WHEN state = 'refunded' THEN 'ended' WHEN ends < now() THEN 'expired'
                        WHEN service %% 300 = 0 THEN 'suspended' ELSE 'active' END AS state
              FROM (SELECT n / 10 + 1 AS service, member, id, plan, state, at, NULL::bigint AS sub,
                           at + interval '1 month' * months * (1 + (n %% 7) / 3.0) AS ends
                      FROM bench_orders WHERE n %% 10 = 5 AND state IN ('paid', 'refunded')
                     UNION ALL
                    SELECT %(orders)s / 10 + b.sub, b.member, b.id, b.plan, 'paid', b.at, b.sub, s.paid_until
                      FROM bench_orders b JOIN subscriptions s ON s.id = b.sub WHERE b.period = 1) begun) made
     ORDER BY service
    """,
    """
    INSERT INTO service_periods (service_id, order_id, starts_at, ends_at)
    SELECT id, order_id, starts_at, ends_at FROM services ORDER BY id
    """,
    # A number for each address that is in use: half of them fill the first gateways, the others are spread.
    """
    CREATE UNLOGGED TABLE bench_leased AS
    SELECT s.id AS service, s.order_id, s.starts_at, s.ends_at, s.member_id,
           CASE WHEN rank <= full_ones THEN rank
                ELSE full_ones + (rank - full_ones)
                     * greatest(1, (%(members)s - full_ones) / greatest(1, of - full_ones + 1)) END AS address
      FROM (SELECT *, row_number() OVER (ORDER BY id) AS rank, count(*) OVER () AS of,
                   %(members)s / %(gateways)s * %(full)s AS full_ones
              FROM services WHERE state IN ('active', 'suspended')) s
    """,
    "CREATE UNIQUE INDEX ON bench_leased (address)",
    """
    INSERT INTO exit_addresses (id, pool_id, gateway_id, address, available_at, added_at, proven_at, proven_by,
                                cleared_at, flags, flagged_at, withdrawn_at)
    OVERRIDING SYSTEM VALUE
    SELECT n, 1 + n %% 8, gateway, inet '121.128.0.0' + n,
           CASE WHEN is_leased THEN NULL WHEN n %% 200 = 4 THEN now() + interval '3 days'
                ELSE now() - interval '100 days' END,
           now() - interval '700 days', CASE WHEN is_odd AND n %% 1000 = 3 THEN NULL ELSE now() END,
           CASE WHEN is_odd AND n %% 1000 = 3 THEN NULL ELSE 'call' END, now(),
           CASE WHEN is_odd AND n %% 500 = 1 THEN ARRAY['listed'] ELSE '{}' END,
           CASE WHEN is_odd AND n %% 500 = 1 THEN now() END, CASE WHEN is_odd AND n %% 300 = 2 THEN now() END
      FROM (SELECT n, least(%(gateways)s, 1 + (n - 1) / (%(members)s / %(gateways)s)) AS gateway,
                   b.address IS NOT NULL AS is_leased,
                   b.address IS NULL AND n <= %(members)s - %(members)s / %(gateways)s AS is_odd
              FROM generate_series(1, %(members)s) n LEFT JOIN bench_leased b ON b.address = n) made
    """,
    """
    INSERT INTO pool_networks (pool_id, gateway_id, network, addresses, in_service)
    SELECT pool_id, gateway_id, network(set_masklen(address, 24)), count(*),
           count(*) FILTER (WHERE withdrawn_at IS NULL)
      FROM exit_addresses GROUP BY 1, 2, 3
    """,
    """
    INSERT INTO leases (address_id, order_id, service_id, state, held_at, active_at, ended_at, cause, gateway_id)
    SELECT e.id, l.order_id, l.service, l.state, l.starts_at, l.starts_at, l.closed_at, 'order', e.gateway_id
      FROM (SELECT 1 + (hashint8extended(id, 3) & 2147483647) %% %(members)s AS address, order_id, id AS service,
                   'ended' AS state, starts_at, closed_at
              FROM services WHERE closed_at IS NOT NULL
             UNION ALL
            SELECT address, order_id, service, 'active', starts_at, NULL FROM bench_leased) l
      JOIN exit_addresses e ON e.id = l.address
    """,
    """
    INSERT INTO leases (address_id, order_id, state, held_at, gateway_id)
    SELECT e.id, o.id, 'held', o.at, e.gateway_id
      FROM (SELECT id, at, row_number() OVER () AS n FROM bench_orders WHERE state = 'awaiting_deposit') o
      JOIN (SELECT id, gateway_id, row_number() OVER () AS n FROM exit_addresses WHERE usable_at <= now()) e USING (n)
    """,
    "UPDATE exit_addresses SET available_at = NULL WHERE id IN (SELECT address_id FROM leases WHERE state = 'held')",
    """
    INSERT INTO devices (service_id, name, public_key, tunnel_address, created_at, gateway_id)
    SELECT b.service, (ARRAY['내 폰', '사무실 PC'])[k], encode(sha256((b.service || '-' || k)::bytea), 'base64'),
           inet '10.64.0.0' + (2 * b.address + k), b.starts_at, e.gateway_id
      FROM bench_leased b JOIN exit_addresses e ON e.id = b.address, generate_series(1, 2) k
    """,
    """
    INSERT INTO exits (gateway_id, service_id, address, until, revision)
    SELECT e.gateway_id, b.service, e.address, b.ends_at, 1
      FROM bench_leased b JOIN exit_addresses e ON e.id = b.address
    """,
    """
    INSERT INTO inquiries (id, member_id, category, title, state, taken_by, created_at, last_message_at, last_reply_id,
                           assignee_id, waiting_since)
    OVERRIDING SYSTEM VALUE
    SELECT n, pg_temp.member_of(n * 6, %(members)s),
           (ARRAY['product', 'connection', 'payment', 'refund', 'account', 'other'])[1 + n %% 6],
           (ARRAY['접속이 자주 끊깁니다', '환불 요청합니다', '결제 영수증 문의', '고정 IP 변경 가능한가요',
                  '속도가 느립니다', '기기 추가 방법', '세금계산서 발행', '비밀번호를 잊었습니다'])[1 + n %% 8]
               || CASE WHEN n %% 3 = 0 THEN ' ' || n ELSE '' END,
           CASE WHEN is_open THEN CASE WHEN n %% 2 = 0 THEN 'received' ELSE 'in_progress' END
                WHEN n %% 10 < 3 THEN 'answered' ELSE 'closed' END,
           CASE WHEN is_open AND n %% 2 = 0 THEN NULL ELSE '이상담' END, at, at + interval '3 hours', n * 3 - 1,
           CASE WHEN is_open AND n %% 2 = 0 THEN NULL WHEN n %% 3 = 0 THEN 2 WHEN n %% 3 = 1 THEN 3 END,
           CASE WHEN is_open THEN at + interval '3 hours' END
      FROM (SELECT n, n > %(inquiries)s - %(inquiries)s / 200 AS is_open,
                   now() - interval '3 hours' - interval '2 years' * (1 - n::float8 / %(inquiries)s) AS at
              FROM generate_series(1, %(inquiries)s::bigint) n) made
    """,
    """
    INSERT INTO inquiry_messages (id, inquiry_id, author, staff, body, created_at)
    OVERRIDING SYSTEM VALUE
    SELECT i.id * 3 - 3 + k, i.id, CASE WHEN k = 2 THEN 'staff' ELSE 'member' END, CASE WHEN k = 2 THEN '이상담' END,
           CASE k WHEN 1 THEN '안녕하세요. ' || i.title || ' 어제부터 '
                       || (ARRAY['휴대폰', '노트북', '공유기', '태블릿'])[1 + i.id %% 4] || '에서 '
                       || (ARRAY['오류가 나옵니다', '연결되지 않습니다', '느려졌습니다'])[1 + i.id / 4 %% 3]
                       || '. 확인 부탁드립니다. 참고 번호는 ' || i.id || '입니다.'
                  WHEN 2 THEN '안녕하세요, 이음입니다. 문의하신 내용을 확인했습니다. '
                              '설정 파일을 다시 받아 보시고, 같은 증상이면 알려 주세요.'
                  ELSE (ARRAY['감사합니다.', '해결되었습니다.', '아직 같습니다.'])[1 + i.id %% 3] END,
           i.created_at + interval '90 minutes' * (k - 1)
      FROM inquiries i, generate_series(1, 3) k ORDER BY i.id, k
    """,
    """
    INSERT INTO messages (channel, recipient, subject, body, reference, created_at, sent_at, given_up_at, refusal,
                          member_id)
    SELECT CASE WHEN n %% 3 = 0 THEN 'sms' ELSE 'mail' END, CASE WHEN n %% 3 = 0 THEN m.phone ELSE m.email END,
           CASE n %% 3 WHEN 0 THEN '' WHEN 1 THEN '결제가 완료되었습니다' ELSE '이용 기간이 곧 끝납니다' END,
           m.name || '님, 안녕하세요. 이음입니다. 자세한 내용은 내 서비스에서 확인해 주세요.', 'bench:' || n, at,
           CASE WHEN n %% 300 > 0 AND NOT is_last THEN at + interval '2 seconds' END,
           CASE WHEN n %% 300 = 0 AND NOT is_last THEN at + interval '1 hour' END,
           CASE WHEN n %% 300 = 0 AND NOT is_last THEN '550 5.1.1' END, m.id
      FROM (SELECT n, pg_temp.member_of(n * 3 + 1, %(members)s) AS member, n > %(members)s::bigint * 3 - 20 AS is_last,
                   now() - interval '2 years' * (1 - n::float8 / (%(members)s::bigint * 3)) AS at
              FROM generate_series(1, %(members)s::bigint * 3) n) made
      JOIN members m ON m.id = made.member AND m.left_at IS NULL ORDER BY n
    """,
    """
    INSERT INTO staff_record (index, at, staff_id, session_id, role, action, object_kind, object_id, reason, before,
                              after, request_id, address, hash)
    SELECT n, now() - interval '2 years' * (1 - n::float8 / %(noted)s), 1 + n %% 5, 1 + n %% 2000, '상담',
           (ARRAY['members.unmask', 'orders.refund', 'services.extend', 'inquiries.answer', 'members.points'])
               [1 + n %% 5],
           (ARRAY['member', 'order', 'service', 'inquiry', 'member'])[1 + n %% 5],
           (1 + n %% %(members)s)::text,
           (ARRAY['전화로 본인 확인', '단순 변심', '장애 보상', '문의 답변', '이벤트 보상'])[1 + n %% 5], NULL,
           '{"days": 3}',
           md5(n::text), '127.0.0.1', sha256(n::text::bytea)
      FROM generate_series(1, %(noted)s) n
    """,
    "UPDATE staff_record_head SET index = %(noted)s, hash = sha256((%(noted)s::int)::text::bytea)",
    """
    INSERT INTO staff_approvals (action, params, preview, reason, asked_by, asked_at, state, decided_by, decided_at)
    SELECT 'orders.refund', '{}',
           '{"title": "환불", "rows": [], "warnings": [], "count": null, "amount": null, "digest": ""}', '고객 요청',
           1 + n %% 2, now() - n * interval '3 hours', CASE WHEN n %% 20 = 0 THEN 'refused' ELSE 'confirmed' END, 3,
           now() - n * interval '3 hours'
      FROM generate_series(1, 5000) n
    """,
    """
    INSERT INTO exports (screen, query, reason, expected, state, rows, bytes, asked_by, asked_at, made_at, expires_at)
    SELECT 'orders', '', '월말 정산', 1000, 'over', 1000, 100000, 1 + n %% 2, now() - n * interval '4 hours',
           now() - n * interval '4 hours', now() - n * interval '4 hours' + interval '1 day'
      FROM generate_series(3000, 6, -1) n
    """,
    """
    INSERT INTO bulk_runs (kind, params, title, total, done, state, reason, made_by, made_at, ended_at, role,
                           session_id, request_id, address)
    SELECT 'services.extend', '{"days": 3}', '서비스 3일 연장', 1, 1, 'done', '장애 보상', 1,
           now() - n * interval '1 day', now() - n * interval '1 day', '소유자', 1, md5(n::text), '127.0.0.1'
      FROM generate_series(700, 1, -1) n
    """,
    """
    INSERT INTO bulk_rows (run_id, object_id, state, detail, at)
    SELECT r.id, n, CASE WHEN n %% 50 = 0 THEN 'failed' ELSE 'done' END, '', now()
      FROM (SELECT max(id) AS id FROM bulk_runs) r, generate_series(1, %(members)s / 10) n
    """,
    """
    INSERT INTO alarms (kind, reference, detail, raised_at, cleared_at, cleared_by)
    SELECT (ARRAY['money_without_an_order', 'gateway_silent', 'outbox_stuck'])[1 + n %% 3], 'bench-' || n,
           '확인이 필요합니다', now() - n * interval '1 hour', CASE WHEN n > 10 THEN now() - n * interval '1 hour' END,
           CASE WHEN n > 10 THEN '김운영' END
      FROM generate_series(15000, 1, -1) n
    """,
    """
    INSERT INTO book_checks (kind, day, totals, differences, checked_at)
    SELECT (ARRAY['ledger', 'provider'])[1 + n %% 2], current_date - n / 2, '{}', '[]', now() - n * interval '12 hours'
      FROM generate_series(1460, 1, -1) n
    """,
    "DROP TABLE bench_orders, bench_leased",
)


def fill(url: str, members: int) -> None:
    """`members` is a multiple of a thousand."""
    values = {
        "members": members,
        "orders": members * 10,
        "inquiries": members * 5 // 3,
        "noted": members * 3 // 10,
        "gateways": GATEWAYS,
        "full": FULL_GATEWAYS,
        "token": hashlib.sha256(b"staff:" + STAFF_TOKEN.encode()).digest(),
    }
    with psycopg.connect(url) as conn:
        conn.execute("SET maintenance_work_mem = '2GB'")
        conn.execute("SET work_mem = '512MB'")
        conn.execute(WITHOUT_TRIGGERS)
        # What a transaction writes to a table that it has emptied itself needs no log of PostgreSQL's.
        conn.execute(sql.SQL("TRUNCATE {} CASCADE").format(_names(LARGE)))
        # No unique index keeps anything apart here, because a shop is filled once.
        conn.execute(
            """
            UPDATE pg_index SET indisready = false, indisvalid = false
             WHERE indrelid = ANY(SELECT c.oid FROM unnest(%s::text[]) n JOIN pg_class c ON c.oid = n::regclass)
            """,
            (LARGE,),
        )
        with (
            on_terminal() as progress,
            progress.step(f"a shop of {members:,} members", total=len(STATEMENTS) + len(LARGE)) as advance,
        ):
            for statement in STATEMENTS:
                run_timed(conn, statement, values)
                advance(1)
            for table in LARGE:
                run_timed(conn, sql.SQL("REINDEX TABLE {}").format(sql.Identifier(table)))
                advance(1)
        _move_identities(conn)
    with psycopg.connect(url, autocommit=True) as conn:
        conn.execute("VACUUM ANALYZE")


def _names(tables: list[str]) -> sql.Composed:
    return sql.SQL(", ").join(map(sql.Identifier, tables))


def _move_identities(conn: psycopg.Connection) -> None:
    """The next row gets the number after those that were given here."""
    for table in LARGE:
        sequence = conn.execute(
            "SELECT pg_get_serial_sequence(%s, 'id') FROM pg_attribute"
            " WHERE attrelid = %s::regclass AND attname = 'id' AND attidentity <> ''",
            (table, table),
        ).fetchone()
        if sequence is not None:
            conn.execute(
                sql.SQL("SELECT setval({}, (SELECT max(id) FROM {}))").format(
                    sql.Literal(sequence[0]), sql.Identifier(table)
                )
            )
