"""What is taken for an image, what is left of it, and what the program that draws it can do."""

import json
import os
import zlib
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from ieum.shop.inquiries import images, pixels
from ieum.shop.kernel.db import Connection
from tests.cases import Cases
from tests.shop.builders.inquiries import KINDS, an_image, animated, images_kept, upload, uploaded, with_place
from tests.shop.builders.shops import Client, Headers


def a_chunk(kind: bytes, data: bytes) -> bytes:
    return len(data).to_bytes(4, "big") + kind + data + zlib.crc32(kind + data).to_bytes(4, "big")


def a_bomb(width: int, height: int) -> bytes:
    """A PNG of a few bytes whose header promises so many pixels."""
    header = width.to_bytes(4, "big") + height.to_bytes(4, "big") + b"\x08\x02\x00\x00\x00"
    return (
        b"\x89PNG\r\n\x1a\n"
        + a_chunk(b"IHDR", header)
        + a_chunk(b"IDAT", zlib.compress(b"\x00" * 5_000_000))
        + a_chunk(b"IEND", b"")
    )


PNG, JPEG, WEBP = an_image("PNG", (64, 64)), an_image("JPEG", (64, 64)), an_image("WEBP", (64, 64))


HTML = b"<!doctype html><script>alert(1)</script>"


REFUSED: dict[str, tuple[bytes, str]] = {
    "nothing": (b"", "empty"),
    "SVG": (b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', "type"),
    "HTML": (HTML, "type"),
    "a program": (b"MZ\x90\x00" + b"\x00" * 100, "type"),
    "a PDF": (b"%PDF-1.7\n", "type"),
    "a ZIP": (b"PK\x03\x04" + b"\x00" * 100, "type"),
    "GIF": (an_image("GIF", mode="P"), "type"),
    "BMP": (an_image("BMP"), "type"),
    "TIFF": (an_image("TIFF"), "type"),
    "ICO": (an_image("ICO"), "type"),
    "HEIC": (b"\x00\x00\x00\x18ftypheic\x00\x00\x00\x00heicmif1", "heic"),
    "animated PNG": (animated("PNG"), "animated"),
    "animated WebP": (animated("WEBP"), "animated"),
    "a bomb": (a_bomb(60_000, 60_000), "pixels"),
    "too many pixels": (a_bomb(8_000, 6_251), "pixels"),
    "too long a side": (a_bomb(30_001, 1), "pixels"),
    "no pixels at all": (a_bomb(0, 10), "broken"),
    "fewer pixels than promised": (a_bomb(3_000, 3_000), "broken"),
    "truncated PNG": (PNG[: len(PNG) // 2], "broken"),
    "truncated JPEG": (JPEG[: len(JPEG) * 2 // 3], "broken"),
    "truncated WebP": (WEBP[: len(WEBP) // 2], "broken"),
    "corrupt PNG": (PNG[:-20] + bytes(byte ^ 0xFF for byte in PNG[-20:-14]) + PNG[-14:], "broken"),
    "only a beginning of PNG": (b"\x89PNG\r\n\x1a\n", "broken"),
    "only a beginning of JPEG": (b"\xff\xd8\xff\xe0", "broken"),
    "only a beginning of WebP": (b"RIFF\x10\x00\x00\x00WEBPVP8 ", "broken"),
    "HTML behind the mark of a JPEG": (b"\xff\xd8\xff" + HTML, "broken"),
}


async def test_a_file_that_is_no_accepted_image_is_refused_and_not_stored(
    client: Client, conn: Connection, headers: Headers
) -> None:
    cases = Cases()

    for what, (data, code) in REFUSED.items():
        with cases.case(what):
            async with conn.transaction(force_rollback=True):
                answer = await upload(client, headers, data, name="사진.jpg")
                kept = await images_kept(conn)

            problem = answer.json()
            assert (answer.status_code, problem["code"]) == (422, "image_refused")
            assert [(field["name"], field["code"]) for field in problem["fields"]] == [("image", code)]
            assert problem["detail"].endswith("주세요.")
            assert kept == 0

    cases.assert_right(at_least=26)


async def test_location_camera_and_comments_are_removed_and_the_photo_is_upright(
    client: Client, headers: Headers
) -> None:
    """Orientation 6: the camera was held upright, and its picture lies on its side."""
    photo = with_place((40, 30), orientation=6)
    assert b"SecretCamera" in photo

    image = await uploaded(client, headers, photo)

    path = f"/api/v1/inquiry-images/{image['id']}"
    content = (await client.get(path, headers=headers)).content
    thumbnail = (await client.get(f"{path}/thumbnail", headers=headers)).content
    assert (image["width"], image["height"]) == (30, 40)
    assert b"Secret" not in content + thumbnail
    assert b"Exif" not in content + thumbnail
    with Image.open(BytesIO(content)) as picture:
        assert not picture.getexif()


@pytest.mark.parametrize("kind", KINDS)
async def test_data_appended_to_an_image_is_removed(client: Client, headers: Headers, kind: str) -> None:
    image = await uploaded(client, headers, an_image(kind) + HTML + b"PK\x03\x04 a zip")

    content = (await client.get(f"/api/v1/inquiry-images/{image['id']}", headers=headers)).content

    assert b"script" not in content
    assert b"PK\x03\x04" not in content


async def test_a_photo_with_a_second_picture_inside_is_accepted(client: Client, headers: Headers) -> None:
    """MPO, as many phones write it under the name of a JPEG: its second picture is no animation."""
    out = BytesIO()
    first, second = Image.new("RGB", (40, 30), "red"), Image.new("RGB", (20, 15), "blue")
    first.save(out, "MPO", save_all=True, append_images=[second])

    image = await uploaded(client, headers, out.getvalue())

    assert (image["width"], image["height"]) == (40, 30)


@pytest.mark.parametrize(
    ("mode", "color", "shown"),
    [
        ("L", 7, (7, 7, 7)),
        ("LA", (7, 100), (7, 7, 7, 100)),
        ("P", "red", (255, 0, 0)),
        ("RGBA", (1, 2, 3, 100), (1, 2, 3, 100)),
        ("1", 1, (255, 255, 255)),
        ("I;16", 40_000, (156, 156, 156)),
        ("I;16", 65_535, (255, 255, 255)),
        ("I;16", 7, (0, 0, 0)),
    ],
)
async def test_every_colour_mode_is_accepted(
    client: Client, headers: Headers, mode: str, color: Any, shown: tuple[int, ...]
) -> None:
    image = await uploaded(client, headers, an_image("PNG", mode=mode, color=color))

    content = (await client.get(f"/api/v1/inquiry-images/{image['id']}", headers=headers)).content
    with Image.open(BytesIO(content)) as picture:
        assert picture.getpixel((0, 0)) == shown


def test_a_transparent_grey_of_sixteen_bits_is_kept() -> None:
    drawn = pixels.redraw(an_image("PNG", mode="I;16", color=65_535, transparency=65_535))

    with Image.open(BytesIO(drawn.content)) as picture:
        assert picture.getpixel((0, 0)) == (255, 255, 255)


async def test_cmyk_images_are_accepted(client: Client, headers: Headers) -> None:
    await uploaded(client, headers, an_image("JPEG", mode="CMYK", color=(1, 2, 3, 4)))


async def test_a_large_photo_is_shrunk_and_a_long_screenshot_stays_legible(
    client: Client, headers: Headers
) -> None:
    photo = await uploaded(client, headers, an_image("JPEG", (8_000, 6_000)))
    screenshot = await uploaded(client, headers, an_image("PNG", (1_080, 12_000)))

    assert photo["width"] * photo["height"] <= pixels.PIXELS_KEPT * 1.01
    assert abs(photo["width"] / photo["height"] - 8 / 6) < 0.01
    assert screenshot["width"] > 850
    assert abs(screenshot["height"] / screenshot["width"] - 12_000 / 1_080) < 0.05


def test_an_image_that_is_too_large_as_a_png_becomes_a_jpeg(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pixels, "BYTES_KEPT", 2_000)
    noise = Image.effect_noise((100, 100), 200).convert("RGBA")
    out = BytesIO()
    noise.save(out, "PNG")

    drawn = pixels.redraw(out.getvalue())

    assert drawn.media_type == "image/jpeg"
    with Image.open(BytesIO(drawn.content)) as picture:
        assert (picture.format, picture.size) == ("JPEG", (100, 100))


async def test_a_decoder_that_hangs_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(images, "DRAWING_SECONDS", 0.001)

    with pytest.raises(images.UploadsBusy):
        await images.Uploads().redraw(PNG)


async def test_a_crashing_decoder_does_not_take_the_server_down(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    crashing = tmp_path / "crashing.py"
    crashing.write_text("import os, signal; os.kill(os.getpid(), signal.SIGSEGV)")
    monkeypatch.setattr(images, "_PROGRAM", crashing)

    with pytest.raises(images.ImageRefused) as refused:
        await images.Uploads().redraw(PNG)
    assert refused.value.fields
    assert refused.value.fields[0].code == "broken"


SPYING = """
import json, os, resource, socket, sys
sys.path.insert(0, {folder!r})
import pixels
if {limited}:
    pixels._limit_itself()

def refused(reach):
    try:
        reach()
    except OSError:
        return True
    return False

shop = os.getppid()
text = json.dumps({{
    "environment": sorted(os.environ),
    "shop": [name for name in sys.modules if name.startswith("ieum")],
    "limits": [resource.getrlimit(what)[0] for what in (resource.RLIMIT_AS, resource.RLIMIT_FSIZE)],
    "files": refused(lambda: open("/proc/self/status", "rb")),
    "keys": refused(lambda: open(f"/proc/{{shop}}/environ", "rb").read()),
    "connections": refused(socket.socket),
    "programs": refused(lambda: os.kill(shop, 0)),
}})
sys.stdout.write(f"image/png 1 1 {{len(text)}}\\n{{text}}")
"""


@pytest.mark.parametrize("limited", [True, False])
async def test_a_compromised_decoder_reaches_no_key_no_file_and_no_connection(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, limited: bool
) -> None:
    """One that does not limit itself reaches them all, so this would be noticed. Only root can become nobody."""
    spying = tmp_path / "spying.py"
    spying.write_text(SPYING.format(folder=str(images._PROGRAM.parent), limited=limited))
    monkeypatch.setattr(images, "_PROGRAM", spying)

    found = json.loads((await images.Uploads().redraw(b"")).content)

    # Which Python sets by itself.
    assert set(found["environment"]) <= {"LC_CTYPE"}
    assert found["shop"] == []
    assert (found["limits"] == [pixels.MEMORY_MOST, 0]) is limited
    assert [found[what] for what in ("files", "keys", "connections")] == [limited] * 3
    assert found["programs"] is (limited and os.getuid() == 0)
