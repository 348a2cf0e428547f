"""The cookie of a console session: of this host alone, unseen by scripts, and never sent from another site's link."""

from ieum.shop.kernel import cookies
from ieum.shop.kernel.settings import Settings

NAME = "ieum_staff"
SECONDS = 12 * 3600


def read(header: str, settings: Settings) -> str:
    """The token; empty where there is none."""
    return cookies.find(header, NAME, settings)


def write(token: str, settings: Settings) -> str:
    """The value of a `Set-Cookie` header."""
    # Strict: the document asks for nothing by itself, and what asks are scripts of our own pages.
    return cookies.line(NAME, token, settings, seconds=SECONDS, same_site="Strict")


def end(settings: Settings) -> str:
    return cookies.line(NAME, "", settings, seconds=0, same_site="Strict")
