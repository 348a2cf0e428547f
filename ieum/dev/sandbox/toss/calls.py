"""Answers to API calls: authentication, idempotency, forced errors and queued faults."""

import base64
import binascii
import re
import secrets
from collections.abc import Callable
from typing import Any

import msgspec
from litestar import Response
from msgspec import Struct

from ieum.dev.sandbox.faults import NewFault, Operation
from ieum.dev.sandbox.http import AnyRequest, drop_connection
from ieum.dev.sandbox.settings import KeyPair
from ieum.dev.sandbox.toss.errors import STATUS_OF, TossError
from ieum.dev.sandbox.toss.idempotency import Answer, CallKey
from ieum.dev.sandbox.world import World


class Action(Struct):
    """Action of a call if nothing goes wrong, and what a refusal by the bank does instead."""

    # None for a call that no fault can be queued for.
    operation: Operation | None
    # For a card's registration the customer key.
    order_id: str | None
    carry_out: Callable[[], Any]
    refuse: Callable[[str], None] | None = None


# Checks a call and changes nothing yet.
type Prepare = Callable[[KeyPair], Action]


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
# Only the confirm call and the charge of a billing key obey an error forced by a header.
FORCEABLE = re.compile(r"/payments/confirm$|/billing/[^/]+$")


async def answer_call(request: AnyRequest, world: World, prepare: Prepare) -> Response[bytes]:
    headers = {"x-tosspayments-trace-id": secrets.token_hex(16)}
    idempotency_key = request.headers.get("idempotency-key")
    try:
        pair = authenticate(world, request.headers.get("authorization"))
        if request.method == "POST" and idempotency_key is not None:
            headers["idempotency-key"] = idempotency_key
            call = CallKey(idempotency_key, pair.secret_key, request.method, str(request.url))
            answer = await world.answers.once(call, lambda: act_or_force_error(request, world, pair, prepare))
        else:
            answer = await act_or_force_error(request, world, pair, prepare)
    except TossError as error:
        answer = refusal(error)
    if answer.cut:
        drop_connection(request.scope)
    return Response(answer.body, status_code=answer.status, media_type="application/json", headers=headers)


def authenticate(world: World, authorization: str | None) -> KeyPair:
    """Return the key pair of a Basic header, whose user is the secret key and whose password is empty."""
    if not authorization:
        raise TossError("UNAUTHORIZED_KEY")
    scheme, _, encoded = authorization.partition(" ")
    if scheme.lower() != "basic":
        raise TossError("INCORRECT_BASIC_AUTH_FORMAT")
    try:
        credentials = base64.b64decode(encoded, validate=True).decode()
    except (binascii.Error, UnicodeDecodeError) as error:
        raise TossError("INCORRECT_BASIC_AUTH_FORMAT") from error
    secret_key, colon, _ = credentials.partition(":")
    if not colon:
        raise TossError("INCORRECT_BASIC_AUTH_FORMAT")
    if secret_key.startswith(("test_gsk_", "live_gsk_")):
        raise TossError("INVALID_API_KEY")
    pairs = world.settings.key_pairs
    pair = next((pair for pair in pairs if secret_key in world.valid(pair.secret_key)), None)
    if pair is None:
        raise TossError("UNAUTHORIZED_KEY")
    return pair


async def act_or_force_error(request: AnyRequest, world: World, pair: KeyPair, prepare: Prepare) -> Answer:
    forced = request.headers.get("tosspayments-test-code")
    if forced is not None and request.method == "POST" and FORCEABLE.search(request.url.path):
        return refusal(TossError(forced if forced in STATUS_OF else "INVALID_TEST_CODE"))
    try:
        return await act_with_faults(world, prepare(pair))
    except TossError as error:
        return refusal(error)


async def act_with_faults(world: World, action: Action) -> Answer:
    """Carry the action out, or apply the fault that is queued for its operation and order."""
    fault = action.operation and world.faults.take(action.operation, action.order_id)
    try:
        if fault is None:
            return success(action.carry_out())
        return await apply_fault(world, fault, action)
    finally:
        await world.webhooks.send_early()


async def apply_fault(world: World, fault: NewFault, action: Action) -> Answer:
    error = TossError(fault.code or USUAL_ERROR[fault.operation])
    match fault.kind:
        case "delay_but_approve":
            answer = success(action.carry_out())
            await world.webhooks.send_early()
            await world.delay(fault.seconds)
            return answer
        case "cut_after_approval":
            return msgspec.structs.replace(success(action.carry_out()), cut=True)
        case "error_after_approval":
            action.carry_out()
            raise error
        case "error_then_success":
            return msgspec.structs.replace(refusal(error), remembered=False)
        case "refuse":
            code = fault.code or USUAL_REFUSAL[fault.operation]
            if action.refuse is not None:
                action.refuse(code)
            raise TossError(code)
        case _:
            raise error


def success(result: Any) -> Answer:
    """Answer 200 with the result as JSON, or without a body for None."""
    return Answer(200, b"" if result is None else msgspec.json.encode(result))


def refusal(error: TossError) -> Answer:
    return Answer(error.status, msgspec.json.encode({"code": error.code, "message": error.message}))


def read[T](body: bytes, shape: type[T]) -> T:
    try:
        return msgspec.json.decode(body, type=shape)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise TossError("INVALID_REQUEST") from error
