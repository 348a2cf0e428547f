"""Messages about virtual accounts: issued, reminder, expired. Members who have left get none."""

from collections.abc import Callable
from datetime import UTC, datetime

from ieum.shop.kernel.db import Connection
from ieum.shop.members import queries as members
from ieum.shop.messaging import deposit_templates as texts
from ieum.shop.messaging import service as messaging
from ieum.shop.messaging.rules import by_day
from ieum.shop.messaging.templates import Text
from ieum.shop.orders import queries as orders
from ieum.shop.orders.notices import tell_buyer
from ieum.shop.orders.types import Order
from ieum.shop.payments import deposit_queries
from ieum.shop.payments.banks import bank_name
from ieum.shop.payments.types import AwaitedDeposit
from ieum.shop.site import queries as site


async def remind_due(conn: Connection, *, limit: int) -> int:
    """Remind the buyers of open deposits once each, by mail and SMS; returns how many.

    An SMS that would have to wait for the morning is left out where the deposit is due before that.
    """
    due = await deposit_queries.lock_to_remind(conn, limit=limit)
    await orders.mark_reminded(conn, [deposit.order_id for deposit in due])
    shop = (await site.get_config(conn)).site_name
    sms_leaves_at = by_day(datetime.now(UTC))
    for deposit in due:
        reference = f"deposit_reminder:{deposit.order_id}"
        await _mail(conn, deposit, texts.deposit_reminder, shop=shop, reference=reference)
        if sms_leaves_at >= deposit.due_at:
            continue
        await messaging.sms(
            conn,
            to=deposit.phone,
            text=texts.deposit_reminder_sms(
                site=shop,
                amount=deposit.amount,
                bank=bank_name(deposit.bank_code),
                account=deposit.account_number,
                due_at=deposit.due_at,
            ),
            reference=reference,
            member=deposit.member_id,
        )
    return len(due)


async def tell_issued(conn: Connection, order: Order) -> None:
    if await members.hold_member(conn, order.member_id) is None:
        return
    deposit = await deposit_queries.get_awaited(conn, order.id)
    shop = (await site.get_config(conn)).site_name
    await _mail(conn, deposit, texts.deposit_issued, shop=shop, reference=f"deposit_issued:{order.id}")


async def tell_ended(conn: Connection, order: Order) -> None:
    await tell_buyer(conn, order, f"deposit_expired:{order.id}", texts.deposit_expired)


async def _mail(
    conn: Connection, deposit: AwaitedDeposit, write: Callable[..., Text], *, shop: str, reference: str
) -> None:
    text = write(
        site=shop,
        name=deposit.name,
        order_id=deposit.order_id,
        plan=deposit.plan_name,
        amount=deposit.amount,
        bank=bank_name(deposit.bank_code),
        account=deposit.account_number,
        due_at=deposit.due_at,
    )
    await messaging.mail(conn, to=deposit.email, text=text, reference=reference, member=deposit.member_id)
