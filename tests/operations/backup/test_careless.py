"""What somebody types in the night of a restore: nothing of a database that serves is lost by it."""

import argparse
import os
from pathlib import Path

import pytest

from ieum.operations.backup import recovery, restore_command
from ieum.operations.backup.place import BackupError
from ieum.operations.backup.server import WORK


def _run(place: Path, *words: str, **environ: str) -> int:
    parser = argparse.ArgumentParser()
    restore_command.add_arguments(parser)
    own = {"IEUM_BACKUP_PLACE": str(place), "IEUM_DATA": str(place / "data"), **environ}
    return restore_command.run(parser.parse_args(words), own)


@pytest.mark.parametrize("text", ["2026-11-26", "20261126", "2026-W48-4", "yesterday", "2026-11-26 25:00:00"])
def test_a_day_is_no_time(tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str) -> None:
    """Its midnight is its beginning, and all of the day would be lost."""
    with pytest.raises(SystemExit):
        _run(tmp_path, "--to", text)

    assert "2026-11-26 19:00:03" in capsys.readouterr().err


@pytest.mark.parametrize(
    "words",
    [
        ("--check", "--to", "2026-11-26 19:00:03"),
        ("--list", "--into", "/srv/new"),
        ("--files", "files", "--to", "2026-11-26 19:00:03"),
        ("--meet", "2026-11-26 19:00:03", "--into", "/srv/new"),
    ],
)
def test_what_would_be_passed_over_is_refused(tmp_path: Path, words: tuple[str, ...]) -> None:
    with pytest.raises(BackupError, match="--to and --into belong to a restore alone"):
        _run(tmp_path, *words)


def test_production_is_not_restored_into_a_folder_that_nobody_has_named(tmp_path: Path) -> None:
    environ = {
        "IEUM_ENV": "production",
        "IEUM_SEALING_KEYS": "b25lLWtleS1vZi0zMi1ieXRlcy1mb3ItYS10ZXN0ISE=",
    }
    with pytest.raises(BackupError, match="--into is missing"):
        _run(tmp_path, **environ)

    assert list(tmp_path.iterdir()) == []


def _left_over(folder: Path, words: str) -> None:
    """As a restore that was killed leaves it, once a server was started with these words."""
    (folder / WORK).mkdir(parents=True)
    (folder / "postmaster.opts").write_text(words)
    (folder / "PG_VERSION").write_text("18\n")
    if os.geteuid() == 0:
        os.chown(folder, 65_534, 65_534)


def test_a_folder_on_which_a_server_was_started_since_is_no_left_over(tmp_path: Path) -> None:
    folder = tmp_path / "main"
    _left_over(folder, '/usr/lib/postgresql/17/bin/postgres "-D" "/var/lib/postgresql/17/main"\n')

    with pytest.raises(BackupError, match="a server has been started on it since"):
        recovery._prepare(folder, 0)

    assert (folder / "PG_VERSION").exists()


def test_a_link_in_the_place_of_what_was_left_leads_root_nowhere(tmp_path: Path) -> None:
    folder, elsewhere = tmp_path / "main", tmp_path / "etc"
    folder.mkdir()
    elsewhere.mkdir()
    (folder / WORK).symlink_to(elsewhere)
    if os.geteuid() == 0:
        os.chown(folder, 65_534, 65_534)

    with pytest.raises(BackupError, match="is not empty"):
        recovery._prepare(folder, 0)

    assert list(elsewhere.iterdir()) == []
    assert elsewhere.stat().st_uid == os.geteuid()


def test_what_a_killed_restore_has_left_is_removed(tmp_path: Path) -> None:
    folder = tmp_path / "main"
    _left_over(folder, f'postgres "-D" "{folder}" "-c" "config_file={folder}/{WORK}/postgresql.conf"\n')
    # The disk was full as it was written.
    (folder / "postmaster.pid").touch()

    recovery._prepare(folder, 0)

    assert [path.name for path in folder.iterdir()] == [WORK]
