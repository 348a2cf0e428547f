"""What is typed on a host that enrols, and where the shop would answer it."""

import argparse
import json
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

from ieum.gateway import enrolling


class Counter(HTTPServer):
    """Where the shop would answer: says what it is told to, and keeps what it was asked."""

    answer: tuple[int, dict[str, Any]] = (200, {"name": "seoul-1"})
    asked: list[dict[str, Any]]


class Handler(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        assert isinstance(self.server, Counter)
        body = self.rfile.read(int(self.headers["content-length"]))
        self.server.asked.append({"path": self.path, **json.loads(body)})
        status, answer = self.server.answer
        self.send_response(status)
        if status in range(300, 400):
            self.send_header("location", f"https://shop.example{self.path}")
        self.end_headers()
        self.wfile.write(json.dumps(answer).encode())

    def log_message(self, format: str, *args: object) -> None:
        """Nothing: the test says what happened."""


@contextmanager
def a_counter() -> Generator[Counter]:
    counter = Counter(("127.0.0.1", 0), Handler)
    counter.asked = []
    Thread(target=counter.serve_forever, daemon=True).start()
    yield counter
    counter.shutdown()
    counter.server_close()


def run(*words: str | Path, environ: Mapping[str, str] | None = None) -> int:
    parser = argparse.ArgumentParser()
    enrolling.add_arguments(parser)
    return enrolling.run(parser.parse_args([str(word) for word in words]), environ or {})


def enrol(
    counter: Counter,
    host: Path,
    *words: str,
    code: str = "c0de",
    environ: Mapping[str, str] | None = None,
) -> int:
    url = f"http://127.0.0.1:{counter.server_address[1]}"
    return run(
        "enrol",
        "--url",
        url,
        "--code",
        code,
        "--token-file",
        host / "etc" / "token",
        "--state-dir",
        host,
        *words,
        environ=environ,
    )
