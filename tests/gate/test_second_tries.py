"""What failed and passes alone is unsteady. What else goes wrong stays red, whatever a second try says."""

import sys
from pathlib import Path

import pytest

from tests.gate.groups import Group, Lane
from tests.gate.results import read_junit, read_vitest
from tests.gate.running import run_lanes

FLAKY = """
from pathlib import Path

def test_flaky():
    before = Path(__file__).with_name("tried")
    is_first = not before.exists()
    before.touch()
    assert not is_first
"""
AFTER_ANOTHER = """
LEFT = []

def test_first():
    LEFT.append(1)

def test_second():
    assert not LEFT
"""
TORN_DOWN = """
import pytest

@pytest.fixture(autouse=True)
def left_alone():
    yield
    raise ValueError("somebody took it")

def test_taker():
    pass
"""
ENDED = "import os, pytest\n\ndef test_end():\n    pytest.exit('enough')\n"
KILLED = "import os\n\ndef test_kill():\n    os.kill(os.getpid(), 9)\n"
WRONG = "def test_wrong():\n    assert False\n"


@pytest.mark.parametrize(
    ("sources", "is_green"),
    [
        pytest.param([FLAKY], True, id="flaky"),
        pytest.param([AFTER_ANOTHER], False, id="after another"),
        pytest.param([TORN_DOWN], False, id="found out afterwards"),
        pytest.param([FLAKY, ENDED, WRONG], False, id="ended early"),
        pytest.param([FLAKY, KILLED], False, id="killed"),
        pytest.param([FLAKY, WRONG], False, id="one of two"),
    ],
)
def test_only_a_test_that_failed_and_passes_with_its_file_is_unsteady(
    tmp_path: Path, sources: list[str], is_green: bool
) -> None:
    files = [f"test_{number}.py" for number in range(len(sources))]
    for file, source in zip(files, sources, strict=True):
        (tmp_path / file).write_text(source)
    group = a_group(tmp_path, *files)

    ((_, result),) = run_lanes([group], second_tries=4)

    assert (result.failed == 0) is is_green
    assert (result.unsteady == ["test_0.py::test_flaky"]) is is_green


def a_group(folder: Path, *files: str) -> Group:
    results = folder / "results"
    results.mkdir()
    argv = (sys.executable, "-m", "pytest", "-p", "no:cacheprovider")

    return Group(
        name="trial",
        argv=(*argv, f"--junitxml={results / 'trial.report'}", *files),
        again=(*argv, f"--junitxml={results / 'trial.again.report'}"),
        lane=Lane.MAIN,
        cwd=folder,
        results=results,
        # Other packages' plugins take most of a start.
        environ={"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        read=read_junit,
    )


@pytest.mark.parametrize(("code", "failed"), [(0, 0), (1, 1)])
def test_pages_of_which_no_test_knows_are_well_unless_vitest_says_otherwise(
    tmp_path: Path, code: int, failed: int
) -> None:
    report = tmp_path / "report"
    report.write_text(
        '{"numPassedTests":0,"numFailedTests":0,"numPendingTests":0,"numTodoTests":0,"testResults":[]}'
    )

    assert read_vitest(report, code, may_be_none=True).failed == failed
    assert read_vitest(report, code).failed == 1
