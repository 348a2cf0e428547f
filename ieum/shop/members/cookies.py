"""The cookies of a login, and of a browser that somebody has logged in from: reading and writing."""

from datetime import timedelta

import msgspec

from ieum.shop.kernel.cookies import find, line, name_of, parse
from ieum.shop.kernel.settings import Settings
from ieum.shop.members.types import TokenPair

ACCESS, REFRESH, DEVICE = "ieum_at", "ieum_rt", "ieum_device"
# Of staff who see the shop as a member does. It outlives the look, so that a page that is still open when the look is
# over is told so, instead of going on as the login that the same browser may have.
LOOK = "ieum_look"
LOOK_SECONDS = int(timedelta(hours=12).total_seconds())
TOKENS = (ACCESS, REFRESH)
SECONDS = int(timedelta(days=365).total_seconds())


class Tokens(msgspec.Struct, frozen=True):
    """The tokens that a request presents; either is empty where it is missing."""

    access: str
    refresh: str
    from_cookies: bool


def read_tokens(header: str, settings: Settings) -> Tokens:
    """The tokens of a cookie header; none if one of the two is missing, as a login has both (spec section 4)."""
    if ACCESS not in header and REFRESH not in header:
        return Tokens("", "", from_cookies=False)
    found = parse(header)
    access, refresh = (found.get(name_of(name, settings), "") for name in TOKENS)
    is_whole = bool(access and refresh)
    return Tokens(access if is_whole else "", refresh if is_whole else "", from_cookies=True)


def read_device(header: str, settings: Settings) -> str:
    return find(header, DEVICE, settings)


def read_look(header: str, settings: Settings) -> str:
    return find(header, LOOK, settings)


def write_look(token: str, settings: Settings) -> str:
    """The value of the `Set-Cookie` header that begins a look."""
    return line(LOOK, token, settings, seconds=LOOK_SECONDS)


def end_look(settings: Settings) -> str:
    return line(LOOK, "", settings, seconds=0)


def write_tokens(pair: TokenPair, settings: Settings) -> list[str]:
    return [write(ACCESS, pair.access, settings), write(REFRESH, pair.refresh, settings)]


def write(name: str, value: str, settings: Settings) -> str:
    """The value of a `Set-Cookie` header, for a year."""
    return line(name, value, settings, seconds=SECONDS)


def end_tokens(settings: Settings) -> list[str]:
    """The values of the `Set-Cookie` headers that delete a login's cookies."""
    return [line(name, "", settings, seconds=0) for name in TOKENS]


def end_device(settings: Settings) -> str:
    """The value of the `Set-Cookie` header that deletes the browser's cookie."""
    return line(DEVICE, "", settings, seconds=0)
