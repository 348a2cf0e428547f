"""Charges of cards on file: begun, sent, and sent again by the same key."""

from ieum.shop.alarms import raise_alarm
from ieum.shop.db import Connection, Database
from ieum.shop.jobs import defer
from ieum.shop.orders import service as orders
from ieum.shop.orders import settlement
from ieum.shop.orders.rules import PAYABLE
from ieum.shop.orders.types import OrderState
from ieum.shop.payments import jobs, queries
from ieum.shop.payments.provider import Outcome, Provider, Unknown
from ieum.shop.payments.types import Charge, Payment
from ieum.shop.sealing import SealBrokenError, Sealer
from ieum.shop.subscriptions import books as subscriptions

SETTLE_SECONDS = 90


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
        await settlement.start_confirming(conn, order)
    payment = await queries.insert_charge(conn, order.id, method=method, amount=order.amount)
    # Whatever happens to this process, the attempt is looked at again.
    await defer(conn, jobs.settle_payment, seconds=SETTLE_SECONDS, payment=payment.id)
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


def _order_name(charge: Charge) -> str:
    suffix = f" 외 {charge.quantity - 1}건" if charge.quantity > 1 else ""
    return f"{charge.plan_name} {charge.months}개월{suffix}"
