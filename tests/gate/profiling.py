"""A pytest plugin that says where the time of tests goes: by phase, file and fixture, waiting apart from CPU time.

The CPU time of a file is that of its test process and of everything below it: databases, servers, browsers.
"""

import json
import os
import time
from collections import Counter, defaultdict
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest

TICKS_A_SECOND = os.sysconf("SC_CLK_TCK")


class Profile:
    def __init__(self) -> None:
        # Seconds by the clock, and the test process's own CPU seconds.
        self.phases: dict[str, list[float]] = defaultdict(lambda: [0.0, 0.0])
        self.fixtures: dict[str, list[float]] = defaultdict(lambda: [0, 0.0, 0.0])
        # Tests, seconds by the clock, CPU seconds of the process and of all below it.
        self.files: dict[str, list[float]] = defaultdict(lambda: [0, 0.0, 0.0])
        self._file = ""
        self._since = (0.0, 0.0)

    def turn_to(self, file: str) -> None:
        if file == self._file:
            return
        now = (time.perf_counter(), cpu_seconds_below(os.getpid()))
        if self._file:
            entry = self.files[self._file]
            entry[1] += now[0] - self._since[0]
            entry[2] += now[1] - self._since[1]
        self._file, self._since = file, now

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        file = item.nodeid.partition("::")[0]
        self.turn_to(file)
        self.files[file][0] += 1
        return (yield)

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef: pytest.FixtureDef[Any]) -> Generator[None, object, object]:
        """Its own time: fixtures that it names were set up before."""
        clock, cpu = time.perf_counter(), time.process_time()
        try:
            return (yield)
        finally:
            entry = self.fixtures[f"{fixturedef.argname} ({fixturedef.baseid or 'plugin'})"]
            entry[0] += 1
            entry[1] += time.perf_counter() - clock
            entry[2] += time.process_time() - cpu

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_setup(self) -> Generator[None, object, object]:
        return (yield from self._timed("set-up"))

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_call(self) -> Generator[None, object, object]:
        return (yield from self._timed("call"))

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_teardown(self) -> Generator[None, object, object]:
        return (yield from self._timed("tear-down"))

    def _timed(self, phase: str) -> Generator[None, object, object]:
        clock, cpu = time.perf_counter(), time.process_time()
        try:
            return (yield)
        finally:
            entry = self.phases[phase]
            entry[0] += time.perf_counter() - clock
            entry[1] += time.process_time() - cpu

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self) -> None:
        self.turn_to("")
        worker = os.environ.get("PYTEST_XDIST_WORKER", "main")
        told = {"phases": self.phases, "fixtures": self.fixtures, "files": self.files}
        (Path(os.environ["IEUM_GATE_PARTS"]) / f"{worker}.profile.json").write_text(json.dumps(told))


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Profile(), "profile")


def cpu_seconds_below(pid: int) -> float:
    """CPU seconds of this process and of its descendants, those included that have ended and were waited for."""
    used: Counter[int] = Counter()
    children: dict[int, list[int]] = defaultdict(list)
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        used[int(folder.name)] = sum(map(int, fields[11:15]))
        children[int(fields[1])].append(int(folder.name))
    family = [pid]
    for one in family:
        family += children[one]
    return sum(used[one] for one in family) / TICKS_A_SECOND
