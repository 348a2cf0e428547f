"""Requests whose two lengths differ, as somebody sends them to have a proxy and us see different requests."""

import asyncio
import socket
import subprocess
import sys
from collections.abc import Generator
from pathlib import Path

import pytest

from tests.ports import free_port
from tests.shop.builders.shops import Client
from tests.waiting import wait_until

# Says which requests it has seen; the server around it is the one that serves the shop.
APP = """
async def app(scope, receive, send):
    if scope["type"] != "http":
        return
    while (await receive()).get("more_body"):
        pass
    told = f"SEEN {scope['method']} {scope['path']};".encode()
    length = (b"content-length", str(len(told)).encode())
    await send({"type": "http.response.start", "status": 200, "headers": [length]})
    await send({"type": "http.response.body", "body": told})
"""
INNER = b"GET /smuggled HTTP/1.1\r\nHost: shop\r\nConnection: close\r\n\r\n"


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Generator[int]:
    folder: Path = tmp_path_factory.mktemp("seen")
    (folder / "seen.py").write_text(APP)
    port = free_port()
    argv = [
        sys.executable,
        "-m",
        "granian",
        "--interface",
        "asgi",
        "--port",
        str(port),
        "--no-ws",
        "seen:app",
    ]
    with subprocess.Popen(argv, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.STDOUT) as server:
        wait_until(lambda: _listens(port), "the server does not listen")
        yield port
        server.terminate()


def _listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def posted(*fields: bytes) -> bytes:
    return b"\r\n".join([b"POST /outer HTTP/1.1", b"Host: shop", *fields, b"", b""])


@pytest.mark.parametrize(
    "request_of_two",
    [
        pytest.param(
            posted(b"Content-Length: 0", b"Content-Length: %d" % len(INNER)) + INNER, id="two lengths"
        ),
        pytest.param(
            posted(b"Content-Length: %d" % (5 + len(INNER)), b"Transfer-Encoding: chunked")
            + b"0\r\n\r\n"
            + INNER,
            id="a length and chunks",
        ),
        pytest.param(
            posted(b"Content-Length: 0", b"Transfer-Encoding: xchunked") + INNER, id="an unknown coding"
        ),
        pytest.param(
            posted(b"Content-Length: 0", b"Transfer-Encoding: chunked, identity") + INNER,
            id="chunks not last",
        ),
        pytest.param(posted(b"Content-Length : %d" % len(INNER)) + INNER, id="a blank before the colon"),
        pytest.param(posted(b"Content-Length: +0") + INNER, id="a sign before the length"),
        pytest.param(
            posted(b"Content-Length: 0", b"X: a", b" Transfer-Encoding: chunked") + INNER, id="a folded line"
        ),
    ],
)
async def test_a_request_with_two_lengths_never_becomes_two(port: int, request_of_two: bytes) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(request_of_two)
    async with asyncio.timeout(10):
        answer = await reader.read()
    writer.close()

    assert answer.startswith((b"HTTP/1.1 400", b"HTTP/1.1 200"))
    assert b"/smuggled" not in answer


async def test_two_honest_requests_on_one_connection_are_two(port: int) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(posted(b"Content-Length: 0") + INNER)
    async with asyncio.timeout(10):
        answer = await reader.read()
    writer.close()

    assert answer.count(b"SEEN") == 2


async def test_trace_is_refused(client: Client) -> None:
    for path in ("/", "/api/v1/config/info", "/api/login", "/gateway/v1/stream"):
        answer = await client.request("TRACE", path, headers={"X-Secret": "echo"})

        assert answer.status_code == 405
        assert "echo" not in answer.text
