"""The groups of the gate: what each runs, on which lane, and what may stand in its way."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path

from tests.browsers import find_chromium
from tests.gate.results import Result, one_check, read_junit

ROOT = Path(__file__).resolve().parents[2]
RESULTS = ROOT / "test-results"
WEB = ROOT / "web"
# CI sets it: whatever is skipped fails.
ALL = os.environ.get("IEUM_TEST_ALL") == "1"
# The nice value of groups that measure no time: beside a busy core, Linux gives them a quarter of it.
STEP_BACK = 5
WHOLE_BROWSER = "chromium"
# A test that swallows its own time limit is ended with its process after so many seconds, and has failed.
HARD_END = ("-o", "faulthandler_timeout=2400", "-o", "faulthandler_exit_on_timeout=true")


class Lane(Enum):
    """Groups of a lane run one after the other; lanes run side by side."""

    MAIN = "most of the work: tests of the server, then browsers"
    BESIDE = "what mostly waits: tunnels, boxes"
    FILLING = "what computes and measures no time, in what the others leave"


@dataclass(frozen=True, kw_only=True)
class Group:
    name: str
    argv: tuple[str, ...]
    lane: Lane
    cwd: Path = ROOT
    read: Callable[[Path, int], Result] = one_check
    why_not: Callable[[], str] = str  # str() is "": nothing stands in the way
    again: tuple[str, ...] = ()
    """Runs the files that are named after it, for a second try of what failed in them."""
    environ: Mapping[str, str] = field(default_factory=dict[str, str])
    nice: int = 0
    """How far its processes step back for those of others."""
    results: Path = RESULTS

    @property
    def output(self) -> Path:
        return self.results / f"{self.name}.log"

    @property
    def report(self) -> Path:
        return self.results / f"{self.name}.report"

    @property
    def parts(self) -> Path:
        """The folder in which each of its processes leaves its counts and its profile."""
        return self.results / f"{self.name}.parts"


# Without npm, because what npm starts outlives a gate that is killed. The pinned Node is among these programs.
VITEST = ("vitest", "--run", "--reporter=default", "--reporter=json")
PROGRAMS_OF_PAGES = {
    "PATH": f"{WEB / 'node_modules/.bin'}{os.pathsep}{os.environ.get('PATH', '')}",
    # Testing Library prints pages in colours and knows no NO_COLOR.
    "COLORS": "false",
}


def python(*words: str) -> tuple[str, ...]:
    return (sys.executable, "-m", *words)


def tool(name: str, *argv: str, cwd: Path = ROOT) -> Group:
    return Group(name=name, argv=argv, lane=Lane.FILLING, cwd=cwd, nice=STEP_BACK)


def pytest(
    name: str,
    *folders: str,
    options: Sequence[str] = (),
    marks: str,
    lane: Lane,
    why_not: Callable[[], str] = str,
    environ: Mapping[str, str] | None = None,
    nice: int = 0,
) -> Group:
    """The folders are named, so that no process reads the tests of other groups."""
    plugins = ["-p", "tests.gate.counting", "-p", "tests.gate.order"]
    if os.environ.get("PROFILE"):
        plugins += ["-p", "tests.gate.profiling"]
    # Two that run at once would overwrite each other's note of what failed.
    argv = python("pytest", *plugins, *HARD_END, "-m", marks, "-rs", "-o", f"cache_dir=.pytest_cache/{name}")
    return Group(
        name=name,
        argv=(*argv, *options, f"--junitxml={RESULTS / name}.report", *folders),
        again=(*argv, f"--junitxml={RESULTS / name}.again.report"),
        lane=lane,
        read=read_junit,
        why_not=why_not,
        environ=environ or {},
        nice=nice,
    )


def why_no_browser() -> str:
    if find_chromium():
        return ""
    if named := os.environ.get("IEUM_CHROMIUM"):
        return f"IEUM_CHROMIUM names {named}, which is not there"
    return "no Chromium on this machine (Debian: apt install chromium-headless-shell)"


def why_no_whole_browser() -> str:
    return (
        ""
        if shutil.which(WHOLE_BROWSER)
        else f"no {WHOLE_BROWSER} here (Debian: apt install {WHOLE_BROWSER})"
    )


def why_no_tunnels() -> str:
    return _why_not("ieum.dev.lab.world") or why_no_browser()


def why_no_boxes() -> str:
    return _why_not("tests.chaos.boxes")


def why_no_fresh_machines() -> str:
    return _why_not("tests.fresh.roots")


def _why_not(module: str) -> str:
    asked = subprocess.run(
        [sys.executable, "-c", f"from {module} import why_not; print(why_not() or '')"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    # An import error skips no test: the tests themselves show it.
    return asked.stdout.strip() if asked.returncode == 0 else ""


def collected(group: Group) -> int:
    """How many tests the group has; at least 1, because it was asked for."""
    listed = subprocess.run(
        [*group.argv, "--collect-only"], cwd=group.cwd, capture_output=True, text=True, check=False
    )
    number = re.search(r"^(\d+)(?:/\d+)? tests? collected", listed.stdout, re.MULTILINE)
    return int(number[1]) if number else 1
