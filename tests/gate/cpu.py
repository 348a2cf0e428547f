"""The CPU time of a group: of all processes that it has started, whoever waited for them.

A Linux control group counts it exactly. If none can be made, for lack of rights or of Linux, only those count that
were waited for; browsers and their drivers are not.
"""

import os
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

ROOT = Path("/sys/fs/cgroup")


class Account:
    """A control group of one name, empty at the start."""

    def __init__(self, name: str) -> None:
        folder = _own_group()
        self._folder = folder / f"ieum-gate-{os.getpid()}-{name}" if folder else None
        if self._folder:
            try:
                self._folder.mkdir()
            except OSError:
                self._folder = None

    def of(self, argv: Sequence[str]) -> list[str]:
        """The command that runs this one in the group."""
        if self._folder is None:
            return list(argv)
        into = str(self._folder / "cgroup.procs")
        return ["/bin/sh", "-c", 'echo $$ >"$0"; exec "$@"', into, *argv]

    def close(self, *, waited_for: float) -> float:
        """The seconds, and the end of the group; `waited_for` if there is none."""
        if self._folder is None:
            return waited_for
        seconds = _seconds(self._folder)
        # What was killed a moment ago may still be in it.
        with suppress(OSError):
            self._folder.rmdir()
        return seconds


def _own_group() -> Path | None:
    """The folder of the control group that this process is in; of the two hierarchies, the one that counts CPU time."""
    try:
        lines = Path("/proc/self/cgroup").read_text().splitlines()
    except OSError:
        return None
    paths = {controllers: path for _, controllers, path in (line.split(":", 2) for line in lines)}
    if (ROOT / "cgroup.controllers").exists() and "" in paths:
        return ROOT / paths[""].lstrip("/")
    name = next((name for name in paths if "cpuacct" in name.split(",")), None)
    return ROOT / "cpuacct" / paths[name].lstrip("/") if name else None


def _seconds(folder: Path) -> float:
    if (usage := folder / "cpuacct.usage").exists():
        return int(usage.read_text()) / 1e9
    lines = (folder / "cpu.stat").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("usage_usec")) / 1e6
