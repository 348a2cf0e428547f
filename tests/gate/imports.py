"""Imports between the files of the repository, read without running any of them.

A module that is gone keeps its place: whoever still imports it is found by its old name.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

PACKAGES = ("ieum", "tests", "bench", "supply", "release")
_OURS = rf"(?:{'|'.join(PACKAGES)})\b[\w.]*"
_IMPORT = re.compile(
    rf"^[ \t]*(?:from[ \t]+(?P<module>{_OURS})[ \t]+import[ \t]+(?P<names>\((?:[^)#]|#[^\n]*)*\)|[^\n#]*)"
    rf"|import[ \t]+(?P<whole>{_OURS}))",
    re.MULTILINE,
)
_COMMENT = re.compile(r"#[^\n]*")


def is_module(path: str) -> bool:
    """Whether this file, named from the root of the repository, can be imported by others."""
    return path.endswith(".py") and path.startswith(tuple(f"{package}/" for package in PACKAGES))


def module_of(path: str) -> str:
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def imported_by(source: str) -> Iterator[str]:
    """Names of modules of ours; of `from a import b` both `a` and `a.b`, because b may be a module."""
    for found in _IMPORT.finditer(source):
        if whole := found["whole"]:
            yield whole
            continue
        yield found["module"]
        for name in _COMMENT.sub("", found["names"]).strip("() \t\n").split(","):
            if words := name.split():
                yield f"{found['module']}.{words[0]}"


class Imports:
    """An index from each module to those that import it."""

    def __init__(self, root: Path, *, closed: frozenset[str] = frozenset()) -> None:
        """`downstream` stops at modules that are `closed`."""
        self._closed = closed
        self._importers: dict[str, set[str]] = defaultdict(set)
        self.files: dict[str, str] = {}
        """Each module's file."""
        for file in (file for package in PACKAGES for file in sorted((root / package).rglob("*.py"))):
            path = str(file.relative_to(root))
            module = module_of(path)
            self.files[module] = path
            for name in imported_by(file.read_text(encoding="utf-8", errors="replace")):
                self._importers[name].add(module)

    def importers(self, module: str) -> set[str]:
        """Modules that import this one directly."""
        return self._importers.get(module, set())

    def downstream(self, modules: Iterable[str]) -> set[str]:
        """These modules and all that import one of them, directly or through others."""
        found = set(modules)
        ahead = list(found)
        while ahead:
            new = self.importers(ahead.pop()) - found
            found |= new
            ahead += new - self._closed
        return found
