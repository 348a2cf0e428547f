"""Folders of texts as an operator writes them, and what an import makes of them."""

import base64
from pathlib import Path

import pytest
import yaml

from ieum.shop.kernel.db import Connection, fetch_all
from ieum.shop.publishing import importing
from ieum.shop.publishing.importing import ContentRefused
from ieum.shop.publishing.rendering import File

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
    # People write dates and times without quotes.
    lines = yaml.safe_dump(said, allow_unicode=True, sort_keys=False)
    for key in ("version", "effective_from", "publish_at", "updated_at", "released_on"):
        if key in said and not name.startswith("releases/"):
            lines = lines.replace(f"{key}: '{said[key]}'", f"{key}: {said[key]}")
    path.write_text(f"---\n{lines}---\n{body}\n", encoding="utf-8")


def a_file(root: Path, name: str, content: bytes) -> None:
    path = root / "files" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)


async def outcomes(conn: Connection, root: Path, *, dry_run: bool = False) -> dict[str, str]:
    report = await importing.import_folder(conn, root, dry_run=dry_run)
    # Deferred constraints are otherwise checked at the commit, which never comes in a test.
    await conn.execute("SET CONSTRAINTS ALL IMMEDIATE")
    await conn.execute("SET CONSTRAINTS ALL DEFERRED")
    return dict(report.outcomes)


async def problems(conn: Connection, root: Path) -> list[str]:
    with pytest.raises(ContentRefused) as refused:
        await importing.import_folder(conn, root)
    return refused.value.problems


async def versions(conn: Connection) -> list[tuple[str, int]]:
    rows = await fetch_all(
        conn,
        list[object],
        "SELECT jsonb_build_array(slug, number) FROM content_versions JOIN content_entries e ON e.id = entry_id"
        " ORDER BY slug, number",
    )
    return [(str(slug), int(str(number))) for slug, number in rows]


FILES = {
    "step.svg": File("0123456789abcdef-step.svg", 900, 640, 360),
    "신청서.pdf": File("fedcba9876543210-신청서.pdf", 12_000),
}
