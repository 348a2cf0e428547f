"""The commands of the handbook, as it has them: what is rehearsed is read from the pages that people read."""

import re
from collections.abc import Mapping
from pathlib import Path

DOCS = Path(__file__).resolve().parents[2] / "docs"
_HEADING = re.compile(r"^#{1,6} (.+)$")
# Blocks that are no commands name their language.
_FENCE = re.compile(r"^```\w*\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_COMMANDS = re.compile(r"^```\n(.*?)^```$|^```\w+\n.*?^```$", re.MULTILINE | re.DOTALL)


class DriftedError(Exception):
    """The handbook does not have what the rehearsal looks for; one of the two was changed without the other."""


class Chapter:
    """What stands between one heading and the next; its blocks are taken in the order in which a person meets them."""

    def __init__(self, page: str, heading: str, *, since: str = "", until: str = "") -> None:
        self.name = f"{page}, “{heading}”"
        text = _between_headings((DOCS / page).read_text(), heading)
        for bound in (since, until):
            if bound not in text:
                raise DriftedError(f"{self.name} has no {bound!r}")
        begun = text.partition(since)[2] if since else text
        self._rest = begun.partition(until)[0] if until else begun

    def take(self, marker: str, fill: Mapping[str, str] | None = None) -> str:
        """The first block behind these words, with what a person fills in. No block before it may be left over."""
        before, found, after = self._rest.partition(marker)
        if not found:
            raise DriftedError(f"{self.name} has no {marker!r} any more, or not in this place")
        if _FENCE.search(before):
            raise DriftedError(f"{self.name} has commands before {marker!r} that nobody rehearses")
        block = _FENCE.search(after)
        if block is None:
            raise DriftedError(f"{self.name} has no commands behind {marker!r}")
        self._rest = after[block.end() :]
        return filled(block[1], fill or {}, where=f"{self.name}, {marker!r}")

    def find(self, pattern: str) -> str:
        """What is to be answered, as the text behind the blocks that were taken says it."""
        if found := re.search(pattern, self._rest):
            return found[1]
        raise DriftedError(f"{self.name} does not say {pattern!r} any more, or not in this place")

    def end(self) -> None:
        """There must be no block that was not taken."""
        if left := _FENCE.search(self._rest):
            raise DriftedError(f"{self.name} has commands that nobody rehearses: {left[1][:200]}")


def blocks_of_commands(page: str) -> list[str]:
    """Return what a page asks its reader to type, block by block."""
    return [block for block in _COMMANDS.findall(page) if block]


def filled(text: str, fill: Mapping[str, str], *, where: str) -> str:
    """Put what a person fills in into its places, each of which must be there."""
    for place, value in fill.items():
        if place not in text:
            raise DriftedError(f"{where} has no {place!r} to be filled in")
        text = text.replace(place, value)
    return text


def _between_headings(page: str, heading: str) -> str:
    lines: list[str] = []
    is_inside = is_code = False
    for line in page.splitlines(keepends=True):
        # A remark of a shell looks like a heading.
        is_code ^= line.startswith("```")
        if not is_code and (found := _HEADING.match(line.rstrip())):
            if is_inside:
                break
            is_inside = found[1] == heading
        elif is_inside:
            lines.append(line)
    if not is_inside:
        raise DriftedError(f"there is no chapter {heading!r}")
    return "".join(lines)
