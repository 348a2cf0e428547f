"""Programs of a customer's computer that set DNS. They change its own resolv.conf and nothing of the machine."""

import shutil
from pathlib import Path
from typing import Literal

type Resolver = Literal["resolvconf", "systemd-resolved"]

_BEFORE = 'own="{own}"; before="{before}"\n'
_SET = 'cp "$own" "$before"; {servers} > "$own"; exit'
# In place: the computer's /etc/resolv.conf is this very file, bound there.
_UNSET = '[ ! -e "$before" ] || cat "$before" > "$own"; rm -f "$before"; exit'

_RESOLVCONF = f"""\
case "$1 $3" in
"-a -m") {_SET.format(servers="cat")};;
"-d -f") {_UNSET};;
esac
exit 1
"""
# As of a link of its own: the servers, then the domains that are asked of them.
_RESOLVECTL = f"""\
case "$1" in
dns) shift 2; {_SET.format(servers="printf 'nameserver %s\\n' \"$@\"")};;
domain) [ "$3" = "~." ]; exit;;
revert) {_UNSET};;
esac
exit 1
"""
_MISSING = "exit 127\n"


def install(folder: Path, *, own: Path, resolver: Resolver | None) -> Path:
    """Put wg-quick into a folder, and beside it what it finds of programs for DNS; return its path there.

    wg-quick looks into its own folder first, so that programs of this machine are out of its reach.
    """
    installed = shutil.which("wg-quick")
    if installed is None:
        raise FileNotFoundError("wg-quick")
    copy = folder / "wg-quick"
    shutil.copy(installed, copy)
    head = "#!/bin/sh\n" + _BEFORE.format(own=own, before=folder / "resolv.conf.before")
    for name, fits, text in (
        ("resolvconf", resolver == "resolvconf", _RESOLVCONF),
        ("resolvectl", resolver == "systemd-resolved", _RESOLVECTL),
    ):
        program = folder / name
        program.write_text(head + (text if fits else _MISSING))
        program.chmod(0o755)
    return copy
