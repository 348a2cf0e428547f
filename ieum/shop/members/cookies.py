"""The cookies of a login, and of a browser that somebody has logged in from: their names, reading and writing.

On https their names begin with `__Host-`, so that no page of a neighbouring domain and no answer over plain http can
plant them (RFC 6265bis, section 4.1.3.2). A browser that still has tokens under the old names is moved over, once and
only for a login from before the names changed (`sessions.py`).
"""

from datetime import timedelta
from http.cookies import SimpleCookie

import msgspec

from ieum.shop.kernel.settings import Settings
from ieum.shop.members.types import TokenPair

ACCESS, REFRESH, DEVICE = "ieum_at", "ieum_rt", "ieum_device"
TOKENS = (ACCESS, REFRESH)
SECONDS = int(timedelta(days=365).total_seconds())


class Tokens(msgspec.Struct, frozen=True):
    """The tokens that a request presents; either is empty where it is missing."""

    access: str
    refresh: str
    from_cookies: bool
    outdated: bool = False
    """Whether the browser has cookies with the names from before `__Host-`, which have to be deleted."""
    has_old_names: bool = False
    """Whether these tokens themselves are from such cookies, which a neighbouring domain may have planted."""


def read_tokens(header: str, settings: Settings) -> Tokens:
    """The tokens of a cookie header; none where one of the two is missing, as a login has both (spec section 4).

    Of an old pair only the refresh token counts, so that it is exchanged at once and works only once.
    """
    if ACCESS not in header and REFRESH not in header:
        return Tokens("", "", from_cookies=False)
    found = _parse(header)
    access, refresh = (found.get(name_of(name, settings), "") for name in TOKENS)
    old_access, old_refresh = (found.get(name, "") for name in TOKENS) if settings.is_https else ("", "")
    outdated = bool(old_access or old_refresh)
    if outdated and not access and not refresh:
        refresh = old_refresh if old_access else ""
        return Tokens("", refresh, from_cookies=True, outdated=True, has_old_names=True)
    is_whole = bool(access and refresh)
    return Tokens(
        access if is_whole else "", refresh if is_whole else "", from_cookies=True, outdated=outdated
    )


def read_device(header: str, settings: Settings) -> str:
    return _parse(header).get(name_of(DEVICE, settings), "") if DEVICE in header else ""


def name_of(name: str, settings: Settings) -> str:
    return f"__Host-{name}" if settings.is_https else name


def write_tokens(pair: TokenPair, settings: Settings) -> list[str]:
    return [write(ACCESS, pair.access, settings), write(REFRESH, pair.refresh, settings)]


def write(name: str, value: str, settings: Settings) -> str:
    """The value of a `Set-Cookie` header, for a year."""
    return _line(name_of(name, settings), value, SECONDS, secure=settings.is_https)


def end_tokens(settings: Settings) -> list[str]:
    """The values of the `Set-Cookie` headers that delete a login's cookies."""
    ended = [_line(name_of(name, settings), "", 0, secure=settings.is_https) for name in TOKENS]
    return ended + end_outdated(settings)


def end_device(settings: Settings) -> str:
    """The value of the `Set-Cookie` header that deletes the browser's cookie."""
    return _line(name_of(DEVICE, settings), "", 0, secure=settings.is_https)


def end_outdated(settings: Settings) -> list[str]:
    """As `end_tokens`, for the names from before `__Host-`; nothing on plain http, where the names are in use."""
    return [_line(name, "", 0, secure=True) for name in TOKENS] if settings.is_https else []


def _parse(header: str) -> dict[str, str]:
    return {name: value for name, _, value in (part.strip().partition("=") for part in header.split(";"))}


def _line(name: str, value: str, seconds: int, *, secure: bool) -> str:
    cookie: SimpleCookie = SimpleCookie({name: value})
    morsel = cookie[name]
    morsel["path"], morsel["max-age"], morsel["samesite"] = "/", str(seconds), "Lax"
    morsel["httponly"], morsel["secure"] = True, secure
    return morsel.OutputString()
