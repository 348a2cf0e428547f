"""Decide which devices of an exit are let through when more are connected than it is sold for. Pure.

A device that is not let through is parked: it stays a peer of the WireGuard interface, so that its handshakes are seen.
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from ieum.gateway.usage import SESSION_TIMEOUT, Figures

# A client makes the next handshake of a session after 120 seconds; one second of the difference is lost to whole
# seconds. One that comes sooner, from another port than the handshake before, is of a client that was switched off and
# on: it has a new socket. From the same one it was not heard, or heard nothing, for a moment.
SOONEST_REKEY = 110
# Seconds between two take-overs of one exit.
BETWEEN_TAKEOVERS = 60
# Seconds between two readings, after which several handshakes may have gone unseen.
LONGEST_GAP = 60


class Place(NamedTuple):
    """The exit of a peer, and how many peers of that exit are let through at once."""

    exit: str
    connections: int


class _Session(NamedTuple):
    """By the monotonic clock, so that a clock that is set begins and ends nothing."""

    begun: float
    seen: float
    """When its newest handshake was."""
    client: str
    """From where that came, so far as is known: a reading may show a new socket before its handshake is over."""


class _Exit:
    """The peers of an exit that has a limit."""

    def __init__(self) -> None:
        self.keys: dict[str, None] = {}
        self.connections = 1
        self.through: frozenset[str] | None = None
        """Peers that were let through at the last decision; None before the first one."""
        self.taken_over_at = float("-inf")


class Changed(NamedTuple):
    """Peers that are parked from now on, and peers that are so no longer."""

    parked: frozenset[str]
    freed: frozenset[str]


class Parking:
    """`parked`: the peers that an agent before this one had parked. Nobody takes over from them for a minute."""

    def __init__(self, parked: Iterable[str] = ()) -> None:
        self._parked = set(parked)
        self._inherited = frozenset(self._parked)
        self._handshakes: dict[str, int] = {}
        """As the interface tells them, in Unix time."""
        self._sessions: dict[str, _Session] = {}
        self._places: dict[str, Place] = {}
        self._exits: dict[str, _Exit] = {}
        self._due: set[str] = set()
        """Exits about which something has changed."""
        self._crowded: set[str] = set()
        """Exits that have a peer parked."""
        self._read_at = float("-inf")
        self._read_at_by_clock = float("-inf")

    @property
    def parked(self) -> frozenset[str]:
        return frozenset(self._parked)

    def place(self, places: Mapping[str, Place | None]) -> None:
        """Note the places of these peers; None for a peer that has no limit, or is gone."""
        for key, place in places.items():
            before = self._places.get(key)
            if before == place:
                continue
            if before is not None:
                del self._places[key]
                del self._exits[before.exit].keys[key]
                self._due.add(before.exit)
            if place is None:
                self._parked.discard(key)
            else:
                self._places[key] = place
                exit_ = self._exits.setdefault(place.exit, _Exit())
                exit_.keys[key], exit_.connections = None, place.connections
                self._due.add(place.exit)

    def replace(self, places: Mapping[str, Place]) -> None:
        """Note the places of all peers."""
        self.place({**dict.fromkeys(self._places.keys() - places.keys()), **places})
        self._parked &= places.keys()

    def observe(self, figures: Mapping[str, Figures], *, now: float, at: float) -> Changed:
        """Take a reading of the interface. `now` is monotonic, `at` is Unix time.

        A peer whose newest handshake is the one before costs a comparison; an exit where nothing has changed and
        nobody is parked costs nothing.
        """
        is_gap = max(now - self._read_at, at - self._read_at_by_clock) > LONGEST_GAP
        for key in self._handshakes.keys() - figures.keys():
            del self._handshakes[key]
            if self._sessions.pop(key, None) and (place := self._places.get(key)):
                self._due.add(place.exit)
        for key, one in figures.items():
            if one.handshake and one.handshake != self._handshakes.get(key):
                self._handshakes[key] = one.handshake
                # It came since the last reading, whatever the clock was set to meanwhile.
                seen = min(max(one.handshake - at + now, self._read_at), now)
                self._see(key, seen, client=one.client, is_gap=is_gap)
        self._read_at, self._read_at_by_clock = now, at
        looked_at, self._due = self._due | self._crowded, set()
        return self._decide(looked_at, now)

    def _see(self, key: str, seen: float, *, client: str, is_gap: bool) -> None:
        before = self._sessions.get(key)
        if before is None:
            begun = float("-inf") if key in self._inherited and self._read_at == float("-inf") else seen
        elif is_gap:
            # Handshakes may have gone unseen: it counts as the same session, if there was one.
            begun = before.begun if self._read_at - before.seen <= SESSION_TIMEOUT else seen
        elif (since := seen - before.seen) <= SESSION_TIMEOUT and (
            since >= SOONEST_REKEY or client == before.client
        ):
            begun = before.begun
        else:
            begun = seen
        self._sessions[key] = _Session(begun, seen, client)
        if (place := self._places.get(key)) and (before is None or begun != before.begun):
            self._due.add(place.exit)

    def _decide(self, exits: Iterable[str], now: float) -> Changed:
        parked: set[str] = set()
        freed: set[str] = set()
        for id_ in exits:
            exit_ = self._exits[id_]
            waiting = self._parked_of(exit_, now)
            parked |= waiting - self._parked
            freed |= {key for key in exit_.keys if key in self._parked and key not in waiting}
            (self._crowded.add if waiting else self._crowded.discard)(id_)
            if not exit_.keys:
                del self._exits[id_]
        self._parked |= parked
        self._parked -= freed
        return Changed(frozenset(parked), frozenset(freed))

    def _parked_of(self, exit_: _Exit, now: float) -> set[str]:
        """Let the newest sessions through. Whoever is let through stays so for a minute after a take-over."""
        live = [key for key in exit_.keys if self._is_live(key, now)]
        live.sort(key=lambda key: self._sessions[key].begun, reverse=True)
        if exit_.through is None:
            held = [key for key in live if key not in self._parked]
            if len(held) < len(live):
                exit_.taken_over_at = now
        else:
            held = [key for key in live if key in exit_.through]
        may_take_over = now - exit_.taken_over_at >= BETWEEN_TAKEOVERS
        first = live if may_take_over else [*held, *(key for key in live if key not in held)]
        exit_.through = frozenset(first[: exit_.connections])
        if not exit_.through.issuperset(held):
            exit_.taken_over_at = now
        return {key for key in live if key not in exit_.through}

    def _is_live(self, key: str, now: float) -> bool:
        session = self._sessions.get(key)
        return session is not None and now - session.seen <= SESSION_TIMEOUT
