"""Settings of backups: where copies go, from which server, and how many are kept: `IEUM_BACKUP_…` variables."""

import re
from collections.abc import Mapping
from pathlib import Path

import msgspec

from ieum.operations.backup.place import Place
from ieum.operations.backup.proofs import Proofs
from ieum.operations.postgres.cluster import running_url
from ieum.shop.kernel.settings import SettingsError, database_setting, sealing_keys

RCLONE_CONFIG = Path("/etc/ieum/rclone.conf")
# More than a shop writes in the two hours that a place may be away unnoticed.
SPOOL_LIMIT = 4 * 1024**3


class BackupSettings(msgspec.Struct, frozen=True, kw_only=True):
    """`source_url` names a role that may replicate; `database_url` the shop's own, where runs are noted."""

    # A directory, or a remote of rclone with a folder: `box:ieum`.
    place: str
    rclone_config: Path | None
    # The keys that seal also prove what is stored.
    keys: tuple[str, ...]
    database_url: str
    source_url: str
    # How many base backups stay at the place, with the WAL since the oldest.
    keep: int
    # Where WAL waits for the place, and where copies are restored to be checked.
    spool: Path
    scratch: Path
    spool_limit: int = SPOOL_LIMIT
    recovery_key: str = ""

    def open_place(self, *, trusts_place: bool = False) -> Place:
        proofs = Proofs(self.keys, trusts_place=trusts_place)
        return Place(self.place, proofs=proofs, config=self.rclone_config)


def load(
    environ: Mapping[str, str], *, needs_database: bool = True, needs_keys: bool = True
) -> BackupSettings:
    """Read the settings of backups. Raises SettingsError with one line.

    A restore needs no database that runs, and whoever fetches the settings has no keys yet.
    """
    place = environ.get("IEUM_BACKUP_PLACE", "")
    if not place or place.startswith("-") or re.search(r"\s", place):
        raise SettingsError(
            "IEUM_BACKUP_PLACE is not set: a directory of another disk or machine, or a remote of rclone, box:ieum."
        )
    keep = environ.get("IEUM_BACKUP_KEEP") or "7"
    if not keep.isdecimal() or not 1 <= int(keep) <= 366:
        raise SettingsError(f"IEUM_BACKUP_KEEP is {keep!r}; it must be a number from 1 to 366.")
    data = Path(environ.get("IEUM_DATA") or "var").resolve()
    url = database_url(environ) if needs_database else ""
    return BackupSettings(
        place=place,
        rclone_config=_rclone_config(environ),
        keys=sealing_keys(environ) if needs_keys else (),
        database_url=url,
        source_url=database_setting(environ, "IEUM_BACKUP_DATABASE_URL") or url,
        keep=int(keep),
        spool=Path(environ.get("IEUM_BACKUP_SPOOL") or data / "backup-spool").resolve(),
        scratch=Path(environ.get("IEUM_BACKUP_SCRATCH") or data / "restore-check").resolve(),
        recovery_key=environ.get("IEUM_RECOVERY_KEY", ""),
    )


def database_url(environ: Mapping[str, str]) -> str:
    """The shop's database, which runs. Raises SettingsError."""
    data = Path(environ.get("IEUM_DATA") or "var").resolve()
    url = database_setting(environ, "IEUM_DATABASE_URL") or running_url(data)
    if not url:
        raise SettingsError("IEUM_DATABASE_URL is not set and no embedded PostgreSQL is running.")
    return url


def _rclone_config(environ: Mapping[str, str]) -> Path | None:
    named = environ.get("IEUM_RCLONE_CONFIG", "")
    if named and not Path(named).is_file():
        raise SettingsError(f"IEUM_RCLONE_CONFIG: there is no file {named}.")
    path = Path(named) if named else RCLONE_CONFIG
    # A folder that this user may not open is the same as no file.
    try:
        return path.resolve() if path.is_file() else None
    except PermissionError:
        return None
