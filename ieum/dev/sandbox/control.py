"""The control API, with which people and tests steer the sandbox. The real providers have nothing like it."""

from datetime import datetime, timedelta
from typing import Annotated

from litestar import Router, delete, get, post
from litestar.di import NamedDependency
from litestar.params import JSONBody
from msgspec import Meta, Struct

from ieum.dev.sandbox.faults import NewFault
from ieum.dev.sandbox.toss.checkout import Checkout
from ieum.dev.sandbox.toss.webhooks import Delivery
from ieum.dev.sandbox.world import World


class Advance(Struct, rename="camel", forbid_unknown_fields=True):
    advance_seconds: Annotated[float, Meta(ge=0, le=10 * 365 * 86_400)]


class Time(Struct, rename="camel"):
    now: datetime
    offset_seconds: float


class PaymentMoney(Struct, rename="camel"):
    """Money of a payment, as a reconciliation needs it: how much came in and how much went back."""

    payment_key: str
    order_id: str
    client_key: str
    # NORMAL, or BILLING for a charge to a registered card.
    type: str
    method: str | None
    status: str
    total_amount: int
    balance_amount: int
    approved_amount: int
    cancelled_amount: int


class Totals(Struct):
    approved: int
    cancelled: int
    # What remains with the shop.
    kept: int


class PaymentList(Struct):
    payments: list[PaymentMoney]
    totals: Totals


class Keys(Struct, forbid_unknown_fields=True):
    """Keys that were changed at a provider's desk: they hold now in place of the secret that the account began with."""

    of: str
    valid: list[str]


class WebhookTarget(Struct, forbid_unknown_fields=True):
    # None: send nothing.
    url: Annotated[str, Meta(pattern=r"^https?://")] | None


class WebhookState(Struct):
    url: str | None
    deliveries: list[Delivery]


@get("/clock")
async def show_clock(world: NamedDependency[World]) -> Time:
    return Time(world.clock.now(), world.clock.offset.total_seconds())


@post("/clock", status_code=200)
async def advance_clock(world: NamedDependency[World], data: JSONBody[Advance]) -> Time:
    """Let time pass. Payments that run out meanwhile have expired before the answer."""
    world.clock.advance(timedelta(seconds=data.advance_seconds))
    world.payments.expire_due()
    world.webhooks.awake.set()
    return Time(world.clock.now(), world.clock.offset.total_seconds())


@get("/faults")
async def list_faults(world: NamedDependency[World]) -> list[NewFault]:
    return world.faults.waiting


@post("/faults")
async def add_fault(world: NamedDependency[World], data: JSONBody[NewFault]) -> NewFault:
    world.faults.add(data)
    return data


@delete("/faults")
async def clear_faults(world: NamedDependency[World]) -> None:
    world.faults.waiting.clear()


@get("/payments")
async def list_payments(world: NamedDependency[World]) -> PaymentList:
    payments = [money_of(checkout) for checkout in world.payments.all()]
    approved = sum(payment.approved_amount for payment in payments)
    cancelled = sum(payment.cancelled_amount for payment in payments)
    return PaymentList(payments, Totals(approved, cancelled, approved - cancelled))


@get("/webhook")
async def show_webhook(world: NamedDependency[World]) -> WebhookState:
    return WebhookState(world.webhooks.url, world.webhooks.deliveries)


@post("/webhook", status_code=200)
async def set_webhook(world: NamedDependency[World], data: JSONBody[WebhookTarget]) -> WebhookState:
    world.webhooks.url = data.url
    return WebhookState(world.webhooks.url, world.webhooks.deliveries)


@post("/keys", status_code=204)
async def set_keys(world: NamedDependency[World], data: JSONBody[Keys]) -> None:
    world.keys[data.of] = tuple(data.valid)


@post("/reset", status_code=204)
async def reset(world: NamedDependency[World]) -> None:
    world.reset()


def money_of(checkout: Checkout) -> PaymentMoney:
    payment = checkout.payment
    return PaymentMoney(
        payment_key=payment.payment_key,
        order_id=payment.order_id,
        client_key=checkout.pair.client_key,
        type=payment.type,
        method=payment.method,
        status=payment.status,
        total_amount=payment.total_amount,
        balance_amount=payment.balance_amount,
        approved_amount=checkout.received,
        cancelled_amount=checkout.given_back,
    )


router = Router(
    "/control",
    route_handlers=[
        show_clock,
        advance_clock,
        list_faults,
        add_fault,
        clear_faults,
        list_payments,
        show_webhook,
        set_webhook,
        set_keys,
        reset,
    ],
)
