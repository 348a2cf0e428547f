"""What a machine may lack: room on its disk, and the right time."""

import os
import shutil
import subprocess
from pathlib import Path


class Disk:
    """A file system of its own in memory, of a size that can be used up."""

    def __init__(self, folder: Path, size: str) -> None:
        self.folder = folder
        folder.mkdir()
        subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size},mode=0755", "ieum", folder], check=True)

    @property
    def _ballast(self) -> Path:
        return self.folder / "ballast"

    def fill(self) -> None:
        """Take all the room that is left, as a log that nobody looks after does."""
        with self._ballast.open("ab") as file:
            for piece in (1 << 20, 1 << 12):
                try:
                    while True:
                        os.write(file.fileno(), bytes(piece))
                except OSError:
                    continue

    def clear(self) -> None:
        self._ballast.unlink(missing_ok=True)

    def remove(self) -> None:
        subprocess.run(["umount", "--lazy", self.folder], check=False)


class Clock:
    """A clock that can be put, for programs that ask libc for the time: not for etcd and wireguard-go, which do not."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / "clock"
        self._library = folder / "clock.so"
        subprocess.run(
            ["cc", "-shared", "-fPIC", "-O2", "-o", self._library, Path(__file__).with_name("clock.c")],
            check=True,
        )
        self.put(0)

    def put(self, seconds: int) -> None:
        """How far it is ahead of this machine's from now on; what measures time that passes goes on undisturbed."""
        # In one step: whoever reads the file meanwhile sees the old or the new.
        new = self._file.with_suffix(".new")
        new.write_text(f"{seconds:+d}\n")
        new.chmod(0o644)
        new.rename(self._file)

    def environ(self) -> dict[str, str]:
        return {"LD_PRELOAD": str(self._library), "CHAOS_CLOCK": str(self._file)}


def why_no_clocks() -> str | None:
    """The reason why no clock can be put on this machine, or None."""
    return None if shutil.which("cc") else "clocks that can be put need a C compiler (Debian: gcc, libc6-dev)"
