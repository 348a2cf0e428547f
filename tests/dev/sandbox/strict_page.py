"""A shop's page that loads a provider's script under the same content security policy as the real pages."""

import threading
from collections.abc import Generator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


@contextmanager
def strict_pages(sandbox: str, *, title: str, script: str) -> Generator[str]:
    """The origin of a shop that answers every path with this page."""
    policy = f"default-src 'none'; script-src {sandbox}; connect-src 'self'; form-action 'self'"
    document = (
        f'<!doctype html><html lang="ko"><title>{title}</title><link rel="icon" href="data:,">'
        f'<script src="{sandbox}{script}"></script>'
    ).encode()

    class AnyPage(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("content-type", "text/html; charset=utf-8")
            self.send_header("content-security-policy", policy)
            self.send_header("cross-origin-opener-policy", "same-origin-allow-popups")
            self.end_headers()
            self.wfile.write(document)

        def log_message(self, format: str, *args: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), AnyPage) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()
