from datetime import datetime

from msgspec import Struct

from ieum.dev.sandbox.settings import KeyPair
from ieum.dev.sandbox.toss.requests import PaymentRequest
from ieum.dev.sandbox.toss.types import Payment


class Checkout(Struct, kw_only=True):
    """A payment together with what only the provider knows about it."""

    pair: KeyPair
    request: PaymentRequest
    payment: Payment
    # Until then the payment can go on, or the virtual account takes its deposit.
    valid_until: datetime
    # The sandbox's address as the buyer's browser sees it.
    window_origin: str
    # The buyer cancelled: the window accepts no second choice, and the payment expires later.
    given_up: bool = False
    bank_code: str = "88"
    # Won that came in and went back; both are 0 while a virtual account waits for its deposit.
    received: int = 0
    given_back: int = 0

    @property
    def open(self) -> bool:
        return self.payment.status == "READY" and not self.given_up
