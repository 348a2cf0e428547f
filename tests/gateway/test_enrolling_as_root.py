"""Root enrols a host in the folder of its agent, who may have laid links there; and others read the words that run."""

import io
import os
from pathlib import Path

import pytest

from ieum.gateway import enrolling
from ieum.gateway.keys import ensure_key
from ieum.gateway.store import Store
from tests.gateway.enrolments import Counter, enrol

AGENT = 65_534
as_root = pytest.mark.skipif(os.geteuid() != 0, reason="root is needed to give files away")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The agent's."""
    folder = tmp_path / "state"
    folder.mkdir(mode=0o700)
    if os.geteuid() == 0:
        os.chown(folder, AGENT, AGENT)
    return folder


def test_a_link_in_the_place_of_the_lock_makes_no_file_elsewhere(
    counter: Counter, tmp_path: Path, folder: Path
) -> None:
    elsewhere = tmp_path / "nologin"
    (folder / "lock").symlink_to(elsewhere)

    assert enrol(counter, tmp_path, "--state-dir", str(folder)) == 1

    assert not elsewhere.exists()
    assert counter.asked == []


@pytest.mark.parametrize("kind", ["link", "pipe", "device"])
def test_what_lies_in_the_place_of_the_key_is_not_followed(
    counter: Counter, tmp_path: Path, folder: Path, kind: str
) -> None:
    another = tmp_path / "another"
    another.mkdir()
    ensure_key(Store(another))
    match kind:
        case "link":
            (folder / "private.key").symlink_to(another / "private.key")
        case "pipe":
            os.mkfifo(folder / "private.key")
        case _:
            (folder / "private.key").symlink_to("/dev/zero")

    assert enrol(counter, tmp_path, "--state-dir", str(folder)) == 1

    assert counter.asked == []


@as_root
def test_a_file_of_the_machine_that_has_a_second_name_there_is_not_given_to_the_agent(
    counter: Counter, tmp_path: Path, folder: Path
) -> None:
    theirs = tmp_path / "shadow"
    theirs.write_text("root:*")
    (folder / "usage.json").hardlink_to(theirs)

    enrol(counter, tmp_path, "--state-dir", str(folder))

    assert theirs.stat().st_uid == 0
    assert (folder / "private.key").stat().st_uid == AGENT


@pytest.mark.parametrize("way", ["input", "environment"])
def test_a_code_is_taken_where_no_list_of_processes_shows_it(
    counter: Counter, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    typed, environ = ("c0de\n", {}) if way == "input" else ("", {"IEUM_GATEWAY_CODE": "c0de"})
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))

    assert enrol(counter, tmp_path, code="-" if way == "input" else "", environ=environ) == 0

    assert [asked["code"] for asked in counter.asked] == ["c0de"]


def test_without_a_code_nothing_is_made(
    counter: Counter, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(""))

    assert [enrol(counter, tmp_path, code=code) for code in ("", "-")] == [1, 1]

    assert (
        f"the code is missing: --code, --code - and type it, or {enrolling._CODE}" in capsys.readouterr().err
    )
    assert list(tmp_path.iterdir()) == []
