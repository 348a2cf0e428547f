"""The agent's state directory: its private key, the last desired state, and what it added to the host."""

import errno
import fcntl
import logging
import os
import stat
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import msgspec

from ieum.gateway.desired import Desired, StateNeededError, apply_message
from ieum.gateway.journal import Journal, write_file
from ieum.gateway.protocol import UNREADABLE, Difference, Message
from ieum.gateway.usage import Kept

log = logging.getLogger("ieum.gateway")

_LONGEST_KEY = 1_000
_LONGEST_LOG = 1_000_000  # bytes; a restart reads it in milliseconds


class AlreadyRunningError(Exception):
    """Raised if another agent works with this state directory."""


class Additions(msgspec.Struct):
    """Exit addresses that the agent added. Saved before the host is changed, so that none is ever left behind."""

    addresses: set[tuple[str, str]] = msgspec.field(default_factory=set[tuple[str, str]])
    """Pairs of device and address."""


class _Addition(msgspec.Struct, array_like=True):
    """A line of the log of additions."""

    is_added: bool
    device: str
    address: str


class Store:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.key_file = folder / "private.key"
        self._desired = Journal(folder / "desired.json")
        self._additions = Journal(folder / "additions.json")
        self._usage = Journal(folder / "usage.json")
        self._lock: int | None = None

    def open(self) -> None:
        """Lock the directory for this process. The kernel releases the lock, however the process ends.

        A disk that is read-only after an error stops no agent that has served: it ends services as it did before.
        """
        self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        # Root enrols in a folder that is the agent's: no link of the agent's leads root to another file.
        flags = os.O_CREAT | os.O_RDWR | os.O_CLOEXEC | os.O_NOFOLLOW
        try:
            self._lock = os.open(self.folder / "lock", flags, 0o600)
        except OSError as refused:
            if refused.errno != errno.EROFS:
                raise
            self._lock = os.open(self.folder / "lock", os.O_RDONLY | os.O_CLOEXEC | os.O_NOFOLLOW)
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

    @property
    def has_state(self) -> bool:
        """Tell whether this host was ever told a state, so that members' settings name its key."""
        return self._desired.exists

    def load(self) -> Desired:
        """The saved state, or the empty one if none was saved or the file cannot be read."""
        try:
            content, lines = self._desired.load()
            desired = msgspec.json.decode(content, type=Desired)
        except FileNotFoundError:
            return Desired()
        except UNREADABLE as broken:
            log.warning("the saved state cannot be read (%s): waiting for the shop's", broken)
            return Desired()
        try:
            for line in lines:
                desired = apply_message(desired, msgspec.json.decode(line, type=Difference))
        except (*UNREADABLE, StateNeededError) as broken:
            log.warning("what was saved after revision %d cannot be read: %s", desired.revision, broken)
            self._desired.distrust()
        return desired

    def save(self, desired: Desired, *, since: Sequence[Message] | None = None) -> None:
        """Save a state, as the messages that led to it from the one that was saved last, if it can be told so."""
        if since is not None and self.can_append(since):
            self._desired.append(msgspec.json.encode(message) for message in since)
        else:
            self.rewrite(desired)

    def can_append(self, since: Sequence[Message]) -> bool:
        """Tell whether these messages alone have to be written."""
        return self._desired.is_sound and all(isinstance(one, Difference) for one in since)

    @property
    def is_long(self) -> bool:
        """Tell whether the state should be rewritten, when there is time."""
        return self._desired.length > _LONGEST_LOG

    def begin_rewrite(self) -> None:
        """Begin a rewrite: what is saved from now on is newer than the state that the next `rewrite` writes."""
        self._desired.begin()

    def rewrite(self, desired: Desired) -> None:
        self._desired.replace(msgspec.json.encode(desired))

    def additions(self) -> Additions:
        try:
            content, lines = self._additions.load()
            additions = msgspec.json.decode(content, type=Additions)
            for line in lines:
                one = msgspec.json.decode(line, type=_Addition)
                (additions.addresses.add if one.is_added else additions.addresses.discard)(
                    (one.device, one.address)
                )
        except FileNotFoundError:
            return Additions()
        except UNREADABLE:
            self._additions.distrust()
            return Additions()
        return additions

    def save_additions(
        self,
        additions: Additions,
        *,
        added: Iterable[tuple[str, str]] = (),
        removed: Iterable[tuple[str, str]] = (),
    ) -> None:
        """Save what the agent has added to the host, given what of it is new and what is gone."""
        lines = [_Addition(True, *one) for one in added] + [_Addition(False, *one) for one in removed]
        if self._additions.is_sound and self._additions.length < _LONGEST_LOG:
            self._additions.append(map(msgspec.json.encode, lines))
        else:
            self._additions.replace(msgspec.json.encode(additions))

    def usage(self) -> Kept:
        """Load what was kept of use. Without it, counters of an interface that is there count as an older agent's."""
        try:
            content, lines = self._usage.load()
            kept = msgspec.json.decode(content, type=Kept)
            for line in lines:
                kept.epochs |= msgspec.json.decode(line, type=dict[str, int])
        except FileNotFoundError:
            return Kept()
        except UNREADABLE as broken:
            log.warning("usage.json cannot be read (%s): what it held of use is lost", broken)
            self._usage.distrust()
            return Kept()
        return kept

    def begin_usage(self) -> None:
        """Lives that are added from now on are younger than what the next `save_usage` writes."""
        self._usage.begin()

    def save_usage(self, kept: Kept) -> None:
        self._usage.replace(msgspec.json.encode(kept))

    def add_lives(self, epochs: Mapping[str, int]) -> None:
        """Write down that the counters of these peers begin anew, before they do. OSError where that cannot be."""
        self._usage.append([msgspec.json.encode(epochs)])

    def read_key(self) -> str:
        """Read the file of the key. Raises OSError if nothing lies there, or a link or a pipe."""
        handle = os.open(self.key_file, os.O_RDONLY | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK)
        with os.fdopen(handle, "rb") as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                raise OSError(f"{self.key_file} is no file")
            return file.read(_LONGEST_KEY).decode(errors="replace").strip()

    def save_key(self, private_key: str) -> None:
        write_file(self.key_file, private_key.encode() + b"\n")

    def forget(self) -> None:
        """Delete everything but the key, by which the shop knows this gateway."""
        self._desired.forget()
        self._additions.forget()
        self._usage.forget()
