"""One order's page, and what is settled by asking the provider: payments in doubt, deposits, cancelled orders."""

from ieum.shop.checkout import confirmation, look_up
from ieum.shop.console.orders import actions, queries, rules
from ieum.shop.console.orders.refusals import (
    ConsoleOrderNotFound,
    MessageNotOfOrder,
    NoDepositAwaited,
    NothingToLookUp,
    NotSentAgain,
    ProviderSilent,
)
from ieum.shop.console.orders.types import Buyer, OrderChecked, OrderFacts, OrderLine, OrderPage
from ieum.shop.desk.access import Act, Actor
from ieum.shop.desk.permissions import Permission
from ieum.shop.desk.types import Listed
from ieum.shop.kernel.db import Connection, Database
from ieum.shop.kernel.masking import mask_card, mask_email, mask_name, mask_phone
from ieum.shop.kernel.sealing import Sealer
from ieum.shop.kernel.structs import build
from ieum.shop.members.types import MemberId
from ieum.shop.messaging import service as messaging
from ieum.shop.orders import pricing
from ieum.shop.orders.types import OrderState
from ieum.shop.payments.banks import bank_name
from ieum.shop.payments.provider import Provider, ProviderUnavailableError
from ieum.shop.payments.refusals import refusal_text


def masked(page: Listed[OrderLine]) -> Listed[OrderLine]:
    for line in page.items:
        _mask(line.buyer)
    return page


async def get_page(conn: Connection, order_id: str) -> OrderPage:
    """Raises ConsoleOrderNotFound."""
    order = await get_facts(conn, order_id)
    payments = await queries.list_payments(conn, order_id)
    for payment in payments:
        payment.card = payment.card and mask_card(payment.card)
        payment.bank = payment.bank and bank_name(payment.bank)
    refund = await queries.find_refund(conn, order_id)
    messages = await queries.list_messages(conn, order_id, order.buyer.id)
    for message in messages:
        mask = mask_email if message.channel == "mail" else mask_phone
        message.recipient = message.recipient and mask(message.recipient)
    _mask(order.buyer)
    supply, vat = pricing.split_vat(order.amount)
    return build(
        OrderPage,
        order,
        failure=refusal_text(order.failure_code) if order.failure_code else None,
        supply_amount=supply,
        vat_amount=vat,
        payments=payments,
        refund=refund,
        services=await queries.list_services(conn, order_id),
        points=await queries.list_points(conn, order_id),
        messages=messages,
        alarms=await queries.list_alarms(conn, order_id),
        timeline=rules.timeline(order, payments, refund, messages),
        approvals=await queries.list_asked(conn, actions.REFUND.name, order_id),
        can=rules.can(order, payments, refund),
    )


async def get_facts(conn: Connection, order_id: str) -> OrderFacts:
    """Raises ConsoleOrderNotFound."""
    order = await queries.find_order(conn, order_id)
    if order is None:
        raise ConsoleOrderNotFound
    return order


async def check_payment(
    actor: Actor, db: Database, provider: Provider, sealer: Sealer, order_id: str, *, reason: str
) -> OrderChecked:
    """Ask the provider what became of an order's payment, and do what follows from its answer.

    Raises ConsoleOrderNotFound, NothingToLookUp, ProviderSilent.
    """
    return await _ask_provider(actor, db, provider, sealer, order_id, action="orders.retry", reason=reason)


async def check_deposit(
    actor: Actor, db: Database, provider: Provider, sealer: Sealer, order_id: str, *, reason: str
) -> OrderChecked:
    """The same of a deposit that is awaited, was taken back by the bank, or came after its refund.

    Only what the provider holds counts as received. Raises NoDepositAwaited, too.
    """
    async with db.connection() as conn:
        order = await get_facts(conn, order_id)
        payments = await queries.list_payments(conn, order_id)
    if rules.can(order, payments, None).check_deposit is not None:
        raise NoDepositAwaited
    return await _ask_provider(actor, db, provider, sealer, order_id, action="orders.deposit", reason=reason)


async def _ask_provider(
    actor: Actor,
    db: Database,
    provider: Provider,
    sealer: Sealer,
    order_id: str,
    *,
    action: Permission,
    reason: str,
) -> OrderChecked:
    async with db.connection() as conn:
        before = (await get_facts(conn, order_id)).state
        asked_as = await queries.find_provider_order(conn, order_id)
    if asked_as is None:
        raise NothingToLookUp
    try:
        await look_up.refresh(db, provider, sealer, asked_as)
    except ProviderUnavailableError as error:
        raise ProviderSilent from error
    async with actor.transaction() as act:
        after = (await get_facts(act.conn, order_id)).state
        act.note(
            action,
            "order",
            order_id,
            before={"state": str(before)},
            after={"state": str(after)},
            reason=reason,
        )
    return OrderChecked(before, after)


async def cancel(
    actor: Actor, db: Database, provider: Provider, order_id: str, *, reason: str
) -> OrderChecked:
    """Cancel an unpaid order; a virtual account is closed at the provider first. A second time changes nothing.

    Raises ConsoleOrderNotFound, NotCancellable, CancelUnsettled.
    """
    async with actor.transaction() as act:
        order = await get_facts(act.conn, order_id)
        if rules.can(order, [], None).cancel is None:
            # Before the provider is asked: what it has done by then cannot go unrecorded.
            act.note(
                "orders.deposit",
                "order",
                order_id,
                before={"state": str(order.state)},
                after={"asked": str(OrderState.CANCELLED)},
                reason=reason,
            )
        else:
            act.nothing_changed()
    view = await confirmation.cancel_order(db, provider, MemberId(order.buyer.id), order_id)
    return OrderChecked(order.state, view.state)


async def send_again(act: Act, order_id: str, message: int, *, reason: str) -> int:
    """Send a message about the order once more; returns the new one. Pressed twice, it is sent once.

    Raises ConsoleOrderNotFound, MessageNotOfOrder, NotSentAgain.
    """
    order = await get_facts(act.conn, order_id)
    of_order = await queries.list_messages(act.conn, order_id, order.buyer.id)
    if message not in {one.id for one in of_order}:
        raise MessageNotOfOrder
    again = await messaging.send_again(act.conn, message)
    if again is None:
        raise NotSentAgain
    act.note("orders.resend", "order", order_id, after={"message": message, "again": again}, reason=reason)
    return again


def _mask(buyer: Buyer) -> None:
    buyer.name = mask_name(buyer.name) if buyer.name else ""
