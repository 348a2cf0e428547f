"""Tell the shop when nothing is open any more by an address that a customer has left, so that it rests no longer."""

import asyncio
import logging
from collections.abc import Callable
from datetime import UTC, datetime
from itertools import batched
from time import monotonic
from typing import NamedTuple

import httpx

from ieum.gateway.desired import Desired
from ieum.gateway.plane import Plane
from ieum.gateway.protocol import TailDone
from ieum.gateway.shell import CommandError
from ieum.gateway.shop import BackOff, ShopClient, ShopRefusedError

log = logging.getLogger("ieum.gateway")

_LOOK_SECONDS = 3.0  # between two looks at the tracked connections, while any tail runs
_REST = 30  # times as long as a look takes: a table of a million connections is looked at every two minutes
_TAILS_PER_CALL = 500  # the shop accepts twice as many


class Tail(NamedTuple):
    done: TailDone
    """What the shop is told once it is."""
    tunnels: frozenset[str]
    """Of the devices that may have something open by it."""


class TailWatch:
    """Looks only while tails run. An address that is not told of rests when its time is over, as before."""

    def __init__(self, shop: ShopClient, plane: Plane, *, look_seconds: float = _LOOK_SECONDS) -> None:
        self._shop = shop
        self._plane = plane
        self._look_seconds = look_seconds
        self._told: set[TailDone] = set()
        self._is_unheard = False
        """Whether it was logged that the shop does not listen."""

    async def run(self, served: Callable[[], Desired | None]) -> None:
        """`served`: what the host was set up for, None while anything of it failed: old rules may still be there."""
        back_off = BackOff()
        pause = self._look_seconds
        while True:
            await asyncio.sleep(pause)
            begin = monotonic()
            try:
                await self._look(served())
            except (ShopRefusedError, httpx.HTTPError, CommandError, OSError) as failure:
                pause = max(self._look_seconds, back_off.next())
                if not self._is_unheard:
                    log.info("ended tails are not told, their addresses rest later: %s", failure)
                self._is_unheard = True
            else:
                back_off.reset()
                self._is_unheard = False
                pause = max(self._look_seconds, _REST * (monotonic() - begin))

    async def _look(self, served: Desired | None) -> None:
        tails = running_tails(served, datetime.now(UTC)) if served else []
        self._told &= {tail.done for tail in tails}
        waiting = [tail for tail in tails if tail.done not in self._told]
        if not waiting:
            return
        addresses = {tail.done.address for tail in waiting}
        open_by = await asyncio.to_thread(self._plane.open_by, addresses)
        if open_by is None:
            return
        done = [
            tail.done
            for tail in waiting
            if not any((tunnel, tail.done.address) in open_by for tunnel in tail.tunnels)
        ]
        for part in batched(done, _TAILS_PER_CALL):
            await self._shop.say_done(list(part))
            self._told.update(part)


def running_tails(desired: Desired, now: datetime) -> list[Tail]:
    """List the tails that the shop has told; a tail that this host cuts, being on another line, has nothing open."""
    exits = {
        exit_.id: TailDone(exit_.id, exit_.tail_address, exit_.tail_until)
        for exit_ in desired.exits.values()
        if exit_.tail_address is not None and exit_.tail_until is not None and exit_.tail_until > now
    }
    if not exits:
        return []
    tunnels: dict[str, set[str]] = {id_: set() for id_ in exits}
    for endpoint in desired.endpoints.values():
        if endpoint.exit in tunnels:
            tunnels[endpoint.exit].add(endpoint.tunnel_address)
    return [Tail(done, frozenset(tunnels[id_])) for id_, done in exits.items()]
