"""Files as they were read, with their media types and the sizes of pictures."""

import hashlib
import io
import mimetypes
import re
from pathlib import Path
from typing import NamedTuple

from PIL import Image

# The folder in which texts find them.
FILES = "files"
LONGEST_SIDE = 65_535

_PICTURES = {".svg": "image/svg+xml", ".png": "image/png", ".webp": "image/webp", ".jpg": "image/jpeg"}
_SVG = re.compile(r"<svg\b[^>]*>")
_SVG_SIZE = re.compile(r"""\s(width|height)=["']([0-9]+(?:\.[0-9]+)?)(?:px)?["']""")
_SVG_BOX = re.compile(r"""\sviewBox=["']\s*\S+\s+\S+\s+([0-9.]+)\s+([0-9.]+)\s*["']""")


class SourceFile(NamedTuple):
    name: str
    media_type: str
    width: int | None
    height: int | None
    content: bytes
    # The file name of the only edition that may show it; every text may where this is empty.
    only_for: str = ""

    @property
    def where(self) -> str:
        return "/".join(part for part in (FILES, self.only_for, self.name) if part)

    @property
    def hash(self) -> str:
        return hashlib.sha256(self.content).hexdigest()

    @property
    def key(self) -> str:
        """Equal to the column `content_files.key`, which the database computes."""
        return f"{self.hash[:16]}-{self.name}"


def inspect_file(name: str, content: bytes) -> SourceFile:
    """Find out the media type, and of a picture the width and height.

    Raises ValueError, UnidentifiedImageError or DecompressionBombError for a picture that is too large or not of the
    type that its name says.
    """
    suffix = Path(name).suffix.lower()
    media_type = _PICTURES.get(suffix.replace(".jpeg", ".jpg"))
    if media_type is None:
        return SourceFile(
            name, mimetypes.guess_type(name)[0] or "application/octet-stream", None, None, content
        )
    if suffix == ".svg":
        return SourceFile(name, media_type, *_sides(*_svg_size(content)), content)
    with Image.open(io.BytesIO(content)) as picture:
        if Image.MIME.get(picture.format or "") != media_type:
            raise ValueError(f"the content is {picture.format} and not what the name says")
        return SourceFile(name, media_type, *_sides(*picture.size), content)


def _sides(width: float, height: float) -> tuple[int | None, int | None]:
    """Whole numbers; None for an unknown side, which comes as 0."""
    if max(width, height) > LONGEST_SIDE:
        raise ValueError(f"a side of the picture is longer than {LONGEST_SIDE} pixels")
    return round(width) or None, round(height) or None


def _svg_size(content: bytes) -> tuple[float, float]:
    """From its attributes or its view box; 0 where it has neither."""
    root = _SVG.search(content.decode("utf-8"))
    if root is None:
        raise ValueError("there is no <svg> in it")
    size = {side: float(value) for side, value in _SVG_SIZE.findall(root[0])}
    if "width" in size and "height" in size:
        return size["width"], size["height"]
    box = _SVG_BOX.search(root[0])
    return (float(box[1]), float(box[2])) if box else (0, 0)
