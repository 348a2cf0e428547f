"""The whole gate: `make test`.

The last line counts everything that ran. A group that this machine cannot run is skipped with its reason;
with IEUM_TEST_ALL=1, as in CI, it fails instead, and so does every single test that was skipped.

Hundreds of these tests wait for real processes, browsers and tunnels on machines that are shared. When one or two of
them fail, they get a second try at the end, with the machine to themselves. One that passes then is no
failure, but it is counted and named above the last line: it races, and wants mending.
"""

# ruff: noqa: T201 - a program that prints

import argparse
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
import xml.etree.ElementTree as ET
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
RESULTS = ROOT / "test-results"
WEB = ROOT / "web"
ALL = os.environ.get("IEUM_TEST_ALL") == "1"
LIMIT = 60 * 60
SECOND_TRIES = 2
SLOWEST = 10


class Where(Enum):
    """Beside what a group runs."""

    BEHIND = "on one core, in what those in front leave of the machine; two at a time"
    FRONT = (
        "before all that is behind, one at a time: it mostly waits, and what it measures must not come late"
    )
    ALONE = "with the machine to itself"


@dataclass
class Count:
    passed: int = 0
    failed: int = 0
    skipped: int = 0
    unsteady: int = 0
    notes: list[str] = field(default_factory=list[str])
    seconds: list[tuple[float, str]] = field(default_factory=list[tuple[float, str]])
    """How long each test took, its preparations included."""


def one_check(report: Path, code: int) -> Count:
    """A tool that only says yes or no."""
    _ = report
    return Count(passed=int(code == 0), failed=int(code != 0))


def read_junit(report: Path, code: int) -> Count:
    count = Count()
    if report.exists():
        for case in ET.parse(report).getroot().iter("testcase"):  # noqa: S314 - pytest wrote it
            count.seconds.append((float(case.get("time", 0)), f"{case.get('classname')}::{case.get('name')}"))
            if (broke := _child(case, "failure", "error")) is not None:
                count.failed += 1
                count.notes.append(f"failed: {case.get('name')}: {_first_line(broke.get('message'))}")
            elif (skipped := case.find("skipped")) is not None:
                count.skipped += 1
                count.notes.append(f"skipped: {case.get('name')}: {skipped.get('message')}")
            else:
                count.passed += 1
    return _at_least_one_failure(count, code)


def read_vitest(report: Path, code: int) -> Count:
    count = Count()
    if report.exists():
        said = json.loads(report.read_text())
        count = Count(
            passed=said["numPassedTests"],
            failed=said["numFailedTests"],
            skipped=said["numPendingTests"] + said["numTodoTests"],
            notes=[
                f"failed: {test['fullName']}: {_first_line(*test['failureMessages'][:1])}"
                for file in said["testResults"]
                for test in file["assertionResults"]
                if test["status"] == "failed"
            ],
            seconds=[
                ((test.get("duration") or 0) / 1000, test["fullName"])
                for file in said["testResults"]
                for test in file["assertionResults"]
            ],
        )
    return _at_least_one_failure(count, code)


def _child(case: ET.Element, *names: str) -> ET.Element | None:
    return next((child for child in case if child.tag in names), None)


def _first_line(message: str | None = None) -> str:
    return (message or "no message").partition("\n")[0][:300]


def _at_least_one_failure(count: Count, code: int) -> Count:
    """A run that broke before its first test has failed, whatever it counted; so has one without a test."""
    if not count.failed and (code != 0 or not count.passed + count.skipped):
        count.failed = 1
        count.notes.append(f"ended with exit code {code} and {count.passed} passed")
    return count


@dataclass(frozen=True, kw_only=True)
class Group:
    name: str
    argv: tuple[str, ...]
    cwd: Path = ROOT
    read: Callable[[Path, int], Count] = one_check
    why_not: Callable[[], str] = str  # str() is "": nothing stands in the way
    again: tuple[str, ...] = ()
    """What runs only those that failed, for a second try."""
    where: Where = Where.BEHIND

    @property
    def output(self) -> Path:
        return RESULTS / f"{self.name}.log"

    @property
    def report(self) -> Path:
        return RESULTS / f"{self.name}.report"


VITEST = (
    *("npm", "test", "--", "--reporter=default", "--reporter=json"),
    f"--outputFile.json={RESULTS / 'web-tests.report'}",
)


def python(*words: str) -> tuple[str, ...]:
    return (sys.executable, "-m", *words)


def pytest(
    name: str, marks: str, *words: str, why_not: Callable[[], str] = str, where: Where = Where.ALONE
) -> Group:
    report = f"--junitxml={RESULTS / name}.report"
    # Two that run at once would overwrite each other's note of what failed.
    argv = python("pytest", "-m", marks, report, "-rs", "-o", f"cache_dir=.pytest_cache/{name}")
    return Group(
        name=name,
        argv=(*argv, *words),
        again=(*argv, "--last-failed", "--last-failed-no-failures=none"),
        read=read_junit,
        why_not=why_not,
        where=where,
    )


def why_no_browser() -> str:
    names = ("chromium", "chromium-browser", "google-chrome")
    found = os.environ.get("IEUM_CHROMIUM") or any(shutil.which(name) for name in names)
    return "" if found else "no Chromium on this machine (Debian: apt install chromium)"


def why_no_tunnels() -> str:
    return _why_not("ieum.sandbox.lab.world")


def why_no_boxes() -> str:
    return _why_not("tests.chaos.boxes")


def _why_not(module: str) -> str:
    asked = subprocess.run(
        [sys.executable, "-c", f"from {module} import why_not; print(why_not() or '')"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    return asked.stdout.strip() if asked.returncode == 0 else asked.stderr.strip().splitlines()[-1]


GROUPS = (
    # The longest of those that run beside another one begin.
    Group(
        name="web-tests",
        argv=VITEST,
        again=(*VITEST, "--lastFailed"),
        cwd=WEB,
        read=read_vitest,
    ),
    pytest("model", "model", where=Where.BEHIND),
    Group(name="types", argv=python("basedpyright")),
    Group(name="lint", argv=python("ruff", "check")),
    Group(name="format", argv=python("ruff", "format", "--check")),
    Group(name="imports", argv=(str(Path(sys.executable).with_name("lint-imports")),)),
    Group(name="web-types", argv=("npm", "run", "typecheck"), cwd=WEB),
    Group(name="web-lint", argv=("npm", "run", "lint"), cwd=WEB),
    # A file's tests stay in one process, in their order: they may share what is dear to set up.
    pytest(
        "tests", "not browser and not tunnels and not model and not chaos", "-n", "2", "--dist", "loadfile"
    ),
    # Two took 1,240 s and four 900 s, with both cores full; three leave a busy machine some room.
    pytest("browser", "browser and not tunnels", "-n", "3", "--dist", "loadfile", why_not=why_no_browser),
    pytest("tunnels", "tunnels", why_not=lambda: why_no_tunnels() or why_no_browser(), where=Where.FRONT),
    pytest("chaos", "chaos", why_not=why_no_boxes, where=Where.FRONT),
)


def run(group: Group) -> Count:
    begin = time.monotonic()
    reason = group.why_not()
    count = _leave_out(group, reason) if reason else _run(group, group.argv, group.output)
    if ALL and count.skipped:
        count.failed, count.skipped = count.failed + count.skipped, 0
        count.notes.append("IEUM_TEST_ALL=1: what is skipped has failed")
    took = time.monotonic() - begin
    verdict = "FAILED" if count.failed else "ok" if count.passed else "skipped"
    numbers = f"{count.passed:5} passed {count.failed:4} failed {count.skipped:4} skipped"
    lines = [f"{group.name:10} {verdict:8} {numbers} {took:7.1f} s", *(f"    {note}" for note in count.notes)]
    if count.failed and not reason:
        lines += [f"    | {line}" for line in group.output.read_text(errors="replace").splitlines()[-60:]]
        lines.append(f"    all of it: {group.output.relative_to(ROOT)}")
    print("\n".join(lines), flush=True)
    return count


def try_again(group: Group, before: Count) -> None:
    """The failed tests of a group once more, alone; what passes now is unsteady instead of failed."""
    output = group.output.with_suffix(".again.log")
    after = _run(group, group.again, output)
    if after.failed or after.passed != before.failed:
        print(f"{group.name}: failed again on a second try; see {output.relative_to(ROOT)}", flush=True)
        return
    before.passed, before.failed, before.unsteady = before.passed + after.passed, 0, after.passed
    print(f"{group.name}: {after.passed} failed at first and passed alone: UNSTEADY", flush=True)


def _run(group: Group, argv: tuple[str, ...], log: Path) -> Count:
    group.report.unlink(missing_ok=True)
    with log.open("wb") as output:
        process = subprocess.Popen(
            argv,
            cwd=group.cwd,
            env={**os.environ, "NO_COLOR": "1"},
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            start_new_session=True,
        )
        RUNNING.append(process)
        if group.where is Where.BEHIND:
            _step_back(process)
        try:
            code = process.wait(LIMIT)
        except subprocess.TimeoutExpired:
            code = 124
            output.write(f"\nnot done after {LIMIT} s\n".encode())
        finally:
            _end(process)
    return group.read(group.report, code)


def _leave_out(group: Group, reason: str) -> Count:
    listed = subprocess.run(
        [*group.argv, "--collect-only", "-q"], cwd=group.cwd, capture_output=True, text=True, check=False
    )
    number = re.search(r"^(\d+)(?:/\d+)? tests? collected", listed.stdout, re.MULTILINE)
    return Count(skipped=int(number[1]) if number else 1, notes=[reason])


def _step_back(process: subprocess.Popen[bytes]) -> None:
    """Give it what others leave. Linux weighs sessions against each other first, where it groups by them."""
    with suppress(OSError):
        os.setpriority(os.PRIO_PROCESS, process.pid, 19)
    with suppress(OSError):
        Path(f"/proc/{process.pid}/autogroup").write_text("19")


RUNNING: list[subprocess.Popen[bytes]] = []
# Where there is room, what tests write stays in memory: they make five hundred databases, and remove them.
MEMORY, ROOM = Path("/dev/shm"), 6 << 30  # noqa: S108 - a folder of its own in it, that nobody else may open


@contextmanager
def files_of_tests() -> Generator[None]:
    """Have pytest put its temporary folders into memory while the block runs, or where it always puts them."""
    if not MEMORY.is_dir() or min(shutil.disk_usage(MEMORY).free, _free_memory()) < ROOM:
        yield
        return
    for left in MEMORY.glob("ieum-gate-*"):
        if not Path(f"/proc/{left.name.rpartition('-')[2]}").exists():
            shutil.rmtree(left, ignore_errors=True)
    folder = MEMORY / f"ieum-gate-{os.getpid()}"
    folder.mkdir(mode=0o700)
    os.environ["PYTEST_DEBUG_TEMPROOT"] = str(folder)
    try:
        yield
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _free_memory() -> int:
    """In bytes, what the system could give without swapping."""
    line = next(
        line for line in Path("/proc/meminfo").read_text().splitlines() if line.startswith("MemAvailable")
    )
    return int(line.split()[1]) * 1024


def _end(process: subprocess.Popen[bytes]) -> None:
    """And whatever it has started and forgotten."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Run the gate.")
    parser.add_argument("only", nargs="*", metavar="GROUP", help=", ".join(group.name for group in GROUPS))
    only: list[str] = parser.parse_args(argv).only
    unknown = set(only) - {group.name for group in GROUPS}
    if unknown:
        parser.error(f"no such group: {', '.join(sorted(unknown))}")
    wanted = [group for group in GROUPS if not only or group.name in only]
    RESULTS.mkdir(exist_ok=True)
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with files_of_tests():
        return _run_all(wanted)


def _run_all(wanted: Sequence[Group]) -> int:
    begin = time.monotonic()
    pool = ThreadPoolExecutor(2)
    try:
        behind, front, alone = ([group for group in wanted if group.where is where] for where in Where)
        running = pool.map(run, behind)
        results = [(group, run(group)) for group in front]
        results += zip(behind, running, strict=True)
        results += [(group, run(group)) for group in alone]
        counts = [count for _, count in results]
        if 0 < sum(count.failed for count in counts) <= SECOND_TRIES:
            for group, count in results:
                if count.failed and group.again:
                    try_again(group, count)
    except KeyboardInterrupt:
        pool.shutdown(wait=False, cancel_futures=True)
        for process in RUNNING:
            _end(process)
        return 130
    _report(results, seconds=time.monotonic() - begin)
    return 1 if any(count.failed for count in counts) else 0


def _report(results: Sequence[tuple[Group, Count]], *, seconds: float) -> None:
    counts = [count for _, count in results]
    passed, failed, skipped, unsteady = (
        sum(values)
        for values in zip(*((c.passed, c.failed, c.skipped, c.unsteady) for c in counts), strict=True)
    )
    slowest = sorted((test for count in counts for test in count.seconds), reverse=True)[:SLOWEST]
    if slowest:
        print("the slowest tests:")
    for took, name in slowest:
        print(f"    {took:6.1f} s  {name}")
    print(f"{len(results)} groups in {seconds:.0f} s")
    # Once more at the end: of a long output, it is the end that people and machines keep.
    for group, count in results:
        for note in count.notes:
            print(f"{group.name}: {note}")
    if unsteady:
        print(f"{unsteady} of those that passed failed at first: UNSTEADY")
    # In the words that other programs look for.
    print(
        ", ".join([f"{passed} passed", f"{failed} failed", *([f"{skipped} skipped"] * bool(skipped))]),
        flush=True,
    )


if __name__ == "__main__":
    sys.exit(main())
