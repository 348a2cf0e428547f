"""Slow-down of a member's login while somebody guesses passwords from many addresses at once."""

import selectors
import socket
import statistics
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from bench import cores
from bench.figures import Figure, percentile
from bench.load import Connection, Generator, receive
from bench.logins import log_in
from bench.rows import LOGINS, PASSWORD
from bench.stage import Stage

GUESSES, ADDRESSES = 1_000, 50
QUIET_SECONDS, LOGINS_PER_SECOND = 5.0, 5
# A wrong password, and a guess that was refused without looking at the password.
REFUSED = (b"HTTP/1.1 401", b"HTTP/1.1 429")


def guesses(stage: Stage) -> list[Figure]:
    """A thousand guesses, each at another id that nobody has, so that no account's own limit stops them."""
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
    before, after = (1000 * statistics.median(latencies) for latencies in (alone, beside))
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
    """Guess on one connection per address, each next guess as soon as the last is answered; counts the statuses."""
    answers = Counter[int]()
    each = GUESSES // ADDRESSES
    with selectors.DefaultSelector() as selector:
        for address in range(ADDRESSES):
            connection = Connection(socket.create_connection(("127.0.0.1", port)), time.perf_counter())
            upcoming = [
                log_in(f"nobody_{address}_{number}", "wrong-horse-42", f"198.51.100.{address}")
                for number in range(each)
            ]
            selector.register(connection.sock, selectors.EVENT_READ, (connection, upcoming))
            connection.sock.sendall(upcoming.pop())
        while selector.get_map():
            for key, _ in selector.select(10):
                connection, upcoming = key.data
                status = receive(connection, REFUSED)
                if not status:
                    continue
                answers[status] += 1
                if upcoming:
                    connection.sock.sendall(upcoming.pop())
                else:
                    selector.unregister(connection.sock)
                    connection.sock.close()
    return answers
