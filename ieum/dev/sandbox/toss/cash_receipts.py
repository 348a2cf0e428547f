"""Cash receipts for payments by transfer or virtual account; a cancel reduces them."""

import secrets
from datetime import datetime

from ieum.dev.sandbox.clock import korean_time
from ieum.dev.sandbox.toss.checkout import Checkout
from ieum.dev.sandbox.toss.types import CashReceipt, CashReceiptEntry

NONE = "미발행"
TYPES = frozenset({"소득공제", "지출증빙", NONE})


def issue(checkout: Checkout, now: datetime) -> None:
    """Issue the receipt that was requested; does nothing if none was, or if the payment already has one."""
    payment, receipt_type = checkout.payment, checkout.request.cash_receipt_type
    if receipt_type is None or receipt_type == NONE or payment.cash_receipt:
        return
    if payment.method not in {"계좌이체", "가상계좌"}:
        return
    payment.cash_receipt = CashReceipt(
        type=receipt_type,
        receipt_key=secrets.token_hex(12),
        issue_number=f"{secrets.randbelow(10**9):09}",
        receipt_url=f"{checkout.window_origin}/toss/cash-receipt/{payment.payment_key}",
        amount=payment.total_amount,
        tax_free_amount=payment.tax_free_amount,
    )
    _record(checkout, payment.cash_receipt, "CONFIRM", payment.total_amount, now)


def take_back(checkout: Checkout, amount: int, now: datetime) -> None:
    receipt = checkout.payment.cash_receipt
    if receipt is None:
        return
    receipt.amount -= amount
    _record(checkout, receipt, "CANCEL", amount, now)
    if receipt.amount == 0:
        checkout.payment.cash_receipt = None


def _record(checkout: Checkout, receipt: CashReceipt, kind: str, amount: int, now: datetime) -> None:
    payment = checkout.payment
    entry = CashReceiptEntry(
        receipt_key=receipt.receipt_key,
        order_id=payment.order_id,
        order_name=payment.order_name,
        type=receipt.type,
        issue_number=receipt.issue_number,
        receipt_url=receipt.receipt_url,
        transaction_type=kind,
        amount=amount,
        requested_at=korean_time(now),
    )
    payment.cash_receipts = [*(payment.cash_receipts or []), entry]
