"""The picture that messengers show beside a link: a page's title on the plate that addresses stand on.

The line of the house comes in broken, as before the shop, and goes out whole, as behind it.
"""

import hashlib
import unicodedata
from collections.abc import Iterable
from functools import cache
from io import BytesIO
from pathlib import Path

import msgspec
from PIL import Image, ImageDraw, ImageFont

WIDTH, HEIGHT = 1200, 630
LOGO_SIZE = 512
# Another design is another picture: it makes every name a new one.
DESIGN = "1"

# The tokens of look.md.
PAPER, SURFACE = "#FFFFFF", "#F5F7F8"
INK, INK_2, INK_3, LINE = "#10151C", "#475063", "#667085", "#C9D0D8"
ACCENT = "#006B63"

PLATE_WIDTH, PLATE_TOP, PLATE_BOTTOM = 920, 150, 480
# The plate's middle is the picture's: of 1200 × 630, a preview of 2:1 shows 600 lines and a square one 630 columns.
MIDDLE = (PLATE_TOP + PLATE_BOTTOM) // 2
TITLE_WIDTH, TITLE_LINES = 820, 3
TITLE_SIZES = (88, 72, 56, 50)
# Shapes are drawn larger and made smaller, which smooths their edges; letters are smooth by themselves.
SCALE = 2


class Picture(msgspec.Struct, frozen=True):
    """What is written on it, and nothing else: two pages with the same words share a picture."""

    site_name: str
    # What the page belongs to; empty where it stands alone.
    section: str
    title: str
    host: str

    @property
    def name(self) -> str:
        words = [DESIGN, self.site_name, self.section, self.title, self.host]
        return hashlib.sha256("\0".join(words).encode()).hexdigest()[:20]


class Fonts:
    """The two weights, opened in every size at once: a new build takes the files away from under a running server.

    Raises OSError where the web build has none.
    """

    def __init__(self, folder: Path) -> None:
        wanted = [("Medium", 30), *(("Bold", size) for size in (*TITLE_SIZES, 40, 32))]
        self._faces = {
            (weight, size): ImageFont.truetype(folder / f"{weight}.otf", size) for weight, size in wanted
        }

    def of(self, weight: str, size: int) -> ImageFont.FreeTypeFont:
        return self._faces[weight, size]


def draw(picture: Picture, fonts: Fonts) -> bytes:
    """PNG. It takes some tens of milliseconds, so not on the event loop; faces serve one thread at a time."""
    image = _shapes()
    pen = ImageDraw.Draw(image)
    _write_site_name(pen, _plain(picture.site_name), fonts)
    size, lines = fit(_plain(picture.title), fonts)
    line_height = round(size * 1.3)
    section = _plain(picture.section)
    above = 62 if section else 0
    top = MIDDLE - (above + line_height * len(lines)) // 2
    if section:
        pen.text((WIDTH // 2, top + 18), section, ACCENT, fonts.of("Bold", 32), anchor="mm")
    for number, line in enumerate(lines):
        middle = top + above + line_height * number + line_height // 2
        pen.text((WIDTH // 2, middle), line, INK, fonts.of("Bold", size), anchor="mm")
    pen.text((WIDTH // 2, 554), picture.host, INK_2, fonts.of("Medium", 30), anchor="mm")
    return _png(image)


@cache
def draw_logo() -> bytes:
    """The mark of the house, for those who show one beside the shop's name: once, as anybody can ask without end."""
    image = Image.new("RGB", (LOGO_SIZE * SCALE, LOGO_SIZE * SCALE), ACCENT)
    pen = ImageDraw.Draw(image)
    # As in favicon.svg, whose side is 32; the corners are left to whoever shows it.
    unit = LOGO_SIZE * SCALE / 32
    _circle(pen, (9.5 * unit, 16 * unit), 4.75 * unit, outline=PAPER, width=round(2.5 * unit))
    pen.line((13 * unit, 16 * unit, 19 * unit, 16 * unit), PAPER, round(2.5 * unit))
    _circle(pen, (22.5 * unit, 16 * unit), 4.75 * unit, fill=PAPER)
    return _png(image.reduce(SCALE))


def fit(title: str, fonts: Fonts) -> tuple[int, list[str]]:
    """The largest size in which the title has its place, and its lines; what has none is cut."""
    for size in TITLE_SIZES:
        lines = break_lines(title, fonts.of("Bold", size), TITLE_WIDTH)
        # One line may be large; three of that size would fill the plate.
        if len(lines) <= (2 if size > TITLE_SIZES[2] else TITLE_LINES):
            return size, _balanced(title, fonts.of("Bold", size), len(lines))
    size = TITLE_SIZES[-1]
    lines = break_lines(title, fonts.of("Bold", size), TITLE_WIDTH - size)[:TITLE_LINES]
    return size, [*lines[:-1], f"{lines[-1]}…"]


def _balanced(title: str, font: ImageFont.FreeTypeFont, count: int) -> list[str]:
    """As many lines, as even as they can be: no word is left alone in the last one."""
    narrow, wide = 1, TITLE_WIDTH
    while wide - narrow > 8:
        width = (narrow + wide) // 2
        narrow, wide = (narrow, width) if len(break_lines(title, font, width)) <= count else (width, wide)
    return break_lines(title, font, wide)


def break_lines(text: str, font: ImageFont.FreeTypeFont, width: int) -> list[str]:
    """Between words, as Korean is broken here; inside one only where it is wider than a line."""
    lines: list[str] = []
    line = ""
    for word in text.split():
        longer = f"{line} {word}".strip()
        if font.getlength(longer) <= width:
            line = longer
            continue
        if line:
            lines.append(line)
        *full, line = _pieces(word, font, width)
        lines += full
    return [*lines, line] if line else lines


def _pieces(word: str, font: ImageFont.FreeTypeFont, width: int) -> list[str]:
    pieces = [""]
    for letter in word:
        if pieces[-1] and font.getlength(pieces[-1] + letter) > width:
            pieces.append("")
        pieces[-1] += letter
    return pieces


def _shapes() -> Image.Image:
    image = Image.new("RGB", (WIDTH * SCALE, HEIGHT * SCALE), SURFACE)
    pen = ImageDraw.Draw(image)
    left, right = (WIDTH - PLATE_WIDTH) // 2, (WIDTH + PLATE_WIDTH) // 2
    for start in range(-6, left, 22):
        pen.line(_scaled((start, MIDDLE, start + 11, MIDDLE)), INK_3, 4 * SCALE)
    pen.line(_scaled((right, MIDDLE, WIDTH, MIDDLE)), ACCENT, 4 * SCALE)
    plate = _scaled((left, PLATE_TOP, right, PLATE_BOTTOM))
    pen.rounded_rectangle(plate, 28 * SCALE, PAPER, LINE, 2 * SCALE)
    _circle(pen, _point(left, MIDDLE), 13 * SCALE, fill=PAPER, outline=INK_3, width=4 * SCALE)
    _circle(pen, _point(right, MIDDLE), 14 * SCALE, fill=ACCENT)
    return image.reduce(SCALE)


def _write_site_name(pen: ImageDraw.ImageDraw, name: str, fonts: Fonts) -> None:
    pen.text((WIDTH // 2, 80), name, INK, fonts.of("Bold", 40), anchor="mm")


def _plain(text: str) -> str:
    """What the face can show: no pictograms, and nothing that turns or hides what follows."""
    kept = {"Cc": " ", "Cf": "", "Cn": "", "Co": "", "Cs": "", "So": ""}
    return "".join(kept.get(unicodedata.category(letter), letter) for letter in text)


def _scaled(place: Iterable[float]) -> tuple[float, float, float, float]:
    left, top, right, bottom = (one * SCALE for one in place)
    return left, top, right, bottom


def _point(x: float, y: float) -> tuple[float, float]:
    return x * SCALE, y * SCALE


def _circle(
    pen: ImageDraw.ImageDraw,
    middle: tuple[float, float],
    radius: float,
    *,
    fill: str | None = None,
    outline: str | None = None,
    width: int = 1,
) -> None:
    x, y = middle
    pen.ellipse((x - radius, y - radius, x + radius, y + radius), fill, outline, width)


def _png(image: Image.Image) -> bytes:
    """With 64 colours: of flat ones and their edges nobody sees more, and it is a third as large."""
    file = BytesIO()
    image.quantize(64, dither=Image.Dither.NONE).save(file, "PNG", optimize=True)
    return file.getvalue()
