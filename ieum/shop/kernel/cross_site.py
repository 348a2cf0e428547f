"""Refuses calls that a page of another site sends."""

from urllib.parse import urlsplit

from ieum.shop.kernel.errors import CrossSite
from ieum.shop.kernel.problems import AnyRequest
from ieum.shop.kernel.settings import Settings


def refuse_cross_site(request: AnyRequest) -> None:
    """Refuse a change authenticated by cookies unless it comes from our own pages.

    Browsers name the page's site in a header that scripts cannot forge.
    """
    if "origin" not in request.headers and "sec-fetch-site" not in request.headers:
        raise CrossSite
    refuse_other_sites(request)


def refuse_other_sites(request: AnyRequest) -> None:
    """Refuse what a page of another site sends; a request without these headers comes from a program, not a page."""
    site = request.headers.get("sec-fetch-site")
    origin = request.headers.get("origin")
    if site is not None and site not in {"same-origin", "none"}:
        raise CrossSite
    settings: Settings = request.app.state.settings
    if origin is not None and not _is_ours(origin, request.headers.get("host"), settings):
        raise CrossSite


def _is_ours(origin: str, host: str | None, settings: Settings) -> bool:
    """Accept the shop's origin. On https, plain http is another: anybody in between can write its pages."""
    try:
        found = urlsplit(origin)
    except ValueError:
        return False
    if settings.is_https and found.scheme != "https":
        return False
    return found.netloc in {urlsplit(settings.public_url).netloc, host}
