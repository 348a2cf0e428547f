"""Counts and times each request that reaches a route."""

import time

from litestar.types import ASGIApp, Message, Receive, Scope, Send

from ieum.shop.kernel.metrics import request_metrics


def metrics_middleware(app: ASGIApp) -> ASGIApp:
    async def measured(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await app(scope, receive, send)
            return
        started = time.perf_counter()

        async def counting(message: Message) -> None:
            if message["type"] == "http.response.start":
                path = scope["route_handler"].paths and min(scope["route_handler"].paths)
                seconds, requests = request_metrics(scope["method"], path, message["status"])
                seconds.observe(time.perf_counter() - started)
                requests.inc()
            await send(message)

        await app(scope, receive, counting)

    return measured
