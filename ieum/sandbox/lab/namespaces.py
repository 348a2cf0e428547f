"""Network namespaces: made, entered and removed without touching the machine's own network."""

import contextlib
import os
import re
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Generator, Sequence
from pathlib import Path

_NAMED = Path("/run/netns")
_OURS = re.compile(r"^ieum-(?P<pid>\d+)-\d+-")


class LabError(Exception):
    """The world could not be built or used; the message says what the machine answered."""


class Namespace:
    def __init__(self, name: str) -> None:
        self.name = name
        self._exec = ("ip", "netns", "exec", name)

    def create(self) -> None:
        command("ip", "netns", "add", self.name)
        command("ip", "-n", self.name, "link", "set", "lo", "up")

    def ip(self, *lines: str) -> None:
        """Run many `ip` commands in one process; the first that fails stops the rest."""
        command("ip", "-n", self.name, "-batch", "-", stdin="".join(f"{line}\n" for line in lines))

    def run(self, *argv: str, stdin: str = "", timeout: float = 30) -> str:
        return command(*self._exec, *argv, stdin=stdin, timeout=timeout)

    def spawn(self, argv: Sequence[str], *, log: Path) -> subprocess.Popen[bytes]:
        with log.open("ab") as sink:
            return subprocess.Popen(  # noqa: S603 - the lab's own commands
                [*self._exec, *argv],
                stdin=subprocess.DEVNULL,
                stdout=sink,
                stderr=sink,
            )

    @contextlib.contextmanager
    def inside(self) -> Generator[None]:
        """Put the calling thread into this namespace; sockets opened here stay in it afterwards."""
        home = os.open("/proc/thread-self/ns/net", os.O_RDONLY | os.O_CLOEXEC)
        there = os.open(_NAMED / self.name, os.O_RDONLY | os.O_CLOEXEC)
        try:
            os.setns(there, os.CLONE_NEWNET)
            yield
        finally:
            os.setns(home, os.CLONE_NEWNET)
            os.close(there)
            os.close(home)

    def sysctl(self, **values: int) -> None:
        """Set `net.*` values; a name's dots are written as double underscores."""
        with self.inside():
            for name, value in values.items():
                path = Path("/proc/sys/net", *name.split("__"))
                path.write_text(str(value))

    def pids(self) -> list[int]:
        return [int(pid) for pid in command("ip", "netns", "pids", self.name).split()]

    def remove(self) -> None:
        """End what still runs inside, then let the kernel take its devices, rules and routes with it."""
        if not (_NAMED / self.name).exists():
            return
        for attempt in range(40):
            pids = self.pids()
            if not pids:
                break
            for pid in pids:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGTERM if attempt < 20 else signal.SIGKILL)
            time.sleep(0.05)
        command("ip", "netns", "del", self.name)
        shutil.rmtree(Path("/etc/netns", self.name), ignore_errors=True)


def names(prefix: str) -> list[str]:
    if not _NAMED.exists():
        return []
    return sorted(entry.name for entry in _NAMED.iterdir() if entry.name.startswith(prefix))


def remove_stale() -> list[str]:
    """Remove what labs left behind whose process is gone; running labs are not touched."""
    removed = [name for name in names("ieum-") if _is_stale(name)]
    for name in removed:
        Namespace(name).remove()
    for folder in Path(tempfile.gettempdir()).glob("ieum-*-*-*"):
        if _is_stale(folder.name):
            shutil.rmtree(folder, ignore_errors=True)  # there are keys in it
    return removed


def _is_stale(name: str) -> bool:
    match = _OURS.match(name)
    return match is not None and not Path("/proc", match["pid"]).exists()


def command(*argv: str, stdin: str = "", timeout: float = 30) -> str:
    try:
        done = subprocess.run(  # noqa: S603 - the lab's own commands
            argv, input=stdin, capture_output=True, text=True, timeout=timeout, check=False
        )
    except subprocess.TimeoutExpired as slow:
        raise LabError(f"{' '.join(argv)}: no end after {timeout:g} s") from slow
    if done.returncode:
        raise LabError(f"{' '.join(argv)}: {done.stderr.strip() or done.stdout.strip()}")
    return done.stdout
