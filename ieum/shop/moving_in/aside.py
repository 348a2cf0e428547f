"""Writes lines that an import leaves out into a file beside theirs, to be mended and imported in their turn."""

import os
from collections.abc import Sequence
from pathlib import Path

from ieum.shop.kernel.spreadsheets import BOM, write_to
from ieum.shop.moving_in.files import NAMES, FileRefused
from ieum.shop.moving_in.types import Kind, Line, Wrong


class Aside:
    """The files of one import. They hold people's data: only whoever runs the import may read them."""

    def __init__(self) -> None:
        # What was made at each path: whoever may write to the folder could lay another file there. It stays open, so
        # that no other file gets its inode's number.
        self._begun = dict[Path, int]()

    def close(self) -> None:
        for descriptor in self._begun.values():
            os.close(descriptor)
        self._begun.clear()

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
        if is_first:
            # What stands there may be a link to another file, or one that others may read.
            path.unlink(missing_ok=True)
            self._begun[path] = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        if not _is_at(path, self._begun[path]):
            raise FileRefused(
                f"{path.name}: 쓰는 동안 다른 파일로 바뀌었습니다. 폴더를 누가 쓸 수 있는지 확인해 주세요."
            )
        with os.fdopen(self._begun[path], "w", encoding="utf-8", newline="", closefd=False) as file:
            if is_first:
                # By this, Excel knows that it is UTF-8.
                file.write(BOM)
                rows.insert(0, ["줄", "이유", *(NAMES[kind][name] for name in lines[0].cells)])
            write_to(file, rows)


def _is_at(path: Path, descriptor: int) -> bool:
    try:
        return os.path.samestat(path.lstat(), os.fstat(descriptor))
    except FileNotFoundError:
        return False
