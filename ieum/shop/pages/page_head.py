"""Makes the head of a page from its metadata. Pure."""

from collections.abc import Sequence
from urllib.parse import quote, urljoin, urlsplit

from ieum.shop.pages.document import Head, Image
from ieum.shop.pages.metadata import Page
from ieum.shop.pages.share_image import HEIGHT, WIDTH, Picture
from ieum.shop.pages.structured_data import structured

FEED = "/rss.xml"


def head_of(page: Page, *, chunks: Sequence[str], draws: bool) -> Head:
    """`draws` says whether this shop can draw pictures for sharing."""
    image = image_of(page, draws=draws)
    return Head(
        site_name=page.site_name,
        title=page.title,
        description=page.description,
        canonical=page.canonical,
        image=image,
        noindex=page.plan.noindex,
        verifications={
            "naver-site-verification": page.meta.get("naverSiteVerification") or "",
            "google-site-verification": page.meta.get("googleSiteVerification") or "",
        },
        chunks=chunks,
        structured=None if page.plan.noindex else structured(page, image.url if image else ""),
        published_at=page.subject.get("publishedAt") or "",
        feed=page.public_url + FEED,
    )


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
