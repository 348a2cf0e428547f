"""Texts as the importer reads them from files, built in memory."""

from pathlib import Path

from ieum.shop.files.source_files import SourceFile, inspect_file
from ieum.shop.kernel.db import Connection
from ieum.shop.publishing import importing
from ieum.shop.publishing.sources import Folder, Source


def a_notice(slug: str, title: str, body: str = "본문입니다.", **matter: object) -> Source:
    return _source("notice", slug, title, body, matter)


def a_question(slug: str, title: str, body: str = "답변입니다.", **matter: object) -> Source:
    return _source("faq", slug, title, body, {"category": "payment", **matter})


def a_guide(slug: str, title: str, body: str) -> Source:
    return _source("guide", slug, title, body, {})


def a_release(slug: str, file: Path, sha256: str, **matter: object) -> Source:
    body = "## 바뀐 점\n\n처음입니다."
    return _source(
        "release",
        slug,
        "프로그램",
        body,
        {
            "os": slug.partition("-")[0],
            "name": "프로그램",
            "version": '"1.0"',
            "released_on": "2026-11-20",
            "kind": "file",
            "file": file.name,
            "size": file.stat().st_size,
            "sha256": f'"{sha256}"',
            **matter,
        },
    )


async def publish(conn: Connection, *sources: Source, files: dict[str, bytes] | None = None) -> None:
    looked_at: list[SourceFile] = [inspect_file(name, content) for name, content in (files or {}).items()]
    async with conn.transaction():
        await importing.import_texts(conn, Folder(list(sources), looked_at, []))


def _source(kind: str, slug: str, title: str, body: str, matter: dict[str, object]) -> Source:
    lines = "".join(f"{key}: {_yaml(value)}\n" for key, value in {"title": f'"{title}"', **matter}.items())
    return Source(f"{kind}s/{slug}.md", kind, slug, "", f"---\n{lines}---\n{body}\n")  # pyright: ignore[reportArgumentType]


def _yaml(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
