"""Toss's server API for payments and for registered cards."""

from datetime import datetime

from litestar import Response, Router, delete, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath

from ieum.dev.sandbox.clock import KOREA
from ieum.dev.sandbox.http import AnyRequest
from ieum.dev.sandbox.settings import KeyPair
from ieum.dev.sandbox.toss.calls import Action, answer_call, read
from ieum.dev.sandbox.toss.cancels import check_cancel
from ieum.dev.sandbox.toss.errors import TossError
from ieum.dev.sandbox.toss.requests import CancelRequest, ChargeRequest, ConfirmRequest, IssueRequest
from ieum.dev.sandbox.toss.types import Transaction
from ieum.dev.sandbox.world import World

MOST_TRANSACTIONS = 5000


@post("/payments/confirm", status_code=200)
async def confirm(request: AnyRequest, world: NamedDependency[World]) -> Response[bytes]:
    body = await request.body()

    def prepare(pair: KeyPair) -> Action:
        confirm_request = read(body, ConfirmRequest)
        checkout = world.payments.check_confirm(pair, confirm_request)
        return Action(
            "confirm",
            confirm_request.order_id,
            lambda: world.payments.approve(checkout),
            lambda code: world.payments.abort(checkout, code),
        )

    return await answer_call(request, world, prepare)


@get("/payments/{payment_key:str}")
async def look_up(
    request: AnyRequest, world: NamedDependency[World], payment_key: FromPath[str]
) -> Response[bytes]:
    def prepare(pair: KeyPair) -> Action:
        payment = world.payments.find(pair, payment_key).payment
        return Action("lookup", payment.order_id, lambda: payment)

    return await answer_call(request, world, prepare)


@get("/payments/orders/{order_id:str}")
async def look_up_order(
    request: AnyRequest, world: NamedDependency[World], order_id: FromPath[str]
) -> Response[bytes]:
    def prepare(pair: KeyPair) -> Action:
        return Action("lookup", order_id, lambda: world.payments.find_order(pair, order_id).payment)

    return await answer_call(request, world, prepare)


@post("/payments/{payment_key:str}/cancel", status_code=200)
async def cancel(
    request: AnyRequest, world: NamedDependency[World], payment_key: FromPath[str]
) -> Response[bytes]:
    body = await request.body()

    def prepare(pair: KeyPair) -> Action:
        cancel_request = read(body, CancelRequest)
        checkout = world.payments.find(pair, payment_key)
        amount = check_cancel(checkout.payment, cancel_request)
        order_id = checkout.payment.order_id
        return Action("cancel", order_id, lambda: world.payments.cancel(checkout, cancel_request, amount))

    return await answer_call(request, world, prepare)


@get("/transactions")
async def list_transactions(request: AnyRequest, world: NamedDependency[World]) -> Response[bytes]:
    """Movements of money between two Korean times, oldest first."""
    query = request.query_params

    def list_page(pair: KeyPair) -> list[Transaction]:
        start, end = korean_moment(query.get("startDate")), korean_moment(query.get("endDate"))
        transactions = world.payments.journal.between(pair, start, end)
        after = query.get("startingAfter")
        if after is not None:
            keys = [transaction.transaction_key for transaction in transactions]
            transactions = transactions[keys.index(after) + 1 :] if after in keys else []
        limit = query.get("limit", "100")
        if not limit.isdecimal() or not 1 <= int(limit) <= MOST_TRANSACTIONS:
            raise TossError("INVALID_REQUEST")
        return transactions[: int(limit)]

    return await answer_call(request, world, lambda pair: Action(None, None, lambda: list_page(pair)))


def korean_moment(text: str | None) -> datetime:
    try:
        return datetime.strptime(text or "", "%Y-%m-%dT%H:%M:%S").replace(tzinfo=KOREA)
    except ValueError as error:
        raise TossError("INVALID_REQUEST") from error


@post("/billing/authorizations/issue", status_code=200)
async def issue(request: AnyRequest, world: NamedDependency[World]) -> Response[bytes]:
    body = await request.body()
    origin = str(request.base_url).rstrip("/")

    def prepare(pair: KeyPair) -> Action:
        issue_request = read(body, IssueRequest)
        registration = world.billing.check_issue(pair, issue_request)
        return Action(
            "issue",
            issue_request.customer_key,
            lambda: world.billing.issue(registration, origin),
            lambda _: world.billing.refuse(registration),
        )

    return await answer_call(request, world, prepare)


@post("/billing/{billing_key:str}", status_code=200)
async def charge(
    request: AnyRequest, world: NamedDependency[World], billing_key: FromPath[str]
) -> Response[bytes]:
    body = await request.body()

    def prepare(pair: KeyPair) -> Action:
        charge_request = read(body, ChargeRequest)
        key = world.billing.check_charge(pair, billing_key, charge_request)
        return Action(
            "charge",
            charge_request.order_id,
            lambda: world.billing.charge(key, charge_request),
            lambda code: world.billing.abort(key, charge_request, code),
        )

    return await answer_call(request, world, prepare)


@delete("/billing/{billing_key:str}", status_code=200)
async def remove(
    request: AnyRequest, world: NamedDependency[World], billing_key: FromPath[str]
) -> Response[bytes]:
    def prepare(pair: KeyPair) -> Action:
        return Action(None, None, lambda: world.billing.remove(pair, billing_key))

    return await answer_call(request, world, prepare)


router = Router(
    "/toss/v1",
    route_handlers=[
        confirm,
        look_up,
        look_up_order,
        cancel,
        list_transactions,
        issue,
        charge,
        remove,
    ],
)
