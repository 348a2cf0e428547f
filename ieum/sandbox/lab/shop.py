"""A shop in memory with the gateway API only, which drives an agent without members, money or a database."""

import contextlib
import json
import socket
import threading
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Self
from urllib.parse import parse_qs, urlsplit

from ieum.sandbox.lab.addresses import LISTEN_PORT
from ieum.sandbox.lab.namespaces import LabError

TOKEN = "lab-token"  # noqa: S105 - valid for the lab's shop only
NETWORK: dict[str, object] = {
    "tunnelNetwork": "10.64.0.0/10",
    "gatewayAddress": "10.64.0.1",
    "listenPort": LISTEN_PORT,
    "mtu": 1420,
}

Json = dict[str, object]


class LabShop:
    """Streams the peers that `put` and `remove` set, and records the agent's acks and usage reports."""

    def __init__(self, *, heartbeat: float = 10) -> None:
        self.heartbeat = heartbeat
        self.revision = 0
        self.acks: list[Json] = []
        self.usage: list[Json] = []
        self.streams: list[int] = []
        """For each opened stream the revision that the agent asked to continue from."""
        self.token = TOKEN
        self._peers: dict[str, Json] = {}
        self._changed_in: dict[str, int] = {}
        """Public key → revision of its newest change."""
        self._changed = threading.Condition()
        self._server: _Server | None = None
        self._port = 0
        self.open()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._port}"

    @property
    def is_open(self) -> bool:
        return self._server is not None

    def open(self) -> None:
        """Start to listen; after a `close`, on the same port as before."""
        self._server = _Server(self, self._port)
        self._port = self._server.server_port
        threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True).start()

    def close(self) -> None:
        """Stop to listen and cut the open streams."""
        server, self._server = self._server, None
        if server:
            server.end()

    def put(
        self,
        public_key: str,
        tunnel_address: str,
        exit_address: str,
        *,
        until: datetime | None = None,
    ) -> int:
        """Add or change a peer and return the new revision."""
        ends = until or datetime.now(UTC) + timedelta(days=30)
        return self.put_many(
            {
                public_key: {
                    "publicKey": public_key,
                    "tunnelAddress": tunnel_address,
                    "exitAddress": exit_address,
                    "until": ends.astimezone(UTC).isoformat().replace("+00:00", "Z"),
                }
            }
        )

    def put_many(self, peers: dict[str, Json]) -> int:
        with self._changed:
            self.revision += 1
            self._peers.update(peers)
            self._changed_in.update(dict.fromkeys(peers, self.revision))
            self._changed.notify_all()
            return self.revision

    def remove(self, *public_keys: str) -> int:
        with self._changed:
            self.revision += 1
            for key in public_keys:
                del self._peers[key]
                self._changed_in[key] = self.revision
            self._changed.notify_all()
            return self.revision

    def wait_for_ack(self, revision: int | None = None, *, timeout: float = 30) -> Json:
        """Return the first ack of this revision (by default the newest) or of a later one."""
        wanted = self.revision if revision is None else revision

        def received() -> Json | None:
            return next((ack for ack in self.acks if _number(ack["revision"]) >= wanted), None)

        return self.wait(received, f"no ack of revision {wanted}", timeout=timeout)

    def wait[T](self, look: Callable[[], T | None], complaint: str, *, timeout: float = 30) -> T:
        """Call `look` after each event until it returns a value."""
        end = time.monotonic() + timeout
        with self._changed:
            while (value := look()) is None:
                left = end - time.monotonic()
                if left <= 0:
                    raise LabError(f"{complaint} within {timeout:g} s")
                self._changed.wait(left)
            return value

    def accepts(self, path: str) -> bool:  # noqa: ARG002 - for shops that have trouble
        """Whether a call is carried out; else it is answered 503."""
        return True

    def record(self, path: str, body: Json) -> None:
        with self._changed:
            (self.acks if path.endswith("/ack") else self.usage).append(body)
            self._changed.notify_all()

    def first_message(self, revision: int) -> tuple[int, Json | None]:
        with self._changed:
            self.streams.append(revision)
            self._changed.notify_all()
            if 0 < revision <= self.revision:
                return revision, None
            snapshot = {"type": "snapshot", "revision": self.revision, **NETWORK}
            return self.revision, snapshot | {"peers": list(self._peers.values())}

    def next_message(self, revision: int) -> tuple[int, Json]:
        with self._changed:
            self._changed.wait_for(lambda: self.revision > revision, self.heartbeat)
            if self.revision == revision:
                return revision, {"type": "heartbeat", "revision": revision}
            changed = [key for key, changed_in in self._changed_in.items() if changed_in > revision]
            return self.revision, {
                "type": "changes",
                "revision": self.revision,
                "put": [self._peers[key] for key in changed if key in self._peers],
                "remove": [key for key in changed if key not in self._peers],
            }


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    allow_reuse_address = True

    def __init__(self, shop: LabShop, port: int) -> None:
        self.shop = shop
        self._open: set[socket.socket] = set()
        super().__init__(("127.0.0.1", port), _Handler)

    def process_request(self, request: object, client_address: object) -> None:
        if isinstance(request, socket.socket):
            self._open.add(request)
            super().process_request(request, client_address)

    def shutdown_request(self, request: object) -> None:
        if isinstance(request, socket.socket):
            self._open.discard(request)
            super().shutdown_request(request)

    def end(self) -> None:
        self.shutdown()
        self.server_close()
        for connection in list(self._open):
            with contextlib.suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)


class _Handler(BaseHTTPRequestHandler):
    server: _Server  # pyright: ignore[reportIncompatibleVariableOverride] - only `_Server` starts it

    def do_GET(self) -> None:
        if not self._authorized():
            return
        self.send_response(200)
        self.send_header("content-type", "application/x-ndjson")
        self.end_headers()
        shop = self.server.shop
        revision = int(parse_qs(urlsplit(self.path).query)["revision"][0])
        with contextlib.suppress(OSError):
            revision, message = shop.first_message(revision)
            while True:
                if message:
                    self.wfile.write(json.dumps(message).encode() + b"\n")
                revision, message = shop.next_message(revision)

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["content-length"]))
        if self._authorized():
            accepted = self.server.shop.accepts(self.path)
            if accepted:
                self.server.shop.record(self.path, json.loads(body))
            self.send_response(204 if accepted else 503)
            self.end_headers()

    def _authorized(self) -> bool:
        authorized = self.headers["authorization"] == f"Bearer {self.server.shop.token}"
        if not authorized:
            self.send_response(401)
            self.end_headers()
        return authorized

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name it overrides
        """Log nothing."""


def _number(value: object) -> int:
    if not isinstance(value, int):
        raise LabError(f"not a revision: {value!r}")
    return value
