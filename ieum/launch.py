"""Run a program that ends when its parent does and, where asked, under another user.

`command()` builds a command line that runs this very file alone (`python -I -S`), which then becomes the
program. Between fork and exec of a process with threads this could not be done safely.
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
    """Paths the user must reach although a folder above them may be closed to it, as a home folder is."""


def command(
    argv: Sequence[str], *, on_parent_death: signal.Signals, run_as: RunAs | None = None
) -> list[str]:
    """Start it from a thread that lives as long as the program should: Linux watches that very thread."""
    user = (str(run_as.uid), str(run_as.gid), *run_as.reach) if run_as else ()
    head = (sys.executable, "-I", "-S", __file__, str(os.getpid()), str(int(on_parent_death)), str(len(user)))
    return [*head, *user, *argv]


def _become(uid: int, gid: int, reach: Sequence[str]) -> None:
    linux = sys.platform == "linux"
    if linux:
        _prctl(PR_SET_KEEPCAPS, 1)
    os.setgroups([])
    os.setgid(gid)
    os.setuid(uid)
    if not linux:
        return
    if not all(os.access(path, os.R_OK | os.X_OK, effective_ids=True) for path in reach):
        # Better than opening somebody's home folder to the whole machine.
        _keep_read_access()
    else:
        _prctl(PR_SET_KEEPCAPS, 0)


def _keep_read_access() -> None:
    """Keep passing closed folders; containers often withhold the capability that only reads."""
    # Without this bit access(2), by which initdb looks for its fellow programs, ignores capabilities.
    if _hold(CAP_SETPCAP, CAP_DAC_READ_SEARCH):
        kept = CAP_DAC_READ_SEARCH
    elif _hold(CAP_SETPCAP, CAP_DAC_OVERRIDE):
        kept = CAP_DAC_OVERRIDE
    else:
        sys.exit("the user of the database cannot pass a folder above the project or its data")
    _prctl(PR_SET_SECUREBITS, SECBIT_NO_SETUID_FIXUP)
    _hold(kept)
    _prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_RAISE, kept)


def _hold(*capabilities: int) -> bool:
    """These and no others from now on, if we have them."""
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
    parent, on_parent_death, user_words = (int(word) for word in arguments[:3])
    user, argv = arguments[3 : 3 + user_words], arguments[3 + user_words :]
    if user:
        _become(int(user[0]), int(user[1]), user[2:])
    if sys.platform == "linux":
        _prctl(PR_SET_PDEATHSIG, on_parent_death)  # after the change of user, which clears it
        if os.getppid() != parent:  # it died before we asked
            sys.exit(1)
    try:
        os.execvp(argv[0], list(argv))  # noqa: S606 - no shell wanted
    except OSError as error:
        sys.exit(f"cannot start {argv[0]}: {error.strerror}")


if __name__ == "__main__":
    main(sys.argv[1:])
