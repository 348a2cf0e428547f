"""Small HTML pages: templates with `$name` placeholders, filled with escaped text."""

from functools import cache
from html import escape
from pathlib import Path
from string import Template

from litestar import MediaType, Response

FOLDER = Path(__file__).parent / "pages"
# `form-action` stays open, because a window's form is answered with a redirect to the shop.
POLICY = (
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src data:; "
    "base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "cache-control": "no-store",
}


class Markup(str):
    """Text that is already HTML, so `fill` does not escape it."""

    __slots__ = ()


@cache
def template(name: str) -> Template:
    return Template((FOLDER / f"{name}.html").read_text("utf-8"))


def fill(name: str, **values: str | int) -> Markup:
    filled = template(name).substitute(
        {key: value if isinstance(value, Markup) else escape(str(value)) for key, value in values.items()}
    )
    return Markup(filled)


def page(
    name: str,
    *,
    title: str,
    head: str = "",
    status: int = 200,
    policy: str = POLICY,
    **values: str | int,
) -> Response[str]:
    document = fill("frame", title=title, head=Markup(head), main=fill(name, **values))
    headers = HEADERS | {"content-security-policy": policy}
    return Response(document, status_code=status, media_type=MediaType.HTML, headers=headers)
