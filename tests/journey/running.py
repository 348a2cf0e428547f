"""The shop as its operator runs it: real processes on free ports, each with a log of its own."""

import http.client
import os
import shutil
import subprocess
import sys
from collections.abc import Awaitable, Callable, Generator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import Self

import psycopg
from psycopg.rows import TupleRow

from ieum.dev.postgres import EmbeddedPostgres
from ieum.dev.up.programs import Child, Program
from ieum.shop.kernel.db import Database, run_with_database
from tests import images
from tests.ports import free_port
from tests.shop.builders.secrets import KEY
from tests.waiting import wait_until


class RunningShop:
    """A shop with a database of its own, the demo's unless told otherwise. Nothing of it outlives the `with`."""

    def __init__(self, data: Path, *, demo: bool = True) -> None:
        self.data = data
        self._demo = demo
        self.port, self.sandbox_port, smtp_port = free_port(), free_port(), free_port()
        self.url = f"http://localhost:{self.port}"
        self.sandbox_url = f"http://localhost:{self.sandbox_port}"
        # Where `ieum demo` writes the credential of its gateway, and where the gateway keeps its key.
        self.gateway_token, self.gateway_state = data / "demo-gateway.token", data / "gateway"
        self.database = EmbeddedPostgres(data, volatile=True)
        self.environ = {
            **environ_of(data),
            "IEUM_PORT": str(self.port),
            "IEUM_SANDBOX_PORT": str(self.sandbox_port),
            "IEUM_SANDBOX_SMTP_PORT": str(smtp_port),
        }
        self._children: dict[str, Child] = {}
        self._running: set[str] = set()

    def __enter__(self) -> Self:
        if self._demo:
            images.fill(self.data, "demo", fill_with_demo)
        else:
            images.fill_migrated(self.data)
        self.database.start()
        self.environ["IEUM_DATABASE_URL"] = self.database.url
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End everything as `ieum up` would, the database last; a program that ends badly is an error."""
        codes: dict[str, int | None] = {}
        try:
            for name in ("serve", "work", "gateway", "sandbox"):
                if name in self._running:
                    codes[name] = self.stop(name)
        finally:
            for child in self._children.values():
                child.end()
            self.database.stop()
        if kind is None:
            assert codes == dict.fromkeys(codes, 0), f"{codes} {self.last_words()}"

    def ieum(self, *words: str) -> str:
        """What the command prints."""
        return what_ieum_says(words, self.environ)

    def aside[T](self, work: Callable[[Database], Awaitable[T]]) -> T:
        """Do something on the shop's database; in a thread of its own, because this one has Playwright's loop."""
        with ThreadPoolExecutor(1) as thread:
            return thread.submit(run_with_database, self.database.url, work).result()

    def start(self, *names: str) -> None:
        """Start programs side by side and wait until each is ready."""
        for name in names:
            if name not in self._children:
                program = Program(name=name, argv=self._argv(name))
                self._children[name] = Child(program, log=self.log(name), environ=self.environ)
            self._children[name].start()
            self._running.add(name)
        for name in names:
            wait_until(
                lambda name=name: self._is_ready(name),
                lambda name=name: f"{name} is not ready: {self.last_words()}",
            )

    def stop(self, name: str) -> int | None:
        """End it as a service manager would, with time for what is under way; its exit code."""
        child = self._children[name]
        child.ask_to_stop()
        self._running.discard(name)
        wait_until(lambda: child.exit_code is not None, f"{name} does not end")
        return child.exit_code

    def kill(self, name: str) -> None:
        """SIGKILL, to the program and to every process of its own."""
        self._running.discard(name)
        self._children[name].end()

    def log(self, name: str) -> Path:
        return self.data / "logs" / f"{name}.log"

    def logs(self) -> dict[str, str]:
        """Everything that anybody wrote down."""
        files = sorted((self.data / "logs").glob("*.log"))
        return {file.stem: file.read_text(errors="replace") for file in files}

    def last_words(self) -> str:
        return "\n".join(
            f"{name}: {text[-1500:]}" for name, text in self.logs().items() if name in self._children
        )

    @contextmanager
    def database_connection(self) -> Generator[psycopg.Connection[TupleRow]]:
        with psycopg.connect(self.database.url, autocommit=True, options="-c timezone=UTC") as conn:
            yield conn

    def _argv(self, name: str) -> tuple[str, ...]:
        words: tuple[str, ...] = (name,)
        if name == "gateway":
            # It tells the shop that all is applied; no traffic flows.
            words += ("--url", self.url, "--token-file", str(self.gateway_token))
            words += ("--state-dir", str(self.gateway_state))
            words += ("--acknowledge-only",)
        return (sys.executable, "-m", "ieum.cli", *words)

    def _is_ready(self, name: str) -> bool:
        child = self._children[name]
        assert child.exit_code is None, f"{name} {child.ending}: {child.last_lines()}"
        match name:
            case "serve":
                return _answers(self.port, "/readyz")
            case "sandbox":
                return _answers(self.sandbox_port, "/inbox")
            case "gateway":
                with self.database_connection() as conn:
                    asked = conn.execute("SELECT 1 FROM gateways WHERE public_key IS NOT NULL")
                    return asked.fetchone() is not None
            case _:
                return True


def what_ieum_says(words: Sequence[str], environ: Mapping[str, str]) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "ieum.cli", *words],
        env=environ,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, f"ieum {' '.join(words)}: {done.stdout} {done.stderr}"
    return done.stdout.strip()


def fill_with_demo(data: Path) -> None:
    """Have the shop in this empty folder as `ieum demo` leaves it."""
    images.fill_migrated(data)
    with EmbeddedPostgres(data, volatile=True) as database:
        what_ieum_says(["demo"], environ_of(data) | {"IEUM_DATABASE_URL": database.url})
    shutil.rmtree(data / "logs")


def environ_of(data: Path) -> dict[str, str]:
    """What programs of a shop in this folder are told, beside what is different for each of them."""
    return {
        **{name: value for name, value in os.environ.items() if not name.startswith("IEUM_")},
        "IEUM_DATA": str(data),
        "IEUM_SECRET_KEY": KEY,
        "PYTHONUNBUFFERED": "1",
    }


def _answers(port: int, path: str) -> bool:
    connection = http.client.HTTPConnection("localhost", port, timeout=2)
    with closing(connection), suppress(OSError, http.client.HTTPException):
        connection.request("GET", path)
        return connection.getresponse().status == http.HTTPStatus.OK
    return False
