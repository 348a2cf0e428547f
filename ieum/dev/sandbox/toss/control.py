"""The control API for cards and virtual accounts, for tests. People can do the same on the sandbox's pages."""

from typing import Annotated, Literal

from litestar import Response, Router, delete, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody
from msgspec import Meta, Struct

from ieum.dev.sandbox.http import AnyRequest
from ieum.dev.sandbox.toss import cancels, deposits
from ieum.dev.sandbox.toss.billing_book import BillingKey
from ieum.dev.sandbox.toss.calls import refusal, success
from ieum.dev.sandbox.toss.errors import STATUS_OF, TossError
from ieum.dev.sandbox.toss.idempotency import Answer
from ieum.dev.sandbox.toss.requests import CancelRequest, RefundAccount
from ieum.dev.sandbox.world import World


class CardState(Struct, rename="camel"):
    billing_key: str
    customer_key: str
    client_key: str
    number: str
    ending: str
    removed: bool
    # The error code of its next charge, if that will be refused.
    code: str | None


class NewRefusal(Struct, rename="camel", forbid_unknown_fields=True, kw_only=True):
    """Refuse charges to one billing key, or to every card with this ending. Code null lets them be charged."""

    billing_key: str | None = None
    ending: Annotated[str, Meta(pattern=r"^\d{3}$")] | None = None
    code: str | None

    def __post_init__(self) -> None:
        if (self.billing_key is None) == (self.ending is None):
            raise ValueError("name either a billingKey or an ending")
        if self.code is not None and self.code not in STATUS_OF:
            raise ValueError(f"the provider has no code {self.code!r}")


class Deposit(Struct, rename="camel", forbid_unknown_fields=True, kw_only=True):
    order_id: str
    # `reverse`: the bank takes back a deposit that it reported by mistake.
    act: Literal["deposit", "reverse"] = "deposit"
    # None: the amount due.
    amount: int | None = None


class DashboardCancel(Struct, rename="camel", forbid_unknown_fields=True, kw_only=True):
    """Cancellation in the provider's dashboard, past the shop. Amount null cancels all that is left."""

    order_id: str
    amount: Annotated[int, Meta(ge=1)] | None = None
    reason: Annotated[str, Meta(min_length=1, max_length=200)] = "상점관리자에서 취소"


# Where deposits go back to that are cancelled in the dashboard.
DASHBOARD_ACCOUNT = RefundAccount("88", "110123456789", "홍길동")


@get("/cards")
async def list_cards(world: NamedDependency[World]) -> list[CardState]:
    return [state_of(world, key) for key in world.billing.all()]


@post("/cards", status_code=200)
async def set_refusal(world: NamedDependency[World], data: JSONBody[NewRefusal]) -> list[CardState]:
    """Stays in force until the next call of this."""
    world.billing.set_refusal(data.billing_key or data.ending or "", data.code)
    return [state_of(world, key) for key in world.billing.all()]


@delete("/cards/{billing_key:str}", status_code=200)
async def remove_card(world: NamedDependency[World], billing_key: FromPath[str]) -> Response[bytes]:
    """Remove a billing key as the card's company does; a webhook tells the shop."""
    for key in world.billing.all():
        if key.billing.billing_key == billing_key and not key.removed:
            world.billing.remove(key.pair, billing_key, reason="CARD_COMPANY")
            return Response(b"")
    raise TossError("NOT_FOUND_BILLING")


@post("/deposits", status_code=200)
async def deposit(world: NamedDependency[World], data: JSONBody[Deposit]) -> Response[bytes]:
    """Pay into an order's virtual account, or take the deposit back; answers with the payment."""
    checkout = deposits.of_order(world.payments, data.order_id)
    amount = checkout.payment.total_amount if data.amount is None else data.amount
    movement = deposits.Movement(data.act, amount)
    return respond(await deposits.move_money(world, data.order_id, movement))


@post("/cancels", status_code=200)
async def cancel_in_dashboard(
    world: NamedDependency[World], data: JSONBody[DashboardCancel]
) -> Response[bytes]:
    """Cancel an order's payment, or a part of it; a webhook tells the shop. Answers with the payment."""
    checkout = world.payments.find_approved(data.order_id)
    request = CancelRequest(data.reason, data.amount, refund_receive_account=DASHBOARD_ACCOUNT)
    amount = cancels.check_cancel(checkout.payment, request)
    return respond(success(world.payments.cancel(checkout, request, amount)))


def state_of(world: World, key: BillingKey) -> CardState:
    return CardState(
        billing_key=key.billing.billing_key,
        customer_key=key.billing.customer_key,
        client_key=key.pair.client_key,
        number=key.card.number,
        ending=key.card.ending,
        removed=key.removed,
        code=world.billing.refusal_of(key),
    )


def respond(answer: Answer) -> Response[bytes]:
    return Response(answer.body, status_code=answer.status, media_type="application/json")


def refuse(_: AnyRequest, error: TossError) -> Response[bytes]:
    return respond(refusal(error))


router = Router(
    "/control",
    route_handlers=[list_cards, set_refusal, remove_card, deposit, cancel_in_dashboard],
    exception_handlers={TossError: refuse},
)
