"""Charges an order to the subscription's card on file, for the renewal job and for members who pay at once.

The provider is called between two transactions, never inside one.
"""

from ieum.shop.checkout import fulfilment, tasks
from ieum.shop.checkout.apply_outcome import apply
from ieum.shop.kernel.db import Connection, Database, any_row
from ieum.shop.kernel.queue import defer
from ieum.shop.kernel.sealing import Sealer
from ieum.shop.kernel.waiting import wait_for
from ieum.shop.orders import service as orders
from ieum.shop.orders.rules import PAYABLE
from ieum.shop.orders.types import OrderState
from ieum.shop.payments import queries
from ieum.shop.payments.provider import Outcome, Provider, Remedy, Unknown
from ieum.shop.payments.types import Charge, Payment
from ieum.shop.subscriptions import methods, schedule_queries
from ieum.shop.subscriptions import outcomes as subscriptions

# The subscription's card is read again where it was changed just before the charge.
READS = 3
# How long to wait for another process that is charging the same order.
WAIT_SECONDS = 20
# After this time a job looks the charge up, even if the process that began it has died.
SETTLE_SECONDS = 90
# The code that the provider would answer for a removed card.
CARD_REMOVED = "ALREADY_REMOVED_BILLING_KEY"


async def charge(db: Database, provider: Provider, sealer: Sealer, order_id: str) -> None:
    """Charge the order to its subscription's card if the charge is due. Repeated or late, it charges once.

    Raises SoldOut where a first period's address is gone.
    """
    for _ in range(READS):
        async with db.connection() as conn:
            card = await schedule_queries.find_card(conn, order_id)
        if card is None:
            return
        if not card.usable:
            await _refuse_removed_card(db, order_id)
            return
        if await charge_card(db, provider, sealer, order_id, card.method) is not None:
            return


async def charge_card(
    db: Database, provider: Provider, sealer: Sealer, order_id: str, method: int
) -> Outcome | None:
    """Charge the order to this card, once, however many processes ask. None where there was nothing to charge.

    After Unknown the order stays `confirming` until a job settles it. Raises SoldOut, OrderExpired, OrderNotFound.
    """
    async with db.transaction() as conn:
        payment = await begin(conn, order_id, method)
    if payment is None:
        return None
    outcome = await send(db, provider, sealer, payment)
    await apply(db, payment, outcome)
    if isinstance(outcome, Unknown):
        async with db.transaction() as conn:
            await defer(conn, tasks.SETTLE_PAYMENT, seconds=2, payment=payment.id)
    return outcome


async def begin(conn: Connection, order_id: str, method: int) -> Payment | None:
    """Record the attempt before the provider is called. None where nothing is to be charged or another process does it.

    Raises SoldOut or OrderExpired where the first period's hold was lost.
    """
    order = await orders.lock(conn, order_id)
    if order.state not in PAYABLE | {OrderState.DUE}:
        return None
    if not await subscriptions.may_charge(conn, order, method):
        return None
    if order.state is OrderState.DUE:
        await orders.move(conn, order, OrderState.CONFIRMING)
    else:
        await fulfilment.start_confirming(conn, order)
    payment = await queries.insert_charge(conn, order.id, method=method, amount=order.amount)
    # In the same transaction, so that the attempt is looked up even if this process dies.
    await defer(conn, tasks.SETTLE_PAYMENT, seconds=SETTLE_SECONDS, payment=payment.id)
    return payment


async def may_send_again(db: Database, payment: Payment) -> bool:
    """Tell whether a charge of unknown outcome may be sent again: since `begin`, its member may have stopped it."""
    async with db.transaction() as conn:
        order = await orders.lock(conn, payment.order_id)
        current = await queries.get(conn, payment.id)
        if current.state != "confirming" or payment.billing_method_id is None:
            return False
        return await subscriptions.may_repeat(conn, order, payment.billing_method_id)


async def send(db: Database, provider: Provider, sealer: Sealer, payment: Payment) -> Outcome:
    """Send the charge to the provider. Repeated, it takes the money once."""
    async with db.connection() as conn:
        charge = await queries.get_charge(conn, payment.id)
    if charge is None:
        # The card was removed after `begin`. Another process may have sent the charge: a look-up will show it.
        return Unknown("card removed")
    billing_key = await methods.open_billing_key(
        db, sealer, payment.billing_method_id, charge.member_id, charge.sealed_key
    )
    if billing_key is None:
        return Unknown("seal broken")
    return await provider.charge(
        billing_key=billing_key,
        customer_key=str(charge.customer_key),
        order_id=payment.provider_order_id,
        amount=payment.amount,
        order_name=_order_name(charge),
        customer_name=charge.customer_name,
        customer_email=charge.customer_email,
    )


async def wait_for_other(db: Database, order_id: str) -> None:
    """Wait while another call charges this order, so that both calls give the same answer."""
    await wait_for(
        db, lambda conn: is_under_way(conn, order_id), lambda under_way: not under_way, seconds=WAIT_SECONDS
    )


async def is_under_way(conn: Connection, order_id: str) -> bool:
    """Tell whether a payment of this order is open."""
    query = "SELECT 1 FROM orders WHERE id = %(order_id)s AND state = 'confirming'"
    return await any_row(conn, query, order_id=order_id)


async def _refuse_removed_card(db: Database, order_id: str) -> None:
    """Refuse the charge without calling the provider, because the card was removed."""
    async with db.transaction() as conn:
        order = await orders.lock(conn, order_id)
        card = await schedule_queries.find_card(conn, order_id)
        if card is not None and not card.usable:
            await subscriptions.note_refused(conn, order, CARD_REMOVED, Remedy.NEW_CARD)


def _order_name(charge: Charge) -> str:
    suffix = f" 외 {charge.quantity - 1}건" if charge.quantity > 1 else ""
    return f"{charge.plan_name} {charge.months}개월{suffix}"
