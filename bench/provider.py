"""A payment provider that approves every charge after a fixed delay."""

import asyncio
import json
import os
from datetime import UTC, datetime
from typing import Any

from bench.bare import App, Message, Receive, Send

ANSWER_SECONDS = float(os.environ.get("IEUM_BENCH_ANSWER_SECONDS") or 0.2)


def make_provider() -> App:
    """Approve each charge, but refuse an order that was charged before."""
    charged: set[str] = set()

    async def provider(scope: Message, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        if scope["method"] == "GET":
            await answer(send, {"charged": len(charged)})
            return
        charge = json.loads((await receive())["body"])
        await asyncio.sleep(ANSWER_SECONDS)
        if charge["orderId"] in charged:
            await answer(send, {"code": "DUPLICATED_ORDER_ID", "message": "-"}, status=400)
            return
        charged.add(charge["orderId"])
        await answer(send, payment_of(charge))

    return provider


def payment_of(charge: dict[str, Any]) -> dict[str, Any]:
    return {
        "paymentKey": f"key-{charge['orderId']}",
        "orderId": charge["orderId"],
        "status": "DONE",
        "totalAmount": charge["amount"],
        "balanceAmount": charge["amount"],
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
