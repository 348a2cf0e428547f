"""Messages that reach their recipient whatever the budget, by the first word of their reference, and why. Pure.

A kind that is not listed is never dropped either: forgetting one here merges mails, and loses none.
"""

from collections.abc import Mapping

from ieum.shop.messaging.queries import Channel

# What the law has the shop tell: the acts and sections are those of the reference in docs/decisions/0158.
OWED: Mapping[str, str] = {
    "paid": "contract and receipt (ECA 6, 8(3), 13(2), decree 6(2)); contract document (DSA 30)",
    "deposit_issued": "the order that was confirmed, its price and its deadline (ECA 14)",
    "deposit_expired": "the order has ended without a contract (ECA 14, 15)",
    "unfulfilled": "what was paid cannot be provided and is refunded (ECA 15)",
    "refund_begun": "refund after a withdrawal (ECA 18(2))",
    "refunded": "refund after a withdrawal (ECA 18(2))",
    "refund_stuck": "a refund is late (ECA 18(2), decree 21-3)",
    "refund_account": "a refund waits for an account (ECA 18(2))",
    "refund_account_wrong": "a refund waits for an account (ECA 18(2))",
    "refund_account_named": "whom a refund is paid to (ECA 18(2))",
    "consent": "result of a consent or a refusal (ICNA 50(7))",
    "consent-again": "a consent is two years old (ICNA 50(8))",
    "left": "end of the contract, what is kept and what is destroyed (PIPA 21, 35)",
    "price-rise": "consent to a higher price (ECA 13(6), decree 20-2)",
    "price-not-agreed": "effect of no consent to a higher price (ECA 13(6))",
    "charge-ahead-7": "notice seven days before a charge (card rules of 2021-11, DSA 30(3))",
    "charge-ahead-1": "notice of a charge (card rules of 2021-11)",
    "subscription-started": "recurring contract (ECA 13(2), DSA 30)",
    "subscription-stopping": "the cancellation was received (ECA 13(6), 21-2)",
    "subscription-ended": "end of the contract (ECA 13(6))",
    "renewal-refused": "the contract is about to end (ECA 15)",
    "subscription-suspended": "the service is suspended (ECA 15, TBA 33)",
    "subscription-released": "the service's address is given back (ECA 15)",
    "blocked": "the service is suspended (ICNA 50-4(2))",
    "unblocked": "the service goes on (ICNA 50-4(2))",
    "staff-stopped": "the service is suspended (ICNA 50-4(2))",
    "staff-active": "the service goes on (ICNA 50-4(2))",
    "evacuation": "the contract's performance changes (ECA 15, TBA 33)",
    "evacuation-cancelled": "the contract's performance changes (ECA 15, TBA 33)",
    "moved": "the contract's performance changes (ECA 15, TBA 33)",
    "broadcast": "staff send outages, leaks and new terms by it (TBA 33(2), PIPA 34)",
    "lookup": "the privacy officer hears of a look-up (SAFE 8)",
}
# Whoever has taken an account over must not be able to use up what its owner hears, and a missed end loses an address.
KEPT: Mapping[str, str] = {
    "profile": "the account was changed",
    "security": "the account was changed",
    "reset": "the password was set anew",
    "token-reused": "a login was stolen",
    "login-locked": "somebody guesses the password",
    "address-flagged": "the address is out of order",
    "service-ends": "the address is lost with the service",
    "sub-ids-end": "the address is lost with the sub-id",
    "tax-invoice-refused": "the member has to correct the request",
    "again": "staff send it once more",
    "settings-test": "staff wait for it",
    "staff-alone": "staff",
    "staff-link": "staff",
    "staff-removed": "staff",
    "staff-networks": "staff",
    "staff-vouched": "staff",
    "gateway-code": "staff",
}
# What stands on the member's pages as well, and whoever is at them sees.
COURTESY = frozenset(
    {
        "deposit_reminder",
        "device-added",
        "device-link-used",
        "inquiry-reply",
        "ip-change",
        "offer-taken",
        "replaced",
    }
)
# An SMS that repeats a mail of its reference.
BY_MAIL_TOO = frozenset({"service-ends", "sub-ids-end"})
# They carry a code or a link that expires, and have limits of their own, so they are not counted.
CODES = frozenset({"code", "moving-in", "staff-invited"})


def is_dropped(channel: Channel, reference: str) -> bool:
    """Tell whether a message of this reference is dropped beyond the budget."""
    kind = reference.partition(":")[0]
    return kind in COURTESY or (channel == "sms" and kind in BY_MAIL_TOO)
