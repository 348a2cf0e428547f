"""Settings come back to whoever has the recovery key, and to nobody else; programs come back as they are."""

import shutil
from collections.abc import Mapping
from pathlib import Path

import pytest
from psycopg import connect

from ieum.cli import main
from ieum.common.progress import QUIET
from ieum.common.recovery import new_recovery_key
from ieum.operations.backup import files
from ieum.operations.backup.place import BackupError, Place
from ieum.shop.kernel.settings import SANDBOX_SEALING_KEY
from ieum.shop.kernel.settings_file import read
from tests.operations.backup.conftest import PROOFS

SYSTEM = "7712422072383229853"


@pytest.fixture
def place(tmp_path: Path) -> Place:
    if shutil.which("rclone") is None:
        pytest.skip("rclone is not installed")
    (tmp_path / "place").mkdir()
    return Place(str(tmp_path / "place"), proofs=PROOFS)


def test_files_come_back_and_the_place_alone_opens_no_setting(place: Place, tmp_path: Path) -> None:
    private, public = new_recovery_key()
    another, _ = new_recovery_key()
    (tmp_path / "downloads").mkdir()
    (tmp_path / "downloads" / "ieum.exe").write_bytes(b"MZ")
    environ = {
        "IEUM_SEALING_KEYS": SANDBOX_SEALING_KEY,
        "IEUM_DOWNLOADS": str(tmp_path / "downloads"),
        "HOME": "/root",
        # As the unit has it.
        "CREDENTIALS_DIRECTORY": "/run/credentials/ieum-backup.service",
        "IEUM_RCLONE_CONFIG": "/run/credentials/ieum-backup.service/rclone.conf",
    }

    files._copy(place, SYSTEM, public, environ, QUIET)

    stored = [path.read_bytes() for path in (tmp_path / "place").rglob("*") if path.is_file()]
    assert len(stored) == 3
    assert not any(SANDBOX_SEALING_KEY.encode() in content for content in stored)
    (tmp_path / "another").write_text(another)
    with pytest.raises(BackupError, match="does not open"):
        files.restore(place, tmp_path / "back", recovery_key_file=tmp_path / "another", system=None)
    (tmp_path / "key").write_text(private)
    files.restore(place, tmp_path / "back", recovery_key_file=tmp_path / "key", system=None)
    lines = (tmp_path / "back" / "ieum.env").read_text().splitlines()
    assert lines == [f"IEUM_DOWNLOADS={tmp_path / 'downloads'}", f"IEUM_SEALING_KEYS={SANDBOX_SEALING_KEY}"]
    assert (tmp_path / "back" / "ieum.env").stat().st_mode & 0o777 == 0o600
    assert (tmp_path / "back" / "downloads" / "ieum.exe").read_bytes() == b"MZ"
    with pytest.raises(BackupError, match="not empty"):
        files.restore(place, tmp_path / "back", recovery_key_file=tmp_path / "key", system=None)


def test_settings_come_back_as_a_file_that_is_read_whatever_signs_they_have(
    place: Place, tmp_path: Path
) -> None:
    private, public = new_recovery_key()
    (tmp_path / "key").write_text(private)
    environ = {
        "IEUM_DATABASE_URL": "postgresql://ieum:p$w@box1,box2/ieum?sslmode=verify-full&connect_timeout=3",
        "IEUM_DOWNLOADS": str(tmp_path / "none"),
        "IEUM_SMTP_URL": 'smtps://shop:it\'s "so"@mail.example',
    }

    files._copy(place, SYSTEM, public, environ, QUIET)
    files.restore(place, tmp_path / "back", recovery_key_file=tmp_path / "key", system=None)

    assert read(tmp_path / "back" / "ieum.env") == environ


def test_a_damaged_program_is_named_and_of_damaged_settings_the_ones_before_come_back(
    place: Place, tmp_path: Path
) -> None:
    private, public = new_recovery_key()
    (tmp_path / "key").write_text(private)
    (tmp_path / "downloads").mkdir()
    (tmp_path / "downloads" / "ieum.exe").write_bytes(b"MZ")
    environ = {"IEUM_DOWNLOADS": str(tmp_path / "downloads")}
    files._copy(place, SYSTEM, public, environ, QUIET)
    stored = tmp_path / "place" / SYSTEM / "files"
    (stored / "settings" / "99991231T000000Z.sealed").write_bytes(b"damaged")
    (stored / "downloads" / "ieum.exe").write_bytes(b"M\0")

    with pytest.raises(BackupError, match=r"not as they were copied: ieum\.exe$"):
        files.restore(place, tmp_path / "back", recovery_key_file=tmp_path / "key", system=None)

    assert (tmp_path / "back" / "ieum.env").read_text() == f"IEUM_DOWNLOADS={tmp_path / 'downloads'}\n"


def test_after_a_change_of_the_recovery_key_each_opens_the_newest_copy_of_its_time(
    place: Place, tmp_path: Path
) -> None:
    keys = {name: new_recovery_key() for name in ("former", "now", "strange")}
    for name, (private, _) in keys.items():
        (tmp_path / name).write_text(private)
    environ = {"IEUM_DOWNLOADS": str(tmp_path / "none"), "IEUM_BACKUP_KEEP": "1"}
    files._copy(place, SYSTEM, keys["former"][1], environ, QUIET)
    folder = tmp_path / "place" / SYSTEM / "files" / "settings"
    (copied,) = folder.iterdir()
    copied.rename(folder / "20260101T000000Z.sealed")
    files._copy(place, SYSTEM, keys["now"][1], environ | {"IEUM_BACKUP_KEEP": "2"}, QUIET)

    for name, kept in (("former", "1"), ("now", "2")):
        files.restore(place, tmp_path / f"by-{name}", recovery_key_file=tmp_path / name, system=None)
        assert f"IEUM_BACKUP_KEEP={kept}\n" in (tmp_path / f"by-{name}" / "ieum.env").read_text()
    with pytest.raises(BackupError, match="no copy of the settings opens"):
        files.restore(place, tmp_path / "by-strange", recovery_key_file=tmp_path / "strange", system=None)


def test_nothing_is_copied_without_a_recovery_key(place: Place) -> None:
    with pytest.raises(BackupError, match="IEUM_RECOVERY_KEY is not set"):
        files._copy(place, SYSTEM, "", {}, QUIET)


def test_a_disk_that_is_not_mounted_is_not_written_to(tmp_path: Path) -> None:
    if shutil.which("rclone") is None or shutil.which("zstd") is None:
        pytest.skip("rclone or zstd is not installed")
    with pytest.raises(BackupError, match="is the disk mounted"):
        Place(str(tmp_path / "away"), proofs=PROOFS).check()


def test_a_disk_that_is_not_mounted_is_an_alarm_at_once(own_shop: Mapping[str, str]) -> None:
    """Nobody reads what a timer's command prints, and a copy counts as late after a day only."""
    Path(own_shop["IEUM_BACKUP_PLACE"]).rmdir()

    codes = [main(["backup", what]) for what in ("base", "files")]

    with connect(own_shop["IEUM_DATABASE_URL"]) as conn:
        alarms = conn.execute("SELECT reference, detail FROM alarms WHERE kind = 'backup_failed'").fetchall()

    assert codes == [1, 1]
    assert {reference for reference, _ in alarms} == {"base", "files"}
    assert all("is the disk mounted" in detail for _, detail in alarms)
