"""The shop, the provider and the line between them, for following one member's money through all three."""

from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import httpx

from ieum.shop.checkout import deposits, look_up
from ieum.shop.kernel.db import Connection
from ieum.shop.payments.toss import TossClient
from ieum.shop.refunds import queries as refunds
from ieum.shop.refunds import returning
from tests.conftest import RollingBack
from tests.shop.builders import purchases
from tests.shop.builders.payment_window import pay_at_window, register_card
from tests.shop.builders.purchases import Buying
from tests.shop.builders.secrets import SEALER
from tests.shop.builders.wire import Wire


@dataclass
class Till:
    client: httpx.AsyncClient
    conn: Connection
    sandbox: httpx.AsyncClient
    wire: Wire
    db: RollingBack
    provider: TossClient

    async def order(self, **wanted: Any) -> Buying:
        return await purchases.a_purchase(self.client, self.conn, **wanted)

    async def pay(
        self, buying: Buying, *, fault: str = "", method: str = "CARD", cash_receipt: str = ""
    ) -> dict[str, Any]:
        """At the provider's window; what the browser brings back for the shop to confirm."""
        return await pay_at_window(
            self.sandbox, buying.order, fault=fault, method=method, cash_receipt=cash_receipt
        )

    async def confirm(self, buying: Buying, brought: dict[str, Any]) -> httpx.Response:
        return await purchases.confirm(self.client, buying, brought)

    async def confirm_in_the_dark(self, buying: Buying) -> None:
        """Paid and confirmed, and the provider's answer is lost: the shop does not know."""
        brought = await self.pay(buying)
        self.wire.lost_answers = 1
        await self.confirm(buying, brought)

    async def settle(self, buying: Buying) -> None:
        payment = await purchases.open_payment(self.conn, buying.order_id)
        await look_up.settle(self.db, self.provider, SEALER, payment)

    async def learn(self, order_id: str) -> None:
        await look_up.refresh(self.db, self.provider, SEALER, order_id)

    async def give_back(self, order_id: str, *, tries: int = 1) -> None:
        """What the job does, as often; the last failure is raised."""
        refund = await refunds.find_of_order(self.conn, order_id)
        assert refund is not None
        for left in reversed(range(tries)):
            try:
                await returning.return_money(self.db, self.provider, SEALER, refund.id)
            except returning.RefundUnsettledError:
                if not left:
                    raise

    async def try_to_give_back(self, order_id: str) -> None:
        """What the job does, whatever comes of it."""
        with suppress(returning.RefundUnsettledError):
            await self.give_back(order_id)

    async def register_card(self, buying: Buying) -> dict[str, str]:
        """At the window for cards on file; what the browser brings back."""
        return await register_card(self.sandbox, buying.order["customerKey"])

    async def await_deposit(self, **wanted: Any) -> Buying:
        """An order that waits for money on its virtual account."""
        buying = await self.order(payMethod="virtualAccount", **wanted)
        answer = await self.confirm(buying, await self.pay(buying, method="VIRTUAL_ACCOUNT"))
        assert answer.json()["data"]["state"] == "awaiting_deposit", answer.text
        return buying

    async def deposit(self, buying: Buying, *, act: str = "deposit") -> None:
        """Somebody pays in at the bank; the shop is not told."""
        await purchases.deposit(self.sandbox, buying.order_id, act=act)

    async def expire_deposits(self) -> None:
        await deposits.expire_lapsed(self.db, self.provider)

    async def cancel(self, buying: Buying) -> httpx.Response:
        return await self.client.post(f"/api/v1/orders/{buying.order_id}/cancel", headers=buying.headers)

    async def alarms(self) -> list[str]:
        return await purchases.alarms(self.conn)

    async def view(self, buying: Buying) -> dict[str, Any]:
        return await purchases.view(self.client, buying)

    async def points(self, buying: Buying) -> int:
        answer = await self.client.get("/api/v1/member", headers=buying.headers)
        return answer.json()["data"]["point"]

    async def received(self) -> int:
        """What the shop has received in the end, as the provider sees it."""
        return await purchases.received(self.sandbox)
