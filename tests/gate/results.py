"""Read what the tools of the gate report: how many passed, which failed and why, how long each test took."""

import json
import xml.etree.ElementTree as ET
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

# pytest and vitest end with 1 when all has run and a test has failed.
WHOLE_RUNS = (0, 1)


@dataclass
class Result:
    """The outcome of one group."""

    passed: int = 0
    failed: int = 0
    skipped: int = 0
    unsteady: list[str] = field(default_factory=list[str])
    """Names of tests that failed at first and passed alone."""
    notes: list[str] = field(default_factory=list[str])
    failures: list[str] = field(default_factory=list[str])
    """Names of the tests that failed. What else can go wrong counts as failed, too, and has no name here."""
    green: set[str] = field(default_factory=set[str])
    """Names of the tests that passed."""
    slowest: list[tuple[float, str]] = field(default_factory=list[tuple[float, str]])
    """Seconds and name of each test, its fixtures included."""
    seconds: float = 0
    cpu_seconds: float = 0
    counts: Counter[str] = field(default_factory=Counter[str])
    """Databases, servers and browser contexts that the tests made."""


def one_check(report: Path, code: int) -> Result:
    """A tool that only says yes or no."""
    notes = [f"failed: see {report.with_suffix('.log').name}"] if code else []
    return Result(passed=int(code == 0), failed=int(code != 0), notes=notes)


def read_junit(report: Path, code: int) -> Result:
    result = Result()
    if report.exists():
        for case in ET.parse(report).getroot().iter("testcase"):  # noqa: S314 - pytest wrote it
            name = _as_pytest_takes_it(case.get("classname", ""), case.get("name", ""))
            result.slowest.append((float(case.get("time", 0)), name))
            if (broke := _child(case, "failure", "error")) is not None:
                why = _beginning(broke.get("message"))
                result.failed += 1
                result.notes.append(f"failed: {name}: {why}")
                # A test may have done what it should not, which is found out after it.
                if not why.startswith("failed on teardown"):
                    result.failures.append(name)
            elif (skipped := case.find("skipped")) is not None:
                result.skipped += 1
                result.notes.append(f"skipped: {name}: {skipped.get('message')}")
            else:
                result.passed += 1
                result.green.add(name)
    return _at_least_one_failure(result, code)


def read_vitest(report: Path, code: int, *, may_be_none: bool = False) -> Result:
    """`may_be_none` if no test need be related to what changed."""
    result = Result()
    if report.exists():
        said = json.loads(report.read_text())
        result = Result(
            passed=said["numPassedTests"],
            failed=said["numFailedTests"],
            skipped=said["numPendingTests"] + said["numTodoTests"],
        )
        tests = ((file["name"], test) for file in said["testResults"] for test in file["assertionResults"])
        for path, test in tests:
            name = f"{path.rpartition('/web/')[2]}: {test['fullName']}"
            result.slowest.append(((test.get("duration") or 0) / 1000, name))
            if test["status"] == "failed":
                result.failures.append(name)
                result.notes.append(f"failed: {name}: {_beginning(*test['failureMessages'][:1])}")
    return result if may_be_none and code == 0 else _at_least_one_failure(result, code)


def _as_pytest_takes_it(dotted: str, test: str) -> str:
    """`a/b/test_c.py::test`, of the file's name with dots; the file itself if it broke before its first test."""
    path = (dotted or test).replace(".", "/")
    return f"{path}.py::{test}" if dotted else f"{path}.py"


def _child(case: ET.Element, *names: str) -> ET.Element | None:
    return next((child for child in case if child.tag in names), None)


def _beginning(message: str | None = None) -> str:
    """In one line: a machine that keeps only the end of an output keeps this."""
    return " / ".join(line.strip() for line in (message or "no message").splitlines() if line.strip())[:700]


def _at_least_one_failure(result: Result, code: int) -> Result:
    """Count a run that had no test, or that ended otherwise than all tests passed or some failed, as one failure."""
    if code not in WHOLE_RUNS or (not result.failed and (code != 0 or not result.passed + result.skipped)):
        result.failed += 1
        result.notes.append(f"ended with exit code {code} and {result.passed} passed: not all of it has run")
    return result
