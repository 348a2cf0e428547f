"""Decide what of the peers' counters to tell the shop now, so that each byte counts once and no session is missed."""

import logging
import secrets
from collections.abc import Iterable, Mapping
from typing import NamedTuple

import msgspec

log = logging.getLogger("ieum.gateway")

# Seconds after which WireGuard gives up a session, so that a later handshake is a new connection.
SESSION_TIMEOUT = 180
REPORT_INTERVAL = 30
# Seconds that a client's new address is left unreported after the last change: two devices with one key take turns.
SHORTEST_RUN = 10
# What cannot be told is kept up to here; then the oldest goes. Counters are sums, so few bytes are lost with it.
MOST_WAITING = 50_000
# Samples of one peer must not have the same moment; what ended is told as a millisecond older than what follows.
_JUST_BEFORE = 0.001


class Figures(NamedTuple):
    """Counters of a peer on the WireGuard interface."""

    handshake: int
    """Unix time of the last handshake, 0 before the first."""
    received: int
    sent: int
    client: str = ""
    """Where the peer's packets come from, as `wg` prints it: address and port."""


NEVER_CONNECTED = Figures(0, 0, 0)


class Reading(NamedTuple):
    """The counters of all peers on one interface."""

    interface: str
    """Which one it is: one that is created anew has another, after a reboot too. Empty where nobody knows."""
    peers: Mapping[str, Figures]


class Run(NamedTuple):
    """Since when a peer is connected from one client by one exit. Zero where that was before the agent started."""

    since: float
    client: str
    exit: str


class Sample(NamedTuple):
    """A peer's counters at a moment. `epoch` names their life: they begin anew with the interface and the peer."""

    key: str
    epoch: int
    at: float
    run: Run
    figures: Figures


class Kept(msgspec.Struct):
    """State that outlives the agent: the lives of the counters, and what the shop has not been told yet."""

    life: int = 0
    interface: str = ""
    """Whose life it is, empty where that is not known. Agents of older versions did not know."""
    epochs: dict[str, int] = {}
    """Of peers that were taken off and may be back, whose counters are younger than the interface."""
    waiting: list[Sample] = []


class UsageTracker:
    """Compares each peer's counters with those last reported. `now` is in seconds of any one clock, `at` is Unix time.

    A life of 0 is the one that agents of older versions did not name: an interface of theirs goes on with it.
    """

    def __init__(self, *, now: float, kept: Kept | None = None) -> None:
        kept = kept or Kept()
        self._life = kept.life
        self._interface = kept.interface
        self._is_fresh = False
        """Whether nothing was counted in this life yet."""
        self._epochs = dict(kept.epochs)
        self._waiting: dict[Sample, None] = dict.fromkeys(kept.waiting)
        """What has ended and is not reported yet, in the order in which it did."""
        self._current: Mapping[str, Figures] = {}
        self._observed_at = 0.0
        self._is_read = False
        """Whether the interface was read since the last round."""
        self._reported: dict[str, Figures] = {}
        self._runs: dict[str, Run] = {}
        self._moved: set[str] = set()
        """Peers whose run has begun, or that were parked or freed, and of which that is not reported yet."""
        self._exits: Mapping[str, str] = {}
        self._next_round = now + REPORT_INTERVAL
        self.is_unsaved = False
        """Whether `kept` has changed in what must not be forgotten."""

    def observe(self, reading: Reading | None, at: float) -> None:
        """Take a reading of the interface, None where there is none: the next one's counters have another life."""
        if reading is None:
            self._observe({}, at)
            if not self._is_fresh:
                self._begin_life("")
        else:
            self.stand_on(reading.interface, at)
            self._observe(reading.peers, at)
        self._is_fresh = reading is None

    def stand_on(self, interface: str, at: float) -> bool:
        """The peers are on this interface. Where another one has gone unseen, their counters have another life; say so.

        The counters of the one before are no measure for these.
        """
        is_another = self._interface not in {"", interface}
        if is_another:
            self._observe({}, at)
            self._begin_life(interface)
        elif self._interface != interface:
            self._interface, self.is_unsaved = interface, True
        return is_another

    def _begin_life(self, interface: str) -> None:
        self._life, self._interface, self._epochs = secrets.randbits(62), interface, {}
        self.is_unsaved = True

    def _observe(self, figures: Mapping[str, Figures], at: float) -> None:
        for key in self._current.keys() - figures.keys():
            # Where somebody else has taken it off, it may be back with counters of another life.
            self._end_life(key, self._current[key], at)
        for key, current in figures.items():
            before = self._current.get(key)
            if before is not None and before != current:
                self._compare(key, before, current, at)
        self._current, self._observed_at, self._is_read = figures, at, True

    def leave_by(self, exits: Mapping[str, str], at: float) -> None:
        """The exit addresses by public key, once they are applied. Whoever is connected goes on by the new one."""
        for key, address in exits.items():
            current = self._current.get(key)
            if current is None or self._exits.get(key, address) == address:
                continue
            if at - current.handshake <= SESSION_TIMEOUT:
                run = self._run_of(key, current)
                self._end_run(key, current, at)
                self._begin_run(key, Run(at, run.client, address))
        self._exits = exits

    def begin(self, epochs: Mapping[str, int], at: float) -> None:
        """Peers that were put on the interface have these lives, which are on the disk already, if it could take them.

        Not until a peer is put: an agent that is killed after it has taken one off has told nobody of another life.
        """
        if not epochs:
            return
        for key in epochs.keys() & self._current.keys():
            # Somebody else had taken it off, unseen: what it had counted belongs to the life before.
            self._forget(key, self._current[key], at)
        self._current = {key: current for key, current in self._current.items() if key not in epochs}
        self._epochs |= epochs
        self.is_unsaved = True

    def take_off(self, figures: Mapping[str, Figures], at: float, *, known: Iterable[str] = ()) -> None:
        """Keep the last counters of removed peers, connected ever or never. They begin anew where a peer returns.

        `known`: the keys of all peers that may return.
        """
        if not figures:
            return
        for key, last in figures.items():
            before = self._current.get(key)
            if before is not None and _has_fallen(before, last):
                self._end_life(key, before, at)
            self._wait(Sample(key, self._epoch(key), at, self._run_of(key, last), last))
            self._reported[key] = last
            self._forget(key, last, at)
            self._epochs[key] = secrets.randbits(62)
        self._current = {key: current for key, current in self._current.items() if key not in figures}
        living = {*known, *self._current}
        self._epochs = {key: epoch for key, epoch in self._epochs.items() if key in living}
        self.is_unsaved = True

    def tell(self, keys: Iterable[str]) -> None:
        """Have these peers reported at once."""
        self._moved.update(key for key in keys if key in self._current)

    def last(self) -> list[Sample]:
        """Return what has ended and is not reported yet, also of peers that never connected."""
        return list(self._waiting)

    def is_whole(self, now: float) -> bool:
        """Tell whether `due` returns all that has changed, as a reading since the last round tells."""
        return self._is_read and now >= self._next_round

    def due(self, now: float) -> list[Sample]:
        """Return what has ended and new connections at once; all else that changed every `REPORT_INTERVAL` seconds."""
        changed = (
            key
            for key, current in self._current.items()
            if self._reported.get(key, NEVER_CONNECTED) != current or key in self._moved
        )
        in_round = now >= self._next_round
        return [
            *self._waiting,
            *(self._sample(key) for key in changed if in_round or self._is_new(key)),
        ]

    def mark_reported(self, samples: Iterable[Sample], now: float) -> None:
        for sample in samples:
            if sample in self._waiting:
                del self._waiting[sample]
            elif sample.key in self._current and sample.epoch == self._epoch(sample.key):
                self._reported[sample.key] = sample.figures
                if self._runs.get(sample.key) == sample.run:
                    self._moved.discard(sample.key)
        if now >= self._next_round:
            self._next_round, self._is_read = now + REPORT_INTERVAL, False

    def kept(self) -> Kept:
        """Return what to save for the agent's next start; with it a crash of the host loses what came after."""
        changed = [
            self._sample(key)
            for key, current in self._current.items()
            if self._reported.get(key, NEVER_CONNECTED) != current
        ]
        # No more than waits here: an agent that starts again and again while the shop is away adds to it each time.
        waiting = [*self._waiting, *changed][-MOST_WAITING:]
        return Kept(self._life, self._interface, self._epochs, waiting)

    def _compare(self, key: str, before: Figures, current: Figures, at: float) -> None:
        run = self._run_of(key, before)
        if _has_fallen(before, current):
            self._end_life(key, before, at)
        elif current.handshake - before.handshake > SESSION_TIMEOUT:
            self._end_run(key, before, at)
            self._begin_run(key, Run(current.handshake, _address(current.client), self._exits.get(key, "")))
        # One that is still to begin was noted before the clock was set back, by hours perhaps.
        elif run.client != (client := _address(current.client)) and abs(at - run.since) >= SHORTEST_RUN:
            self._end_run(key, before, at)
            self._begin_run(key, Run(at, client, run.exit))

    def _run_of(self, key: str, figures: Figures) -> Run:
        run = self._runs.get(key)
        if run is None:
            run = self._runs[key] = Run(0, _address(figures.client), self._exits.get(key, ""))
        return run

    def _begin_run(self, key: str, run: Run) -> None:
        self._runs[key] = run
        self._moved.add(key)

    def _end_run(self, key: str, last: Figures, at: float) -> None:
        """Have the counters told as they were, where the shop does not know them."""
        if self._reported.get(key, NEVER_CONNECTED) != last:
            run = self._run_of(key, last)
            self._wait(Sample(key, self._epoch(key), at - _JUST_BEFORE, run, last))

    def _end_life(self, key: str, last: Figures, at: float) -> None:
        """Have the next counters of this peer told as those of another life."""
        self._forget(key, last, at)
        self._epochs[key], self.is_unsaved = secrets.randbits(62), True

    def _forget(self, key: str, last: Figures, at: float) -> None:
        """Of a peer that is gone, or whose counters are."""
        self._end_run(key, last, at)
        self._reported.pop(key, None)
        self._runs.pop(key, None)
        self._moved.discard(key)

    def _wait(self, sample: Sample) -> None:
        self._waiting[sample] = None
        if len(self._waiting) > MOST_WAITING:
            del self._waiting[next(iter(self._waiting))]
            log.warning("usage: more waits for the shop than is kept; the oldest is dropped")

    def _is_new(self, key: str) -> bool:
        reported = self._reported.get(key, NEVER_CONNECTED)
        return key in self._moved or self._current[key].handshake - reported.handshake > SESSION_TIMEOUT

    def _sample(self, key: str) -> Sample:
        current = self._current[key]
        run = self._run_of(key, current)
        return Sample(key, self._epoch(key), max(self._observed_at, run.since), run, current)

    def _epoch(self, key: str) -> int:
        return self._epochs.get(key, self._life)


def _has_fallen(before: Figures, current: Figures) -> bool:
    """Tell whether the counters have begun anew in between."""
    return current.received < before.received or current.sent < before.sent


def _address(client: str) -> str:
    """The client without its port, which changes with every entry of a router's table. Empty where there is none."""
    address = client.rpartition(":")[0].removeprefix("[").removesuffix("]")
    # A neighbour of the host has the host's device behind its address.
    return address.partition("%")[0]
