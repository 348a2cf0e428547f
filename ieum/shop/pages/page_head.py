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


class Tag(msgspec.Struct, frozen=True):
    """An element of a head that says something about the page."""

    name: str
    attributes: dict[str, str]
    text: str = ""

    @property
    def html(self) -> str:
        pairs = "".join(f' {key}="{html.escape(value)}"' for key, value in self.attributes.items())
        return f"<{self.name}{pairs}>" + (f"{inert(self.text)}</{self.name}>" if self.text else "")


def write_head(page: Page, *, chunks: Sequence[str], draws: bool) -> str:
    """The head of a document. `draws` says whether this shop can draw pictures for sharing."""
    parts = [
        f"<title>{html.escape(page.full_title)}</title>",
        *(tag.html for tag in tags_of(page, draws=draws)),
        *(
            _meta("name", f"{engine}-site-verification", code).html
            for engine in ("naver", "google")
            if (code := page.meta.get(f"{engine}SiteVerification"))
        ),
        *(f'<link rel="modulepreload" href="{html.escape(chunk)}">' for chunk in chunks),
    ]
    return "".join(parts)


def tags_of(page: Page, *, draws: bool) -> list[Tag]:
    """List the tags of this page alone. The app in the browser asks for them, too, when it shows another page."""
    image = image_of(page, draws=draws)
    # An article is a text with a date.
    published_at = page.subject.get("publishedAt") or ""
    tags = [
        _meta("name", "description", page.description),
        _meta("name", "robots", "noindex" if page.plan.noindex else ""),
        _meta("property", "og:type", "article" if published_at else "website"),
        _meta("property", "article:published_time", published_at),
        _meta("property", "og:locale", "ko_KR"),
        _meta("property", "og:site_name", page.site_name),
        _meta("property", "og:title", page.full_title),
        _meta("property", "og:description", page.description),
        *_image_tags(image),
    ]
    if not page.plan.secret:
        tags += [
            Tag("link", {"rel": "canonical", "href": page.canonical}),
            _meta("property", "og:url", page.canonical),
        ]
    if not page.plan.noindex:
        things = structured(page, image.url if image else "")
        block = json.dumps(things, ensure_ascii=False, separators=(",", ":"))
        tags += [_feed(page), Tag("script", {"type": "application/ld+json"}, block)]
    return [tag for tag in tags if tag.attributes.get("content") != ""]


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


def _feed(page: Page) -> Tag:
    title, href = f"{page.site_name} 공지사항", page.public_url + FEED
    return Tag("link", {"rel": "alternate", "type": "application/rss+xml", "title": title, "href": href})


def _image_tags(image: Image | None) -> list[Tag]:
    if image is None:
        return [_meta("name", "twitter:card", "summary")]
    return [
        _meta("property", "og:image", image.url),
        _meta("property", "og:image:width", str(image.width or "")),
        _meta("property", "og:image:height", str(image.height or "")),
        _meta("property", "og:image:alt", image.alt),
        _meta("name", "twitter:card", "summary_large_image"),
    ]


def _meta(kind: str, name: str, content: str) -> Tag:
    return Tag("meta", {kind: name, "content": content})
