"""Try again and again whether customers get through this host, and say what is in their way.

Another program's rule for forwarded packets stops every customer, while the host itself, and so every proof of an
address, gets through.
"""

import asyncio
import base64
import logging
import socket
from collections import Counter
from collections.abc import Callable
from collections.abc import Set as AbstractSet
from concurrent.futures import ThreadPoolExecutor
from time import monotonic, time
from typing import Literal
from urllib.parse import urlsplit

import httpx

from ieum.gateway import probing
from ieum.gateway.handshake import Initiation
from ieum.gateway.plane import Paths, Plane
from ieum.gateway.protocol import Trouble
from ieum.gateway.shell import CommandError
from ieum.gateway.shop import ShopClient, ShopRefusedError
from ieum.gateway.ways import Way

log = logging.getLogger("ieum.gateway")

_LOOK_SECONDS = 20.0  # where nobody changes the firewall
_AGAIN_SECONDS = 3.0  # between any two looks: what is found counts when it is found twice
_KNOCK_SECONDS, _KNOCK_AGAIN_SECONDS = 60.0, 15.0
_KNOCK_ARRIVES = (0.3, 0.7, 2.0)  # seconds between looks whether it has
_LONGEST_DETAIL = 200
_FAILURES = 2
_UNHEARD_KNOCKS = 3


class WayWatch:
    """Finds troubles. None is one before it was found twice in a row, and none is said of what cannot be known."""

    def __init__(self, shop: ShopClient, plane: Plane, *, url: str) -> None:
        """`url`: where the shop is reached by the lines."""
        self._shop = shop
        self._plane = plane
        self._url = urlsplit(url)
        self._threads = ThreadPoolExecutor(1, thread_name_prefix="way")
        self._failures = Counter[str]()
        """How often in a row, by line; "" stands for the gateway's own port."""
        self._unheard = 0
        """How many knocks in a row were not heard."""
        self._unheard_since = 0.0
        """Unix time."""
        self._next_knock = 0.0
        self._looks = 0
        """How many looks were finished, while it is not known whether customers get through."""
        self.troubles: tuple[Trouble, ...] | None = None
        """None until enough looks were taken to tell: what an earlier agent said stands until then."""

    async def run(self, tell: Callable[[], None]) -> None:
        """Look for ever; `tell` is called when there are other troubles than before."""
        while True:
            try:
                if await self._look():
                    tell()
            except (CommandError, OSError) as failure:
                log.info("whether customers get through is not known: %s", failure)
            await asyncio.sleep(_AGAIN_SECONDS)
            if not self._failures.total():
                # Another program's rules are what is most often in the way.
                await self._plane.wait_for_news(_LOOK_SECONDS)

    def close(self) -> None:
        self._threads.shutdown(wait=False)

    async def _look(self) -> bool:
        """Returns whether there are other troubles than before."""
        paths = await asyncio.to_thread(self._plane.paths)
        if paths is None:
            return self._conclude(())
        lines = {way.line.name for way in paths.ways}
        for gone in set(self._failures) - lines - {""}:
            del self._failures[gone]
        target = await asyncio.to_thread(self._target)
        loop = asyncio.get_running_loop()
        found = {
            way.line.name: await loop.run_in_executor(self._threads, _try, way, target, paths)
            for way in paths.ways
        }
        self._count("", is_found=bool(found) and set(found.values()) == {"silent"})
        for line, seen in found.items():
            if seen in {"passes", "stopped"}:
                self._count(line, is_found=seen == "stopped")
        if monotonic() >= self._next_knock:
            await self._knock(paths)
            self._next_knock = monotonic() + (_KNOCK_AGAIN_SECONDS if self._unheard else _KNOCK_SECONDS)
        return self._conclude(await self._troubles(lines))

    def _conclude(self, troubles: tuple[Trouble, ...]) -> bool:
        if self.troubles is None and not troubles:
            self._looks += 1
            if self._looks < _FAILURES or self._failures.total() or self._unheard:
                return False
        if troubles == self.troubles:
            return False
        for one in troubles:
            log.error("customers do not get through: %s %s %s", one.kind, one.line, one.detail)
        if not troubles:
            log.info("customers get through")
        self.troubles = troubles
        return True

    def _count(self, name: str, *, is_found: bool) -> None:
        self._failures[name] = self._failures[name] + 1 if is_found else 0

    async def _knock(self, paths: Paths) -> None:
        """Have the shop send a handshake to the port by which customers come. A shop that does not says nothing."""
        if paths.knocker is None:
            return
        before = (await asyncio.to_thread(self._plane.knocks)).received
        gateway = base64.b64decode(paths.public_key)
        initiation = await asyncio.to_thread(Initiation, paths.knocker.private, gateway)
        try:
            await self._shop.knock(initiation.datagram)
        except (ShopRefusedError, httpx.HTTPError):
            return
        for seconds in _KNOCK_ARRIVES:
            await asyncio.sleep(seconds)
            now = await asyncio.to_thread(self._plane.knocks)
            if now.received > before or (self._unheard and now.last_handshake > self._unheard_since):
                self._unheard = 0
                return
        self._unheard_since = self._unheard_since if self._unheard else time()
        self._unheard += 1

    async def _troubles(self, lines: AbstractSet[str]) -> tuple[Trouble, ...]:
        stopped = sorted(name for name in lines if self._failures[name] >= _FAILURES)
        by = await self._who_drops() if stopped else ""
        found = [Trouble("forwarding", name, by) for name in stopped]
        if taken := await asyncio.to_thread(self._plane.taken_inside):
            found.append(Trouble("route", detail=", ".join(taken)[:_LONGEST_DETAIL]))
        if self._failures[""] >= _FAILURES:
            found.append(Trouble("port"))
        elif self._unheard >= _UNHEARD_KNOCKS:
            found.append(Trouble("outside"))
        return tuple(found)

    async def _who_drops(self) -> str:
        """Name the chains of other programs that may drop. What stops customers is told even if they cannot be read."""
        try:
            return ", ".join(await asyncio.to_thread(self._plane.others_that_drop))[:_LONGEST_DETAIL]
        except CommandError as failure:
            log.warning("the rules of other programs cannot be read: %s", failure)
            return ""

    def _target(self) -> tuple[str, int] | None:
        """The shop's address; None where it is not known, or is this host's own, to which no way leads outside."""
        port = self._url.port or (443 if self._url.scheme == "https" else 80)
        try:
            found = socket.getaddrinfo(self._url.hostname, port, socket.AF_INET, socket.SOCK_STREAM)
        except OSError:
            return None
        address = str(found[0][4][0])
        return None if _is_of_this_host(address) else (address, port)


def _try(
    way: Way, target: tuple[str, int] | None, paths: Paths
) -> Literal["passes", "stopped", "silent", "unknown"]:
    """Of a shop, or a line, that does not answer the host itself either, it is not known."""
    gateway = base64.b64decode(paths.public_key)
    try:
        if target is None:
            probing.shake_hands(way, port=paths.port, gateway=gateway)
            return "unknown"
        for _ in range(2):
            if probing.goes_through(way, target, port=paths.port, gateway=gateway):
                return "passes"
            if not probing.goes_out(way, target):
                return "unknown"
    except probing.SilentError:
        return "silent"
    except probing.BusyError:
        return "unknown"
    return "stopped"


def _is_of_this_host(address: str) -> bool:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        try:
            any_socket.bind((address, 0))
        except OSError:
            return False
    return True
