"""Copies what is not in the database: the programs that members download, and the settings with their keys.

The programs are public. The settings are sealed to the owner's recovery key, so that whoever reads the place learns no
key, and the database's copies open no card.
"""

import hashlib
import os
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from ieum.operations.backup import labels, records
from ieum.operations.backup.place import BackupError, Place
from ieum.operations.backup.settings import BackupSettings
from ieum.operations.backup.source import connect, read_source
from ieum.progress import Progress
from ieum.recovery import SETTINGS, RecoveryError, seal, unseal
from ieum.shop.kernel.settings_file import line

DOWNLOADS, SEALED = "files/downloads", "files/settings"
# The SHA-256 of each program.
SUMS = "downloads.json"
# Settings change rarely, and each change may hold the only key to what was sealed before it.
KEPT = 60


async def back_up(
    settings: BackupSettings, place: Place, environ: Mapping[str, str], progress: Progress
) -> str:
    """Copy both and note it; returns what was done. Raises BackupError, noted with an alarm."""
    async with await connect(settings.database_url) as conn:
        run = await records.begin(conn, "files", place=settings.place)
        try:
            system = (await read_source(conn)).system
            size = _copy(place.below(system), settings.recovery_key, environ, progress)
        except BaseException as error:
            await records.end_badly(conn, run, str(error) or type(error).__name__)
            raise
        label = f"{datetime.now(UTC):%Y%m%dT%H%M%SZ}"
        await records.end_well(conn, run, label=label, size=size)
    return f"The downloads folder ({size:,} bytes) and the settings, sealed to the recovery key, are at the place."


def _copy(place: Place, recovery_key: str, environ: Mapping[str, str], progress: Progress) -> int:
    if not recovery_key:
        raise BackupError(
            "IEUM_RECOVERY_KEY is not set, to which the settings are sealed: ieum gateway recovery-key FILE makes one"
        )
    try:
        sealed = seal(_as_file(environ), recovery_key, what=SETTINGS)
    except RecoveryError as error:
        raise BackupError(f"IEUM_RECOVERY_KEY: {error}") from None
    folder = place.below(SEALED)
    folder.put(f"{datetime.now(UTC):%Y%m%dT%H%M%SZ}.sealed", sealed)
    folder.delete([file.name for file in folder.files()][:-KEPT])
    downloads = downloads_of(environ)
    with progress.step("downloads"):
        # A program whose release was withdrawn stays at the place: it is small, and may be wanted again.
        if downloads.is_dir():
            place.below(DOWNLOADS).copy_from(downloads)
        place.below("files").put(SUMS, msgspec.json.encode(_sums_of(downloads)))
    return sum(file.stat().st_size for file in downloads.rglob("*") if file.is_file())


def _sums_of(downloads: Path) -> dict[str, str]:
    sums: dict[str, str] = {}
    for path in sorted(downloads.rglob("*")):
        if path.is_file():
            with path.open("rb") as opened:
                sums[str(path.relative_to(downloads))] = hashlib.file_digest(opened, "sha256").hexdigest()
    return sums


def downloads_of(environ: Mapping[str, str]) -> Path:
    data = Path(environ.get("IEUM_DATA") or "var")
    return Path(environ.get("IEUM_DOWNLOADS") or data / "downloads").resolve()


def _as_file(environ: Mapping[str, str]) -> str:
    """Every setting as a line of the settings file, quoted as it is read, wherever it came from.

    What the service manager has laid down for this run alone is no setting: another machine has no such files.
    """
    credentials = environ.get("CREDENTIALS_DIRECTORY")
    kept = {
        name: value
        for name, value in sorted(environ.items())
        if name.startswith("IEUM_")
        and name != "IEUM_ENV_FILE"
        and not (credentials and value.startswith(f"{credentials}/"))
    }
    try:
        return "".join(f"{line(name, value)}\n" for name, value in kept.items())
    except ValueError as error:
        raise BackupError(f"{error} has signs that no settings file can have; remove them") from None


def restore(place: Place, folder: Path, *, recovery_key_file: Path, system: str | None) -> str:
    """Fetch the newest files into a folder that is empty or new; returns what is there now. Raises BackupError."""
    if folder.exists() and any(folder.iterdir()):
        raise BackupError(f"{folder} is not empty")
    own = place.below(labels.find_system(place, system))
    name, opened = _open_newest(own.below(SEALED), recovery_key_file)
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    with os.fdopen(os.open(folder / "ieum.env", os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w") as out:
        out.write(opened)
    own.below(DOWNLOADS).copy_to(folder / "downloads")
    if damaged := _find_damaged(own.below("files"), folder / "downloads"):
        raise BackupError(f"all is in {folder}, but these programs are not as they were copied: {damaged}")
    of = name.removesuffix(".sealed")
    return f"{folder}/ieum.env has the settings of {of}, {folder}/downloads the programs."


def _open_newest(place: Place, recovery_key_file: Path) -> tuple[str, str]:
    """The newest copy of the settings that opens: one may be damaged, or sealed to a key that came later."""
    sealed = [file.name for file in place.files()]
    if not sealed:
        raise BackupError("there are no settings at the place")
    reason = ""
    for name in reversed(sealed):
        try:
            return name, unseal(place.get(name), recovery_key_file.read_text().strip(), what=SETTINGS)
        except (RecoveryError, OSError) as error:
            reason = reason or f"{name}: {error}"
    raise BackupError(f"no copy of the settings opens; the newest, {reason}")


def _find_damaged(place: Place, downloads: Path) -> str:
    """The names of programs that are missing or have another content; of a copy without sums nothing is known."""
    if not any(file.name == SUMS for file in place.files()):
        return ""
    wanted = msgspec.json.decode(place.get(SUMS), type=dict[str, str])
    found = _sums_of(downloads)
    return ", ".join(name for name, digest in wanted.items() if found.get(name) != digest)
