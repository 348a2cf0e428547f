"""Somebody guesses passwords, from many addresses at once: what another member's login notices of it."""

import selectors
import socket
import statistics
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from bench import cores
from bench.figures import Figure, percentile
from bench.load import Generator, Wire, receive
from bench.logins import log_in
from bench.rows import LOGINS, PASSWORD
from bench.stage import Stage

GUESSES, ADDRESSES = 1_000, 50
QUIET_SECONDS, LOGINS_PER_SECOND = 5.0, 5
# A wrong password, and one that was not even looked at.
REFUSED = (b"HTTP/1.1 401", b"HTTP/1.1 429")


def guesses(stage: Stage) -> list[Figure]:
    """A thousand at ids that nobody has, each another one, so that no account's own limit helps."""
    server = stage.serve("guessed", on=cores.ALL, IEUM_TRUSTED_PROXIES="127.0.0.1")
    login = log_in(LOGINS[0], PASSWORD, "203.0.113.1")
    member = Generator()
    try:
        member.probe(server.port, login, seconds=1, rate=LOGINS_PER_SECOND)
        alone = _logins(member, server.port, login)
        with ProcessPoolExecutor(
            1, mp_context=get_context("spawn"), initializer=cores.pin, initargs=(cores.OTHERS,)
        ) as attacker:
            attack = attacker.submit(guess, server.port)
            beside = list[float]()
            while not attack.done():
                beside += _logins(member, server.port, login, seconds=1)
            answers = attack.result()
        alone += _logins(member, server.port, login)
    finally:
        member.close()
    before, after = (1000 * statistics.median(found) for found in (alone, beside))
    slow = 1000 * percentile(beside, 0.95)
    return [
        Figure(
            what="a login while 50 addresses guess",
            value=100 * (after / before - 1),
            unit="% slower",
            ours=f"{after:.0f} ms (p95 {slow:.0f})",
            baseline=f"{before:.0f} ms",
            aim=20,
            at_most=True,
        ),
        Figure(
            what="  how many of their 1,000 were hashed",
            value=answers[401],
            ours=f"{answers[429]} refused before it",
        ),
    ]


def _logins(member: Generator, port: int, login: bytes, *, seconds: float = QUIET_SECONDS) -> list[float]:
    return member.probe(port, login, seconds=seconds, rate=LOGINS_PER_SECOND).latencies


def guess(port: int) -> Counter[int]:
    """Every address on a connection of its own, its next guess as soon as the last is answered; the answers."""
    answers = Counter[int]()
    each = GUESSES // ADDRESSES
    with selectors.DefaultSelector() as selector:
        for address in range(ADDRESSES):
            wire = Wire(socket.create_connection(("127.0.0.1", port)), time.perf_counter())
            upcoming = [
                log_in(f"nobody_{address}_{number}", "wrong-horse-42", f"198.51.100.{address}")
                for number in range(each)
            ]
            selector.register(wire.sock, selectors.EVENT_READ, (wire, upcoming))
            wire.sock.sendall(upcoming.pop())
        while selector.get_map():
            for key, _ in selector.select(10):
                wire, upcoming = key.data
                status = receive(wire, REFUSED)
                if not status:
                    continue
                answers[status] += 1
                if upcoming:
                    wire.sock.sendall(upcoming.pop())
                else:
                    selector.unregister(wire.sock)
                    wire.sock.close()
    return answers
