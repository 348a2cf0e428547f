"""One address for each page: what it is, and where its other spellings lead. Pure."""

from urllib.parse import quote, urlsplit

from ieum.shop.pages.v8 import Plan


def canonical(path: str, plan: Plan) -> str:
    """Without a query, but for the one parameter that makes another page."""
    return f"{path}?page={plan.page}" if plan.page > 1 else path


def with_query(address: str, query: str) -> str:
    """What came along goes along: advertisements count their visits by it."""
    address = quote(address, safe="/?#=&%")
    if not query:
        return address
    parts = urlsplit(address)
    joined = f"{parts.query}&{query}" if parts.query else query
    return parts._replace(query=joined).geturl()


def is_ours(address: str) -> bool:
    """Whether it leads to a page of this shop, and to no other host in disguise."""
    return address.startswith("/") and not address.startswith(("//", "/\\"))
