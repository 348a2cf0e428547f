"""Toss's server API for registered cards."""

from litestar import Response, Router, delete, post
from litestar.di import NamedDependency
from litestar.params import FromPath

from ieum.sandbox.http import AnyRequest
from ieum.sandbox.settings import KeyPair
from ieum.sandbox.toss.calls import Action, act_with_faults, answer_call, read, success
from ieum.sandbox.toss.idempotency import Answer
from ieum.sandbox.toss.requests import ChargeRequest, IssueRequest
from ieum.sandbox.world import World


@post("/authorizations/issue", status_code=200)
async def issue(request: AnyRequest, world: NamedDependency[World]) -> Response[bytes]:
    body = await request.body()
    origin = str(request.base_url).rstrip("/")

    async def act(pair: KeyPair) -> Answer:
        issue_request = read(body, IssueRequest)
        registration = world.billing.check_issue(pair, issue_request)
        action = Action(
            issue_request.customer_key,
            lambda: world.billing.issue(registration, origin),
            lambda _: world.billing.refuse(registration),
        )
        return await act_with_faults(world, "issue", action)

    return await answer_call(request, world, act)


@post("/{billing_key:str}", status_code=200)
async def charge(
    request: AnyRequest, world: NamedDependency[World], billing_key: FromPath[str]
) -> Response[bytes]:
    body = await request.body()

    async def act(pair: KeyPair) -> Answer:
        charge_request = read(body, ChargeRequest)
        key = world.billing.check_charge(pair, billing_key, charge_request)
        action = Action(
            charge_request.order_id,
            lambda: world.billing.charge(key, charge_request).payment,
            lambda code: world.billing.abort(key, charge_request, code),
        )
        return await act_with_faults(world, "charge", action)

    return await answer_call(request, world, act)


@delete("/{billing_key:str}", status_code=200)
async def remove(
    request: AnyRequest, world: NamedDependency[World], billing_key: FromPath[str]
) -> Response[bytes]:
    async def act(pair: KeyPair) -> Answer:
        world.billing.remove(pair, billing_key)
        await world.webhooks.send_early()
        return success(None)

    return await answer_call(request, world, act)


router = Router("/toss/v1/billing", route_handlers=[issue, charge, remove])
