"""Rows of lapses: subscriptions that were left unpaid. They decide who has no grace."""

from ieum.shop.kernel.db import Connection, any_row, execute
from ieum.shop.payments.provider import Remedy
from ieum.shop.payments.toss_codes import REMEDIES
from ieum.shop.subscriptions.types import SubscriptionId

# Of charges that failed through our own fault: they make no lapse.
_OUR_FAULT = [code for code, remedy in REMEDIES.items() if remedy is Remedy.OUR_FAULT]


async def insert(conn: Connection, subscription: SubscriptionId) -> None:
    """Record that the subscription was left unpaid, with each card that its open period was to be charged to.

    Does nothing where no charge was refused, or through our own fault. A second time counts from now.
    """
    await execute(
        conn,
        """
        INSERT INTO lapses (subscription_id, billing_method_id, member_id)
        SELECT s.id, card.method, s.member_id
          FROM subscriptions s
         CROSS JOIN LATERAL (
               SELECT s.billing_method_id AS method
                UNION
               SELECT y.billing_method_id FROM orders o JOIN payments y ON y.order_id = o.id
                WHERE o.subscription_id = s.id AND o.period = s.period + 1 AND y.billing_method_id IS NOT NULL) card
         WHERE s.id = %(subscription)s AND s.failure_code <> ALL(%(our_fault)s)
            ON CONFLICT (subscription_id, billing_method_id) DO UPDATE SET at = now()
        """,
        subscription=subscription,
        our_fault=_OUR_FAULT,
    )


async def has_lapsed(conn: Connection, subscription: SubscriptionId) -> bool:
    """Tell whether its member or card has left a subscription unpaid within a year, this one included.

    A card that is registered again has another billing key. It is known by its issuer and the digits that we have.
    """
    return await any_row(
        conn,
        """
        SELECT 1
          FROM subscriptions s
          JOIN billing_methods mine ON mine.id = s.billing_method_id
          JOIN lapses l ON l.at > now() - interval '1 year'
          JOIN billing_methods theirs ON theirs.id = l.billing_method_id
         WHERE s.id = %(subscription)s
           AND (l.member_id = s.member_id OR theirs.id = mine.id
                OR (theirs.card_number, theirs.issuer_code, theirs.card_type)
                   = (mine.card_number, mine.issuer_code, mine.card_type))
         LIMIT 1
        """,
        subscription=subscription,
    )
