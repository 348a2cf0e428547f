"""Decide which peers are served now. After a change only what it touches is decided anew."""

import hashlib
import heapq
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from ipaddress import AddressValueError, IPv4Address, IPv4Network

from ieum.gateway.desired import Desired, Touched
from ieum.gateway.parking import Place
from ieum.gateway.peers import short
from ieum.gateway.protocol import Endpoint, Exit, Network
from ieum.gateway.rules import Bucket
from ieum.gateway.uplinks import Line, Lines

_PUBLIC_KEY = re.compile(r"[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=")


_FEW = 100
_FASTEST = 100_000  # Mbit/s
_LONGEST_NAME = 96  # of the 128 letters of a name in the table

type LineOf = Callable[[IPv4Address], Line | None]


@dataclass(frozen=True, slots=True)
class ServedPeer:
    """A peer that may use the tunnel, with the carrier line of its exit address.

    One of the waiting room has neither line nor exit address.
    """

    tunnel_address: str
    exit_address: str
    line: Line | None
    tail_address: str | None = None
    """What is open by this address goes on by it."""
    buckets: tuple[Bucket, ...] = ()
    place: Place | None = None
    """None where as many as there are may be connected at once."""

    @property
    def waits(self) -> bool:
        """Tell whether the peer's service is over: it reaches the shop alone."""
        return self.line is None

    @property
    def host_addresses(self) -> Iterator[tuple[str, str]]:
        """The addresses that the host must have for it, as pairs of device and address."""
        if self.line is None:
            return
        yield self.line.device, self.exit_address
        if self.tail_address is not None:
            yield self.line.device, self.tail_address


@dataclass(frozen=True)
class SelectionChange:
    """Peers by public key, before and after; a peer that is served as before is in neither."""

    before: Mapping[str, ServedPeer]
    after: Mapping[str, ServedPeer]


class Selection:
    """The peers to serve at a moment. A faulty entry is left out with its reason; the others are served."""

    def __init__(self, lines: Lines, *, own_key: str) -> None:
        self._own_key = own_key
        self._served: dict[str, ServedPeer] = {}
        self._keys: dict[str, str] = {}
        """Endpoint → public key, of those that are served."""
        self._owners: dict[str, str] = {}
        """Tunnel address → public key."""
        self._problems: dict[str, str] = {}
        """By endpoint."""
        self._of_exit: dict[str, tuple[str, ...]] = {}
        """Exit → the endpoints that name it, served or not."""
        self._exit_of: dict[str, str] = {}
        self._ends: list[tuple[datetime, str]] = []
        """A heap of the moments at which an exit or its tail ends; those that were moved since are still in it."""
        self._ends_of: dict[str, tuple[datetime, ...]] = {}
        """By exit: those of them that count."""
        self._decided_at: datetime | None = None
        self._uses: Counter[tuple[str, str]] = Counter()
        self._waiting = 0
        self._line_of = lru_cache(maxsize=4096)(lines.line_of)
        """One exit often has several endpoints."""

    @property
    def served(self) -> Mapping[str, ServedPeer]:
        return self._served

    @property
    def problems(self) -> tuple[str, ...]:
        """Return a sentence for each peer that should be served but cannot be."""
        return tuple(self._problems.values())

    @property
    def faulty(self) -> tuple[str, ...]:
        """Their endpoints."""
        return tuple(self._problems)

    @property
    def next_expiry(self) -> datetime | None:
        """Return when the next exit or tail ends, or would have before it was moved."""
        return self._ends[0][0] if self._ends else None

    @property
    def waiting(self) -> int:
        """Count the peers in the waiting room."""
        return self._waiting

    @property
    def host_addresses(self) -> frozenset[tuple[str, str]]:
        return frozenset(self._uses)

    def uses(self, address: tuple[str, str]) -> bool:
        return address in self._uses

    def update(self, desired: Desired, touched: Touched, *, now: datetime) -> SelectionChange:
        """Decide anew about these exits and endpoints, and about those whose time has come.

        About all, where the clock was set back since: what had ended by it may not have.
        """
        if self._decided_at is not None and now < self._decided_at:
            touched = Touched({*touched.exits, *desired.exits}, {*touched.endpoints, *desired.endpoints})
        self._decided_at = now
        exits = {*touched.exits, *self._ended(now)}
        # Those that have a problem may have waited for a key or a tunnel address that is free now.
        waiting = list(self._problems)
        again = dict.fromkeys(touched.endpoints)
        again |= dict.fromkeys(id_ for exit_ in exits for id_ in self._of_exit.get(exit_, ()))
        again |= dict.fromkeys(waiting)
        before = dict(filter(None, map(self._leave_out, again)))
        for id_ in touched.endpoints:
            self._index(id_, desired.endpoints.get(id_))
        after = dict(filter(None, (self._take_in(id_, desired, now) for id_ in again)))
        self._note_ends({self._exit_of[id_] for id_ in again if id_ in self._exit_of} | exits, desired, now)
        same = {key for key, peer in after.items() if before.get(key) == peer}
        return SelectionChange(
            {key: peer for key, peer in before.items() if key not in same},
            {key: peer for key, peer in after.items() if key not in same},
        )

    def _ended(self, now: datetime) -> set[str]:
        ended: set[str] = set()
        while self._ends and self._ends[0][0] <= now:
            ended.add(heapq.heappop(self._ends)[1])
        for id_ in ended:
            self._ends_of.pop(id_, None)  # what is still to come of it is noted again
        return ended

    def _note_ends(self, exits: Iterable[str], desired: Desired, now: datetime) -> None:
        for id_ in exits:
            exit_ = desired.exits.get(id_)
            if exit_ is None or id_ not in self._of_exit or _end_of(exit_) <= now:
                self._ends_of.pop(id_, None)
                continue
            ends = tuple(end for end in (_end_of(exit_), exit_.tail_until) if end is not None and end > now)
            known = self._ends_of.get(id_, ())
            self._ends_of[id_] = ends
            for end in ends:
                if end not in known:
                    heapq.heappush(self._ends, (end, id_))
        # Not at each move: the whole is built anew once as much has moved as there is.
        if len(self._ends) > 4 * len(self._ends_of) + _FEW:
            self._ends = [(end, id_) for id_, ends in self._ends_of.items() for end in ends]
            heapq.heapify(self._ends)

    def _index(self, id_: str, endpoint: Endpoint | None) -> None:
        old = self._exit_of.pop(id_, None)
        if old is not None:
            others = tuple(one for one in self._of_exit[old] if one != id_)
            if others:
                self._of_exit[old] = others
            else:
                del self._of_exit[old]
        if endpoint is not None:
            self._exit_of[id_] = endpoint.exit
            self._of_exit[endpoint.exit] = (*self._of_exit.get(endpoint.exit, ()), id_)

    def _leave_out(self, id_: str) -> tuple[str, ServedPeer] | None:
        self._problems.pop(id_, None)
        key = self._keys.pop(id_, None)
        if key is None:
            return None
        peer = self._served.pop(key)
        self._waiting -= peer.waits
        del self._owners[peer.tunnel_address]
        for address in peer.host_addresses:
            self._uses[address] -= 1
            if not self._uses[address]:
                del self._uses[address]
        return key, peer

    def _take_in(self, id_: str, desired: Desired, now: datetime) -> tuple[str, ServedPeer] | None:
        endpoint = desired.endpoints.get(id_)
        exit_ = None if endpoint is None else desired.exits.get(endpoint.exit)
        if endpoint is None or exit_ is None or _end_of(exit_) <= now or desired.network is None:
            return None
        key = endpoint.identity
        checked = _check(endpoint, exit_, desired.network, self._line_of, now=now)
        if key == self._own_key:
            # WireGuard leaves such a peer out without a word, and the host would be set up anew for ever.
            self._problems[id_] = f"peer {short(key)}: this is the gateway's own key"
        elif isinstance(checked, str):
            self._problems[id_] = f"peer {short(key)}: {checked}"
        elif checked.tunnel_address in self._owners:
            other = short(self._owners[checked.tunnel_address])
            self._problems[id_] = (
                f"peer {short(key)}: {checked.tunnel_address} already belongs to peer {other}"
            )
        elif key in self._served:
            self._problems[id_] = f"peer {short(key)}: this key is there twice"
        else:
            self._keys[id_] = key
            self._owners[checked.tunnel_address] = key
            self._served[key] = checked
            self._waiting += checked.waits
            self._uses.update(checked.host_addresses)
            return key, checked
        return None


def select_peers(desired: Desired, *, lines: Lines, now: datetime, own_key: str = "") -> Selection:
    selection = Selection(lines, own_key=own_key)
    selection.update(desired, Touched((), desired.endpoints), now=now)
    return selection


def _check(
    endpoint: Endpoint, exit_: Exit, network: Network, line_of: LineOf, *, now: datetime
) -> ServedPeer | str:
    """The peer ready to be served, or the reason why it cannot be."""
    tunnel = _check_tunnel(endpoint, network)
    if isinstance(tunnel, str):
        return tunnel
    if exit_.shop_until is not None:
        return ServedPeer(str(tunnel), "", None)
    try:
        leaving = IPv4Address(exit_.address)
    except AddressValueError as wrong:
        return str(wrong)
    line = line_of(leaving)
    if line is None:
        return f"exit address {leaving} belongs to no uplink"
    tail, place = _tail(exit_, line, line_of, now=now), place_of(exit_)
    return ServedPeer(str(tunnel), str(leaving), line, tail, _buckets(exit_), place)


def _check_tunnel(endpoint: Endpoint, network: Network) -> IPv4Address | str:
    """Its tunnel address, or the reason why it cannot use the tunnel."""
    if endpoint.kind != "wireguard":
        return f"endpoints of the kind {endpoint.kind[:20]!r} are not served here"
    if not _PUBLIC_KEY.fullmatch(endpoint.identity):
        return "not a WireGuard public key"
    try:
        tunnel = IPv4Address(endpoint.tunnel_address)
    except AddressValueError as wrong:
        return str(wrong)
    if tunnel not in _network(network.tunnel_network) or str(tunnel) == network.gateway_address:
        return f"{tunnel} is not a tunnel address of {network.tunnel_network}"
    return tunnel


def _end_of(exit_: Exit) -> datetime:
    return exit_.shop_until or exit_.until


def place_of(exit_: Exit) -> Place | None:
    """None for a number that lets nobody through, as a speed that no line has limits nothing."""
    return Place(exit_.id, exit_.connections) if exit_.connections and exit_.connections > 0 else None


def _buckets(exit_: Exit) -> tuple[Bucket, ...]:
    """Return the exit's limits. A speed that no line has limits nothing: a customer is better served than held back."""
    # A name in the table takes letters and digits; ids of the shop are numbers.
    is_name = exit_.id.isascii() and exit_.id.isalnum() and len(exit_.id) <= _LONGEST_NAME
    id_ = exit_.id if is_name else hashlib.sha256(exit_.id.encode()).hexdigest()
    both = (Bucket("up", id_, exit_.upload_mbit or 0), Bucket("down", id_, exit_.download_mbit or 0))
    return tuple(bucket for bucket in both if 1 <= bucket.mbit <= _FASTEST)


def _tail(exit_: Exit, line: Line, line_of: LineOf, *, now: datetime) -> str | None:
    """The old address that may go on. It must belong to the same line, because a peer's packets have one mark."""
    if exit_.tail_address is None or exit_.tail_until is None or exit_.tail_until <= now:
        return None
    try:
        address = IPv4Address(exit_.tail_address)
    except AddressValueError:
        return None
    return str(address) if line_of(address) == line else None


@lru_cache(maxsize=1)
def _network(network: str) -> IPv4Network:
    return IPv4Network(network)
