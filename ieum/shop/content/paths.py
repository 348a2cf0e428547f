"""Where a text is read."""

from ieum.shop.content.types import Kind


def path_of(kind: Kind, slug: str) -> str:
    """The page that shows it; questions and releases share one with others of their kind."""
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
