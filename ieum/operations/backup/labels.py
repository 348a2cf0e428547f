"""The labels of base backups: a small file beside each, written last, without which the copy does not count."""

import hashlib
import logging
import re
import sys
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

import msgspec

from ieum.operations.backup.place import BackupError, Place
from ieum.shop.kernel.seoul import SEOUL

log = logging.getLogger(__name__)

BASE, WAL = "base", "wal"
_SUFFIX, _ARCHIVE = ".json", ".tar.zst"
_SYSTEM = re.compile(r"[0-9]{1,20}")
_NAME = re.compile(r"[0-9]{8}T[0-9]{6}Z")
# Somebody else's file may be of any size, and is read as a whole.
_LONGEST = 64 * 1024


class Label(msgspec.Struct, frozen=True):
    """A base backup. It can be restored to any moment from `ended_at` on, with the WAL from `wal_first` on."""

    name: str
    began_at: datetime
    ended_at: datetime
    # The server's own number; its major version stands before the last four digits.
    system: str
    version: int
    # The shop's database and role, by which a restored server is asked.
    database: str
    role: str
    wal_first: str
    # At the place, and as files.
    stored: int
    size: int
    # How long the archive is once it is unpacked, and the SHA-256 of it as it lies at the place.
    unpacked: int = 0
    sha256: str = ""
    # That the shop has written this label, in hexadecimal: over all that stands above.
    proof: str = ""

    @property
    def archive(self) -> str:
        return self.name + _ARCHIVE


def write(place: Place, label: Label) -> Label:
    """Store it with its proof. From then on the copy counts."""
    proven = msgspec.structs.replace(label, proof=place.proofs.make(*_proven(label)).hex())
    place.below(BASE).put(label.name + _SUFFIX, msgspec.json.format(msgspec.json.encode(proven)))
    return proven


def is_proven(place: Place, label: Label) -> bool:
    """Tell whether this shop has written the label: who can write to the place can write one, too."""
    try:
        proof = bytes.fromhex(label.proof)
    except ValueError:
        return False
    return place.proofs.fit(*_proven(label), proof)


def choose_proven(place: Place, until: datetime | None) -> tuple[Label, list[Label]]:
    """The newest proven copy from which this moment can be reached, and newer ones that are passed over.

    Somebody else's label would otherwise keep a shop from coming back. Where nothing is proven, the newest of all,
    which is refused with its reason. Raises BackupError where there is none.
    """
    found = read_all(place)
    known = [label for label in found if is_proven(place, label)]
    chosen = choose(known or found, until)
    strange = [label for label in found if label not in known and label.name > chosen.name]
    for label in strange:
        log.warning(
            "%s at the place is proven by no key of IEUM_SEALING_KEYS, and is passed over", label.name
        )
    return chosen, strange


def _proven(label: Label) -> tuple[str, bytes]:
    content = msgspec.json.encode(msgspec.structs.replace(label, proof=""))
    return f"{label.system}/{BASE}/{label.name}{_SUFFIX}", hashlib.sha256(content).digest()


def read_all(place: Place) -> list[Label]:
    """All copies that are whole, the oldest first. `place` is the folder of one server.

    A label that cannot be read costs its own copy, and neither the others nor the next backup.
    """
    folder = place.below(BASE)
    files = {file.name: file.size for file in folder.files()}
    labels: list[Label] = []
    for name, size in sorted(files.items()):
        copy = name.removesuffix(_SUFFIX)
        # Another name is none of ours, and may hold what a terminal would obey.
        if name.endswith(_SUFFIX) and _NAME.fullmatch(copy) and copy + _ARCHIVE in files:
            label = _read(folder, name) if size <= _LONGEST else None
            if label is None:
                log.warning("%s at the place is damaged, and its copy is passed over", name)
            else:
                labels.append(label)
    return sorted(labels, key=lambda label: label.ended_at)


def find_abandoned(names: Iterable[str], before: str) -> list[str]:
    """Archives older than a copy that have no label: whoever made them was killed, and nobody ever restores them."""
    there = set(names)
    return sorted(
        name
        for name in there
        if name.endswith(_ARCHIVE)
        and _NAME.fullmatch(copy := name.removesuffix(_ARCHIVE))
        and copy < before
        and copy + _SUFFIX not in there
    )


def _read(folder: Place, name: str) -> Label | None:
    """None where it cannot be read, or is the label of another copy."""
    try:
        label = msgspec.json.decode(folder.get(name), type=Label)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None
    return label if label.name + _SUFFIX == name else None


def list_systems(place: Place) -> list[str]:
    return [name for name in place.folders() if _SYSTEM.fullmatch(name)]


def find_system(place: Place, wanted: str | None) -> str:
    """The server whose copies are restored: the only one at the place, or the one that is wanted.

    Raises BackupError where there are several: copies of two servers never belong together.
    """
    systems = list_systems(place)
    if wanted is not None and wanted not in systems:
        raise BackupError(f"{place.remote} has no copies of the server {wanted}")
    if wanted is None and len(systems) != 1:
        named = ", ".join(systems) or "none"
        raise BackupError(f"{place.remote} has copies of these servers: {named}; choose one with --system")
    return wanted or systems[0]


def choose(labels: Sequence[Label], until: datetime | None) -> Label:
    """The newest copy from which this moment can be reached. Raises BackupError where there is none."""
    fitting = [label for label in labels if until is None or label.ended_at <= until]
    if fitting:
        return fitting[-1]
    if labels:
        raise BackupError(f"the oldest copy can be restored to {earliest(labels[0])} (Seoul) or later")
    raise BackupError("there is no base backup at the place: ieum backup base makes one")


def earliest(label: Label) -> str:
    """The first whole second to which a copy can be restored, as --to takes it."""
    whole = label.ended_at.replace(microsecond=0)
    return in_seoul(whole if whole == label.ended_at else whole + timedelta(seconds=1))


def in_seoul(moment: datetime) -> str:
    """`2026-11-26 19:00:03`, as --to takes it, unlike the times that people read elsewhere."""
    return f"{moment.astimezone(SEOUL):%Y-%m-%d %H:%M:%S}"


def superfluous(labels: Sequence[Label], *, keep: int, proven: str | None) -> list[Label]:
    """Copies that may be deleted: all but the newest, and but the newest that was restored as a test."""
    return [label for label in labels[:-keep] if label.name != proven]


def wal_before(names: Iterable[str], first: str) -> list[str]:
    """Stored WAL that no kept copy needs, on whatever timeline; histories of timelines stay, and are small.

    Parts of a segment go as soon as the whole is there.
    """
    listed = list(names)
    whole = {name.removesuffix(".zst") for name in listed if ".partial" not in name}
    return [
        name
        for name in listed
        if is_segment(name)
        and (name[8:24] < first[8:24] or (".partial" in name and name.split(".", maxsplit=1)[0] in whole))
    ]


def is_segment(name: str) -> bool:
    return len(name) >= 24 and all(sign in "0123456789ABCDEF" for sign in name[:24])


class Fork(msgspec.Struct, frozen=True):
    """A timeline of a database's own history, and the number of its first segment."""

    timeline: int
    first: int


def path_of(history: str, newest: int, segment_size: int) -> list[Fork]:
    """The timelines that lead to the newest one, as its history has them; the first begins at the beginning."""
    forks = [Fork(0, 0)]
    for line in history.splitlines():
        words = line.split()
        if words and not words[0].startswith("#"):
            high, low = words[1].split("/")
            forks[-1] = Fork(int(words[0]), forks[-1].first)
            forks.append(Fork(0, ((int(high, 16) << 32) + int(low, 16)) // segment_size))
    forks[-1] = Fork(newest, forks[-1].first)
    return forks


def find_gap(names: Iterable[str], path: Sequence[Fork], segment_size: int) -> str | None:
    """The first segment that is missing between the first and the last that this database has written; else None."""
    begins = {fork.timeline: fork.first for fork in path}
    numbers = {
        _number(name, segment_size)
        for name in names
        if _number(name, segment_size) >= begins.get(int(name[:8], 16), sys.maxsize)
    }
    if not numbers:
        return None
    for number in range(min(numbers), max(numbers)):
        if number not in numbers:
            timeline = max(fork.timeline for fork in path if fork.first <= number)
            return _name(timeline, number, segment_size)
    return None


def needed_next(names: Iterable[str], segment_size: int) -> str | None:
    """The segment with which stored WAL goes on: the newest one where a part of it alone is there; None without any."""
    newest = max(names, key=lambda name: (name[8:24], name[:8], ".partial" not in name), default=None)
    if newest is None:
        return None
    number = _number(newest, segment_size) + (".partial" not in newest)
    return _name(int(newest[:8], 16), number, segment_size)


def _name(timeline: int, number: int, segment_size: int) -> str:
    in_a_log = (1 << 32) // segment_size
    return f"{timeline:08X}{number // in_a_log:08X}{number % in_a_log:08X}"


def _number(name: str, segment_size: int) -> int:
    return int(name[8:16], 16) * ((1 << 32) // segment_size) + int(name[16:24], 16)
