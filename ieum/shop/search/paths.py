"""The address at which readers find a text."""

from ieum.shop.search.types import Kind


def path_of(kind: Kind, slug: str) -> str:
    """Questions share one page, and so do the releases for one system."""
    match kind:
        case "notice":
            return f"/support/notice/{slug}"
        case "faq":
            return "/support/faq"
        case "guide":
            return f"/use/{slug}"
        case "legal":
            return f"/privacy/{slug}"
        case "release":
            return f"/download/{slug.partition('-')[0]}"
        case "page":
            return "/" if slug == "home" else f"/{slug.replace('download-', 'download/')}"
