"""Cancelling a payment, in full or in part: what is allowed, and how it changes the payment."""

from datetime import datetime

from ieum.dev.sandbox.clock import korean_time
from ieum.dev.sandbox.toss import cash_receipts
from ieum.dev.sandbox.toss.banks import BANKS
from ieum.dev.sandbox.toss.checkout import Checkout
from ieum.dev.sandbox.toss.errors import TossError
from ieum.dev.sandbox.toss.journal import Journal, transaction_key
from ieum.dev.sandbox.toss.requests import CancelRequest, RefundAccount
from ieum.dev.sandbox.toss.types import APPROVED, Cancel, Payment


def check_cancel(payment: Payment, request: CancelRequest) -> int:
    """Return the amount that this cancel would give back, or raise why it is not allowed."""
    if not 1 <= len(request.cancel_reason) <= 200:
        raise TossError("INVALID_REQUEST", "취소 사유는 1자 이상 200자 이하여야 합니다.")
    if payment.status == "CANCELED":
        raise TossError("ALREADY_CANCELED_PAYMENT")
    waiting = payment.status == "WAITING_FOR_DEPOSIT"
    if not waiting and payment.status not in APPROVED:
        raise TossError("NOT_CANCELABLE_PAYMENT")
    if request.refundable_amount not in {None, payment.balance_amount}:
        raise TossError("NOT_MATCHES_REFUNDABLE_AMOUNT")
    amount = payment.balance_amount if request.cancel_amount is None else request.cancel_amount
    if payment.balance_amount == 0 or amount > payment.balance_amount:
        raise TossError("NOT_CANCELABLE_AMOUNT")
    if amount <= 0 or not 0 <= request.tax_free_amount <= min(amount, payment.tax_free_amount):
        raise TossError("INVALID_REQUEST")
    check_parts(payment, amount)
    if payment.virtual_account is not None and not waiting:
        check_account(request.refund_receive_account)
    return amount


def check_parts(payment: Payment, amount: int) -> None:
    if payment.status == "WAITING_FOR_DEPOSIT" and amount != payment.balance_amount:
        raise TossError("NOT_ALLOWED_PARTIAL_REFUND_WAITING_DEPOSIT")
    if amount != payment.total_amount and not payment.is_partial_cancelable:
        raise TossError("NOT_ALLOWED_PARTIAL_REFUND")


def check_account(account: RefundAccount | None) -> None:
    """Check the bank account to which a deposit is to go back."""
    if account is None or not 1 <= len(account.holder_name.strip()) <= 60:
        raise TossError("INVALID_REFUND_ACCOUNT_INFO")
    if account.bank not in BANKS and account.bank not in BANKS.values():
        raise TossError("INVALID_BANK")
    number = account.account_number
    # Digits only: a virtual account's number begins with X, and no refund can go to it.
    if not (number.isascii() and number.isdecimal() and 6 <= len(number) <= 20):
        raise TossError("INVALID_REFUND_ACCOUNT_NUMBER")


def cancel(
    checkout: Checkout, request: CancelRequest, amount: int, *, journal: Journal, now: datetime
) -> None:
    """Give the amount back. A payment cancelled in parts stays PARTIAL_CANCELED to the end, as with Toss."""
    payment = checkout.payment
    payment.status = "CANCELED" if amount == payment.total_amount else "PARTIAL_CANCELED"
    payment.balance_amount -= amount
    payment.tax_free_amount -= request.tax_free_amount
    if payment.balance_amount == 0:
        payment.tax_free_amount = 0
        if payment.card is not None:
            payment.card.acquire_status = "CANCELED"
    payment.split_tax()
    if checkout.received:
        checkout.given_back += amount
        cash_receipts.take_back(checkout, amount, now)
        if payment.virtual_account is not None:
            payment.virtual_account.refund_status = "COMPLETED"
    payment.last_transaction_key = transaction_key()
    payment.cancels = [
        *(payment.cancels or []),
        Cancel(
            cancel_amount=amount,
            cancel_reason=request.cancel_reason,
            tax_free_amount=request.tax_free_amount,
            refundable_amount=payment.balance_amount,
            canceled_at=korean_time(now),
            transaction_key=payment.last_transaction_key,
        ),
    ]
    if checkout.received:
        journal.record(checkout, -amount, now, key=payment.last_transaction_key)
