"""The interface to a payment provider, in the shop's own terms."""

from abc import ABC, abstractmethod
from collections.abc import AsyncGenerator
from datetime import datetime
from enum import StrEnum

import msgspec


class Remedy(StrEnum):
    """Remedies for a provider's error (fact sheet section 6, "What to do")."""

    UNKNOWN = "unknown"  # the outcome is open: look it up, repeat with the same key
    ALREADY_DONE = "already_done"  # look it up before treating it as a failure
    TRY_LATER = "try_later"  # refused now, the same card may work later
    NEW_CARD = "new_card"  # another card or payment method is needed
    START_AGAIN = "start_again"  # the payment window has to be opened again
    NEW_ACCOUNT = "new_account"  # the money cannot go back to this bank account
    OUR_FAULT = "our_fault"  # raise an alarm; trying again does not help


class Channel(StrEnum):
    """Names of the provider's key pairs: each pair knows only its own payments."""

    NORMAL = "normal"
    BILLING = "billing"


class PaymentStatus(StrEnum):
    WAITING = "waiting"  # the buyer has not finished, or the payment is not confirmed yet
    DEPOSIT = "deposit"  # a virtual account is issued and nothing is paid into it
    APPROVED = "approved"
    CANCELLED = "cancelled"  # all of the money has gone back
    CLOSED = "closed"  # refused or expired: no money moved and none will


class Deposit(msgspec.Struct, frozen=True):
    """The virtual account that a buyer pays into."""

    bank_code: str
    account_number: str


class ProviderPayment(msgspec.Struct, frozen=True):
    """A payment as the provider knows it. `balance` is the part that has not been cancelled, in won."""

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
    # Proves that a deposit webhook comes from the provider; often missing in a look-up.
    secret: str | None = None
    cash_receipt_url: str | None = None
    # What the provider says about `failure_code`.
    failure_message: str = ""


class BillingCard(msgspec.Struct, frozen=True):
    """A card that can be charged without its holder being present. The billing key is stored sealed only."""

    billing_key: str
    issuer_code: str
    # Masked.
    number: str
    card_type: str


class RefundAccount(msgspec.Struct, frozen=True):
    """The bank account that a deposit is refunded to; `bank` is the provider's code."""

    bank: str
    number: str
    holder: str


class ProviderTransaction(msgspec.Struct, frozen=True):
    """A movement of money; the amount is negative if it went back to the buyer."""

    transaction_key: str
    payment_key: str
    order_id: str
    amount: int
    happened_at: datetime


class TransactionPage(msgspec.Struct, frozen=True):
    """`next_after`: what to ask the next page with; None after the last one."""

    moved: list[ProviderTransaction]
    next_after: str | None


class Approved(msgspec.Struct, frozen=True):
    """The call succeeded. For a virtual account this means issued: the payment has the status DEPOSIT."""

    payment: ProviderPayment


class Refused(msgspec.Struct, frozen=True):
    code: str
    remedy: Remedy
    # The provider's own sentence, for operators: members read ours.
    message: str = ""


class Unknown(msgspec.Struct, frozen=True):
    """A time-out, a cut connection or a 5xx: the money may have moved."""

    reason: str


type Outcome = Approved | Refused | Unknown
type Issued = BillingCard | Refused | Unknown


class ProviderUnavailableError(Exception):
    """A look-up got no usable answer, so nothing is known."""


class Provider(ABC):
    """No call here may run inside a transaction."""

    @abstractmethod
    async def confirm(
        self, *, payment_key: str, order_id: str, amount: int, attempt: int, repeat: int = 0
    ) -> Outcome:
        """Take the money. Repeating the call with the same order and attempt never takes it twice.

        The same `repeat` gives the same answer, even an error; a payment key is approved once at most in any case.
        """

    @abstractmethod
    async def find(
        self, order_id: str, *, channel: Channel = Channel.NORMAL, payment_key: str | None = None
    ) -> ProviderPayment | None:
        """The payment with this order id, or with this payment key where one is given; None where there is none.

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
        """Give back `amount`, or all that remains; Approved carries the payment with its remaining balance.

        `key` is the idempotency key: its first answer is repeated for good, even an error. `refundable` is the balance
        that we expect: where the provider's differs, nothing happens. A deposit can only go back to `account`.
        """

    @abstractmethod
    async def issue_billing_key(self, *, auth_key: str, customer_key: str) -> Issued:
        """Exchange the card window's `auth_key` for a billing key; repeating the call gives the same answer."""

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
        """Charge a card. Repeating the call with the same order id never takes the money twice."""

    @abstractmethod
    async def delete_billing_key(self, billing_key: str) -> bool:
        """True once the provider no longer has the key; False where that could not be confirmed."""

    @abstractmethod
    async def page_of_transactions(
        self, since: datetime, until: datetime, *, channel: Channel, after: str | None
    ) -> TransactionPage:
        """Fetch some thousand movements of money between the two moments, oldest first.

        Raises ProviderUnavailableError.
        """

    async def transactions(
        self, since: datetime, until: datetime, *, channel: Channel
    ) -> AsyncGenerator[list[ProviderTransaction]]:
        """All movements of money between the two moments, oldest first, page by page: three days may be a million.

        Raises ProviderUnavailableError.
        """
        after: str | None = None
        while True:
            page = await self.page_of_transactions(since, until, channel=channel, after=after)
            yield page.moved
            if page.next_after is None:
                return
            after = page.next_after

    @abstractmethod
    async def close(self) -> None: ...
