"""Images in inquiries: who sees them, what they are called, and what becomes of them."""

from io import BytesIO
from urllib.parse import quote

import pytest
from PIL import Image

from ieum.shop.inquiries import jobs, pixels, rules
from ieum.shop.inquiries.routes import IMAGE_HEADERS
from ieum.shop.kernel.db import Connection, execute, fetch_one
from tests.shop.builders.inquiries import KINDS, an_image, ask, asked, read, upload, uploaded
from tests.shop.builders.members import a_login, a_member
from tests.shop.builders.shops import Client, Headers, Shop
from tests.shop.builders.worker import context_of

PNG = an_image("PNG", (64, 64))


@pytest.mark.parametrize("kind", KINDS)
async def test_an_image_is_sent_unchanged_and_only_to_its_member(
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
async def test_a_thread_shows_thumbnails(client: Client, headers: Headers, kind: str) -> None:
    image = await uploaded(client, headers, an_image(kind, (3_000, 1_000)))

    answer = await client.get(f"/api/v1/inquiry-images/{image['id']}/thumbnail", headers=headers)

    assert answer.headers["content-type"] == "image/jpeg"
    assert answer.headers["cache-control"] == "private, no-store"
    assert answer.headers["content-security-policy"] == IMAGE_HEADERS["Content-Security-Policy"]
    with Image.open(BytesIO(answer.content)) as picture:
        assert picture.size == (pixels.THUMBNAIL_SIDE, pixels.THUMBNAIL_SIDE)


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
def test_a_file_name_is_never_a_path(name: str, shown: str) -> None:
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
async def test_a_file_name_is_sent_in_a_header_that_proxies_do_not_log(
    client: Client, headers: Headers, sent: str, shown: str
) -> None:
    answer = await client.post(
        "/api/v1/inquiry-images", content=PNG, headers={**headers, "X-File-Name": sent}
    )

    assert answer.json()["data"]["name"] == shown


async def test_an_image_needs_no_file_name(client: Client, headers: Headers) -> None:
    answer = await client.post("/api/v1/inquiry-images?name=hong.png", content=PNG, headers=headers)

    assert answer.json()["data"]["name"] == "사진.png"


async def test_a_file_name_that_is_too_long_is_refused(client: Client, headers: Headers) -> None:
    """The longest that a file can have is 255 letters."""
    longest, longer = (
        await upload(client, headers, name="가" * 255),
        await upload(client, headers, name="가" * 400),
    )

    assert (longest.status_code, longer.status_code) == (201, 422)


async def test_images_are_attached_in_order_and_once(
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


async def test_another_members_image_cannot_be_attached(
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


async def test_an_image_not_attached_within_a_day_is_deleted(shop: Shop) -> None:
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
