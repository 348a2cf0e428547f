"""`python -m ieum.dev.sandbox.echo` is the lab's "internet": it answers each caller with the caller's address.

It uses the standard library only, because it runs in network namespaces, where many may start at once.
"""

import argparse
import socket
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

MOST_BYTES = 10 * 2**30
CHUNK = bytes(64 * 1024)


class Echo(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        """Answer `/` with the caller's address and `/bytes?n=` with that many zero bytes."""
        address = urlsplit(self.path)
        if address.path == "/":
            caller = str(self.client_address[0]).removeprefix("::ffff:")
            self._begin("text/plain; charset=utf-8", len(caller) + 1)
            self.wfile.write(f"{caller}\n".encode())
        elif address.path == "/bytes":
            self._send_bytes(parse_qs(address.query).get("n", [""])[0])
        else:
            self.send_error(404)

    def _send_bytes(self, wanted: str) -> None:
        if not (wanted.isascii() and wanted.isdecimal()) or int(wanted) > MOST_BYTES:
            self.send_error(400)
            return
        left = int(wanted)
        self._begin("application/octet-stream", left)
        while left > 0:
            self.wfile.write(CHUNK[:left])
            left -= len(CHUNK)

    def _begin(self, content_type: str, length: int) -> None:
        self.send_response(200)
        self.send_header("content-type", content_type)
        self.send_header("content-length", str(length))
        self.send_header("cache-control", "no-store")
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Log nothing: a load test would drown in it."""


class EchoServer(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128

    def __init__(self, host: str, port: int) -> None:
        self.address_family = socket.AF_INET6 if ":" in host else socket.AF_INET
        super().__init__((host, port), Echo)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m ieum.dev.sandbox.echo")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8080)
    options = parser.parse_args()
    EchoServer(options.host, options.port).serve_forever()


if __name__ == "__main__":
    main()
