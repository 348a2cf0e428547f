"""What a member bought, and how it stands."""

from datetime import UTC, datetime

from ieum.shop.kernel.db import Connection
from ieum.shop.kernel.http import Listing
from ieum.shop.members.types import MemberId
from ieum.shop.order_history import queries, rules
from ieum.shop.order_history.types import (
    Deposit,
    OrderedService,
    OrderFacts,
    OrderView,
    Refund,
    ServiceOfOrder,
    TaxInvoice,
)
from ieum.shop.orders import pricing
from ieum.shop.orders.service import OrderNotFound
from ieum.shop.orders.types import OrderState
from ieum.shop.payments.banks import bank_name
from ieum.shop.payments.refusals import failure

PAGE_SIZE = 20


async def view(conn: Connection, member: MemberId, order_id: str) -> OrderView:
    facts = await queries.find_facts(conn, order_id, member)
    if facts is None:
        raise OrderNotFound
    return view_of(facts, await queries.list_services(conn, [facts.id]))


async def list_page(conn: Connection, member: MemberId, page: int) -> Listing[OrderView]:
    """Newest first."""
    found = await queries.list_facts(conn, member, limit=PAGE_SIZE, offset=(page - 1) * PAGE_SIZE)
    services = await queries.list_services(conn, [facts.id for facts in found])
    return Listing(
        items=[view_of(facts, services) for facts in found],
        page=page,
        page_size=PAGE_SIZE,
        total=await queries.count_orders(conn, member),
    )


def view_of(facts: OrderFacts, services: list[ServiceOfOrder]) -> OrderView:
    """One order, its services picked out of those of the whole page."""
    supply, vat = pricing.split_vat(facts.amount)
    period_from, period_until = rules.days_of(facts)
    return OrderView(
        order_id=facts.id,
        state=facts.state,
        kind=facts.kind,
        plan_kind=facts.plan_kind,
        plan_id=facts.plan_id,
        plan_name=facts.plan_name,
        carrier=facts.carrier,
        months=facts.months,
        quantity=facts.quantity,
        payment_type=facts.payment_type,
        pay_method="virtualAccount" if facts.method == "virtual_account" else facts.method,
        list_amount=facts.list_amount,
        discount_amount=facts.discount_amount,
        quantity_discount_amount=facts.quantity_discount_amount,
        points_used=facts.points_used,
        amount=facts.amount,
        supply_amount=supply,
        vat_amount=vat,
        points_earned=facts.points_earned,
        period_from=period_from,
        period_until=period_until,
        service_id=facts.service_id,
        subscription_id=facts.subscription_id,
        payment_method=facts.payment_method,
        receipt_url=facts.receipt_url,
        cash_receipt_url=facts.cash_receipt_url,
        deposit=_deposit(facts),
        tax_invoice=TaxInvoice(facts.tax_invoice_at) if facts.tax_invoice_at else None,
        refund=_refund(facts),
        may_request_tax_invoice=rules.may_request_tax_invoice(facts),
        may_cancel=facts.state in {OrderState.AWAITING_PAYMENT, OrderState.AWAITING_DEPOSIT},
        may_refund=rules.may_refund(facts, datetime.now(UTC)),
        created_at=facts.created_at,
        paid_at=facts.paid_at,
        failure=failure(facts.failure_code),
        services=[OrderedService(one.id, one.address) for one in services if one.order_id == facts.id],
    )


def _deposit(facts: OrderFacts) -> Deposit | None:
    """Only while it is waited for: nobody is to pay into an account that is done with."""
    if facts.state is not OrderState.AWAITING_DEPOSIT:
        return None
    if facts.bank_code is None or facts.account_number is None or facts.deposit_due_at is None:
        return None
    return Deposit(
        bank_code=facts.bank_code,
        bank_name=bank_name(facts.bank_code),
        account_number=facts.account_number,
        due_at=facts.deposit_due_at,
    )


def _refund(facts: OrderFacts) -> Refund | None:
    if facts.refund_state is None or facts.refund_mode is None or facts.refund_requested_at is None:
        return None
    return Refund(
        state=facts.refund_state,
        mode=facts.refund_mode,
        amount=facts.refund_amount or 0,
        points=facts.refund_points or 0,
        requested_at=facts.refund_requested_at,
        completed_at=facts.refund_completed_at,
    )
