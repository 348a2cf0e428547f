"""Writes what is kept about one member into a ZIP of CSV files, with a text that explains them."""

import asyncio
import zipfile
from typing import IO

from ieum.shop.kernel import spreadsheets
from ieum.shop.kernel.cells import as_read, cells
from ieum.shop.kernel.db import Connection, fetch_one, stream
from ieum.shop.member_archive.contact import CONTACT
from ieum.shop.member_archive.money import MONEY
from ieum.shop.member_archive.person import PERSON
from ieum.shop.member_archive.types import OwnFile
from ieum.shop.member_archive.use import USE
from ieum.shop.members.types import MemberId

FILES: tuple[OwnFile, ...] = (*PERSON, *MONEY, *USE, *CONTACT)
GUIDE = "읽어 주세요.txt"
# Rows in memory at a time.
BATCH = 2_000
_ENDINGS = {"image/jpeg": "jpg", "image/png": "png", "image/webp": "webp"}


async def count_rows(conn: Connection, member: MemberId) -> int:
    return sum(
        [
            await fetch_one(conn, int, f"SELECT count(*) FROM (SELECT 1 {file.source}) kept", member=member)
            for file in FILES
        ]
    )


async def write_archive(conn: Connection, member: MemberId, into: IO[bytes]) -> int:
    """Write a member's archive; returns how many rows it has."""
    count = 0
    with zipfile.ZipFile(into, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(GUIDE, guide())
        for file in FILES:
            count += await _write_file(conn, member, archive, file)
        await _write_images(conn, member, archive)
    return count


def guide() -> str:
    """Explain each file and each of its fields in plain words; with the marks that old editors need."""
    lines = [
        "쇼핑몰이 보관하는 회원 본인의 정보입니다.",
        "파일은 엑셀 등으로 열 수 있는 CSV이고, 시각은 한국 시각입니다. 내용이 없는 파일은 제목 줄만 있습니다.",
        "비밀번호와 인증 키, 다른 사람의 정보, 직원의 이름과 내부 메모는 들어 있지 않습니다.",
    ]
    for file in FILES:
        lines += ["", f"[{file.name}.csv]", file.meaning]
        lines += [f"- {field.label}: {field.meaning}" for field in file.fields]
    return spreadsheets.BOM + "\r\n".join(lines) + "\r\n"


async def _write_file(conn: Connection, member: MemberId, archive: zipfile.ZipFile, file: OwnFile) -> int:
    count = 0
    with archive.open(f"{file.name}.csv", "w", force_zip64=True) as entry:
        entry.write(spreadsheets.text_of([[field.label for field in file.fields]]))
        async for batch in stream(conn, as_read, file.select, size=BATCH, member=member):
            count += len(batch)
            rows = spreadsheets.more_of(cells(file.fields, values) for values in batch)
            # Compressing takes a moment, in which others are answered.
            await asyncio.to_thread(entry.write, rows)
    return count


async def _write_images(conn: Connection, member: MemberId, archive: zipfile.ZipFile) -> None:
    """Write the images, read one at a time: they are as large as the rest together."""
    images = stream(
        conn,
        as_read,
        """
        SELECT id, media_type, content FROM inquiry_images
         WHERE member_id = %(member)s AND content IS NOT NULL ORDER BY id
        """,
        size=1,
        member=member,
    )
    async for batch in images:
        for image, media_type, content in batch:
            await asyncio.to_thread(archive.writestr, f"문의 사진/{image}.{_ENDINGS[media_type]}", content)
