"""The agent follows the shop's stream, makes the host match it, and reports back."""

import asyncio
import contextlib
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from importlib.metadata import version
from time import monotonic

import httpx

from ieum.gateway.counting import Counting
from ieum.gateway.desired import Desired, StateNeededError, apply_message, touched_by
from ieum.gateway.health import report_health
from ieum.gateway.plane import Applied, Plane
from ieum.gateway.protocol import UNREADABLE, Ack, Difference, Heartbeat, Message
from ieum.gateway.proving import Proving
from ieum.gateway.repairs import ask_for_repairs
from ieum.gateway.saving import SavedState
from ieum.gateway.shell import CommandError
from ieum.gateway.shop import BackOff, ShopClient, ShopRefusedError, describe
from ieum.gateway.store import Store
from ieum.gateway.tails import TailWatch
from ieum.gateway.trying import WayWatch

log = logging.getLogger("ieum.gateway")

AGENT_VERSION = f"ieum/{version('ieum')}"
# Where more are, the shop doubts everything.
_MOST_FAULTY = 200
_MOST_TRACES = 100
_POLL_SECONDS = 1.0  # between two looks at the clock, and so how late a service may end
_TIDY_SECONDS = 10.0  # for which changes that follow one another put off what can wait


class Agent:
    """Ten loops share one state. None waits for another, so an unreachable shop does not stop the gateway."""

    def __init__(
        self,
        shop: ShopClient,
        plane: Plane,
        store: Store,
        *,
        public_key: str,
        proving: Proving,
        trying: WayWatch,
        when_set_up: Callable[[], None] = lambda: None,
    ) -> None:
        self._shop = shop
        self._plane = plane
        self._store = store
        self._public_key = public_key
        self._proving = proving
        self._when_set_up = when_set_up
        """Called once, when the saved state has been tried on the host, whether or not all of it could be applied."""
        self._counting = Counting(shop, plane, store)
        self._tails = TailWatch(shop, plane)
        self._trying = trying
        self._worker = ThreadPoolExecutor(1, thread_name_prefix="change")
        """Its own: names of the shop that are looked up take the others, for as long as the resolver is silent."""
        self._saved = SavedState(store, self._work)
        self._desired = Desired()
        self._applied = self._desired
        self._served: Desired | None = None
        """What the host was set up for; None while any of it failed."""
        self._told: list[Message] = []
        """What the shop has told since `_applied`."""
        self._traces: list[str] = []
        """Of what the shop has told and is not applied."""
        self._tidy_by = monotonic() + _TIDY_SECONDS
        self._repair = False
        """Whether the whole host has to be set up anew."""
        self._changing: asyncio.Future[Applied] | None = None
        self._desired_changed = asyncio.Event()
        self._beat = asyncio.Event()
        """Set by each heartbeat of the shop's."""
        self._outcome: tuple[int, str | None, tuple[str, ...] | None] | None = None
        """What is acknowledged of the newest attempt: revision, problems, the endpoints that are all they are about."""
        self._outcome_changed = asyncio.Event()

    async def run(self) -> None:
        """Restore the saved state before the shop answers. Cancelling ends the agent and leaves the host as it is."""
        self._desired = self._applied = self._store.load()
        if self._desired.network:
            log.info("restored revision %d, %s", self._desired.revision, _size(self._desired))
        try:
            async with asyncio.TaskGroup() as loops:
                loops.create_task(self._converge())
                loops.create_task(ask_for_repairs(self._plane, self._ask_for_repair))
                loops.create_task(self._counting.read())
                loops.create_task(self._follow_stream())
                loops.create_task(self._acknowledge())
                loops.create_task(self._counting.report())
                loops.create_task(self._proving.run())
                loops.create_task(self._report_health())
                loops.create_task(self._tails.run(lambda: self._served))
                loops.create_task(self._trying.run(self._beat.set))
        finally:
            if self._changing is not None:
                # A change that is under way goes on in its thread, and tells what peers have used at last.
                await asyncio.wait({self._changing})
            self._worker.shutdown(wait=False)
            self._trying.close()
            self._plane.close()
            await self._shop.close()
            await self._counting.save()

    async def _report_health(self) -> None:
        await report_health(self._shop, self._plane, self._beat, troubles=lambda: self._trying.troubles)

    async def _follow_stream(self) -> None:
        """Read the shop's stream; after any failure ask again, from the revision this gateway has."""
        back_off = BackOff()
        revision = self._desired.revision
        while True:
            try:
                async with contextlib.aclosing(self._shop.messages(revision)) as messages:
                    async for message in messages:
                        back_off.reset()
                        if isinstance(message, Heartbeat):
                            self._beat.set()
                            self._proving.ask(message.prove)
                        desired = apply_message(self._desired, message)
                        revision = desired.revision
                        if desired is not self._desired:
                            self._desired = desired
                            self._told.append(message)
                            if isinstance(message, Difference):
                                self._traces = [*self._traces, *message.traces][-_MOST_TRACES:]
                            self._desired_changed.set()
                delay = back_off.next()
                log.info("the shop ended the stream; asking again in %.1f s", delay)
            except StateNeededError:
                revision, delay = 0, back_off.next()
                log.warning("the shop sent a difference before any state; asking for that in %.1f s", delay)
            except (ShopRefusedError, httpx.HTTPError, *UNREADABLE) as failure:
                delay = back_off.after(failure)
                log.warning(
                    "stream: %s; customers stay connected, next try in %.1f s", describe(failure), delay
                )
            await asyncio.sleep(delay)

    async def _converge(self) -> None:
        """Apply changes at once and ends of services within a second; try again what has failed."""
        back_off = BackOff()
        whole = is_first = True
        while True:
            applied = await self._apply(whole=whole)
            if is_first:
                self._when_set_up()
                is_first = False
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
        traces, self._traces = self._traces, []
        touched = touched_by(told, before=self._applied, after=desired)
        unsaved = await self._saved.save(desired, told)
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
        outcome = (desired.revision, error, _faulty(applied))
        if outcome != self._outcome:
            if error:
                log.error("revision %d: %s", desired.revision, error)
            else:
                log.info("revision %d applied, %s", desired.revision, _size(desired))
            self._outcome = outcome
            self._outcome_changed.set()
        self._tell_traces(traces, desired.revision, failed=bool(applied.problems))
        return applied

    def _tell_traces(self, traces: list[str], revision: int, *, failed: bool) -> None:
        """Write a line for each click or job whose change this was; what has failed is told once it is done."""
        if failed:
            self._traces = [*traces, *self._traces][-_MOST_TRACES:]
            return
        for one in traces:
            log.info(
                "revision %d has what was asked for", revision, extra={"revision": revision, "trace": one}
            )

    async def _change(self, change: Callable[[], Applied], desired: Desired) -> Applied:
        """Change the host, and note whose counters have ended before anybody compares a reading with them."""
        async with self._counting.paused:
            try:
                applied = await self._work(change)
            except (CommandError, OSError) as failure:
                return Applied(problems=(str(failure),))
            self._counting.note(applied, desired)
            return applied

    def _work[Done](self, work: Callable[[], Done]) -> asyncio.Future[Done]:
        return asyncio.get_running_loop().run_in_executor(self._worker, work)

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
        self._saved.shorten(self._applied)
        return more

    def _ask_for_repair(self) -> None:
        self._repair = True
        self._desired_changed.set()

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
                    await self._counting.report_last()
                    await self._shop.acknowledge(
                        Ack(revision, self._public_key, AGENT_VERSION, error, faulty)
                    )
                except (ShopRefusedError, httpx.HTTPError) as failure:
                    delay = back_off.after(failure)
                    log.warning("acknowledging: %s; next try in %.1f s", describe(failure), delay)
                    await self._shop.wait_for_word(delay)
                    continue
                back_off.reset()
                if sent == self._outcome:
                    break


def _faulty(applied: Applied) -> tuple[str, ...] | None:
    """The endpoints whose problems are all that there are, so that the shop need not doubt anything else."""
    if applied.problems or not applied.standing:
        return None
    return applied.faulty if applied.faulty is not None and len(applied.faulty) <= _MOST_FAULTY else None


def _size(desired: Desired) -> str:
    return f"{len(desired.exits)} exits, {len(desired.endpoints)} endpoints"
