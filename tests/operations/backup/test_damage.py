"""What lies at the place has a hole or a wrong bit: one sentence says so, and what lies before it comes back."""

import hashlib
import os
import shutil
import subprocess
from pathlib import Path

import msgspec
import psycopg
import pytest

from ieum.common.progress import QUIET
from ieum.operations.backup import checking, labels, recovery
from ieum.operations.backup.labels import Label
from ieum.operations.backup.place import BackupError, Place
from ieum.operations.backup.stored_log import StoredLog
from ieum.shop.server import baseline
from tests.operations.backup.conftest import PROOFS, Copied


@pytest.fixture
def place(copied: Copied, tmp_path: Path) -> Path:
    """The folder of the one server, in a copy that a test may break."""
    shutil.copytree(copied.environ["IEUM_BACKUP_PLACE"], tmp_path / "place")
    return next(path for path in (tmp_path / "place").iterdir() if path.name.isdecimal())


def _restore(place: Path, folder: Path, copied: Copied, *, to_a_second: bool = False) -> str:
    """What is said of the log, once the copy is restored."""
    own = Place(str(place), proofs=PROOFS)
    (label,) = labels.read_all(own)
    until = copied.after if to_a_second else None
    with recovery.recovered(own, label, folder, until=until, progress=QUIET, is_scratch=True) as restored:
        return restored.broken


def _label(place: Path) -> Label:
    return labels.read_all(Place(str(place), proofs=PROOFS))[0]


def _prove(place: Path, archive: Path) -> None:
    """As if the archive had been stored as it now is."""
    own = Place(str(place), proofs=PROOFS)
    label = _label(place)
    content = archive.read_bytes()
    unpacked = subprocess.run(["zstd", "-q", "-d", "-c", archive], capture_output=True, check=True).stdout
    labels.write(
        own,
        msgspec.structs.replace(
            label, stored=len(content), sha256=hashlib.sha256(content).hexdigest(), unpacked=len(unpacked)
        ),
    )


def _flip_a_bit(file: Path) -> None:
    content = bytearray(file.read_bytes())
    content[len(content) // 2] ^= 1
    file.write_bytes(content)


def _segments(place: Path) -> list[Path]:
    """One file of each; of the last there may be two parts."""
    files = sorted(path for path in (place / "wal").iterdir() if labels.is_segment(path.name))
    return list({file.name[:24]: file for file in files}.values())


def test_a_hole_in_the_log_is_told_and_what_lies_before_it_comes_back(
    place: Path, tmp_path: Path, copied: Copied
) -> None:
    *_, behind_the_copy, last = _segments(place)
    assert behind_the_copy.name[:24] < last.name[:24]
    behind_the_copy.unlink()

    said = _restore(place, tmp_path / "back", copied)

    assert (
        said == f"{behind_the_copy.name[:24]} is missing in the log at the place, and there is more behind it"
    )


def test_log_from_before_the_copy_may_be_missing(place: Path, tmp_path: Path) -> None:
    """The archiver, begun at the same moment as the first copy, had not brought all of it yet."""
    segment = "0000000100000000000000{:02X}".format
    (own := tmp_path / "pg_wal").mkdir()
    (own / segment(5)).touch()
    os.truncate(own / segment(5), 16 * 1024**2)
    (fetched := tmp_path / "fetched").mkdir()
    label = msgspec.structs.replace(_label(place), wal_first=segment(3))
    log = StoredLog(Place(str(place), proofs=PROOFS), label, fetched)
    log.look_at(own)

    for number in (3, 6):
        (fetched / f"{segment(number)}.zst").touch()
    assert log.find_break() == ""
    (fetched / f"{segment(8)}.zst").touch()
    assert log.find_break() == f"{segment(7)} is missing in the log at the place, and there is more behind it"


def test_a_second_behind_damaged_log_is_refused_and_the_damage_named(
    place: Path, tmp_path: Path, copied: Copied
) -> None:
    *_, behind_the_copy, _ = _segments(place)
    _flip_a_bit(behind_the_copy)

    said = f"{behind_the_copy.name[:24]} of the log at the place is damaged, or was not stored by this shop$"
    with pytest.raises(BackupError, match=f"^what can be restored ends at .* \\(Seoul\\): {said}"):
        _restore(place, tmp_path / "back", copied, to_a_second=True)

    assert not any((tmp_path / "back").iterdir())


def test_a_damaged_archive_is_refused(place: Path, tmp_path: Path, copied: Copied) -> None:
    (archive,) = (place / "base").glob("*.tar.zst")
    _flip_a_bit(archive)

    # By where the bit lies: tar may stumble over what zstd makes of it before zstd has come to its checksum.
    with pytest.raises(BackupError, match=r"^the copy \w+ cannot be unpacked: (zstd|tar): "):
        _restore(place, tmp_path / "back", copied)


def test_a_file_that_was_damaged_before_it_was_packed_is_refused(
    place: Path, tmp_path: Path, copied: Copied
) -> None:
    (archive,) = (place / "base").glob("*.tar.zst")
    packed = tmp_path / "archive.tar"
    subprocess.run(["zstd", "-q", "-d", archive, "-o", packed], check=True)
    content = packed.read_bytes()
    # The second page of a table's file.
    at = content.index(b"base/1/1259\0") + 512 + 8192 + 100
    packed.write_bytes(content[:at] + bytes([content[at] ^ 1]) + content[at + 1 :])
    subprocess.run(["zstd", "-q", "-f", packed, "-o", archive], check=True)
    _prove(place, archive)

    with pytest.raises(BackupError, match=r"damaged: .*base/1/1259"):
        _restore(place, tmp_path / "back", copied)


def test_a_label_that_cannot_be_read_costs_its_own_copy_alone(place: Path) -> None:
    (archive,) = (place / "base").glob("*.tar.zst")
    contents = (
        b"",
        b'{"name": "\xff',
        (place / "base" / f"{archive.name[:-8]}.json").read_bytes(),
        b" " * 70_000,
    )
    for number, content in enumerate(contents):
        name = f"99991231T00000{number}Z"
        (place / "base" / f"{name}.json").write_bytes(content)
        shutil.copy(archive, place / "base" / f"{name}.tar.zst")
    for name in ("99991231T000009Z\x1b]0;owned\x07", "..", "20261127"):
        (place / "base" / f"{name}.json").write_bytes(
            msgspec.json.encode(msgspec.structs.replace(_label(place), name=name))
        )
        shutil.copy(archive, place / "base" / f"{name}.tar.zst")

    (label,) = labels.read_all(Place(str(place), proofs=PROOFS))

    assert label.archive == archive.name


@pytest.mark.parametrize("link", ["ieum-restore/pg_hba.conf", "ieum-restore/wal", "recovery.signal"])
def test_a_copy_with_a_link_where_the_restore_writes_is_refused(
    place: Path, tmp_path: Path, copied: Copied, link: str
) -> None:
    (archive,) = (place / "base").glob("*.tar.zst")
    packed = tmp_path / "archive.tar"
    subprocess.run(["zstd", "-q", "-d", archive, "-o", packed], check=True)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir(mode=0o700)
    before = elsewhere.stat()
    (tmp_path / "added" / link).parent.mkdir(parents=True)
    # From where it will lie, because an archive has no room for a long one.
    target = elsewhere / "file" if "." in link else elsewhere
    (tmp_path / "added" / link).symlink_to(os.path.relpath(target, (tmp_path / "back" / link).parent))
    subprocess.run(["tar", "-C", tmp_path / "added", "-rf", packed, link], check=True)
    subprocess.run(["zstd", "-q", "-f", packed, "-o", archive], check=True)
    _prove(place, archive)

    with pytest.raises(BackupError, match="it is none that ieum backup has made"):
        _restore(place, tmp_path / "back", copied)

    assert not any(elsewhere.iterdir())
    after = elsewhere.stat()
    assert (after.st_uid, after.st_mode) == (before.st_uid, before.st_mode)
    assert not any((tmp_path / "back").iterdir())


def test_a_second_restore_into_the_same_folder_is_refused_and_harms_the_first_in_nothing(
    place: Path, tmp_path: Path, copied: Copied
) -> None:
    own = Place(str(place), proofs=PROOFS)
    (label,) = labels.read_all(own)
    folder = tmp_path / "back"
    with recovery.recovered(own, label, folder, until=None, progress=QUIET) as restored:
        # Before its server runs, nothing but the lock tells of it.
        (folder / "postmaster.pid").rename(tmp_path / "postmaster.pid")
        with pytest.raises(BackupError, match="another restore works"):
            _restore(place, folder, copied)
        (tmp_path / "postmaster.pid").rename(folder / "postmaster.pid")

        with psycopg.connect(restored.url) as conn:
            assert conn.execute("SELECT count(*) FROM orders").fetchone() != (0,)
    assert not (folder / "ieum-restore").exists()


def test_a_second_check_is_refused_and_takes_nothing_away(tmp_path: Path) -> None:
    with checking._scratch(tmp_path / "scratch") as scratch:
        scratch.mkdir()
        with (
            pytest.raises(BackupError, match="another restore works"),
            checking._scratch(tmp_path / "scratch"),
        ):
            pass

        assert scratch.is_dir()


def test_a_copy_of_an_older_release_is_refused_and_leaves_nothing(
    place: Path, tmp_path: Path, copied: Copied, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(baseline, "BASELINE", "0001_of_another_age")

    with pytest.raises(BackupError, match="그 버전의 ieum으로 복구해 주세요"):
        _restore(place, tmp_path / "back", copied)

    assert not any((tmp_path / "back").iterdir())
