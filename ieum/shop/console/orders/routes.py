"""The calls of the screens about orders and their money."""

from datetime import datetime
from typing import Annotated, Any

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import JSONBody, QueryParameter

from ieum.shop.checkout.confirmation import CancelUnsettled, NotCancellable
from ieum.shop.console.orders import queries, refunding, service
from ieum.shop.console.orders.filters import OrderFilters, OrderStateName, where_of
from ieum.shop.console.orders.refusals import (
    ConsoleOrderNotFound,
    MessageNotOfOrder,
    NoDepositAwaited,
    NothingToLookUp,
    NotSentAgain,
    ProviderKnowsNothing,
    ProviderSilent,
)
from ieum.shop.console.orders.types import (
    MoneyPress,
    OrderChecked,
    OrderLine,
    OrderPage,
    OrderReason,
    RefundBegun,
    RefundForm,
    RefundOfOrder,
    RefundWish,
    SentOnceMore,
    Trouble,
)
from ieum.shop.desk.access import Acting, ActorDependency, Reader, between, changes, reads
from ieum.shop.desk.approvals.refusals import PreviewChanged
from ieum.shop.desk.lists import After, Size, Words
from ieum.shop.desk.presses import PressKeyUsed
from ieum.shop.desk.types import Listed, Preview
from ieum.shop.kernel.feed import Feed
from ieum.shop.kernel.http import Answer, Conn, Db, RowId, ok
from ieum.shop.kernel.sealing import Sealer
from ieum.shop.order_history.routes import OrderKey
from ieum.shop.order_history.types import RefundState
from ieum.shop.orders.types import Method, OrderKind
from ieum.shop.payments.provider import Provider
from ieum.shop.refunds.refusals import QuoteExpired, RefundNotPossible

Provided = NamedDependency[Provider]
Sealing = NamedDependency[Sealer]
MostWon = Annotated[int | None, QueryParameter(name="amountTo", ge=0, le=2**31 - 1, required=False)]
LeastWon = Annotated[int | None, QueryParameter(name="amountFrom", ge=0, le=2**31 - 1, required=False)]


@get("/api/v1/console/orders", **reads("orders.view"))
async def list_console_orders(
    conn: Conn,
    q: Words = None,
    which: Annotated[OrderStateName | None, QueryParameter(name="state", required=False)] = None,
    kind: Annotated[OrderKind | None, QueryParameter(required=False)] = None,
    method: Annotated[Method | None, QueryParameter(required=False)] = None,
    refund: Annotated[RefundState | None, QueryParameter(required=False)] = None,
    trouble: Annotated[Trouble | None, QueryParameter(required=False)] = None,
    member: Annotated[int | None, QueryParameter(ge=1, le=2**63 - 1, required=False)] = None,
    amount_from: LeastWon = None,
    amount_to: MostWon = None,
    since: Annotated[datetime | None, QueryParameter(name="from", required=False)] = None,
    until: Annotated[datetime | None, QueryParameter(name="to", required=False)] = None,
    order: Annotated[queries.Sorting | None, QueryParameter(required=False)] = None,
    after: After = None,
    size: Size = 50,
) -> Answer[Listed[OrderLine]]:
    """Newest first, or by amount. `q` is the begin of an order's number or payment key, or a card's last digits."""
    filters = OrderFilters(
        q=q,
        state=which,
        kind=kind,
        method=method,
        refund=refund,
        trouble=trouble,
        member=member,
        amount_from=amount_from,
        amount_to=amount_to,
        from_=since,
        to=until,
    )
    page = await queries.list_orders(conn, where_of(filters), order or "-time", after=after, size=size)
    return ok(service.masked(page))


@get("/api/v1/console/orders/{order_id:str}", **reads("orders.view", ConsoleOrderNotFound))
async def get_console_order(conn: Conn, order_id: OrderKey) -> Answer[OrderPage]:
    return ok(await service.get_page(conn, order_id))


@post(
    "/api/v1/console/orders/{order_id:str}/refund/preview",
    status_code=200,
    **reads("orders.refund", ConsoleOrderNotFound, RefundNotPossible),
)
async def preview_refund(
    conn: Conn, staff: Reader, order_id: OrderKey, data: JSONBody[RefundWish]
) -> Answer[Preview]:
    """What would go back now: by the rules it is what the member is shown who asks."""
    return ok(await refunding.preview(conn, staff, RefundOfOrder(order_id, data)))


def _or_waits(declared: dict[str, Any]) -> dict[str, Any]:
    """The declaration of a change that answers 202 where a second person has to confirm it."""
    waits = ResponseSpec(
        Answer[RefundBegun], description="waits for a second person", generate_examples=False
    )
    return declared | {"responses": declared["responses"] | {202: waits}}


@post(
    "/api/v1/console/orders/{order_id:str}/refund",
    status_code=200,
    **_or_waits(
        between(
            "orders.refund",
            ConsoleOrderNotFound,
            RefundNotPossible,
            QuoteExpired,
            PreviewChanged,
            PressKeyUsed,
            ProviderSilent,
            ProviderKnowsNothing,
        )
    ),
)
async def refund_order(
    actor: ActorDependency,
    db: Db,
    feed: NamedDependency[Feed],
    provider: Provided,
    order_id: OrderKey,
    data: JSONBody[RefundForm],
) -> Response[Answer[RefundBegun]]:
    """Begin the refund that was shown. Above the setting it waits for a second person, and the answer is 202."""
    asked = RefundOfOrder(order_id, RefundWish(data.kind, data.amount, data.words))
    form = MoneyPress(data.key, data.digest, data.reason)
    begun = await refunding.refund(actor, db, feed, provider, asked, form)
    status = 200 if begun.approval_id is None else 202
    return Response(Answer(status, begun), status_code=status)


@post(
    "/api/v1/console/orders/{order_id:str}/refund/settlement/preview",
    status_code=200,
    **reads("orders.refund", ConsoleOrderNotFound, RefundNotPossible),
)
async def preview_settlement(conn: Conn, order_id: OrderKey) -> Answer[Preview]:
    return ok(await refunding.preview_settlement(conn, order_id))


@post(
    "/api/v1/console/orders/{order_id:str}/refund/settlement",
    status_code=200,
    **between(
        "orders.refund", ConsoleOrderNotFound, RefundNotPossible, PreviewChanged, PressKeyUsed, ProviderSilent
    ),
)
async def settle_refund(
    actor: ActorDependency,
    db: Db,
    provider: Provided,
    order_id: OrderKey,
    data: JSONBody[MoneyPress],
) -> Answer[None]:
    """Record that the money of a refund went back by hand; also of money that came after a refund."""
    await refunding.settle(actor, db, provider, order_id, data)
    return ok(None)


@post(
    "/api/v1/console/orders/{order_id:str}/refund/retry",
    status_code=200,
    **changes("orders.refund", ConsoleOrderNotFound, RefundNotPossible),
)
async def retry_refund(act: Acting, order_id: OrderKey, data: JSONBody[OrderReason]) -> Answer[None]:
    """Have the worker try a refund again that the provider has refused."""
    await refunding.try_again(act, order_id, data.reason)
    return ok(None)


@post(
    "/api/v1/console/orders/{order_id:str}/payment-check",
    status_code=200,
    **between("orders.retry", ConsoleOrderNotFound, NothingToLookUp, ProviderSilent),
)
async def check_payment(
    actor: ActorDependency,
    db: Db,
    provider: Provided,
    sealer: Sealing,
    order_id: OrderKey,
    data: JSONBody[OrderReason],
) -> Answer[OrderChecked]:
    """Ask the provider what became of the payment, and do what follows. It is safe to repeat."""
    return ok(await service.check_payment(actor, db, provider, sealer, order_id, reason=data.reason))


@post(
    "/api/v1/console/orders/{order_id:str}/deposit-check",
    status_code=200,
    **between("orders.deposit", ConsoleOrderNotFound, NoDepositAwaited, NothingToLookUp, ProviderSilent),
)
async def check_deposit(
    actor: ActorDependency,
    db: Db,
    provider: Provided,
    sealer: Sealing,
    order_id: OrderKey,
    data: JSONBody[OrderReason],
) -> Answer[OrderChecked]:
    """Ask the provider for a deposit: what it holds is received and delivered, and nothing else is."""
    return ok(await service.check_deposit(actor, db, provider, sealer, order_id, reason=data.reason))


@post(
    "/api/v1/console/orders/{order_id:str}/cancellation",
    status_code=200,
    **between("orders.deposit", ConsoleOrderNotFound, NotCancellable, CancelUnsettled),
)
async def cancel_console_order(
    actor: ActorDependency,
    db: Db,
    provider: Provided,
    order_id: OrderKey,
    data: JSONBody[OrderReason],
) -> Answer[OrderChecked]:
    """Cancel an order that is not paid. A deposit that arrives before its account is closed is delivered instead."""
    return ok(await service.cancel(actor, db, provider, order_id, reason=data.reason))


@post(
    "/api/v1/console/orders/{order_id:str}/messages/{id:int}/again",
    status_code=200,
    **changes("orders.resend", ConsoleOrderNotFound, MessageNotOfOrder, NotSentAgain),
)
async def send_message_again(
    act: Acting, order_id: OrderKey, id: RowId, data: JSONBody[OrderReason]
) -> Answer[SentOnceMore]:
    """Send a message about the order once more, to where it went."""
    return ok(SentOnceMore(await service.send_again(act, order_id, id, reason=data.reason)))


ROUTES = [
    list_console_orders,
    get_console_order,
    preview_refund,
    refund_order,
    preview_settlement,
    settle_refund,
    retry_refund,
    check_payment,
    check_deposit,
    cancel_console_order,
    send_message_again,
]
