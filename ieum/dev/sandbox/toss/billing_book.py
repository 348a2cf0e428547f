"""Registered cards: their registration at the window, their billing keys, and the charges to them."""

import base64
import secrets
from collections.abc import Callable
from datetime import datetime, timedelta

from msgspec import Struct

from ieum.dev.sandbox.clock import Clock, korean_time
from ieum.dev.sandbox.settings import KeyPair
from ieum.dev.sandbox.store import Store
from ieum.dev.sandbox.toss.book import SMALLEST_AMOUNT, PaymentBook
from ieum.dev.sandbox.toss.cards import CARDS, TestCard
from ieum.dev.sandbox.toss.checkout import Checkout
from ieum.dev.sandbox.toss.errors import TossError
from ieum.dev.sandbox.toss.request_rules import ORDER_ID
from ieum.dev.sandbox.toss.requests import ChargeRequest, IssueRequest, PaymentRequest, RegistrationRequest
from ieum.dev.sandbox.toss.types import Billing, Card, Payment

# Toss does not document how long an authorisation key is valid; ten minutes is what a payment has.
ISSUE_WITHIN = timedelta(minutes=10)


class Registration(Struct, kw_only=True):
    """A visit to the registration window: one card is chosen, and its `auth_key` buys one billing key."""

    id: str
    pair: KeyPair
    request: RegistrationRequest
    done: bool = False
    card: TestCard | None = None
    auth_key: str | None = None
    valid_until: datetime | None = None


class BillingKey(Struct, kw_only=True):
    pair: KeyPair
    billing: Billing
    card: TestCard
    window_origin: str
    removed: bool = False


class Refusal(Struct):
    """The error code of a card's charges; None lets a bad card be charged."""

    code: str | None


class BillingBook:
    def __init__(
        self,
        clock: Clock,
        store: Store,
        payments: PaymentBook,
        announce: Callable[[str, str | None], None],
    ) -> None:
        self._clock = clock
        self._store = store
        self._payments = payments
        self._announce_deleted = announce
        self._registrations: dict[str, Registration] = {}
        self._keys: dict[str, BillingKey] = dict(store.all("billing key", BillingKey))
        # Billing key or last digits of a card → error code of its charges; None lets a bad card be charged.
        self._refusals: dict[str, str | None] = {
            name: kept.code for name, kept in store.all("refusal", Refusal)
        }

    def open(self, pair: KeyPair, request: RegistrationRequest) -> Registration:
        if not pair.billing:
            raise TossError("NOT_SUPPORTED_METHOD", "자동결제 계약이 되어 있지 않습니다.")
        registration = Registration(id=secrets.token_hex(16), pair=pair, request=request)
        self._registrations[registration.id] = registration
        return registration

    def find_opened(self, registration_id: str) -> Registration:
        if registration_id not in self._registrations:
            raise TossError("NOT_FOUND")
        return self._registrations[registration_id]

    def authorize(self, registration: Registration, card: TestCard) -> str:
        """The owner chose a card. The returned key lets the shop's server fetch a billing key for a while."""
        registration.done = True
        registration.card = card
        registration.auth_key = f"bln_{secrets.token_hex(16)}"
        registration.valid_until = self._clock.now() + ISSUE_WITHIN
        return registration.auth_key

    def check_issue(self, pair: KeyPair, request: IssueRequest) -> Registration:
        for registration in self._registrations.values():
            if registration.auth_key == request.auth_key and registration.pair == pair:
                break
        else:
            raise TossError("NOT_FOUND_BILLING", "이미 쓰였거나 존재하지 않는 인증 키입니다.")
        if registration.request.customer_key != request.customer_key:
            raise TossError("NOT_MATCHES_CUSTOMER_KEY")
        if registration.valid_until is None or self._clock.now() > registration.valid_until:
            raise TossError("NOT_FOUND_BILLING", "인증 키의 유효 시간이 지났습니다.")
        return registration

    def issue(self, registration: Registration, window_origin: str) -> Billing:
        """Make a billing key. The registration is used up, even if the card is refused."""
        registration.auth_key = None
        card = registration.card
        if card is None:
            raise TossError("NOT_FOUND_BILLING")
        if card.refused_at == "issue":
            raise TossError(card.code or "REJECT_CARD_COMPANY")
        billing = Billing(
            m_id=registration.pair.shop_id,
            customer_key=registration.request.customer_key,
            authenticated_at=korean_time(self._clock.now()),
            billing_key=base64.urlsafe_b64encode(secrets.token_bytes(32)).decode(),
            card=card.as_billing_card(),
        )
        key = BillingKey(pair=registration.pair, billing=billing, card=card, window_origin=window_origin)
        self._keys[billing.billing_key] = key
        self._store.put(("billing key", billing.billing_key, key))
        return billing

    def refuse(self, registration: Registration) -> None:
        registration.auth_key = None

    def all(self) -> list[BillingKey]:
        return list(self._keys.values())

    def check_charge(self, pair: KeyPair, billing_key: str, request: ChargeRequest) -> BillingKey:
        key = self._keys.get(billing_key)
        if key is None or key.pair != pair:
            raise TossError("INVALID_BILL_KEY_REQUEST")
        if key.removed:
            raise TossError("ALREADY_REMOVED_BILLING_KEY")
        if key.billing.customer_key != request.customer_key:
            raise TossError("NOT_MATCHES_CUSTOMER_KEY")
        if not ORDER_ID.fullmatch(request.order_id) or not 1 <= len(request.order_name) <= 100:
            raise TossError("INVALID_REQUEST")
        if request.amount < SMALLEST_AMOUNT["CARD"]:
            raise TossError("BELOW_MINIMUM_AMOUNT")
        if not 0 <= request.tax_free_amount <= request.amount:
            raise TossError("INVALID_REQUEST")
        return key

    def charge(self, key: BillingKey, request: ChargeRequest) -> Payment:
        """Take the money, or raise if the card is refused; a refused charge leaves an ABORTED payment."""
        refusal = self.refusal_of(key)
        if refusal is not None:
            self.abort(key, request, refusal)
            raise TossError(refusal)
        return self._payments.approve(self._begin(key, request))

    def abort(self, key: BillingKey, request: ChargeRequest, code: str) -> None:
        self._payments.abort(self._begin(key, request), code)

    def refusal_of(self, key: BillingKey) -> str | None:
        for name in (key.billing.billing_key, key.card.ending):
            if name in self._refusals:
                return self._refusals[name]
        return key.card.code if key.card.refused_at == "charge" else None

    def set_refusal(self, name: str, code: str | None) -> None:
        """Refuse charges to one billing key, or to every card whose number has this ending."""
        if name not in self._keys and name not in CARDS:
            raise TossError("NOT_FOUND_BILLING")
        self._refusals[name] = code
        self._store.put(("refusal", name, Refusal(code)))

    def remove(self, pair: KeyPair, billing_key: str, *, reason: str | None = None) -> None:
        key = self._keys.get(billing_key)
        if key is None or key.pair != pair:
            raise TossError("NOT_FOUND_BILLING")
        if key.removed:
            raise TossError("INVALID_BILL_KEY_REQUEST", "이미 삭제된 빌링키입니다.")
        key.removed = True
        self._store.put(("billing key", billing_key, key))
        self._announce_deleted(billing_key, reason)

    def _begin(self, key: BillingKey, request: ChargeRequest) -> Checkout:
        payment_request = PaymentRequest(
            client_key=key.pair.client_key,
            customer_key=request.customer_key,
            order_id=request.order_id,
            order_name=request.order_name,
            value=request.amount,
            customer_name=request.customer_name,
            customer_email=request.customer_email,
            tax_free_amount=request.tax_free_amount,
        )
        checkout = self._payments.open(key.pair, payment_request, key.window_origin, kind="BILLING")
        self._payments.authenticate(checkout)
        checkout.payment.card = Card(
            amount=request.amount,
            issuer_code=key.card.issuer_code,
            acquirer_code=key.card.issuer_code,
            number=key.card.number,
            card_type=key.card.card_type,
        )
        return checkout
