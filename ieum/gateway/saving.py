"""Keep the desired state on the disk as it changes."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from functools import partial

from ieum.gateway.desired import Desired
from ieum.gateway.protocol import Message
from ieum.gateway.store import Store

log = logging.getLogger("ieum.gateway")


class SavedState:
    """A change appends what was told; the whole is written beside changes, when there is time.

    `work`: carries out what a change waits for.
    """

    def __init__(self, store: Store, work: Callable[[Callable[[], None]], Awaitable[None]]) -> None:
        self._store = store
        self._work = work
        self._is_saved = True
        """Whether the disk has all that was told; else the whole is written next."""
        self._rewriting: asyncio.Future[None] | None = None

    async def save(self, desired: Desired, told: Sequence[Message]) -> tuple[str, ...]:
        """Write what the shop has told to the disk and return the problems that prevented it."""
        if self._is_saved and not told:
            return ()
        since = told if self._is_saved else None
        self._is_saved = False
        try:
            is_whole = since is None or not self._store.can_append(since)
            if is_whole and self._rewriting is not None:
                # Two must not rewrite it at once, and the newer state must come last.
                await self._rewriting
            await self._work(partial(self._store.save, desired, since=since))
        except OSError as failure:
            return (f"the state is not saved: {failure}",)
        self._is_saved = True
        return ()

    def shorten(self, desired: Desired) -> None:
        """Begin to write the state that was saved last as a whole, if its log is long."""
        is_rewritten = self._rewriting is None or self._rewriting.done()
        if self._store.is_long and is_rewritten and self._is_saved:
            self._store.begin_rewrite()
            self._rewriting = asyncio.ensure_future(self._rewrite(desired))

    async def _rewrite(self, desired: Desired) -> None:
        try:
            await asyncio.to_thread(self._store.rewrite, desired)
        except OSError as failure:
            log.warning("the saved state cannot be rewritten: %s", failure)
