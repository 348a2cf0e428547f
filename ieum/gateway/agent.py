"""The agent: follows the shop, keeps the host in line, and tells what it did."""

import asyncio
import contextlib
import logging
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from importlib.metadata import version
from itertools import batched
from time import monotonic

import httpx
import msgspec

from ieum.gateway.commands import CommandError
from ieum.gateway.desired import Desired, SnapshotNeededError, follow
from ieum.gateway.plane import Applied, Plane
from ieum.gateway.protocol import Ack
from ieum.gateway.shop import BackOff, Shop, ShopRefusedError
from ieum.gateway.store import Store
from ieum.gateway.usage import Figures, Ledger, reports

log = logging.getLogger("ieum.gateway")

AGENT = f"ieum/{version('ieum')}"
_LOOK = 1.0  # seconds between two looks at the interface, which is also how late an expiry may be
_PEERS_A_REPORT = 10_000  # the shop reads twice as many
_AUDIT = 3.0  # seconds between two comparisons of everything with what the host really has


class Agent:
    """Four loops on one state: none waits for another, so that a shop that is away stops nothing here."""

    def __init__(self, shop: Shop, plane: Plane, store: Store, *, public_key: str) -> None:
        self._shop = shop
        self._plane = plane
        self._store = store
        self._public_key = public_key
        self._desired = Desired()
        self._saved = self._desired
        self._changed = asyncio.Event()
        self._done: tuple[int, str | None] | None = None
        """Revision and problems of the newest attempt, to be acknowledged."""
        self._attempted = asyncio.Event()
        self._heard = asyncio.Event()
        """The shop is there again."""
        self._ledger = Ledger(now=monotonic())

    async def run(self) -> None:
        """Restore what was true before asking the shop; when cancelled, end and leave it all in place."""
        self._desired = self._saved = self._store.load()
        if self._desired.network:
            log.info("restored revision %d with %d peers", self._desired.revision, len(self._desired.peers))
        try:
            async with asyncio.TaskGroup() as loops:
                loops.create_task(self._keep_in_line())
                loops.create_task(self._listen())
                loops.create_task(self._acknowledge())
                loops.create_task(self._report())
        finally:
            await self._shop.close()

    async def _listen(self) -> None:
        """Follow the stream; after any trouble go on from the revision that is here."""
        back_off = BackOff()
        revision = self._desired.revision
        while True:
            try:
                async with contextlib.aclosing(self._shop.messages(revision)) as messages:
                    async for message in messages:
                        back_off.reset()
                        self._heard.set()
                        desired = follow(self._desired, message)
                        revision = desired.revision
                        if desired is not self._desired:
                            self._desired = desired
                            self._changed.set()
                delay = back_off.next()
                log.info("the shop ended the stream; asking again in %.1f s", delay)
            except SnapshotNeededError:
                revision, delay = 0, back_off.next()
                log.warning("changes for a state that is not here; asking for all of it in %.1f s", delay)
            except (ShopRefusedError, httpx.HTTPError, msgspec.DecodeError) as failure:
                delay = _delay(failure, back_off)
                log.warning("stream: %s; serving on, next try in %.1f s", _in_words(failure), delay)
            await asyncio.sleep(delay)

    async def _keep_in_line(self) -> None:
        """Apply what changed at once, what expired within a second, what was lost within three."""
        back_off = BackOff()
        self._changed.set()
        applied, next_audit = Applied(), 0.0
        while True:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(_LOOK):
                    await self._changed.wait()
            expired = applied.next_expiry is not None and applied.next_expiry <= datetime.now(UTC)
            lost = not await self._look() and not applied.problems
            if not (self._changed.is_set() or expired or lost or monotonic() >= next_audit):
                continue
            self._changed.clear()
            applied = await self._apply()
            if applied.problems:
                next_audit = monotonic() + back_off.next()
            else:
                back_off.reset()
                next_audit = monotonic() + _AUDIT

    async def _look(self) -> bool:
        """Note the figures; false where there should be an interface and is none."""
        figures = await asyncio.to_thread(self._plane.figures)
        self._ledger.observe(figures or {})
        return figures is not None or self._desired.network is None

    async def _apply(self) -> Applied:
        """Keep the state on disk before acting on it, so that a crash in between repeats it.

        A disk that takes nothing holds up nobody: who has to go goes, and what is there is told.
        """
        desired = self._desired
        unsaved = await self._keep(desired)
        try:
            applied = await asyncio.to_thread(self._plane.converge, desired, now=datetime.now(UTC))
        except (CommandError, OSError) as failure:
            applied = Applied(problems=(str(failure),))
        applied = replace(applied, problems=(*unsaved, *applied.problems))
        done = (desired.revision, "; ".join(applied.problems)[:500] or None)
        if done != self._done:
            if done[1]:
                log.error("revision %d: %s", *done)
            else:
                log.info("revision %d applied, %d peers", desired.revision, len(desired.peers))
            self._done = done
            self._attempted.set()
        return applied

    async def _keep(self, desired: Desired) -> tuple[str, ...]:
        """It goes to the disk where it is not there yet; what hindered that."""
        if desired is self._saved:
            return ()
        try:
            await asyncio.to_thread(self._store.save, desired)
        except OSError as failure:
            return (f"the state is not kept: {failure}",)
        self._saved = desired
        return ()

    async def _acknowledge(self) -> None:
        """Tell the newest outcome until the shop has heard it."""
        back_off = BackOff()
        while True:
            await self._attempted.wait()
            self._attempted.clear()
            while self._done:
                revision, error = told = self._done
                try:
                    await self._shop.acknowledge(Ack(revision, self._public_key, AGENT, error))
                except (ShopRefusedError, httpx.HTTPError) as failure:
                    delay = _delay(failure, back_off)
                    log.warning("acknowledging: %s; next try in %.1f s", _in_words(failure), delay)
                    await self._wait_for_the_shop(delay)
                    continue
                back_off.reset()
                if told == self._done:
                    break

    async def _wait_for_the_shop(self, longest: float) -> None:
        self._heard.clear()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(longest):
                await self._heard.wait()

    async def _report(self) -> None:
        """Tell who connected and how much was carried."""
        back_off = BackOff()
        while True:
            await asyncio.sleep(_LOOK)
            now = monotonic()
            due: Mapping[str, Figures] = self._ledger.due(now)
            if not due:
                continue
            try:
                for part in batched(due.items(), _PEERS_A_REPORT):
                    await self._shop.report(reports(dict(part)))
            except (ShopRefusedError, httpx.HTTPError) as failure:
                delay = _delay(failure, back_off)
                log.warning("reporting usage: %s; next try in %.1f s", _in_words(failure), delay)
                await asyncio.sleep(delay)
            else:
                back_off.reset()
                self._ledger.told(due, now)


def _delay(failure: Exception, back_off: BackOff) -> float:
    needs_a_person = isinstance(failure, ShopRefusedError) and failure.status in {401, 403, 404, 409}
    return back_off.slow() if needs_a_person else back_off.next()


def _in_words(failure: Exception) -> str:
    match failure:
        case ShopRefusedError(status=401):
            return "the shop does not accept this gateway's token; give it a new one (401)"
        case ShopRefusedError(code="gateway_key_changed"):
            return "the shop knows this gateway by another key; have it reset there (409)"
        case httpx.ReadTimeout():
            return "the shop was silent for too long"
        case msgspec.DecodeError():
            return f"the shop's message cannot be read: {failure}"
        case _:
            return str(failure) or type(failure).__name__
