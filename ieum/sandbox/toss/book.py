"""Every payment the stand-in knows, and the only ways in which one changes."""

import secrets
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta

from ieum.sandbox.clock import KOREA, Clock, korean_time
from ieum.sandbox.settings import KeyPair
from ieum.sandbox.toss import cancels, cash_receipts
from ieum.sandbox.toss.checkout import Checkout
from ieum.sandbox.toss.errors import TossError, text_of
from ieum.sandbox.toss.journal import Journal, transaction_key
from ieum.sandbox.toss.requests import CancelRequest, ConfirmRequest, PaymentRequest
from ieum.sandbox.toss.types import APPROVED, Card, Failure, Link, Payment, Transfer, VirtualAccount

TO_AUTHENTICATE = timedelta(minutes=30)
TO_CONFIRM = timedelta(minutes=10)
TO_DEPOSIT = timedelta(hours=168)
METHODS = {"CARD": "카드", "TRANSFER": "계좌이체", "VIRTUAL_ACCOUNT": "가상계좌"}
SMALLEST_AMOUNT = {"CARD": 100, "TRANSFER": 200, "VIRTUAL_ACCOUNT": 200}
LARGEST_TRANSFER = 10_000_000


class PaymentBook:
    def __init__(self, clock: Clock, announce: Callable[[Payment], None]) -> None:
        self._clock = clock
        self._announce = announce
        self._checkouts: dict[str, Checkout] = {}
        self.journal = Journal()

    def open(
        self, pair: KeyPair, request: PaymentRequest, window_origin: str, *, kind: str = "NORMAL"
    ) -> Checkout:
        """Begin a payment; an order that was ever approved can have no second one."""
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

    def authenticate(self, checkout: Checkout, bank_code: str = "88") -> None:
        """The buyer paid at the window; nothing is charged before the shop confirms."""
        checkout.payment.status = "IN_PROGRESS"
        checkout.payment.method = METHODS[checkout.request.method]
        checkout.bank_code = bank_code
        checkout.valid_until = self._clock.now() + TO_CONFIRM

    def abort(self, checkout: Checkout, code: str) -> None:
        """End it unpaid; as with Toss, the balance stays what the total was."""
        checkout.payment.status = "ABORTED"
        checkout.payment.failure = Failure(code, text_of(code))
        self._announce(checkout.payment)

    def expire_due(self) -> None:
        """A virtual account whose deadline passes says so, but its status stays and nobody is told."""
        now = self._clock.now()
        for checkout in self._checkouts.values():
            payment = checkout.payment
            if now <= checkout.valid_until:
                continue
            if payment.status in {"READY", "IN_PROGRESS"}:
                payment.status = "EXPIRED"
                payment.method = None
                payment.failure = Failure("EXPIRED_PAYMENT", text_of("EXPIRED_PAYMENT"))
                self._announce(payment)
            elif payment.status == "WAITING_FOR_DEPOSIT" and payment.virtual_account is not None:
                payment.virtual_account.expired = True

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
        method = checkout.request.method
        if payment.total_amount < SMALLEST_AMOUNT[method]:
            raise TossError("BELOW_MINIMUM_AMOUNT")
        if method == "TRANSFER" and payment.total_amount > LARGEST_TRANSFER:
            raise TossError("EXCEED_MAX_PAYMENT_AMOUNT")
        return checkout

    def approve(self, checkout: Checkout) -> None:
        """Take the money, or for a virtual account say where it shall go."""
        payment = checkout.payment
        match checkout.request.method:
            case "VIRTUAL_ACCOUNT":
                self._open_account(checkout)
                return
            case "TRANSFER":
                payment.transfer = Transfer(checkout.bank_code)
            case _:
                payment.card = payment.card or Card(amount=payment.total_amount)
        self.receive(checkout)

    def receive(self, checkout: Checkout) -> None:
        """The money is in."""
        payment, now = checkout.payment, self._clock.now()
        payment.status = "DONE"
        payment.approved_at = korean_time(now)
        payment.receipt = Link(f"{checkout.window_origin}/toss/receipt/{payment.payment_key}")
        checkout.received = payment.total_amount
        cash_receipts.issue(checkout, now)
        payment.last_transaction_key = self.journal.record(checkout, payment.total_amount, now)
        self._announce(payment)

    def reverse(self, checkout: Checkout) -> None:
        """The bank takes a deposit back that it had reported by mistake: the account waits again."""
        payment, now = checkout.payment, self._clock.now()
        payment.status = "WAITING_FOR_DEPOSIT"
        payment.approved_at = None
        cash_receipts.take_back(checkout, payment.total_amount, now)
        payment.last_transaction_key = self.journal.record(checkout, -checkout.received, now)
        checkout.received = 0
        self._announce(payment)

    def cancel(self, checkout: Checkout, request: CancelRequest, amount: int) -> None:
        cancels.cancel(checkout, request, amount, journal=self.journal, now=self._clock.now())
        self._announce(checkout.payment)

    def _open_account(self, checkout: Checkout) -> None:
        request, payment, now = checkout.request, checkout.payment, self._clock.now()
        checkout.valid_until = deadline_of(request, now)
        payment.status = "WAITING_FOR_DEPOSIT"
        payment.virtual_account = VirtualAccount(
            account_number=f"X{secrets.randbelow(10**13):013}",
            bank_code=checkout.bank_code,
            customer_name=request.customer_name or "고객",
            due_date=korean_time(checkout.valid_until),
        )
        # Known by a key as every step is; no money has moved, and the list of movements has no line of it.
        payment.last_transaction_key = transaction_key()
        self._announce(payment)

    def _approved(self, pair: KeyPair, order_id: str) -> Checkout | None:
        """What this order has led to; an account that waits for its deposit counts."""
        return next(
            (
                checkout
                for checkout in self._checkouts.values()
                if checkout.payment.order_id == order_id
                and checkout.pair == pair
                and checkout.payment.status in APPROVED | {"WAITING_FOR_DEPOSIT"}
            ),
            None,
        )


def deadline_of(request: PaymentRequest, now: datetime) -> datetime:
    if request.due_date is not None:
        moment = datetime.fromisoformat(request.due_date)
        return moment if moment.tzinfo else moment.replace(tzinfo=KOREA)
    return now + (TO_DEPOSIT if request.valid_hours is None else timedelta(hours=request.valid_hours))
