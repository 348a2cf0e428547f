"""Endpoints that confirm, fail or cancel a payment, and the provider's webhook."""

from contextlib import suppress
from typing import Any

from litestar import post
from litestar.di import NamedDependency
from litestar.params import JSONBody
from procrastinate.exceptions import AlreadyEnqueued

from ieum.shop.checkout import confirmation, tasks
from ieum.shop.kernel.db import Connection
from ieum.shop.kernel.http import Answer, Conn, Db, ok
from ieum.shop.kernel.problems import refusals_of_change
from ieum.shop.kernel.queue import defer
from ieum.shop.members.authentication import MEMBERS_ONLY, MEMBERS_ONLY_BETWEEN, Member
from ieum.shop.order_history import service as history
from ieum.shop.order_history.routes import OrderKey
from ieum.shop.order_history.types import OrderView
from ieum.shop.orders import claims
from ieum.shop.orders import service as orders
from ieum.shop.payments import queries
from ieum.shop.payments.provider import Provider
from ieum.shop.payments.refusals import OrderClosed, PaymentRefused
from ieum.shop.payments.types import ConfirmRequest, FailRequest
from ieum.shop.payments.webhooks import PaymentHint, deleted_billing_key, payment_hint
from ieum.shop.subscriptions import methods


@post(
    "/api/v1/payments/confirm",
    status_code=200,
    dependencies=MEMBERS_ONLY_BETWEEN,
    responses=refusals_of_change(
        orders.OrderNotFound,
        orders.SoldOut,
        orders.OrderExpired,
        orders.TooManyDeposits,
        claims.TooManyAddresses,
        claims.TooManyOfNetwork,
        orders.TooManyPaymentKeys,
        confirmation.AmountMismatch,
        confirmation.PaymentNotOfOrder,
        confirmation.PaymentUnchecked,
        OrderClosed,
        PaymentRefused,
    ),
)
async def confirm(
    db: Db, provider: NamedDependency[Provider], member: Member, data: JSONBody[ConfirmRequest]
) -> Answer[OrderView]:
    """Pay an order. `confirming` in the answer means that the outcome is not known yet: read the order again."""
    return ok(await confirmation.confirm(db, provider, member.member_id, data))


@post(
    "/api/v1/payments/fail",
    status_code=200,
    dependencies=MEMBERS_ONLY,
    responses=refusals_of_change(orders.OrderNotFound),
)
async def fail(conn: Conn, member: Member, data: JSONBody[FailRequest]) -> Answer[OrderView]:
    """Report that the payment window returned without a payment: the held address goes back on sale."""
    await orders.abandon(conn, member.member_id, data.order_id, data.code)
    return ok(await history.view(conn, member.member_id, data.order_id))


@post(
    "/api/v1/orders/{order_id:str}/cancel",
    status_code=200,
    dependencies=MEMBERS_ONLY_BETWEEN,
    responses=refusals_of_change(
        orders.OrderNotFound, confirmation.NotCancellable, confirmation.CancelUnsettled
    ),
)
async def cancel_order(
    db: Db, provider: NamedDependency[Provider], member: Member, order_id: OrderKey
) -> Answer[OrderView]:
    """Cancel an order that is unpaid or waits for its deposit. If the deposit arrives first, the order stays."""
    return ok(await confirmation.cancel_order(db, provider, member.member_id, order_id))


@post("/api/v1/payments/webhooks/toss", status_code=200)
async def toss_webhook(conn: Conn, data: JSONBody[Any]) -> Answer[None]:
    """Webhooks are unsigned, so one is only a hint: a job reads the payment. Always 200, so that none is sent again."""
    if (key := deleted_billing_key(data)) is not None:
        await methods.note_deleted(conn, key)
    hint = payment_hint(data)
    if hint is not None and await _is_worth_a_look(conn, hint):
        # A job that is queued already will see the same change: many hints need one look-up.
        with suppress(AlreadyEnqueued):
            async with conn.transaction():
                await defer(
                    conn, tasks.READ_PAYMENT, once=f"read_payment:{hint.order_id}", order_id=hint.order_id
                )
    return ok(None)


async def _is_worth_a_look(conn: Connection, hint: PaymentHint) -> bool:
    """False where the hint could change nothing, or is a deposit webhook without the right secret."""
    if not await queries.may_change(conn, hint.order_id, reversal=hint.reversal):
        return False
    secret = await queries.find_secret(conn, hint.order_id) if hint.is_deposit else None
    return secret is None or hint.has_secret(secret)


ROUTES = [confirm, fail, cancel_order, toss_webhook]
