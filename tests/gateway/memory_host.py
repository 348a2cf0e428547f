"""A host in memory on which the real data plane works: what `wg`, `ip` and `nft` would have done is written down."""

import asyncio
from collections.abc import Callable, Iterable, Iterator
from collections.abc import Set as AbstractSet
from pathlib import Path

import pytest

from ieum.gateway import dataplane
from ieum.gateway.dataplane import DataPlane
from ieum.gateway.desired import Desired
from ieum.gateway.guard import Guard, Protected
from ieum.gateway.host import Device, Host
from ieum.gateway.shell import CommandError
from ieum.gateway.store import Store
from ieum.gateway.uplinks import Uplink
from ieum.gateway.ways import Own
from tests.gateway.agents import OWN_KEY
from tests.gateway.builders import NOW

UPLINKS = (Uplink("kt", "kt0", "203.0.113.1"),)


class MemoryHost:
    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.index: int | None = None
        """The kernel's number of the interface, None without one."""
        self.peers: dict[str, str] = {}
        self.counters: dict[str, tuple[int, int, int]] = {}
        self.addresses: set[str] = set()
        self.done: list[str] = []
        """Commands that change something, oldest first."""
        self.fails: Callable[[str], bool] = lambda _: False
        """Whether a command, of those that read too, fails."""
        self._generation = 0
        self._next_index = 5
        patch.setattr(dataplane.host, "read_host", self._read)
        patch.setattr(dataplane.host, "uses_inside", _answering(list[str]))
        patch.setattr(dataplane.host, "run_ip_batch", self._ip)
        patch.setattr(dataplane.host, "run_address_batch", self._ip)
        patch.setattr(dataplane.host, "enable_forwarding", _answering(lambda: None))
        patch.setattr(dataplane.host, "plan_line_routes", _answering(list[str]))
        patch.setattr(dataplane.host, "index_of", _answering(lambda: self.index))
        patch.setattr(dataplane.wireguard, "run", self._wg)
        patch.setattr(dataplane.firewall, "run", self._nft)
        patch.setattr(dataplane.connections, "run", self._nft)
        patch.setattr(dataplane.connections, "run_lines", _answering(list[str]))
        patch.setattr(dataplane.firewall, "firewall_generation", lambda: self._generation)
        patch.setattr(dataplane.firewall.Firewall, "differences", _answering(set[str]))
        patch.setattr(dataplane.host, "wrong_settings", _answering(dict[Path, str]))
        patch.setattr(dataplane, "own_peers", _answering(Own))
        patch.setattr(dataplane.host, "plan_closing_rules", _answering(list[str]))
        patch.setattr(dataplane, "Guard", MemoryGuard)
        patch.setattr(dataplane, "HostEvents", _Silence)
        patch.setattr(dataplane, "FirewallNews", _Silence)

    def _read(self) -> Host:
        addresses = frozenset({("203.0.113.2", 24)} | {(address, 32) for address in self.addresses})
        devices = {"kt0": Device(1500, up=True, addresses=addresses)}
        if self.index is not None:
            devices["ieum0"] = Device(1420, up=True, addresses=frozenset({("10.64.0.1", 10)}))
        return Host(devices=devices)

    def _try(self, command: str) -> None:
        if self.fails(command):
            raise CommandError(f"{command.partition(' ')[0]}: failed")

    def _ip(self, lines: Iterable[str]) -> None:
        for line in lines:
            self._try(f"ip {line}")
            self.done.append(f"ip {line}")
            _, verb, address, *_, device = line.split()
            if device == "kt0":
                change = self.addresses.add if verb == "add" else self.addresses.discard
                change(address.removesuffix("/32"))

    def _nft(self, *argv: str, stdin: str = "") -> str:
        self._try(" ".join((*argv, stdin)))
        if stdin:
            self._generation += 1
        if stdin or argv[0] == "conntrack":
            self.done.append(" ".join((*argv, stdin)).strip())
        return "listing" if "--terse" in argv else ""

    def _wg(self, *argv: str) -> str:
        self._try(" ".join(argv))
        if argv[0] == "ip":
            self.replace_interface()
            return ""
        if argv[1] == "show":
            return self._dump()
        self.done.append(" ".join(argv))
        words = iter(argv[3:])
        for word in words:
            if word == "peer":
                self._set_peer(next(words), words)
        return ""

    def replace_interface(self) -> None:
        """As a reboot does, or somebody who starts WireGuard anew."""
        self.remove_interface()
        self.index = self._next_index
        self._next_index += 1

    def remove_interface(self) -> None:
        self.index = None
        self.peers.clear()
        self.counters.clear()

    def _set_peer(self, key: str, words: Iterator[str]) -> None:
        if next(words) == "remove":
            self.peers.pop(key, None)
            self.counters.pop(key, None)
            return
        address = next(words).removesuffix("/32")
        for other, taken in self.peers.items():
            if address and taken == address:
                self.peers[other] = ""
        self.peers[key] = address

    def _dump(self) -> str:
        if self.index is None:
            raise CommandError("wg: no such device")
        lines = [f"secret\t{OWN_KEY}\t51820\toff"]
        for key, address in self.peers.items():
            handshake, received, sent = self.counters.get(key, (0, 0, 0))
            lines.append(f"{key}\t(none)\t198.51.100.7:5\t{address}/32\t{handshake}\t{received}\t{sent}\toff")
        return "\n".join(lines)


def _answering[Answer](answer: Callable[[], Answer]) -> Callable[..., Answer]:
    """The same answer whatever is asked."""

    def call(*_: object, **__: object) -> Answer:
        return answer()

    return call


class MemoryGuard(Guard):
    """A guard whose table is only remembered."""

    def __init__(self, folder: Path = Path()) -> None:
        super().__init__(folder)
        self.closed = set[str]()

    def hold(self, protected: Protected, closed: AbstractSet[str]) -> None:
        del protected
        self.closed = set(closed)

    def change(
        self, *, close: AbstractSet[str] = frozenset(), reopen: AbstractSet[str] = frozenset()
    ) -> None:
        self.closed = (self.closed | close) - reopen


class _Silence:
    """Nobody else changes this host."""

    def concern(self, *_: object) -> bool:
        return False

    async def wait(self, seconds: float) -> None:
        # sleep: it is waited for news that never come.
        await asyncio.sleep(seconds)

    def close(self) -> None:
        pass


def a_plane(folder: Path) -> DataPlane:
    return DataPlane(Store(folder), public_key=OWN_KEY, interface="ieum0", uplinks=UPLINKS)


def a_plane_that_serves(desired: Desired, folder: Path) -> DataPlane:
    plane = a_plane(folder)
    applied = plane.converge(desired, now=NOW)
    assert not applied.problems
    return plane
