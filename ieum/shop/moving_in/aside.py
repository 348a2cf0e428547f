"""Writes lines that an import leaves out into a file beside theirs, to be mended and imported in their turn."""

import os
from collections.abc import Sequence
from pathlib import Path

from ieum.shop.kernel.spreadsheets import BOM, write_to
from ieum.shop.moving_in.files import NAMES
from ieum.shop.moving_in.types import Kind, Line, Wrong


class Aside:
    """The files of one import. They hold people's data: only whoever runs the import may read them."""

    def __init__(self) -> None:
        self._begun = set[Path]()

    def add(self, of: Path, kind: Kind, lines: Sequence[Line], wrong: Sequence[Wrong]) -> None:
        reasons = dict[int, list[str]]()
        for each in wrong:
            reasons.setdefault(each.line, []).append(f"{each.column}: {each.reason}")
        rows = [
            [line.number, " / ".join(reasons[line.number]), *line.cells.values()]
            for line in lines
            if line.number in reasons
        ]
        if not rows:
            return
        path = of.with_suffix(".wrong.csv")
        is_first = path not in self._begun
        self._begun.add(path)
        if is_first:
            # What stands there may be a link to another file, or one that others may read.
            path.unlink(missing_ok=True)
        flags = os.O_WRONLY | (os.O_CREAT | os.O_EXCL if is_first else os.O_APPEND | os.O_NOFOLLOW)
        with os.fdopen(os.open(path, flags, 0o600), "w", encoding="utf-8", newline="") as file:
            if is_first:
                # By this, Excel knows that it is UTF-8.
                file.write(BOM)
                rows.insert(0, ["줄", "이유", *(NAMES[kind][name] for name in lines[0].cells)])
            write_to(file, rows)
