"""A second guard of the host's own ports, and of the ways through it, in a table that nobody else can change or flush.

The kernel ends such a table with the socket that made it, so `keeper` holds that socket open while no agent runs.
It stands beside the firewall table: where one is gone, the other still keeps customers and the internet out.
"""

import contextlib
import logging
import os
import socket
import sys
from collections.abc import Generator, Sequence
from collections.abc import Set as AbstractSet
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from ieum.gateway import keeper, nftlink
from ieum.gateway.host import namespace_of
from ieum.gateway.netlink import NETFILTER
from ieum.gateway.policy import INWARD_MARK
from ieum.gateway.shell import CommandError, start_detached
from ieum.gateway.uplinks import FIRST_MARK
from ieum.gateway.waiting_room import WAITING_MARK, Door

log = logging.getLogger("ieum.gateway")

TABLE = "ieum_guard"

_CLOSED = "closed"
_ARRIVED, _TO_THE_HOST, _THROUGH_IT = "prerouting", "input", "forward"
_BEFORE_THE_FIREWALL = -10
_BEFORE_TRANSLATIONS = -160  # and once the kernel has found the connection (-200)
_ICMP, _TCP = 1, 6
_OF_LINES = 0xFFFFFF00  # what the marks of all lines have in common
_PATIENCE = 5.0  # seconds


class Protected(NamedTuple):
    """Parameters of the guard's rules."""

    interface: str
    gateway_address: str
    doors: frozenset[Door] = frozenset()
    """The shop's, which devices of the waiting room reach, where it is on this very host."""


class _Kept(NamedTuple):
    kernel: socket.socket
    """The process that holds it owns the table."""
    keeper: socket.socket
    """The keeper's end closes with the keeper."""


class Guard:
    def __init__(self, folder: Path) -> None:
        self._path = folder / "guard"
        self._kept: _Kept | None = None
        self._protected: Protected | None = None
        self._closed: set[str] = set()
        self.transactions = 0
        """Of nftables, since the start."""

    def hold(self, protected: Protected, closed: AbstractSet[str]) -> None:
        """Make the table hold this, whatever it holds."""
        kept = self._keep()
        if protected == self._protected:
            self.change(close=closed - self._closed, reopen=self._closed - closed)
            return
        self._protected = None
        self._send(kept, _orders(protected, closed))
        self._protected, self._closed = protected, set(closed)

    def change(
        self, *, close: AbstractSet[str] = frozenset(), reopen: AbstractSet[str] = frozenset()
    ) -> None:
        if self._kept is None or self._protected is None:
            return  # the host is not set up; `hold` will be told all of it
        table, new, old = nftlink.Table(TABLE), sorted(close - self._closed), sorted(reopen & self._closed)
        if orders := [*table.add_elements(_CLOSED, new), *table.delete_elements(_CLOSED, old)]:
            self._send(self._kept, orders)
        self._closed = (self._closed | close) - reopen

    def is_kept(self) -> bool:
        """Tell whether the table would outlive this process. True before there is any."""
        return self._kept is None or _is_open(self._kept.keeper)

    def _send(self, kept: _Kept, orders: Sequence[nftlink.Order]) -> None:
        try:
            nftlink.send(kept.kernel, orders)
        except CommandError as refused:
            self._protected = None  # what the table holds is not known
            raise CommandError(f"the table {TABLE}, which takes Linux 5.12 or newer: {refused}") from refused
        self.transactions += 1

    def _keep(self) -> _Kept:
        """Own the table's socket, the one of an earlier run if that is kept, and have it kept."""
        if self._kept is None:
            self._kept = _adopt(self._path)
        if self._kept is None or not _is_open(self._kept.keeper):
            kernel = self._kept.kernel if self._kept else _new_kernel_socket()
            _start_keeper(self._path, kernel)
            self._kept = _adopt(self._path)
        if self._kept is None:
            raise CommandError("the guard table: nobody keeps it open")
        return self._kept


def end(folder: Path) -> None:
    """End the keeper, and with it the table."""
    with contextlib.suppress(OSError), _call(folder / "guard") as asking:
        asking.send(keeper.END)
        asking.recv(1)
    (folder / "guard").unlink(missing_ok=True)


def _orders(protected: Protected, closed: AbstractSet[str]) -> list[nftlink.Order]:
    """Replace the table.

    The internet reaches a closed address by ping and with answers alone, whatever port of it another program (Docker)
    leads elsewhere. Through the host goes what the firewall table has marked, also where the policy rules are flushed.
    """
    table = nftlink.Table(TABLE)
    from_tunnel, into_tunnel = nftlink.arrives_by(protected.interface), nftlink.leaves_by(protected.interface)
    return [
        table.create(),
        table.delete(),
        table.create(),
        table.add_set(_CLOSED),
        table.add_chain(_ARRIVED, priority=_BEFORE_TRANSLATIONS),
        table.add_rule(
            _ARRIVED,
            *(nftlink.is_not_established(), nftlink.goes_to_one_of(_CLOSED)),
            *(nftlink.is_protocol(_ICMP, equal=False), nftlink.drop()),
        ),
        table.add_chain(_TO_THE_HOST, priority=_BEFORE_THE_FIREWALL),
        table.add_rule(
            _TO_THE_HOST,
            *(from_tunnel, nftlink.goes_to(protected.gateway_address)),
            *(nftlink.is_protocol(_ICMP), nftlink.is_echo_request(), nftlink.accept()),
        ),
        *(
            table.add_rule(
                _TO_THE_HOST,
                *(from_tunnel, nftlink.has_mark(WAITING_MARK), nftlink.goes_to(door.address)),
                *(nftlink.is_protocol(_TCP), nftlink.goes_to_port(door.port), nftlink.accept()),
            )
            for door in sorted(protected.doors)
        ),
        table.add_rule(_TO_THE_HOST, from_tunnel, nftlink.drop()),
        table.add_chain(_THROUGH_IT, priority=_BEFORE_THE_FIREWALL),
        table.add_rule(_THROUGH_IT, from_tunnel, nftlink.has_mark(WAITING_MARK), nftlink.accept()),
        table.add_rule(
            _THROUGH_IT,
            *(from_tunnel, nftlink.is_marked_otherwise(FIRST_MARK, mask=_OF_LINES), nftlink.drop()),
        ),
        table.add_rule(_THROUGH_IT, into_tunnel, nftlink.is_marked_otherwise(INWARD_MARK), nftlink.drop()),
        *table.add_elements(_CLOSED, sorted(closed)),
    ]


def _new_kernel_socket() -> socket.socket:
    return socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, NETFILTER)


def _adopt(path: Path) -> _Kept | None:
    """The kept socket; None where no keeper answers, or it keeps one of another network namespace."""
    try:
        asking = _call(path)
        asking.send(keeper.HAND_OVER)
        _, (number, *_), _, _ = socket.recv_fds(asking, 1, 1)
    except (OSError, ValueError):
        return None
    kernel = socket.socket(fileno=number)
    with _new_kernel_socket() as own:
        if namespace_of(kernel) != namespace_of(own):
            kernel.close()
            asking.close()
            return None
    return _Kept(kernel, asking)


def _start_keeper(path: Path, kernel: socket.socket) -> None:
    end(path.parent)
    with socket.socket(socket.AF_UNIX) as listening:
        with _short(path) as name:
            listening.bind(name)
        listening.listen()
        numbers = (listening.fileno(), kernel.fileno())
        # Without the packages (-I -S), and with nothing else of the agent's open.
        start_detached(sys.executable, "-I", "-S", keeper.__file__, *map(str, numbers), pass_fds=numbers)
    log.info("the guard table is kept")


def _call(path: Path) -> socket.socket:
    asking = socket.socket(socket.AF_UNIX)
    try:
        asking.settimeout(_PATIENCE)
        with _short(path) as name:
            asking.connect(name)
    except BaseException:
        asking.close()
        raise
    return asking


@contextmanager
def _short(path: Path) -> Generator[str]:
    """A name for a socket in a folder whose own name may be longer than the kernel takes for sockets."""
    folder = os.open(path.parent, os.O_PATH | os.O_DIRECTORY)
    try:
        yield f"/proc/self/fd/{folder}/{path.name}"
    finally:
        os.close(folder)


def _is_open(keeping: socket.socket) -> bool:
    keeping.setblocking(False)
    try:
        return bool(keeping.recv(1))
    except BlockingIOError:
        return True
    except OSError:
        return False
