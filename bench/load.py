"""The load: requests over kept connections from a process of its own, and what came of them.

It speaks just enough HTTP/1.1 to be several times faster than any server it loads; a run in which it was not
says so (`Run.generator`).
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
    """A server refused what it should have answered: the figure would mean nothing."""


@dataclass
class Run:
    seconds: float
    latencies: list[float]
    generator: float
    """The share of its core that the generator used; near 1 it was what held everybody up."""
    server: float = 0
    """The share of one core that the server used."""

    @property
    def rate(self) -> float:
        """Answers per second by the clock."""
        return len(self.latencies) / self.seconds

    @property
    def core_rate(self) -> float:
        """Answers per second that the server had a core to itself: what others took of it does not count."""
        return self.rate / self.server if self.server else self.rate


@dataclass
class Wire:
    sock: socket.socket
    sent_at: float = 0
    missing: int = -1
    """Bytes of the body that are still to come; -1 before the head is whole."""
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
    """A process that sends; made once, used for every round."""

    def __init__(self) -> None:
        self._process = ProcessPoolExecutor(
            1, mp_context=get_context("spawn"), initializer=cores.pin, initargs=(cores.OTHERS,)
        )

    def close(self) -> None:
        self._process.shutdown()

    def press(
        self, port: int, requests: Sequence[bytes], *, seconds: float, connections: int, server: int
    ) -> Run:
        """As fast as the server answers: every connection sends again once it has its answer."""
        before = cores.cpu_seconds(server)
        run = self._process.submit(press, port, requests, seconds, connections).result()
        run.server = (cores.cpu_seconds(server) - before) / run.seconds
        return run

    def probe(self, port: int, wanted: bytes, *, seconds: float, rate: int) -> Run:
        """At a steady pace on one connection, as one visitor among others feels it."""
        return self._process.submit(probe, port, wanted, seconds, rate).result()


def press(port: int, requests: Sequence[bytes], seconds: float, connections: int) -> Run:
    latencies: list[float] = []
    clock, used = time.perf_counter, time.process_time()
    begin = clock()
    end = begin + seconds
    upcoming = cycle(requests)
    with selectors.DefaultSelector() as selector:
        wires = [Wire(socket.create_connection(("127.0.0.1", port))) for _ in range(connections)]
        for wire in wires:
            wire.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            selector.register(wire.sock, selectors.EVENT_READ, wire)
            wire.sent_at = clock()
            wire.sock.sendall(next(upcoming))
        now = begin
        while now < end:
            for key, _ in selector.select(1):
                wire: Wire = key.data
                if not receive(wire):
                    continue
                now = clock()
                latencies.append(now - wire.sent_at)
                wire.sent_at = now
                wire.sock.sendall(next(upcoming))
            now = clock()
        took = clock() - begin
        for wire in wires:
            wire.sock.close()
    return Run(took, latencies, (time.process_time() - used) / took)


def probe(port: int, wanted: bytes, seconds: float, rate: int) -> Run:
    latencies: list[float] = []
    used = time.process_time()
    with socket.create_connection(("127.0.0.1", port)) as sock:
        begin = time.perf_counter()
        for number in range(int(seconds * rate)):
            time.sleep(max(0, begin + number / rate - time.perf_counter()))
            wire = Wire(sock, time.perf_counter())
            sock.sendall(wanted)
            while not receive(wire):
                pass
            latencies.append(time.perf_counter() - wire.sent_at)
    took = time.perf_counter() - begin
    return Run(took, latencies, (time.process_time() - used) / took)


def receive(wire: Wire, accepted: tuple[bytes, ...] = (b"HTTP/1.1 2",)) -> int:
    """Take what is there; the status of the answer once it is whole, else 0."""
    data = wire.sock.recv(CHUNK)
    if not data:
        raise BadAnswerError("the server closed the connection")
    if wire.missing >= 0:
        wire.missing -= len(data)
    else:
        wire.head += data
        cut = wire.head.find(b"\r\n\r\n")
        if cut < 0:
            return 0
        length = _LENGTH.search(wire.head, 0, cut + 2)
        if not wire.head.startswith(accepted) or length is None:
            raise BadAnswerError(bytes(wire.head[:2000]).decode(errors="replace"))
        wire.status = int(wire.head[9:12])
        wire.missing = int(length[1]) - (len(wire.head) - cut - 4)
        wire.head.clear()
    if wire.missing > 0:
        return 0
    wire.missing = -1
    return wire.status
