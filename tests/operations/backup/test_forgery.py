"""Whoever can write to the place, and has none of the shop's keys, runs nothing on the machine of a restore."""

import shutil
import subprocess
from datetime import datetime
from pathlib import Path

import msgspec
import pytest
from cryptography.fernet import Fernet

from ieum.common.progress import QUIET
from ieum.operations.backup import base, labels, recovery
from ieum.operations.backup.labels import Label
from ieum.operations.backup.place import BackupError, Place
from ieum.operations.backup.proofs import Proofs
from ieum.shop.kernel.settings import SANDBOX_SEALING_KEY
from tests.operations.backup.conftest import PROOFS, Copied, stored

# Another's, made by nobody.
ANOTHER = Proofs(("QW5vdGhlciBzaG9wJ3Mgc2VhbGluZyBrZXkuIC4gLiA=",))


@pytest.fixture
def place(copied: Copied, tmp_path: Path) -> Path:
    """The folder of the one server, in a copy that a test may write to."""
    shutil.copytree(copied.environ["IEUM_BACKUP_PLACE"], tmp_path / "place")
    return next(path for path in (tmp_path / "place").iterdir() if path.name.isdecimal())


def _restore(place: Path, folder: Path, *, proofs: Proofs = PROOFS) -> str:
    own = Place(str(place), proofs=proofs)
    label = labels.choose(labels.read_all(own), None)
    with recovery.recovered(own, label, folder, until=None, progress=QUIET, is_scratch=True) as restored:
        return restored.broken


def _oldest(place: Path) -> Label:
    return labels.read_all(Place(str(place), proofs=PROOFS))[0]


def _forge(place: Path, number: int, **changes: str | datetime) -> Label:
    """Lay a label beside an archive, as somebody without the keys can."""
    name = f"99991231T00000{number}Z"
    (place / "base" / f"{name}.tar.zst").touch()
    forged = msgspec.structs.replace(_oldest(place), name=name, **changes)
    return labels.write(Place(str(place), proofs=ANOTHER), forged)


@pytest.mark.parametrize("proof", ["another's", "of another label", "none", "no hexadecimal"])
def test_a_copy_that_somebody_else_has_labelled_is_not_restored(
    place: Path, tmp_path: Path, proof: str
) -> None:
    true = _oldest(place)
    forged = _forge(place, 0, ended_at=true.ended_at.replace(year=9998))
    shutil.copy(place / "base" / true.archive, place / "base" / forged.archive)
    given = {"of another label": true.proof, "none": "", "no hexadecimal": "?"}.get(proof, forged.proof)
    changed = msgspec.structs.replace(forged, proof=given)
    (place / "base" / f"{forged.name}.json").write_bytes(msgspec.json.encode(changed))

    with pytest.raises(BackupError, match="is not this shop's"):
        _restore(place, tmp_path / "back")

    assert not (tmp_path / "back").exists()


def test_a_forged_copy_does_not_keep_the_shop_from_coming_back(place: Path) -> None:
    true = _oldest(place)
    forged = [
        _forge(place, number, ended_at=true.ended_at.replace(year=9990 + number)).name for number in (0, 1)
    ]

    chosen, strange = labels.choose_proven(Place(str(place), proofs=PROOFS), None)
    refused, _ = labels.choose_proven(Place(str(place), proofs=Proofs(())), None)

    assert (chosen, [label.name for label in strange]) == (true, forged)
    assert refused.name == forged[-1]


def test_an_archive_that_was_packed_anew_is_not_started_though_all_in_it_fits_together(
    place: Path, tmp_path: Path
) -> None:
    """The server's own list of checksums leaves some files out, and whoever changes a file can change the list."""
    (archive,) = (place / "base").glob("*.tar.zst")
    packed, ran = tmp_path / "archive.tar", tmp_path / "ran"
    subprocess.run(["zstd", "-q", "-d", archive, "-o", packed], check=True)
    (tmp_path / "postgresql.auto.conf").write_text(f"archive_cleanup_command = 'touch {ran}'\n")
    subprocess.run(["tar", "-C", tmp_path, "-rf", packed, "postgresql.auto.conf"], check=True)
    subprocess.run(["zstd", "-q", "-f", packed, "-o", archive], check=True)

    with pytest.raises(BackupError, match=r"longer than what was copied|was changed at the place"):
        _restore(place, tmp_path / "back")

    assert not any((tmp_path / "back").iterdir())
    assert not ran.exists()


def test_a_small_archive_of_a_great_length_fills_no_disk(place: Path, tmp_path: Path) -> None:
    label = _oldest(place)
    _bomb(place / "base" / label.archive, label.unpacked)

    with pytest.raises(BackupError, match="longer than what was copied"):
        _restore(place, tmp_path / "back")


def test_an_archive_that_never_ends_is_left(place: Path, tmp_path: Path) -> None:
    """Frames that zstd skips may stand behind the others, and be of any number."""
    label = _oldest(place)
    with (place / "base" / label.archive).open("ab") as file:
        for _ in range(3):
            file.write(b"\x50\x2a\x4d\x18" + (2**32 - 1).to_bytes(4, "little"))
            file.truncate(file.tell() + 2**32 - 1)
            file.seek(0, 2)

    with pytest.raises(BackupError, match="longer than what was copied"):
        _restore(place, tmp_path / "back")


def test_a_list_that_never_ends_is_not_read_into_the_memory(tmp_path: Path) -> None:
    with (tmp_path / "downloads.json").open("wb") as file:
        file.truncate(10 * 2**30)

    with pytest.raises(BackupError, match="is longer than any"):
        Place(str(tmp_path), proofs=PROOFS).get("downloads.json")


def _bomb(archive: Path, least: int) -> None:
    """A file in a tar that is longer than all that was copied, packed into very little."""
    packed = archive.with_suffix(".bomb")
    with (archive.parent / "zeros").open("wb") as zeros:
        zeros.truncate(4 * least)
    subprocess.run(["tar", "-C", archive.parent, "-cf", packed, "zeros"], check=True)
    subprocess.run(["zstd", "-q", "-1", "-f", packed, "-o", archive], check=True)
    (archive.parent / "zeros").unlink()
    packed.unlink()


@pytest.mark.parametrize("attack", ["swap", "forge", "unsigned", "huge"])
def test_log_that_was_not_stored_under_its_name_is_not_replayed(
    place: Path, tmp_path: Path, attack: str
) -> None:
    wal = place / "wal"
    *_, before, last = sorted(wal / f"{name}" for name in _whole(wal))
    content = last.read_bytes()
    match attack:
        case "swap":
            last.write_bytes(before.read_bytes())
        case "forge":
            last.write_bytes(content[:-45])
            ANOTHER.add_to(last, f"{place.name}/wal/{last.name}")
        case "unsigned":
            last.write_bytes(content[:-45])
        case _:
            with last.open("r+b") as file:
                file.truncate(100 * 1024**2)

    said = _restore(place, tmp_path / "back")

    assert said == f"{last.name[:24]} of the log at the place is damaged, or was not stored by this shop"


def _whole(wal: Path) -> list[str]:
    return sorted(
        path.name for path in wal.iterdir() if labels.is_segment(path.name) and len(path.name) == 28
    )


def test_foreign_files_beside_the_log_are_not_fetched(place: Path, tmp_path: Path) -> None:
    for name in ("README", "..zst", "0000000100000000000000FF.zst;x", "a\nb.zst"):
        (place / "wal" / name).write_text("?")
    (place / "wal" / "00000009.history.zst").symlink_to("/etc/passwd")

    assert _restore(place, tmp_path / "back") == ""


def test_whoever_knows_the_place_restores_what_no_key_of_theirs_proves(place: Path, tmp_path: Path) -> None:
    with pytest.raises(BackupError, match="IEUM_SEALING_KEYS"):
        _restore(place, tmp_path / "back", proofs=ANOTHER)

    assert _restore(place, tmp_path / "back", proofs=Proofs((), trusts_place=True)) == ""


def test_a_copy_from_before_a_change_of_the_key_comes_back_while_the_key_is_there(
    place: Path, tmp_path: Path
) -> None:
    keys = (Fernet.generate_key().decode(), SANDBOX_SEALING_KEY)

    assert _restore(place, tmp_path / "back", proofs=Proofs(keys)) == ""


def test_copies_that_nobody_took_have_none_deleted_that_was_taken(place: Path) -> None:
    label = _oldest(place)
    needed = [name for name in sorted(stored(place.parent)) if name >= label.wal_first]
    for number in range(3):
        _forge(place, number, wal_first="0000000100000000000000FF")

    base._delete_old(Place(str(place), proofs=PROOFS), keep=1, proven=None)

    assert (place / "base" / label.archive).exists()
    assert set(needed) <= set(stored(place.parent))


def test_copies_of_a_key_that_is_gone_go_when_their_time_is_over(place: Path) -> None:
    label = _oldest(place)
    for name in ("20260101T000000Z", "20260102T000000Z"):
        former = msgspec.structs.replace(label, name=name)
        (place / "base" / former.archive).touch()
        labels.write(Place(str(place), proofs=ANOTHER), former)

    own = Place(str(place), proofs=PROOFS)
    base._delete_old(own, keep=2, proven=None)
    early = len(labels.read_all(own))
    base._delete_old(own, keep=1, proven="20260102T000000Z")

    assert early == 3
    assert [one.name for one in labels.read_all(own)] == ["20260102T000000Z", label.name]


@pytest.mark.parametrize("attack", ["another's", "everybody's"])
def test_nothing_is_written_where_others_may_lay_a_link(
    tmp_path: Path, attack: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path / "place"
    place.mkdir(mode=0o755)
    Place(str(place), proofs=PROOFS).check_own()
    if attack == "everybody's":
        place.chmod(0o777)
    else:
        monkeypatch.setattr("os.geteuid", lambda: 12_345)

    with pytest.raises(BackupError, match="others may write there"):
        Place(str(place), proofs=PROOFS).check_own()
