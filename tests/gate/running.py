"""Run the groups: lanes side by side, each process with its place, its limit and its end."""

# ruff: noqa: T201 - it prints

import os
import shutil
import signal
import subprocess
import time
from collections.abc import Generator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from threading import Event, Thread, Timer
from typing import Self

from tests.gate.cpu import Account
from tests.gate.groups import ALL, RESULTS, ROOT, Group, Lane, collected
from tests.gate.parts import counts
from tests.gate.results import Result

LIMIT = 60 * 60
SECOND_TRIES = 2
# Temporary files stay in memory if there is room: tests make hundreds of databases and remove them.
MEMORY, ROOM = Path("/dev/shm"), 6 << 30  # noqa: S108 - a folder of its own in it, that nobody else may open
RUNNING: list[subprocess.Popen[bytes]] = []
INTERRUPTED = Event()
# If the gate is killed, Linux ends its groups too: tests of two runs would get in each other's way.
TIED = ("setpriv", "--pdeathsig", "TERM") if shutil.which("setpriv") else ()


def run_lanes(groups: Sequence[Group], *, second_tries: int) -> list[tuple[Group, Result]]:
    """Each lane in its own thread; the results in the order of the groups."""
    lanes = [[group for group in groups if group.lane is lane] for lane in Lane]
    pool = ThreadPoolExecutor(len(lanes))
    try:
        done = {group.name: result for lane in pool.map(_run_lane, lanes) for group, result in lane}
    except KeyboardInterrupt:
        pool.shutdown(wait=False, cancel_futures=True)
        end_all()
        raise
    results = [(group, done[group.name]) for group in groups]
    if 0 < sum(result.failed for _, result in results) <= second_tries:
        for group, result in results:
            if result.failed and group.again:
                try_again(group, result)
    return results


def _run_lane(groups: Sequence[Group]) -> list[tuple[Group, Result]]:
    return [(group, run(group)) for group in groups if not INTERRUPTED.is_set()]


def run(group: Group) -> Result:
    begin = time.monotonic()
    reason = group.why_not()
    result = Result(skipped=collected(group), notes=[reason]) if reason else _run(group)
    if ALL and result.skipped:
        result.failed, result.skipped = result.failed + result.skipped, 0
        result.notes.append("IEUM_TEST_ALL=1: what is skipped has failed")
    result.seconds = time.monotonic() - begin
    if not INTERRUPTED.is_set():
        print("\n".join(_told(group, result, reason)), flush=True)
    return result


def _told(group: Group, result: Result, reason: str) -> list[str]:
    verdict = "FAILED" if result.failed else "ok" if result.passed else "skipped"
    numbers = f"{result.passed:5} passed {result.failed:4} failed {result.skipped:4} skipped"
    took = f"{result.seconds:7.1f} s {result.cpu_seconds:7.1f} s of CPU"
    lines = [f"{group.name:10} {verdict:8} {numbers} {took}", *(f"    {note}" for note in result.notes)]
    if result.failed and not reason:
        lines += [f"    | {line}" for line in group.output.read_text(errors="replace").splitlines()[-60:]]
        lines.append(f"    all of it: {os.path.relpath(group.output, ROOT)}")
    return lines


def try_again(group: Group, before: Result) -> None:
    """Run the files of the failed tests once more, with nothing beside them. What passes now is unsteady.

    The whole files, because a test may fail for what another one of its file has left.
    """
    if before.failed != len(before.failures):
        print(f"{group.name}: no second try, because more went wrong than tests that failed", flush=True)
        return
    files = sorted({name.partition("::")[0] for name in before.failures})
    second = replace(group, name=f"{group.name}.again", argv=(*group.again, *files))
    after = _run(second)
    if after.failed or not after.green.issuperset(before.failures):
        print(
            f"{group.name}: failed again on a second try; see {os.path.relpath(second.output, ROOT)}",
            flush=True,
        )
        return
    before.unsteady, before.failed = before.failures, 0
    before.passed += len(before.failures)
    print(f"{group.name}: {len(before.failures)} failed at first and passed alone: UNSTEADY", flush=True)


def _run(group: Group) -> Result:
    group.report.unlink(missing_ok=True)
    shutil.rmtree(group.parts, ignore_errors=True)
    group.parts.mkdir()
    account = Account(group.name)
    with group.output.open("wb") as output:
        process = subprocess.Popen(
            [*TIED, *account.of(group.argv)],
            cwd=group.cwd,
            env={**os.environ, **group.environ, "NO_COLOR": "1", "IEUM_GATE_PARTS": str(group.parts)},
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            start_new_session=True,
        )
        RUNNING.append(process)
        _step_back(process, group.nice)
        begin = time.monotonic()
        code, waited_for = _wait(process)
        if code == -signal.SIGKILL and time.monotonic() - begin >= LIMIT:
            output.write(f"\nended after {LIMIT} s\n".encode())
    result = group.read(group.report, code)
    result.cpu_seconds = account.close(waited_for=waited_for)
    result.counts = counts(group.parts)
    return result


def _wait(process: subprocess.Popen[bytes]) -> tuple[int, float]:
    """The exit code, and the CPU seconds of the process and of everything that it started and waited for."""
    alarm = Timer(LIMIT, _kill, [process])
    alarm.start()
    try:
        _, status, used = os.wait4(process.pid, 0)
    except ChildProcessError:  # `end_all` was faster
        return -signal.SIGKILL, 0
    finally:
        alarm.cancel()
        _kill(process)
    process.returncode = os.waitstatus_to_exitcode(status)
    return process.returncode, used.ru_utime + used.ru_stime


def end_all() -> None:
    INTERRUPTED.set()
    for process in RUNNING:
        _kill(process)
        process.wait()


def _kill(process: subprocess.Popen[bytes]) -> None:
    """End it, and whatever it has started and forgotten."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)


def _step_back(process: subprocess.Popen[bytes], nice: int) -> None:
    """Give it what others leave. Linux weighs sessions against each other first, where it groups by them."""
    with suppress(OSError):
        os.setpriority(os.PRIO_PROCESS, process.pid, nice)
    with suppress(OSError):
        Path(f"/proc/{process.pid}/autogroup").write_text(str(nice))


def keep_bytecode() -> None:
    """Where Python may not write beside its sources, have it keep what it compiles beside the results.

    Hundreds of programs start in one run, and each would compile the shop and its tests anew.
    """
    if os.environ.pop("PYTHONDONTWRITEBYTECODE", ""):
        os.environ["PYTHONPYCACHEPREFIX"] = str(RESULTS / "bytecode")


@contextmanager
def files_of_tests() -> Generator[None]:
    """Have pytest put its temporary folders into memory while the block runs, or where it always puts them."""
    if not MEMORY.is_dir() or min(shutil.disk_usage(MEMORY).free, free_memory()) < ROOM:
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


class Memory:
    """Watches how much of the machine's memory is in use beyond what was when it began."""

    def __init__(self) -> None:
        self._begin = self._least = free_memory()
        self._done = Event()
        self._thread = Thread(target=self._watch, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._done.set()
        self._thread.join()

    @property
    def most(self) -> int:
        """In bytes."""
        return self._begin - self._least

    def _watch(self) -> None:
        while not self._done.wait(0.5):
            self._least = min(self._least, free_memory())


def free_memory() -> int:
    """In bytes, what the system could give without swapping; 0 where it does not say."""
    try:
        lines = Path("/proc/meminfo").read_text().splitlines()
    except OSError:
        return 0
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("MemAvailable"))
