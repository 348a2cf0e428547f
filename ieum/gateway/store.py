"""The agent's state directory: its private key, the last desired state, and what it added to the host."""

import contextlib
import fcntl
import logging
import os
from pathlib import Path

import msgspec

from ieum.gateway.desired import Desired, in_two
from ieum.gateway.protocol import Network, Peer
from ieum.gateway.usage import Kept

log = logging.getLogger("ieum.gateway")


class AlreadyRunningError(Exception):
    """Another agent works with this state directory."""


class Additions(msgspec.Struct):
    """Exit addresses that the agent added. Saved before the host is changed, so that none is ever left behind."""

    addresses: set[tuple[str, str]] = msgspec.field(default_factory=set[tuple[str, str]])
    """Pairs of device and address."""


class _OlderDesired(msgspec.Struct):
    network: Network | None = None
    peers: dict[str, Peer] = {}


class Store:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.key_file = folder / "private.key"
        self._state = folder / "desired.json"
        self._older_state = folder / "state.json"
        self._additions = folder / "additions.json"
        self._usage = folder / "usage.json"
        self._lock: int | None = None

    def open(self) -> None:
        """Lock the directory for this process. The kernel releases the lock, however the process ends."""
        self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        self._lock = os.open(self.folder / "lock", os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise AlreadyRunningError(
                f"an agent is already running with {self.folder}; stop it first"
            ) from None

    def close(self) -> None:
        """Let another process have the directory, before this one ends."""
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def load(self) -> Desired:
        """The saved state, or the empty one if none was saved or the file cannot be read."""
        try:
            return msgspec.json.decode(self._state.read_bytes(), type=Desired)
        except FileNotFoundError:
            return self._load_older()
        except msgspec.DecodeError as broken:
            log.warning("%s cannot be read (%s): waiting for the shop's state", self._state, broken)
            return Desired()

    def _load_older(self) -> Desired:
        """What an agent of the version before has saved. Its revision counts as 0, so that the shop tells all anew."""
        try:
            older = msgspec.json.decode(self._older_state.read_bytes(), type=_OlderDesired)
        except FileNotFoundError:
            return Desired()
        except msgspec.DecodeError as broken:
            log.warning("%s cannot be read (%s): waiting for the shop's state", self._older_state, broken)
            return Desired()
        exits, endpoints = in_two(older.peers.values())
        return Desired(
            0, older.network, {one.id: one for one in exits}, {one.id: one for one in endpoints}, protocol=1
        )

    def save(self, desired: Desired) -> None:
        self._replace(self._state, msgspec.json.encode(desired))
        # An agent of the version before would take it for the newest.
        self._older_state.unlink(missing_ok=True)

    def additions(self) -> Additions:
        try:
            return msgspec.json.decode(self._additions.read_bytes(), type=Additions)
        except (FileNotFoundError, msgspec.DecodeError):
            return Additions()

    def save_additions(self, additions: Additions) -> None:
        self._replace(self._additions, msgspec.json.encode(additions))

    def usage(self) -> Kept:
        """What was kept of use. Without it, the counters of an interface that is there count as an older agent's."""
        try:
            return msgspec.json.decode(self._usage.read_bytes(), type=Kept)
        except FileNotFoundError:
            return Kept()
        except msgspec.DecodeError as broken:
            log.warning("%s cannot be read (%s): what it held of use is lost", self._usage, broken)
            return Kept()

    def save_usage(self, kept: Kept) -> None:
        self._replace(self._usage, msgspec.json.encode(kept))

    def save_key(self, private_key: str) -> None:
        self._replace(self.key_file, private_key.encode() + b"\n")

    def forget(self) -> None:
        """Delete everything but the key, by which the shop knows this gateway."""
        for path in (self._state, self._older_state, self._additions):
            path.unlink(missing_ok=True)

    def _replace(self, path: Path, content: bytes) -> None:
        """Write atomically: after a power cut the file has either its old or its new content."""
        draft = path.with_suffix(".new")
        with contextlib.suppress(FileNotFoundError):
            draft.unlink()
        with os.fdopen(os.open(draft, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
        folder = os.open(self.folder, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
