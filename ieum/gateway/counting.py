"""Read the peers' counters, report what they have used, and keep what the shop has not taken."""

import asyncio
import logging
from collections.abc import Sequence
from functools import partial
from http import HTTPStatus
from itertools import batched
from time import monotonic, time

import httpx

from ieum.gateway.desired import Desired
from ieum.gateway.plane import Applied, Plane
from ieum.gateway.reports import reports
from ieum.gateway.shell import CommandError
from ieum.gateway.shop import BackOff, ShopClient, ShopRefusedError, describe
from ieum.gateway.store import Store
from ieum.gateway.usage import Sample, UsageTracker

log = logging.getLogger("ieum.gateway")

_POLL_SECONDS = 1.0  # between two readings, and between two looks at what is due
_PEERS_PER_REPORT = 5_000  # the shop accepts four times as many
_SECONDS_PER_PEER = 0.0005  # of pause after the counters were read, which takes 10 µs of CPU time a peer


class Counting:
    def __init__(self, shop: ShopClient, plane: Plane, store: Store) -> None:
        self._shop = shop
        self._plane = plane
        self._store = store
        self._usage = UsageTracker(now=monotonic(), kept=store.usage())
        self._parked: frozenset[str] = frozenset()
        """Peers of which nothing is let through."""
        self._changed_peers: set[str] = set()
        """Peers that were put or taken off since the counters began to be read."""
        self._is_replaced = False
        """Whether the interface is another one than when the counters began to be read."""
        self.paused = asyncio.Lock()
        """Held while the host is changed, until `note` was told of it, and while a reading is compared."""
        self._saving = asyncio.Lock()
        """Held while use is saved: two must not write it at once, and the newer must come last."""
        self._is_told = False
        """Whether it was logged that what was used cannot be saved."""

    def note(self, applied: Applied, desired: Desired) -> None:
        """Note whose counters have ended and begun, and who leaves by which exit. The caller holds `paused`."""
        # Else a peer that is taken off before the next reading would have its counters compared with those of before.
        if applied.interface and self._usage.stand_on(applied.interface, time()):
            self._is_replaced = True
        # What a reading from before has of peers that were put is of no life that is known here.
        self._changed_peers.update(applied.taken_off, applied.begun)
        known = (endpoint.identity for endpoint in desired.endpoints.values())
        self._usage.take_off(applied.taken_off, time(), known=known)
        self._usage.begin(applied.begun, time())
        if not applied.problems:
            self._usage.leave_by(_exits(desired), time())

    async def read(self) -> None:
        """Note each peer's counters: within a second on a small gateway, seldomer where reading takes long."""
        is_told = False
        while True:
            peers = 0
            if not self._plane.is_setting_up():
                try:
                    peers = await self._read_once()
                except (CommandError, OSError) as failure:
                    if not is_told:
                        log.warning("the counters are read later: %s", failure)
                    is_told = True
                else:
                    is_told = False
            await asyncio.sleep(max(_POLL_SECONDS, peers * _SECONDS_PER_PEER))

    async def report(self) -> None:
        """Report who connected and how many bytes each customer sent and received."""
        back_off = BackOff()
        while True:
            await asyncio.sleep(_POLL_SECONDS)
            now = monotonic()
            due, is_whole = self._usage.due(now), self._usage.is_whole(now)
            if not due and not is_whole:
                continue
            try:
                await self._send(due, now, is_whole=is_whole)
            except (ShopRefusedError, httpx.HTTPError) as failure:
                delay = back_off.after(failure)
                log.warning("reporting usage: %s; next try in %.1f s", describe(failure), delay)
                # So that a host that crashes while the shop is away loses no more than it would otherwise.
                await self.save()
                await self._shop.wait_for_word(delay)
            else:
                back_off.reset()

    async def report_last(self) -> None:
        """Report peers that were taken off. A report that the shop does not accept must not delay acknowledgements."""
        last = self._usage.last()
        if not last:
            return
        try:
            await self._send(last)
        except ShopRefusedError as refused:
            if refused.status >= HTTPStatus.INTERNAL_SERVER_ERROR:
                raise
            log.warning("reporting last counters: %s", describe(refused))

    async def save(self) -> None:
        """Keep what is not reported for the next start. A full disk stops nothing."""
        # A write goes on in its thread when the agent ends; so does what waits for it here.
        await asyncio.shield(asyncio.ensure_future(self._write()))

    async def _read_once(self) -> int:
        """Read the counters and return of how many peers.

        The host may be changed meanwhile. A reading without a peer that is being taken off would be taken for that of
        a peer that is gone, and its last counters, which the change tells afterwards, for those of another life.
        """
        self._changed_peers.clear()
        self._is_replaced = False
        reading = await asyncio.to_thread(self._plane.figures)
        async with self.paused:
            if self._is_replaced:
                return 0  # of the interface before; the next reading is in a second
            if reading is not None:
                # Of peers that were taken off meanwhile, the last counters are known already.
                peers = {key: one for key, one in reading.peers.items() if key not in self._changed_peers}
                reading = reading._replace(peers=peers)
            self._usage.observe(reading, time())
        if self._usage.is_unsaved:
            await self.save()
        if reading is not None:
            park = partial(self._plane.park, reading, now=monotonic(), at=time())
            before, self._parked = self._parked, await asyncio.to_thread(park)
            self._usage.tell(before ^ self._parked)
        return len(reading.peers) if reading else 0

    async def _send(self, samples: Sequence[Sample], now: float = 0, *, is_whole: bool = False) -> None:
        """A round that has nothing to tell is told, too: so the shop knows that nobody has connected."""
        parked = self._parked
        told = 0
        for part in batched(samples, _PEERS_PER_REPORT) if samples else ((),):
            told += len(part)
            peers = reports(part, parked=parked)
            is_last = is_whole and told == len(samples)
            await self._shop.report(peers, partial=not is_last)
        self._usage.mark_reported(samples, now)
        self._usage.tell(parked ^ self._parked)

    async def _write(self) -> None:
        async with self._saving:
            async with self.paused:
                # No change has written lives meanwhile that are not known here.
                self._store.begin_usage()
                kept, self._usage.is_unsaved = self._usage.kept(), False
            try:
                await asyncio.to_thread(self._store.save_usage, kept)
            except OSError as failure:
                self._usage.is_unsaved = True
                if not self._is_told:
                    log.warning("what was used is not saved: %s", failure)
                self._is_told = True
            else:
                self._is_told = False


def _exits(desired: Desired) -> dict[str, str]:
    """The exit addresses of all peers, by public key."""
    return {
        endpoint.identity: exit_.address
        for endpoint in desired.endpoints.values()
        if (exit_ := desired.exits.get(endpoint.exit)) is not None
    }
