"""The agent follows the shop's stream, makes the host match it, and reports back."""

import asyncio
import contextlib
import logging
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from http import HTTPStatus
from importlib.metadata import version
from itertools import batched
from time import monotonic, time

import httpx
import msgspec

from ieum.gateway.desired import Desired, StateNeededError, apply_message
from ieum.gateway.plane import Applied, Plane
from ieum.gateway.protocol import Ack, Heartbeat
from ieum.gateway.proving import Proving
from ieum.gateway.shell import CommandError
from ieum.gateway.shop import BackOff, ShopClient, ShopRefusedError
from ieum.gateway.store import Store
from ieum.gateway.usage import Sample, UsageTracker, reports

log = logging.getLogger("ieum.gateway")

AGENT_VERSION = f"ieum/{version('ieum')}"
_POLL_SECONDS = 1.0  # between two readings of the interface, and so how late a service may end
_PEERS_PER_REPORT = 5_000  # the shop accepts four times as many
_FULL_CHECK_SECONDS = 3.0  # between two comparisons of the whole host with the desired state


class Agent:
    """Five loops share one state. None waits for another, so an unreachable shop does not stop the gateway."""

    def __init__(
        self, shop: ShopClient, plane: Plane, store: Store, *, public_key: str, proving: Proving
    ) -> None:
        self._shop = shop
        self._plane = plane
        self._store = store
        self._public_key = public_key
        self._proving = proving
        self._desired = Desired()
        self._saved = self._desired
        self._desired_changed = asyncio.Event()
        self._outcome: tuple[int, str | None] | None = None
        """Revision and problems of the newest attempt, to be acknowledged."""
        self._outcome_changed = asyncio.Event()
        self._shop_answered = asyncio.Event()
        self._usage = UsageTracker(now=monotonic(), kept=store.usage())
        self._is_told_of_use = False
        """Whether it was logged that what was used cannot be saved."""

    async def run(self) -> None:
        """Restore the saved state before the shop answers. Cancelling ends the agent and leaves the host as it is."""
        self._desired = self._saved = self._store.load()
        if self._desired.network:
            log.info("restored revision %d, %s", self._desired.revision, _size(self._desired))
        try:
            async with asyncio.TaskGroup() as loops:
                loops.create_task(self._converge())
                loops.create_task(self._follow_stream())
                loops.create_task(self._acknowledge())
                loops.create_task(self._report_usage())
                loops.create_task(self._proving.run())
        finally:
            await self._shop.close()
            await self._save_usage()

    async def _follow_stream(self) -> None:
        """Read the shop's stream; after any failure ask again, from the revision this gateway has."""
        back_off = BackOff()
        revision = self._desired.revision
        while True:
            try:
                async with contextlib.aclosing(self._shop.messages(revision)) as messages:
                    async for message in messages:
                        back_off.reset()
                        self._shop_answered.set()
                        if isinstance(message, Heartbeat):
                            self._proving.ask(message.prove)
                        desired = apply_message(self._desired, message)
                        revision = desired.revision
                        if desired is not self._desired:
                            self._desired = desired
                            self._desired_changed.set()
                delay = back_off.next()
                log.info("the shop ended the stream; asking again in %.1f s", delay)
            except StateNeededError:
                revision, delay = 0, back_off.next()
                log.warning("the shop sent a difference before any state; asking for that in %.1f s", delay)
            except (ShopRefusedError, httpx.HTTPError, msgspec.DecodeError) as failure:
                delay = _next_delay(failure, back_off)
                log.warning(
                    "stream: %s; customers stay connected, next try in %.1f s", _describe(failure), delay
                )
            await asyncio.sleep(delay)

    async def _converge(self) -> None:
        """Apply changes at once, expiries within a second; repair what the host lost within three."""
        back_off = BackOff()
        self._desired_changed.set()
        applied, next_check = Applied(), 0.0
        while True:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(_POLL_SECONDS):
                    await self._desired_changed.wait()
            expired = applied.next_expiry is not None and applied.next_expiry <= datetime.now(UTC)
            lost = not await self._read_interface() and not applied.problems
            if not (self._desired_changed.is_set() or expired or lost or monotonic() >= next_check):
                continue
            self._desired_changed.clear()
            applied = await self._apply()
            if applied.problems:
                next_check = monotonic() + back_off.next()
            else:
                back_off.reset()
                next_check = monotonic() + _FULL_CHECK_SECONDS

    async def _read_interface(self) -> bool:
        """Note each peer's counters; false if the interface is missing although the shop has set it up."""
        figures = await asyncio.to_thread(self._plane.figures)
        self._usage.observe(figures, time())
        if self._usage.is_unsaved:
            await self._save_usage()
        return figures is not None or self._desired.network is None

    async def _apply(self) -> Applied:
        """Save the state before acting on it, so that an agent that crashes in between acts on it again.

        A full disk stops nothing: the state is applied all the same, and the shop is told of the failure.
        """
        desired = self._desired
        unsaved = await self._save(desired)
        try:
            applied = await asyncio.to_thread(self._plane.converge, desired, now=datetime.now(UTC))
        except (CommandError, OSError) as failure:
            applied = Applied(problems=(str(failure),))
        else:
            known = (endpoint.identity for endpoint in desired.endpoints.values())
            self._usage.take_off(applied.taken_off, time(), known=known)
            self._usage.leave_by(_exits(desired), time())
        if self._usage.is_unsaved:
            await self._save_usage()
        applied = replace(applied, problems=(*unsaved, *applied.problems))
        outcome = (desired.revision, "; ".join(applied.problems)[:500] or None)
        if outcome != self._outcome:
            if outcome[1]:
                log.error("revision %d: %s", *outcome)
            else:
                log.info("revision %d applied, %s", desired.revision, _size(desired))
            self._outcome = outcome
            self._outcome_changed.set()
        return applied

    async def _save(self, desired: Desired) -> tuple[str, ...]:
        """Write a new state to the disk and return the problems that prevented it."""
        if desired is self._saved:
            return ()
        try:
            await asyncio.to_thread(self._store.save, desired)
        except OSError as failure:
            return (f"the state is not saved: {failure}",)
        self._saved = desired
        return ()

    async def _acknowledge(self) -> None:
        """Send the newest outcome until the shop has accepted it.

        The last counters of peers that were taken off are sent before: with the acknowledgement the shop knows all
        that was ever used of them, for example when it is asked for a refund.
        """
        back_off = BackOff()
        while True:
            await self._outcome_changed.wait()
            self._outcome_changed.clear()
            while self._outcome:
                revision, error = sent = self._outcome
                try:
                    await self._report_last()
                    await self._shop.acknowledge(Ack(revision, self._public_key, AGENT_VERSION, error))
                except (ShopRefusedError, httpx.HTTPError) as failure:
                    delay = _next_delay(failure, back_off)
                    log.warning("acknowledging: %s; next try in %.1f s", _describe(failure), delay)
                    await self._wait_for_the_shop(delay)
                    continue
                back_off.reset()
                if sent == self._outcome:
                    break

    async def _report_last(self) -> None:
        """Report peers that were taken off. A report that the shop does not accept must not delay acknowledgements."""
        try:
            await self._report(self._usage.last())
        except ShopRefusedError as refused:
            if refused.status >= HTTPStatus.INTERNAL_SERVER_ERROR:
                raise
            log.warning("reporting last counters: %s", _describe(refused))

    async def _report(self, samples: Sequence[Sample], now: float = 0) -> None:
        protocol = self._desired.protocol
        for part in batched(samples, _PEERS_PER_REPORT):
            await self._shop.report(reports(part, protocol=protocol), protocol=protocol)
        self._usage.mark_reported(samples, now)

    async def _save_usage(self) -> None:
        """Keep what is not reported for the next start. A full disk stops nothing."""
        kept, self._usage.is_unsaved = self._usage.kept(), False
        try:
            await asyncio.to_thread(self._store.save_usage, kept)
        except OSError as failure:
            self._usage.is_unsaved = True
            if not self._is_told_of_use:
                log.warning("what was used is not saved: %s", failure)
            self._is_told_of_use = True
        else:
            self._is_told_of_use = False

    async def _wait_for_the_shop(self, longest: float) -> None:
        """Return as soon as the stream brings a message, and after `longest` seconds at the latest."""
        self._shop_answered.clear()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(longest):
                await self._shop_answered.wait()

    async def _report_usage(self) -> None:
        """Report who connected and how many bytes each customer sent and received."""
        back_off = BackOff()
        while True:
            await asyncio.sleep(_POLL_SECONDS)
            now = monotonic()
            due = self._usage.due(now)
            if not due:
                continue
            try:
                await self._report(due, now)
            except (ShopRefusedError, httpx.HTTPError) as failure:
                delay = _next_delay(failure, back_off)
                log.warning("reporting usage: %s; next try in %.1f s", _describe(failure), delay)
                # So that a host that crashes while the shop is away loses no more than it would otherwise.
                await self._save_usage()
                await asyncio.sleep(delay)
            else:
                back_off.reset()


def _exits(desired: Desired) -> dict[str, str]:
    """The exit addresses of all peers, by public key."""
    return {
        endpoint.identity: exit_.address
        for endpoint in desired.endpoints.values()
        if (exit_ := desired.exits.get(endpoint.exit)) is not None
    }


def _size(desired: Desired) -> str:
    return f"{len(desired.exits)} exits, {len(desired.endpoints)} endpoints"


def _next_delay(failure: Exception, back_off: BackOff) -> float:
    needs_a_person = isinstance(failure, ShopRefusedError) and failure.status in {401, 403, 404, 409}
    return back_off.slow() if needs_a_person else back_off.next()


def _describe(failure: Exception) -> str:
    match failure:
        case ShopRefusedError(status=401):
            return "the shop does not accept this gateway's token; give it a new one (401)"
        case ShopRefusedError(code="gateway_key_changed"):
            return "the shop has another public key for this gateway; reset the key there (409)"
        case httpx.ReadTimeout():
            return "the shop was silent for too long"
        case msgspec.DecodeError():
            return f"the shop's message cannot be read: {failure}"
        case _:
            return str(failure) or type(failure).__name__
