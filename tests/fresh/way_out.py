"""What machines without a way to the internet ask: names, and packages by a proxy. This machine has no new network.

Where packages come from may have any address, one of the lab's carriers among them, so nothing is routed there.
"""

import socket
import threading
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import override
from urllib.parse import urlsplit

import dns.exception
import dns.flags
import dns.message
import dns.query
import dns.rdatatype
import dns.resolver
import dns.rrset

from ieum.dev.lab.namespaces import Namespace

PROXY_PORT = 3128


class Names:
    """A name server: who is found where in the rehearsal; all other names are asked for as this machine does."""

    def __init__(self, namespace: Namespace, address: str, known: dict[str, list[str]]) -> None:
        self._known = known
        with namespace.inside():
            self._asked = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
            self._asked.bind((address, 53))
        threading.Thread(target=self._serve, daemon=True).start()

    def close(self) -> None:
        self._asked.close()

    def _serve(self) -> None:
        with suppress(OSError):
            while True:
                wire, whom = self._asked.recvfrom(4096)
                threading.Thread(target=self._answer, args=(wire, whom), daemon=True).start()

    def _answer(self, wire: bytes, whom: tuple[str, int]) -> None:
        query = dns.message.from_wire(wire)
        question = query.question[0]
        name = question.name.to_text(omit_final_dot=True).lower()
        if name in self._known:
            answer = dns.message.make_response(query)
            answer.flags |= dns.flags.RA
            if question.rdtype == dns.rdatatype.A:
                answer.answer.append(dns.rrset.from_text(question.name, 1, "IN", "A", *self._known[name]))
        else:
            above = str(dns.resolver.get_default_resolver().nameservers[0])
            try:
                answer = dns.query.udp(query, above, timeout=5)
            except (dns.exception.DNSException, OSError):
                return
        with suppress(OSError):
            self._asked.sendto(answer.to_wire(), whom)


class Proxy(ThreadingHTTPServer):
    """Listens in the namespace, and connects as this machine does."""

    daemon_threads = True

    def __init__(self, namespace: Namespace, address: str) -> None:
        with namespace.inside():
            super().__init__((address, PROXY_PORT), _Request)
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def close(self) -> None:
        self.shutdown()
        self.server_close()

    @override
    def handle_error(self, request: object, client_address: object) -> None:
        """Whoever hangs up is nobody's concern."""


class _Request(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_CONNECT(self) -> None:
        host, _, port = self.path.rpartition(":")
        with socket.create_connection((host, int(port)), timeout=60) as far:
            self.send_response(200)
            self.end_headers()
            back = threading.Thread(target=_pump, args=(far, self.connection), daemon=True)
            back.start()
            _pump(self.connection, far)
            back.join()
        self.close_connection = True

    def do_GET(self) -> None:
        """One request on one connection, which the other side ends."""
        asked = urlsplit(self.path)
        with socket.create_connection((asked.hostname, asked.port or 80), timeout=60) as far:
            path = asked._replace(scheme="", netloc="").geturl() or "/"
            headers = "".join(
                f"{name}: {value}\r\n"
                for name, value in self.headers.items()
                if name.lower() not in {"connection", "proxy-connection", "keep-alive"}
            )
            far.sendall(f"{self.command} {path} HTTP/1.1\r\n{headers}Connection: close\r\n\r\n".encode())
            _pump(far, self.connection)
        self.close_connection = True

    @override
    def log_message(self, format: str, *args: object) -> None:
        """Nobody reads them."""


def _pump(source: socket.socket, sink: socket.socket) -> None:
    with suppress(OSError):
        while data := source.recv(65536):
            sink.sendall(data)
    with suppress(OSError):
        sink.shutdown(socket.SHUT_WR)
