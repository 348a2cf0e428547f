"""The list of alarms."""

from datetime import datetime

from ieum.shop.desk.listing import Column, List
from ieum.shop.desk.lists import newest
from ieum.shop.reconciliation.desk.filters import AlarmFilters, where_of
from ieum.shop.reconciliation.desk.types import AlarmLine
from ieum.shop.reconciliation.desk.words import STATES, TONES, AlarmState

ALARMS = List(
    name="alarms",
    label="알람",
    permission="reconciliation.view",
    filters=AlarmFilters,
    where_of=where_of,
    search="참조 전체: 주문번호, 게이트웨이, IP, 데이터베이스 백업, 변경 기록 보관, 파일 백업, 복구 시험",
    key="a.id",
    counted="alarms a",
    # What a provider knows by its own order id is written before the payment key, with a space between them.
    source="alarms a LEFT JOIN orders o ON o.id = split_part(a.reference, ' ', 1)",
    orders={"newest": newest("a.raised_at", "a.id")},
    row=AlarmLine,
    columns=(
        Column("id", "번호", "a.id", on="row"),
        # Of the kind and the reference, in `AlarmLine`.
        Column("title", "알람", "''", on="screen"),
        Column("reference", "참조", "a.reference", "own", on="screen"),
        Column(
            "state",
            "상태",
            "CASE WHEN a.cleared_at IS NULL THEN 'open' ELSE 'cleared' END",
            "state",
            AlarmState,
            words=STATES,
            tones=TONES,
            on="screen",
        ),
        Column("raised_at", "생긴 때", "a.raised_at", "when", datetime, on="screen"),
        Column("cleared_at", "처리한 때", "a.cleared_at", "when", on="screen"),
        Column("kind", "종류", "a.kind", "own", is_extra=True, on="screen"),
        Column("detail", "내용", "a.detail", on="row"),
        Column("cleared_by", "처리한 사람", "a.cleared_by", on="row"),
        Column("order_id", "주문", "o.id", on="row"),
    ),
    is_kept_here=True,
)
