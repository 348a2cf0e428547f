"""Faults of those outside whom the shop asks: a provider that is slow or gone, mail and SMS that nobody takes."""

import threading
import time
from collections import Counter
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path

import httpx
import psycopg

from tests.chaos.boxes import SLOW
from tests.chaos.world import World
from tests.waiting import wait_until

PROVIDER, MAIL = 8001, 8002
# Past the sixty seconds that the shop waits for an answer.
TOO_LATE, LATE = 65, 5
CROWD = 30
DELIVERED = "messaging.deliver"


@contextmanager
def provider_slow(world: World) -> Generator[None]:
    """Confirmations are carried out, and answered when nobody waits any more; questions are answered late.

    An hour of it in minutes: what waits is bounded by the sixty seconds that the shop waits, so after twice that there
    is as much as there ever will be at this rate of orders, for which there is a crowd of buyers.
    """
    for operation, seconds in (("confirm", TOO_LATE), ("lookup", LATE)):
        fault = {"operation": operation, "kind": "delay_but_approve", "seconds": seconds, "times": 10_000}
        _control(world, "POST", "faults", fault)
    with world.crowd(CROWD), _watched(world):
        yield
        _control(world, "DELETE", "faults")
        _note_when_settled(world)


@contextmanager
def provider_gone(world: World) -> Generator[None]:
    """No packet reaches it from the boxes; the payment windows, which are the buyers' browsers', go on."""
    for box in world.cluster.boxes:
        box.machine.lose_ports(PROVIDER)
    with world.crowd(CROWD), _watched(world):
        yield
        for box in world.cluster.boxes:
            box.machine.find_ports()
        _note_when_settled(world)


@contextmanager
def mail_gone_for_a_day(world: World) -> Generator[None]:
    """Nobody takes mail and SMS, and a day passes: whatever waits in the queue is made due, and a day older.

    A code that is put into the outbox before is not worth anything a day later.
    """
    for box in world.cluster.boxes:
        box.machine.lose_ports(MAIL)
    with world.database() as conn:
        before = conn.execute("SELECT coalesce(max(id), 0) FROM messages").fetchone() or (0,)
        conn.execute(CODE)
        conn.commit()
    yield
    # Attempts that are due at once, until all five are used up.
    for _ in range(6):
        with world.database() as conn:
            conn.execute(MAKE_DUE, {"task": DELIVERED})
            conn.commit()
        # sleep: as long as the worker tries to connect
        time.sleep(7)
    with world.database() as conn:
        conn.execute(A_DAY_LATER)
        waiting = conn.execute(WAITING).fetchone() or (0,)
        conn.commit()
    for box in world.cluster.boxes:
        box.machine.find_ports()
    with world.database() as conn:
        conn.execute("INSERT INTO procrastinate_jobs (queue_name, task_name) VALUES ('default', %s)", [SWEEP])
        conn.commit()
    begin = time.monotonic()
    wait_until(lambda: _count(world, WAITING) == 0, "the outbox is not emptied", seconds=SLOW)
    world.remarks.append(f"{waiting[0]} messages waited; all sent or given up {_since(begin)} later")
    sent, given_up = _sent(world, before[0]), _count(world, GIVEN_UP)
    twice = _twice(world)
    world.remarks.append(f"sent {sent}, given up as too late {given_up}, received twice {twice}")
    assert given_up == 1, "the code was sent, or more was given up than the code"
    assert twice == 0, "messages were sent twice"


SWEEP = "messaging.sweep_outbox"
CODE = """
    INSERT INTO messages (channel, recipient, subject, body, reference, code_until)
    VALUES ('mail', 'code@example.com', 'code', '123456', 'chaos-code', now() + interval '5 minutes')
"""
MAKE_DUE = """
    UPDATE procrastinate_jobs SET scheduled_at = now()
     WHERE task_name = %(task)s AND status = 'todo' AND scheduled_at > now()
"""
A_DAY_LATER = """
    UPDATE messages SET created_at = created_at - interval '1 day', code_until = code_until - interval '1 day'
     WHERE sent_at IS NULL AND given_up_at IS NULL
"""
# An SMS that nobody waits for waits for the morning.
WAITING = """
    SELECT count(*) FROM messages
     WHERE sent_at IS NULL AND given_up_at IS NULL AND channel = 'mail' AND created_at < now() - interval '1 hour'
"""
GIVEN_UP = "SELECT count(*) FROM messages WHERE given_up_at IS NOT NULL AND refusal = 'too_late'"


def _sent(world: World, after: int) -> int:
    return _count(world, f"SELECT count(*) FROM messages WHERE sent_at IS NOT NULL AND id > {int(after)}")


def _twice(world: World) -> int:
    """How many of the newest thousand messages that arrived are the same as another one of them."""
    with world.outside.namespace.inside():
        arrived = httpx.get(f"{world.sandbox}/inbox/messages", timeout=30).json()
    counted = Counter((one["to"], one["subject"], one["text"]) for one in arrived)
    return sum(number - 1 for number in counted.values())


def _control(world: World, method: str, path: str, body: object = None) -> None:
    with world.outside.namespace.inside():
        url = f"{world.sandbox}/control/{path}"
        httpx.request(method, url, json=body, timeout=30).raise_for_status()


def _count(world: World, query: str) -> int:
    with world.database() as conn:
        return (conn.execute(query.encode()).fetchone() or (0,))[0]


def _note_when_settled(world: World) -> None:
    begin = time.monotonic()
    wait_until(
        lambda: _count(world, LEFT_OPEN) == 0,
        "payments are not settled",
        seconds=300,
    )
    world.remarks.append(f"what was open is settled {_since(begin)} after it was back")


# Purchases go on, and some of them are always under way.
LEFT_OPEN = """
    SELECT count(*) FROM payments WHERE state = 'confirming' AND requested_at < now() - interval '70 seconds'
"""
FIGURES = {
    "payments open": "SELECT count(*) FROM payments WHERE state = 'confirming'",
    "addresses held": "SELECT count(*) FROM leases WHERE state = 'held'",
    "mails waiting": "SELECT count(*) FROM messages WHERE channel = 'mail' AND sent_at IS NULL AND given_up_at IS NULL",
    "oldest mail (s)": """
        SELECT coalesce(extract(epoch FROM now() - min(created_at)), 0)::integer FROM messages
         WHERE channel = 'mail' AND sent_at IS NULL AND given_up_at IS NULL
    """,
    "jobs running": "SELECT count(*) FROM procrastinate_jobs WHERE status = 'doing'",
    "jobs waiting": "SELECT count(*) FROM procrastinate_jobs WHERE status = 'todo'",
    "sessions": "SELECT count(*) FROM pg_stat_activity WHERE usename = 'ieum'",
    "of them in a transaction": """
        SELECT count(*) FROM pg_stat_activity WHERE usename = 'ieum' AND state LIKE 'idle in transaction%'
           AND state_change < now() - interval '1 second'
    """,
}


@contextmanager
def _watched(world: World) -> Generator[None]:
    """Note the most that has piled up meanwhile, of what the database and the boxes know."""
    most = Counter[str]()
    over = threading.Event()

    def watch() -> None:
        while not over.wait(1):
            with suppress(psycopg.Error), world.database() as conn:
                for name, query in FIGURES.items():
                    found = (conn.execute(query.encode()).fetchone() or (0,))[0]
                    most[name] = max(most[name], found)
            for program in ("serve", "work"):
                for box in world.cluster.boxes:
                    memory, threads = _use_of(box.machine.processes(program))
                    most[f"{program}: MB"] = max(most[f"{program}: MB"], memory)
                    most[f"{program}: threads"] = max(most[f"{program}: threads"], threads)

    watching = threading.Thread(target=watch)
    watching.start()
    try:
        yield
    finally:
        over.set()
        watching.join()
        world.remarks.append("at most: " + ", ".join(f"{name} {value}" for name, value in most.items()))


def _use_of(pids: list[int]) -> tuple[int, int]:
    """Memory in MB and threads of these processes together."""
    memory = threads = 0
    for pid in pids:
        with suppress(OSError):
            status = Path(f"/proc/{pid}/status").read_text()
            lines = dict(line.split(":", 1) for line in status.splitlines() if ":" in line)
            memory += int(lines.get("VmRSS", "0 kB").split()[0]) // 1024
            threads += int(lines.get("Threads", "0"))
    return memory, threads


def _since(begin: float) -> str:
    return f"{time.monotonic() - begin:.1f} s"
