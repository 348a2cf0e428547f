"""Renders Markdown as HTML that is safe on our pages, whoever wrote it. Pure.

There are two barriers: the parser knows no raw HTML and allows only certain links and pictures, and its output passes a
sanitiser that allows only certain tags and attributes.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from typing import NamedTuple
from urllib.parse import quote, unquote

import msgspec
import nh3
from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict

from ieum.shop.publishing import placeholders
from ieum.shop.publishing.invisible import strip_invisible
from ieum.shop.publishing.placeholders import Masked
from ieum.shop.publishing.types import Section

LENGTH = 100_000
TABLE_ROWS, TABLE_COLUMNS = 500, 20
# The parser drops what is nested deeper; each nested list counts as two levels.
NESTING = 20

_LINK = re.compile(r"(?:https?://[^/]|mailto:|tel:|/(?!/)|#|files/)", re.IGNORECASE)
_NOT_IN_ID = re.compile(r"[^\w\s-]")
_ASCII = re.compile(r"[\x00-\x7f]*")

_TAGS = {
    "h2", "h3", "h4", "h5", "h6", "p", "br", "hr", "ul", "ol", "li", "blockquote", "pre", "code",
    "em", "strong", "s", "a", "img", "picture", "source", "div", "table", "thead", "tbody", "tr", "th", "td",
}  # fmt: skip
_HEADINGS = {f"h{level}": {"id"} for level in range(2, 7)}
_ATTRIBUTES = _HEADINGS | {
    "a": {"href", "title", "rel"},
    "img": {"src", "alt", "title", "width", "height", "loading"},
    "source": {"srcset", "media"},
    "ol": {"start"},
    "div": {"class", "role", "tabindex", "aria-label"},
    "th": {"scope", "align"},
    "td": {"align"},
}


class File(msgspec.Struct, frozen=True):
    """A picture or attachment that a text refers to as `files/NAME`."""

    key: str
    size: int
    width: int | None = None
    height: int | None = None

    @property
    def name(self) -> str:
        """As texts refer to it; the part before it is a hash of the content."""
        return self.key.partition("-")[2]

    @property
    def url(self) -> str:
        return f"/files/{quote(self.key)}"


class Rendered(NamedTuple):
    html: str
    # The HTML before the first heading of the second level; then each such heading with the HTML below it.
    lead: str
    sections: list[Section]
    plain_text: str
    # Names of the files that it shows or links to.
    files: frozenset[str]
    # Names of files that it shows or links to and that do not exist.
    missing: frozenset[str]
    problems: list[str]


def render(body: str, files: Mapping[str, File], values: Mapping[str, str]) -> Rendered:
    """`problems` tells the writer what to change; without any, nothing that was written is lost.

    `values` has the value of each placeholder; an unknown placeholder stays as it was written.
    """
    if len(body) > LENGTH:
        problem = f"the text is longer than {LENGTH} characters"
        return Rendered("", "", [], "", frozenset(), frozenset(), [problem])
    masked = placeholders.mask(strip_invisible(body), values)
    tokens = _PARSER.parse(masked.text)
    _unmask(tokens, masked)
    annotator = _Annotator(files)
    annotator.annotate(tokens)
    lead, sections = _split_sections(tokens)
    return Rendered(
        html=_to_html(tokens),
        lead=_to_html(lead),
        sections=[
            Section(str(heading.attrGet("id")), _inline_text(inline), _to_html(below))
            for heading, inline, below in sections
        ],
        plain_text=_plain_text(tokens),
        files=frozenset(annotator.used),
        missing=frozenset(annotator.missing),
        problems=list(dict.fromkeys(annotator.problems)),
    )


def _unmask(tokens: Sequence[Token], masked: Masked) -> None:
    for token in tokens:
        token.content = masked.fill(token.content)
        for name, value in token.attrs.items():
            if isinstance(value, str):
                token.attrs[name] = masked.fill(value, in_address=name in {"href", "src"})
        _unmask(token.children or [], masked)


class _Annotator:
    """Gives tokens the attributes that the page needs, and collects what cannot be shown."""

    def __init__(self, files: Mapping[str, File]) -> None:
        self._files = files
        self._ids = dict[str, int]()
        self._tables = count(1)
        self.used = set[str]()
        self.missing = set[str]()
        self.problems = list[str]()

    def annotate(self, tokens: Sequence[Token]) -> None:
        rows = cells = 0
        for index, token in enumerate(tokens):
            match token.type:
                case "heading_open":
                    self._heading(token, tokens[index + 1])
                case "table_open":
                    token.meta["number"] = next(self._tables)
                    rows = 0
                case "tr_open":
                    rows, cells = rows + 1, 0
                case "th_open" | "td_open":
                    cells += 1
                    self._cell(token)
                case "inline":
                    self._inline(token.children or [])
                case _:
                    pass
            if token.nesting == 1 and token.level >= NESTING - 1:
                self.problems.append("lists or quotations are nested too deep")
            if rows > TABLE_ROWS + 1 or cells > TABLE_COLUMNS:
                self.problems.append(f"a table has more than {TABLE_ROWS} rows or {TABLE_COLUMNS} columns")

    def _heading(self, token: Token, inline: Token) -> None:
        if token.tag == "h1":
            self.problems.append("headings begin with ##: the title stands in the front matter")
        token.attrSet("id", self._unique_id(_slug(_inline_text(inline))))

    def _unique_id(self, slug: str) -> str:
        """A repeated heading gets the next number of its slug, so that thousands of them need no search."""
        name = slug
        while name in self._ids:
            self._ids[slug] += 1
            name = f"{slug}-{self._ids[slug]}"
        self._ids[name] = 1
        return name

    def _cell(self, token: Token) -> None:
        if token.type == "th_open":
            token.attrSet("scope", "col")
        # Our pages' Content-Security-Policy forbids inline styles.
        style = str(token.attrs.pop("style", ""))
        if style:
            token.attrSet("align", style.removeprefix("text-align:"))

    def _inline(self, children: Sequence[Token]) -> None:
        for token in children:
            if token.type == "link_open":
                self._link(token)
            elif token.type == "image":
                self._image(token)

    def _link(self, token: Token) -> None:
        href = str(token.attrGet("href"))
        if href.startswith("files/"):
            token.attrSet("href", file.url if (file := self._file(href)) else "#")
        elif href.lower().startswith(("http:", "https:")):
            token.attrSet("rel", "noopener")

    def _image(self, token: Token) -> None:
        src = str(token.attrGet("src"))
        file = self._file(src)
        token.attrs["src"] = file.url if file else ""
        if file and file.width and file.height:
            token.attrSet("width", str(file.width))
            token.attrSet("height", str(file.height))
        token.attrSet("loading", "lazy")
        # A picture NAME.webp is replaced by NAME.dark.webp on dark pages, where there is one.
        before, dot, suffix = file.name.rpartition(".") if file else ("", "", "")
        if dark := self._files.get(f"{before}.dark{dot}{suffix}"):
            token.meta["dark"] = dark.url
            self.used.add(dark.name)
        if not _inline_text(token):
            self.problems.append(f"{src}: a picture needs words that say what it shows: ![words]({src})")

    def _file(self, path: str) -> File | None:
        unquoted = unquote(path)
        name = unquoted.removeprefix("files/")
        file = self._files.get(name) if unquoted.startswith("files/") else None
        if file is None:
            self.missing.add(name)
            self.problems.append(f"{path}: there is no such file; pictures and attachments are files/NAME")
        else:
            self.used.add(name)
        return file


def _split_sections(tokens: Sequence[Token]) -> tuple[list[Token], list[tuple[Token, Token, list[Token]]]]:
    """The tokens before the first heading of the second level; then each heading, its text, and what is below it."""
    lead, sections = list[Token](), list[tuple[Token, Token, list[Token]]]()
    rest = iter(tokens)
    for token in rest:
        if token.type == "heading_open" and token.tag == "h2" and token.level == 0:
            sections.append((token, next(rest), []))
            next(rest)
        elif sections:
            sections[-1][2].append(token)
        else:
            lead.append(token)
    return lead, sections


def _to_html(tokens: Sequence[Token]) -> str:
    clean = nh3.clean(
        _PARSER.renderer.render(tokens, _PARSER.options, {}),
        tags=_TAGS,
        attributes=_ATTRIBUTES,
        url_schemes={"http", "https", "mailto", "tel"},
        link_rel=None,
    )
    # Stripped again, because an entity of Markdown (&#x202e;) has become a character by now.
    return strip_invisible(clean).strip()


def _plain_text(tokens: Sequence[Token]) -> str:
    """The text without any markup, one line for each block."""
    return strip_invisible("\n".join(line for line in _lines(tokens) if line))


def _lines(tokens: Sequence[Token]) -> Iterator[str]:
    for token in tokens:
        if token.type == "inline":
            yield _inline_text(token)
        elif token.type in {"fence", "code_block"}:
            yield token.content.strip()


def _inline_text(inline: Token) -> str:
    words = "".join(
        " "
        if token.type in {"softbreak", "hardbreak"}
        else _inline_text(token)
        if token.children
        else token.content
        for token in inline.children or []
    )
    return strip_invisible(" ".join(words.split()))


def _slug(words: str) -> str:
    """Never an id that a page itself uses, such as `main` or `root`: those are ASCII, and here get a prefix."""
    slug = "-".join(_NOT_IN_ID.sub("", words.lower()).split())
    return f"section-{slug}".strip("-") if _ASCII.fullmatch(slug) else slug


def _make_parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"html": False, "maxNesting": NESTING}).enable(
        ["table", "strikethrough"]
    )
    parser.validateLink = lambda url: _LINK.match(url) is not None  # pyright: ignore[reportAttributeAccessIssue]
    parser.add_render_rule("table_open", _open_table)
    parser.add_render_rule("image", _picture)
    parser.add_render_rule("table_close", lambda *_: "</table></div>\n")
    return parser


def _open_table(_: object, tokens: Sequence[Token], index: int, *__: object) -> str:
    """A wide table scrolls within its own box, by keyboard as well."""
    number = tokens[index].meta["number"]
    return f'<div class="table-scroll" role="group" tabindex="0" aria-label="표 {number}"><table>\n'


def _picture(
    renderer: RendererHTML, tokens: Sequence[Token], index: int, options: OptionsDict, env: EnvType
) -> str:
    image = renderer.image(tokens, index, options, env)
    dark = tokens[index].meta.get("dark")
    if dark is None:
        return image
    return f'<picture><source srcset="{dark}" media="(prefers-color-scheme: dark)">{image}</picture>'


_PARSER = _make_parser()
