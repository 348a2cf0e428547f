"""A lab's client presses a link of the shop's."""

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from ieum.dev.lab.namespaces import LabError
from ieum.dev.lab.rotating import Change, TooSoonError, ask_for_change


class Answering(BaseHTTPRequestHandler):
    """Answers as the shop does to a link that is good, was just used, or is unknown."""

    def do_POST(self) -> None:
        status = {"/r/good": 202, "/r/used": 429}.get(self.path, 404)
        self.send_response(status)
        if status == 429:
            self.send_header("retry-after", "42")
        body = json.dumps({"old": "203.0.113.10", "new": "203.0.113.11", "nextAt": "2026-11-23T00:00:00Z"})
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body.encode())

    def log_message(self, format: str, *args: object) -> None:
        """Log nothing."""


@pytest.fixture
def shop() -> Iterator[str]:
    with HTTPServer(("127.0.0.1", 0), Answering) as server:
        threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def test_a_link_changes_the_address(shop: str) -> None:
    assert ask_for_change(f"{shop}/r/good") == Change("203.0.113.10", "203.0.113.11")


def test_too_soon_says_when(shop: str) -> None:
    with pytest.raises(TooSoonError) as refused:
        ask_for_change(f"{shop}/r/used")

    assert refused.value.seconds == 42


@pytest.mark.parametrize(
    ("link", "complaint"), [("/r/unknown", "answers 404"), (None, "a link begins with http")]
)
def test_a_link_that_is_none_is_refused(shop: str, link: str | None, complaint: str) -> None:
    with pytest.raises(LabError, match=complaint):
        ask_for_change(shop + link if link else "ftp://127.0.0.1/r/good")
