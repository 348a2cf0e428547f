"""Requests to the provider, from the shop's server and from its pages when they open a window."""

from msgspec import Struct, field


class ConfirmRequest(Struct, rename="camel"):
    payment_key: str
    order_id: str
    amount: int


class RefundAccount(Struct, rename="camel"):
    bank: str
    account_number: str
    holder_name: str


class IssueRequest(Struct, rename="camel"):
    auth_key: str
    customer_key: str


class ChargeRequest(Struct, rename="camel"):
    amount: int
    customer_key: str
    order_id: str
    order_name: str
    customer_email: str | None = None
    customer_name: str | None = None
    tax_free_amount: int = 0


class CancelRequest(Struct, rename="camel"):
    cancel_reason: str
    cancel_amount: int | None = None
    refundable_amount: int | None = None
    refund_receive_account: RefundAccount | None = None
    tax_free_amount: int = 0


class PaymentRequest(Struct, rename="camel", kw_only=True):
    """Request of the shop's page when it opens the payment window."""

    client_key: str
    customer_key: str
    order_id: str
    order_name: str
    value: int
    method: str = "CARD"
    currency: str = "KRW"
    # Both or neither; without them the window answers its opener at `origin`.
    success_url: str | None = None
    fail_url: str | None = None
    origin: str | None = None
    customer_name: str | None = None
    customer_email: str | None = None
    customer_mobile_phone: str | None = None
    tax_free_amount: int = 0
    metadata: dict[str, str] = field(default_factory=dict[str, str])
    # For a transfer or a virtual account: 소득공제, 지출증빙 or 미발행.
    cash_receipt_type: str | None = None
    # How long a virtual account waits for its deposit; with neither, a week.
    valid_hours: int | None = None
    due_date: str | None = None


class RegistrationRequest(Struct, rename="camel", kw_only=True):
    """Request of the shop's page when it opens the window that registers a card."""

    client_key: str
    customer_key: str
    success_url: str
    fail_url: str
    method: str = "CARD"
    customer_name: str | None = None
    customer_email: str | None = None
