"""The payment provider's client in front of one fixed answer."""

from ieum.shop.payments.provider import (
    Channel,
)
from ieum.shop.payments.toss import TossClient
from tests.shop.builders.one_answer import OneAnswer

PAYMENT = {
    "paymentKey": "key",
    "orderId": "20261120-ABCDEFGHJK",
    "status": "DONE",
    "totalAmount": 33_000,
    "balanceAmount": 33_000,
    "method": "카드",
    "approvedAt": "2026-11-20T14:05:00+09:00",
    "receipt": {"url": "https://example.com/receipt"},
    "failure": None,
    "aFieldOfTomorrow": {"x": 1},
}


SECRETS = {Channel.NORMAL: "test_sk_x", Channel.BILLING: "test_sk_b"}


class TossAnswering(OneAnswer):
    """The payment provider, with its client."""

    @property
    def client(self) -> TossClient:
        return TossClient("https://toss.example", SECRETS, transport=self.transport)


async def confirm_payment(client: TossClient, *, attempt: int = 1) -> object:
    return await client.confirm(
        payment_key="key", order_id="20261120-ABCDEFGHJK", amount=33_000, attempt=attempt
    )
