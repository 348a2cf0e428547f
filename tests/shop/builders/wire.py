"""The line between shop and provider, with the ways in which lines fail."""

import asyncio

import httpx


class Wire(httpx.AsyncBaseTransport):
    """Carries requests to the sandbox in this process, notes them, and fails when told to."""

    def __init__(self, inner: httpx.AsyncBaseTransport) -> None:
        self.inner = inner
        # "POST /v1/payments/confirm", in the order they left; the base path is cut off.
        self.sent: list[str] = []
        # So many answers are lost on their way back, after the provider did what was asked.
        self.lost_answers = 0
        # Nothing arrives.
        self.down = False
        # A code of the provider's that every call which can be forced to fails with; empty: none does.
        self.forced = ""
        # Cleared: answers wait until it is set again.
        self.answers = asyncio.Event()
        self.answers.set()

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        self.sent.append(f"{request.method} {request.url.path.removeprefix('/toss')}")
        if self.down:
            raise httpx.ConnectError("no route to host")
        if self.forced:
            request.headers["TossPayments-Test-Code"] = self.forced
        response = await self.inner.handle_async_request(request)
        if self.lost_answers:
            self.lost_answers -= 1
            raise httpx.ReadTimeout("no answer in time")
        await self.answers.wait()
        return response

    def count(self, what: str) -> int:
        """How many requests ended with this path or part of one."""
        return sum(what in sent for sent in self.sent)
