"""Images in inquiries: what is taken, what is refused and why, and what is left of it."""

import asyncio
import json
import os
import zlib
from collections.abc import AsyncIterator
from io import BytesIO
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from PIL import Image

from ieum.shop.db import Connection, execute, fetch_one
from ieum.shop.members.types import MemberId
from ieum.shop.support import images, jobs, pixels, rules
from ieum.shop.support.routes import IMAGE_HEADERS
from tests.shop.builders import a_login, a_member, a_session
from tests.shop.conftest import Client, Shop
from tests.shop.inquiring import (
    KINDS,
    an_image,
    animated,
    ask,
    asked,
    images_kept,
    read,
    upload,
    uploaded,
    with_place,
)
from tests.shop.test_jobs import context_of

type Headers = dict[str, str]


@pytest.fixture
async def headers(conn: Connection) -> Headers:
    return await a_login(conn, await a_member(conn))


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


@pytest.mark.parametrize("what", REFUSED)
async def test_what_is_no_image_of_ours_is_refused_and_nothing_is_left(
    client: Client, conn: Connection, headers: Headers, what: str
) -> None:
    data, code = REFUSED[what]

    answer = await upload(client, headers, data, name="사진.jpg")

    problem = answer.json()
    assert (answer.status_code, problem["code"]) == (422, "image_refused")
    assert [(field["name"], field["code"]) for field in problem["fields"]] == [("image", code)]
    assert problem["detail"].endswith("주세요.")
    assert await images_kept(conn) == 0


@pytest.mark.parametrize("kind", KINDS)
async def test_an_image_comes_back_as_it_is_to_its_member_alone(
    client: Client, conn: Connection, headers: Headers, kind: str
) -> None:
    image = await uploaded(client, headers, an_image(kind, (40, 30)), name="내 화면.jpeg")

    answer = await client.get(f"/api/v1/inquiry-images/{image['id']}", headers=headers)

    assert (image["width"], image["height"], image["hidden"]) == (40, 30, False)
    assert image["name"] == f"내 화면.{rules.EXTENSIONS[KINDS[kind]]}"
    assert image["size"] == len(answer.content)
    assert answer.headers["content-type"] == KINDS[kind]
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["cache-control"] == "private, no-store"
    assert answer.headers["content-security-policy"] == IMAGE_HEADERS["Content-Security-Policy"]
    assert "sandbox" in IMAGE_HEADERS["Content-Security-Policy"]
    assert answer.headers["cross-origin-resource-policy"] == "same-origin"
    with Image.open(BytesIO(answer.content)) as picture:
        assert (picture.format, picture.size) == (kind, (40, 30))
    stranger = await a_login(conn, await a_member(conn))
    of_another = f"/api/v1/inquiry-images/{image['id']}"
    nobodys = "/api/v1/inquiry-images/999999"
    for path in (of_another, f"{of_another}/thumbnail", nobodys, f"{nobodys}/thumbnail"):
        refused = await client.get(path, headers=stranger)
        assert (refused.status_code, refused.json()["code"]) == (404, "image_not_found")


@pytest.mark.parametrize("kind", KINDS)
async def test_in_the_thread_an_image_is_small(client: Client, headers: Headers, kind: str) -> None:
    image = await uploaded(client, headers, an_image(kind, (3_000, 1_000)))

    answer = await client.get(f"/api/v1/inquiry-images/{image['id']}/thumbnail", headers=headers)

    assert answer.headers["content-type"] == "image/jpeg"
    assert answer.headers["cache-control"] == "private, no-store"
    assert answer.headers["content-security-policy"] == IMAGE_HEADERS["Content-Security-Policy"]
    with Image.open(BytesIO(answer.content)) as picture:
        assert picture.size == (pixels.THUMBNAIL_SIDE, pixels.THUMBNAIL_SIDE)


async def test_place_camera_and_comments_are_gone_and_the_photo_stands_upright(
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
async def test_what_hides_behind_an_image_does_not_come_along(
    client: Client, headers: Headers, kind: str
) -> None:
    image = await uploaded(client, headers, an_image(kind) + HTML + b"PK\x03\x04 a zip")

    content = (await client.get(f"/api/v1/inquiry-images/{image['id']}", headers=headers)).content

    assert b"script" not in content
    assert b"PK\x03\x04" not in content


async def test_a_phones_photo_with_a_second_picture_inside_is_taken(client: Client, headers: Headers) -> None:
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
async def test_every_way_of_writing_colours_is_taken(
    client: Client, headers: Headers, mode: str, color: Any, shown: tuple[int, ...]
) -> None:
    image = await uploaded(client, headers, an_image("PNG", mode=mode, color=color))

    content = (await client.get(f"/api/v1/inquiry-images/{image['id']}", headers=headers)).content
    with Image.open(BytesIO(content)) as picture:
        assert picture.getpixel((0, 0)) == shown


def test_the_one_transparent_grey_of_sixteen_bits_is_drawn_as_it_is() -> None:
    drawn = pixels.redraw(an_image("PNG", mode="I;16", color=65_535, transparency=65_535))

    with Image.open(BytesIO(drawn.content)) as picture:
        assert picture.getpixel((0, 0)) == (255, 255, 255)


async def test_the_colours_of_print_are_taken(client: Client, headers: Headers) -> None:
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


def test_what_a_png_cannot_hold_in_ten_megabytes_becomes_a_jpeg(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pixels, "BYTES_KEPT", 2_000)
    noise = Image.effect_noise((100, 100), 200).convert("RGBA")
    out = BytesIO()
    noise.save(out, "PNG")

    drawn = pixels.redraw(out.getvalue())

    assert drawn.media_type == "image/jpeg"
    with Image.open(BytesIO(drawn.content)) as picture:
        assert (picture.format, picture.size) == ("JPEG", (100, 100))


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("../../etc/passwd", "passwd.png"),
        ("C:\\Users\\hong\\화면.png", "화면.png"),
        ("..", "사진.png"),
        ("", "사진.png"),
        (".png", "사진.png"),
        ("a\x00b\r\nSet-Cookie: x.png", "ab Set-Cookie: x.png"),
        ("사진\u202egnp.exe", "사진gnp.png"),
        ("<img src=x onerror=alert(1)>.png", "<img src=x onerror=alert(1)>.png"),
        ("화면", "화면.png"),  # taken apart, as macOS sends it
        ("가" * 300, "가" * 96 + ".png"),
    ],
)
def test_a_name_is_a_name_and_no_path(name: str, shown: str) -> None:
    assert rules.image_name(name, "image/png") == shown
    assert "/" not in rules.image_name(name, "image/png")
    assert "\\" not in rules.image_name(name, "image/png")
    assert rules.image_name(name, "image/png").isprintable()


@pytest.mark.parametrize(
    ("sent", "shown"),
    [
        (quote("화면 1.jpeg"), "화면 1.png"),
        ("100%.png", "100%.png"),
        ("%ff%.png", "\ufffd%.png"),
        ("%00%0d%0a.png", "사진.png"),
        ("", "사진.png"),
    ],
)
async def test_a_name_is_sent_in_a_header_that_no_proxy_writes_down(
    client: Client, headers: Headers, sent: str, shown: str
) -> None:
    answer = await client.post(
        "/api/v1/inquiry-images", content=PNG, headers={**headers, "X-File-Name": sent}
    )

    assert answer.json()["data"]["name"] == shown


async def test_an_image_needs_no_name(client: Client, headers: Headers) -> None:
    answer = await client.post("/api/v1/inquiry-images?name=hong.png", content=PNG, headers=headers)

    assert answer.json()["data"]["name"] == "사진.png"


async def test_a_name_that_is_too_long_to_be_one_is_refused(client: Client, headers: Headers) -> None:
    """The longest that a file can have is 255 letters."""
    longest, longer = (
        await upload(client, headers, name="가" * 255),
        await upload(client, headers, name="가" * 400),
    )

    assert (longest.status_code, longer.status_code) == (201, 422)


async def test_ten_megabytes_are_taken_and_one_byte_more_is_not(
    client: Client, conn: Connection, headers: Headers
) -> None:
    image = an_image("JPEG")
    full = image + b"\x00" * (rules.IMAGE_LARGEST - len(image))

    assert (await upload(client, headers, full)).status_code == 201
    answer = await upload(client, headers, full + b"\x00")

    assert (answer.status_code, answer.json()["code"]) == (413, "image_too_large")
    assert "10MB" in answer.json()["detail"]
    assert await images_kept(conn) == 1


async def test_a_hundred_megabytes_are_refused_before_they_are_read(
    client: Client, conn: Connection, headers: Headers
) -> None:
    """Announced or not: what is sent in pieces is stopped where the limit is."""
    sent = 0

    async def pieces() -> AsyncIterator[bytes]:
        nonlocal sent
        for _ in range(1_600):
            sent += 65_536
            yield b"\xff" * 65_536

    unannounced = await client.post("/api/v1/inquiry-images", content=pieces(), headers=headers)
    announced = await client.post(
        "/api/v1/inquiry-images", content=b"", headers=headers | {"Content-Length": "104857600"}
    )

    assert (unannounced.status_code, unannounced.json()["code"]) == (413, "image_too_large")
    assert (announced.status_code, announced.json()["code"]) == (413, "image_too_large")
    assert sent <= rules.IMAGE_LARGEST + 2 * 65_536
    assert await images_kept(conn) == 0


async def test_the_limit_of_all_other_calls_is_what_it_was(client: Client, headers: Headers) -> None:
    answer = await ask(client, headers, body="가" * 30_000)

    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")


async def test_who_hangs_up_leaves_nothing_and_is_no_fault_of_ours(shop: Shop) -> None:
    async with shop.db.transaction() as conn:
        headers = await a_login(conn, await a_member(conn))
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": "POST",
        "scheme": "http",
        "path": "/api/v1/inquiry-images",
        "raw_path": b"/api/v1/inquiry-images",
        "query_string": b"",
        "root_path": "",
        "headers": [(name.lower().encode(), value.encode()) for name, value in headers.items()],
        "client": ("127.0.0.1", 1),
        "server": ("testserver.local", 80),
    }
    events = iter([{"type": "http.request", "body": PNG, "more_body": True}, {"type": "http.disconnect"}])
    sent: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        return next(events)

    async def send(event: dict[str, Any]) -> None:
        sent.append(event)

    await shop.app(scope, receive, send)  # pyright: ignore[reportArgumentType] - a plain scope

    assert (sent[0]["status"], json.loads(sent[1]["body"])["code"]) == (400, "upload_broken")
    async with shop.db.connection() as conn:
        assert await images_kept(conn) == 0


async def test_who_sends_nothing_more_is_hung_up_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(images, "UPLOAD_SECONDS", 0.05)

    async def never() -> AsyncIterator[bytes]:
        yield PNG[:20]
        await asyncio.sleep(60)

    with pytest.raises(images.UploadBroken):
        await images._read(None, never())


async def test_ten_images_wait_and_the_eleventh_does_not(
    client: Client, conn: Connection, headers: Headers
) -> None:
    waiting = [await uploaded(client, headers) for _ in range(rules.IMAGES_WAITING)]

    full = await upload(client, headers)
    await client.delete(f"/api/v1/inquiry-images/{waiting[0]['id']}", headers=headers)
    room = await upload(client, headers)

    assert (full.status_code, full.json()["code"]) == (409, "too_many_images_waiting")
    assert room.status_code == 201
    assert await images_kept(conn) == rules.IMAGES_WAITING


async def test_fifty_uploads_a_day_are_enough_also_of_what_was_deleted_or_sent(
    client: Client, conn: Connection, headers: Headers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rules, "IMAGES_A_DAY", 3)
    gone, sent, _ = [(await uploaded(client, headers))["id"] for _ in range(3)]
    await execute(conn, "UPDATE inquiry_uploads SET uploaded_at = now() - interval '23 hours'")
    await client.delete(f"/api/v1/inquiry-images/{gone}", headers=headers)
    await asked(client, headers, images=[sent])

    full = await upload(client, headers)
    others = await upload(client, await a_login(conn, await a_member(conn)))
    await execute(conn, "UPDATE inquiry_uploads SET uploaded_at = uploaded_at - interval '1 hour'")
    tomorrow = await upload(client, headers)

    assert (full.status_code, full.json()["code"]) == (429, "too_many_images_today")
    assert full.headers["retry-after"] == "3600"
    assert (others.status_code, tomorrow.status_code) == (201, 201)


async def test_thirty_a_minute_from_one_place_are_enough(
    client: Client, headers: Headers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(images, "UPLOADS_A_MINUTE", 2)

    answers = [await upload(client, headers) for _ in range(3)]

    assert [answer.status_code for answer in answers] == [201, 201, 429]
    assert answers[2].headers["retry-after"]


async def test_places_for_uploads_are_few_and_come_free_again() -> None:
    uploads = images.Uploads()

    async with uploads.place(MemberId(1)), uploads.place(MemberId(1)):
        with pytest.raises(images.TooManyRequests):
            await uploads.place(MemberId(1)).__aenter__()
        others = [uploads.place(MemberId(n)) for n in range(2, 8)]
        for other in others:
            await other.__aenter__()
        with pytest.raises(images.UploadsBusy):
            await uploads.place(MemberId(99)).__aenter__()
        for other in others:
            await other.__aexit__(None, None, None)
    async with uploads.place(MemberId(1)):
        assert uploads._under_way == {1: 1}
    assert not uploads._under_way


async def test_no_more_are_drawn_at_once_than_may_be(monkeypatch: pytest.MonkeyPatch) -> None:
    under_way, most = 0, 0

    async def slowly(_draw: object, _data: bytes) -> pixels.Drawn:
        nonlocal under_way, most
        under_way += 1
        most = max(most, under_way)
        await asyncio.sleep(0.01)
        under_way -= 1
        return pixels.Drawn("image/png", 1, 1, b"-", b"-")

    monkeypatch.setattr(asyncio, "to_thread", slowly)
    uploads = images.Uploads()

    await asyncio.gather(*(uploads.redraw(b"") for _ in range(8)))

    assert most == images.DRAWN_AT_ONCE


async def test_a_decoder_that_does_not_end_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(images, "DRAWING_SECONDS", 0.001)

    with pytest.raises(images.UploadsBusy):
        await images.Uploads().redraw(PNG)


async def test_a_decoder_that_dies_takes_nobody_along(
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
async def test_a_decoder_that_is_led_astray_reaches_no_key_no_file_and_no_connection(
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


async def test_two_at_once_do_not_make_an_eleventh(shop: Shop) -> None:
    """Both have counted ten; the member's lock lets one of them count again."""
    async with shop.db.transaction() as conn:
        headers = await a_login(conn, await a_member(conn))
    for _ in range(rules.IMAGES_WAITING - 1):
        await uploaded(shop.client, headers)

    answers = await asyncio.gather(upload(shop.client, headers), upload(shop.client, headers))

    assert sorted(answer.status_code for answer in answers) == [201, 409]
    async with shop.db.connection() as conn:
        assert await images_kept(conn) == rules.IMAGES_WAITING


async def test_images_are_sent_in_their_order_and_once(
    client: Client, conn: Connection, headers: Headers
) -> None:
    first, second = [(await uploaded(client, headers, name=name))["id"] for name in ("하나.png", "둘.png")]

    inquiry = await asked(client, headers, images=[second, first])
    again = await ask(client, headers, title="다른 문의", images=[first])
    gone = await client.delete(f"/api/v1/inquiry-images/{first}", headers=headers)

    [message] = (await read(client, headers, inquiry))["messages"]
    assert [image["id"] for image in message["images"]] == [second, first]
    assert (again.status_code, again.json()["fields"][0]["name"]) == (422, "images")
    assert gone.status_code == 404
    assert await fetch_one(conn, int, "SELECT count(*) FROM inquiries") == 1


async def test_what_is_another_members_cannot_be_sent(
    client: Client, conn: Connection, headers: Headers
) -> None:
    image = await uploaded(client, headers)
    stranger = await a_login(conn, await a_member(conn))

    taken = await ask(client, stranger, images=[image["id"]])
    missing = await ask(client, stranger, images=[2**40])

    assert taken.status_code == 422
    assert taken.json() == missing.json()
    assert await fetch_one(conn, int, "SELECT count(*) FROM inquiries") == 0


@pytest.mark.parametrize(
    ("images", "code"), [([1, 2, 3, 4, 5, 6], "too_many"), ([1, 1], "twice"), ([2**40], "not_found")]
)
async def test_a_message_takes_five_images_each_once(
    client: Client, headers: Headers, images: list[int], code: str
) -> None:
    answer = await ask(client, headers, images=images)

    assert (answer.status_code, answer.json()["fields"][0]["code"]) == (422, code)


async def test_what_nobody_sent_within_a_day_is_deleted(shop: Shop) -> None:
    async with shop.db.transaction() as conn:
        headers = await a_login(conn, await a_member(conn))
    old, sent, new = [(await uploaded(shop.client, headers))["id"] for _ in range(3)]
    inquiry = await asked(shop.client, headers, images=[sent])
    async with shop.db.transaction() as conn:
        await execute(
            conn,
            "UPDATE inquiry_images SET created_at = now() - interval '24 hours 1 second' WHERE id = ANY(%(old)s)",
            old=[old, sent],
        )
        await execute(
            conn,
            """
            UPDATE inquiry_uploads SET uploaded_at = now() - interval '24 hours 1 second'
             WHERE id < (SELECT max(id) FROM inquiry_uploads)
            """,
        )

    await jobs.forget_unused_images.func(context_of(shop), 0)

    async def status(image: int) -> int:
        path = f"/api/v1/inquiry-images/{image}"
        return (await shop.client.get(path, headers=headers)).status_code

    assert [await status(image) for image in (old, sent, new)] == [404, 200, 200]
    async with shop.db.connection() as conn:
        assert await fetch_one(conn, int, "SELECT count(*) FROM inquiry_uploads") == 1
    assert len((await read(shop.client, headers, inquiry))["messages"][0]["images"]) == 1


async def test_an_upload_is_no_form_that_another_site_could_send(client: Client, conn: Connection) -> None:
    session = await a_session(conn, await a_member(conn))
    sent = await client.post(
        "/api/v1/inquiry-images", content=PNG, headers=session.cookies | {"Sec-Fetch-Site": "cross-site"}
    )

    assert (sent.status_code, sent.json()["code"]) == (403, "cross_site_request")
    assert await images_kept(conn) == 0
