"""Messages about subscriptions: by mail, where urgent also by SMS, and only once per reference."""

from collections.abc import Callable
from datetime import datetime
from functools import partial

from ieum.shop.kernel.db import Connection
from ieum.shop.messaging import service as messaging
from ieum.shop.messaging import subscription_templates as texts
from ieum.shop.messaging.templates import Text
from ieum.shop.orders.types import Order
from ieum.shop.subscriptions import queries
from ieum.shop.subscriptions.types import LockedSubscription, SubscriptionId


async def tell(
    conn: Connection,
    subscription: SubscriptionId,
    reference: str,
    mail: Callable[..., Text],
    sms: Callable[..., str] | None = None,
    *,
    sms_at_once: bool = False,
) -> None:
    """Send a message to the subscription's member, unless they have left.

    `mail` is called with the names of shop, member and plan, `sms` with the shop's name; both return the text.
    An SMS waits for the morning, unless `sms_at_once`: news of a payment does not wait.
    """
    to = await queries.find_contact(conn, subscription)
    if to is None:
        return
    text = mail(site=to.site, name=to.name, plan=to.plan)
    await messaging.mail(conn, to=to.email, text=text, reference=reference, member=to.member_id)
    if sms is not None:
        await messaging.sms(
            conn,
            to=to.phone,
            text=sms(site=to.site),
            reference=reference,
            member=to.member_id,
            at_once=sms_at_once,
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
    amount, suspended = order.amount, running.state == "suspended"
    mail = partial(texts.postponed) if our_fault else partial(texts.refused, refusal=refusal)
    sms = (
        partial(texts.postponed_sms)
        if our_fault
        else partial(texts.refused_sms, until=until, suspended=suspended)
    )
    await tell(
        conn,
        running.id,
        f"renewal-refused:{order.id}:{running.tries + 1}",
        partial(mail, amount=amount, retry_at=retry_at, until=until, suspended=suspended),
        partial(sms, amount=amount, retry_at=retry_at),
        sms_at_once=True,
    )


def suspension(running: LockedSubscription) -> str:
    """The reference of the messages about a suspension."""
    return f"subscription-suspended:{running.id}:{running.period}"
