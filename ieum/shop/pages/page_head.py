"""Writes the head of a page from its metadata. Pure."""

import html
import json
from collections.abc import Sequence
from urllib.parse import quote, urljoin, urlsplit

import msgspec

from ieum.shop.pages.document import inert
from ieum.shop.pages.metadata import Page
from ieum.shop.pages.share_image import HEIGHT, WIDTH, Picture
from ieum.shop.pages.structured_data import structured

FEED = "/rss.xml"


class Image(msgspec.Struct, frozen=True):
    """The picture that messengers show beside a link; a size of 0 is unknown."""

    url: str
    alt: str
    width: int = 0
    height: int = 0


def write_head(page: Page, *, chunks: Sequence[str], draws: bool) -> str:
    """`draws` says whether this shop can draw pictures for sharing."""
    image = image_of(page, draws=draws)
    title = f"{page.site_name} | {page.title}"
    # An article is a text with a date.
    published_at = page.subject.get("publishedAt") or ""
    tags = [
        f"<title>{html.escape(title)}</title>",
        _meta("name", "description", page.description),
        _meta("name", "robots", "noindex") if page.plan.noindex else "",
        f'<link rel="canonical" href="{html.escape(page.canonical)}">',
        "" if page.plan.noindex else _feed(page),
        _meta("property", "og:type", "article" if published_at else "website"),
        _meta("property", "article:published_time", published_at),
        _meta("property", "og:locale", "ko_KR"),
        _meta("property", "og:site_name", page.site_name),
        _meta("property", "og:title", title),
        _meta("property", "og:description", page.description),
        _meta("property", "og:url", page.canonical),
        *_image_tags(image),
        _meta("name", "naver-site-verification", page.meta.get("naverSiteVerification") or ""),
        _meta("name", "google-site-verification", page.meta.get("googleSiteVerification") or ""),
        *(f'<link rel="modulepreload" href="{html.escape(chunk)}">' for chunk in chunks),
    ]
    if not page.plan.noindex:
        things = structured(page, image.url if image else "")
        block = inert(json.dumps(things, ensure_ascii=False, separators=(",", ":")))
        tags.append(f'<script type="application/ld+json">{block}</script>')
    return "".join(tags)


def image_of(page: Page, *, draws: bool) -> Image | None:
    """The picture of the page's text, on the home page the operator's, else one drawn for the page."""
    of_shop = page.meta.get("ogImage") or ""
    chosen = page.subject.get("image") or (of_shop if page.path == "/" else "")
    # Messengers do not show SVG.
    if chosen and not chosen.endswith(".svg"):
        return Image(urljoin(f"{page.public_url}/", chosen), page.title)
    if draws and not page.plan.noindex:
        return Image(page.public_url + picture_path(page), page.title, WIDTH, HEIGHT)
    return Image(urljoin(f"{page.public_url}/", of_shop), page.site_name) if of_shop else None


def picture_path(page: Page) -> str:
    """The name is a hash of the words on it; `of` names the page that they come from."""
    return f"/og/{picture_of(page).name}.png?of={quote(page.address, safe='/')}"


def picture_of(page: Page) -> Picture:
    section = page.plan.trail[-1].title if page.plan.trail else ""
    return Picture(page.site_name, section, page.title, urlsplit(page.public_url).netloc)


def _feed(page: Page) -> str:
    title, href = html.escape(f"{page.site_name} 공지사항"), html.escape(page.public_url + FEED)
    return f'<link rel="alternate" type="application/rss+xml" title="{title}" href="{href}">'


def _image_tags(image: Image | None) -> list[str]:
    if image is None:
        return [_meta("name", "twitter:card", "summary")]
    return [
        _meta("property", "og:image", image.url),
        _meta("property", "og:image:width", str(image.width or "")),
        _meta("property", "og:image:height", str(image.height or "")),
        _meta("property", "og:image:alt", image.alt),
        _meta("name", "twitter:card", "summary_large_image"),
    ]


def _meta(kind: str, name: str, content: str) -> str:
    return f'<meta {kind}="{name}" content="{html.escape(content)}">' if content else ""
