"""What is written is the old file or the new one, root's alone, whoever else may write there and whenever it ends."""

import argparse
import os
import signal
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from ieum.operations.setup import command, env_file, trying
from ieum.operations.setup.asking import Setup
from ieum.operations.setup.talking import Script
from ieum.shop.kernel.settings import SettingsError
from ieum.shop.kernel.settings_file import parse, read

OLD, NEW = ({"IEUM_A": letter * 100_000, "IEUM_B": letter} for letter in "on")
# Writes both in turns, and says so after each.
WRITER = """
import sys
from pathlib import Path
from ieum.operations.setup import env_file
path = Path(sys.argv[1])
while True:
    for letter in "no":
        text = path.read_text()
        env_file.write(path, env_file.updated(text, {"IEUM_A": letter * 100_000, "IEUM_B": letter}))
        print(letter, flush=True)
"""


@pytest.mark.parametrize("turns", [0, 1, 2, 5])
def test_a_file_is_the_old_one_or_the_new_one_whenever_its_writer_is_killed(
    tmp_path: Path, turns: int
) -> None:
    file = tmp_path / "ieum.env"
    env_file.write(file, env_file.updated("# kept\n", OLD))
    with subprocess.Popen([sys.executable, "-c", WRITER, str(file)], stdout=subprocess.PIPE) as writer:
        assert writer.stdout is not None
        for _ in range(turns):
            writer.stdout.readline()
        writer.send_signal(signal.SIGKILL)

    assert read(file) in (OLD, NEW)
    assert file.read_text().startswith("# kept\n")
    assert {stat.S_IMODE(path.stat().st_mode) for path in tmp_path.iterdir()} == {0o600}


def test_a_disk_that_takes_no_more_is_one_line_that_names_the_file(tmp_path: Path) -> None:
    file = tmp_path / "ieum.env"
    env_file.write(file, "IEUM_A=a\n")
    # No file of this process gets longer than ten bytes, as on a disk without room.
    commands = """
import resource, sys
from pathlib import Path
from ieum import cli
from ieum.operations.setup import env_file
resource.setrlimit(resource.RLIMIT_FSIZE, (10, 10))
write = cli.Command(lambda *_: env_file.write(Path(sys.argv[1]), "IEUM_A=b\\n" * 9), "", "")
cli.COMMANDS = {"setup": write}
sys.exit(cli.main(["setup"]))
"""
    done = subprocess.run(
        [sys.executable, "-c", commands, str(file)], capture_output=True, text=True, check=False
    )

    assert done.returncode == 1, done.stderr
    assert done.stderr == f"ieum setup: [Errno 27] File too large: '{file}'\n"
    assert file.read_text() == "IEUM_A=a\n"
    assert [left.name for left in tmp_path.iterdir()] == ["ieum.env"]


def test_what_a_killed_writer_has_left_is_removed_and_nothing_else(tmp_path: Path) -> None:
    file = tmp_path / "ieum.env"
    kept = (".ieum.env.partial.abcd1234", ".ieum.env.swp", "rclone.conf", ".ieum.env.abcd1234.old")
    for name in (*kept, ".ieum.env.ab_d1234"):
        (tmp_path / name).touch()
    setup = Setup(Script({}, keeps_wrong=False), file)

    setup.write()

    assert {path.name for path in tmp_path.iterdir()} == {*kept, "ieum.env"}


@pytest.mark.parametrize("name", ["ieum.env", "ieum.env.partial"])
def test_a_link_that_lies_there_is_neither_read_nor_replaced(tmp_path: Path, name: str) -> None:
    theirs = tmp_path / "theirs"
    theirs.write_text("IEUM_DATABASE_URL=postgresql://of.somebody.else/ieum\n")
    (tmp_path / name).symlink_to(theirs)

    with pytest.raises(SettingsError, match=f"{name} is a link"):
        Setup(Script({}, keeps_wrong=False), tmp_path / "ieum.env")


@pytest.mark.skipif(os.geteuid() != 0, reason="root is needed to give files away")
@pytest.mark.parametrize("name", ["ieum.env", "ieum.env.partial"])
def test_answers_of_another_user_are_not_taken_for_ones_own(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text("IEUM_DATABASE_URL=postgresql://of.somebody.else/ieum\n")
    os.chown(tmp_path / name, 65_534, 65_534)

    with pytest.raises(SettingsError, match="another user's file"):
        Setup(Script({}, keeps_wrong=False), tmp_path / "ieum.env")


def test_a_folder_in_which_everybody_may_write_gets_no_settings(tmp_path: Path) -> None:
    (tmp_path / "open").mkdir()
    (tmp_path / "open").chmod(0o777)

    with pytest.raises(SettingsError, match="others may write there"):
        Setup(Script({}, keeps_wrong=False), tmp_path / "open" / "ieum.env")


def test_a_remark_with_strange_ends_of_lines_stays_one_line() -> None:
    text = "# first\x0csecond\u2028IEUM_B=1\r\nIEUM_A=1\r\n"

    changed = env_file.updated(text, {"IEUM_A": "2", "IEUM_B": "3"})

    assert changed == "# first\x0csecond\u2028IEUM_B=1\r\nIEUM_A=2\nIEUM_B=3\n"
    assert parse(changed) == {"IEUM_A": "2", "IEUM_B": "3"}


def test_a_place_in_which_others_may_write_is_told_before_the_night(tmp_path: Path) -> None:
    place = tmp_path / "place"
    place.mkdir()
    place.chmod(0o770)

    found = trying._judge_folder(place, tmp_path)

    assert (found.state, "chmod 700" in found.do) == ("broken", True)


@pytest.mark.parametrize(("mode", "is_told"), [(0o644, True), (0o640, True), (0o600, False)])
def test_answers_that_others_can_read_are_told_of(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], mode: int, is_told: bool
) -> None:
    answers = tmp_path / "answers"
    answers.write_text("IEUM_PORT=8000\n")
    answers.chmod(mode)
    parser = argparse.ArgumentParser()
    command.add_arguments(parser)
    words = ["--file", str(tmp_path / "ieum.env"), "--answers", str(answers)]

    assert command.run(parser.parse_args(words), {}) == 1

    assert ("chmod 600" in capsys.readouterr().out) == is_told
    assert not (tmp_path / "ieum.env").exists()
