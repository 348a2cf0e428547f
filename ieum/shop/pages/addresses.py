"""Canonical addresses, and the addresses of redirects. Pure."""

from urllib.parse import quote, urlsplit

from ieum.shop.pages.v8 import Plan


def canonical(path: str, plan: Plan) -> str:
    """Without the query, except for `page`: the only parameter that makes a different page."""
    return f"{path}?page={plan.page}" if plan.page > 1 else path


def with_query(address: str, query: str) -> str:
    """The address of a redirect with the request's query, by which advertisements count their visits."""
    address = quote(address, safe="/?#=&%")
    if not query:
        return address
    parts = urlsplit(address)
    joined = f"{parts.query}&{query}" if parts.query else query
    return parts._replace(query=joined).geturl()


def is_ours(address: str) -> bool:
    """Whether it leads to a page of this shop; to browsers, two slashes of either kind begin another host."""
    return address.startswith("/") and not address.startswith(("//", "/\\"))
