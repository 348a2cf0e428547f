"""The provider's server API for registered cards."""

from typing import Any

from litestar import Response, Router, delete, post
from litestar.di import NamedDependency
from litestar.params import FromPath

from ieum.sandbox.settings import KeyPair
from ieum.sandbox.toss.exchange import AnyRequest, Deed, exchange, perform, read, success
from ieum.sandbox.toss.idempotency import Answer
from ieum.sandbox.toss.requests import ChargeRequest, IssueRequest
from ieum.sandbox.world import World


@post("/authorizations/issue", status_code=200)
async def issue(request: AnyRequest, world: NamedDependency[World]) -> Response[bytes]:
    body = await request.body()
    origin = str(request.base_url).rstrip("/")

    async def act(pair: KeyPair) -> Answer:
        asked = read(body, IssueRequest)
        registration = world.billing.may_issue(pair, asked)
        deed = Deed(
            asked.customer_key,
            lambda: world.billing.issue(registration, origin),
            lambda _: world.billing.refuse(registration),
        )
        return await perform(world, "issue", deed)

    return await exchange(request, world, act)


@post("/{billing_key:str}", status_code=200)
async def charge(
    request: AnyRequest, world: NamedDependency[World], billing_key: FromPath[str]
) -> Response[bytes]:
    body = await request.body()

    async def act(pair: KeyPair) -> Answer:
        asked = read(body, ChargeRequest)
        key = world.billing.may_charge(pair, billing_key, asked)

        def take() -> Any:
            return world.billing.charge(key, asked).payment

        deed = Deed(asked.order_id, take, lambda code: world.billing.abort(key, asked, code))
        return await perform(world, "charge", deed)

    return await exchange(request, world, act)


@delete("/{billing_key:str}", status_code=200)
async def remove(
    request: AnyRequest, world: NamedDependency[World], billing_key: FromPath[str]
) -> Response[bytes]:
    async def act(pair: KeyPair) -> Answer:
        world.billing.remove(pair, billing_key)
        await world.webhooks.send_early()
        return success(None)

    return await exchange(request, world, act)


router = Router("/toss/v1/billing", route_handlers=[issue, charge, remove])
