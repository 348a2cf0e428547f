"""Draws the picture that messengers show beside a link: a page's title on a plate.

A line enters the plate dashed from the left and leaves it unbroken on the right: a connection before and behind us.
"""

import hashlib
import unicodedata
from io import BytesIO
from pathlib import Path

import msgspec
from PIL import Image, ImageDraw, ImageFont

WIDTH, HEIGHT = 1200, 630
# Part of every picture's name: a new design gets a new number, and so every picture a new name.
DESIGN = "1"

# The design tokens of the pages.
PAPER, SURFACE = "#FFFFFF", "#F5F7F8"
INK, INK_2, INK_3, LINE = "#10151C", "#475063", "#667085", "#C9D0D8"
ACCENT = "#006B63"

PLATE_WIDTH, PLATE_TOP, PLATE_BOTTOM = 920, 150, 480
# Half the height of the picture: previews cut it to 1200 × 600 or to a square of 630, around its middle.
MIDDLE = (PLATE_TOP + PLATE_BOTTOM) // 2
TITLE_WIDTH, TITLE_LINES = 820, 3
TITLE_SIZES = (88, 72, 56, 50)
# Shapes are drawn at twice the size and reduced, which smooths their edges; letters are smooth by themselves.
SCALE = 2


class Picture(msgspec.Struct, frozen=True):
    """The words on a picture; pages with the same words share one."""

    site_name: str
    # The title of the page above; empty for a top-level page.
    section: str
    title: str
    host: str

    @property
    def name(self) -> str:
        words = [DESIGN, self.site_name, self.section, self.title, self.host]
        return hashlib.sha256("\0".join(words).encode()).hexdigest()[:20]


class Fonts:
    """The fonts, opened in every size at the start, because a new build deletes the files under a running server.

    Raises OSError where the web build has none.
    """

    def __init__(self, folder: Path) -> None:
        faces = [("Medium", 30), *(("Bold", size) for size in (*TITLE_SIZES, 40, 32))]
        self._faces = {
            (weight, size): ImageFont.truetype(folder / f"{weight}.otf", size) for weight, size in faces
        }

    def of(self, weight: str, size: int) -> ImageFont.FreeTypeFont:
        return self._faces[weight, size]


def draw(picture: Picture, fonts: Fonts) -> bytes:
    """PNG. Takes tens of milliseconds, so call it in a thread, and in one at a time, because of the fonts."""
    image = _shapes()
    pen = ImageDraw.Draw(image)
    pen.text((WIDTH // 2, 80), _plain(picture.site_name), INK, fonts.of("Bold", 40), anchor="mm")
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


def fit(title: str, fonts: Fonts) -> tuple[int, list[str]]:
    """The largest size in which the title fits, and its lines; a title that never fits is cut."""
    for size in TITLE_SIZES:
        lines = break_lines(title, fonts.of("Bold", size), TITLE_WIDTH)
        # Three lines fit only in the two smaller sizes.
        if len(lines) <= (2 if size > TITLE_SIZES[2] else TITLE_LINES):
            return size, _balanced(title, fonts.of("Bold", size), len(lines))
    size = TITLE_SIZES[-1]
    lines = break_lines(title, fonts.of("Bold", size), TITLE_WIDTH - size)[:TITLE_LINES]
    return size, [*lines[:-1], f"{lines[-1]}…"]


def _balanced(title: str, font: ImageFont.FreeTypeFont, count: int) -> list[str]:
    """Break the title into `count` lines as even as possible, so that no word is alone in the last one."""
    narrow, wide = 1, TITLE_WIDTH
    while wide - narrow > 8:
        width = (narrow + wide) // 2
        narrow, wide = (narrow, width) if len(break_lines(title, font, width)) <= count else (width, wide)
    return break_lines(title, font, wide)


def break_lines(text: str, font: ImageFont.FreeTypeFont, width: int) -> list[str]:
    """Breaks between words, and inside a word only where it is wider than a line."""
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
        pen.line(_scaled(start, MIDDLE, start + 11, MIDDLE), INK_3, 4 * SCALE)
    pen.line(_scaled(right, MIDDLE, WIDTH, MIDDLE), ACCENT, 4 * SCALE)
    plate = _scaled(left, PLATE_TOP, right, PLATE_BOTTOM)
    pen.rounded_rectangle(plate, 28 * SCALE, PAPER, LINE, 2 * SCALE)
    pen.circle((left * SCALE, MIDDLE * SCALE), 13 * SCALE, fill=PAPER, outline=INK_3, width=4 * SCALE)
    pen.circle((right * SCALE, MIDDLE * SCALE), 14 * SCALE, fill=ACCENT)
    return image.reduce(SCALE)


def _plain(text: str) -> str:
    """Only what the fonts can show: no pictograms, control or format characters."""
    replaced = {"Cc": " ", "Cf": "", "Cn": "", "Co": "", "Cs": "", "So": ""}
    return "".join(replaced.get(unicodedata.category(letter), letter) for letter in text)


def _scaled(*place: float) -> list[float]:
    return [side * SCALE for side in place]


def _png(image: Image.Image) -> bytes:
    """With 64 colours: enough for flat shapes and their edges, in a third of the size."""
    file = BytesIO()
    image.quantize(64, dither=Image.Dither.NONE).save(file, "PNG", optimize=True)
    return file.getvalue()
