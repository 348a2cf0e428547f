"""Addresses of the shop, looked up by its name again and again."""

import asyncio
import logging
import socket
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from ipaddress import IPv4Address
from urllib.parse import SplitResult, urlsplit

from ieum.gateway.waiting_room import Door

log = logging.getLogger("ieum.gateway")

_LOOK_SECONDS, _AGAIN_SECONDS = 300.0, 20.0
_PORTS = {"http": (80,), "https": (443, 80)}  # a browser that is told no scheme begins with http


class ShopDoors:
    def __init__(self, urls: Sequence[str]) -> None:
        """`urls`: the shop's, as members reach it."""
        self._urls = [urlsplit(url) for url in urls]
        self._found: dict[SplitResult, frozenset[Door]] = {}
        # Its own: a resolver that is silent must not take the threads of others.
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="doors")

    @property
    def known(self) -> frozenset[Door]:
        """Doors by the last successful look-up of each name."""
        return frozenset[Door]().union(*self._found.values())

    async def keep_looking(self) -> None:
        while True:
            is_whole = await self.look()
            await asyncio.sleep(_LOOK_SECONDS if is_whole else _AGAIN_SECONDS)

    async def look(self) -> bool:
        """Look each name up; False where one was not found, whose last addresses stay."""
        loop, is_whole = asyncio.get_running_loop(), True
        for url in self._urls:
            try:
                found = await loop.run_in_executor(self._thread, _doors_of, url)
            except OSError as failure:
                log.info("%s is not looked up: %s", url.hostname, failure)
                is_whole = False
            else:
                self._found[url] = frozenset(found)
        return is_whole


def _doors_of(url: SplitResult) -> Iterable[Door]:
    """Loopback is left out: no customer reaches a shop there."""
    found = socket.getaddrinfo(url.hostname, None, socket.AF_INET, socket.SOCK_STREAM)
    addresses = {str(socket_address[0]) for *_, socket_address in found}
    ports = (url.port,) if url.port else _PORTS[url.scheme]
    return [
        Door(address, port) for address in addresses if not IPv4Address(address).is_loopback for port in ports
    ]
