"""`make fresh`: the handbook's installation in fresh machines, by its own commands, and the table of their seconds."""

# ruff: noqa: T201 - a program that prints

import argparse
import os
import signal
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.fresh import commands, roots
from tests.fresh.outside import Outside
from tests.fresh.rehearsal import build_wheel, one, two

REHEARSALS = {"one": one, "two": two}


def main() -> int:
    parser = argparse.ArgumentParser(description="Rehearse the handbook's installation.")
    parser.add_argument("only", nargs="*", metavar="one|two", help="one box, two boxes; else both")
    options = parser.parse_args()
    if strange := set(options.only) - REHEARSALS.keys():
        parser.error(f"there is no {', '.join(strange)}")
    if roots.SUITE == "bookworm" and options.only != ["one"]:
        # Two boxes want the etcd of Debian 13.
        parser.error("on Debian 12 there is one box only")
    if (reason := roots.why_not()) is not None:
        print(reason, file=sys.stderr)
        return 1
    # Said before anything is built, if the handbook is another one.
    for read in (
        commands.one_box,
        commands.firewall,
        commands.backups,
        commands.upgrade,
        commands.restore,
        commands.two_boxes,
        commands.gateway,
    ):
        read()
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    roots.remove_stale()
    with TemporaryDirectory(prefix=f"{roots.PREFIX}{os.getpid()}-") as made:
        folder = Path(made)
        folder.chmod(0o755)
        # All of it goes at the end, the Debian too, unless somebody has named a folder to keep that one in.
        os.environ.setdefault("IEUM_FRESH_ROOTS", str(folder / "roots"))
        roots.base()
        dist = build_wheel(folder / "dist")
        for name in options.only or REHEARSALS:
            own = folder / name
            own.mkdir()
            with Outside(own) as outside:
                REHEARSALS[name](outside, dist)
            print(f"- load average at the end: {os.getloadavg()[0]:.1f}", flush=True)
    if left := roots.left_over():
        print(f"left behind: {', '.join(left)}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        # Everything is removed by then.
        sys.exit(128 + signal.SIGINT)
