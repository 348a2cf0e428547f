"""Every payment at the provider. A payment changes only through the methods here."""

import secrets
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta

from ieum.dev.sandbox.clock import KOREA, Clock, korean_time
from ieum.dev.sandbox.settings import KeyPair
from ieum.dev.sandbox.store import Store
from ieum.dev.sandbox.toss import cancels, cash_receipts
from ieum.dev.sandbox.toss.checkout import Checkout
from ieum.dev.sandbox.toss.errors import TossError, text_of
from ieum.dev.sandbox.toss.journal import Journal, transaction_key
from ieum.dev.sandbox.toss.requests import CancelRequest, ConfirmRequest, PaymentRequest
from ieum.dev.sandbox.toss.types import APPROVED, Card, Failure, Link, Payment, Transfer, VirtualAccount

WINDOW_OPEN_FOR = timedelta(minutes=30)
CONFIRM_WITHIN = timedelta(minutes=10)
DEPOSIT_WITHIN = timedelta(hours=168)
METHODS = {"CARD": "카드", "TRANSFER": "계좌이체", "VIRTUAL_ACCOUNT": "가상계좌"}
SMALLEST_AMOUNT = {"CARD": 100, "TRANSFER": 200, "VIRTUAL_ACCOUNT": 200}
LARGEST_TRANSFER = 10_000_000


class PaymentBook:
    def __init__(self, clock: Clock, store: Store, announce: Callable[[Payment], None]) -> None:
        self._clock = clock
        self._store = store
        self._announce_change = announce
        self._checkouts: dict[str, Checkout] = dict(store.all("payment", Checkout))
        self.journal = Journal(store)

    def open(
        self, pair: KeyPair, request: PaymentRequest, window_origin: str, *, kind: str = "NORMAL"
    ) -> Checkout:
        """Start a payment; an order that already has an approved one is refused."""
        if self._approved(pair, request.order_id) is not None:
            raise TossError("DUPLICATED_ORDER_ID")
        now = self._clock.now()
        key = f"tgen_{now.astimezone(KOREA):%Y%m%d%H%M%S}{secrets.token_hex(6)}"
        payment = Payment(
            payment_key=key,
            type=kind,
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
            valid_until=now + WINDOW_OPEN_FOR,
            window_origin=window_origin,
        )
        self._checkouts[key] = checkout
        self._keep(checkout)
        return checkout

    def all(self) -> Iterator[Checkout]:
        self.expire_due()
        return iter(self._checkouts.values())

    def find_opened(self, payment_key: str) -> Checkout | None:
        self.expire_due()
        return self._checkouts.get(payment_key)

    def find(self, pair: KeyPair, payment_key: str) -> Checkout:
        """A payment as the shop's server may see it: its own, and not before the buyer has acted in the window."""
        checkout = self.find_opened(payment_key)
        if checkout is None or checkout.pair != pair or checkout.payment.status == "READY":
            raise TossError("NOT_FOUND_PAYMENT")
        return checkout

    def find_order(self, pair: KeyPair, order_id: str) -> Checkout:
        """The order's approved payment, or else the newest one that the shop's server may see."""
        self.expire_due()
        visible = [one for one in self._of_order(pair, order_id) if one.payment.status != "READY"]
        if not visible:
            raise TossError("NOT_FOUND_PAYMENT")
        return self._approved(pair, order_id) or visible[-1]

    def find_approved(self, order_id: str) -> Checkout:
        """The payment that this order was paid with, of any shop, as people at the provider see it."""
        for checkout in self.all():
            if checkout.payment.order_id == order_id and checkout.payment.status in APPROVED:
                return checkout
        raise TossError("NOT_FOUND_PAYMENT")

    def authenticate(self, checkout: Checkout, bank_code: str = "88") -> None:
        """The buyer pays in the window; no money moves until the shop confirms."""
        checkout.payment.status = "IN_PROGRESS"
        checkout.payment.method = METHODS[checkout.request.method]
        checkout.bank_code = bank_code
        checkout.valid_until = self._clock.now() + CONFIRM_WITHIN
        self._keep(checkout)

    def give_up(self, checkout: Checkout) -> None:
        """The buyer cancels in the window; the payment expires later."""
        checkout.given_up = True
        self._keep(checkout)

    def abort(self, checkout: Checkout, code: str) -> None:
        """End a payment unpaid. Its balance stays equal to the total, as with Toss."""
        checkout.payment.status = "ABORTED"
        checkout.payment.failure = Failure(code, text_of(code))
        self._announce(checkout)

    def expire_due(self) -> None:
        """Expire payments whose time is over. A virtual account is only marked as expired: no webhook tells of it."""
        now = self._clock.now()
        for checkout in self._checkouts.values():
            payment = checkout.payment
            if now <= checkout.valid_until:
                continue
            if payment.status in {"READY", "IN_PROGRESS"}:
                payment.status = "EXPIRED"
                payment.method = None
                payment.failure = Failure("EXPIRED_PAYMENT", text_of("EXPIRED_PAYMENT"))
                self._announce(checkout)
            elif (
                payment.status == "WAITING_FOR_DEPOSIT"
                and payment.virtual_account is not None
                and not payment.virtual_account.expired
            ):
                payment.virtual_account.expired = True
                self._keep(checkout)

    def check_confirm(self, pair: KeyPair, request: ConfirmRequest) -> Checkout:
        """Check everything that `approve` relies on; raises the same error as Toss if several apply."""
        checkout = self.find_opened(request.payment_key)
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
        method = checkout.request.method
        if payment.total_amount < SMALLEST_AMOUNT[method]:
            raise TossError("BELOW_MINIMUM_AMOUNT")
        if method == "TRANSFER" and payment.total_amount > LARGEST_TRANSFER:
            raise TossError("EXCEED_MAX_PAYMENT_AMOUNT")
        return checkout

    def approve(self, checkout: Checkout) -> Payment:
        """Take the money, or for a virtual account open it and wait for the deposit."""
        payment = checkout.payment
        match checkout.request.method:
            case "VIRTUAL_ACCOUNT":
                return self._open_account(checkout)
            case "TRANSFER":
                payment.transfer = Transfer(checkout.bank_code)
            case _:
                payment.card = payment.card or Card(amount=payment.total_amount)
        return self.receive(checkout)

    def receive(self, checkout: Checkout) -> Payment:
        """Record that the money has come in."""
        payment, now = checkout.payment, self._clock.now()
        payment.status = "DONE"
        payment.approved_at = korean_time(now)
        payment.receipt = Link(f"{checkout.window_origin}/toss/receipt/{payment.payment_key}")
        checkout.received = payment.total_amount
        cash_receipts.issue(checkout, now)
        self.journal.record(checkout, payment.total_amount, now)
        self._announce(checkout)
        return payment

    def reverse(self, checkout: Checkout) -> Payment:
        """Take back a deposit that the bank had reported by mistake; the account waits for one again."""
        payment, now = checkout.payment, self._clock.now()
        payment.status = "WAITING_FOR_DEPOSIT"
        payment.approved_at = None
        cash_receipts.take_back(checkout, payment.total_amount, now)
        amount, checkout.received = checkout.received, 0
        self.journal.record(checkout, -amount, now)
        self._announce(checkout)
        return payment

    def cancel(self, checkout: Checkout, request: CancelRequest, amount: int) -> Payment:
        cancels.cancel(checkout, request, amount, journal=self.journal, now=self._clock.now())
        self._announce(checkout)
        return checkout.payment

    def _announce(self, checkout: Checkout) -> None:
        """Send a webhook about a change, once it is kept."""
        self._keep(checkout)
        self._announce_change(checkout.payment)

    def _keep(self, checkout: Checkout) -> None:
        self._store.put(("payment", checkout.payment.payment_key, checkout))

    def _open_account(self, checkout: Checkout) -> Payment:
        request, payment, now = checkout.request, checkout.payment, self._clock.now()
        checkout.valid_until = deadline_of(request, now)
        payment.status = "WAITING_FOR_DEPOSIT"
        payment.virtual_account = VirtualAccount(
            account_number=f"X{secrets.randbelow(10**13):013}",
            bank_code=checkout.bank_code,
            customer_name=request.customer_name or "고객",
            due_date=korean_time(checkout.valid_until),
        )
        # This step gets a key too, but no journal entry, because no money has moved.
        payment.last_transaction_key = transaction_key()
        self._announce(checkout)
        return payment

    def _approved(self, pair: KeyPair, order_id: str) -> Checkout | None:
        """The order's approved payment; a virtual account that waits for its deposit counts as approved."""
        approved = APPROVED | {"WAITING_FOR_DEPOSIT"}
        return next((one for one in self._of_order(pair, order_id) if one.payment.status in approved), None)

    def _of_order(self, pair: KeyPair, order_id: str) -> list[Checkout]:
        return [
            checkout
            for checkout in self._checkouts.values()
            if checkout.payment.order_id == order_id and checkout.pair == pair
        ]


def deadline_of(request: PaymentRequest, now: datetime) -> datetime:
    if request.due_date is not None:
        moment = datetime.fromisoformat(request.due_date)
        return moment if moment.tzinfo else moment.replace(tzinfo=KOREA)
    return now + (DEPOSIT_WITHIN if request.valid_hours is None else timedelta(hours=request.valid_hours))
