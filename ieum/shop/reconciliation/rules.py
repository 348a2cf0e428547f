"""Compares the provider's transactions with our payments. Pure."""

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta

from ieum.shop.payments.provider import PaymentStatus, ProviderPayment, ProviderTransaction
from ieum.shop.reconciliation.types import Difference, OurPayment

# States of a payment whose money we have recorded.
BOOKED = frozenset({"approved", "cancelling", "cancelled"})
_SAID = {"missing": "없습니다", "reversed": "은행이 되돌린 것입니다", "unpaid": "끝나지 않았습니다"}
# A transaction this close to either end of the span may be listed by one side and not yet by the other.
EDGE = timedelta(minutes=10)


def find_suspects(
    transactions: Iterable[ProviderTransaction],
    ours: Mapping[str, OurPayment],
    *,
    since: datetime,
    until: datetime,
) -> dict[str, str]:
    """Payments on which the provider's list and ours disagree: the provider's order id by payment key.

    A list may be behind, so the caller looks each suspect up before calling it a difference.
    """
    approved: dict[str, int] = {}
    returned: dict[str, int] = {}
    order_ids: dict[str, str] = {}
    for transaction in transactions:
        key = transaction.payment_key
        order_ids[key] = transaction.order_id
        sums = approved if transaction.amount > 0 else returned
        sums[key] = sums.get(key, 0) + abs(transaction.amount)
    suspects: dict[str, str] = {}
    for key, order_id in order_ids.items():
        our = ours.get(key)
        approved_there, returned_there = approved.get(key), returned.get(key, 0)
        if our is None or our.state not in BOOKED or our.reversed:
            if (approved_there or 0) != returned_there:
                suspects[key] = order_id
        elif approved_there not in {None, our.amount} or returned_there != our.cancelled_amount:
            suspects[key] = order_id
    for key, our in ours.items():
        is_within = our.approved_at is not None and since + EDGE < our.approved_at < until - EDGE
        if our.state in BOOKED and is_within and key not in approved:
            suspects[key] = our.provider_order_id
    return suspects


def compare_payment(
    their: ProviderPayment | None, our: OurPayment | None, *, reference: str
) -> Difference | None:
    """The difference between the provider's payment and ours, both just read; None where they agree."""
    held = their.balance if their and their.status is PaymentStatus.APPROVED else 0
    if our is None or our.state not in BOOKED or our.reversed:
        if not held:
            return None
        state = "missing" if our is None else "reversed" if our.reversed else "unpaid"
        return Difference(
            "unknown_payment", reference, f"결제대행사에 {held:,}원이 있습니다. 우리 결제는 {_SAID[state]}."
        )
    if their is None or their.status not in {PaymentStatus.APPROVED, PaymentStatus.CANCELLED}:
        status = their.status.in_words if their else "없음"
        return Difference(
            "not_at_provider",
            reference,
            f"우리 장부에는 {our.amount:,}원이 있는데, 결제대행사의 상태는 ‘{status}’입니다.",
        )
    if their.amount != our.amount:
        return Difference(
            "amount_differs",
            reference,
            f"결제대행사에는 {their.amount:,}원, 우리 장부에는 {our.amount:,}원입니다.",
        )
    here = our.amount - our.cancelled_amount
    # While a refund is under way, the refund itself compares the balance and raises its own alarm.
    if their.balance == here or our.state == "cancelling":
        return None
    what = "returned_there" if their.balance < here else "returned_here"
    return Difference(
        what,
        reference,
        f"결제대행사에 남은 돈은 {their.balance:,}원, 우리 장부에 남은 돈은 {here:,}원입니다.",
    )
