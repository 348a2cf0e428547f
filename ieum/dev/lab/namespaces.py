"""Create, enter and remove network namespaces without changing the machine's own network."""

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

from ieum.dev.lab import ownership

_NAMED = Path("/run/netns")
# `ieum-` the lab's process `-` its number, and for a client `-c` the client's number.
_LAB_NAME = re.compile(r"^(?P<world>ieum-(?P<pid>\d+)-\d+)-((?P<client>c\d+)(-|$))?")


class LabError(Exception):
    """The lab could not be built or used; the message says what went wrong."""


class Namespace:
    def __init__(self, name: str) -> None:
        self.name = name
        self._exec = ("ip", "netns", "exec", name)

    def create(self) -> None:
        command("ip", "netns", "add", self.name)
        command("ip", "-n", self.name, "link", "set", "lo", "up")

    def ip(self, *lines: str) -> None:
        """Run `ip` commands in one process; the first that fails stops the rest."""
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
        """Move the calling thread into this namespace; sockets that are opened meanwhile stay in it."""
        previous = os.open("/proc/thread-self/ns/net", os.O_RDONLY | os.O_CLOEXEC)
        this = os.open(_NAMED / self.name, os.O_RDONLY | os.O_CLOEXEC)
        try:
            os.setns(this, os.CLONE_NEWNET)
            yield
        finally:
            os.setns(previous, os.CLONE_NEWNET)
            os.close(this)
            os.close(previous)

    def sysctl(self, **values: int) -> None:
        """Set `net.*` values; write a name's dots as double underscores."""
        with self.inside():
            for name, value in values.items():
                Path("/proc/sys/net", *name.split("__")).write_text(str(value))

    def pids(self) -> list[int]:
        return [int(pid) for pid in command("ip", "netns", "pids", self.name).split()]

    def remove(self) -> None:
        """End the processes inside, then delete the namespace with its devices, rules and routes."""
        if not (_NAMED / self.name).exists():
            return
        try:
            self._end_processes()
            command("ip", "netns", "del", self.name)
        except LabError:
            # Two labs that are opened at once remove what a third one left.
            if (_NAMED / self.name).exists():
                raise
        shutil.rmtree(Path("/etc/netns", self.name), ignore_errors=True)

    def _end_processes(self) -> None:
        for attempt in range(40):
            pids = self.pids()
            if not pids:
                break
            for pid in pids:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGTERM if attempt < 20 else signal.SIGKILL)
            time.sleep(0.05)


def names(prefix: str) -> list[str]:
    if not _NAMED.exists():
        return []
    return sorted(entry.name for entry in _NAMED.iterdir() if entry.name.startswith(prefix))


def remove_stale() -> list[str]:
    """Remove what labs and clients left behind whose process is gone; those that run are left alone."""
    removed = [name for name in names("ieum-") if _is_stale(name)]
    for name in removed:
        Namespace(name).remove()
    for folder in Path(tempfile.gettempdir()).glob("ieum-*-*-*"):
        if _is_stale(folder.name):
            shutil.rmtree(folder, ignore_errors=True)  # it holds private keys
    for name in ownership.claimed_names():
        ownership.forget(name)
    return removed


def _is_stale(name: str) -> bool:
    """Tell whether the lab is gone that a namespace or a folder belongs to, or the client if it is a client's."""
    match = _LAB_NAME.match(name)
    if match is None:
        return False
    owners = [match["world"]]
    if match["client"]:
        owners.append(f"{match['world']}-{match['client']}")
    known = [gone for owner in owners if (gone := ownership.is_abandoned(owner)) is not None]
    # A lab of an earlier version has claimed nothing.
    return any(known) if known else not Path("/proc", match["pid"]).exists()


def command(*argv: str, stdin: str = "", timeout: float = 30) -> str:
    try:
        done = subprocess.run(  # noqa: S603 - the lab's own commands
            argv, input=stdin, capture_output=True, text=True, timeout=timeout, check=False
        )
    except subprocess.TimeoutExpired as slow:
        raise LabError(f"{' '.join(argv)}: did not end within {timeout:g} s") from slow
    if done.returncode:
        raise LabError(f"{' '.join(argv)}: {done.stderr.strip() or done.stdout.strip()}")
    return done.stdout
