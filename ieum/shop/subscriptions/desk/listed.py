"""The list of recurring payments."""

from datetime import datetime

from ieum.shop.desk.listing import Column, List
from ieum.shop.desk.lists import newest_id, oldest
from ieum.shop.payments.refusals import refusal_brief
from ieum.shop.subscriptions.desk import queries
from ieum.shop.subscriptions.desk.filters import SubscriptionFilters, where_of
from ieum.shop.subscriptions.desk.types import Payer, PlanOfSubscription, Rise
from ieum.shop.subscriptions.desk.words import RISES
from ieum.shop.subscriptions.types import SubscriptionId, SubscriptionState
from ieum.shop.subscriptions.words import STATES, TONES

SUBSCRIPTIONS = List(
    name="subscriptions",
    label="정기결제",
    permission="subscriptions.view",
    filters=SubscriptionFilters,
    where_of=where_of,
    search="번호, 주문번호, 메일, 휴대폰, 이름 전체",
    key="s.id",
    counted="subscriptions s",
    source=queries.SOURCE,
    orders={
        "newest": newest_id("s.id"),
        "due": oldest("s.due_at", "s.id"),
    },
    order_of=lambda filters: "due" if filters.by_due else "newest",
    columns=(
        Column("id", "번호", "s.id", "number", SubscriptionId, on="row+file"),
        Column("payer", "회원", queries.PAYER, "own", Payer, on="screen"),
        Column(
            "plan",
            "상품",
            """jsonb_build_object('id', s.plan_id, 'name', sold.name, 'months', s.months,
                                  'quantity', s.quantity)""",
            "own",
            PlanOfSubscription,
            on="screen",
        ),
        Column("plan_name", "상품", "sold.name", on="file"),
        Column("months", "개월", "s.months", on="file"),
        Column("quantity", "수량", "s.quantity", on="file"),
        Column("sum", "금액", "s.amount", on="file"),
        Column("state", "상태", "s.state", "own", SubscriptionState, words=STATES, tones=TONES),
        Column("stopping", "해지 예정", queries.STOPPING, "yes", on="row"),
        Column("amount", "금액", "s.amount", "won", int, on="screen"),
        Column("due_at", "다음 결제", "s.due_at", "own", datetime | None, on="screen"),
        Column("next_at", "다음 결제", "s.due_at", on="file"),
        Column("paid_to", "결제된 기간", "s.paid_until", on="file"),
        Column("refused", "거절 횟수", "s.tries", on="file"),
        Column("tries", "거절", "s.tries", "own", int, on="screen"),
        Column("failure_brief", "거절", "s.failure_code", converted=refusal_brief, on="row"),
        Column("rise", "인상", queries.RISE, type=Rise | None, words=RISES, on="screen"),
        Column("failure_code", "거절 코드", "s.failure_code", on="file"),
        Column("retry_at", "다시 시도", "s.retry_at", "when", is_extra=True),
        Column("paid_until", "결제된 기간", "s.paid_until", "when", is_extra=True, on="screen"),
        Column("started_at", "시작", "s.started_at", "when", datetime, is_extra=True, on="screen"),
        Column("stop_requested_at", "해지 신청", "s.stop_requested_at", on="file"),
        Column("ended_at", "종료", "s.ended_at", on="file"),
        Column("member_id", "회원번호", "s.member_id", on="file"),
    ),
)
