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
    NEW_ACCOUNT = "new_account"  # the money cannot go back to this bank account
    OUR_FAULT = "our_fault"  # an alarm; trying again does not help


class Channel(StrEnum):
    """Which pair of the provider's keys: each knows only its own payments."""

    NORMAL = "normal"
    BILLING = "billing"


class PaymentStatus(StrEnum):
    WAITING = "waiting"  # the buyer is not done, or nobody confirmed yet
    DEPOSIT = "deposit"  # a virtual account is issued and nothing paid into it
    APPROVED = "approved"
    CANCELLED = "cancelled"  # nothing of it is left
    CLOSED = "closed"  # refused or expired: no money moved and none will


class Deposit(msgspec.Struct, frozen=True):
    """Where a buyer without a card pays in."""

    bank_code: str
    account_number: str


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
    deposit: Deposit | None = None
    # The word by which its deposit messages are known; often missing in a look-up.
    secret: str | None = None
    cash_receipt_url: str | None = None
    is_partial_cancelable: bool = True


class BillingCard(msgspec.Struct, frozen=True):
    """A card that may be charged without its holder. Whoever keeps the key keeps it sealed."""

    billing_key: str
    issuer_code: str
    # Masked.
    number: str
    card_type: str


class RefundAccount(msgspec.Struct, frozen=True):
    """Where a deposit goes back to; `bank` is the provider's code."""

    bank: str
    number: str
    holder: str


class ProviderTransaction(msgspec.Struct, frozen=True):
    """One movement of money; negative for what went back."""

    transaction_key: str
    payment_key: str
    order_id: str
    amount: int
    happened_at: datetime


class Approved(msgspec.Struct, frozen=True):
    """Done. Of a virtual account that means issued: its payment then has the status DEPOSIT."""

    payment: ProviderPayment


class Refused(msgspec.Struct, frozen=True):
    code: str
    remedy: Remedy


class Unknown(msgspec.Struct, frozen=True):
    """Time-out, cut connection, a 5xx: the money may have moved."""

    reason: str


type Outcome = Approved | Refused | Unknown
type Issued = BillingCard | Refused | Unknown


class ProviderUnavailableError(Exception):
    """A look-up got no usable answer; nothing is known."""


class Provider(ABC):
    """No call here may run inside a transaction."""

    @abstractmethod
    async def confirm(self, *, payment_key: str, order_id: str, amount: int, attempt: int) -> Outcome:
        """Ask for the money. Repeating it with the same order and attempt never takes it twice."""

    @abstractmethod
    async def find(
        self, order_id: str, *, channel: Channel = Channel.NORMAL, payment_key: str | None = None
    ) -> ProviderPayment | None:
        """What became of the payment with this order id, or of this very one; None where the provider has none.

        Raises ProviderUnavailableError.
        """

    @abstractmethod
    async def cancel(
        self,
        *,
        payment_key: str,
        key: str,
        reason: str,
        channel: Channel = Channel.NORMAL,
        amount: int | None = None,
        refundable: int | None = None,
        account: RefundAccount | None = None,
    ) -> Outcome:
        """Give `amount` back, or all that remains; Approved carries the payment with what is left of it.

        `key` makes repetitions one: its first answer is the answer for good, an error too. `refundable`
        is what we believe to remain: where it is something else, nothing happens. A deposit goes back to
        `account` alone.
        """

    @abstractmethod
    async def issue_billing_key(self, *, auth_key: str, customer_key: str) -> Issued:
        """Turn what the card window brought back into a key; the same answer however often it is asked."""

    @abstractmethod
    async def charge(
        self,
        *,
        billing_key: str,
        customer_key: str,
        order_id: str,
        amount: int,
        order_name: str,
        customer_name: str,
        customer_email: str,
    ) -> Outcome:
        """Charge a card. Repeating it with the same order id never takes the money twice."""

    @abstractmethod
    async def delete_billing_key(self, billing_key: str) -> bool:
        """Whether the provider knows it no more; False where that could not be learnt."""

    @abstractmethod
    async def transactions(
        self, since: datetime, until: datetime, *, channel: Channel
    ) -> list[ProviderTransaction]:
        """All that moved between the two, oldest first. Raises ProviderUnavailableError."""

    @abstractmethod
    async def close(self) -> None: ...
