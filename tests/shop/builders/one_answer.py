"""A remote service that gives one answer to everything."""

import json
from typing import Any

import httpx


class OneAnswer:
    """Gives one answer, and records the requests."""

    def __init__(self, status: int, body: Any) -> None:
        self.status = status
        self.content = body if isinstance(body, bytes) else json.dumps(body).encode()
        self.asked: list[httpx.Request] = []
        self.transport = httpx.MockTransport(self._answer)

    def _answer(self, request: httpx.Request) -> httpx.Response:
        self.asked.append(request)
        return httpx.Response(self.status, content=self.content)
