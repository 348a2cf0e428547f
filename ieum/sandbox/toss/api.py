"""The provider's server API for payments."""

from datetime import datetime
from typing import Any

from litestar import Response, Router, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath

from ieum.sandbox.clock import KOREA
from ieum.sandbox.settings import KeyPair
from ieum.sandbox.toss.cancels import may_cancel
from ieum.sandbox.toss.errors import TossError
from ieum.sandbox.toss.exchange import AnyRequest, Deed, exchange, perform, read, success
from ieum.sandbox.toss.idempotency import Answer
from ieum.sandbox.toss.requests import CancelRequest, ConfirmRequest
from ieum.sandbox.world import World

MOST_TRANSACTIONS = 5000


@post("/payments/confirm", status_code=200)
async def confirm(request: AnyRequest, world: NamedDependency[World]) -> Response[bytes]:
    body = await request.body()

    async def act(pair: KeyPair) -> Answer:
        asked = read(body, ConfirmRequest)
        checkout = world.payments.may_confirm(pair, asked)

        def approve() -> Any:
            world.payments.approve(checkout)
            return checkout.payment

        deed = Deed(asked.order_id, approve, lambda code: world.payments.abort(checkout, code))
        return await perform(world, "confirm", deed)

    return await exchange(request, world, act)


@get("/payments/{payment_key:str}")
async def look_up(
    request: AnyRequest, world: NamedDependency[World], payment_key: FromPath[str]
) -> Response[bytes]:
    async def act(pair: KeyPair) -> Answer:
        checkout = world.payments.find(pair, payment_key)
        return await perform(world, "lookup", Deed(checkout.payment.order_id, lambda: checkout.payment))

    return await exchange(request, world, act)


@get("/payments/orders/{order_id:str}")
async def look_up_order(
    request: AnyRequest, world: NamedDependency[World], order_id: FromPath[str]
) -> Response[bytes]:
    async def act(pair: KeyPair) -> Answer:
        deed = Deed(order_id, lambda: world.payments.find_order(pair, order_id).payment)
        return await perform(world, "lookup", deed)

    return await exchange(request, world, act)


@post("/payments/{payment_key:str}/cancel", status_code=200)
async def cancel(
    request: AnyRequest, world: NamedDependency[World], payment_key: FromPath[str]
) -> Response[bytes]:
    body = await request.body()

    async def act(pair: KeyPair) -> Answer:
        asked = read(body, CancelRequest)
        checkout = world.payments.find(pair, payment_key)
        amount = may_cancel(checkout.payment, asked)

        def give_back() -> Any:
            world.payments.cancel(checkout, asked, amount)
            return checkout.payment

        return await perform(world, "cancel", Deed(checkout.payment.order_id, give_back))

    return await exchange(request, world, act)


@get("/transactions")
async def list_transactions(request: AnyRequest, world: NamedDependency[World]) -> Response[bytes]:
    """Approvals and cancels between two Korean times, oldest first."""
    query = request.query_params

    async def act(pair: KeyPair) -> Answer:
        start, end = korean_moment(query.get("startDate")), korean_moment(query.get("endDate"))
        found = world.payments.journal.between(pair, start, end)
        after = query.get("startingAfter")
        if after is not None:
            keys = [transaction.transaction_key for transaction in found]
            found = found[keys.index(after) + 1 :] if after in keys else []
        limit = query.get("limit", "100")
        if not limit.isdecimal() or not 1 <= int(limit) <= MOST_TRANSACTIONS:
            raise TossError("INVALID_REQUEST")
        return success(found[: int(limit)])

    return await exchange(request, world, act)


def korean_moment(text: str | None) -> datetime:
    try:
        return datetime.strptime(text or "", "%Y-%m-%dT%H:%M:%S").replace(tzinfo=KOREA)
    except ValueError as error:
        raise TossError("INVALID_REQUEST") from error


router = Router("/toss/v1", route_handlers=[confirm, look_up, look_up_order, cancel, list_transactions])
