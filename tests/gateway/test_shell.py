"""Tools of the host that hang or break off."""

from collections.abc import Callable
from pathlib import Path

import pytest

from ieum.gateway import shell
from ieum.gateway.shell import CommandError, run, run_lines, start_detached


def every_line(tool: str) -> list[str]:
    return list(run_lines(tool))


@pytest.mark.parametrize("call", [run, start_detached, every_line])
def test_a_tool_that_hangs_counts_as_failed(
    call: Callable[[str], object], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Any other error would end the agent, and then no service would end on time."""
    tool = tmp_path / "hangs"
    tool.write_text("#!/bin/sh\nexec sleep 60\n")
    tool.chmod(0o755)
    monkeypatch.setattr(shell, "_TIMEOUT", 0.2)

    with pytest.raises(CommandError, match=r"no answer within 0\.2 s"):
        call(str(tool))


def test_output_that_breaks_off_raises_an_error() -> None:
    with pytest.raises(CommandError, match="false: ended with 1"):
        list(run_lines("false"))
