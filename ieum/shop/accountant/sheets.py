"""The tables of a month for the accountant: their names, headings and SQL. Members are numbers, without names.

Every query takes the month as `since` and `until`, and its columns are those of the file, in their order.
"""

from typing import LiteralString, NamedTuple


class Sheet(NamedTuple):
    name: str
    headings: tuple[str, ...]
    query: LiteralString


# What came in is of the day on which it was approved, what went out of the day on which it went. A deposit that the
# bank took back went out, too. VAT is an eleventh, rounded half up as the provider does.
_DAYS = Sheet(
    "매출-일별.csv",
    ("날짜", "결제 건수", "결제 금액", "환불 건수", "환불 금액", "순매출", "공급가액", "부가세"),
    """
    WITH moved AS (
        SELECT approved_at AS at, amount::bigint AS paid, 0::bigint AS returned FROM payments
         WHERE approved_at >= %(since)s AND approved_at < %(until)s AND state IN ('approved', 'cancelling', 'cancelled')
         UNION ALL
        SELECT completed_at, 0, amount FROM refunds
         WHERE completed_at >= %(since)s AND completed_at < %(until)s AND amount > 0
         UNION ALL
        SELECT cancelled_elsewhere_at, 0, cancelled_elsewhere FROM payments
         WHERE cancelled_elsewhere_at >= %(since)s AND cancelled_elsewhere_at < %(until)s
         UNION ALL
        SELECT reversed_at, 0, amount - cancelled_amount FROM payments
         WHERE reversed_at >= %(since)s AND reversed_at < %(until)s
    ), days AS (
        SELECT to_char(at AT TIME ZONE 'Asia/Seoul', 'YYYY-MM-DD') AS day, count(*) FILTER (WHERE paid > 0) AS payments,
               sum(paid)::bigint AS paid, count(*) FILTER (WHERE returned > 0) AS refunds,
               sum(returned)::bigint AS returned
          FROM moved GROUP BY 1
    )
    SELECT day, payments, paid, refunds, returned, paid - returned,
           paid - returned - floor((paid - returned) / 11.0 + 0.5)::bigint,
           floor((paid - returned) / 11.0 + 0.5)::bigint
      FROM days ORDER BY day
    """,
)
_PAYMENTS = Sheet(
    "결제.csv",
    (
        "승인일시",
        "주문번호",
        "회원번호",
        "상품",
        "결제수단",
        "결제 금액",
        "공급가액",
        "부가세",
        "현금영수증",
        "취소된 금액",
        "입금 취소일시",
    ),
    """
    SELECT to_char(y.approved_at AT TIME ZONE 'Asia/Seoul', 'YYYY-MM-DD HH24:MI:SS'), y.order_id, o.member_id,
           sold.name,
           CASE o.method WHEN 'card' THEN '카드' WHEN 'transfer' THEN '계좌이체' WHEN 'virtual_account' THEN '가상계좌'
                         WHEN 'billing' THEN '정기결제' ELSE o.method END,
           y.amount, y.amount - floor(y.amount / 11.0 + 0.5)::bigint, floor(y.amount / 11.0 + 0.5)::bigint,
           CASE o.cash_receipt WHEN 'income' THEN '소득공제' WHEN 'expense' THEN '지출증빙' ELSE '' END,
           y.cancelled_amount,
           coalesce(to_char(y.reversed_at AT TIME ZONE 'Asia/Seoul', 'YYYY-MM-DD HH24:MI:SS'), '')
      FROM payments y
      JOIN orders o ON o.id = y.order_id
      JOIN order_lines sold ON sold.order_id = o.id AND sold.number = 1
     WHERE y.approved_at >= %(since)s AND y.approved_at < %(until)s
       AND y.state IN ('approved', 'cancelling', 'cancelled')
     ORDER BY y.approved_at, y.id
    """,
)
_REFUNDS = Sheet(
    "환불.csv",
    ("완료일시", "주문번호", "회원번호", "환불 금액", "돌려준 포인트", "회수한 포인트", "신청일시"),
    """
    SELECT to_char(completed_at AT TIME ZONE 'Asia/Seoul', 'YYYY-MM-DD HH24:MI:SS'), order_id, member_id, amount,
           points_returned, points_clawed_back,
           to_char(requested_at AT TIME ZONE 'Asia/Seoul', 'YYYY-MM-DD HH24:MI:SS')
      FROM refunds
     WHERE completed_at >= %(since)s AND completed_at < %(until)s
     ORDER BY completed_at, id
    """,
)
_POINTS = Sheet(
    "포인트.csv",
    ("일시", "회원번호", "구분", "포인트", "주문번호"),
    """
    SELECT to_char(created_at AT TIME ZONE 'Asia/Seoul', 'YYYY-MM-DD HH24:MI:SS'), member_id,
           CASE kind WHEN 'earned' THEN '적립' WHEN 'used' THEN '사용' WHEN 'returned' THEN '사용 취소'
                     WHEN 'clawed_back' THEN '적립 회수' WHEN 'forfeited' THEN '소멸' WHEN 'written_off' THEN '대손'
                     WHEN 'given' THEN '직접 지급' WHEN 'taken' THEN '직접 회수' ELSE kind END,
           amount, coalesce(order_id, '')
      FROM point_entries
     WHERE created_at >= %(since)s AND created_at < %(until)s
     ORDER BY created_at, id
    """,
)
_INVOICES = Sheet(
    "세금계산서.csv",
    (
        "신청일시",
        "주문번호",
        "사업자등록번호",
        "상호",
        "공급가액",
        "부가세",
        "합계",
        "상태",
        "승인번호",
        "발행일시",
    ),
    """
    SELECT to_char(t.requested_at AT TIME ZONE 'Asia/Seoul', 'YYYY-MM-DD HH24:MI:SS'), t.order_id,
           regexp_replace(t.business_number, '(...)(..)(.....)', '\\1-\\2-\\3'), t.company,
           a.amount - floor(a.amount / 11.0 + 0.5)::bigint, floor(a.amount / 11.0 + 0.5)::bigint, a.amount,
           CASE WHEN t.issued_at IS NOT NULL THEN '발행' WHEN t.refused_at IS NOT NULL THEN '거절' ELSE '처리 전' END,
           coalesce(t.issued_number, ''),
           coalesce(to_char(t.issued_at AT TIME ZONE 'Asia/Seoul', 'YYYY-MM-DD HH24:MI:SS'), '')
      FROM tax_invoice_requests t
      JOIN orders o ON o.id = t.order_id
      LEFT JOIN payments y ON y.order_id = o.id AND y.state <> 'refused'
     CROSS JOIN LATERAL (SELECT o.amount - coalesce(y.cancelled_amount, 0) AS amount) a
     WHERE t.requested_at >= %(since)s AND t.requested_at < %(until)s
     ORDER BY t.requested_at, t.order_id
    """,
)
_RECEIPTS = Sheet(
    "현금영수증.csv",
    ("결제일시", "주문번호", "용도", "결제 금액", "환불된 금액", "발급"),
    """
    SELECT to_char(o.paid_at AT TIME ZONE 'Asia/Seoul', 'YYYY-MM-DD HH24:MI:SS'), o.id,
           CASE o.cash_receipt WHEN 'income' THEN '소득공제' ELSE '지출증빙' END, o.amount,
           coalesce(y.cancelled_amount, 0), CASE WHEN y.cash_receipt_url IS NULL THEN '확인 필요' ELSE '발급' END
      FROM orders o
      LEFT JOIN payments y ON y.order_id = o.id AND y.state <> 'refused'
     WHERE o.cash_receipt <> 'none' AND o.paid_at >= %(since)s AND o.paid_at < %(until)s
     ORDER BY o.paid_at, o.id
    """,
)
SHEETS = (_DAYS, _PAYMENTS, _REFUNDS, _POINTS, _INVOICES, _RECEIPTS)
