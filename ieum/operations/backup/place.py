"""Remote place: a directory, a machine behind SSH or an S3-compatible store, all through rclone (decision 0117)."""

import os
import shutil
import subprocess
from collections.abc import Iterable, Sequence
from pathlib import Path

import msgspec

from ieum.operations.backup.proofs import Proofs

# Lost connections are noticed within a minute, so that the archiver says so instead of waiting.
_WORDS = ("--contimeout=15s", "--timeout=60s", "--retries=2", "--low-level-retries=3", "--stats=0")
# An object of S3 has 10,000 parts at most, and the length of a stream is not known before: 320 GB.
_ENVIRONMENT = {"RCLONE_S3_CHUNK_SIZE": "32Mi", "RCLONE_S3_UPLOAD_CONCURRENCY": "2"}
_MOST = 16 * 1024**2
# What rclone says of a folder that is not there.
_NO_DIRECTORY = 3


class BackupError(Exception):
    """A copy could not be made, found or restored; the message is one line and holds no secret."""


class Stored(msgspec.Struct):
    """A file at the place."""

    name: str = msgspec.field(name="Name")
    size: int = msgspec.field(name="Size")


class Place:
    """A folder at the place. What is put there is there whole or not at all, except by `storing`."""

    def __init__(self, remote: str, *, proofs: Proofs, config: Path | None = None) -> None:
        self.remote = remote
        self.proofs = proofs
        self._config = config

    def check(self) -> None:
        """Refuse a place without its programs or its directory: a disk that is not mounted is not written to.

        Raises BackupError. A remote answers when it is first used.
        """
        if shutil.which("rclone") is None or shutil.which("zstd") is None:
            raise BackupError("rclone or zstd is missing: apt install rclone zstd")
        if self.is_directory and not Path(self.remote).is_dir():
            raise BackupError(
                f"{self.remote} is not there: is the disk mounted? Create the folder on it once"
            )

    def check_own(self) -> None:
        """Check the place like `check`, before anything is written there.

        rclone of Debian 12 and 13 follows a link that lies in the place of a file: who could lay one there would have
        this user, who may be root, write over any file.
        """
        self.check()
        if self.is_directory:
            found = Path(self.remote).stat()
            if found.st_uid != os.geteuid() or found.st_mode & 0o022:
                raise BackupError(
                    f"{self.remote} belongs to another user, or others may write there; it has to be for the user who"
                    " makes the copies alone. As the unit's user: systemctl start ieum-backup"
                )

    @property
    def is_directory(self) -> bool:
        return ":" not in self.remote

    def below(self, folder: str) -> "Place":
        separator = "" if self.remote.endswith((":", "/")) else "/"
        return Place(f"{self.remote}{separator}{folder}", proofs=self.proofs, config=self._config)

    def command(self, *words: str) -> list[str]:
        """A command line of rclone; an empty name of a file stands for no configuration at all."""
        return ["rclone", f"--config={self._config or ''}", *_WORDS, *words]

    @property
    def environment(self) -> dict[str, str]:
        own = {name: value for name, value in os.environ.items() if not name.startswith("IEUM_")}
        return own | _ENVIRONMENT

    def storing(self, name: str) -> list[str]:
        """The command that stores its input under this name. Cut off, it may leave a part."""
        return self.command("rcat", self.below(name).remote)

    def reading(self, name: str) -> list[str]:
        return self.command("cat", self.below(name).remote)

    def files(self) -> list[Stored]:
        """All files of this folder by name, none where it is not there."""
        done = self._run("lsjson", "--files-only", "--no-modtime", "--no-mimetype", self.remote)
        if done.returncode == _NO_DIRECTORY:
            return []
        _check(done, f"{self.remote} cannot be listed")
        return sorted(msgspec.json.decode(done.stdout, type=list[Stored]), key=lambda file: file.name)

    def folders(self) -> list[str]:
        done = self._run("lsf", "--dirs-only", self.remote)
        if done.returncode == _NO_DIRECTORY:
            return []
        _check(done, f"{self.remote} cannot be listed")
        return sorted(line.rstrip("/") for line in done.stdout.decode().splitlines())

    def put(self, name: str, content: bytes) -> None:
        done = self._run("rcat", self.below(name).remote, given=content)
        _check(done, f"{name} cannot be written to {self.remote}")

    def get(self, name: str) -> bytes:
        """The content of a small file, in memory: whoever can write there could lay one of any size."""
        done = self._run("cat", f"--count={_MOST + 1}", self.below(name).remote)
        _check(done, f"{name} cannot be read from {self.remote}")
        if len(done.stdout) > _MOST:
            raise BackupError(f"{name} at {self.remote} is longer than any that ieum has stored")
        return done.stdout

    def delete(self, names: Iterable[str]) -> None:
        """Delete files of this folder; one that is gone already is no error."""
        listed = "\n".join(names)
        if listed:
            done = self._run("delete", "--files-from-raw=-", self.remote, given=listed.encode())
            if done.returncode != _NO_DIRECTORY:
                _check(done, f"old copies cannot be deleted at {self.remote}")

    def copy_from(self, folder: Path, *words: str) -> None:
        """Copy what this folder of ours has and the place has not, or differently."""
        done = self._run("copy", *words, str(folder), self.remote)
        _check(done, f"{folder} cannot be copied to {self.remote}")

    def copy_to(self, folder: Path, names: Sequence[str] | None = None) -> None:
        """Fetch these files, or all with their folders, into a folder of ours. What is not there is nothing."""
        listed = None if names is None else "\n".join(names).encode()
        words = [] if names is None else ["--files-from-raw=-", "--transfers=8", "--checkers=8"]
        done = self._run("copy", *words, self.remote, str(folder), given=listed)
        if done.returncode != _NO_DIRECTORY:
            _check(done, f"{self.remote} cannot be fetched")

    def _run(self, *words: str, given: bytes | None = None) -> subprocess.CompletedProcess[bytes]:
        return subprocess.run(  # noqa: S603 - the settings' own place
            self.command(*words),
            input=given if given is not None else b"",
            capture_output=True,
            env=self.environment,
            check=False,
        )


def _check(done: subprocess.CompletedProcess[bytes], what: str) -> None:
    if done.returncode:
        raise BackupError(f"{what}: {last_line(done.stderr)}")


def last_line(output: bytes) -> str:
    """The last line that a program has said. What libpq indents below a line explains that one."""
    lines = [line for line in output.decode(errors="replace").splitlines() if line.strip()]
    said = [line for line in lines if not line.startswith("\t")] or lines
    return (said[-1].strip() if said else "no reason given")[:500]
