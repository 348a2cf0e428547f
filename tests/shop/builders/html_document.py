"""An HTML document as a robot without scripts reads it."""

import json
import xml.etree.ElementTree as ET
from html.parser import HTMLParser
from typing import Any

import httpx

from tests.shop.builders.clients import HOME

VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}


SILENT = {"script", "style", "title", "template"}


class Document(HTMLParser):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.language = ""
        # Whether the server rendered it; what only a browser renders is empty for a robot.
        self.is_drawn = False
        self.title = ""
        self.meta: dict[str, str] = {}
        self.canonical = ""
        self.headings: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        # Images, scripts, styles and the like: what must be there for the page to look right.
        self.files: list[str] = []
        self.structured: list[dict[str, Any]] = []
        self._words: list[str] = []
        self._open: list[str] = []
        self._json: list[str] | None = None
        self.feed(text)

    @property
    def text(self) -> str:
        """The text without its spaces, which depend on the markup around it."""
        return "".join("".join(self._words).split())

    @property
    def pieces(self) -> list[str]:
        """The text between each two tags, for comparing pages that lay out a table differently."""
        return [piece for word in self._words if (piece := "".join(word.split()))]

    @property
    def is_hidden(self) -> bool:
        return "noindex" in self.meta.get("robots", "")

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        if tag not in VOID:
            self._open.append(tag)
        if "id" in found:
            self.ids.append(found["id"])
        self.is_drawn |= "data-hydrate" in found
        match tag:
            case "html":
                self.language = found.get("lang", "")
            case "meta":
                self.meta[found.get("name") or found.get("property", "")] = found.get("content", "")
            case "link":
                self._take_link(found)
            case "a":
                self.links.append(found.get("href", ""))
            case "img" | "script" | "source" if "src" in found:
                self.files.append(found["src"])
            case "script" if found.get("type") == "application/ld+json":
                self._json = []
            case "h1":
                self.headings.append("")
            case _:
                pass

    def _take_link(self, found: dict[str, str]) -> None:
        if found.get("rel") == "canonical":
            self.canonical = found["href"]
        elif "href" in found:
            self.files.append(found["href"])

    def handle_endtag(self, tag: str) -> None:
        if tag in self._open:
            while self._open.pop() != tag:
                pass
        if tag == "script" and self._json is not None:
            self.structured.append(json.loads("".join(self._json)))
            self._json = None

    def handle_data(self, data: str) -> None:
        if self._json is not None:
            self._json.append(data)
        if "title" in self._open and "svg" not in self._open:
            self.title += data
        elif not SILENT & set(self._open):
            self._words.append(data)
            if "h1" in self._open:
                self.headings[-1] += data


async def in_sitemaps(client: httpx.AsyncClient) -> set[str]:
    found = set[str]()
    todo = ["/sitemap.xml"]
    while todo:
        root = ET.fromstring((await client.get(todo.pop())).content)  # noqa: S314 - our own
        addresses = [(one.findtext("{*}loc") or "").removeprefix(HOME) for one in root]
        if root.tag.endswith("sitemapindex"):
            todo += addresses
        else:
            found.update(addresses)
    return found
