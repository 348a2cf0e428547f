"""Cookies: their names, reading and writing.

On https their names begin with `__Host-`, so that no page of a neighbouring domain and no answer over plain http can
plant them (RFC 6265bis, section 4.1.3.2).
"""

from http.cookies import SimpleCookie
from typing import Literal

from ieum.shop.kernel.settings import Settings


def name_of(name: str, settings: Settings) -> str:
    return f"__Host-{name}" if settings.is_https else name


def parse(header: str) -> dict[str, str]:
    """Parse a `Cookie` header; the last value of a repeated name counts."""
    return {name: value for name, _, value in (part.strip().partition("=") for part in header.split(";"))}


def find(header: str, name: str, settings: Settings) -> str:
    """The value; empty where there is none."""
    return parse(header).get(name_of(name, settings), "") if name in header else ""


def line(
    name: str,
    value: str,
    settings: Settings,
    *,
    seconds: int,
    same_site: Literal["Lax", "Strict"] = "Lax",
) -> str:
    """The value of a `Set-Cookie` header: of this host alone, and unseen by scripts. Zero seconds delete the cookie."""
    cookie: SimpleCookie = SimpleCookie({name_of(name, settings): value})
    (morsel,) = cookie.values()
    morsel["path"], morsel["max-age"], morsel["samesite"] = "/", str(seconds), same_site
    morsel["httponly"], morsel["secure"] = True, settings.is_https
    return morsel.OutputString()
