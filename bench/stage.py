"""The set-up that benchmarks share: a filled shop, our server and bare ones, and a load generator."""

import http.client
import os
import random
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack, suppress
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from types import TracebackType
from typing import Self

import psycopg

from bench import cores, rows
from bench.figures import ROUNDS
from bench.load import Generator, Run, get
from ieum.dev.postgres import EmbeddedPostgres
from ieum.shop.members import tokens
from ieum.shop.members.types import Identity, MemberId, SessionId
from ieum.shop.server.migrate import migrate

ROOT = Path(__file__).parents[1]
KEY = "a-benchmark-key-of-more-than-32-characters"
# A round of load.
SECONDS = 2.0


class Server:
    """Server process, by default on a core of its own."""

    def __init__(
        self,
        argv: Sequence[str],
        port: int,
        environ: dict[str, str],
        log: Path,
        *,
        on: Iterable[int] = cores.SERVER,
    ) -> None:
        self.port = port
        self._log = log
        with cores.pinned(on), log.open("wb") as sink:
            self.process = subprocess.Popen(
                argv, env=os.environ | environ, cwd=ROOT, stdout=sink, stderr=sink, start_new_session=True
            )

    def wait(self, path: str) -> Self:
        deadline = time.monotonic() + 120
        while self.process.poll() is None and time.monotonic() < deadline:
            with suppress(OSError, http.client.HTTPException):
                if self.fetch(path)[0] == 200:
                    return self
            time.sleep(0.05)
        raise RuntimeError(f"no answer to {path}: {self._log.read_text()[-2000:]}")

    def fetch(self, path: str, **headers: str) -> tuple[int, bytes]:
        status, _, body = self.answer(path, **headers)
        return status, body

    def answer(self, path: str, **headers: str) -> tuple[int, list[tuple[str, str]], bytes]:
        """The status, the headers and the body."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        try:
            connection.request("GET", path, headers={k.replace("_", "-"): v for k, v in headers.items()})
            answer = connection.getresponse()
            return answer.status, answer.getheaders(), answer.read()
        finally:
            connection.close()

    def stop(self) -> None:
        self.process.terminate()
        try:
            self.process.wait(15)
        except subprocess.TimeoutExpired:
            for pid in reversed(cores.family(self.process.pid)):
                with suppress(ProcessLookupError):
                    os.kill(pid, 9)
            self.process.wait()


def environment(database_url: str, folder: Path) -> dict[str, str]:
    """The settings of the shop's programs on this database."""
    return {
        "IEUM_DATA": str(folder),
        "IEUM_DATABASE_URL": database_url,
        "IEUM_SECRET_KEY": KEY,
        "IEUM_WORKERS": "1",
    }


def start_shop(
    name: str, folder: Path, environ: dict[str, str], *, on: Iterable[int] = cores.SERVER
) -> Server:
    port = free_port()
    argv = [sys.executable, "-m", "ieum.cli", "serve"]
    return Server(argv, port, {**environ, "IEUM_PORT": str(port)}, folder / f"{name}.log", on=on)


class Stage:
    """Builds each part when a benchmark first uses it, and removes all of them at the end."""

    def __init__(self) -> None:
        self._stack = ExitStack()
        self._current = ExitStack()
        """Servers of the current benchmark only."""
        self.rounds, self.seconds = ROUNDS, SECONDS
        self.random = random.Random(1)  # noqa: S311 - which member asks next is no secret

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.clear()
        self._stack.close()

    def clear(self) -> None:
        """Stop the servers that a benchmark started for itself, because the database allows few connections."""
        self._current.close()

    @cached_property
    def folder(self) -> Path:
        return Path(self._stack.enter_context(tempfile.TemporaryDirectory(prefix="ieum-bench-")))

    @cached_property
    def generator(self) -> Generator:
        generator = Generator()
        self._stack.callback(generator.close)
        return generator

    @cached_property
    def database_url(self) -> str:
        """A filled database, on PostgreSQL as `ieum up` runs it."""
        with cores.pinned(cores.OTHERS):
            url = self._stack.enter_context(EmbeddedPostgres(self.folder)).url
            migrate(url)
            rows.fill(url)
        return url

    @cached_property
    def shop(self) -> Server:
        """Our server for every benchmark that needs no settings of its own."""
        server = self._ours("shop", on=cores.SERVER)
        self._stack.callback(server.stop)
        return server.wait("/readyz")

    def serve(self, name: str, *, on: Iterable[int] = cores.SERVER, **environ: str) -> Server:
        """Our server with other settings, for the current benchmark only."""
        return self._started(self._ours(name, on=on, **environ)).wait("/readyz")

    def _ours(self, name: str, *, on: Iterable[int], **environ: str) -> Server:
        return start_shop(name, self.folder, self.environment | environ, on=on)

    @property
    def environment(self) -> dict[str, str]:
        return environment(self.database_url, self.folder)

    def bare(self, make_app: str, ready: str = "/", *, module: str = "bench.bare", **environ: str) -> Server:
        """A server for one of the apps in `bare.py` or in another module."""
        port = free_port()
        argv = [sys.executable, "-m", "granian", "--interface", "asgi", "--factory", "--no-ws", "--no-log"]
        argv += ["--host", "127.0.0.1", "--port", str(port), "--workers", "1", "--backlog", "2048"]
        argv.append(f"{module}:{make_app}")
        server = Server(argv, port, environ | self.environment, self.folder / f"{make_app}.log")
        return self._started(server).wait(ready)

    def press(
        self, server: Server, requests: Callable[[], Sequence[bytes]], *, connections: int = 16
    ) -> Callable[[], Run]:
        """A function that runs one round of load on a server; each round calls `requests` for new requests."""
        return lambda: self.generator.press(
            server.port,
            requests(),
            seconds=self.seconds,
            connections=connections,
            server=server.process.pid,
        )

    @cached_property
    def sessions(self) -> list[tuple[int, int]]:
        return sessions(self.database_url)

    def bearers(self, count: int) -> list[str]:
        """The Authorization headers of so many random members."""
        return authorization_headers(self.random.sample(self.sessions, count))

    def newcomers(self, count: int) -> list[tuple[int, int]]:
        """The ids and sessions of so many random members without an order: an unpaid one may limit the next."""
        return self.random.sample(sessions(self.database_url, without_order=True), count)

    def as_members(self, path: str) -> Callable[[], Sequence[bytes]]:
        return lambda: [get(path, authorization=bearer) for bearer in self.bearers(4_000)]

    def _started(self, server: Server) -> Server:
        self._current.callback(server.stop)
        return server


def sessions(database_url: str, *, without_order: bool = False) -> list[tuple[int, int]]:
    """The ids of every logged-in member, or of those who never ordered, and of the session of each."""
    with psycopg.connect(database_url) as conn:
        return conn.execute(
            """
            SELECT member_id, id FROM login_sessions s
             WHERE NOT (%s AND EXISTS (SELECT FROM orders o WHERE o.member_id = s.member_id))
             ORDER BY id
            """,
            (without_order,),
        ).fetchall()


def authorization_headers(sessions: Iterable[tuple[int, int]]) -> list[str]:
    now = datetime.now(UTC)
    return [
        "Bearer " + tokens.issue_access(Identity(MemberId(member), SessionId(session)), key=KEY, now=now)
        for member, session in sessions
    ]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]
