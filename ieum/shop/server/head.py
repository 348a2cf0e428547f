"""HEAD: what GET would say, without the body (RFC 9110, section 9.3.2)."""

from litestar.types import ASGIApp, Message, Receive, Scope, Send

# A gateway's stream has no end, with a body or without.
NOT_FOR = "/gateway/"


class AnswerHead:
    """Stands before everything else: robots and monitors ask like this for pages and files alike."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] != "HEAD" or scope["path"].startswith(NOT_FOR):
            await self._app(scope, receive, send)
            return

        async def send_head(message: Message) -> None:
            if message["type"] == "http.response.body":
                message = {**message, "body": b""}
            await send(message)

        # What is long is not read for it.
        state = {**scope.get("state", {}), "is_head": True}
        await self._app({**scope, "method": "GET", "state": state}, receive, send_head)
