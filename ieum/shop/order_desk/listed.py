"""The list of orders."""

from datetime import datetime
from typing import LiteralString

import msgspec

from ieum.shop.catalog.words import PRODUCTS
from ieum.shop.desk.listing import Column, List
from ieum.shop.desk.lists import Order
from ieum.shop.kernel.masking import mask_login_id, mask_name
from ieum.shop.order_desk.filters import OrderFilters, where_of
from ieum.shop.order_history.types import RefundState
from ieum.shop.orders import words
from ieum.shop.orders.pricing import split_vat
from ieum.shop.orders.types import Method, OrderId, OrderKind, OrderState
from ieum.shop.refunds import words as refunds


class Buyer(msgspec.Struct, rename="camel"):
    """Member who bought, masked as soon as they are read; `name` is empty of who has left."""

    id: int
    name: str
    has_left: bool

    def __post_init__(self) -> None:
        self.name = mask_name(self.name) if self.name else ""


class Bought(msgspec.Struct, frozen=True, rename="camel"):
    plan_name: str
    months: int
    quantity: int


BUYER: LiteralString = (
    "jsonb_build_object('id', o.member_id, 'name', coalesce(m.name, ''), 'hasLeft', m.left_at IS NOT NULL)"
)
# The cursor's moment is text, which keeps its microseconds.
_AT: LiteralString = "%(cursor_0)s::text::timestamptz"
# Of one amount there may be millions: only a comparison of all at once finds where among them a page begins. Those of
# one amount are in the order of time, so that an index finds the largest of some days.
_BY_AMOUNT: LiteralString = "(%(cursor_0)s::bigint, %(cursor_1)s::text::timestamptz, %(cursor_2)s::text)"
_AMOUNTS: LiteralString = "o.amount, o.created_at::text, o.id"
ORDERS = List(
    name="orders",
    label="주문·결제",
    permission="orders.view",
    filters=OrderFilters,
    where_of=where_of,
    search="주문번호, 결제 키, 카드 끝 4자리",
    key="o.id",
    counted="orders o",
    source="""
        orders o
        JOIN order_lines sold ON sold.order_id = o.id AND sold.number = 1
        JOIN members m ON m.id = o.member_id
        LEFT JOIN refunds r ON r.order_id = o.id
    """,
    filed="LEFT JOIN payments y ON y.order_id = o.id AND y.state <> 'refused'",
    orders={
        "-time": Order(
            "o.created_at DESC, o.id",
            f"o.created_at <= {_AT} AND (o.created_at < {_AT} OR o.id > %(cursor_1)s::text)",
            width=2,
            cursor="o.created_at::text, o.id",
        ),
        "time": Order(
            "o.created_at, o.id DESC",
            f"o.created_at >= {_AT} AND (o.created_at > {_AT} OR o.id < %(cursor_1)s::text)",
            width=2,
            cursor="o.created_at::text, o.id",
        ),
        "-amount": Order(
            "o.amount DESC, o.created_at DESC, o.id DESC",
            f"(o.amount, o.created_at, o.id) < {_BY_AMOUNT}",
            width=3,
            cursor=_AMOUNTS,
        ),
        "amount": Order(
            "o.amount, o.created_at, o.id",
            f"(o.amount, o.created_at, o.id) > {_BY_AMOUNT}",
            width=3,
            cursor=_AMOUNTS,
        ),
    },
    columns=(
        Column("id", "주문번호", "o.id", type=OrderId),
        Column("buyer", "회원", BUYER, "own", Buyer, on="screen"),
        Column(
            "what",
            "상품",
            "jsonb_build_object('planName', sold.name, 'months', o.months, 'quantity', o.quantity)",
            "own",
            Bought,
            on="screen",
        ),
        Column("ordered_at", "주문일시", "o.created_at", on="file"),
        Column("paid_at", "결제일시", "o.paid_at", on="file"),
        Column("state", "상태", "o.state", "state", OrderState, words=words.STATES, tones=words.TONES),
        Column("method", "결제수단", "o.method", type=Method, words=words.METHODS, on="screen"),
        Column("amount", "금액", "o.amount", "won", int, order="amount", on="screen"),
        Column("time", "주문한 때", "o.created_at", "when", datetime, order="time", on="screen"),
        Column("kind", "구분", "o.kind", type=OrderKind, words=words.KINDS, is_extra=True),
        Column(
            "refund",
            "환불",
            "r.state",
            "state",
            RefundState | None,
            words=refunds.STATES,
            tones=refunds.TONES,
            is_extra=True,
            on="screen",
        ),
        Column("due", "입금 기한", "o.deposit_due_at", "when", is_extra=True, on="screen"),
        Column("plan_kind", "종류", "sold.kind", words=PRODUCTS, on="file"),
        Column("plan_name", "상품", "sold.name", on="file"),
        Column("months", "개월", "o.months", on="file"),
        Column("quantity", "수량", "o.quantity", on="file"),
        Column("list_amount", "상품금액", "o.list_amount", on="file"),
        Column("discount", "할인금액", "o.discount_amount", on="file"),
        Column("points_used", "사용포인트", "o.points_used", on="file"),
        Column("paid", "결제금액", "o.amount", on="file"),
        Column("supply", "공급가액", "o.amount", shown=lambda won: split_vat(won)[0], on="file"),
        Column("vat", "부가세", "o.amount", shown=lambda won: split_vat(won)[1], on="file"),
        Column("refunded", "환불금액", "coalesce(y.cancelled_amount, 0)", on="file"),
        Column("paid_by", "결제방법", "o.method", words=words.METHODS, on="file"),
        Column("means", "결제수단", "y.method", on="file"),
        Column(
            "cash_receipt",
            "현금영수증",
            "o.cash_receipt",
            words={**words.CASH_RECEIPTS, "none": ""},
            on="file",
        ),
        Column("subscription_id", "정기결제번호", "o.subscription_id", on="file"),
        Column("period", "회차", "o.period", on="file"),
        Column("member_id", "회원번호", "o.member_id", on="file"),
        # Masked: the file is about money.
        Column("login_id", "아이디", "m.login_id", shown=mask_login_id, on="file"),
    ),
)
