"""HTTP clients that call an app in this process, without a network."""

from http.cookiejar import CookieJar, DefaultCookiePolicy
from typing import Any, cast

import httpx
from litestar import Litestar

HOME = "http://testserver.local"


def within(app: Litestar) -> httpx.ASGITransport:
    """httpx and Litestar type the same protocol differently, hence the cast."""
    return httpx.ASGITransport(cast("Any", app))


def a_client(app: Litestar, *, address: str = "127.0.0.1") -> httpx.AsyncClient:
    """A caller at this address who stores no cookie, so that a test says itself who asks."""
    transport = httpx.ASGITransport(cast("Any", app), client=(address, 40_000))
    forgetful = CookieJar(DefaultCookiePolicy(allowed_domains=[]))
    return httpx.AsyncClient(transport=transport, base_url=HOME, cookies=forgetful)
