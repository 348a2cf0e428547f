"""A shop in memory with the gateway API only, which drives an agent without members, money or a database."""

import base64
import contextlib
import json
import secrets
import socket
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Self
from urllib.parse import parse_qs, urlsplit

from ieum.dev.lab.addresses import LISTEN_PORT
from ieum.dev.lab.namespaces import LabError

TOKEN = "lab-token"  # noqa: S105 - valid for the lab's shop only
NETWORK: dict[str, object] = {
    "tunnelNetwork": "10.64.0.0/10",
    "gatewayAddress": "10.64.0.1",
    "listenPort": LISTEN_PORT,
    "mtu": 1420,
}

Json = dict[str, object]


class LabShop:
    """Streams what `put`, `move` and `remove` set, and records the agent's acks and usage reports."""

    def __init__(self, *, heartbeat: float = 10) -> None:
        self.heartbeat = heartbeat
        self.revision = 0
        self._network = NETWORK
        self._whole_since = 0
        """A gateway with an older revision than this is told everything anew."""
        self.acks: list[Json] = []
        self.usage: list[Json] = []
        self.streams: list[int] = []
        """For each opened stream the revision that the agent asked to continue from."""
        self.proofs: list[Json] = []
        """Calls for a proof, each with the address that it was seen from."""
        self.unreachable: list[Json] = []
        self.tails: list[Json] = []
        """What was said of tails by which nothing is open any more."""
        self.health: list[Json] = []
        self.knock: Callable[[bytes], None] | None = None
        """Sends a handshake to the gateway's port. Without it the call is answered 404."""
        self.unknown: set[str] = set()
        """Last words of calls that it answers 404, as a shop of an older version does."""
        self.traces: list[str] = []
        """What each difference says that it was asked for by."""
        self.token = TOKEN
        self._questions: list[Json] = []
        self._exits: dict[str, Json] = {}
        self._endpoints: dict[str, Json] = {}
        """By public key."""
        self._changed_in: dict[tuple[str, str], int] = {}
        """("exit" or "endpoint", its id) → revision of its newest change."""
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
        service: str | None = None,
        until: datetime | None = None,
    ) -> int:
        """Add or change a device and its exit, and return the new revision. Devices of one service share an exit."""
        return self.put_many([(public_key, tunnel_address, exit_address)], service=service, until=until)

    def put_many(
        self,
        devices: Iterable[tuple[str, str, str]],
        *,
        service: str | None = None,
        until: datetime | None = None,
    ) -> int:
        """Put many devices like `put`, each of them a public key, a tunnel address and an exit address."""
        with self._changed:
            self.revision += 1
            for public_key, tunnel_address, exit_address in devices:
                exit_ = service or public_key
                self._put_exit(exit_, exit_address, until)
                self._endpoints[public_key] = {
                    "id": public_key,
                    "exit": exit_,
                    "kind": "wireguard",
                    "identity": public_key,
                    "tunnelAddress": tunnel_address,
                }
                self._changed_in["endpoint", public_key] = self.revision
            self._changed.notify_all()
            return self.revision

    def move(
        self, *services: str, to: str, until: datetime | None = None, tail_until: datetime | None = None
    ) -> int:
        """Give the exits of these services another address, whatever uses them.

        With `tail_until`, what is open by the old address may go on until then.
        """
        return self.move_each(dict.fromkeys(services, to), until=until, tail_until=tail_until)

    def move_each(
        self,
        addresses: Mapping[str, str],
        *,
        until: datetime | None = None,
        tail_until: datetime | None = None,
    ) -> int:
        """Move the exit of each service to an address of its own, like `move`."""
        with self._changed:
            self.revision += 1
            for service, address in addresses.items():
                tail = str(self._exits[service]["address"])
                self._put_exit(service, address, until)
                if tail_until:
                    self._exits[service] |= {"tailAddress": tail, "tailUntil": _moment(tail_until)}
            self._changed.notify_all()
            return self.revision

    def limit(self, service: str, *, upload: int | None, download: int | None) -> int:
        """Say how fast the exit of a service is, in Mbit/s."""
        with self._changed:
            self.revision += 1
            self._exits[service] |= {"uploadMbit": upload, "downloadMbit": download}
            self._changed_in["exit", service] = self.revision
            self._changed.notify_all()
            return self.revision

    def share(self, service: str, *, connections: int | None) -> int:
        """Say how many devices of a service are let through at once."""
        with self._changed:
            self.revision += 1
            self._exits[service] |= {"connections": connections}
            self._changed_in["exit", service] = self.revision
            self._changed.notify_all()
            return self.revision

    def end(self, service: str, *, shop_until: datetime) -> int:
        """End a service, whose devices may reach the shop until then; `put` lets it run again."""
        with self._changed:
            self.revision += 1
            self._put_exit(service, "", datetime.now(UTC))
            self._exits[service]["shopUntil"] = _moment(shop_until)
            self._changed.notify_all()
            return self.revision

    def set_mtu(self, mtu: int) -> int:
        """Give the tunnels another largest packet."""
        with self._changed:
            self.revision += 1
            self._network, self._whole_since = NETWORK | {"mtu": mtu}, self.revision
            self._changed.notify_all()
            return self.revision

    def _put_exit(self, id_: str, address: str, until: datetime | None) -> None:
        ends = until or datetime.now(UTC) + timedelta(days=30)
        limits = {
            name: value
            for name, value in self._exits.get(id_, {}).items()
            if name.endswith(("Mbit", "connections"))
        }
        self._exits[id_] = {"id": id_, "address": address, "until": _moment(ends), **limits}
        self._changed_in["exit", id_] = self.revision

    def remove(self, *public_keys: str) -> int:
        with self._changed:
            self.revision += 1
            for key in public_keys:
                exit_ = str(self._endpoints.pop(key)["exit"])
                self._changed_in["endpoint", key] = self.revision
                if all(endpoint["exit"] != exit_ for endpoint in self._endpoints.values()):
                    del self._exits[exit_]
                    self._changed_in["exit", exit_] = self.revision
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

    def ask(self, *addresses: str) -> list[str]:
        """Have the agent prove these addresses, with its next heartbeat, and return the nonces."""
        with self._changed:
            nonces = [secrets.token_hex(16) for _ in addresses]
            for address, nonce in zip(addresses, nonces, strict=True):
                self._questions.append({"address": address, "nonce": nonce})
            return nonces

    def accepts(self, path: str) -> bool:  # noqa: ARG002 - for shops that have trouble
        """Tell whether a call is carried out; else it is answered 503."""
        return True

    def record(self, path: str, body: Json) -> None:
        kept = {
            "ack": self.acks,
            "usage": self.usage,
            "unreachable": self.unreachable,
            "tails": self.tails,
            "health": self.health,
        }
        with self._changed:
            kept[path.rpartition("/")[2]].append(body)
            self._changed.notify_all()

    def reflect(self, body: Json, *, seen: str) -> Json:
        """Keep a proof, and return what the agent is answered."""
        with self._changed:
            self.proofs.append(body | {"seen": seen})
            self._changed.notify_all()
        return {"status": 200, "data": {"seen": seen, "proven": True}}

    def first_message(self, revision: int) -> tuple[int, Json | None]:
        with self._changed:
            self.streams.append(revision)
            self._changed.notify_all()
            if 0 < revision <= self.revision and revision >= self._whole_since:
                return revision, None
            return self.revision, self._everything()

    def next_message(self, revision: int) -> tuple[int, Json]:
        with self._changed:
            self._changed.wait_for(lambda: self.revision > revision, self.heartbeat)
            if self.revision == revision:
                asked, self._questions = self._questions, []
                beat: Json = {"type": "heartbeat", "revision": revision}
                return revision, beat | {"prove": asked} if asked else beat
            if revision < self._whole_since:
                return self.revision, self._everything()
            changed = {what for what, changed_in in self._changed_in.items() if changed_in > revision}
            return self.revision, self._difference(changed) | {"revision": self.revision}

    def _everything(self) -> Json:
        begun: Json = {"revision": self.revision, **self._network}
        exits, endpoints = list(self._exits.values()), list(self._endpoints.values())
        return begun | {"type": "state", "exits": exits, "endpoints": endpoints}

    def _difference(self, changed: set[tuple[str, str]]) -> Json:
        exits = [id_ for kind, id_ in changed if kind == "exit"]
        endpoints = [id_ for kind, id_ in changed if kind == "endpoint"]
        return {
            "type": "difference",
            "traces": self.traces,
            "putExits": [self._exits[id_] for id_ in exits if id_ in self._exits],
            "removeExits": [id_ for id_ in exits if id_ not in self._exits],
            "putEndpoints": [self._endpoints[id_] for id_ in endpoints if id_ in self._endpoints],
            "removeEndpoints": [id_ for id_ in endpoints if id_ not in self._endpoints],
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
        if not self.path.startswith("/gateway/"):
            self._show_page()
            return
        if not self._authorized():
            return
        self.send_response(200)
        self.send_header("content-type", "application/x-ndjson")
        self.end_headers()
        shop = self.server.shop
        asked = parse_qs(urlsplit(self.path).query)
        revision = int(asked["revision"][0])
        with contextlib.suppress(OSError):
            revision, message = shop.first_message(revision)
            while True:
                if message:
                    self.wfile.write(json.dumps(message).encode() + b"\n")
                revision, message = shop.next_message(revision)

    def _show_page(self) -> None:
        """Say who asks, and fill that up to as many bytes as the path's last word says."""
        seen = self.headers["x-forwarded-for"] or self.client_address[0]
        size = self.path.rpartition("/")[2]
        content = str(seen).encode().ljust(int(size) if size.isdecimal() else 0)
        self.send_response(200)
        self.send_header("content-length", str(len(content)))
        self.end_headers()
        with contextlib.suppress(OSError):
            self.wfile.write(content)

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["content-length"]))
        if self._authorized():
            self._take(json.loads(body))

    def _take(self, body: Json) -> None:
        shop, content = self.server.shop, b""
        if self.path.rpartition("/")[2] in shop.unknown:
            self.send_error(404)
            return
        accepted = shop.accepts(self.path)
        if accepted and self.path.endswith("/reflect"):
            # The proxy of the internet's side is believed, as a shop believes its own.
            seen = self.headers["x-forwarded-for"] or self.client_address[0]
            content = json.dumps(shop.reflect(body, seen=str(seen))).encode()
        elif accepted and self.path.endswith("/knock"):
            if shop.knock is None:
                self.send_error(404)
                return
            shop.knock(base64.b64decode(str(body["datagram"])))
        elif accepted:
            shop.record(self.path, body)
        self.send_response((200 if content else 204) if accepted else 503)
        if content:
            self.send_header("content-length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def _authorized(self) -> bool:
        authorized = self.headers["authorization"] == f"Bearer {self.server.shop.token}"
        if not authorized:
            self.send_response(401)
            self.end_headers()
        return authorized

    def log_message(self, format: str, *args: object) -> None:
        """Log nothing."""


def _moment(at: datetime) -> str:
    return at.astimezone(UTC).isoformat().replace("+00:00", "Z")


def _number(value: object) -> int:
    if not isinstance(value, int):
        raise LabError(f"not a revision: {value!r}")
    return value
