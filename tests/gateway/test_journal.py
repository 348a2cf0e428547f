"""What a journal still knows after the process or the power went away between any two bytes."""

import shutil
from pathlib import Path

import pytest

from ieum.gateway import journal
from ieum.gateway.journal import Journal, Kept


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "desired.json"


def logs(path: Path) -> list[Path]:
    return sorted(path.parent.glob("desired.*.log"))


def a_journal(path: Path, *lines: bytes) -> Journal:
    kept = Journal(path)
    kept.replace(b"whole")
    for line in lines:
        kept.append([line])
    return kept


def test_what_was_added_follows_what_was_written_whole(path: Path) -> None:
    a_journal(path, b"one", b"two")

    later = Journal(path)
    loaded = later.load()
    later.append([b"three"])

    assert loaded == Kept(b"whole", [b"one", b"two"])
    assert Journal(path).load() == Kept(b"whole", [b"one", b"two", b"three"])


def test_a_log_that_was_cut_anywhere_has_all_its_whole_lines_and_can_be_continued(path: Path) -> None:
    a_journal(path, b"one", b"two")
    (log,) = logs(path)
    text = log.read_bytes()

    for length in range(len(text)):
        log.write_bytes(text[:length])
        later = Journal(path)
        loaded = later.load().lines
        later.append([b"three"])

        assert loaded == [b"one", b"two"][: text[:length].count(b"\n")]
        assert Journal(path).load().lines == [*loaded, b"three"]


def test_a_changed_byte_ends_the_log_there(path: Path) -> None:
    a_journal(path, b"one", b"two", b"three")
    (log,) = logs(path)
    log.write_bytes(log.read_bytes().replace(b"two", b"twa"))

    assert Journal(path).load().lines == [b"one"]


def test_the_log_of_another_content_is_not_continued(path: Path) -> None:
    """A program of the version before, which knows no logs, wrote the file meanwhile."""
    a_journal(path, b"one")
    path.write_bytes(b"another")

    assert Journal(path).load() == Kept(b"another", [])


def test_writing_the_whole_begins_a_new_log(path: Path) -> None:
    kept = a_journal(path, b"one")

    kept.replace(b"whole and one")
    kept.append([b"two"])

    assert Journal(path).load() == Kept(b"whole and one", [b"two"])
    assert len(logs(path)) == 1


def test_what_is_added_while_the_whole_is_written_follows_it(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At every moment of it, a crash leaves all that was added before."""
    kept = a_journal(path, b"one")
    crashed: list[Kept] = []
    write_draft, write_at = journal._write_draft, journal._write_at

    def crash_here() -> None:
        copy = path.parent / "copy"
        shutil.copytree(path.parent, copy, ignore=shutil.ignore_patterns("copy"))
        crashed.append(Journal(copy / path.name).load())
        shutil.rmtree(copy)

    def slowly(file: Path, content: bytes) -> Path:
        kept.append([b"two"])
        draft = write_draft(file, content)
        crash_here()
        return draft

    def then_crash(log: Path, length: int, lines: list[bytes]) -> int:
        written = write_at(log, length, lines)
        crash_here()
        return written

    kept.begin()
    monkeypatch.setattr(journal, "_write_draft", slowly)
    monkeypatch.setattr(journal, "_write_at", then_crash)
    kept.replace(b"whole and one")

    assert crashed == [Kept(b"whole", [b"one", b"two"])] * 3
    assert Journal(path).load() == Kept(b"whole and one", [b"two"])


def test_nothing_is_added_to_the_log_of_a_content_that_was_replaced(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The new content is there, though the disk has not confirmed it; what went to the old log would be lost."""
    kept = a_journal(path, b"one")
    sync_folder = journal.sync_folder

    def breaks(folder: Path) -> None:
        if path.read_bytes() != b"whole":
            raise OSError("Input/output error")
        sync_folder(folder)

    with monkeypatch.context() as patched:
        patched.setattr(journal, "sync_folder", breaks)
        with pytest.raises(OSError, match="Input/output"):
            kept.replace(b"whole and one")
    with pytest.raises(OSError, match="has to be written whole"):
        kept.append([b"two"])


def test_after_a_failure_only_the_whole_may_be_written(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Half a line may be on the disk, and the next line would follow a gap."""
    kept = a_journal(path, b"one")

    def full(*_: object) -> int:
        raise OSError("No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(journal.os, "pwrite", full)
        with pytest.raises(OSError, match="No space"):
            kept.append([b"two"])
    with pytest.raises(OSError, match="has to be written whole"):
        kept.append([b"three"])
    kept.replace(b"whole, one, two, three")
    kept.append([b"four"])

    assert Journal(path).load() == Kept(b"whole, one, two, three", [b"four"])
