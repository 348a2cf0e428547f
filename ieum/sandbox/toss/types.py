"""What the provider shows of a payment; every field travels, `null` where there is nothing."""

from msgspec import Struct, field

APPROVED = frozenset({"DONE", "PARTIAL_CANCELED", "CANCELED"})


class Card(Struct, rename="camel"):
    amount: int
    issuer_code: str = "41"
    acquirer_code: str | None = "41"
    number: str = "43301234****123*"
    installment_plan_months: int = 0
    approve_no: str = "00000000"
    use_card_point: bool = False
    card_type: str = "신용"
    owner_type: str = "개인"
    acquire_status: str = "READY"
    is_interest_free: bool = False
    interest_payer: str | None = None


class Cancel(Struct, rename="camel"):
    cancel_amount: int
    cancel_reason: str
    tax_free_amount: int
    # What could still be cancelled after this one.
    refundable_amount: int
    canceled_at: str
    transaction_key: str
    tax_exemption_amount: int = 0
    card_discount_amount: int = 0
    transfer_discount_amount: int = 0
    easy_pay_discount_amount: int = 0
    receipt_key: str | None = None
    cancel_status: str = "DONE"
    cancel_request_id: str | None = None


class Link(Struct, rename="camel"):
    url: str


class Failure(Struct, rename="camel"):
    code: str
    message: str


class Payment(Struct, rename="camel", kw_only=True):
    version: str = "2022-11-16"
    payment_key: str
    type: str = "NORMAL"
    order_id: str
    order_name: str
    m_id: str
    currency: str = "KRW"
    method: str | None = None
    total_amount: int
    balance_amount: int
    status: str = "READY"
    requested_at: str
    approved_at: str | None = None
    use_escrow: bool = False
    last_transaction_key: str | None = None
    supplied_amount: int = 0
    vat: int = 0
    culture_expense: bool = False
    tax_free_amount: int = 0
    tax_exemption_amount: int = 0
    is_partial_cancelable: bool = True
    cancels: list[Cancel] | None = None
    card: Card | None = None
    virtual_account: None = None
    transfer: None = None
    mobile_phone: None = None
    gift_certificate: None = None
    easy_pay: None = None
    secret: str | None = None
    metadata: dict[str, str] | None = None
    receipt: Link | None = None
    checkout: Link | None = None
    country: str = "KR"
    failure: Failure | None = None
    cash_receipt: None = None
    cash_receipts: None = None
    discount: None = None

    def __post_init__(self) -> None:
        self.split_tax()

    def split_tax(self) -> None:
        """Tax is an eleventh of what is taxed of the balance, rounded half up."""
        taxed = self.balance_amount - self.tax_free_amount
        self.vat = (2 * taxed + 11) // 22
        self.supplied_amount = taxed - self.vat


class Transaction(Struct, rename="camel"):
    m_id: str
    transaction_key: str
    payment_key: str
    order_id: str
    method: str | None
    customer_key: str
    receipt_url: str | None
    status: str
    transaction_at: str
    # Negative for a cancel.
    amount: int
    use_escrow: bool = False
    currency: str = "KRW"


class ConfirmRequest(Struct, rename="camel"):
    payment_key: str
    order_id: str
    amount: int


class CancelRequest(Struct, rename="camel"):
    cancel_reason: str
    cancel_amount: int | None = None
    refundable_amount: int | None = None
    tax_free_amount: int = 0


class PaymentRequest(Struct, rename="camel", kw_only=True):
    """What the shop's page asked for when it opened the window."""

    client_key: str
    customer_key: str
    order_id: str
    order_name: str
    value: int
    method: str = "CARD"
    currency: str = "KRW"
    # Both or neither: without them the window answers its opener at `origin`.
    success_url: str | None = None
    fail_url: str | None = None
    origin: str | None = None
    customer_name: str | None = None
    customer_email: str | None = None
    customer_mobile_phone: str | None = None
    tax_free_amount: int = 0
    metadata: dict[str, str] = field(default_factory=dict[str, str])
