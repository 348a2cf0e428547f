"""Compares the provider's transactions with our payments. Pure."""

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta

from ieum.shop.payments.provider import PaymentStatus, ProviderPayment, ProviderTransaction
from ieum.shop.payments.words import STATUSES
from ieum.shop.reconciliation.types import Difference, OurPayment

# States of a payment whose money we have recorded.
BOOKED = frozenset({"approved", "cancelling", "cancelled"})
_SAID = {"missing": "없습니다", "reversed": "은행이 되돌린 것입니다", "unpaid": "끝나지 않았습니다"}
# A transaction this close to either end of the span may be listed by one side and not yet by the other.
EDGE = timedelta(minutes=10)


class Comparison:
    """Compares the provider's list of a span with our payments, part by part: `suspects` is where they disagree.

    Of the parts before, it keeps what does not agree yet, the sums of each payment with returns, and a number for each
    that was approved, because three days may be a million payments. A list may be behind, so the caller looks each
    suspect up before calling it a difference.
    """

    def __init__(self, *, since: datetime, until: datetime) -> None:
        self._begin, self._end = since + EDGE, until - EDGE
        self._open: dict[str, _Moved] = {}
        self._with_returns: dict[int, _Moved] = {}
        self._approved: set[int] = set()
        self._unlisted: dict[str, str] = {}

    @property
    def suspects(self) -> dict[str, str]:
        """The provider's order id by payment key."""
        return {key: moved.order_id for key, moved in self._open.items()} | self._unlisted

    def add(self, part: Iterable[ProviderTransaction], ours: Mapping[str, OurPayment]) -> None:
        """`ours`: our payments of the part's keys, read after the part."""
        keys: set[str] = set()
        for transaction in part:
            key = transaction.payment_key
            keys.add(key)
            if (moved := self._open.get(key)) is None:
                moved = self._open[key] = self._moved_before(transaction)
            if transaction.amount > 0:
                moved.approved += transaction.amount
                self._approved.add(hash(key))
            else:
                moved.returned -= transaction.amount
        for key in keys:
            moved = self._open[key]
            if moved.agrees_with(ours.get(key)):
                del self._open[key]
                if moved.returned:
                    self._with_returns[hash(key)] = moved

    def _moved_before(self, transaction: ProviderTransaction) -> "_Moved":
        """Take what the parts before have had of this transaction's payment, with which it agreed so far."""
        number = hash(transaction.payment_key)
        before = self._with_returns.pop(number, None)
        return before or _Moved(transaction.order_id, was_booked=number in self._approved)

    def find_unlisted(self, ours: Iterable[OurPayment]) -> None:
        """Take those of our payments, approved in the span, that the parts, all of which have been added, lack."""
        for our in ours:
            is_within = our.approved_at is not None and self._begin < our.approved_at < self._end
            if (
                our.state in BOOKED
                and is_within
                and our.payment_key
                and hash(our.payment_key) not in self._approved
            ):
                self._unlisted[our.payment_key] = our.provider_order_id


class _Moved:
    """Sums that the provider lists of a payment, within the span."""

    __slots__ = ("approved", "order_id", "returned", "was_booked")

    def __init__(self, order_id: str, *, was_booked: bool) -> None:
        self.order_id = order_id
        self.approved = self.returned = 0
        # An earlier part had its approval, of just the amount that we had booked, and nothing else.
        self.was_booked = was_booked

    def agrees_with(self, our: OurPayment | None) -> bool:
        if our is None or our.state not in BOOKED or our.reversed:
            return not self.was_booked and self.approved == self.returned
        # One that was approved before the span has only its returns in it; one that is approved twice is none of ours.
        approved = {0} if self.was_booked else {0, our.amount}
        return self.approved in approved and self.returned == our.cancelled_amount


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
        status = STATUSES[their.status] if their else "없음"
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
