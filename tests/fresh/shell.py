"""Types a block of the handbook as a person would: into a login shell of its own, in a folder where nothing lies."""

import subprocess
import time
from pathlib import Path

# As ssh gives it to root. The rest, PATH included, is the profile's.
ENVIRON = ("HOME=/root", "USER=root", "LOGNAME=root", "SHELL=/bin/bash", "TERM=dumb", "LANG=C.UTF-8")
# Root's on a hardened machine: what other users have to read is made so by the handbook.
UMASK = "077"
# No command of the handbook is silent for so long, even on a machine with other work. What goes on may take its time.
SILENT_SECONDS = 1200.0


def complete_commands(block: str) -> list[str]:
    """Split a block into commands as a shell reads them: chains, continued lines and here-documents stay whole.

    Raises ValueError if the last command does not end.
    """
    commands: list[str] = []
    begun = ""
    for line in block.splitlines(keepends=True):
        begun += line
        if _is_complete(begun):
            commands.append(begun)
            begun = ""
    if begun.strip():
        raise ValueError(f"no shell runs this: {begun}")
    return commands


def _is_complete(begun: str) -> bool:
    if begun.endswith("\\\n"):
        return False
    done = subprocess.run(["bash", "-n"], input=begun, capture_output=True, text=True, check=False)
    # A here-document without its end is only warned of.
    return done.returncode == 0 and not done.stderr


def script(block: str) -> str:
    """Return a script that ends with the first command that fails.

    `set -e` would go on when a command in the middle of a chain fails (`false && true`).
    """
    lines = [f"umask {UMASK}\nset -o pipefail\n"]
    for command in complete_commands(block):
        lines += [f"{command.rstrip()}\n", 'ended=$?; [ "$ended" = 0 ] || exit "$ended"\n']
    return "".join(lines)


def login_shell(folder: str, file: str) -> list[str]:
    """Return the words that read this file in a new login shell, in this folder."""
    return ["env", f"--chdir={folder}", "-i", *ENVIRON, "/bin/bash", "--login", file]


def wait_while_it_goes_on(
    process: subprocess.Popen[bytes], log: Path, *, silent_seconds: float = SILENT_SECONDS
) -> int:
    """Wait for the process as long as it writes, and return its exit code. Raises TimeoutError if it stands still."""
    size, since = -1, time.monotonic()
    while True:
        try:
            return process.wait(0.2)
        except subprocess.TimeoutExpired:
            grown = log.stat().st_size if log.exists() else 0
            if grown != size:
                size, since = grown, time.monotonic()
            elif time.monotonic() - since > silent_seconds:
                raise TimeoutError(f"nothing was written for {silent_seconds:g} s") from None
