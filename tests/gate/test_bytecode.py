"""What the gate lets Python keep between the programs that it starts."""

import os
import subprocess
import sys

import pytest

from tests.gate.groups import RESULTS
from tests.gate.running import keep_bytecode

ASKS = "import sys; print(sys.dont_write_bytecode, sys.pycache_prefix)"


@pytest.mark.parametrize(("forbidden", "kept"), [("1", f"False {RESULTS / 'bytecode'}"), ("", "False None")])
def test_bytecode_is_kept_even_where_python_may_not_write_beside_its_sources(
    monkeypatch: pytest.MonkeyPatch, forbidden: str, kept: str
) -> None:
    environ = {"PATH": os.environ["PATH"], "PYTHONDONTWRITEBYTECODE": forbidden}
    monkeypatch.setattr(os, "environ", environ)

    keep_bytecode()

    told = subprocess.run(
        [sys.executable, "-c", ASKS], env=environ, capture_output=True, text=True, check=True
    )
    assert told.stdout.strip() == kept
