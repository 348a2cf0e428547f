"""Orders and contracts, as members see them and as the tables hold them."""

from datetime import date, datetime
from typing import Literal

import msgspec

from ieum.shop.catalog.types import Kind, PlanId
from ieum.shop.orders.types import CashReceipt, Method, OrderId, OrderKind, OrderState, PaymentType
from ieum.shop.payments.refusals import Failure
from ieum.shop.site.types import RefundMode as RefundRule

type PayMethod = Literal["card", "transfer", "virtualAccount", "billing", "points"]
type RefundState = Literal["awaiting_account", "returning", "stuck", "done"]
type RefundMode = Literal["full", "withdrawal", "pro_rata", "unfulfilled", "operator"]


class OrderedService(msgspec.Struct):
    """A service that an order started or renewed, with its last address; None where it has no fixed one."""

    id: int
    address: str | None


class Deposit(msgspec.Struct, rename="camel"):
    """The virtual account that a deposit is awaited on, and until when."""

    bank_code: str
    bank_name: str
    account_number: str
    due_at: datetime


class TaxInvoice(msgspec.Struct, rename="camel"):
    """`number` is the tax office's own, by which the member finds it there."""

    requested_at: datetime
    issued_at: datetime | None
    number: str | None
    refused_at: datetime | None
    refusal: str | None


class RefundLine(msgspec.Struct):
    """A line of a refund's calculation, in won; the lines add up to the amount."""

    label: str
    amount: int


class Refund(msgspec.Struct, rename="camel"):
    """Money and points that go back to the member, and how far that has come."""

    state: RefundState
    mode: RefundMode
    amount: int
    points: int
    # As the member saw it when they asked.
    lines: list[RefundLine]
    requested_at: datetime
    completed_at: datetime | None


class _OrderFields(msgspec.Struct, rename="camel", kw_only=True):
    """Fields of an order that a row has in common with the members' view."""

    state: OrderState
    kind: OrderKind
    plan_kind: Kind
    plan_id: PlanId
    plan_name: str
    carrier: str
    region: str
    months: int
    quantity: int
    payment_type: PaymentType
    list_amount: int
    discount_amount: int
    # The part of `discount_amount` that the quantity discount makes up.
    quantity_discount_amount: int
    points_used: int
    amount: int
    points_earned: int
    service_id: int | None
    subscription_id: int | None
    # By when the outcome of a payment in doubt is known: the provider lets it expire by then. None in other states.
    outcome_by: datetime | None
    # The provider's own name for the method.
    payment_method: str | None
    receipt_url: str | None
    cash_receipt_url: str | None
    created_at: datetime
    paid_at: datetime | None
    services: list[OrderedService]


class OrderView(_OrderFields, rename="camel", kw_only=True):
    order_id: OrderId
    pay_method: PayMethod
    supply_amount: int
    vat_amount: int
    # Days in Asia/Seoul, the last one included; None before payment.
    period_from: date | None
    period_until: date | None
    deposit: Deposit | None
    tax_invoice: TaxInvoice | None
    refund: Refund | None
    may_request_tax_invoice: bool
    may_cancel: bool
    # Whether anything refundable is left; the refund quote says how much.
    may_refund: bool
    failure: Failure | None


class OrderRow(_OrderFields, kw_only=True):
    """An order joined with its plan, payment, refund and periods, in one row."""

    id: OrderId
    failure_code: str | None
    method: Method
    cash_receipt: CashReceipt
    # The span of the periods it paid for; for tickets, from the payment until they expire.
    starts_at: datetime | None
    ends_at: datetime | None
    # Tickets of this order that are neither used, expired nor taken back, and that no undone change has given back.
    tickets_left: int
    bank_code: str | None
    account_number: str | None
    deposit_due_at: datetime | None
    tax_invoice_at: datetime | None
    tax_invoice_issued_at: datetime | None
    tax_invoice_number: str | None
    tax_invoice_refused_at: datetime | None
    tax_invoice_refusal: str | None
    # What the order was made under: the rule and, if it is the law, the penalty after seven days.
    refund_rule: RefundRule
    refund_penalty_percent: int
    # What it would have cost in the plan's shortest periods, if used days count at that price then.
    refund_shortest_amount: int | None
    refund_state: RefundState | None
    refund_mode: RefundMode | None
    refund_amount: int | None
    refund_points: int | None
    refund_lines: list[RefundLine] | None
    refund_requested_at: datetime | None
    refund_completed_at: datetime | None


class OpenOrder(msgspec.Struct, rename="camel"):
    """An order that its buyer may still pay, whose payment is awaited or looked up, or that was paid lately."""

    order_id: OrderId
    plan_id: PlanId
    plan_kind: Kind
    plan_name: str
    months: int
    quantity: int
    amount: int
    # The service that it renews.
    service_id: int | None
    state: Literal["awaiting_payment", "confirming", "awaiting_deposit", "paid"]
    # Until when it can be paid, or by when the outcome of its payment is known. None for a charge and what is paid.
    until: datetime | None


class OpenOrders(msgspec.Struct, rename="camel"):
    items: list[OpenOrder]
    # Has paid for an order more than a week ago: may hold more by card at once.
    has_paid_before: bool


class Seller(msgspec.Struct, rename="camel"):
    name: str
    ceo: str
    business_number: str
    mail_order_number: str
    address: str
    tel: str
    email: str


class ContractBuyer(msgspec.Struct, rename="camel"):
    """The buyer: the name whole, as a contract needs it to count, the rest masked."""

    name: str
    login_id: str
    email: str
    phone: str


class AgreedText(msgspec.Struct, rename="camel"):
    """A text that the buyer agreed to, word for word."""

    title: str
    version: str
    body: str
    agreed_at: datetime


class Contract(msgspec.Struct, rename="camel"):
    shop: Seller
    buyer: ContractBuyer
    order: OrderView
    agreements: list[AgreedText]
    refund_rule: str
    printed_at: datetime
