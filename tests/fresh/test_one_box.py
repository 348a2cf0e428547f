"""One box by the handbook's commands, each night: it sells, and comes back by itself when its programs are killed."""

import os
import subprocess
import sys

import pytest

from tests.fresh import roots
from tests.fresh.outside import ROOT

# A rehearsal judges by what goes on; this ends one that hangs for good.
_ENDS_AFTER = 3 * 60 * 60


@pytest.mark.nightly
@pytest.mark.timeout(_ENDS_AFTER)
@pytest.mark.skipif(roots.why_not() is not None, reason=str(roots.why_not()))
def test_one_box_is_set_up_sells_and_outlives_killed_programs() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.fresh", "one"],
        cwd=ROOT,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 0, f"{done.stdout[-6000:]}\n{done.stderr[-6000:]}"
    for proven in (
        "PostgreSQL killed: the shop answers",
        "Caddy killed: the shop answers",
        "upgraded with an older wheel lying there: the shop answers",
        "restored from the copies",
    ):
        assert proven in done.stdout
