"""The load generator: sends requests over open connections from a process of its own and measures the answers.

It speaks just enough HTTP/1.1 to be several times faster than any server it loads. `Run.generator` shows a run
in which it was not.
"""

import re
import selectors
import socket
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from itertools import cycle
from multiprocessing import get_context

from bench import cores

_LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)", re.IGNORECASE)
CHUNK = 1 << 18


class BadAnswerError(Exception):
    """A server answered with an error, so the measurement would mean nothing."""


@dataclass
class Run:
    seconds: float
    latencies: list[float]
    generator: float
    """The share of its core that the generator used; near 1 the generator was the bottleneck."""
    server: float = 0
    """The share of one core that the server used."""

    @property
    def rate(self) -> float:
        """Answers per second by the clock."""
        return len(self.latencies) / self.seconds

    @property
    def core_rate(self) -> float:
        """Answers per second of CPU time, so that time which other processes took does not count."""
        return self.rate / self.server if self.server else self.rate


@dataclass
class Connection:
    sock: socket.socket
    sent_at: float = 0
    missing: int = -1
    """Bytes of the body that are still to come; -1 until the head is complete."""
    head: bytearray = field(default_factory=bytearray)
    status: int = 0


def get(path: str, **headers: str) -> bytes:
    return request("GET", path, b"", **headers)


def request(method: str, path: str, body: bytes, **headers: str) -> bytes:
    lines = [f"{method} {path} HTTP/1.1", "host: localhost"]
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    if body:
        lines += ["content-type: application/json", f"content-length: {len(body)}"]
    return "\r\n".join([*lines, "", ""]).encode() + body


class Generator:
    """The process that sends requests; started once and used for every round."""

    def __init__(self) -> None:
        self._process = ProcessPoolExecutor(
            1, mp_context=get_context("spawn"), initializer=cores.pin, initargs=(cores.OTHERS,)
        )

    def close(self) -> None:
        self._process.shutdown()

    def press(
        self, port: int, requests: Sequence[bytes], *, seconds: float, connections: int, server: int
    ) -> Run:
        """Send as fast as the server answers: each connection sends its next request once it has its answer."""
        before = cores.cpu_seconds(server)
        run = self._process.submit(press, port, requests, seconds, connections).result()
        run.server = (cores.cpu_seconds(server) - before) / run.seconds
        return run

    def probe(self, port: int, wanted: bytes, *, seconds: float, rate: int) -> Run:
        """Send at a steady rate on one connection, to see the latency of one visitor among others."""
        return self._process.submit(probe, port, wanted, seconds, rate).result()


def press(port: int, requests: Sequence[bytes], seconds: float, connections: int) -> Run:
    latencies: list[float] = []
    clock, used = time.perf_counter, time.process_time()
    begin = clock()
    end = begin + seconds
    upcoming = cycle(requests)
    with selectors.DefaultSelector() as selector:
        open_connections = [
            Connection(socket.create_connection(("127.0.0.1", port))) for _ in range(connections)
        ]
        for connection in open_connections:
            connection.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            selector.register(connection.sock, selectors.EVENT_READ, connection)
            connection.sent_at = clock()
            connection.sock.sendall(next(upcoming))
        now = begin
        while now < end:
            for key, _ in selector.select(1):
                connection: Connection = key.data
                if not receive(connection):
                    continue
                now = clock()
                latencies.append(now - connection.sent_at)
                connection.sent_at = now
                connection.sock.sendall(next(upcoming))
            now = clock()
        took = clock() - begin
        for connection in open_connections:
            connection.sock.close()
    return Run(took, latencies, (time.process_time() - used) / took)


def probe(port: int, wanted: bytes, seconds: float, rate: int) -> Run:
    latencies: list[float] = []
    used = time.process_time()
    with socket.create_connection(("127.0.0.1", port)) as sock:
        begin = time.perf_counter()
        for number in range(int(seconds * rate)):
            time.sleep(max(0, begin + number / rate - time.perf_counter()))
            connection = Connection(sock, time.perf_counter())
            sock.sendall(wanted)
            while not receive(connection):
                pass
            latencies.append(time.perf_counter() - connection.sent_at)
    took = time.perf_counter() - begin
    return Run(took, latencies, (time.process_time() - used) / took)


def receive(connection: Connection, accepted: tuple[bytes, ...] = (b"HTTP/1.1 2",)) -> int:
    """Read what has arrived; returns the answer's status once it is complete, until then 0."""
    data = connection.sock.recv(CHUNK)
    if not data:
        raise BadAnswerError("the server closed the connection")
    if connection.missing >= 0:
        connection.missing -= len(data)
    else:
        connection.head += data
        cut = connection.head.find(b"\r\n\r\n")
        if cut < 0:
            return 0
        length = _LENGTH.search(connection.head, 0, cut + 2)
        if not connection.head.startswith(accepted) or length is None:
            raise BadAnswerError(bytes(connection.head[:2000]).decode(errors="replace"))
        connection.status = int(connection.head[9:12])
        connection.missing = int(length[1]) - (len(connection.head) - cut - 4)
        connection.head.clear()
    if connection.missing > 0:
        return 0
    connection.missing = -1
    return connection.status
