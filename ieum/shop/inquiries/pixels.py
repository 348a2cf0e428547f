"""Re-encodes an uploaded image, so that only its pixels survive: no metadata, no hidden payload.

Runs as a separate program that imports nothing of the shop. It reads the image from the standard input and writes a
header line and two images, the large one and the thumbnail. Before it reads the first byte it drops its privileges: it
can no longer open files or connections, not even `/proc` with the environment of the shop's processes, and it becomes
`nobody` where root started it. A decoder that is hijacked by a crafted image therefore finds no secret in a file, and
only this process dies at its resource limits. Started by another user it stays that user, so it could still kill their
processes, and read their memory where the kernel allows it (`kernel.yama.ptrace_scope` 0).
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

# What is accepted: the largest photos of common phones have 8160 x 6120, and decoded they take at most 200 MB.
PIXELS_MOST, SIDE_LONGEST = 50_000_000, 30_000
# What larger images are shrunk to: the text on a 4K screenshot stays legible.
PIXELS_KEPT, SIDE_KEPT = 8_500_000, 16_000
BYTES_KEPT = 10 * 1024 * 1024
# Sharp on a phone, where one pixel of the page is three of the screen.
THUMBNAIL_SIDE = 288
MEMORY_MOST, CPU_SECONDS = 1024 * 1024 * 1024, 20
# The user `nobody`, who owns no files on any Linux.
NOBODY = 65_534
# Modules that Pillow imports on demand, which it cannot do once files are out of reach.
_LOADED_LATE = ("ImageColor", "MpoImagePlugin", "TiffImagePlugin", "WebPImagePlugin")

_MEDIA_TYPES = {"JPEG": "image/jpeg", "PNG": "image/png", "WEBP": "image/webp"}
_SAVING: dict[str, dict[str, int]] = {
    "JPEG": {"quality": 88, "optimize": True},
    "PNG": {"compress_level": 6},
    "WEBP": {"quality": 88, "method": 2},
}
_HEIF_BRANDS = {b"heic", b"heix", b"hevc", b"hevx", b"heim", b"heis", b"mif1", b"msf1"}


class Drawn(NamedTuple):
    media_type: str
    width: int
    height: int
    content: bytes
    # A square cut from the middle, always a JPEG.
    thumbnail: bytes


class Refused(Exception):
    """The image is not accepted; `why` is a key of the shop's sentences."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


def redraw(data: bytes) -> Drawn:
    """Decode the image, turn it upright, shrink it where it is too large, and encode it. Raises Refused."""
    kind = _kind_of(data)
    try:
        # Check the format's checksums first, because the decoder alone lets some damage pass.
        with Image.open(BytesIO(data), formats=[kind]) as picture:
            _check_size(picture, kind)
            picture.verify()
        with Image.open(BytesIO(data), formats=[kind]) as picture:
            return _encode(_shrink(picture), kind)
    except Refused:
        raise
    except Exception as error:
        # Decoders raise many kinds of errors: OSError, SyntaxError, struct.error, ValueError, MemoryError.
        raise Refused("broken") from error


def _kind_of(data: bytes) -> str:
    """The format by the first bytes, whatever the file's name says. Raises Refused."""
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
    """Judge by the header, before a single pixel is decoded. Raises Refused."""
    width, height = picture.size
    if width * height > PIXELS_MOST or max(width, height) > SIDE_LONGEST:
        raise Refused("pixels")
    # A phone's JPEG may carry a preview or a depth map as a second frame, which is not an animation.
    if kind != "JPEG" and getattr(picture, "is_animated", False):
        raise Refused("animated")


def _shrink(picture: Picture) -> Picture:
    """Upright, in colours that every browser shows, and within `PIXELS_KEPT` and `SIDE_KEPT`."""
    width, height = picture.size
    factor = min(1.0, (PIXELS_KEPT / (width * height)) ** 0.5, SIDE_KEPT / max(width, height))
    size = (max(1, round(width * factor)), max(1, round(height * factor)))
    # Lets the decoder produce a JPEG at a half or a quarter of its size where that is large enough.
    picture.draft(None, size)
    colours = _in_colours(picture)
    # The orientation is read from the metadata, which is dropped below.
    colours.info = {name: picture.info[name] for name in ("exif", "xmp") if name in picture.info}
    if colours.size != size:
        colours = colours.resize(size, Resampling.LANCZOS)
    upright = ImageOps.exif_transpose(colours)
    upright.info = {}
    return upright


def _in_colours(picture: Picture) -> Picture:
    """RGB, or RGBA where parts of the image may be transparent."""
    has_alpha = "A" in picture.getbands() or "transparency" in picture.info
    picture.load()
    if picture.mode.startswith("I;16"):
        # Pillow clips 16-bit greys to 8 bits: without the division all but the darkest would turn white.
        return picture.point(lambda grey: grey / 256).convert("L").convert("RGB")
    mode = "RGBA" if has_alpha else "RGB"
    # Converting to the mode it already has would copy the image and take as much memory again.
    return picture if picture.mode == mode else picture.convert(mode)


def _encode(picture: Picture, kind: str) -> Drawn:
    content = _saved(picture, kind)
    if len(content) > BYTES_KEPT:
        # Most likely a photo as PNG: several times the size of a JPEG without looking better.
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
    picture.save(out, kind, **_SAVING[kind])
    return out.getvalue()


def _limit_itself() -> None:
    """Drop privileges and resources; no further module can be imported after this."""
    Image.preinit()
    for module in _LOADED_LATE:
        import_module(f"PIL.{module}")
    if sys.platform == "win32":
        return
    import resource  # noqa: PLC0415 - does not exist on Windows

    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_MOST, MEMORY_MOST))
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    # No further file descriptor can be opened; those that are open stay usable.
    resource.setrlimit(resource.RLIMIT_NOFILE, (0, 0))
    if os.getuid() == 0:
        # A container may have taken this right from root.
        with suppress(OSError):
            os.setgroups([])
            os.setgid(NOBODY)
            os.setuid(NOBODY)


def main() -> None:
    _limit_itself()
    # Pillow's own limit only warns; `_check_size` refuses at a lower one.
    Image.MAX_IMAGE_PIXELS = None
    try:
        drawn = redraw(sys.stdin.buffer.read())
        header = f"{drawn.media_type} {drawn.width} {drawn.height} {len(drawn.content)}"
        content = drawn.content + drawn.thumbnail
    except Refused as refused:
        header, content = refused.why, b""
    sys.stdout.buffer.write(header.encode() + b"\n" + content)


if __name__ == "__main__":
    main()
