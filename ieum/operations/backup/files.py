"""Copies what is not in the database: the programs that members download, and the settings with their keys.

The programs are public. The settings are sealed to the owner's recovery key, so that whoever reads the place learns no
key, and the database's copies open no card.
"""

import os
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

from ieum.operations.backup import labels, records
from ieum.operations.backup.place import BackupError, Place
from ieum.operations.backup.settings import BackupSettings
from ieum.operations.backup.source import connect, read_source
from ieum.progress import Progress
from ieum.recovery import SETTINGS, RecoveryError, seal, unseal

DOWNLOADS, SEALED = "files/downloads", "files/settings"
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
    return sum(file.stat().st_size for file in downloads.rglob("*") if file.is_file())


def downloads_of(environ: Mapping[str, str]) -> Path:
    data = Path(environ.get("IEUM_DATA") or "var")
    return Path(environ.get("IEUM_DOWNLOADS") or data / "downloads").resolve()


def _as_file(environ: Mapping[str, str]) -> str:
    """Every setting as a line of the settings file, whether it came from that file or from the environment."""
    lines = [f"{name}={value}" for name, value in sorted(environ.items()) if name.startswith("IEUM_")]
    return "\n".join(lines) + "\n"


def restore(place: Place, folder: Path, *, recovery_key_file: Path, system: str | None) -> str:
    """Fetch the newest files into a folder that is empty or new; returns what is there now. Raises BackupError."""
    if folder.exists() and any(folder.iterdir()):
        raise BackupError(f"{folder} is not empty")
    own = place.below(labels.find_system(place, system))
    sealed = own.below(SEALED).files()
    if not sealed:
        raise BackupError("there are no settings at the place")
    try:
        opened = unseal(
            own.below(SEALED).get(sealed[-1].name), recovery_key_file.read_text().strip(), what=SETTINGS
        )
    except (RecoveryError, OSError) as error:
        raise BackupError(str(error)) from None
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    with os.fdopen(os.open(folder / "ieum.env", os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w") as out:
        out.write(opened)
    own.below(DOWNLOADS).copy_to(folder / "downloads")
    of = sealed[-1].name.removesuffix(".sealed")
    return f"{folder}/ieum.env has the settings of {of}, {folder}/downloads the programs."
