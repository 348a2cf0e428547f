"""Inquiries, and images of every kind to attach to them."""

from collections.abc import Mapping
from io import BytesIO
from typing import Any
from urllib.parse import quote

import httpx
from PIL import Image
from PIL.Image import Exif

from ieum.shop.inquiries import answering
from ieum.shop.inquiries.types import MediaType, MessageId
from ieum.shop.kernel.db import Connection, fetch_one

INQUIRY: Mapping[str, Any] = {
    "category": "connection",
    "title": "접속이 자주 끊깁니다",
    "body": "어제부터 10분마다 끊깁니다.\n확인 부탁드립니다.",
}


KINDS: dict[str, MediaType] = {"JPEG": "image/jpeg", "PNG": "image/png", "WEBP": "image/webp"}


def an_image(
    kind: str = "PNG", size: tuple[int, int] = (40, 30), *, mode: str = "RGB", color: Any = 1, **options: Any
) -> bytes:
    out = BytesIO()
    Image.new(mode, size, color).save(out, kind, **options)
    return out.getvalue()


def with_place(size: tuple[int, int] = (40, 30), *, orientation: int = 1) -> bytes:
    """A photo whose metadata has a location, a camera and an orientation."""
    exif = Exif()
    exif[0x0112] = orientation
    exif[0x010F] = "SecretCamera"
    exif.get_ifd(0x8825)[1] = "N"
    return an_image("JPEG", size, exif=exif.tobytes(), comment=b"SecretComment")


def animated(kind: str) -> bytes:
    out = BytesIO()
    frames = [Image.new("RGB", (20, 20), color) for color in ("red", "green", "blue")]
    frames[0].save(out, kind, save_all=True, append_images=frames[1:], duration=100)
    return out.getvalue()


async def upload(
    client: httpx.AsyncClient, headers: Mapping[str, str], data: bytes | None = None, name: str = "화면.png"
) -> httpx.Response:
    return await client.post(
        "/api/v1/inquiry-images",
        content=an_image() if data is None else data,
        headers={**headers, "X-File-Name": quote(name)},
    )


async def uploaded(
    client: httpx.AsyncClient, headers: Mapping[str, str], data: bytes | None = None, name: str = "화면.png"
) -> dict[str, Any]:
    answer = await upload(client, headers, data, name)
    assert answer.status_code == 201, answer.text
    return answer.json()["data"]


async def ask(client: httpx.AsyncClient, headers: Mapping[str, str], **changed: Any) -> httpx.Response:
    return await client.post("/api/v1/inquiries", json={**INQUIRY, **changed}, headers=headers)


async def asked(client: httpx.AsyncClient, headers: Mapping[str, str], **changed: Any) -> int:
    answer = await ask(client, headers, **changed)
    assert answer.status_code == 201, answer.text
    return answer.json()["data"]["id"]


async def go_on(
    client: httpx.AsyncClient, headers: Mapping[str, str], inquiry: int, body: str, **more: Any
) -> httpx.Response:
    return await client.post(
        f"/api/v1/inquiries/{inquiry}/messages", json={"body": body, **more}, headers=headers
    )


async def read(client: httpx.AsyncClient, headers: Mapping[str, str], inquiry: int) -> dict[str, Any]:
    answer = await client.get(f"/api/v1/inquiries/{inquiry}", headers=headers)
    assert answer.status_code == 200, answer.text
    return answer.json()["data"]


async def listed(client: httpx.AsyncClient, headers: Mapping[str, str], page: int = 1) -> dict[str, Any]:
    answer = await client.get("/api/v1/inquiries", params={"page": page}, headers=headers)
    assert answer.status_code == 200, answer.text
    return answer.json()["data"]


async def images_kept(conn: Connection) -> int:
    return await fetch_one(conn, int, "SELECT count(*) FROM inquiry_images")


async def answered(
    conn: Connection, inquiry: int, body: str, *, by: str = "김상담", further: bool = False
) -> MessageId:
    """Answer as a member of the staff who has read every message."""
    newest = "SELECT max(id) FROM inquiry_messages WHERE inquiry_id = %(inquiry)s"
    seen = await fetch_one(conn, int, newest, inquiry=inquiry)
    return await answering.answer(conn, inquiry, body, seen=seen, by=by, further=further)
