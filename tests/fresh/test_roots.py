"""A rehearsal leaves no files: its own are named, and those of a killed one go when the next one starts."""

import os
from pathlib import Path

import pytest

from tests.fresh import roots

NOBODY = 999_999_999


def test_what_a_killed_rehearsal_has_left_goes_and_what_a_running_one_has_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    temporary, kept = tmp_path / "tmp", tmp_path / "kept"
    own = [temporary / f"ieum-fresh-{os.getpid()}-abc", kept / f"ieum-{os.getpid()}-800-box.tun"]
    stale = [temporary / f"ieum-fresh-{NOBODY}-abc", kept / f"ieum-{NOBODY}-800-box"]
    others = [temporary / "ieum-fresh", temporary / f"ieum-{NOBODY}-800-box", kept / "trixie"]
    for folder in (*own, *stale, *others):
        (folder / "etc").mkdir(parents=True)
    (node := kept / f"ieum-{NOBODY}-800-box.tun").touch()
    monkeypatch.setattr(roots.tempfile, "gettempdir", lambda: str(temporary))
    monkeypatch.setenv("IEUM_FRESH_ROOTS", str(kept))

    roots.remove_stale()

    assert [path.exists() for path in (*own, *others)] == [True] * 5
    assert [path.exists() for path in (*stale, node)] == [False] * 3
    assert roots.left_over() == [str(path) for path in own]
