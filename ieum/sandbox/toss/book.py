"""Every payment the stand-in knows, and the only ways in which one changes."""

import secrets
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta

from msgspec import Struct

from ieum.sandbox.clock import KOREA, Clock, korean_time
from ieum.sandbox.settings import KeyPair
from ieum.sandbox.toss.errors import TossError, text_of
from ieum.sandbox.toss.types import (
    APPROVED,
    Cancel,
    CancelRequest,
    Card,
    ConfirmRequest,
    Failure,
    Link,
    Payment,
    PaymentRequest,
    Transaction,
)

TO_AUTHENTICATE = timedelta(minutes=30)
TO_CONFIRM = timedelta(minutes=10)
SMALLEST_CARD_AMOUNT = 100


class Checkout(Struct, kw_only=True):
    """A payment together with what only the provider knows of it."""

    pair: KeyPair
    request: PaymentRequest
    payment: Payment
    # Moment after which a READY or IN_PROGRESS payment expires.
    valid_until: datetime
    # The address under which the buyer's browser reached us.
    window_origin: str
    # The buyer gave up; the window takes no second choice, the payment runs out by itself.
    given_up: bool = False

    @property
    def open(self) -> bool:
        return self.payment.status == "READY" and not self.given_up


class PaymentBook:
    def __init__(self, clock: Clock, announce: Callable[[Payment], None]) -> None:
        self._clock = clock
        self._announce = announce
        self._checkouts: dict[str, Checkout] = {}
        self._transactions: list[Transaction] = []

    def open(self, pair: KeyPair, request: PaymentRequest, window_origin: str) -> Checkout:
        """Begin a payment; an order that was ever approved can have no second one."""
        if self._approved(pair, request.order_id) is not None:
            raise TossError("DUPLICATED_ORDER_ID")
        now = self._clock.now()
        key = f"tgen_{now.astimezone(KOREA):%Y%m%d%H%M%S}{secrets.token_hex(6)}"
        payment = Payment(
            payment_key=key,
            order_id=request.order_id,
            order_name=request.order_name,
            m_id=pair.shop_id,
            total_amount=request.value,
            balance_amount=request.value,
            tax_free_amount=request.tax_free_amount,
            requested_at=korean_time(now),
            secret=f"ps_{secrets.token_hex(12)}",
            metadata=request.metadata or None,
            checkout=Link(f"{window_origin}/toss/window/{key}"),
        )
        checkout = Checkout(
            pair=pair,
            request=request,
            payment=payment,
            valid_until=now + TO_AUTHENTICATE,
            window_origin=window_origin,
        )
        self._checkouts[key] = checkout
        return checkout

    def all(self) -> Iterator[Checkout]:
        self.expire_due()
        return iter(self._checkouts.values())

    def at_window(self, payment_key: str) -> Checkout | None:
        self.expire_due()
        return self._checkouts.get(payment_key)

    def find(self, pair: KeyPair, payment_key: str) -> Checkout:
        """A payment the server may see: its own, and only once the buyer has done something."""
        checkout = self.at_window(payment_key)
        if checkout is None or checkout.pair != pair or checkout.payment.status == "READY":
            raise TossError("NOT_FOUND_PAYMENT")
        return checkout

    def find_order(self, pair: KeyPair, order_id: str) -> Checkout:
        """The approved payment of this order, else the newest that the server may see."""
        self.expire_due()
        visible = [
            checkout
            for checkout in self._checkouts.values()
            if checkout.payment.order_id == order_id
            and checkout.pair == pair
            and checkout.payment.status != "READY"
        ]
        if not visible:
            raise TossError("NOT_FOUND_PAYMENT")
        return self._approved(pair, order_id) or visible[-1]

    def authenticate(self, checkout: Checkout) -> None:
        """The buyer paid at the window; nothing is charged before the shop confirms."""
        checkout.payment.status = "IN_PROGRESS"
        checkout.payment.method = "카드"
        checkout.valid_until = self._clock.now() + TO_CONFIRM

    def abort(self, checkout: Checkout, code: str) -> None:
        """End it unpaid; as with Toss, the balance stays what the total was."""
        checkout.payment.status = "ABORTED"
        checkout.payment.failure = Failure(code, text_of(code))
        self._announce(checkout.payment)

    def expire_due(self) -> None:
        now = self._clock.now()
        for checkout in self._checkouts.values():
            payment = checkout.payment
            if payment.status in {"READY", "IN_PROGRESS"} and now > checkout.valid_until:
                payment.status = "EXPIRED"
                payment.method = None
                payment.failure = Failure("EXPIRED_PAYMENT", text_of("EXPIRED_PAYMENT"))
                self._announce(payment)

    def may_confirm(self, pair: KeyPair, request: ConfirmRequest) -> Checkout:
        """Check everything that `approve` relies on, in the provider's order of refusals."""
        checkout = self.at_window(request.payment_key)
        if checkout is None or checkout.pair != pair:
            raise TossError("NOT_FOUND_PAYMENT_SESSION")
        payment = checkout.payment
        if payment.order_id != request.order_id:
            raise TossError("FORBIDDEN_REQUEST")
        if self._approved(pair, payment.order_id) is not None:
            raise TossError("ALREADY_PROCESSED_PAYMENT")
        if payment.status != "IN_PROGRESS":
            raise TossError("NOT_FOUND_PAYMENT_SESSION")
        if payment.total_amount != request.amount:
            raise TossError("INVALID_REQUEST", "승인 요청 금액이 결제창의 금액과 다릅니다.")
        if payment.total_amount < SMALLEST_CARD_AMOUNT:
            raise TossError("BELOW_MINIMUM_AMOUNT")
        return checkout

    def approve(self, checkout: Checkout) -> None:
        payment = checkout.payment
        payment.status = "DONE"
        payment.approved_at = korean_time(self._clock.now())
        payment.card = Card(amount=payment.total_amount)
        payment.receipt = Link(f"{checkout.window_origin}/toss/receipt/{payment.payment_key}")
        payment.last_transaction_key = self._record(checkout, payment.total_amount)
        self._announce(payment)

    def may_cancel(self, checkout: Checkout, request: CancelRequest) -> int:
        """How much this cancel would give back."""
        payment = checkout.payment
        if not 1 <= len(request.cancel_reason) <= 200:
            raise TossError("INVALID_REQUEST", "취소 사유는 1자 이상 200자 이하여야 합니다.")
        if payment.status == "CANCELED":
            raise TossError("ALREADY_CANCELED_PAYMENT")
        if payment.status not in APPROVED:
            raise TossError("NOT_CANCELABLE_PAYMENT")
        if request.refundable_amount not in {None, payment.balance_amount}:
            raise TossError("NOT_MATCHES_REFUNDABLE_AMOUNT")
        amount = payment.balance_amount if request.cancel_amount is None else request.cancel_amount
        if payment.balance_amount == 0 or amount > payment.balance_amount:
            raise TossError("NOT_CANCELABLE_AMOUNT")
        if amount <= 0 or not 0 <= request.tax_free_amount <= min(amount, payment.tax_free_amount):
            raise TossError("INVALID_REQUEST")
        return amount

    def cancel(self, checkout: Checkout, request: CancelRequest, amount: int) -> None:
        """Give back; parts that add up to everything stay PARTIAL_CANCELED, as with Toss."""
        payment = checkout.payment
        payment.status = "CANCELED" if amount == payment.total_amount else "PARTIAL_CANCELED"
        payment.balance_amount -= amount
        payment.tax_free_amount -= request.tax_free_amount
        if payment.balance_amount == 0:
            payment.tax_free_amount = 0
            if payment.card is not None:
                payment.card.acquire_status = "CANCELED"
        payment.split_tax()
        payment.last_transaction_key = self._record(checkout, -amount)
        payment.cancels = [
            *(payment.cancels or []),
            Cancel(
                cancel_amount=amount,
                cancel_reason=request.cancel_reason,
                tax_free_amount=request.tax_free_amount,
                refundable_amount=payment.balance_amount,
                canceled_at=korean_time(self._clock.now()),
                transaction_key=payment.last_transaction_key,
            ),
        ]
        self._announce(payment)

    def transactions(self, pair: KeyPair, start: datetime, end: datetime) -> list[Transaction]:
        return [
            transaction
            for transaction in self._transactions
            if transaction.m_id == pair.shop_id
            and start <= datetime.fromisoformat(transaction.transaction_at) <= end
        ]

    def _approved(self, pair: KeyPair, order_id: str) -> Checkout | None:
        return next(
            (
                checkout
                for checkout in self._checkouts.values()
                if checkout.payment.order_id == order_id
                and checkout.pair == pair
                and checkout.payment.status in APPROVED
            ),
            None,
        )

    def _record(self, checkout: Checkout, amount: int) -> str:
        payment = checkout.payment
        transaction = Transaction(
            m_id=payment.m_id,
            transaction_key=f"txrd_{secrets.token_hex(12)}",
            payment_key=payment.payment_key,
            order_id=payment.order_id,
            method=payment.method,
            customer_key=checkout.request.customer_key,
            receipt_url=payment.receipt.url if payment.receipt else None,
            status=payment.status,
            transaction_at=korean_time(self._clock.now()),
            amount=amount,
        )
        self._transactions.append(transaction)
        return transaction.transaction_key
