"""Subscriptions as their members see them."""

from datetime import datetime

from ieum.shop.catalog import queries as catalog
from ieum.shop.catalog.rules import amount_of
from ieum.shop.kernel.db import Connection
from ieum.shop.kernel.structs import build
from ieum.shop.members.types import MemberId
from ieum.shop.payments.refusals import failure
from ieum.shop.subscriptions import method_queries, methods, queries, rules, view_queries
from ieum.shop.subscriptions.types import (
    BillingMethod,
    PriceChange,
    Subscription,
    SubscriptionId,
    SubscriptionRow,
    Terms,
)


async def list_of(conn: Connection, member: MemberId) -> list[Subscription]:
    return await _show(conn, await view_queries.list_of_member(conn, member))


async def get(conn: Connection, member: MemberId, subscription: SubscriptionId) -> Subscription:
    """The subscription must exist and be the member's."""
    rows = await view_queries.list_of_member(conn, member, subscription=subscription)
    return (await _show(conn, rows))[0]


async def _show(conn: Connection, rows: list[SubscriptionRow]) -> list[Subscription]:
    terms = await queries.get_terms(conn)
    cards = await method_queries.list_some(conn, [row.billing_method_id for row in rows])
    by_id = {card.id: methods.view(card) for card in cards}
    prices = await catalog.list_prices(conn, {(row.plan_id, row.due_at) for row in rows}) if rows else {}
    return [
        _view(
            row,
            amount_of(prices[row.plan_id, row.due_at], months=row.months, quantity=row.quantity),
            terms,
            by_id[row.billing_method_id],
        )
        for row in rows
    ]


def _view(
    row: SubscriptionRow,
    price: int | None,
    terms: Terms,
    card: BillingMethod,
) -> Subscription:
    in_trouble = row.state in {"past_due", "suspended"}
    return build(
        Subscription,
        row,
        next_amount=_next_amount(row, price),
        grace_until=_grace_until(row, terms),
        release_at=_release_at(row, terms),
        billing_method=card,
        failure=failure(row.failure_code) if in_trouble else None,
        price_change=_price_change(row),
    )


def _grace_until(row: SubscriptionRow, terms: Terms) -> datetime | None:
    if row.state != "past_due" or row.stopping:
        return None
    return row.paid_until + terms.grace_of(has_grace=row.has_grace)


def _release_at(row: SubscriptionRow, terms: Terms) -> datetime | None:
    if row.state != "suspended" or row.suspended_at is None:
        return None
    return rules.release_at_of(row.suspended_at, terms.cool_down, row.retry_at)


def _next_amount(row: SubscriptionRow, price: int | None) -> int:
    """The current amount where the member has not agreed to a higher price, which `price_change` shows beside it."""
    if row.owed_amount is not None:
        return row.owed_amount
    amount = rules.amount_to_charge(row.amount, price, row.consent)
    return row.amount if amount is None else amount


def _price_change(row: SubscriptionRow) -> PriceChange | None:
    if row.old_amount is None or row.new_amount is None or row.charge_at is None:
        return None
    return PriceChange(row.old_amount, row.new_amount, row.charge_at, row.agreed)
