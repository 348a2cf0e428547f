"""The feed of changes that PostgreSQL announces (LISTEN/NOTIFY), over one connection per process."""

import asyncio
import logging
import re
from collections.abc import Generator
from contextlib import contextmanager, suppress

from psycopg import AsyncConnection, Error

from ieum.shop.kernel.primary import Primary

log = logging.getLogger(__name__)

GATEWAYS, CONFIG, ACKNOWLEDGED = "gateway_changed", "config_changed", "gateway_acknowledged"
# So many gateways read at a time what has changed, and so many are let in: fewer than a process has connections.
READERS, DOORS = 4, 2
# Every role that may connect may announce anything, and what cannot be read must not end the feed.
_NUMBER = re.compile(r"[0-9]{1,19}")


class Waiting(asyncio.Event):
    """Set at every change that is waited for. `displaced`: others wait in its place, so it is set no more."""

    def __init__(self) -> None:
        super().__init__()
        self.displaced = False


class Feed:
    """Wakes whoever waits for a change of a gateway's desired state or of the site's configuration, or for a gateway.

    After a lost connection everybody is woken: notifications sent meanwhile are lost.
    """

    def __init__(self, primary: Primary) -> None:
        self._primary = primary
        self.closing = False
        self.turns = asyncio.Semaphore(READERS)
        """For gateways that read the database: a thousand are woken at once, and members would wait behind all."""
        self.doors = asyncio.Semaphore(DOORS)
        """For gateways that come: apart, or those that come first would be told nothing before the last is let in."""
        # The oldest first.
        self._waiting: dict[int | None, dict[Waiting, None]] = {}
        self._acknowledged: dict[int, int] = {}
        self._expecting: set[asyncio.Event] = set()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.create_task(self._run())

    def close(self) -> None:
        """End all waiting: gateways' streams close, and the gateways connect to another server."""
        self.closing = True
        self._wake_all()

    async def stop(self) -> None:
        self.close()
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    @contextmanager
    def waiting_for(self, gateway: int | None, *, most: int | None = None) -> Generator[Waiting]:
        """Yield an event that is set at every change of this gateway; None: of the site's configuration.

        Where `most` wait for the gateway already, the oldest is displaced, and woken to end.
        """
        event = Waiting()
        waiting = self._waiting.setdefault(gateway, {})
        living = [one for one in waiting if not one.displaced]
        if most is not None and len(living) >= most:
            living[0].displaced = True
            living[0].set()
        waiting[event] = None
        try:
            yield event
        finally:
            del waiting[event]

    def count_waiting(self, gateway: int) -> int:
        """Count listeners of a gateway, displaced ones that have not ended included."""
        return len(self._waiting.get(gateway, ()))

    def count_streams(self) -> int:
        """Count listeners of all gateways."""
        return sum(len(waiting) for gateway, waiting in self._waiting.items() if gateway is not None)

    async def until_acknowledged(self, gateway: int, revision: int) -> None:
        """Return once a gateway's acknowledgement of this revision, or of a later one, has been announced.

        Wait with a limit of your own and read the database in the end: an announcement may be lost, and a revision
        that was announced before the shop was restored from a backup is higher than what is true now.
        """
        event = asyncio.Event()
        self._expecting.add(event)
        try:
            while self._acknowledged.get(gateway, 0) < revision and not self.closing:
                event.clear()
                await event.wait()
        finally:
            self._expecting.discard(event)

    async def _run(self) -> None:
        pause = 0.1
        while True:
            try:
                async with await AsyncConnection.connect(self._primary.url, autocommit=True) as conn:
                    await self._primary.follow(conn)
                    for channel in (GATEWAYS, CONFIG, ACKNOWLEDGED):
                        await conn.execute(f"LISTEN {channel}")
                    pause = 0.1
                    self._wake_all()
                    async for notification in conn.notifies():
                        self._dispatch(notification.channel, notification.payload)
            except (Error, OSError) as error:
                log.warning("the feed of changes is down: %s", error)
            await asyncio.sleep(pause)
            pause = min(pause * 2, 5)

    def _dispatch(self, channel: str, payload: str) -> None:
        if channel == CONFIG:
            self._wake(None)
        elif channel == ACKNOWLEDGED:
            gateway, _, revision = payload.partition(" ")
            if _NUMBER.fullmatch(gateway) and _NUMBER.fullmatch(revision):
                self._acknowledged[int(gateway)] = int(revision)
                for event in self._expecting:
                    event.set()
        elif _NUMBER.fullmatch(payload):
            self._wake(int(payload))

    def _wake(self, gateway: int | None) -> None:
        for event in self._waiting.get(gateway, ()):
            event.set()

    def _wake_all(self) -> None:
        for event in [*self._expecting, *(event for waiting in self._waiting.values() for event in waiting)]:
            event.set()
