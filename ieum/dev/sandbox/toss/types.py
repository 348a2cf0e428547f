"""Payments as Toss's API shows them: every field is sent, empty ones as `null`."""

from msgspec import Struct

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
    # What can still be cancelled after this cancel.
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


class Transfer(Struct, rename="camel"):
    bank_code: str
    settlement_status: str = "INCOMPLETED"


class VirtualAccount(Struct, rename="camel", kw_only=True):
    account_type: str = "일반"
    account_number: str
    bank_code: str
    customer_name: str
    depositor_name: str | None = None
    due_date: str
    refund_status: str = "NONE"
    # Past its deadline; the payment's status does not change with it.
    expired: bool = False
    settlement_status: str = "INCOMPLETED"
    # Toss shows it for half an hour; always null here, so that nobody relies on it.
    refund_receive_account: None = None


class CashReceipt(Struct, rename="camel"):
    type: str
    receipt_key: str
    issue_number: str
    receipt_url: str
    amount: int
    tax_free_amount: int = 0


class CashReceiptEntry(Struct, rename="camel", kw_only=True):
    """A line of a cash receipt's history."""

    receipt_key: str
    order_id: str
    order_name: str
    type: str
    issue_number: str
    receipt_url: str
    transaction_type: str
    amount: int
    requested_at: str
    business_number: str = "0000000000"
    tax_free_amount: int = 0
    issue_status: str = "COMPLETED"
    failure: Failure | None = None
    customer_identity_number: str = "010****0000"


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
    virtual_account: VirtualAccount | None = None
    transfer: Transfer | None = None
    mobile_phone: None = None
    gift_certificate: None = None
    easy_pay: None = None
    secret: str | None = None
    metadata: dict[str, str] | None = None
    receipt: Link | None = None
    checkout: Link | None = None
    country: str = "KR"
    failure: Failure | None = None
    cash_receipt: CashReceipt | None = None
    cash_receipts: list[CashReceiptEntry] | None = None
    discount: None = None

    def __post_init__(self) -> None:
        self.split_tax()

    def split_tax(self) -> None:
        """The tax is one eleventh of the taxed part of the balance, rounded half up."""
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


class BillingCard(Struct, rename="camel"):
    issuer_code: str
    number: str
    card_type: str
    acquirer_code: str | None = None
    owner_type: str = "개인"


class Billing(Struct, rename="camel", kw_only=True):
    """A registered card with its billing key, which Toss shows only in the answer that issues it."""

    m_id: str
    customer_key: str
    authenticated_at: str
    method: str = "카드"
    billing_key: str
    card: BillingCard
    transfers: None = None
    easy_pay: None = None
