"""Writes `web/generated`: what the build of the pages reads of the server's declarations.

A file whose content is right already is left alone, so that the pages are not built anew for nothing.
"""

import json
from pathlib import Path
from typing import Any

from ieum.shop.console.actions import DESK
from ieum.shop.desk.describing import describe_changes, describe_lists
from release.words import typescript, vocabularies

FOLDER = Path(__file__).resolve().parents[1] / "web" / "generated"


def write(folder: Path = FOLDER) -> None:
    """Write changes and lists of staff, from which the console makes its screens, and each room's vocabulary."""
    words = folder / "words"
    words.mkdir(parents=True, exist_ok=True)
    rooms = vocabularies()
    made = {
        "changes.json": _json(describe_changes(DESK)),
        "lists.json": _json(describe_lists(DESK)),
        **{f"words/{room}.ts": typescript(constants) for room, constants in rooms.items()},
    }
    for name, text in made.items():
        file = folder / name
        if not file.exists() or file.read_text(encoding="utf-8") != text:
            file.write_text(text, encoding="utf-8")
    for file in words.iterdir():
        if file.stem not in rooms:
            file.unlink()


def _json(described: Any) -> str:
    return json.dumps(described, ensure_ascii=False, indent=1) + "\n"


if __name__ == "__main__":
    write()
