"""The agent follows the shop's stream, makes the host match it, and reports back."""

import asyncio
import contextlib
import logging
import random
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from http import HTTPStatus
from importlib.metadata import version
from itertools import batched
from time import monotonic, time

import httpx
import msgspec

from ieum.gateway.desired import Desired, StateNeededError, apply_message, touched_by
from ieum.gateway.health import report_health
from ieum.gateway.plane import Applied, Plane
from ieum.gateway.protocol import Ack, Heartbeat, Message
from ieum.gateway.proving import Proving
from ieum.gateway.shell import CommandError
from ieum.gateway.shop import BackOff, ShopClient, ShopRefusedError
from ieum.gateway.store import Store
from ieum.gateway.tails import TailWatch
from ieum.gateway.usage import Sample, UsageTracker, reports

log = logging.getLogger("ieum.gateway")

AGENT_VERSION = f"ieum/{version('ieum')}"
# Where more are, the shop doubts everything.
_MOST_FAULTY = 200
_POLL_SECONDS = 1.0  # between two looks at the host and the clock, and so how late a service may end
_PEERS_PER_REPORT = 5_000  # the shop accepts four times as many
_COMPARE_SECONDS = 300  # between two comparisons of the whole host with the desired state, without any sign
_TIDY_SECONDS = 10.0  # for which changes that follow one another put off what can wait
_LOOK_SECONDS = 2.0  # between two comparisons that signs have made necessary
_CLOCK_STEP = 1.0  # seconds; NTP turns a clock slowly by less than a thousandth
_SECONDS_PER_PEER = 0.0005  # of pause after the counters were read, which takes 10 µs of CPU time a peer


class Agent:
    """Nine loops share one state. None waits for another, so an unreachable shop does not stop the gateway."""

    def __init__(
        self, shop: ShopClient, plane: Plane, store: Store, *, public_key: str, proving: Proving
    ) -> None:
        self._shop = shop
        self._plane = plane
        self._store = store
        self._public_key = public_key
        self._proving = proving
        self._tails = TailWatch(shop, plane)
        self._desired = Desired()
        self._applied = self._desired
        self._served: Desired | None = None
        """What the host was set up for; None while any of it failed."""
        self._told: list[Message] = []
        """What the shop has told since `_applied`."""
        self._is_saved = True
        """Whether the disk has all that was told; else the whole is written next."""
        self._rewriting: asyncio.Future[None] | None = None
        self._tidy_by = monotonic() + _TIDY_SECONDS
        self._repair = False
        """Whether the whole host has to be set up anew."""
        self._changed_peers: set[str] = set()
        """Peers that were put or taken off since the counters began to be read."""
        self._counting = asyncio.Lock()
        """Held while the host is changed, until it is known what was taken off, and while a reading is compared."""
        self._saving = asyncio.Lock()
        """Held while use is saved: two must not write it at once, and the newer must come last."""
        self._changing: asyncio.Future[Applied] | None = None
        self._worker = ThreadPoolExecutor(1, thread_name_prefix="change")
        """Its own: names of the shop that are looked up take the others, for as long as the resolver is silent."""
        self._desired_changed = asyncio.Event()
        self._outcome: tuple[int, str | None, tuple[str, ...] | None] | None = None
        """What is acknowledged of the newest attempt: revision, problems, the endpoints that are all they are about."""
        self._outcome_changed = asyncio.Event()
        self._shop_answered = asyncio.Event()
        self._usage = UsageTracker(now=monotonic(), kept=store.usage())
        self._is_told_of_use = False
        """Whether it was logged that what was used cannot be saved."""

    async def run(self) -> None:
        """Restore the saved state before the shop answers. Cancelling ends the agent and leaves the host as it is."""
        self._desired = self._applied = self._store.load()
        if self._desired.network:
            log.info("restored revision %d, %s", self._desired.revision, _size(self._desired))
        try:
            async with asyncio.TaskGroup() as loops:
                loops.create_task(self._converge())
                loops.create_task(self._watch())
                loops.create_task(self._read_counters())
                loops.create_task(self._follow_stream())
                loops.create_task(self._acknowledge())
                loops.create_task(self._report_usage())
                loops.create_task(self._proving.run())
                loops.create_task(report_health(self._shop, self._plane))
                loops.create_task(self._tails.run(lambda: self._served))
        finally:
            if self._changing is not None:
                # A change that is under way goes on in its thread, and tells what peers have used at last.
                await asyncio.wait({self._changing})
            self._worker.shutdown(wait=False)
            self._plane.close()
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
                            self._told.append(message)
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
        """Apply changes at once and ends of services within a second; try again what has failed."""
        back_off = BackOff()
        whole = True
        while True:
            applied = await self._apply(whole=whole)
            if not applied.problems:
                back_off.reset()
            retry_at = monotonic() + back_off.next() if applied.problems else None
            await self._wait_for_work(applied.next_expiry, retry_at)
            whole = self._repair or (retry_at is not None and monotonic() >= retry_at)

    async def _wait_for_work(self, next_expiry: datetime | None, retry_at: float | None) -> None:
        """Return when there is something to apply, and tidy up meanwhile, once nothing has changed for a moment."""
        if monotonic() >= self._tidy_by:
            await self._tidy()  # changes have followed one another for long
        untidy = True
        while not self._desired_changed.is_set():
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(_POLL_SECONDS):
                    await self._desired_changed.wait()
                    return
            if next_expiry is not None and next_expiry <= datetime.now(UTC):
                return
            if retry_at is not None and monotonic() >= retry_at:
                return
            while untidy and not self._desired_changed.is_set():
                untidy = await self._tidy()

    async def _apply(self, *, whole: bool) -> Applied:
        """Save the state before acting on it, so that an agent that crashes in between acts on it again.

        A full disk stops nothing: the state is applied all the same, and the shop is told of the failure.
        """
        self._desired_changed.clear()
        self._repair = False
        desired, told = self._desired, self._told
        self._told = []
        touched = touched_by(told, before=self._applied, after=desired)
        unsaved = await self._save(desired, told)
        now = datetime.now(UTC)
        change = (
            partial(self._plane.converge, desired, now=now)
            if whole
            else partial(self._plane.change, desired, touched, now=now)
        )
        self._changing = asyncio.ensure_future(self._change(change, desired))
        applied = await asyncio.shield(self._changing)
        self._applied = desired
        self._served = None if applied.problems else desired
        applied = replace(applied, problems=(*unsaved, *applied.problems))
        error = "; ".join((*applied.problems, *applied.standing))[:500] or None
        outcome = (desired.revision, error, _faulty(applied, desired))
        if outcome != self._outcome:
            if error:
                log.error("revision %d: %s", desired.revision, error)
            else:
                log.info("revision %d applied, %s", desired.revision, _size(desired))
            self._outcome = outcome
            self._outcome_changed.set()
        return applied

    async def _change(self, change: Callable[[], Applied], desired: Desired) -> Applied:
        """Change the host, and note whose counters have ended before anybody compares a reading with them."""
        async with self._counting:
            try:
                applied = await self._work(change)
            except (CommandError, OSError) as failure:
                return Applied(problems=(str(failure),))
            # What a reading from before has of peers that were put is of no life that is known here.
            self._changed_peers.update(applied.taken_off, applied.begun)
            known = (endpoint.identity for endpoint in desired.endpoints.values())
            self._usage.take_off(applied.taken_off, time(), known=known)
            self._usage.begin(applied.begun, time())
            if not applied.problems:
                self._usage.leave_by(_exits(desired), time())
            return applied

    def _work[Done](self, work: Callable[[], Done]) -> asyncio.Future[Done]:
        return asyncio.get_running_loop().run_in_executor(self._worker, work)

    async def _save(self, desired: Desired, told: Sequence[Message]) -> tuple[str, ...]:
        """Write what the shop has told to the disk and return the problems that prevented it."""
        if self._is_saved and not told:
            return ()
        since = told if self._is_saved else None
        self._is_saved = False
        try:
            if since is None or not self._store.can_append(since):
                # Two must not rewrite it at once, and the newer state must come last.
                await self._rewritten()
            await self._work(partial(self._store.save, desired, since=since))
        except OSError as failure:
            return (f"the state is not saved: {failure}",)
        self._is_saved = True
        return ()

    async def _tidy(self) -> bool:
        """Do some of what can wait until the newest revision is applied; whether more is left."""
        try:
            more = await self._work(self._plane.tidy)
        except (CommandError, OSError) as failure:
            log.warning("what changes have left over: %s; the whole host is set up anew", failure)
            self._ask_for_repair()
            return False
        if not more:
            self._tidy_by = monotonic() + _TIDY_SECONDS
        is_rewritten = self._rewriting is None or self._rewriting.done()
        if self._store.is_long and is_rewritten and self._is_saved:
            self._store.begin_rewrite()
            self._rewriting = asyncio.ensure_future(self._rewrite(self._applied))
        return more

    def _ask_for_repair(self) -> None:
        self._repair = True
        self._desired_changed.set()

    async def _rewritten(self) -> None:
        if self._rewriting is not None:
            await self._rewriting

    async def _rewrite(self, desired: Desired) -> None:
        try:
            await asyncio.to_thread(self._store.rewrite, desired)
        except OSError as failure:
            log.warning("the saved state cannot be rewritten: %s", failure)

    async def _watch(self) -> None:
        """Look for signs that others have changed the host; compare all of it after one, and seldom without.

        Comparing reads while changes go on. Only what really differs makes `_converge` set up everything anew.
        """
        next_compare = monotonic() + _COMPARE_SECONDS
        earliest = 0.0
        ahead = time() - monotonic()
        while True:
            await asyncio.sleep(_POLL_SECONDS)
            now = monotonic()
            before, ahead = ahead, time() - now
            if abs(ahead - before) > _CLOCK_STEP:
                log.warning("the clock was set by %.0f s; what has ended is decided anew", ahead - before)
                self._ask_for_repair()
            if now < earliest or not (self._is_disturbed() or now >= next_compare):
                continue
            try:
                differ = await asyncio.to_thread(self._plane.compare)
            except (CommandError, OSError) as failure:
                differ = (str(failure),)
            if differ:
                log.warning("the host is not as it was left: %s", ", ".join(differ[:5]))
                self._ask_for_repair()
            earliest = monotonic() + _LOOK_SECONDS
            next_compare = monotonic() + _COMPARE_SECONDS * random.uniform(0.8, 1.2)  # noqa: S311 - gateways not in step

    def _is_disturbed(self) -> bool:
        """A host that cannot be looked at, without memory for example, counts as disturbed."""
        try:
            return self._plane.is_disturbed()
        except (CommandError, OSError) as failure:
            log.warning("the host cannot be looked at: %s", failure)
            return True

    async def _read_counters(self) -> None:
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

    async def _read_once(self) -> int:
        """Read the counters and return of how many peers.

        The host may be changed meanwhile. A reading without a peer that is being taken off would be taken for that of
        a peer that is gone, and its last counters, which the change tells afterwards, for those of another life.
        """
        self._changed_peers.clear()
        reading = await asyncio.to_thread(self._plane.figures)
        async with self._counting:
            if reading is not None:
                # Of peers that were taken off meanwhile, the last counters are known already.
                peers = {key: one for key, one in reading.peers.items() if key not in self._changed_peers}
                reading = reading._replace(peers=peers)
            self._usage.observe(reading, time())
        if self._usage.is_unsaved:
            await self._save_usage()
        return len(reading.peers) if reading else 0

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
                revision, error, faulty = sent = self._outcome
                try:
                    await self._report_last()
                    await self._shop.acknowledge(
                        Ack(revision, self._public_key, AGENT_VERSION, error, faulty)
                    )
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
        last = self._usage.last()
        if not last:
            return
        try:
            await self._report(last)
        except ShopRefusedError as refused:
            if refused.status >= HTTPStatus.INTERNAL_SERVER_ERROR:
                raise
            log.warning("reporting last counters: %s", _describe(refused))

    async def _report(self, samples: Sequence[Sample], now: float = 0, *, is_whole: bool = False) -> None:
        """A round that has nothing to tell is told, too: so the shop knows that nobody has connected."""
        protocol = self._desired.protocol
        told = 0
        for part in batched(samples, _PEERS_PER_REPORT) if samples else ((),):
            told += len(part)
            partial = not is_whole or told < len(samples)
            await self._shop.report(reports(part, protocol=protocol), protocol=protocol, partial=partial)
        self._usage.mark_reported(samples, now)

    async def _save_usage(self) -> None:
        """Keep what is not reported for the next start. A full disk stops nothing."""
        # A write goes on in its thread when the agent ends; so does what waits for it here.
        await asyncio.shield(asyncio.ensure_future(self._write_usage()))

    async def _write_usage(self) -> None:
        async with self._saving:
            async with self._counting:
                # No change has written lives meanwhile that are not known here.
                self._store.begin_usage()
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
            due, is_whole = self._usage.due(now), self._usage.is_whole(now)
            if not due and not is_whole:
                continue
            try:
                await self._report(due, now, is_whole=is_whole)
            except (ShopRefusedError, httpx.HTTPError) as failure:
                delay = _next_delay(failure, back_off)
                log.warning("reporting usage: %s; next try in %.1f s", _describe(failure), delay)
                # So that a host that crashes while the shop is away loses no more than it would otherwise.
                await self._save_usage()
                await self._wait_for_the_shop(delay)
            else:
                back_off.reset()


def _faulty(applied: Applied, desired: Desired) -> tuple[str, ...] | None:
    """The endpoints whose problems are all that there are, so that the shop need not doubt anything else."""
    if applied.problems or not applied.standing or desired.protocol == 1:
        return None
    return applied.faulty if applied.faulty is not None and len(applied.faulty) <= _MOST_FAULTY else None


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
