"""Filters of the list of orders."""

import re
from datetime import datetime
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from ieum.shop.desk.lists import Id, Text, Where
from ieum.shop.order_desk.words import TROUBLES, Trouble
from ieum.shop.order_history.types import RefundState
from ieum.shop.orders import words as orders
from ieum.shop.orders.types import Method, OrderKind
from ieum.shop.refunds import words as refunds

type OrderStateName = Literal[
    "awaiting_payment",
    "awaiting_deposit",
    "due",
    "confirming",
    "paid",
    "failed",
    "expired",
    "cancelled",
    "refunding",
    "refunded",
]
_MOST_KEYS = 200
type Won = Annotated[int, Meta(ge=0, le=2**31 - 1)]


class OrderFilters(msgspec.Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    q: Text | None = None
    state: (
        Annotated[OrderStateName, Meta(title="상태", extra_json_schema={"words": orders.STATES})] | None
    ) = None
    from_: Annotated[datetime, Meta(title="기간")] | None = msgspec.field(name="from", default=None)
    to: datetime | None = None
    method: Annotated[Method, Meta(title="결제수단", extra_json_schema={"words": orders.METHODS})] | None = (
        None
    )
    refund: Annotated[RefundState, Meta(title="환불", extra_json_schema={"words": refunds.STATES})] | None = (
        None
    )
    trouble: Annotated[Trouble, Meta(title="확인할 입금", extra_json_schema={"words": TROUBLES})] | None = (
        None
    )
    kind: Annotated[OrderKind, Meta(title="구분", extra_json_schema={"words": orders.KINDS})] | None = None
    amount_from: Annotated[Won, Meta(title="금액")] | None = None
    amount_to: Won | None = None
    member: Annotated[Id, Meta(title="회원")] | None = None


def where_of(filters: OrderFilters) -> Where:
    """Conditions on `orders o`; nothing else has to be joined for them.

    What is always little, such as money in trouble, is read first, into an array: the planner cannot know how little.
    """
    where = Where()
    if filters.q and filters.q.strip():
        _add_words(where, filters.q.strip())
    where.add_if(filters.state, "o.state = %(state)s", "state")
    where.add_if(filters.kind, "o.kind = %(kind)s", "kind")
    where.add_if(filters.method, "o.method = %(method)s", "method")
    where.add_if(filters.member, "o.member_id = %(member)s", "member")
    where.add_if(filters.amount_from, "o.amount >= %(amount_from)s", "amount_from")
    where.add_if(filters.amount_to, "o.amount <= %(amount_to)s", "amount_to")
    where.add_if(filters.from_, "o.created_at >= %(since)s", "since")
    where.add_if(filters.to, "o.created_at < %(until)s", "until")
    if filters.refund == "done":
        # Of these orders and no others, as `reconciliation.invariants` looks; their state has an index in every order.
        where.add("o.state = 'refunded'")
    elif filters.refund:
        where.add(
            "o.id = ANY(ARRAY(SELECT order_id FROM refunds WHERE state = %(refund)s))", refund=filters.refund
        )
    if filters.trouble == "reversed":
        where.add("o.id = ANY(ARRAY(SELECT order_id FROM payments WHERE reversed_at IS NOT NULL))")
    elif filters.trouble == "held_after_refund":
        where.add("o.id = ANY(ARRAY(SELECT order_id FROM payments WHERE held_after_refund_at IS NOT NULL))")
    return where


def _add_words(where: Where, words: str) -> None:
    """Four digits are a card's last ones, what begins with digits a number of ours, all else the provider's key.

    All keys of a year may begin alike: of such a beginning only the first keys are found, and more of it finds others.
    """
    if re.fullmatch(r"[0-9]{4}", words):
        where.add(
            """
            o.id = ANY(ARRAY(SELECT y.order_id FROM billing_methods b JOIN payments y ON y.billing_method_id = b.id
                              WHERE right(b.card_number, 4) = %(digits)s))
            """,
            digits=words,
        )
    elif re.match(r"[0-9]", words):
        where.add("o.id LIKE %(number)s", number=_beginning(words.upper()))
    else:
        where.add(
            """
            o.id = ANY(ARRAY(SELECT order_id FROM payments WHERE payment_key LIKE %(key)s
                              ORDER BY payment_key USING ~<~ LIMIT %(keys)s))
            """,
            key=_beginning(words),
            keys=_MOST_KEYS,
        )


def _beginning(words: str) -> str:
    """A pattern of LIKE for what begins so; what means something in patterns loses its meaning."""
    return re.sub(r"([\\%_])", r"\\\1", words) + "%"
