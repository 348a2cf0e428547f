"""Toss's server API for payments."""

from datetime import datetime
from typing import Any

from litestar import Response, Router, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath

from ieum.sandbox.clock import KOREA
from ieum.sandbox.http import AnyRequest
from ieum.sandbox.settings import KeyPair
from ieum.sandbox.toss.calls import Action, act_with_faults, answer_call, read, success
from ieum.sandbox.toss.cancels import check_cancel
from ieum.sandbox.toss.errors import TossError
from ieum.sandbox.toss.idempotency import Answer
from ieum.sandbox.toss.requests import CancelRequest, ConfirmRequest
from ieum.sandbox.world import World

MOST_TRANSACTIONS = 5000


@post("/payments/confirm", status_code=200)
async def confirm(request: AnyRequest, world: NamedDependency[World]) -> Response[bytes]:
    body = await request.body()

    async def act(pair: KeyPair) -> Answer:
        confirm_request = read(body, ConfirmRequest)
        checkout = world.payments.check_confirm(pair, confirm_request)

        def approve() -> Any:
            world.payments.approve(checkout)
            return checkout.payment

        order_id = confirm_request.order_id
        action = Action(order_id, approve, lambda code: world.payments.abort(checkout, code))
        return await act_with_faults(world, "confirm", action)

    return await answer_call(request, world, act)


@get("/payments/{payment_key:str}")
async def look_up(
    request: AnyRequest, world: NamedDependency[World], payment_key: FromPath[str]
) -> Response[bytes]:
    async def act(pair: KeyPair) -> Answer:
        checkout = world.payments.find(pair, payment_key)
        return await act_with_faults(
            world, "lookup", Action(checkout.payment.order_id, lambda: checkout.payment)
        )

    return await answer_call(request, world, act)


@get("/payments/orders/{order_id:str}")
async def look_up_order(
    request: AnyRequest, world: NamedDependency[World], order_id: FromPath[str]
) -> Response[bytes]:
    async def act(pair: KeyPair) -> Answer:
        action = Action(order_id, lambda: world.payments.find_order(pair, order_id).payment)
        return await act_with_faults(world, "lookup", action)

    return await answer_call(request, world, act)


@post("/payments/{payment_key:str}/cancel", status_code=200)
async def cancel(
    request: AnyRequest, world: NamedDependency[World], payment_key: FromPath[str]
) -> Response[bytes]:
    body = await request.body()

    async def act(pair: KeyPair) -> Answer:
        cancel_request = read(body, CancelRequest)
        checkout = world.payments.find(pair, payment_key)
        amount = check_cancel(checkout.payment, cancel_request)

        def give_back() -> Any:
            world.payments.cancel(checkout, cancel_request, amount)
            return checkout.payment

        return await act_with_faults(world, "cancel", Action(checkout.payment.order_id, give_back))

    return await answer_call(request, world, act)


@get("/transactions")
async def list_transactions(request: AnyRequest, world: NamedDependency[World]) -> Response[bytes]:
    """Movements of money between two Korean times, oldest first."""
    query = request.query_params

    async def act(pair: KeyPair) -> Answer:
        start, end = korean_moment(query.get("startDate")), korean_moment(query.get("endDate"))
        transactions = world.payments.journal.between(pair, start, end)
        after = query.get("startingAfter")
        if after is not None:
            keys = [transaction.transaction_key for transaction in transactions]
            transactions = transactions[keys.index(after) + 1 :] if after in keys else []
        limit = query.get("limit", "100")
        if not limit.isdecimal() or not 1 <= int(limit) <= MOST_TRANSACTIONS:
            raise TossError("INVALID_REQUEST")
        return success(transactions[: int(limit)])

    return await answer_call(request, world, act)


def korean_moment(text: str | None) -> datetime:
    try:
        return datetime.strptime(text or "", "%Y-%m-%dT%H:%M:%S").replace(tzinfo=KOREA)
    except ValueError as error:
        raise TossError("INVALID_REQUEST") from error


router = Router("/toss/v1", route_handlers=[confirm, look_up, look_up_order, cancel, list_transactions])
