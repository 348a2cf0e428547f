"""Compares restored files with the list that was made of them as they were copied.

PostgreSQL's own pg_verifybackup does it, but the one in the embedded wheel crashes at its start. Copies of such a
server have SHA-256 in their list, and are compared here.
"""

import hashlib
import signal
import subprocess
from pathlib import Path

import msgspec

from ieum.common import launch
from ieum.common.progress import Progress
from ieum.operations.backup.place import BackupError, last_line
from ieum.operations.backup.server import WORK
from ieum.operations.postgres.private_server import reaching_programs

LIST = "backup_manifest"
_PROGRAM = "pg_verifybackup"


class _File(msgspec.Struct, kw_only=True):
    path: str = msgspec.field(name="Path", default="")
    size: int = msgspec.field(name="Size")
    algorithm: str = msgspec.field(name="Checksum-Algorithm", default="")
    checksum: str = msgspec.field(name="Checksum", default="")


class _List(msgspec.Struct):
    files: list[_File] = msgspec.field(name="Files")


def can_verify(bin_dir: Path) -> bool:
    """Tell whether the server's own program runs."""
    done = subprocess.run(  # noqa: S603 - a program of PostgreSQL's
        [str(bin_dir / _PROGRAM), "--version"], capture_output=True, check=False
    )
    return done.returncode == 0


def algorithm_for(bin_dir: Path) -> str:
    """Choose the checksums of a copy's list: PostgreSQL's choice if its own program reads them."""
    return "CRC32C" if can_verify(bin_dir) else "SHA256"


def verify(folder: Path, bin_dir: Path, user: launch.RunAs | None, progress: Progress) -> None:
    """Verify a copy. Raises BackupError at the first file that is missing, or is not as it was copied."""
    if not can_verify(bin_dir):
        _verify_here(folder, progress)
        return
    argv = [str(bin_dir / _PROGRAM), "--quiet", f"--ignore={WORK}", str(folder)]
    with progress.step("verifying"):
        done = subprocess.run(  # noqa: S603 - a program of PostgreSQL's
            launch.command(
                argv, on_parent_death=signal.SIGTERM, run_as=reaching_programs(user, bin_dir, folder)
            ),
            capture_output=True,
            cwd=folder,
            check=False,
        )
    if done.returncode:
        raise BackupError(f"the copy in {folder} is damaged: {last_line(done.stderr)}")


def _verify_here(folder: Path, progress: Progress) -> None:
    content = (folder / LIST).read_bytes()
    before, _, after = content.rpartition(b'"Manifest-Checksum": "')
    if hashlib.sha256(before).hexdigest().encode() != after[:64]:
        raise BackupError(f"the list of files in {folder} is damaged")
    files = msgspec.json.decode(content, type=_List).files
    with progress.step("verifying", total=sum(file.size for file in files), unit="bytes") as advance:
        for file in files:
            path = folder / file.path
            if file.algorithm != "SHA256":
                raise BackupError(f"{LIST} has {file.algorithm} of {file.path}, and {_PROGRAM} does not run")
            if not path.is_file() or path.stat().st_size != file.size:
                raise BackupError(
                    f"the copy in {folder} is damaged: {file.path} is missing or has another size"
                )
            with path.open("rb") as opened:
                if hashlib.file_digest(opened, "sha256").hexdigest() != file.checksum:
                    raise BackupError(f"the copy in {folder} is damaged: {file.path} is not what was copied")
            advance(file.size)
