"""Programs that releases offer: files of the downloads folder, which the console lists and adds to."""

import asyncio
import hashlib
import logging
import os
import secrets
import shutil
import time
from collections.abc import AsyncIterator
from pathlib import Path

from ieum.shop.desk.acting import Actor
from ieum.shop.desk.noted import Noted
from ieum.shop.files import release_files
from ieum.shop.publishing.desk.refusals import (
    FileNameTaken,
    NoRoomForProgram,
    ProgramNotFound,
    ProgramRefused,
    ProgramsNotWritable,
)
from ieum.shop.publishing.desk.types import Program, ProgramLine

log = logging.getLogger(__name__)

LARGEST = 200 * 1024 * 1024
# Left free on the disk, which the shop's database may share.
STAYS_FREE = 2 * 1024 * 1024 * 1024
KINDS = (".exe", ".msi", ".msix", ".apk", ".dmg", ".pkg", ".zip")
# No name of a release's file begins with a dot, so an unfinished one is offered to nobody.
_UNFINISHED = ".upload-"
_FORGOTTEN_AFTER = 24 * 60 * 60

UPLOADED = Noted("content.upload", "program")


def list_programs(folder: Path) -> list[ProgramLine]:
    """By name. Empty where there is no folder yet."""
    try:
        names = sorted(entry.name for entry in os.scandir(folder) if release_files.is_name(entry.name))
    except OSError:
        return []
    found = [release_files.find(folder, name) for name in names[:500]]
    return [ProgramLine(file.path.name, file.size, file.modified_at) for file in found if file]


def describe(folder: Path, name: str) -> Program:
    """With its hash, for which all of it is read. Raises ProgramNotFound."""
    described = release_files.describe(folder, name)
    if described is None:
        raise ProgramNotFound
    return Program(name, *described)


async def add(actor: Actor, folder: Path, name: str, chunks: AsyncIterator[bytes]) -> Program:
    """Write what arrives into the folder, under a name that no other file has: a name never changes its content.

    Raises ProgramRefused, FileNameTaken, NoRoomForProgram, ProgramsNotWritable.
    """
    if not release_files.is_name(name) or not name.lower().endswith(KINDS):
        raise ProgramRefused
    unfinished = folder / f"{_UNFINISHED}{secrets.token_hex(8)}"
    try:
        await asyncio.to_thread(_prepare, folder)
        program = await _receive(unfinished, name, chunks)
        await asyncio.to_thread(_give_name, unfinished, folder, program)
    except OSError as error:
        log.error("a program cannot be written into %s: %s", folder, error)  # noqa: TRY400 - expected
        raise ProgramsNotWritable from error
    finally:
        unfinished.unlink(missing_ok=True)
    async with actor.transaction() as act:
        facts = {"size": program.size, "sha256": program.sha256}
        UPLOADED.by(act, name, after=facts)
    return program


def _prepare(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for left in folder.glob(f"{_UNFINISHED}*"):
        if time.time() - left.stat().st_mtime > _FORGOTTEN_AFTER:
            left.unlink(missing_ok=True)
    if shutil.disk_usage(folder).free < STAYS_FREE + LARGEST:
        raise NoRoomForProgram


async def _receive(path: Path, name: str, chunks: AsyncIterator[bytes]) -> Program:
    digest, size = hashlib.sha256(), 0
    with path.open("xb") as file:
        async for chunk in chunks:
            size += len(chunk)
            if size > LARGEST:
                raise ProgramRefused
            digest.update(chunk)
            await asyncio.to_thread(file.write, chunk)
    if size == 0:
        raise ProgramRefused
    return Program(name, size, digest.hexdigest())


def _give_name(unfinished: Path, folder: Path, program: Program) -> None:
    """Sent twice, the same file is there once. Raises FileNameTaken."""
    unfinished.chmod(0o644)
    try:
        # Unlike a renaming, a link never replaces what is there.
        os.link(unfinished, folder / program.name)
    except FileExistsError:
        if release_files.find_problem(folder, program.name, size=program.size, sha256=program.sha256):
            raise FileNameTaken from None
