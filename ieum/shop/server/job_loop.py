"""Keeps a worker of jobs going: where its database goes away, it waits for it and begins again.

A worker of Procrastinate's ends where its heartbeat, its clock or its listener fails once, without an error, and a job
whose end it could not note stays with it for as long as it lives (`procrastinate/worker.py`).
"""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, cast, override

import psycopg
from procrastinate import App
from procrastinate.connector import Notify
from procrastinate.exceptions import ConnectorException
from procrastinate.periodic import PeriodicRegistry

from ieum.shop.kernel.outages import cause_of
from ieum.shop.kernel.primary import Primary
from ieum.shop.kernel.queue import TracedConnector

log = logging.getLogger(__name__)

# A run that lasted this long counts as a success, in seconds.
STEADY_AFTER = 30
FIRST_PAUSE, LONGEST_PAUSE = 0.25, 5


class DatabaseLostError(Exception):
    """The database did not come back in time."""


class NoticingConnector(TracedConnector):
    """Sets `failed` where a change to the queue could not be made, such as noting the end of a job.

    Nobody waits for the error itself: the worker that met it is ended. One connection listens for all `workers`,
    because each costs the database a process.
    """

    def __init__(self, primary: Primary, *, workers: int = 1) -> None:
        # Five seconds and no more, so that an end is noticed soon; a connection is tried anew for each request.
        super().__init__(
            conninfo=primary.url,
            configure=primary.follow,
            min_size=1,
            # One that listens, and three to fetch and to note.
            max_size=4,
            timeout=5,
            reconnect_timeout=2,
        )
        self.failed = asyncio.Event()
        self._workers = workers
        self._listening: list[tuple[Notify, frozenset[str]]] = []

    @override
    async def listen_notify(self, on_notification: Notify, channels: Iterable[str]) -> None:
        """Listen for all workers once the last of them has asked; the others' listeners only wait to be cancelled."""
        self._listening.append((on_notification, frozenset(channels)))
        if len(self._listening) < self._workers:
            await asyncio.Event().wait()
        every = sorted(frozenset[str]().union(*(wanted for _, wanted in self._listening)))
        await super().listen_notify(self._tell, every)

    async def _tell(self, *, channel: str, payload: str) -> None:
        for on_notification, channels in self._listening:
            if channel in channels:
                await on_notification(channel=channel, payload=payload)

    async def notice_move(self) -> None:
        """The primary is another host now: whatever this worker waits for comes from that one."""
        self.failed.set()

    async def execute_query_async(self, query: Any, **arguments: Any) -> None:
        try:
            await super().execute_query_async(query, **arguments)
        except ConnectorException as error:
            log.warning("the queue could not be changed: %s", error.__cause__)
            self.failed.set()


async def run_worker(
    app: App,
    primary: Primary,
    *,
    stop: asyncio.Event,
    reconnect_within: float,
    options: Mapping[str, Any],
    on_reconnected: Callable[[], Awaitable[None]],
    places: Mapping[str, int] | None = None,
) -> None:
    """Run jobs until `stop`; running jobs then have time to end.

    `places`: how many jobs of each queue run at once, whatever those of the others do; None for one worker of all.
    `on_reconnected` is called before each run, once the database answers: what was kept from before is stale.
    Raises DatabaseLostError when no run was steady for `reconnect_within` seconds, and whatever ends a run that is not
    the database's absence, such as a missing table.
    """
    failing_since: float | None = None
    pause = FIRST_PAUSE
    while not stop.is_set():
        begin = time.monotonic()
        reason = await _why_unreachable(primary.url)
        if reason is None:
            await on_reconnected()
            reason = await _run_once(app, primary, stop, _each_queue(options, places))
        if stop.is_set():
            return
        now = time.monotonic()
        if failing_since is None or now - begin >= STEADY_AFTER:
            failing_since, pause = now, FIRST_PAUSE
        if now - failing_since >= reconnect_within:
            raise DatabaseLostError(reason)
        log.warning("jobs are interrupted, and begin again: %s", reason)
        await _wait(stop, pause)
        pause = min(pause * 2, LONGEST_PAUSE)


async def _why_unreachable(url: str) -> str | None:
    """Try one connection, because a pool would first wait for half a minute."""
    try:
        async with await psycopg.AsyncConnection.connect(url, connect_timeout=3):
            return None
    except (psycopg.OperationalError, OSError) as error:
        return str(error).strip()


def _each_queue(options: Mapping[str, Any], places: Mapping[str, int] | None) -> list[Mapping[str, Any]]:
    if places is None:
        return [options]
    return [{**options, "queues": [queue], "concurrency": number} for queue, number in places.items()]


async def _run_once(
    app: App, primary: Primary, stop: asyncio.Event, workers: Sequence[Mapping[str, Any]]
) -> str:
    """Run these workers until one of them ends, and return why it ended."""
    connector = NoticingConnector(primary, workers=len(workers))
    primary.on_move(connector.notice_move)
    try:
        with app.replace_connector(connector) as connected:
            async with connected.open_async() as opened:
                running = [
                    asyncio.create_task(each.run_worker_async(install_signal_handlers=False, **options))
                    for each, options in zip(_first_has_the_clock(opened, connector), workers, strict=False)
                ]
                await _first_of(running, stop, connector.failed)
                for each in running:
                    each.cancel()
                await _end_of(running)
    except asyncio.CancelledError:
        return "the end of a job could not be noted"
    except (ConnectorException, psycopg.OperationalError) as error:
        cause = cause_of(error)
        if isinstance(cause, psycopg.ProgrammingError):
            raise
        return str(cause).strip() or type(cause).__name__
    finally:
        primary.forget(connector.notice_move)
    return "the worker lost a connection"


def _first_has_the_clock(app: App, connector: NoticingConnector) -> Iterator[App]:
    """The app itself, whose worker queues what the clock asks for, and then apps that know its jobs.

    They have one thing to do by the clock, which the database lets only one of all do: a worker whose clock has nothing
    to do stops noticing that its heartbeat or its listener has failed.
    """
    yield app
    by_the_clock = cast("dict[Any, Any]", app.periodic_registry.periodic_tasks)
    one = dict(islice(by_the_clock.items(), 1))
    while True:
        other = App(connector=connector)
        other.tasks = app.tasks
        other.periodic_registry = PeriodicRegistry()
        other.periodic_registry.periodic_tasks = one
        yield other


async def _end_of(workers: Sequence[asyncio.Task[None]]) -> None:
    """Wait until all have ended; raises what one of them has met, an error before a cancellation."""
    ends = await asyncio.gather(*workers, return_exceptions=True)
    met = [end for end in ends if end is not None]
    for end in sorted(met, key=lambda one: isinstance(one, asyncio.CancelledError)):
        raise end


async def _first_of(workers: Sequence[asyncio.Task[None]], *events: asyncio.Event) -> None:
    waiting = [asyncio.create_task(event.wait()) for event in events]
    try:
        await asyncio.wait([*workers, *waiting], return_when=asyncio.FIRST_COMPLETED)
    finally:
        for each in waiting:
            each.cancel()


async def _wait(event: asyncio.Event, seconds: float) -> None:
    try:
        await asyncio.wait_for(event.wait(), seconds)
    except TimeoutError:
        return
