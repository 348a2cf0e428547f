"""Writes `web/generated`: what the build of the pages reads of the server's declarations.

A file whose content is right already is left alone, so that the pages are not built anew for nothing.
"""

import json
from pathlib import Path

from ieum.shop.console.actions import DESK
from ieum.shop.desk.describing import describe_changes, describe_lists

FOLDER = Path(__file__).resolve().parents[1] / "web" / "generated"


def write(folder: Path = FOLDER) -> None:
    """Write changes and lists of staff, from which the console makes buttons, dialogs, tables and filters."""
    folder.mkdir(exist_ok=True)
    made = {"changes.json": describe_changes(DESK), "lists.json": describe_lists(DESK)}
    for name, described in made.items():
        file, text = folder / name, json.dumps(described, ensure_ascii=False, indent=1) + "\n"
        if not file.exists() or file.read_text(encoding="utf-8") != text:
            file.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write()
