"""A period's money, charged to the card on file between two transactions, whoever asks: the clock, or the member."""

from ieum.shop.checkout import fulfilment, tasks
from ieum.shop.checkout.apply_outcome import apply
from ieum.shop.kernel.alarms import raise_alarm
from ieum.shop.kernel.db import Connection, Database, fetch_one
from ieum.shop.kernel.queue import defer
from ieum.shop.kernel.sealing import SealBrokenError, Sealer
from ieum.shop.kernel.waiting import wait_for
from ieum.shop.orders import service as orders
from ieum.shop.orders.rules import PAYABLE
from ieum.shop.orders.types import OrderState
from ieum.shop.payments import queries
from ieum.shop.payments.provider import Outcome, Provider, Remedy, Unknown
from ieum.shop.payments.types import Charge, Payment
from ieum.shop.subscriptions import outcomes as subscriptions
from ieum.shop.subscriptions import schedule_queries

# A card that is changed while we look is looked up again.
LOOKS = 3
# As long as the provider may take to answer whoever charges beside us.
WAIT_SECONDS = 20
# A charge is looked at again after this time, whatever happens to the process that began it.
SETTLE_SECONDS = 90
GONE = "ALREADY_REMOVED_BILLING_KEY"


async def charge(db: Database, provider: Provider, sealer: Sealer, order_id: str) -> None:
    """Charge the order to its subscription's card, where it is to be charged at all; late or repeated, once.

    Raises SoldOut where a first period's address is gone.
    """
    for _ in range(LOOKS):
        async with db.connection() as conn:
            card = await schedule_queries.find_card(conn, order_id)
        if card is None:
            return
        if not card.usable:
            await _refuse_gone(db, order_id)
            return
        if await charge_card(db, provider, sealer, order_id, card.method) is not None:
            return


async def charge_card(
    db: Database, provider: Provider, sealer: Sealer, order_id: str, method: int
) -> Outcome | None:
    """Charge this card for an order, once however many ask. None: there was nothing to charge.

    Unknown leaves the order `confirming`, and a job settles it. Raises SoldOut, OrderExpired, OrderNotFound.
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
    """Note the intention. None where there is nothing to charge, or somebody else is at it.

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
    # Whatever happens to this process, the attempt is looked at again.
    await defer(conn, tasks.SETTLE_PAYMENT, seconds=SETTLE_SECONDS, payment=payment.id)
    return payment


async def is_still_wanted(db: Database, payment: Payment) -> bool:
    """Whether a charge in doubt may be sent once more: `begin` asked, and its member may have gone on since."""
    async with db.transaction() as conn:
        order = await orders.lock(conn, payment.order_id)
        current = await queries.get(conn, payment.id)
        if current.state != "confirming" or payment.billing_method_id is None:
            return False
        return await subscriptions.may_repeat(conn, order, payment.billing_method_id)


async def send(db: Database, provider: Provider, sealer: Sealer, payment: Payment) -> Outcome:
    """Ask for the money; however often, it is taken once."""
    async with db.connection() as conn:
        charge = await queries.get_charge(conn, payment.id)
    if charge is None:
        # Its card was removed between the two. Somebody else may have sent it before: looking it up will tell.
        return Unknown("card removed")
    try:
        billing_key = sealer.open(charge.sealed_key)
    except SealBrokenError:
        async with db.transaction() as conn:
            await raise_alarm(
                conn,
                "seal_broken",
                reference=f"billing_method:{payment.billing_method_id}",
                detail="no sealing key of the settings opens this billing key: put the old key back",
            )
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
    """While another call is at this order's charge, so that both answer alike."""
    await wait_for(
        db, lambda conn: is_under_way(conn, order_id), lambda under_way: not under_way, seconds=WAIT_SECONDS
    )


async def is_under_way(conn: Connection, order_id: str) -> bool:
    """Whether its outcome is open."""
    state = await fetch_one(conn, str, "SELECT state FROM orders WHERE id = %(order_id)s", order_id=order_id)
    return state == "confirming"


async def _refuse_gone(db: Database, order_id: str) -> None:
    """The card was removed: what the provider would say is said without it."""
    async with db.transaction() as conn:
        order = await orders.lock(conn, order_id)
        card = await schedule_queries.find_card(conn, order_id)
        if card is not None and not card.usable:
            await subscriptions.note_refused(conn, order, GONE, Remedy.NEW_CARD)


def _order_name(charge: Charge) -> str:
    suffix = f" 외 {charge.quantity - 1}건" if charge.quantity > 1 else ""
    return f"{charge.plan_name} {charge.months}개월{suffix}"
