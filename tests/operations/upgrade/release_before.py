"""The release before this one, from the repository's history, and programs of both on one database."""

import io
import os
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Generator
from contextlib import ExitStack, contextmanager
from http import HTTPStatus
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from ieum.dev.up.programs import Child, Program
from tests.journey.running import what_ieum_says
from tests.plain_http import ask
from tests.ports import free_port
from tests.shop.builders.secrets import KEY
from tests.waiting import wait_until

ROOT = Path(__file__).parents[3]
# The commit of the last release; whoever makes a release writes its commit here.
COMMIT = (Path(__file__).parent / "release_before.txt").read_text().strip()


def unpack(kept: Path) -> Path:
    """Return the folder of that release's program. Skips the test where the history does not have it.

    `kept` is there over several runs, because Python takes longer to compile a whole release than a test to use it.
    """
    folder = kept / COMMIT
    if folder.exists():
        return folder
    if not _has_commit():
        # A checkout without its history; a server that hands out single commits has it all the same.
        _git("fetch", "--quiet", "--depth=1", "origin", COMMIT)
    if not _has_commit():
        pytest.skip(
            f"the release before ({COMMIT[:8]}) is not in this checkout's history: git fetch --unshallow"
        )
    archive = _git("archive", "--format=tar", COMMIT, "ieum")
    for former in kept.iterdir():
        shutil.rmtree(former)
    with TemporaryDirectory(dir=kept) as making:
        with tarfile.open(fileobj=io.BytesIO(archive.stdout)) as files:
            files.extractall(f"{making}/whole", filter="data")
        Path(making, "whole").rename(folder)
    return folder


def _has_commit() -> bool:
    return _git("cat-file", "-e", f"{COMMIT}^{{commit}}").returncode == 0


def _git(*words: str) -> "subprocess.CompletedProcess[bytes]":
    return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, timeout=60, check=False)


class Release:
    """The commands of one release, in a folder of its own, on a database that both share."""

    def __init__(self, name: str, folder: Path, environ: dict[str, str], logs: Path) -> None:
        self.name, self.folder = name, folder
        self._logs = logs
        # Before everything else, so that not the installed one is loaded; new processes of its own inherit it.
        self.environ = {**environ, "PYTHONPATH": str(folder), "PYTHONSAFEPATH": "1"}
        self._stack = ExitStack()

    def ieum(self, *words: str) -> str:
        return what_ieum_says(words, self.environ)

    def where(self) -> str:
        """The folder that this release's program is really loaded from."""
        done = subprocess.run(
            [sys.executable, "-c", "import ieum; print(ieum.__path__[0])"],
            env=self.environ,
            capture_output=True,
            text=True,
            check=True,
        )
        return done.stdout.strip()

    def start(self, word: str, **environ: str) -> Child:
        program = Program(name=word, argv=(sys.executable, "-m", "ieum.cli", word))
        child = Child(
            program, log=self._logs / f"{self.name}-{word}.log", environ={**self.environ, **environ}
        )
        child.start()
        self._stack.callback(child.end)
        return child

    def serve(self) -> tuple[Child, str]:
        """A server that is ready, and its address."""
        port = free_port()
        child, url = self.start("serve", IEUM_PORT=str(port)), f"http://127.0.0.1:{port}"
        wait_until(lambda: is_ready(f"{url}/readyz"), lambda: f"{self.name}: {child.last_lines()}")
        return child, url

    def end(self) -> None:
        self._stack.close()


@contextmanager
def releases(
    folder: Path, database_url: str, web: Path, *, kept: Path
) -> Generator[tuple[Release, Release, str]]:
    """The release before, this one, and the address of the provider's stand-in that both use.

    `kept` has the program of the release before.
    """
    logs = folder / "logs"
    logs.mkdir()
    sandbox_port, smtp_port = free_port(), free_port()
    environ = {
        **{name: value for name, value in os.environ.items() if not name.startswith("IEUM_")},
        "IEUM_DATA": str(folder),
        "IEUM_DATABASE_URL": database_url,
        "IEUM_SANDBOX_PORT": str(sandbox_port),
        "IEUM_SANDBOX_SMTP_PORT": str(smtp_port),
        "IEUM_SECRET_KEY": KEY,
        "IEUM_WEB_DIST": str(web),
        "PYTHONUNBUFFERED": "1",
    }
    before = Release("before", unpack(kept), environ, logs)
    now = Release("now", ROOT, environ, logs)
    try:
        sandbox = now.start("sandbox")
        url = f"http://127.0.0.1:{sandbox_port}"
        wait_until(lambda: is_ready(f"{url}/inbox"), lambda: f"sandbox: {sandbox.last_lines()}")
        yield before, now, url
    finally:
        before.end()
        now.end()


def is_ready(url: str) -> bool:
    answer = ask(url)
    return answer is not None and HTTPStatus(answer.status).is_success
