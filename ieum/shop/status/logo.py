"""The shop's logo within the page, which asks for no other file: small, however large the kept one is."""

import asyncio
import base64
import io
from functools import lru_cache

from PIL import Image

# A logo that is no larger is shown as it is kept. Any other is drawn twice as high as it is shown, in 256 colours: at
# most 384 x 64 pixels of a byte each.
LARGEST, HEIGHT = 16 * 1024, 64


async def inlined(png: bytes) -> str:
    """A PNG in base64; empty for none."""
    return await asyncio.to_thread(_inlined, png) if png else ""


@lru_cache(maxsize=4)
def _inlined(png: bytes) -> str:
    """Encode the logo, cached: a crowd asks for it each second."""
    return base64.b64encode(png if len(png) <= LARGEST else _smaller(png)).decode()


def _smaller(png: bytes) -> bytes:
    with Image.open(io.BytesIO(png), formats=("PNG",)) as opened:
        image = opened.convert("RGBA")
    image.thumbnail((image.width, HEIGHT), Image.Resampling.LANCZOS)
    drawn = io.BytesIO()
    image.quantize(256, Image.Quantize.FASTOCTREE).save(drawn, "PNG", optimize=True)
    return drawn.getvalue()
