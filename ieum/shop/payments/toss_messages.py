"""Parses Toss Payments' answers into the provider interface's types (fact sheet section 4)."""

from datetime import datetime

import httpx
import msgspec

from ieum.shop.payments.provider import (
    BillingCard,
    Deposit,
    PaymentStatus,
    ProviderPayment,
    ProviderTransaction,
    ProviderUnavailableError,
)

_STATUS = {
    "READY": PaymentStatus.WAITING,
    "IN_PROGRESS": PaymentStatus.WAITING,
    "WAITING_FOR_DEPOSIT": PaymentStatus.DEPOSIT,
    "DONE": PaymentStatus.APPROVED,
    "PARTIAL_CANCELED": PaymentStatus.APPROVED,
    "CANCELED": PaymentStatus.CANCELLED,
    "ABORTED": PaymentStatus.CLOSED,
    "EXPIRED": PaymentStatus.CLOSED,
}


# Of the provider's sentences, as the tables keep them.
LONGEST_MESSAGE = 500


class _Receipt(msgspec.Struct):
    url: str | None = None


class _Failure(msgspec.Struct):
    code: str
    message: str = ""


class _VirtualAccount(msgspec.Struct, rename="camel"):
    bank_code: str
    account_number: str


class _CashReceipt(msgspec.Struct, rename="camel"):
    receipt_url: str | None = None


class _Payment(msgspec.Struct, rename="camel"):
    """The fields that we read; the provider adds others without notice."""

    payment_key: str
    order_id: str
    status: str
    total_amount: int
    balance_amount: int
    method: str | None = None
    approved_at: datetime | None = None
    receipt: _Receipt | None = None
    failure: _Failure | None = None
    virtual_account: _VirtualAccount | None = None
    secret: str | None = None
    cash_receipt: _CashReceipt | None = None


class _Card(msgspec.Struct, rename="camel"):
    number: str
    issuer_code: str | None = None
    card_type: str | None = None


class _Transfer(msgspec.Struct, rename="camel"):
    bank_name: str = ""
    bank_account_number: str = ""


class _Billing(msgspec.Struct, rename="camel"):
    billing_key: str
    card: _Card | None = None
    transfers: list[_Transfer] | None = None


class _Transaction(msgspec.Struct, rename="camel"):
    transaction_key: str
    payment_key: str
    order_id: str
    status: str
    transaction_at: datetime
    amount: int


class _Error(msgspec.Struct):
    code: str = "UNKNOWN"
    message: str = ""


def payment(response: httpx.Response) -> ProviderPayment:
    """Read a payment. Raises ProviderUnavailableError if it cannot be parsed or its status is unknown to us."""
    read = _decode(response, _Payment)
    status = _STATUS.get(read.status)
    if status is None:
        raise ProviderUnavailableError(f"unknown payment status {read.status}")
    account = read.virtual_account
    return ProviderPayment(
        payment_key=read.payment_key,
        order_id=read.order_id,
        # Only a balance of 0 shows a full refund: one made in parts keeps the status PARTIAL_CANCELED.
        status=PaymentStatus.CANCELLED
        if status is PaymentStatus.APPROVED and read.balance_amount == 0
        else status,
        amount=read.total_amount,
        balance=read.balance_amount,
        method=read.method,
        receipt_url=_page(read.receipt.url) if read.receipt else None,
        approved_at=read.approved_at,
        failure_code=read.failure.code if read.failure else None,
        deposit=account and Deposit(account.bank_code, account.account_number),
        secret=read.secret,
        cash_receipt_url=_page(read.cash_receipt.receipt_url) if read.cash_receipt else None,
        failure_message=read.failure.message[:LONGEST_MESSAGE] if read.failure else "",
    )


def _page(address: str | None) -> str | None:
    """An address that a browser opens as a page; the payment counts without its receipt."""
    return address if address and address.startswith(("https://", "http://")) else None


def billing_card(response: httpx.Response) -> BillingCard:
    """Read a registered card or bank account. Raises ProviderUnavailableError."""
    read = _decode(response, _Billing)
    if read.card is not None:
        return BillingCard(
            read.billing_key, read.card.issuer_code or "", read.card.number, read.card.card_type or ""
        )
    account = read.transfers[0] if read.transfers else _Transfer()
    return BillingCard(read.billing_key, "", account.bank_account_number, account.bank_name)


def transactions(response: httpx.Response) -> tuple[list[ProviderTransaction], str | None, int]:
    """The transactions that moved money, the key from which to read the next page, and how many were listed.

    Raises ProviderUnavailableError.
    """
    listed = _decode(response, list[_Transaction])
    moved = [
        ProviderTransaction(
            transaction.transaction_key,
            transaction.payment_key,
            transaction.order_id,
            # The sign of a cancellation's amount is not documented, so it is taken from the status.
            abs(transaction.amount) if transaction.status == "DONE" else -abs(transaction.amount),
            transaction.transaction_at,
        )
        for transaction in listed
        if transaction.status in {"DONE", "CANCELED", "PARTIAL_CANCELED"}
    ]
    return moved, listed[-1].transaction_key if listed else None, len(listed)


def error_code(response: httpx.Response) -> str:
    return error(response)[0]


def error(response: httpx.Response) -> tuple[str, str]:
    """The provider's code and its sentence, which is empty where there is none."""
    try:
        read = msgspec.json.decode(response.content, type=_Error)
    except msgspec.MsgspecError:
        return f"HTTP_{response.status_code}", ""
    return read.code[:100], read.message.replace("\0", "")[:LONGEST_MESSAGE]


def _decode[T](response: httpx.Response, into: type[T]) -> T:
    try:
        return msgspec.json.decode(response.content, type=into)
    except msgspec.MsgspecError as error:
        raise ProviderUnavailableError(f"unreadable answer: {error}") from error
