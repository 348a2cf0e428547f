"""The shop, the provider and the line between them: what tests need to follow one member's money."""

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
        """Pay at the provider's window; the query that the browser brings back for the confirm."""
        return await pay_at_window(
            self.sandbox, buying.order, fault=fault, method=method, cash_receipt=cash_receipt
        )

    async def confirm(self, buying: Buying, brought: dict[str, Any]) -> httpx.Response:
        return await purchases.confirm(self.client, buying, brought)

    async def confirm_in_the_dark(self, buying: Buying) -> None:
        """Pay and confirm, and lose the provider's answer, so that the shop does not know the outcome."""
        brought = await self.pay(buying)
        self.wire.lost_answers = 1
        await self.confirm(buying, brought)

    async def settle(self, buying: Buying) -> None:
        payment = await purchases.open_payment(self.conn, buying.order_id)
        await look_up.settle(self.db, self.provider, SEALER, payment)

    async def learn(self, order_id: str) -> None:
        await look_up.refresh(self.db, self.provider, SEALER, order_id)

    async def give_back(self, order_id: str, *, tries: int = 1) -> None:
        """Run the refund's job so many times; the last failure is raised."""
        refund = await refunds.find_of_order(self.conn, order_id)
        assert refund is not None
        for left in reversed(range(tries)):
            try:
                await returning.return_money(self.db, self.provider, SEALER, refund.id)
            except returning.RefundUnsettledError:
                if not left:
                    raise

    async def try_to_give_back(self, order_id: str) -> None:
        """Run the refund's job, whatever its outcome."""
        with suppress(returning.RefundUnsettledError):
            await self.give_back(order_id)

    async def register_card(self, buying: Buying) -> dict[str, str]:
        """Register a card at the provider's window; the query that the browser brings back."""
        return await register_card(self.sandbox, buying.order["customerKey"])

    async def await_deposit(self, **wanted: Any) -> Buying:
        """An order that waits for a deposit into its virtual account."""
        buying = await self.order(payMethod="virtualAccount", **wanted)
        answer = await self.confirm(buying, await self.pay(buying, method="VIRTUAL_ACCOUNT"))
        assert answer.json()["data"]["state"] == "awaiting_deposit", answer.text
        return buying

    async def deposit(self, buying: Buying, *, act: str = "deposit") -> None:
        """Pay into the virtual account at the bank; no webhook is sent."""
        await purchases.deposit(self.sandbox, buying.order_id, act=act)

    async def cancel_in_dashboard(self, buying: Buying, amount: int | None = None) -> None:
        """Cancel the payment, or a part of it, at the provider and past the shop; no webhook is sent."""
        await purchases.cancel_in_dashboard(self.sandbox, buying.order_id, amount)

    async def announce(self, buying: Buying) -> None:
        """The provider's webhook about a part that was cancelled there."""
        body = {
            "eventType": "PAYMENT_STATUS_CHANGED",
            "data": {"orderId": buying.order_id, "status": "PARTIAL_CANCELED"},
        }
        answer = await self.client.post("/api/v1/payments/webhooks/toss", json=body)
        assert answer.status_code == 200, answer.text

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
        """The money that the provider holds for the shop, refunds deducted."""
        return await purchases.received(self.sandbox)
