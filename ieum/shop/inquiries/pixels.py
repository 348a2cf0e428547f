"""Draw an uploaded image anew: what leaves here has pixels and nothing else.

Run as a program of its own, which knows nothing of the shop: bytes in, a line and the bytes of two images out. Before
it reads the first of them it gives up what it does not need. It can open no file and no connection any more, the
environment of the shop's own processes included, and becomes nobody where root has started it. So a decoder that is
led astray by what it reads finds no key that lies in a file, and dies at its limits alone. Started by anybody else it
remains that user: it could end their processes, and look into their memory where the kernel lets it
(`kernel.yama.ptrace_scope` 0).
"""

import os
import sys
from contextlib import suppress
from importlib import import_module
from io import BytesIO
from typing import NamedTuple

from PIL import Image, ImageOps
from PIL.Image import Image as Picture
from PIL.Image import Resampling

# The largest photos of common phones: 8160 x 6120. Decoded it takes 200 MB at most.
PIXELS_MOST, SIDE_LONGEST = 50_000_000, 30_000
# What is kept: the text of a 4K screen stays legible.
PIXELS_KEPT, SIDE_KEPT = 8_500_000, 16_000
BYTES_KEPT = 10 * 1024 * 1024
# In the thread, at three pixels of a phone to one of the page.
THUMBNAIL_SIDE = 288
MEMORY_MOST, CPU_SECONDS = 1024 * 1024 * 1024, 20
# Who owns nothing, on every Linux.
NOBODY = 65_534
# What the library loads on the way, as long as it can.
_LOADED_LATE = ("ImageColor", "MpoImagePlugin", "TiffImagePlugin", "WebPImagePlugin")

_MEDIA_TYPES = {"JPEG": "image/jpeg", "PNG": "image/png", "WEBP": "image/webp"}
_HEIF_BRANDS = {b"heic", b"heix", b"hevc", b"hevx", b"heim", b"heis", b"mif1", b"msf1"}


class Drawn(NamedTuple):
    media_type: str
    width: int
    height: int
    content: bytes
    # A square of the middle, always a JPEG.
    thumbnail: bytes


class Refused(Exception):
    """`why` is one of the words that the shop has a sentence for."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


def redraw(data: bytes) -> Drawn:
    """Decode, turn upright, shrink if need be, encode. Raises Refused."""
    kind = _kind_of(data)
    try:
        # Checksums first, where the format has them: the decoder alone lets some of it pass.
        with Image.open(BytesIO(data), formats=[kind]) as picture:
            _check_size(picture, kind)
            picture.verify()
        with Image.open(BytesIO(data), formats=[kind]) as picture:
            return _encode(_shrink(picture), kind)
    except Refused:
        raise
    except Exception as error:
        # Decoders raise whatever they come upon: OSError, SyntaxError, struct.error, ValueError, MemoryError.
        raise Refused("broken") from error


def _kind_of(data: bytes) -> str:
    """By what it begins with, whatever it is called."""
    if data.startswith(b"\xff\xd8\xff"):
        return "JPEG"
    if data.startswith(b"\x89PNG\r\n\x1a\n"):
        return "PNG"
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "WEBP"
    if data[4:8] == b"ftyp" and data[8:12] in _HEIF_BRANDS:
        raise Refused("heic")
    raise Refused("type" if data else "empty")


def _check_size(picture: Picture, kind: str) -> None:
    """Before a pixel is decoded: the header says how many there would be."""
    width, height = picture.size
    if width * height > PIXELS_MOST or max(width, height) > SIDE_LONGEST:
        raise Refused("pixels")
    # A phone's JPEG may carry a preview or depth as a further picture, which is no animation.
    if kind != "JPEG" and getattr(picture, "is_animated", False):
        raise Refused("animated")


def _shrink(picture: Picture) -> Picture:
    """Upright, in colours that every browser shows, and no larger than what is kept."""
    width, height = picture.size
    factor = min(1.0, (PIXELS_KEPT / (width * height)) ** 0.5, SIDE_KEPT / max(width, height))
    wanted = (max(1, round(width * factor)), max(1, round(height * factor)))
    # A JPEG is decoded at a half or a quarter at once where that is enough.
    picture.draft(None, wanted)
    colours = _in_colours(picture)
    # The orientation stands in what is about to be dropped.
    colours.info = {name: picture.info[name] for name in ("exif", "xmp") if name in picture.info}
    if colours.size != wanted:
        colours = colours.resize(wanted, Resampling.LANCZOS)
    upright = ImageOps.exif_transpose(colours)
    upright.info = {}
    return upright


def _in_colours(picture: Picture) -> Picture:
    """RGB, or RGBA where something of it may be seen through."""
    has_alpha = "A" in picture.getbands() or "transparency" in picture.info
    picture.load()
    if picture.mode.startswith("I;16"):
        # Converted as they are, all greys but the darkest would be white.
        return picture.point(lambda grey: grey / 256).convert("L").convert("RGB")
    mode = "RGBA" if has_alpha else "RGB"
    # A copy of what is as it should be would take as much memory again.
    return picture if picture.mode == mode else picture.convert(mode)


def _encode(picture: Picture, kind: str) -> Drawn:
    content = _saved(picture, kind)
    if len(content) > BYTES_KEPT:
        # A photo as PNG: several times the size of a JPEG, and no better to look at.
        kind, content = "JPEG", _saved(_on_white(picture), "JPEG")
    return Drawn(_MEDIA_TYPES[kind], *picture.size, content, _thumbnail(picture))


def _thumbnail(picture: Picture) -> bytes:
    side = (THUMBNAIL_SIDE, THUMBNAIL_SIDE)
    small = ImageOps.fit(picture, side, Resampling.BICUBIC)
    return _saved(_on_white(small), "JPEG")


def _on_white(picture: Picture) -> Picture:
    if picture.mode != "RGBA":
        return picture
    white = Image.new("RGB", picture.size, "white")
    white.paste(picture, mask=picture.getchannel("A"))
    return white


def _saved(picture: Picture, kind: str) -> bytes:
    out = BytesIO()
    match kind:
        case "JPEG":
            picture.save(out, "JPEG", quality=88, optimize=True)
        case "PNG":
            picture.save(out, "PNG", compress_level=6)
        case _:
            picture.save(out, "WEBP", quality=88, method=2)
    return out.getvalue()


def _limit_itself() -> None:
    """Nothing can be loaded after this."""
    Image.preinit()
    for module in _LOADED_LATE:
        import_module(f"PIL.{module}")
    if sys.platform == "win32":
        return
    import resource  # noqa: PLC0415 - not on Windows

    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_MOST, MEMORY_MOST))
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    # Files, connections, whatever has a number: those that are open stay, and no other gets one.
    resource.setrlimit(resource.RLIMIT_NOFILE, (0, 0))
    if os.getuid() == 0:
        # A container may have taken this from its root.
        with suppress(OSError):
            os.setgroups([])
            os.setgid(NOBODY)
            os.setuid(NOBODY)


def main() -> None:
    _limit_itself()
    # Our own limit is lower, and refuses where this one only warns.
    Image.MAX_IMAGE_PIXELS = None
    try:
        drawn = redraw(sys.stdin.buffer.read())
        said = f"{drawn.media_type} {drawn.width} {drawn.height} {len(drawn.content)}"
        content = drawn.content + drawn.thumbnail
    except Refused as refused:
        said, content = refused.why, b""
    sys.stdout.buffer.write(said.encode() + b"\n" + content)


if __name__ == "__main__":
    main()
