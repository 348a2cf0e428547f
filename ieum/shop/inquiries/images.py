"""Uploading images for inquiries: limits on size and number, re-encoding, and storage until they are sent."""

import asyncio
import subprocess
import sys
import time
from collections import Counter
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from ieum.shop.inquiries import image_queries, pixels, rules, service
from ieum.shop.inquiries.pixels import Drawn
from ieum.shop.inquiries.refusals import ImageNotFound
from ieum.shop.inquiries.types import InquiryImage
from ieum.shop.kernel import limits
from ieum.shop.kernel.db import Connection, Database
from ieum.shop.kernel.errors import Field, ShopError, TooManyRequests
from ieum.shop.kernel.http import BodyBrokenOffError
from ieum.shop.members.types import MemberId

# Uploads in the memory of one server at a time, each up to 10 MB: in all, from one network, and of one member. A slow
# line may take minutes for one, so a network's accounts, which cost nothing, must not have more than a small share.
UPLOADS_AT_ONCE, OF_ONE_NETWORK, OF_ONE_MEMBER = 16, 3, 2
# How long an upload waits for a place before it is refused, and how many of one network wait at a time.
WAIT_SECONDS, WAITING_OF_ONE_NETWORK = 10, 6
# Decoding takes a core and up to 1 GB. Of all processes of a server together, but each may always draw one.
DRAWN_AT_ONCE = 2
DRAWING_SECONDS = 30
UPLOADS_A_MINUTE = 30
_PROGRAM = Path(pixels.__file__)


class ImageRefused(ShopError):
    """The file is not an image that we accept; `fields` says why."""

    status = 422
    code = "image_refused"
    title = "첨부할 수 없는 파일입니다"
    detail = "첨부할 수 없는 파일입니다. 다른 사진을 선택해 주세요."

    def __init__(self, why: str) -> None:
        sentence = _REASONS.get(why, _REASONS["broken"])
        super().__init__(sentence, fields=[Field("image", why, sentence)])


class ImageTooLarge(ShopError):
    status = 413
    code = "image_too_large"
    title = "사진이 너무 큽니다"
    detail = "사진은 한 장에 10MB까지 첨부할 수 있습니다. 크기를 줄여서 다시 시도해 주세요."


class UploadBroken(ShopError):
    status = 400
    code = "upload_broken"
    title = "사진을 받지 못했습니다"
    detail = "사진을 끝까지 받지 못했습니다. 인터넷 연결을 확인하고 다시 시도해 주세요."


class UploadsBusy(ShopError):
    status = 503
    code = "uploads_busy"
    title = "사진을 받을 수 없습니다"
    detail = "지금 사진을 올리는 분이 많습니다. 잠시 후 다시 시도해 주세요."


class TooManyImagesWaiting(ShopError):
    code = "too_many_images_waiting"
    title = "올려 둔 사진이 너무 많습니다"
    detail = (
        f"아직 보내지 않은 사진이 {rules.IMAGES_WAITING}장 있습니다."
        " 필요 없는 사진을 삭제하거나 문의를 보낸 뒤 다시 시도해 주세요."
    )


class TooManyImagesToday(ShopError):
    status = 429
    code = "too_many_images_today"
    title = "오늘은 사진을 더 올릴 수 없습니다"
    detail = f"사진은 하루에 {rules.IMAGES_A_DAY}장까지 올릴 수 있습니다. 내일 다시 시도해 주세요."


_REASONS = {
    "empty": "빈 파일입니다. 다른 사진을 선택해 주세요.",
    "type": "JPG, PNG, WebP 사진만 첨부할 수 있습니다. 다른 형식이라면 화면을 캡처해서 첨부해 주세요.",
    "heic": "HEIC 사진은 첨부할 수 없습니다. JPG로 저장하거나 화면을 캡처해서 첨부해 주세요.",
    "pixels": "사진의 가로세로 크기가 너무 큽니다. 5천만 화소보다 작게 줄여서 다시 시도해 주세요.",
    "animated": "움직이는 사진은 첨부할 수 없습니다. 멈춘 화면을 캡처해서 첨부해 주세요.",
    "broken": "손상된 사진이라 열 수 없습니다. 사진이 열리는지 확인하고 다시 첨부해 주세요.",
}


class Uploads:
    """Limits how many uploads this process receives and re-encodes at once, as its share of the server's."""

    def __init__(self, *, processes: int = 1) -> None:
        self._under_way: Counter[MemberId | str] = Counter()
        self._waiting: Counter[str] = Counter()
        self._places = 0
        # Set, and replaced by another one, as a place becomes free.
        self._freed = asyncio.Event()
        self._drawing = asyncio.Semaphore(max(1, DRAWN_AT_ONCE // processes))
        # A network may have its own uploads in any of the processes, so that a share is never smaller than these.
        self._most = max(OF_ONE_NETWORK, UPLOADS_AT_ONCE // processes)

    @asynccontextmanager
    async def place(self, member: MemberId, address: str) -> AsyncGenerator[None]:
        """Take a place for an upload; waits a little if all, the network's or the member's are taken.

        Raises UploadsBusy, or TooManyRequests for the member's own, where none becomes free.
        """
        network = limits.network_of(address)
        await self._wait(member, network)
        self._places += 1
        self._under_way.update((member, network))
        try:
            yield
        finally:
            self._places -= 1
            self._under_way.subtract((member, network))
            self._under_way += Counter()  # drops those at zero
            self._freed.set()
            self._freed = asyncio.Event()

    async def _wait(self, member: MemberId, network: str) -> None:
        if self._obstacle(member, network) is None:
            return
        if self._waiting[network] >= WAITING_OF_ONE_NETWORK:
            raise UploadsBusy(retry_after=WAIT_SECONDS)
        self._waiting[network] += 1
        until = asyncio.get_running_loop().time() + WAIT_SECONDS
        try:
            while (obstacle := self._obstacle(member, network)) is not None:
                try:
                    async with asyncio.timeout_at(until):
                        await self._freed.wait()
                except TimeoutError:
                    raise obstacle from None
        finally:
            self._waiting[network] -= 1
            self._waiting += Counter()  # drops those at zero

    def _obstacle(self, member: MemberId, network: str) -> ShopError | None:
        if self._under_way[member] >= OF_ONE_MEMBER:
            return TooManyRequests(retry_after=5)
        if self._places >= self._most or self._under_way[network] >= OF_ONE_NETWORK:
            return UploadsBusy(retry_after=5)
        return None

    async def redraw(self, data: bytes) -> Drawn:
        """Redraw an image. Raises ImageRefused, and UploadsBusy if it takes too long."""
        async with self._drawing:
            return await asyncio.to_thread(_redraw, data)


async def add(
    db: Database,
    uploads: Uploads,
    member: MemberId,
    *,
    address: str,
    name: str,
    announced: int | None,
    chunks: AsyncIterator[bytes],
) -> InquiryImage:
    """Receive, re-encode and store an image. No database connection is held while it arrives and is re-encoded."""
    async with uploads.place(member, address):
        async with db.connection() as conn:
            await limits.count_request(
                conn, "inquiry-image", who=limits.network_of(address), most=UPLOADS_A_MINUTE
            )
            await _check_quota(conn, member)
        drawn = await uploads.redraw(await _read(announced, chunks))
        async with db.transaction() as conn:
            await service.lock_member(conn, member)
            # Again, now that the lock on the member keeps their other uploads from being counted meanwhile.
            await _check_quota(conn, member)
            return await image_queries.insert_image(
                conn, member, name=rules.image_name(name, drawn.media_type), drawn=drawn
            )


async def remove(conn: Connection, member: MemberId, image: int) -> None:
    """Delete an image that waits to be sent: messages cannot be taken back. Raises ImageNotFound for others."""
    if not await image_queries.delete_waiting(conn, image, member):
        raise ImageNotFound


async def _check_quota(conn: Connection, member: MemberId) -> None:
    usage = await image_queries.get_usage(conn, member, a_day=rules.IMAGES_A_DAY)
    if usage.waiting >= rules.IMAGES_WAITING:
        raise TooManyImagesWaiting
    if usage.wait is not None:
        raise TooManyImagesToday(retry_after=usage.wait)


async def _read(announced: int | None, chunks: AsyncIterator[bytes]) -> bytes:
    """Read the body up to the limit, whatever length was announced.

    A place is taken meanwhile, so whoever sends more slowly than a phone is ended. Raises ImageTooLarge, UploadBroken.
    """
    if announced is not None and announced > rules.IMAGE_LARGEST:
        raise ImageTooLarge
    data, begin = bytearray(), time.monotonic()
    try:
        while True:
            async with asyncio.timeout(begin + rules.upload_seconds(len(data)) - time.monotonic()):
                chunk = await anext(chunks, None)
            if chunk is None:
                return bytes(data)
            data += chunk
            if len(data) > rules.IMAGE_LARGEST:
                raise ImageTooLarge
    except (TimeoutError, BodyBrokenOffError):
        raise UploadBroken from None


def _redraw(data: bytes) -> Drawn:
    """Re-encode in a process of its own with an empty environment, where a hijacked decoder finds no secrets."""
    try:
        done = subprocess.run(  # noqa: S603 - our own program
            [sys.executable, "-I", str(_PROGRAM)],
            input=data,
            capture_output=True,
            env={},
            timeout=DRAWING_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise UploadsBusy(retry_after=30) from None
    header, _, content = done.stdout.partition(b"\n")
    words = header.decode("ascii", "replace").split()
    # A process that was killed at one of its limits has written nothing.
    if done.returncode != 0 or len(words) != 4 or not content:
        raise ImageRefused(words[0] if done.returncode == 0 and words else "broken")
    width, height, size = map(int, words[1:])
    return Drawn(words[0], width, height, content[:size], content[size:])
