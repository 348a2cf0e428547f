"""Draws pictures for sharing on demand, one at a time in a thread, and caches them in memory."""

import asyncio
import logging
from collections import OrderedDict
from pathlib import Path

from ieum.shop.kernel.errors import NotFound, ShopError
from ieum.shop.pages import share_image
from ieum.shop.pages.share_image import Fonts, Picture

log = logging.getLogger(__name__)

# About 15 kB each.
PICTURES_KEPT = 200
# One is drawn at a time, since a font serves one thread and pages are rendered meanwhile. Further requests are refused.
MOST_WAITING = 16


class PicturesBusy(ShopError):
    status = 503
    code = "pictures_busy"
    title = "잠시 후 다시 시도해 주세요"
    detail = "지금은 미리보기 그림을 만들 수 없습니다. 잠시 후 다시 시도해 주세요."


class Pictures:
    def __init__(self, fonts: Path) -> None:
        self._cache: OrderedDict[str, bytes] = OrderedDict()
        self._under_way: dict[str, asyncio.Task[bytes]] = {}
        self._turn = asyncio.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        try:
            self._fonts = Fonts(fonts)
        except OSError as error:
            log.warning("pages are shared without pictures, because %s has no fonts: %s", fonts, error)
            self._fonts = None

    @property
    def draws(self) -> bool:
        return self._fonts is not None

    def cached(self, name: str) -> bytes | None:
        """Counts as a use: the least recently used picture is dropped first."""
        if name in self._cache:
            self._cache.move_to_end(name)
        return self._cache.get(name)

    async def get(self, picture: Picture) -> bytes:
        """PNG, drawn once for all who request it meanwhile. Raises PicturesBusy, and NotFound without fonts."""
        name = picture.name
        if (png := self.cached(name)) is not None:
            return png
        if self._fonts is None:
            raise NotFound
        if asyncio.get_running_loop() is not self._loop:
            self._loop, self._turn, self._under_way = asyncio.get_running_loop(), asyncio.Lock(), {}
        if name not in self._under_way:
            if len(self._under_way) >= MOST_WAITING:
                raise PicturesBusy(retry_after=2)
            self._under_way[name] = asyncio.create_task(self._draw(picture, self._fonts))
        # A caller who leaves does not cancel it for the others.
        return await asyncio.shield(self._under_way[name])

    async def _draw(self, picture: Picture, fonts: Fonts) -> bytes:
        try:
            async with self._turn:
                png = await asyncio.to_thread(share_image.draw, picture, fonts)
        finally:
            del self._under_way[picture.name]
        self._cache[picture.name] = png
        if len(self._cache) > PICTURES_KEPT:
            self._cache.popitem(last=False)
        return png
