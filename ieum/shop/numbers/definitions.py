"""Definitions of the figures: in words, and as the SQL by which the job keeps them. The page quotes both.

A query answers `day, part, value, base` of the days from `first` to before `last`, in Seoul; `since` and `until` are
the moments of these. A stand is of the moment at which it is asked.
"""

from collections.abc import Mapping
from typing import Any, LiteralString

import msgspec

from ieum.shop.numbers.profit_sql import PROFIT_DEFINITION, PROFIT_SQL
from ieum.shop.numbers.types import FigureName, Unit
from ieum.shop.subscriptions.words import END_REASONS


class Figure(msgspec.Struct, frozen=True, kw_only=True):
    """`is_stand`: how many there are now, of which days are not summed. `adds_up`: the parts have a sum.

    A share is `value ÷ base`; with `one_base`, all parts are shares of the same. `kept_by`: what fills the table that
    the figure is summed from.
    """

    name: FigureName
    label: str
    unit: Unit
    definition: str
    sql: LiteralString
    parts: Mapping[Any, str] = {}
    is_stand: bool = False
    is_share: bool = False
    one_base: bool = False
    adds_up: bool = True
    by_month: bool = False
    kept_by: LiteralString = ""


_SALES = Figure(
    name="sales",
    label="매출",
    unit="won",
    definition="결제된 금액에서 돌려준 금액을 뺀 것입니다. 환불은 결제한 날에서 뺍니다. 부가세를 포함합니다.",
    parts={"paid": "결제", "returned": "환불"},
    sql="""
        SELECT (y.approved_at AT TIME ZONE 'Asia/Seoul')::date AS day, v.part, sum(v.won) AS value, NULL::bigint AS base
          FROM payments y
         CROSS JOIN LATERAL (VALUES ('paid', y.amount), ('returned', -y.cancelled_amount)) AS v (part, won)
         WHERE y.approved_at >= %(since)s AND y.approved_at < %(until)s AND y.reversed_at IS NULL
         GROUP BY 1, 2
    """,
)
_MRR = Figure(
    name="mrr",
    label="월 반복 매출 (MRR)",
    unit="won",
    definition="이어지는 정기결제의 금액을 한 달 치로 나누어 더한 것입니다. 해지를 예약한 것은 빼고, 부가세를 뺍니다.",
    is_stand=True,
    sql="""
        SELECT %(first)s::date AS day, '' AS part,
               coalesce(sum(round(b.amount / b.months / 1.1)), 0)::bigint AS value, NULL::bigint AS base
          FROM subscriptions b
         WHERE b.state IN ('active', 'past_due') AND b.stop_requested_at IS NULL
    """,
)
_CHURN = Figure(
    name="churn",
    label="해지율",
    unit="percent",
    definition="그달에 끝난 정기결제를 그달 첫날에 이어지던 정기결제로 나눈 것입니다. 끝난 이유별로 나눕니다.",
    parts=END_REASONS,
    is_share=True,
    one_base=True,
    by_month=True,
    sql="""
        SELECT m.day, coalesce(b.end_reason, 'stopped') AS part, count(b.id) AS value,
               (SELECT count(*) FROM subscriptions a
                 WHERE a.period > 0 AND a.started_at < m.begins
                   AND (a.ended_at IS NULL OR a.ended_at >= m.begins)) AS base
          FROM (SELECT g::date AS day, g AT TIME ZONE 'Asia/Seoul' AS begins,
                       (g + interval '1 month') AT TIME ZONE 'Asia/Seoul' AS ends
                  FROM generate_series(date_trunc('month', %(first)s::date::timestamp),
                                       %(last)s::date - interval '1 day', interval '1 month') g) m
          LEFT JOIN subscriptions b ON b.ended_at >= m.begins AND b.ended_at < m.ends AND b.period > 0
         GROUP BY m.day, m.begins, b.end_reason
    """,
)
_REFUNDS = Figure(
    name="refunds",
    label="환불",
    unit="won",
    definition="돌려주기를 마친 금액입니다. 돈이 나간 날로 셉니다.",
    sql="""
        SELECT (r.completed_at AT TIME ZONE 'Asia/Seoul')::date AS day, '' AS part, sum(r.amount) AS value,
               NULL::bigint AS base
          FROM refunds r
         WHERE r.completed_at >= %(since)s AND r.completed_at < %(until)s
         GROUP BY 1
    """,
)
_CONVERSION = Figure(
    name="conversion",
    label="방문 → 가입 → 첫 결제",
    unit="count",
    definition="그날의 방문 수, 그날 가입한 회원 수, 그날 가입해 30일 안에 처음 결제한 회원 수입니다. "
    "방문은 회원과 이어 두지 않으므로 방문한 사람을 따라가지 않고 날로 비교합니다. "
    "검색어·광고·사이트별로는, 회원이 가입하기 전에 처음 들어온 곳으로 나눕니다.",
    parts={"visits": "방문", "joined": "가입", "paid": "30일 안에 첫 결제"},
    adds_up=False,
    sql="""
        SELECT j.day, v.part, sum(v.one) AS value, NULL::bigint AS base
          FROM (SELECT (m.joined_at AT TIME ZONE 'Asia/Seoul')::date AS day,
                       EXISTS (SELECT FROM orders o
                                WHERE o.member_id = m.id AND o.paid_at < m.joined_at + interval '30 days'
                                  -- Not what they brought from another shop.
                                  AND (o.amount > 0 OR o.points_used > 0)) AS has_paid
                  FROM members m
                 WHERE m.joined_at >= %(since)s AND m.joined_at < %(until)s AND m.owner_id IS NULL) j
         CROSS JOIN LATERAL (VALUES ('joined', 1), ('paid', j.has_paid::integer)) AS v (part, one)
         GROUP BY 1, 2
    """,
)
_OCCUPANCY = Figure(
    name="occupancy",
    label="IP 점유율",
    unit="percent",
    definition="이용 중인 IP를 판매 가능·이용 중·쉬는 중·잡아 둔 IP로 나눈 것입니다. 풀마다 셉니다.",
    is_stand=True,
    is_share=True,
    sql="""
        SELECT %(first)s::date AS day, p.code AS part, count(*) FILTER (WHERE a.state = 'leased') AS value,
               count(*) AS base
          FROM address_states a JOIN address_pools p ON p.id = a.pool_id
         WHERE a.state IN ('free', 'leased', 'resting', 'held')
         GROUP BY p.code
    """,
)
_ANSWERS = Figure(
    name="answers",
    label="답변 시간",
    unit="minutes",
    definition="회원이 쓴 뒤 직원이 처음 답할 때까지의 평균입니다. 답한 날로 셉니다. "
    "근무 시간은 공휴일이 아닌 평일 9시부터 18시까지입니다.",
    parts={"clock": "전체 시간", "office": "근무 시간"},
    is_share=True,
    adds_up=False,
    sql="""
        WITH answered AS (
            SELECT a.created_at AS until,
                   (SELECT min(q.created_at) FROM inquiry_messages q
                     WHERE q.inquiry_id = a.inquiry_id AND q.author = 'member' AND q.id < a.id
                       AND q.id > coalesce((SELECT max(b.id) FROM inquiry_messages b
                                             WHERE b.inquiry_id = a.inquiry_id AND b.author = 'staff'
                                               AND b.id < a.id), 0)
                   ) AS since
              FROM inquiry_messages a
             WHERE a.author = 'staff' AND a.created_at >= %(since)s AND a.created_at < %(until)s
        )
        SELECT (w.until AT TIME ZONE 'Asia/Seoul')::date AS day, v.part, round(sum(v.minutes))::bigint AS value,
               count(*) AS base
          FROM answered w
         CROSS JOIN LATERAL (VALUES
               ('clock', extract(epoch FROM w.until - w.since) / 60),
               ('office', (SELECT coalesce(sum(greatest(0, extract(epoch FROM
                                  least(w.until, (d + time '18:00') AT TIME ZONE 'Asia/Seoul')
                                  - greatest(w.since, (d + time '09:00') AT TIME ZONE 'Asia/Seoul')) / 60)), 0)
                             FROM generate_series((w.since AT TIME ZONE 'Asia/Seoul')::date::timestamp,
                                                  (w.until AT TIME ZONE 'Asia/Seoul')::date::timestamp,
                                                  interval '1 day') AS g (d)
                            WHERE extract(isodow FROM d) < 6
                              AND NOT EXISTS (SELECT FROM public_holidays h WHERE h.day = d::date)))
               ) AS v (part, minutes)
         WHERE w.since IS NOT NULL
         GROUP BY 1, 2
    """,
)

_PROFIT = Figure(
    name="profit",
    label="IP 이익",
    unit="won",
    definition=PROFIT_DEFINITION,
    by_month=True,
    kept_by=PROFIT_SQL,
    sql="""
        SELECT a.month AS day, p.code AS part, sum(a.profit)::bigint AS value, NULL::bigint AS base
          FROM address_profits a JOIN address_pools p ON p.id = a.pool_id
         WHERE a.month >= %(first)s AND a.month < %(last)s AND a.profit IS NOT NULL
         GROUP BY a.month, p.code
    """,
)

_ALL = (_SALES, _MRR, _CHURN, _REFUNDS, _CONVERSION, _OCCUPANCY, _ANSWERS, _PROFIT)
FIGURES: Mapping[FigureName, Figure] = {figure.name: figure for figure in _ALL}
