"""What `make check` runs of what a change can touch, and in which order."""

import subprocess
import sys

import pytest

from tests.gate.check import computing, groups_for, is_near, processes, read_by_any, some_of
from tests.gate.groups import ROOT, Group


def named(groups: list[Group]) -> dict[str, Group]:
    return {group.name: group for group in groups}


def test_tests_of_the_changed_room_come_before_those_of_whoever_imports_it() -> None:
    groups = groups_for(["ieum/shop/refunds/rules.py"])
    names = [group.name for group in groups]
    near, far = (
        {word for word in named(groups)[name].argv if word.startswith("tests/")} for name in ("near", "tests")
    )

    assert names.index("near") < names.index("tests")
    assert "tests/shop/refunds/test_rules.py" in near
    assert all(test.startswith("tests/shop/refunds") for test in near)
    assert far
    assert near.isdisjoint(far)


def test_what_is_no_python_at_all_is_said_before_the_types() -> None:
    names = [group.name for group in groups_for(["ieum/shop/refunds/rules.py"])]

    assert names.index("lint") < names.index("imports") < names.index("types")


def test_a_document_starts_one_process() -> None:
    (group,) = groups_for(["docs/glossary.md"])

    assert "-n" not in group.argv
    assert "-n" in processes(["tests/shop/house"])


@pytest.mark.parametrize(
    ("test", "changed", "expected"),
    [
        ("tests/shop/orders/test_pricing.py", "ieum/shop/orders/pricing.py", True),
        ("tests/shop/orders", "ieum/shop/orders/pricing.py", True),
        ("tests/shop/orders/deep/test_x.py", "ieum/shop/orders/pricing.py", True),
        ("tests/shop/refunds/test_rules.py", "ieum/shop/orders/pricing.py", False),
        ("tests/test_cli.py", "ieum/cli.py", False),
        ("tests/shop/orders/test_pricing.py", "docs/operate/day.md", False),
    ],
)
def test_near_is_the_folder_for_the_changed_module(test: str, changed: str, expected: bool) -> None:
    assert is_near(test, [changed]) is expected


def test_a_journey_is_no_computing_test() -> None:
    assert computing(["tests/journey/test_purchase.py", "tests/test_cli.py"]) == ["tests/test_cli.py"]


def test_a_file_that_nobody_is_known_to_read_is_named() -> None:
    assert read_by_any(["stray.txt", "docs/glossary.md", "ieum/cli.py"]) == ["stray.txt"]
    assert some_of(["a", "b", "c", "d", "e"]) == "a, b, c, 2 more"
    assert some_of(["a"]) == "a"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--base", "no-such-commit"], "Git does not say what changed"),
        (["--list", "nonsense"], "no such group: nonsense"),
    ],
)
def test_what_was_mistyped_is_said_in_one_line(words: list[str], said: str) -> None:
    told = asked(*words)

    assert told.returncode == 2
    assert said in told.stderr.splitlines()[-1]


def asked(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "tests.gate", "check", *words],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
