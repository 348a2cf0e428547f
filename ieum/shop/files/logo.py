"""The shop's logo: drawn anew, kept by us, and shown from our own address in the header, in mails and in contracts."""

import asyncio
import io
from http import HTTPStatus

import httpx
from PIL import Image, UnidentifiedImageError

from ieum.shop.files import queries as files
from ieum.shop.files.public_addresses import PublicAddresses
from ieum.shop.files.source_files import SourceFile
from ieum.shop.kernel.db import Connection
from ieum.shop.site import queries as site

NAME = "site-logo.png"
# Shown 32 pixels high; four times that is sharp on every screen.
HEIGHT_KEPT, WIDTH_KEPT, HEIGHT_LEAST = 128, 768, 32
LARGEST_FILE, MOST_PIXELS = 2 * 1024 * 1024, 16_000_000
# In all, however slowly it trickles.
SECONDS = 30


class LogoRefused(Exception):
    """The picture cannot be the logo; the message is one sentence that says why and what to do."""


async def put(conn: Connection, picture: bytes, *, instead_of: str | None = None) -> str:
    """Keep a picture as the logo and return its address.

    `instead_of`: only if the configuration still names this address; otherwise an operator was faster. Raises
    LogoRefused.
    """
    # In a thread: 16 million pixels take a while, and requests wait for the event loop.
    png, width, height = await asyncio.to_thread(draw, picture)
    file = SourceFile(NAME, "image/png", width, height, png)
    await files.insert_file(conn, file)
    address = f"/files/{file.key}"
    await site.set_logo(conn, address, instead_of=instead_of)
    return address


def draw(picture: bytes) -> tuple[bytes, int, int]:
    """Return a PNG of the pixels alone, and its width and height. Raises LogoRefused.

    An SVG is refused: it may hold scripts and load other files, and mail programs do not show it.
    """
    try:
        with Image.open(io.BytesIO(picture), formats=("PNG", "JPEG", "WEBP")) as opened:
            if opened.width * opened.height > MOST_PIXELS:
                raise LogoRefused("The logo has too many pixels: 4000 x 4000 at most.")
            if opened.height < HEIGHT_LEAST:
                raise LogoRefused(
                    f"The logo is {opened.height} pixels high: give one of {HEIGHT_LEAST} or more, best {HEIGHT_KEPT}."
                )
            image = opened.convert("RGBA")
    except (UnidentifiedImageError, Image.DecompressionBombError, OSError, ValueError, SyntaxError):
        raise LogoRefused("The logo is no PNG, JPEG or WebP picture; export an SVG as a PNG first.") from None
    image.thumbnail((WIDTH_KEPT, HEIGHT_KEPT), Image.Resampling.LANCZOS)
    if image.height < HEIGHT_LEAST // 2:
        raise LogoRefused(
            "The logo is too wide for its height to be legible: give one at most 24 times as wide."
        )
    png = io.BytesIO()
    image.save(png, "PNG", optimize=True)
    return png.getvalue(), image.width, image.height


async def fetch(address: str, *, everywhere: bool = False) -> bytes:
    """Fetch the picture from an address that the operator chose, without following redirects. Raises LogoRefused.

    Only from public addresses: whoever may write the settings must not have our servers ask what is beside them. The
    command line, whose user could ask themselves, fetches from `everywhere`.
    """
    transport = httpx.AsyncHTTPTransport() if everywhere else PublicAddresses()
    try:
        async with (
            asyncio.timeout(SECONDS),
            httpx.AsyncClient(transport=transport, timeout=10, trust_env=False) as client,
            client.stream("GET", address, headers={"Accept-Encoding": "identity"}) as answer,
        ):
            if answer.status_code != HTTPStatus.OK:
                raise LogoRefused(f"The logo's address answers {answer.status_code} and not with a picture.")
            picture = b""
            # As it came: what is packed could unpack to anything.
            async for part in answer.aiter_raw():
                picture += part
                if len(picture) > LARGEST_FILE:
                    raise LogoRefused("The logo is larger than 2 MB.")
    except (httpx.HTTPError, httpx.InvalidURL, TimeoutError) as error:
        raise LogoRefused(
            f"The logo could not be fetched ({type(error).__name__}): check its address."
        ) from None
    return picture
