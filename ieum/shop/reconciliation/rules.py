"""Which payments have to be looked at, and what does not fit of one that was. Pure."""

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta

from ieum.shop.payments.provider import PaymentStatus, ProviderPayment, ProviderTransaction
from ieum.shop.reconciliation.types import Difference, OurPayment

# States of a payment whose money is in our books.
BOOKED = frozenset({"approved", "cancelling", "cancelled"})
# What happens at either end of the span may be listed by one side and not yet by the other.
EDGE = timedelta(minutes=10)


def suspects(
    theirs: Iterable[ProviderTransaction],
    ours: Mapping[str, OurPayment],
    *,
    since: datetime,
    until: datetime,
) -> dict[str, str]:
    """Payments that the two lists tell differently, by their key, with the order id at the provider.

    A list is a hint: what of it is so is decided by looking each one up.
    """
    approved: dict[str, int] = {}
    returned: dict[str, int] = {}
    order_ids: dict[str, str] = {}
    for one in theirs:
        order_ids[one.payment_key] = one.order_id
        sums = approved if one.amount > 0 else returned
        sums[one.payment_key] = sums.get(one.payment_key, 0) + abs(one.amount)
    found: dict[str, str] = {}
    for key, order_id in order_ids.items():
        our = ours.get(key)
        there = (approved.get(key), returned.get(key, 0))
        if our is None or our.state not in BOOKED:
            if (there[0] or 0) != there[1]:
                found[key] = order_id
        elif there[0] not in {None, our.amount} or there[1] != our.cancelled_amount:
            found[key] = order_id
    for key, our in ours.items():
        is_within = our.approved_at is not None and since + EDGE < our.approved_at < until - EDGE
        if our.state in BOOKED and is_within and key not in approved:
            found[key] = our.provider_order_id
    return found


def judge(found: ProviderPayment | None, our: OurPayment | None, *, reference: str) -> Difference | None:
    """What does not fit of a payment that was just looked up and just read again; None where all does."""
    held = found.balance if found and found.status is PaymentStatus.APPROVED else 0
    if our is None or our.state not in BOOKED:
        if not held:
            return None
        state = our.state if our else "nothing"
        return Difference(
            "unknown_payment", reference, f"the provider holds {held} won; our books say {state} of it"
        )
    if found is None or found.status not in {PaymentStatus.APPROVED, PaymentStatus.CANCELLED}:
        said = found.status if found else "nothing"
        return Difference(
            "not_at_provider", reference, f"our books hold {our.amount} won; the provider knows {said} of it"
        )
    if found.amount != our.amount:
        return Difference(
            "amount_differs",
            reference,
            f"{found.amount} won at the provider, {our.amount} won in our books",
        )
    here = our.amount - our.cancelled_amount
    # Money on its way back: the refund itself compares what the provider holds, and raises its own alarm.
    if found.balance == here or our.state == "cancelling":
        return None
    what = "returned_there" if found.balance < here else "returned_here"
    return Difference(what, reference, f"the provider still holds {found.balance} won, our books {here} won")
