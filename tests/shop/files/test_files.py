"""Files as browsers and download programs ask for them."""

import asyncio
import hashlib
import logging
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import pytest
from msgspec import structs

from ieum.shop.files import release_files
from ieum.shop.files.release_files import CHUNK
from ieum.shop.kernel.db import Connection
from tests.shop.builders.shops import Client, Shop
from tests.shop.builders.text_sources import a_notice, a_release, publish
from tests.waiting import wait_until_async

SVG = b'<svg xmlns="http://www.w3.org/2000/svg" width="10" height="20"><script>alert(1)</script></svg>'
PROGRAM = os.urandom(3 * CHUNK + 17)


@pytest.fixture
def downloads(app: Any, tmp_path: Path) -> Path:
    """The operator's folder, with one program in it."""
    app.state.settings = structs.replace(app.state.settings, downloads=tmp_path)
    (tmp_path / "ieum-1.0.exe").write_bytes(PROGRAM)
    return tmp_path


@pytest.fixture
async def offered(conn: Connection, downloads: Path) -> str:
    """The address of a program that a release names."""
    await publish(conn, a_release("windows-ieum", downloads / "ieum-1.0.exe", _sha256(PROGRAM)))
    return "/download-files/ieum-1.0.exe"


async def test_a_page_of_the_release_before_is_not_given_the_program_of_the_next(
    client: Client, conn: Connection, downloads: Path, offered: str
) -> None:
    """It shows the SHA-256 of the one before, with which the file would not agree."""
    link = f"{offered}?sha256={_sha256(PROGRAM)[:16]}"
    first = await client.get(link)
    (downloads / "ieum-1.0.exe").write_bytes(b"the next")
    await publish(conn, a_release("windows-ieum", downloads / "ieum-1.0.exe", _sha256(b"the next")))

    old, new = await client.get(link), await client.get(f"{offered}?sha256={_sha256(b'the next')[:16]}")
    plain = await client.get(offered)

    assert (first.status_code, first.content) == (200, PROGRAM)
    assert (old.status_code, old.json()["code"]) == (410, "program_replaced")
    assert [new.content, plain.content] == [b"the next"] * 2


async def test_a_picture_may_be_cached_for_ever_and_runs_no_script(client: Client, conn: Connection) -> None:
    await publish(conn, a_notice("one", "공지", "![그림](files/그림.svg)"), files={"그림.svg": SVG})

    answer = await client.get(_path("그림.svg", SVG))

    assert (answer.status_code, answer.content) == (200, SVG)
    assert answer.headers["content-type"] == "image/svg+xml"
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert answer.headers["etag"] == f'"{_sha256(SVG)}"'
    assert answer.headers["x-content-type-options"] == "nosniff"
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "sandbox" in policy
    assert "script" not in policy


async def test_a_cached_picture_is_not_sent_again(client: Client, conn: Connection) -> None:
    await publish(conn, a_notice("one", "공지", "![그림](files/a.svg)"), files={"a.svg": SVG})

    answer = await client.get(_path("a.svg", SVG), headers={"If-None-Match": f'"{_sha256(SVG)}"'})

    assert (answer.status_code, answer.content) == (304, b"")


@pytest.mark.parametrize("name", ["page.html", "note.txt", "data.bin"])
async def test_an_attachment_is_never_shown_as_a_page_of_ours(
    client: Client, conn: Connection, name: str
) -> None:
    content = b"<script>alert(1)</script>"
    await publish(conn, a_notice("one", "공지", attachments=f"[files/{name}]"), files={name: content})

    answer = await client.get(_path(name, content))

    assert answer.content == content
    assert answer.headers["content-disposition"] == "attachment"
    assert "sandbox" in answer.headers["content-security-policy"]


async def test_a_large_attachment_is_sent_whole_or_in_ranges(client: Client, conn: Connection) -> None:
    content = os.urandom(700_000)
    await publish(conn, a_notice("one", "공지", attachments="[files/a.bin]"), files={"a.bin": content})
    path = _path("a.bin", content)

    whole = await client.get(path)
    part = await client.get(path, headers={"Range": "bytes=262100-600000"})

    assert whole.content == content
    assert (part.status_code, part.content) == (206, content[262100:600001])


async def test_the_files_of_a_withdrawn_notice_are_gone(client: Client, conn: Connection) -> None:
    await publish(conn, a_notice("one", "공지", attachments="[files/a.bin]"), files={"a.bin": b"secret"})
    await publish(conn, a_notice("one", "공지", withdrawn=True))

    assert (await client.get(_path("a.bin", b"secret"))).status_code == 404


@pytest.mark.parametrize(
    "path",
    [
        "/files/0123456789abcdef-a.svg",
        "/files/..%2f..%2fetc%2fpasswd",
        "/files/0123456789abcdef-..%2fa",
        "/files/%00",
        "/files/0123456789abcdef-%ff",
        "/download-files/..%2fieum-1.0.exe",
        "/download-files/.hidden",
        "/download-files/%00",
        "/download-files/missing.exe",
    ],
)
async def test_no_path_leads_outside_the_folder_of_files(client: Client, offered: str, path: str) -> None:
    del offered

    assert (await client.get(path)).status_code == 404


async def test_a_program_is_sent_whole(client: Client, offered: str) -> None:
    answer = await client.get(offered)

    assert (answer.status_code, answer.content) == (200, PROGRAM)
    assert answer.headers["content-type"] == "application/octet-stream"
    assert answer.headers["content-disposition"] == 'attachment; filename="ieum-1.0.exe"'
    assert answer.headers["content-length"] == str(len(PROGRAM))
    assert answer.headers["accept-ranges"] == "bytes"
    assert answer.headers["etag"] == f'"{_sha256(PROGRAM)}"'


async def test_a_broken_download_is_resumed(client: Client, offered: str) -> None:
    first = await client.get(offered, headers={"Range": "bytes=0-99999"})
    rest = await client.get(offered, headers={"Range": "bytes=100000-", "If-Range": first.headers["etag"]})

    assert (first.status_code, rest.status_code) == (206, 206)
    assert first.headers["content-range"] == f"bytes 0-99999/{len(PROGRAM)}"
    assert rest.headers["content-range"] == f"bytes 100000-{len(PROGRAM) - 1}/{len(PROGRAM)}"
    assert first.content + rest.content == PROGRAM


async def test_a_resumed_download_of_a_changed_file_starts_again(client: Client, offered: str) -> None:
    answer = await client.get(offered, headers={"Range": "bytes=100000-", "If-Range": '"another"'})

    assert (answer.status_code, answer.content) == (200, PROGRAM)


async def test_a_range_beyond_the_end_tells_the_length_of_the_file(client: Client, offered: str) -> None:
    answer = await client.get(offered, headers={"Range": f"bytes={len(PROGRAM)}-"})

    assert (answer.status_code, answer.content) == (416, b"")
    assert answer.headers["content-range"] == f"bytes */{len(PROGRAM)}"


async def test_head_tells_the_length_without_reading_the_file(
    client: Client, offered: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(release_files, "read", None)

    answer = await client.head(offered)

    assert (answer.status_code, answer.content) == (200, b"")
    assert answer.headers["content-length"] == str(len(PROGRAM))


async def test_only_files_named_by_a_release_are_sent(client: Client, offered: str, downloads: Path) -> None:
    del offered
    (downloads / "unnamed.exe").write_bytes(b"x")

    assert (await client.get("/download-files/unnamed.exe")).status_code == 404


async def test_a_file_of_an_unpublished_release_is_not_sent(
    client: Client, conn: Connection, downloads: Path
) -> None:
    release = a_release(
        "windows-ieum", downloads / "ieum-1.0.exe", _sha256(PROGRAM), publish_at="2099-01-01T00:00:00+09:00"
    )
    await publish(conn, release)

    assert (await client.get("/download-files/ieum-1.0.exe")).status_code == 404


def _link(path: Path) -> None:
    path.rename(path.with_name("elsewhere"))
    path.symlink_to(path.with_name("elsewhere"))


def _longer(path: Path) -> None:
    path.write_bytes(PROGRAM + b"x")


def _folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def _pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


@pytest.mark.parametrize("spoil", [Path.unlink, _link, _longer, _folder, _pipe])
async def test_a_program_changed_since_its_release_is_not_sent_and_is_logged(
    client: Client,
    offered: str,
    downloads: Path,
    spoil: Callable[[Path], None],
    caplog: pytest.LogCaptureFixture,
) -> None:
    spoil(downloads / "ieum-1.0.exe")

    with caplog.at_level(logging.ERROR):
        answer = await client.get(offered)

    assert answer.status_code == 404
    assert "ieum-1.0.exe" in caplog.text


def test_a_release_must_match_its_file(tmp_path: Path) -> None:
    (tmp_path / "a.exe").write_bytes(b"abc")
    (tmp_path / "link.exe").symlink_to(tmp_path / "a.exe")

    fits = release_files.find_problem(tmp_path, "a.exe", size=3, sha256=_sha256(b"abc").upper())
    assert fits is None
    for name, size, sha256, wrong in (
        ("a.exe", 4, _sha256(b"abc"), "has 3 bytes; the release says 4"),
        ("a.exe", 3, _sha256(b"x"), "has the SHA-256"),
        ("b.exe", 3, _sha256(b"abc"), "no plain file"),
        ("link.exe", 3, _sha256(b"abc"), "no plain file"),
        ("../a.exe", 3, _sha256(b"abc"), "no plain file"),
    ):
        problem = release_files.find_problem(tmp_path, name, size=size, sha256=sha256)
        assert wrong in (problem or "")


@pytest.mark.parametrize("kind", ["download", "attachment"])
async def test_a_slow_reader_holds_neither_memory_nor_a_connection(
    shop: Shop, tmp_path: Path, kind: str
) -> None:
    content = os.urandom(2_000_000)
    (tmp_path / "a.bin").write_bytes(content)
    shop.app.state.settings = structs.replace(shop.app.state.settings, downloads=tmp_path)
    async with shop.db.connection() as conn:
        await publish(
            conn,
            a_release("windows-ieum", tmp_path / "a.bin", _sha256(content)),
            a_notice("one", "공지", attachments="[files/a.bin]"),
            files={"a.bin": content},
        )
    path = "/download-files/a.bin" if kind == "download" else _path("a.bin", content)
    taken, may_go_on = list[bytes](), asyncio.Event()

    async def send(message: Any) -> None:
        if message["type"] == "http.response.body":
            taken.append(message.get("body", b""))
            await may_go_on.wait()

    async def receive() -> Any:
        await asyncio.Event().wait()

    def all_are_free() -> bool:
        stats = shop.db.pool.get_stats()
        return stats["pool_available"] == stats["pool_size"]

    reading = asyncio.create_task(cast("Any", shop.app)(_scope(path), receive, send))
    await wait_until_async(lambda: taken, "nothing is sent")

    await wait_until_async(all_are_free, "a connection is held while the browser takes its time")
    assert len(b"".join(taken)) <= 256 * 1024
    may_go_on.set()
    await wait_until_async(lambda: len(b"".join(taken)) >= len(content), "the file is not sent to its end")
    reading.cancel()
    assert b"".join(taken) == content


def _scope(path: str) -> dict[str, Any]:
    return {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": "GET",
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "root_path": "",
        "query_string": b"",
        "headers": [(b"host", b"testserver.local")],
        "client": ("127.0.0.1", 40_000),
        "server": ("testserver.local", 80),
        "state": {},
        "extensions": {},
    }


def _sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def _path(name: str, content: bytes) -> str:
    return f"/files/{_sha256(content)[:16]}-{name}"
