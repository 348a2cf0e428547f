import secrets
from datetime import datetime

from ieum.sandbox.clock import korean_time
from ieum.sandbox.settings import KeyPair
from ieum.sandbox.toss.checkout import Checkout
from ieum.sandbox.toss.types import Transaction


def transaction_key() -> str:
    return f"txrd_{secrets.token_hex(12)}"


class Journal:
    """Every movement of money, oldest first."""

    def __init__(self) -> None:
        self._transactions: list[Transaction] = []

    def record(self, checkout: Checkout, amount: int, at: datetime) -> str:
        payment = checkout.payment
        transaction = Transaction(
            m_id=payment.m_id,
            transaction_key=transaction_key(),
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
        return transaction.transaction_key

    def between(self, pair: KeyPair, start: datetime, end: datetime) -> list[Transaction]:
        return [
            transaction
            for transaction in self._transactions
            if transaction.m_id == pair.shop_id
            and start <= datetime.fromisoformat(transaction.transaction_at) <= end
        ]
