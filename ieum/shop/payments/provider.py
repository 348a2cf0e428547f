"""What the shop asks of a payment provider, in the shop's own words."""

from abc import ABC, abstractmethod
from datetime import datetime
from enum import StrEnum

import msgspec


class Remedy(StrEnum):
    """What follows from a provider's error (fact sheet section 6, "What to do")."""

    UNKNOWN = "unknown"  # the outcome is open: look it up, repeat with the same key
    ALREADY_DONE = "already_done"  # look it up; never a failure unseen
    TRY_LATER = "try_later"  # refused now, the same card may work later
    NEW_CARD = "new_card"  # another card or way to pay is needed
    START_AGAIN = "start_again"  # the payment window has to be opened anew
    OUR_FAULT = "our_fault"  # an alarm; trying again does not help


class PaymentStatus(StrEnum):
    WAITING = "waiting"  # the buyer is not done, or nobody confirmed yet
    APPROVED = "approved"
    CANCELLED = "cancelled"
    CLOSED = "closed"  # refused or expired: no money moved and none will


class ProviderPayment(msgspec.Struct, frozen=True):
    """A payment as the provider knows it. `balance` is what has not been cancelled, in won."""

    payment_key: str
    order_id: str
    status: PaymentStatus
    amount: int
    balance: int
    method: str | None
    receipt_url: str | None
    approved_at: datetime | None
    failure_code: str | None


class Approved(msgspec.Struct, frozen=True):
    payment: ProviderPayment


class Refused(msgspec.Struct, frozen=True):
    code: str
    remedy: Remedy


class Unknown(msgspec.Struct, frozen=True):
    """Time-out, cut connection, a 5xx: the money may have moved."""

    reason: str


type Outcome = Approved | Refused | Unknown


class ProviderUnavailableError(Exception):
    """A look-up got no usable answer; nothing is known."""


class Provider(ABC):
    """No call here may run inside a transaction."""

    @abstractmethod
    async def confirm(self, *, payment_key: str, order_id: str, amount: int, attempt: int) -> Outcome:
        """Ask for the money. Repeating it with the same order and attempt never takes it twice."""

    @abstractmethod
    async def find(self, order_id: str) -> ProviderPayment | None:
        """What became of an order's payment; None where the provider has none.

        Raises ProviderUnavailableError.
        """

    @abstractmethod
    async def cancel(
        self, *, payment_key: str, order_id: str, attempt: int, reason: str, afresh: str = ""
    ) -> Outcome:
        """Give everything that remains back; Approved carries the payment with what is left of it.

        `afresh` sets a try apart from the one before, whose answer would else be repeated. As nothing
        remains after the first that succeeds, no second one gives anything back.
        """

    @abstractmethod
    async def close(self) -> None: ...
