"""Runs a program that ends when its parent dies and, if asked, runs as another user.

`command()` builds a command line that runs this file alone (`python -I -S`). This file sets both things up and then
becomes the program by exec; a process with threads could not safely do that between its own fork and exec.
"""

import os
import signal
import sys
from collections.abc import Sequence
from dataclasses import dataclass

# linux/prctl.h and linux/capability.h
PR_SET_PDEATHSIG, PR_SET_KEEPCAPS, PR_SET_SECUREBITS, PR_CAP_AMBIENT, PR_CAP_AMBIENT_RAISE = 1, 8, 28, 47, 2
CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH, CAP_SETPCAP = 1, 2, 8
SECBIT_NO_SETUID_FIXUP = 1 << 2
CAPABILITY_VERSION = 0x20080522


@dataclass(frozen=True, kw_only=True)
class RunAs:
    uid: int
    gid: int
    reach: tuple[str, ...] = ()
    """Paths that the user must be able to open, even below a folder that is closed to it (a home folder, say)."""


def command(
    argv: Sequence[str], *, on_parent_death: signal.Signals, run_as: RunAs | None = None
) -> list[str]:
    """Return the command line. Start it from a thread that lives as long as the program should: Linux watches that."""
    user = (str(run_as.uid), str(run_as.gid), *run_as.reach) if run_as else ()
    head = (sys.executable, "-I", "-S", __file__, str(os.getpid()), str(int(on_parent_death)), str(len(user)))
    return [*head, *user, *argv]


def _switch_user(uid: int, gid: int, reach: Sequence[str]) -> None:
    linux = sys.platform == "linux"
    if linux:
        _prctl(PR_SET_KEEPCAPS, 1)
    os.setgroups([])
    os.setgid(gid)
    os.setuid(uid)
    if not linux:
        return
    if not all(os.access(path, os.R_OK | os.X_OK, effective_ids=True) for path in reach):
        # Safer than opening somebody's home folder to every user of the machine.
        _keep_read_access()
    else:
        _prctl(PR_SET_KEEPCAPS, 0)


def _keep_read_access() -> None:
    """Keep a capability to pass closed folders: the read-only one, or the full one if a container withholds it."""
    if _set_capabilities(CAP_SETPCAP, CAP_DAC_READ_SEARCH):
        capability = CAP_DAC_READ_SEARCH
    elif _set_capabilities(CAP_SETPCAP, CAP_DAC_OVERRIDE):
        capability = CAP_DAC_OVERRIDE
    else:
        sys.exit("the user of the database cannot pass a folder above the project or its data")
    # Without this bit access(2) ignores capabilities, and initdb uses it to find the other programs.
    _prctl(PR_SET_SECUREBITS, SECBIT_NO_SETUID_FIXUP)
    _set_capabilities(capability)
    _prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_RAISE, capability)


def _set_capabilities(*capabilities: int) -> bool:
    """Drop all capabilities but these. False where this process does not have them."""
    import ctypes  # noqa: PLC0415 - most starts do not need it

    bits = sum(1 << capability for capability in capabilities)
    header = (ctypes.c_uint32 * 2)(CAPABILITY_VERSION, 0)
    # Two blocks (capabilities 0-31 and 32-63) of effective, permitted, inheritable.
    data = (ctypes.c_uint32 * 6)(bits, bits, bits, 0, 0, 0)
    return ctypes.CDLL(None).capset(header, data) == 0


def _prctl(option: int, *arguments: int) -> None:
    import ctypes  # noqa: PLC0415 - does not exist everywhere

    libc = ctypes.CDLL(None, use_errno=True)
    if libc.prctl(option, *(ctypes.c_ulong(n) for n in (*arguments, 0, 0, 0, 0)[:4])) != 0:
        raise OSError(ctypes.get_errno(), f"prctl({option})")


def main(arguments: Sequence[str]) -> None:
    parent, on_parent_death, user_length = (int(word) for word in arguments[:3])
    user, argv = arguments[3 : 3 + user_length], arguments[3 + user_length :]
    if user:
        _switch_user(int(user[0]), int(user[1]), user[2:])
    if sys.platform == "linux":
        _prctl(PR_SET_PDEATHSIG, on_parent_death)  # only now, because changing the user clears it
        if os.getppid() != parent:  # the parent died before the line above
            sys.exit(1)
    try:
        os.execvp(argv[0], list(argv))  # noqa: S606 - no shell wanted
    except OSError as error:
        sys.exit(f"cannot start {argv[0]}: {error.strerror}")


if __name__ == "__main__":
    main(sys.argv[1:])
