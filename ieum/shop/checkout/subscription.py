"""Actions on a recurring payment that charge a card at once: start it, pay now, change the card."""

from ieum.shop.checkout import charge_on_file
from ieum.shop.checkout.confirmation import view_after_payment
from ieum.shop.kernel.db import Database
from ieum.shop.kernel.sealing import Sealer
from ieum.shop.members.types import MemberId
from ieum.shop.order_history.types import OrderView
from ieum.shop.orders import service as orders
from ieum.shop.orders.rules import PAYABLE
from ieum.shop.orders.types import OrderId
from ieum.shop.payments.provider import Provider
from ieum.shop.payments.refusals import PaymentRefused
from ieum.shop.subscriptions import outcomes, views
from ieum.shop.subscriptions import service as subscriptions
from ieum.shop.subscriptions.types import NewSubscription, Subscription, SubscriptionId


async def start(
    db: Database, provider: Provider, sealer: Sealer, member: MemberId, request: NewSubscription
) -> OrderView:
    """Begin a subscription by charging its first period. Repeating the call gives the same answer.

    `confirming` in the answer means that the outcome is not known yet.
    """
    async with db.transaction() as conn:
        order = await orders.lock(conn, request.order_id, member)
        subscription = await subscriptions.begin(conn, order, request.billing_method_id)
    try:
        await charge_on_file.charge(db, provider, sealer, order.id)
    except orders.SoldOut:
        async with db.transaction() as conn:
            # Another request may have found an address meanwhile, in which case the order is being paid.
            if (await orders.lock(conn, order.id)).state in PAYABLE:
                await outcomes.end(conn, subscription, "not_sold")
        raise
    await charge_on_file.wait_for_other(db, order.id)
    return await view_after_payment(db, member, order.id)


async def pay_now(
    db: Database, provider: Provider, sealer: Sealer, member: MemberId, subscription: int
) -> Subscription:
    """Charge what is owed now instead of on the next retry day. Raises PaymentRefused."""
    async with db.transaction() as conn:
        order = await subscriptions.claim_owed(conn, member, subscription)
    after = await charge_now(db, provider, sealer, member, subscription, order)
    if after.state in {"past_due", "suspended"} and after.failure is not None:
        async with db.connection() as conn:
            refused = not await charge_on_file.is_under_way(conn, order)
        if refused:
            raise PaymentRefused(after.failure.detail)
    return after


async def change_method(
    db: Database, provider: Provider, sealer: Sealer, member: MemberId, subscription: int, method: int
) -> Subscription:
    """Charge another card from now on. What is owed is charged to it at once."""
    async with db.transaction() as conn:
        owed = await subscriptions.change_method(conn, member, subscription, method)
        if owed is None:
            return await views.get(conn, member, SubscriptionId(subscription))
    return await charge_now(db, provider, sealer, member, subscription, owed)


async def charge_now(
    db: Database, provider: Provider, sealer: Sealer, member: MemberId, subscription: int, order: OrderId
) -> Subscription:
    """Charge an order that `claim_owed` has claimed, and wait for another process that is charging it already."""
    await charge_on_file.charge(db, provider, sealer, order)
    await charge_on_file.wait_for_other(db, order)
    async with db.connection() as conn:
        return await views.get(conn, member, SubscriptionId(subscription))
