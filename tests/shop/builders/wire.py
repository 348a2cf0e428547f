"""The connection between shop and provider, which can be made to fail."""

import asyncio

import httpx


class Wire(httpx.AsyncBaseTransport):
    """Carries requests to the sandbox in this process, records them, and fails on demand."""

    def __init__(self, inner: httpx.AsyncBaseTransport) -> None:
        self.inner = inner
        # "POST /v1/payments/confirm", in the order they left; the base path is cut off.
        self.sent: list[str] = []
        # How many of the next answers to changes are lost, after the provider has done what was asked.
        self.lost_answers = 0
        # How many of the next answers to look-ups are lost.
        self.lost_look_ups = 0
        # Whether every request fails to connect, or every change does.
        self.down = False
        self.changes_fail = False
        # The provider's error code that every change fails with; empty: none.
        self.forced = ""
        # While it is cleared, answers to changes are held back.
        self.answers = asyncio.Event()
        self.answers.set()

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        self.sent.append(f"{request.method} {request.url.path.removeprefix('/toss')}")
        is_change = request.method != "GET"
        if self.down or (is_change and self.changes_fail):
            raise httpx.ConnectError("no route to host")
        if self.forced and is_change:
            request.headers["TossPayments-Test-Code"] = self.forced
        response = await self.inner.handle_async_request(request)
        if is_change and self.lost_answers:
            self.lost_answers -= 1
            raise httpx.ReadTimeout("no answer in time")
        if not is_change and self.lost_look_ups:
            self.lost_look_ups -= 1
            raise httpx.ReadTimeout("no answer in time")
        if is_change:
            await self.answers.wait()
        return response

    def count(self, what: str) -> int:
        """How many requests ended with this path or part of one."""
        return sum(what in sent for sent in self.sent)
