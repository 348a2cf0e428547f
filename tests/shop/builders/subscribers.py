"""Members who register cards and subscribe over HTTP."""

from typing import Any

import httpx

from ieum.shop.kernel.db import Connection
from ieum.shop.members.types import MemberId
from tests.shop.builders.catalog import a_plan
from tests.shop.builders.members import a_login, a_member
from tests.shop.builders.orders import ORDER_AGREEMENTS
from tests.shop.builders.payment_window import register_card

METHODS = "/api/v1/billing-methods"


SUBSCRIPTIONS = "/api/v1/subscriptions"


class Holder:
    """A logged-in member who calls the shop and the provider."""

    def __init__(
        self, client: httpx.AsyncClient, sandbox: httpx.AsyncClient, member: MemberId, headers: dict[str, str]
    ) -> None:
        self.client = client
        self.sandbox = sandbox
        self.member = member
        self.headers = headers

    async def get(self, path: str) -> Any:
        answer = await self.client.get(path, headers=self.headers)
        assert answer.status_code == 200, answer.text
        return answer.json()["data"]

    async def post(self, path: str, **body: Any) -> httpx.Response:
        return await self.client.post(path, json=body or None, headers=self.headers)

    async def bring(self, card: str = "001") -> dict[str, str]:
        key = (await self.get(f"{METHODS}/customer-key"))["customerKey"]
        return await register_card(self.sandbox, key, card=card)

    async def card(self, card: str = "001") -> int:
        """Register a card; its id."""
        answer = await self.post(METHODS, **await self.bring(card))
        assert answer.status_code == 201, answer.text
        return answer.json()["data"]["id"]

    async def order(self, plan: int, **wanted: Any) -> str:
        """Place an order for a subscription; its id."""
        body = {"planId": plan, "months": 1, "paymentType": "billing", "agreements": ORDER_AGREEMENTS}
        answer = await self.post("/api/v1/orders", **(body | wanted))
        assert answer.status_code == 201, answer.text
        return answer.json()["data"]["orderId"]

    async def start(self, order_id: str, method: int) -> httpx.Response:
        return await self.post(SUBSCRIPTIONS, orderId=order_id, billingMethodId=method)

    async def subscriptions(self) -> list[dict[str, Any]]:
        return await self.get(SUBSCRIPTIONS)

    async def refuse(self, ending: str, code: str | None) -> None:
        """Have every card with this ending refused with this code from now on; None: accepted."""
        answer = await self.sandbox.post("/control/cards", json={"ending": ending, "code": code})
        assert answer.status_code == 200, answer.text


async def a_holder(client: httpx.AsyncClient, sandbox: httpx.AsyncClient, conn: Connection) -> Holder:
    member = await a_member(conn)
    return Holder(client, sandbox, member, await a_login(conn, member))


async def a_subscriber(
    client: httpx.AsyncClient,
    sandbox: httpx.AsyncClient,
    conn: Connection,
    *,
    card: str = "001",
    **wanted: Any,
) -> tuple[Holder, dict[str, Any]]:
    """A member with a subscription whose first period is paid."""
    holder = await a_holder(client, sandbox, conn)
    method = await holder.card(card)
    answer = await holder.start(await holder.order(await a_plan(conn), **wanted), method)
    assert answer.status_code == 200, answer.text
    assert answer.json()["data"]["state"] == "paid"
    return holder, (await holder.subscriptions())[0]
