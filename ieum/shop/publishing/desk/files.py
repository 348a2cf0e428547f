"""Pictures and documents that texts will show: uploaded under a name that no other file has."""

import asyncio
import base64
import binascii
from pathlib import Path

from PIL import Image, UnidentifiedImageError

from ieum.shop.desk.acting import Act
from ieum.shop.desk.noted import Noted
from ieum.shop.files import queries as files
from ieum.shop.files.source_files import SourceFile, inspect_file
from ieum.shop.publishing import editing
from ieum.shop.publishing.desk import queries
from ieum.shop.publishing.desk.refusals import FileNameTaken, FileRefused
from ieum.shop.publishing.desk.types import FileForm, UploadedFile

LARGEST = 5 * 1024 * 1024
PICTURES = frozenset({".png", ".jpg", ".jpeg", ".webp"})
# No SVG and no HTML: they may hold scripts, and whoever opens a file's address would run them.
DOCUMENTS = frozenset({".pdf", ".hwp", ".hwpx", ".txt", ".zip"})

UPLOADED = Noted("content.upload", "content_file")


async def read(form: FileForm) -> SourceFile:
    """Read the file without a connection: a picture takes a while. Raises FileRefused."""
    return await asyncio.to_thread(_read, form)


def _read(form: FileForm) -> SourceFile:
    if Path(form.name).suffix.lower() not in PICTURES | DOCUMENTS:
        raise FileRefused
    try:
        content = base64.b64decode(form.content, validate=True)
        if not 0 < len(content) <= LARGEST:
            raise FileRefused
        return inspect_file(form.name, content)
    except (binascii.Error, OSError, ValueError, UnidentifiedImageError, Image.DecompressionBombError):
        raise FileRefused from None


async def keep(act: Act, file: SourceFile) -> UploadedFile:
    """Keep the file. Raises FileNameTaken: another text may show the file that has this name."""
    await editing.hold(act.conn)
    if await queries.is_file_name_taken(act.conn, file.name, hash=file.hash):
        raise FileNameTaken
    await files.insert_file(act.conn, file)
    UPLOADED.by(act, file.key, after={"size": len(file.content)})
    shows = "!" if file.media_type.startswith("image/") else ""
    return UploadedFile(file.key, f"{shows}[{Path(file.name).stem}](files/{file.name})")
