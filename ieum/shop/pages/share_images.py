"""Pictures for sharing: made when somebody asks, in a thread, and kept by what is written on them."""

import asyncio
import logging
from collections import OrderedDict
from pathlib import Path

from ieum.shop.kernel.errors import NotFound, ShopError
from ieum.shop.pages import share_image
from ieum.shop.pages.share_image import Fonts, Picture

log = logging.getLogger(__name__)

# Some 15 kB each.
PICTURES_KEPT = 200
# One is drawn at a time, for the face's sake and so that pages are drawn meanwhile. More than so many are refused.
MOST_WAITING = 16


class PicturesBusy(ShopError):
    status = 503
    code = "pictures_busy"
    title = "잠시 후 다시 시도해 주세요"
    detail = "지금은 미리보기 그림을 만들 수 없습니다. 잠시 후 다시 시도해 주세요."


class Pictures:
    def __init__(self, fonts: Path) -> None:
        self._made: OrderedDict[str, bytes] = OrderedDict()
        self._under_way: dict[str, asyncio.Task[bytes]] = {}
        self._turn = asyncio.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        try:
            self._fonts = Fonts(fonts)
        except OSError as error:
            log.warning("pages are shared without pictures: %s: %s", fonts, error)
            self._fonts = None

    @property
    def draws(self) -> bool:
        return self._fonts is not None

    def kept(self, name: str) -> bytes | None:
        """What is looked at stays the longest."""
        if name in self._made:
            self._made.move_to_end(name)
        return self._made.get(name)

    async def get(self, picture: Picture) -> bytes:
        """Drawn once however many ask for it meanwhile. Raises PicturesBusy, and NotFound where there are no fonts."""
        name = picture.name
        if (made := self.kept(name)) is not None:
            return made
        if self._fonts is None:
            raise NotFound
        if asyncio.get_running_loop() is not self._loop:
            self._loop, self._turn, self._under_way = asyncio.get_running_loop(), asyncio.Lock(), {}
        if name not in self._under_way:
            if len(self._under_way) >= MOST_WAITING:
                raise PicturesBusy(retry_after=2)
            self._under_way[name] = asyncio.create_task(self._draw(picture, self._fonts))
        # Whoever leaves does not take it from the others.
        return await asyncio.shield(self._under_way[name])

    async def _draw(self, picture: Picture, fonts: Fonts) -> bytes:
        try:
            async with self._turn:
                made = await asyncio.to_thread(share_image.draw, picture, fonts)
        finally:
            del self._under_way[picture.name]
        self._made[picture.name] = made
        while len(self._made) > PICTURES_KEPT:
            self._made.popitem(last=False)
        return made
