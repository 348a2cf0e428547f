"""Writes robots.txt, the sitemap and the RSS feed. Pure."""

import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from email.utils import format_datetime
from html import escape

from ieum.shop.kernel.xml_text import allowed
from ieum.shop.pages.sitemap_queries import NoticeItem, Part

# Robots must be able to read a page to see its `noindex`, so /login stays open; only its endless copies are closed,
# /login?callbackUrl=….
DEFAULT_ROBOTS = """User-agent: *
Disallow: /api/
Disallow: /gateway/
Disallow: /mypage/
Disallow: /login?
Disallow: /static-ip/payment/
Disallow: /dynamic-ip/payment/
Disallow: /ip-ticket/payment
"""
XML = '<?xml version="1.0" encoding="UTF-8"?>'
SITEMAPS = "http://www.sitemaps.org/schemas/sitemap/0.9"


def robots_txt(own: str, sitemaps: Iterable[str]) -> str:
    """The operator's rules, or ours where there are none; the sitemaps are added unless the rules name any."""
    rules = own.strip() or DEFAULT_ROBOTS.strip()
    if re.search(r"^sitemap:", rules, re.IGNORECASE | re.MULTILINE):
        return f"{rules}\n"
    return f"{rules}\n\n" + "".join(f"Sitemap: {address}\n" for address in sitemaps)


def sitemap_index(public_url: str, pages: Mapping[str, datetime | None], parts: Iterable[Part]) -> str:
    """`pages` has by path when each page last changed."""
    newest = max(filter(None, pages.values()), default=None)
    entries = [("pages", newest), *((f"notices-{part.number}", part.changed_at) for part in parts)]
    listed = (
        f"<sitemap><loc>{escape(public_url)}/sitemap/{name}.xml</loc>{_changed(at)}</sitemap>"
        for name, at in entries
    )
    return f'{XML}<sitemapindex xmlns="{SITEMAPS}">{"".join(listed)}</sitemapindex>'


def sitemap_of_pages(public_url: str, pages: Mapping[str, datetime | None]) -> str:
    return sitemap(
        "".join(
            f"<url><loc>{escape(public_url + path)}</loc>{_changed(at)}</url>" for path, at in pages.items()
        )
    )


def sitemap(urls: str) -> str:
    return f'{XML}<urlset xmlns="{SITEMAPS}">{urls}</urlset>'


def rss(public_url: str, site_name: str, description: str, notices: Sequence[NoticeItem]) -> str:
    title = f"{site_name} 공지사항"
    built = format_datetime(notices[0].published_at, usegmt=True) if notices else ""
    return "".join(
        (
            f'{XML}<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>',
            _element("title", title),
            _element("link", f"{public_url}/support/notice"),
            _element("description", description or title),
            "<language>ko</language>",
            _element("lastBuildDate", built) if built else "",
            f'<atom:link href="{escape(public_url)}/rss.xml" rel="self" type="application/rss+xml"/>',
            *(_item(public_url, notice) for notice in notices),
            "</channel></rss>",
        )
    )


def _item(public_url: str, notice: NoticeItem) -> str:
    address = f"{public_url}/support/notice/{notice.slug}"
    # Feed readers do not know our host, so paths become full addresses. The sanitiser always writes double quotes.
    absolute = re.sub(r'(\s(?:href|src)=")/(?!/)', rf"\g<1>{public_url}/", notice.html)
    return "".join(
        (
            "<item>",
            _element("title", notice.title),
            _element("link", address),
            f'<guid isPermaLink="true">{escape(address)}</guid>',
            _element("pubDate", format_datetime(notice.published_at, usegmt=True)),
            _element("description", absolute),
            "</item>",
        )
    )


def _element(name: str, text: str) -> str:
    return f"<{name}>{escape(allowed(text), quote=False)}</{name}>"


def _changed(at: datetime | None) -> str:
    return f"<lastmod>{at:%Y-%m-%dT%H:%M:%SZ}</lastmod>" if at else ""
