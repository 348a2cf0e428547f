"""Folders of texts, as an operator writes them."""

import base64
from pathlib import Path

import yaml

PIXEL = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)


def a_text(
    root: Path, name: str, /, *, body: str = "글입니다.", title: str | None = "제목", **matter: object
) -> None:
    """`name` is `notices/slug`."""
    path = root / f"{name}.md"
    path.parent.mkdir(parents=True, exist_ok=True)
    if name.startswith("faqs/"):
        matter = {"category": "product"} | matter
    said = {"title": title, **matter} if title is not None else matter
    # Dates and moments as people write them: without quotes.
    lines = yaml.safe_dump(said, allow_unicode=True, sort_keys=False)
    for key in ("version", "effective_from", "publish_at", "updated_at", "released_on"):
        if key in said and not name.startswith("releases/"):
            lines = lines.replace(f"{key}: '{said[key]}'", f"{key}: {said[key]}")
    path.write_text(f"---\n{lines}---\n{body}\n", encoding="utf-8")


def a_file(root: Path, name: str, content: bytes) -> None:
    path = root / "files" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
