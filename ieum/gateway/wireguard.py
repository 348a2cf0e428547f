"""The WireGuard interface, run by the kernel if it can, else by wireguard-go."""

import logging
import shutil
from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Self

from ieum.gateway import host
from ieum.gateway.peers import putting, removing, silencing
from ieum.gateway.shell import CommandError, run, start_detached
from ieum.gateway.usage import Figures

log = logging.getLogger("ieum.gateway")


@dataclass(frozen=True)
class Interface:
    public_key: str
    listen_port: int
    allowed_ips: Mapping[str, str]
    """Public key → tunnel address; anything but one /32 address stays as `wg` prints it."""
    figures: Mapping[str, Figures]
    mark: str = "off"
    """Of the packets that it sends to devices, by which they may take another way."""

    def without(self, keys: AbstractSet[str]) -> Self:
        return replace(
            self,
            allowed_ips={key: one for key, one in self.allowed_ips.items() if key not in keys},
            figures={key: one for key, one in self.figures.items() if key not in keys},
        )


def read_interface(name: str) -> Interface | None:
    """The interface's settings and peers, or None if the kernel has no device of this name.

    CommandError where there is one that `wg` cannot read: who takes that for none counts all anew.
    """
    try:
        lines = run("wg", "show", name, "dump").splitlines()
    except CommandError as failure:
        if host.index_of(name) is None:
            return None
        raise CommandError(f"the interface {name} cannot be read: {failure}") from failure
    if not lines:
        raise CommandError(f"the interface {name} cannot be read: wg says nothing")
    # private key, public key, listening port, mark; the private key is dropped here and never logged.
    _, own_key, port, mark = lines[0].split("\t")
    allowed: dict[str, str] = {}
    figures: dict[str, Figures] = {}
    for line in lines[1:]:
        # public key, preshared key, endpoint, allowed ips, latest handshake, received, sent, keepalive
        key, _, client, ips, handshake, received, sent, _ = line.split("\t")
        allowed[key] = ips.removesuffix("/32")
        figures[key] = Figures(int(handshake), int(received), int(sent), client)
    return Interface(own_key, int(port), allowed, figures, mark)


def create_interface(name: str) -> None:
    try:
        run("ip", "link", "add", name, "type", "wireguard")
    except CommandError as refused:
        if shutil.which("wireguard-go") is None:
            raise CommandError(
                f"no WireGuard here: {refused}, and wireguard-go is not installed"
            ) from refused
        start_detached("wireguard-go", name)
        log.info("%s: wireguard-go started, because the kernel has no WireGuard", name)
    else:
        log.info("%s: the kernel's WireGuard", name)


def set_interface(name: str, *, key_file: Path, listen_port: int) -> None:
    run("wg", "set", name, "private-key", str(key_file), "listen-port", str(listen_port), "fwmark", "0")


def put_peers(name: str, peers: Mapping[str, str]) -> None:
    """`peers`: public key → tunnel address."""
    for arguments in putting(peers):
        run("wg", "set", name, *arguments)


def silence(name: str, keys: Iterable[str]) -> None:
    """Take these peers' tunnel addresses away, so that nothing of theirs passes; their sessions go on."""
    for arguments in silencing(keys):
        run("wg", "set", name, *arguments)


def take_off(name: str, keys: frozenset[str]) -> dict[str, Figures]:
    """Remove peers and return their last counters, none of those that could not be read.

    Their addresses are taken away before the counters are read, so that nobody connects in between and leaves no trace.
    """
    if not keys:
        return {}
    last: dict[str, Figures] = {}
    try:
        silence(name, keys)
        last = _figures_of(name, keys)
    except CommandError as failure:
        log.warning("the last counters of %d peers are not known: %s", len(keys), failure)
    remove(name, keys)
    return last


def remove(name: str, keys: Iterable[str]) -> None:
    for arguments in removing(keys):
        run("wg", "set", name, *arguments)


def _figures_of(name: str, keys: frozenset[str]) -> dict[str, Figures]:
    """The counters of these peers. `wg` can only tell all, so at least not all are read."""
    figures: dict[str, Figures] = {}
    for line in run("wg", "show", name, "dump").splitlines():
        key, _, rest = line.partition("\t")
        if key in keys:
            *_, handshake, received, sent, _ = rest.split("\t")
            figures[key] = Figures(int(handshake), int(received), int(sent))
    return figures
