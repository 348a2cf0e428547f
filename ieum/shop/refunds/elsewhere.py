"""Money that went back at the provider's own dashboard, not by a refund of ours: recorded, and shown to staff."""

from ieum.shop.kernel.alarms import raise_alarm
from ieum.shop.kernel.db import Connection
from ieum.shop.payments import queries as payments
from ieum.shop.payments.types import Payment


async def note(conn: Connection, payment: Payment, *, balance: int) -> None:
    """Record that less is left of the payment than we knew; the caller has locked its order.

    A refund that is made later owes the less for it. Does nothing where we know of as much.
    """
    returned = payment.amount - balance
    if returned > payment.cancelled_amount:
        await payments.note_returned_elsewhere(conn, payment.id, returned=returned)
        await tell_staff(
            conn,
            payment.order_id,
            cancelled=returned - payment.cancelled_amount,
            paid=payment.amount,
            left=balance,
        )


async def tell_staff(conn: Connection, order_id: str, *, cancelled: int, paid: int, left: int) -> None:
    """Raise an alarm about what was cancelled there. One that is open has the newest figures from now on."""
    await raise_alarm(
        conn,
        "cancelled_elsewhere",
        reference=order_id,
        detail=f"{cancelled:,}원이 사이트 밖에서 환불되었습니다. 결제한 {paid:,}원 가운데 {left:,}원이 남았습니다.",
        renews=True,
    )
