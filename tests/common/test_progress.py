"""What a long command shows of its progress: bars on a terminal, nothing elsewhere."""

import io
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from ieum.common.progress_bar import on_terminal

SHOWS = """
import sys
from ieum.common.progress_bar import on_terminal
with on_terminal() as progress:
    with progress.step("base [backup]", total=2_000_000, unit="bytes") as advance:
        advance(1_200_000)
        print("a line", file=sys.stderr)
    with progress.step("rows", total=20_000) as advance:
        advance(12_000)
    with progress.step("seen") as advance:
        advance(7)
"""


def test_a_terminal_sees_how_far_each_step_has_come() -> None:
    seen = _run_on_terminal(SHOWS)

    # Brackets of a step's name are no markup.
    assert "base [backup]" in seen
    assert "1.2 MB / 2.0 MB" in seen
    assert "a line" in seen
    assert "12,000 / 20,000" in seen
    assert "seen" in seen


@pytest.mark.parametrize(
    ("terminal", "kind"), [(False, "xterm"), (True, "dumb")], ids=["a file", "a dumb terminal"]
)
def test_whoever_cannot_draw_is_told_nothing(
    monkeypatch: pytest.MonkeyPatch, terminal: bool, kind: str
) -> None:
    stream = io.StringIO()
    monkeypatch.setattr(stream, "isatty", lambda: terminal, raising=False)
    monkeypatch.setenv("TERM", kind)

    with on_terminal(stream) as progress, progress.step("rows", total=2) as advance:
        advance(1)

    assert not stream.getvalue()


def test_a_step_that_fails_leaves_its_error_alone() -> None:
    seen = _run_on_terminal(SHOWS.replace("advance(12_000)", "raise SystemExit('the disk is full')"))

    assert "the disk is full" in seen
    assert "Traceback" not in seen


def _run_on_terminal(program: str) -> str:
    """Run a program whose messages go to a terminal, and return what that has shown."""
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [sys.executable, "-c", program],
        stderr=theirs,
        env={**os.environ, "TERM": "xterm"},
        cwd=Path(__file__).parents[2],
    ):
        os.close(theirs)
        seen = bytearray()
        # Linux reports the end of a terminal as an error.
        try:
            while piece := os.read(ours, 4096):
                seen += piece
        except OSError:
            pass
        finally:
            os.close(ours)
    return seen.decode()
