"""Messages about subscriptions: by mail, where urgent also by SMS, and only once per reference."""

from collections.abc import Callable
from datetime import datetime

from ieum.shop.kernel.db import Connection
from ieum.shop.messaging import service as messaging
from ieum.shop.messaging import subscription_templates as texts
from ieum.shop.messaging.templates import Text
from ieum.shop.orders.types import Order
from ieum.shop.subscriptions import queries
from ieum.shop.subscriptions.types import Contact, LockedSubscription, SubscriptionId


async def tell(
    conn: Connection,
    subscription: SubscriptionId,
    reference: str,
    mail: Callable[[Contact], Text],
    sms: Callable[[Contact], str] | None = None,
    *,
    sms_at_once: bool = False,
) -> None:
    """Send a message to the subscription's member, unless they have left.

    An SMS waits for the morning, unless `sms_at_once`: news of a payment does not wait.
    """
    to = await queries.find_contact(conn, subscription)
    if to is None:
        return
    await messaging.mail(conn, to=to.email, text=mail(to), reference=reference, member=to.member_id)
    if sms is not None:
        await messaging.sms(
            conn, to=to.phone, text=sms(to), reference=reference, member=to.member_id, at_once=sms_at_once
        )


async def tell_refused(
    conn: Connection,
    running: LockedSubscription,
    order: Order,
    *,
    refusal: str,
    our_fault: bool,
    retry_at: datetime | None,
    until: datetime,
) -> None:
    suspended = running.state == "suspended"

    def mail(to: Contact) -> Text:
        if our_fault:
            return texts.postponed(
                site=to.site,
                name=to.name,
                plan=to.plan,
                amount=order.amount,
                retry_at=retry_at,
                until=until,
                suspended=suspended,
            )
        return texts.refused(
            site=to.site,
            name=to.name,
            plan=to.plan,
            amount=order.amount,
            refusal=refusal,
            retry_at=retry_at,
            until=until,
            suspended=suspended,
        )

    def sms(to: Contact) -> str:
        if our_fault:
            return texts.postponed_sms(site=to.site, amount=order.amount, retry_at=retry_at)
        return texts.refused_sms(
            site=to.site, amount=order.amount, retry_at=retry_at, until=until, suspended=suspended
        )

    await tell(
        conn, running.id, f"renewal-refused:{order.id}:{running.tries + 1}", mail, sms, sms_at_once=True
    )


def suspension(running: LockedSubscription) -> str:
    """The reference of the messages about a suspension."""
    return f"subscription-suspended:{running.id}:{running.period}"
