import secrets
from datetime import datetime

from ieum.dev.sandbox.clock import korean_time
from ieum.dev.sandbox.settings import KeyPair
from ieum.dev.sandbox.store import Store
from ieum.dev.sandbox.toss.checkout import Checkout
from ieum.dev.sandbox.toss.types import Transaction


def transaction_key() -> str:
    return f"txrd_{secrets.token_hex(12)}"


class Journal:
    """Every movement of money, oldest first."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._transactions = [transaction for _, transaction in store.all("transaction", Transaction)]

    def record(self, checkout: Checkout, amount: int, at: datetime, *, key: str = "") -> None:
        """Record a movement, and keep it together with the payment as it then is."""
        payment = checkout.payment
        transaction = Transaction(
            m_id=payment.m_id,
            transaction_key=key or transaction_key(),
            payment_key=payment.payment_key,
            order_id=payment.order_id,
            method=payment.method,
            customer_key=checkout.request.customer_key,
            receipt_url=payment.receipt.url if payment.receipt else None,
            status=payment.status,
            transaction_at=korean_time(at),
            amount=amount,
        )
        self._transactions.append(transaction)
        payment.last_transaction_key = transaction.transaction_key
        self._store.put(
            ("transaction", transaction.transaction_key, transaction),
            ("payment", payment.payment_key, checkout),
        )

    def between(self, pair: KeyPair, start: datetime, end: datetime) -> list[Transaction]:
        return [
            transaction
            for transaction in self._transactions
            if transaction.m_id == pair.shop_id
            and start <= datetime.fromisoformat(transaction.transaction_at) <= end
        ]
