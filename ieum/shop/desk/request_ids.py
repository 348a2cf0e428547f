"""The id of a request to the console: its answer names it, refusals and errors too, and so does the record."""

from litestar.datastructures import MutableScopeHeaders
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from ieum.common import trace
from ieum.shop.kernel.problems import AnyRequest

HEADER = "x-request-id"


def request_id_of(request: AnyRequest) -> str:
    return _id_of(request.scope)


def name_request(app: ASGIApp) -> ASGIApp:
    """ASGI middleware of the console's routes."""

    async def named(scope: Scope, receive: Receive, send: Send) -> None:
        async def send_named(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableScopeHeaders.from_message(message)[HEADER] = _id_of(scope)
            await send(message)

        await app(scope, receive, send_named)

    return named


def _id_of(scope: Scope) -> str:
    known: str | None = scope["state"].get("request_id")
    if known is None:
        # The trace's, so that the record, the log and the order's page name one id.
        known = scope["state"]["request_id"] = trace.current() or trace.new_id()
    return known
