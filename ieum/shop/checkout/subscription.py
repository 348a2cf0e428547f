"""Recurring payments that a member starts, pays at once, or moves to another card."""

from ieum.shop.checkout import charge_on_file
from ieum.shop.kernel.db import Database
from ieum.shop.kernel.sealing import Sealer
from ieum.shop.members.types import MemberId
from ieum.shop.order_history import service as history
from ieum.shop.order_history.types import OrderView
from ieum.shop.orders import service as orders
from ieum.shop.orders.rules import PAYABLE
from ieum.shop.orders.types import OrderId, OrderState
from ieum.shop.payments.provider import Provider
from ieum.shop.payments.refusals import PaymentRefused, refusal_text
from ieum.shop.subscriptions import outcomes, views
from ieum.shop.subscriptions import service as subscriptions
from ieum.shop.subscriptions.types import NewSubscription, Subscription, SubscriptionId


async def start(
    db: Database, provider: Provider, sealer: Sealer, member: MemberId, request: NewSubscription
) -> OrderView:
    """Pay an order's first period with a card and begin its subscription; the same answer however often it is asked.

    `confirming` in the answer: the outcome is not known yet.
    """
    async with db.transaction() as conn:
        order = await orders.lock(conn, request.order_id, member)
        subscription = await subscriptions.begin(conn, order, request.billing_method_id)
    try:
        await charge_on_file.charge(db, provider, sealer, order.id)
    except orders.SoldOut:
        async with db.transaction() as conn:
            # Another window may have found an address meanwhile.
            if (await orders.lock(conn, order.id)).state in PAYABLE:
                await outcomes.end(conn, subscription, "not_sold")
        raise
    await charge_on_file.wait_for_other(db, order.id)
    async with db.connection() as conn:
        view = await history.view(conn, member, order.id)
    if view.state is OrderState.FAILED:
        raise PaymentRefused(refusal_text(view.failure.code if view.failure else ""))
    return view


async def pay_now(
    db: Database, provider: Provider, sealer: Sealer, member: MemberId, subscription: int
) -> Subscription:
    """Charge what is owed at once, instead of on the next day that it is tried. Raises PaymentRefused."""
    async with db.transaction() as conn:
        order = await subscriptions.claim_owed(conn, member, subscription)
    after = await _charge_now(db, provider, sealer, member, subscription, order)
    if after.state in {"past_due", "suspended"} and after.failure is not None:
        async with db.connection() as conn:
            refused = not await charge_on_file.is_under_way(conn, order)
        if refused:
            raise PaymentRefused(after.failure.detail)
    return after


async def change_method(
    db: Database, provider: Provider, sealer: Sealer, member: MemberId, subscription: int, method: int
) -> Subscription:
    """Charge another card from now on; what is owed is charged to it at once, which is why it is changed."""
    async with db.transaction() as conn:
        owed = await subscriptions.change_method(conn, member, subscription, method)
        if owed is None:
            return await views.get(conn, member, SubscriptionId(subscription))
    return await _charge_now(db, provider, sealer, member, subscription, owed)


async def _charge_now(
    db: Database, provider: Provider, sealer: Sealer, member: MemberId, subscription: int, order: OrderId
) -> Subscription:
    await charge_on_file.charge(db, provider, sealer, order)
    await charge_on_file.wait_for_other(db, order)
    async with db.connection() as conn:
        return await views.get(conn, member, SubscriptionId(subscription))
