from datetime import datetime

from msgspec import Struct

from ieum.sandbox.settings import KeyPair
from ieum.sandbox.toss.requests import PaymentRequest
from ieum.sandbox.toss.types import Payment


class Checkout(Struct, kw_only=True):
    """A payment together with what only the provider knows of it."""

    pair: KeyPair
    request: PaymentRequest
    payment: Payment
    # Moment after which a READY or IN_PROGRESS payment expires, and a virtual account takes no deposit.
    valid_until: datetime
    # The address under which the buyer's browser reached us.
    window_origin: str
    # The buyer gave up; the window takes no second choice, the payment runs out by itself.
    given_up: bool = False
    bank_code: str = "88"
    # Won that came in and went back; a virtual account without its deposit has neither.
    received: int = 0
    given_back: int = 0

    @property
    def open(self) -> bool:
        return self.payment.status == "READY" and not self.given_up
