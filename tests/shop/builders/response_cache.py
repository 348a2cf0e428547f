"""A look into the response cache of an app."""

from typing import Any

from litestar import Litestar

from ieum.shop.server.response_cache import ResponseCache


def response_cache_of(app: Litestar) -> ResponseCache:
    """The cache of this app, which is behind the layers for HEAD and for blocked addresses."""
    outermost: Any = app.asgi_handler
    return outermost._app._app


def cached_bodies(app: Litestar) -> list[bytes]:
    """The bodies of the cached answers, oldest first."""
    return [answer.body["body"] for answer in response_cache_of(app)._answers.values()]  # pyright: ignore[reportGeneralTypeIssues]
