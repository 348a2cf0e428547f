"""Draws the shop's sign, two ends and the line that joins them, for browsers, home screens and search engines."""

from functools import cache
from io import BytesIO

from PIL import Image, ImageDraw

ACCENT, WHITE = "#006B63", "#FFFFFF"
# Shapes are drawn at four times the size and reduced, which smooths their edges.
SCALE = 4
# Of the old format for tabs and bookmarks, which holds several.
ICO_SIZES = [(16, 16), (32, 32), (48, 48)]


@cache
def png(size: int, *, rounded: bool = False) -> bytes:
    """A square icon; cached, because anybody can request it without end.

    Without round corners for systems that cut icons themselves: the sign lies inside the circle of 80 % that they keep.
    """
    file = BytesIO()
    _draw(size, rounded=rounded).save(file, "PNG", optimize=True)
    return file.getvalue()


@cache
def ico() -> bytes:
    file = BytesIO()
    _draw(ICO_SIZES[-1][0], rounded=True).save(file, "ICO", sizes=ICO_SIZES)
    return file.getvalue()


def _draw(size: int, *, rounded: bool) -> Image.Image:
    """The shapes of favicon.svg, which is 32 wide."""
    side = size * SCALE
    unit = side / 32
    image = Image.new("RGBA", (side, side), "#006B6300")
    pen = ImageDraw.Draw(image)
    pen.rounded_rectangle((0, 0, side - 1, side - 1), 8 * unit if rounded else 0, ACCENT)
    pen.circle((9.5 * unit, 16 * unit), 4.75 * unit, outline=WHITE, width=round(2.5 * unit))
    pen.line((13 * unit, 16 * unit, 19 * unit, 16 * unit), WHITE, round(2.5 * unit))
    pen.circle((22.5 * unit, 16 * unit), 4.75 * unit, fill=WHITE)
    return image.reduce(SCALE)
