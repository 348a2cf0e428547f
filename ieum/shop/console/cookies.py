"""The cookie of a console session: of this host alone, unseen by scripts, and never sent from another site's link."""

from http.cookies import SimpleCookie

from ieum.shop.kernel.settings import Settings
from ieum.shop.members.cookies import name_of

NAME = "ieum_staff"
SECONDS = 12 * 3600


def read(header: str, settings: Settings) -> str:
    """The token; empty where there is none."""
    name = name_of(NAME, settings)
    for part in header.split(";"):
        found, _, value = part.strip().partition("=")
        if found == name:
            return value
    return ""


def write(token: str, settings: Settings) -> str:
    """The value of a `Set-Cookie` header."""
    return _line(token, SECONDS, settings)


def end(settings: Settings) -> str:
    return _line("", 0, settings)


def _line(value: str, seconds: int, settings: Settings) -> str:
    name = name_of(NAME, settings)
    cookie: SimpleCookie = SimpleCookie({name: value})
    morsel = cookie[name]
    # Strict: the document asks for nothing by itself, and what asks are scripts of our own pages.
    morsel["path"], morsel["max-age"], morsel["samesite"] = "/", str(seconds), "Strict"
    morsel["httponly"], morsel["secure"] = True, settings.is_https
    return morsel.OutputString()
