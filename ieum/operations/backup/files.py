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

from ieum.common.progress import Progress
from ieum.common.recovery import SETTINGS, RecoveryError, seal, unseal
from ieum.operations.backup import labels, records
from ieum.operations.backup.place import BackupError, Place
from ieum.operations.backup.proofs import Proofs
from ieum.operations.backup.settings import BackupSettings
from ieum.operations.backup.source import connect, read_source
from ieum.shop.kernel.settings import SettingsError, sealing_keys
from ieum.shop.kernel.settings_file import line, parse

DOWNLOADS, SEALED = "files/downloads", "files/settings"
# The SHA-256 of each program, and the proof that the shop has written this list.
SUMS = "files/downloads.json"
# Settings change rarely, and each change may hold the only key to what was sealed before it.
KEPT = 60


class _Sums(msgspec.Struct):
    of: dict[str, str]
    proof: str

    @staticmethod
    def digest(of: Mapping[str, str]) -> bytes:
        return hashlib.sha256(msgspec.json.encode(of, order="sorted")).digest()


async def back_up(
    settings: BackupSettings, place: Place, environ: Mapping[str, str], progress: Progress
) -> str:
    """Copy both and note it; returns what was done. Raises BackupError, noted with an alarm."""
    async with await connect(settings.database_url) as conn:
        run = await records.begin(conn, "files", place=settings.place)
    try:
        place.check_own()
        async with await connect(settings.database_url) as conn:
            system = (await read_source(conn)).system
        size = _copy(place, system, settings.recovery_key, environ, progress)
    except BaseException as error:
        await records.note_failure(settings.database_url, run, "files", error)
        raise
    label = f"{datetime.now(UTC):%Y%m%dT%H%M%SZ}"
    async with await connect(settings.database_url) as conn:
        await records.end_well(conn, run, label=label, size=size)
    return f"The downloads folder ({size:,} bytes) and the settings, sealed to the recovery key, are at the place."


def _copy(root: Place, system: str, recovery_key: str, environ: Mapping[str, str], progress: Progress) -> int:
    place = root.below(system)
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
        sums = _sums_of(downloads)
        proof = place.proofs.make(f"{system}/{SUMS}", _Sums.digest(sums)).hex()
        place.put(SUMS, msgspec.json.encode(_Sums(sums, proof)))
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
    found = labels.find_system(place, system)
    own = place.below(found)
    name, opened = _open_newest(own.below(SEALED), recovery_key_file)
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    with os.fdopen(os.open(folder / "ieum.env", os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w") as out:
        out.write(opened)
    own.below(DOWNLOADS).copy_to(folder / "downloads")
    if damaged := _find_damaged(own, found, _proofs_of(opened), folder / "downloads"):
        raise BackupError(f"all is in {folder}, but these programs are not as they were copied: {damaged}")
    of = name.removesuffix(".sealed")
    return f"{folder}/ieum.env has the settings of {of}, {folder}/downloads the programs."


def _proofs_of(opened: str) -> Proofs:
    """By the keys that have come with the settings. Raises BackupError."""
    try:
        return Proofs(sealing_keys(parse(opened)))
    except SettingsError as error:
        raise BackupError(f"the settings have come back, and are wrong: {error}") from None


def _open_newest(place: Place, recovery_key_file: Path) -> tuple[str, str]:
    """The newest copy of the settings that opens: one may be damaged, or sealed to a key that came later."""
    sealed = [file.name for file in place.files()]
    if not sealed:
        raise BackupError("there are no settings at the place")
    reason = ""
    for name in reversed(sealed):
        try:
            return name, unseal(place.get(name), recovery_key_file.read_text().strip(), what=SETTINGS)
        except (RecoveryError, BackupError, OSError) as error:
            reason = reason or f"{name}: {error}"
    raise BackupError(f"no copy of the settings opens; the newest, {reason}")


def _find_damaged(place: Place, system: str, proofs: Proofs, downloads: Path) -> str:
    """The names of programs that are missing or have another content, or of the list of them; none where none came."""
    try:
        wanted = msgspec.json.decode(place.get(SUMS), type=_Sums)
        is_ours = proofs.fit(f"{system}/{SUMS}", _Sums.digest(wanted.of), bytes.fromhex(wanted.proof))
    except (BackupError, msgspec.DecodeError, ValueError):
        is_ours, wanted = False, _Sums({}, "")
    found = _sums_of(downloads)
    # Beside them there may be programs of releases that were withdrawn, which nobody is offered.
    damaged = [name for name, digest in wanted.of.items() if found.get(name) != digest]
    return ", ".join(damaged if is_ours else found)
