"""A payment provider that does nothing but take its time, and a mailbox that keeps nothing."""

import asyncio
import json
import os
from datetime import UTC, datetime
from typing import Any

from bench.bare import App, Message, Receive, Send

ANSWER_SECONDS = float(os.environ.get("IEUM_BENCH_ANSWER_SECONDS") or 0.2)


def make_desk() -> App:
    """Charges whatever card it is asked to, after a while; an order that was charged before is not charged again."""
    charged: set[str] = set()

    async def desk(scope: Message, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        if scope["method"] == "GET":
            await answer(send, {"charged": len(charged)})
            return
        asked = json.loads((await receive())["body"])
        await asyncio.sleep(ANSWER_SECONDS)
        if asked["orderId"] in charged:
            await answer(send, {"code": "DUPLICATED_ORDER_ID", "message": "-"}, status=400)
            return
        charged.add(asked["orderId"])
        await answer(send, payment(asked))

    return desk


def payment(asked: dict[str, Any]) -> dict[str, Any]:
    return {
        "paymentKey": f"key-{asked['orderId']}",
        "orderId": asked["orderId"],
        "status": "DONE",
        "totalAmount": asked["amount"],
        "balanceAmount": asked["amount"],
        "method": "카드",
        "approvedAt": datetime.now(UTC).isoformat(),
        "receipt": {"url": "https://desk.example/receipt"},
        "isPartialCancelable": True,
    }


async def answer(send: Send, body: dict[str, Any], *, status: int = 200) -> None:
    content = json.dumps(body).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(content)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": content})
