"""One call at the provider's door: who calls, was it answered before, what goes wrong with it."""

import re
import secrets
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
from litestar import Request, Response
from msgspec import Struct

from ieum.sandbox import connection
from ieum.sandbox.faults import NewFault, Operation
from ieum.sandbox.settings import KeyPair
from ieum.sandbox.toss.auth import authenticate
from ieum.sandbox.toss.errors import STATUS_OF, TossError
from ieum.sandbox.toss.idempotency import Answer, Call
from ieum.sandbox.world import World

AnyRequest = Request[Any, Any, Any]
type Act = Callable[[KeyPair], Awaitable[Answer]]


class Deed(Struct):
    """What a call would do if nothing went wrong, and what a refusal by the bank would do instead."""

    # Of a card's registration the customer key.
    order_id: str | None
    carry_out: Callable[[], Any]
    refuse: Callable[[str], None] | None = None


USUAL_ERROR: dict[Operation, str] = {
    "confirm": "FAILED_PAYMENT_INTERNAL_SYSTEM_PROCESSING",
    "lookup": "FAILED_PAYMENT_INTERNAL_SYSTEM_PROCESSING",
    "cancel": "FAILED_INTERNAL_SYSTEM_PROCESSING",
    "issue": "COMMON_ERROR",
    "charge": "FAILED_INTERNAL_SYSTEM_PROCESSING",
    "deposit": "COMMON_ERROR",
}
USUAL_REFUSAL: dict[Operation, str] = {
    "confirm": "REJECT_CARD_PAYMENT",
    "lookup": "FORBIDDEN_CONSECUTIVE_REQUEST",
    "cancel": "NOT_CANCELABLE_PAYMENT",
    "issue": "REJECT_CARD_COMPANY",
    "charge": "REJECT_CARD_PAYMENT",
    "deposit": "NOT_AVAILABLE_BANK",
}
# Not the whole API obeys a forced error: the confirm and the charge of a billing key do.
FORCEABLE = re.compile(r"/payments/confirm$|/billing/[^/]+$")


async def exchange(request: AnyRequest, world: World, act: Act) -> Response[bytes]:
    headers = {"x-tosspayments-trace-id": secrets.token_hex(16)}
    idempotency_key = request.headers.get("idempotency-key")
    try:
        pair = authenticate(world.settings, request.headers.get("authorization"))
        if request.method == "POST" and idempotency_key is not None:
            headers["idempotency-key"] = idempotency_key
            call = Call(idempotency_key, pair.secret_key, request.method, str(request.url))
            answer = await world.answers.once(call, lambda: settle(request, pair, act))
        else:
            answer = await settle(request, pair, act)
    except TossError as error:
        answer = refusal(error)
    if answer.cut:
        connection.drop(request.scope)
    return Response(answer.body, status_code=answer.status, media_type="application/json", headers=headers)


async def settle(request: AnyRequest, pair: KeyPair, act: Act) -> Answer:
    forced = request.headers.get("tosspayments-test-code")
    if forced is not None and request.method == "POST" and FORCEABLE.search(request.url.path):
        return refusal(TossError(forced if forced in STATUS_OF else "INVALID_TEST_CODE"))
    try:
        return await act(pair)
    except TossError as error:
        return refusal(error)


async def perform(world: World, operation: Operation, deed: Deed) -> Answer:
    """Do it, unless a fault that waits for this operation and order says otherwise."""
    fault = world.faults.take(operation, deed.order_id)
    try:
        if fault is None:
            return success(deed.carry_out())
        return await go_wrong(world, fault, deed)
    finally:
        await world.webhooks.send_early()


async def go_wrong(world: World, fault: NewFault, deed: Deed) -> Answer:
    error = TossError(fault.code or USUAL_ERROR[fault.operation])
    match fault.kind:
        case "delay_but_approve":
            answer = success(deed.carry_out())
            await world.webhooks.send_early()
            await world.hold_back(fault.seconds)
            return answer
        case "cut_after_approval":
            return msgspec.structs.replace(success(deed.carry_out()), cut=True)
        case "error_after_approval":
            deed.carry_out()
            raise error
        case "error_then_success":
            return msgspec.structs.replace(refusal(error), remembered=False)
        case "refuse":
            code = fault.code or USUAL_REFUSAL[fault.operation]
            if deed.refuse is not None:
                deed.refuse(code)
            raise TossError(code)
        case _:
            raise error


def success(result: Any) -> Answer:
    """None is an answer without a body."""
    return Answer(200, b"" if result is None else msgspec.json.encode(result))


def refusal(error: TossError) -> Answer:
    return Answer(error.status, msgspec.json.encode({"code": error.code, "message": error.message}))


def read[T](body: bytes, shape: type[T]) -> T:
    try:
        return msgspec.json.decode(body, type=shape)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise TossError("INVALID_REQUEST") from error
