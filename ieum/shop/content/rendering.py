"""Markdown to HTML that may stand on a page whoever wrote it. Pure.

Two walls: the parser knows no raw HTML and builds every link and picture from a list of what is allowed, and what it
made passes a sanitiser that knows this list, too.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from typing import NamedTuple
from urllib.parse import unquote

import nh3
from markdown_it import MarkdownIt
from markdown_it.token import Token

from ieum.shop.content import placeholders
from ieum.shop.content.invisible import strip_invisible
from ieum.shop.content.placeholders import Standing
from ieum.shop.content.types import Section

LENGTH = 100_000
TABLE_ROWS, TABLE_COLUMNS = 500, 20
# What is deeper the parser leaves out; a list in a list is two deep.
NESTING = 20

_LINK = re.compile(r"(?:https?://[^/]|mailto:|tel:|/(?!/)|#|files/)", re.IGNORECASE)
_NOT_IN_ID = re.compile(r"[^\w\s-]")
_ASCII = re.compile(r"[\x00-\x7f]*")

_TAGS = {
    "h2", "h3", "h4", "h5", "h6", "p", "br", "hr", "ul", "ol", "li", "blockquote", "pre", "code",
    "em", "strong", "s", "a", "img", "div", "table", "thead", "tbody", "tr", "th", "td",
}  # fmt: skip
_HEADINGS = {f"h{level}": {"id"} for level in range(2, 7)}
_ATTRIBUTES = _HEADINGS | {
    "a": {"href", "title", "rel"},
    "img": {"src", "alt", "title", "width", "height", "loading"},
    "ol": {"start"},
    "div": {"class", "role", "tabindex", "aria-label"},
    "th": {"scope", "align"},
    "td": {"align"},
}


class File(NamedTuple):
    """What a text may refer to as `files/NAME`."""

    key: str
    url: str
    size: int
    width: int | None = None
    height: int | None = None


class Rendered(NamedTuple):
    html: str
    # What stands before the first heading of the second level, and what stands under each.
    lead: str
    sections: list[Section]
    plain_text: str
    # Names of files that it shows or links to.
    files: frozenset[str]
    # Names that are not among the files.
    missing: frozenset[str]
    problems: list[str]


def render(body: str, files: Mapping[str, File], values: Mapping[str, str]) -> Rendered:
    """`problems` says what the writer has to change; without any, everything that was written is there.

    `values` are those of the placeholders; one that is unknown stays as it was written.
    """
    if len(body) > LENGTH:
        problem = f"the text is longer than {LENGTH} characters"
        return Rendered("", "", [], "", frozenset(), frozenset(), [problem])
    standing = placeholders.stand_in(strip_invisible(body), values)
    tokens = _PARSER.parse(standing.text)
    _put_words(tokens, standing)
    writer = _Writer(files)
    writer.look_at(tokens)
    lead, sections = _cut(tokens)
    return Rendered(
        html=_write(tokens),
        lead=_write(lead),
        sections=[
            Section(str(heading.attrGet("id")), _words(inline), _write(under))
            for heading, inline, under in sections
        ],
        plain_text=_plain(tokens),
        files=frozenset(writer.used),
        missing=frozenset(writer.missing),
        problems=list(dict.fromkeys(writer.problems)),
    )


def _put_words(tokens: Sequence[Token], standing: Standing) -> None:
    for token in tokens:
        token.content = standing.put_in(token.content)
        for name, value in token.attrs.items():
            if isinstance(value, str):
                token.attrs[name] = standing.put_in(value, in_address=name in {"href", "src"})
        _put_words(token.children or [], standing)


class _Writer:
    """Gives tokens the attributes that the page needs, and notes what cannot be shown."""

    def __init__(self, files: Mapping[str, File]) -> None:
        self._files = files
        self._ids = dict[str, int]()
        self._tables = count(1)
        self.used = set[str]()
        self.missing = set[str]()
        self.problems = list[str]()

    def look_at(self, tokens: Sequence[Token]) -> None:
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
                self._say("lists or quotations stand in one another too deep")
            if rows > TABLE_ROWS + 1 or cells > TABLE_COLUMNS:
                self._say(f"a table has more than {TABLE_ROWS} rows or {TABLE_COLUMNS} columns")

    def _heading(self, token: Token, inline: Token) -> None:
        if token.tag == "h1":
            self._say("headings begin with ##: the title stands in the front matter")
        token.attrSet("id", self._free(_id_of(_words(inline))))

    def _free(self, wanted: str) -> str:
        """The same words come again with a number; counted on, so that thousands of them cost no more."""
        name = wanted
        while name in self._ids:
            self._ids[wanted] += 1
            name = f"{wanted}-{self._ids[wanted]}"
        self._ids[name] = 1
        return name

    def _cell(self, token: Token) -> None:
        if token.type == "th_open":
            token.attrSet("scope", "col")
        # No inline styles: the policy of our pages forbids them.
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
            token.attrSet("href", found.url if (found := self._file(href)) else "#")
        elif href.lower().startswith(("http:", "https:")):
            token.attrSet("rel", "noopener")

    def _image(self, token: Token) -> None:
        src = str(token.attrGet("src"))
        found = self._file(src)
        token.attrs["src"] = found.url if found else ""
        if found and found.width and found.height:
            token.attrSet("width", str(found.width))
            token.attrSet("height", str(found.height))
        token.attrSet("loading", "lazy")
        if not _words(token):
            self._say(f"{src}: a picture needs words that say what it shows: ![words]({src})")

    def _file(self, path: str) -> File | None:
        named = unquote(path)
        name = named.removeprefix("files/")
        found = self._files.get(name) if named.startswith("files/") else None
        if found is None:
            self.missing.add(name)
            self._say(f"{path}: there is no such file; pictures and attachments are files/NAME")
        else:
            self.used.add(name)
        return found

    def _say(self, problem: str) -> None:
        self.problems.append(problem)


def _cut(tokens: Sequence[Token]) -> tuple[list[Token], list[tuple[Token, Token, list[Token]]]]:
    """The tokens before the first heading of the second level; then each heading, its words, what is under it."""
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


def _write(tokens: Sequence[Token]) -> str:
    made = _PARSER.renderer.render(tokens, _PARSER.options, {})
    clean = nh3.clean(
        made,
        tags=_TAGS,
        attributes=_ATTRIBUTES,
        url_schemes={"http", "https", "mailto", "tel"},
        link_rel=None,
    )
    # Once more: an entity of Markdown (&#x202e;) is a character by now.
    return strip_invisible(clean).strip()


def _plain(tokens: Sequence[Token]) -> str:
    """What a reader reads, a line for each block."""
    return strip_invisible("\n".join(line for line in _lines(tokens) if line))


def _lines(tokens: Sequence[Token]) -> Iterator[str]:
    for token in tokens:
        if token.type == "inline":
            yield _words(token)
        elif token.type in {"fence", "code_block"}:
            yield token.content.strip()


def _words(inline: Token) -> str:
    words = "".join(
        " "
        if token.type in {"softbreak", "hardbreak"}
        else _words(token)
        if token.children
        else token.content
        for token in inline.children or []
    )
    return strip_invisible(" ".join(words.split()))


def _id_of(words: str) -> str:
    """Never one that a page itself uses, such as `main` or `root`: those have no Hangul."""
    slug = "-".join(_NOT_IN_ID.sub("", words.lower()).split())
    return f"section-{slug}".strip("-") if _ASCII.fullmatch(slug) else slug


def _make_parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"html": False, "maxNesting": NESTING}).enable(
        ["table", "strikethrough"]
    )
    parser.validateLink = lambda url: _LINK.match(url) is not None  # pyright: ignore[reportAttributeAccessIssue]
    parser.add_render_rule("table_open", _open_table)
    parser.add_render_rule("table_close", lambda *_: "</table></div>\n")
    return parser


def _open_table(_: object, tokens: Sequence[Token], index: int, *__: object) -> str:
    """Broad ones are scrolled by themselves, with the keyboard too."""
    number = tokens[index].meta["number"]
    return f'<div class="table-scroll" role="group" tabindex="0" aria-label="표 {number}"><table>\n'


_PARSER = _make_parser()
