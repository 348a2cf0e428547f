"""Start programs one after another, restart those that die, and stop them in order."""

import time
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from ieum.up.programs import Child, Program
from ieum.up.signals import StopRequests

TICK = 0.5
RESTARTS = 3
# More than three deaths within ten minutes are a fault; a death now and then over a week is not.
RESTARTS_WITHIN = 600


class StartError(Exception):
    """One line that says why the shop cannot run; the last log lines of a program may follow."""


class StopRequestedError(Exception):
    """Somebody asked to stop before everything was running."""


class Supervisor:
    def __init__(
        self,
        *,
        environ: Mapping[str, str],
        logs: Path,
        stop: StopRequests,
        say: Callable[[str], None],
        database_fault: Callable[[], str | None] = lambda: None,
        back_off: float = 1,
        patience: float = 60,
    ) -> None:
        """`database_fault` returns what is wrong with the database that the programs need, or None."""
        self._environ = environ
        self._logs = logs
        self._stop = stop
        self._say = say
        self._database_fault = database_fault
        self._back_off = back_off
        self._patience = patience
        self._children: dict[str, Child] = {}
        self._deaths: dict[str, list[float]] = defaultdict(list)
        self._restart_at: dict[str, float] = {}

    def complete(self, program: Program) -> list[str]:
        """Run a program to its end and return its last lines of output; raise if it fails."""
        child = self._child(program)
        child.start()
        try:
            while child.exit_code is None:
                self._pause()
            if child.exit_code != 0:
                raise StartError(_report(child))
            self._say(f"  ✓ {program.name}")
            return child.last_lines()
        finally:
            child.end()

    def run(
        self, programs: Sequence[Program], *, stop_order: Sequence[str], when_ready: Callable[[], None]
    ) -> None:
        """Run the programs until somebody asks to stop. All have ended when this returns or raises."""
        try:
            for program in programs:
                self._start(program)
            when_ready()
            while not self._stop:
                self._stop.wait(TICK)
                self._check_programs()
        finally:
            self._stop_all(stop_order)

    def _start(self, program: Program) -> None:
        child = self._children[program.name] = self._child(program)
        child.start()
        deadline = time.monotonic() + self._patience
        while True:
            self._pause()
            if child.exit_code is not None:
                raise StartError(_report(child))
            if program.is_ready():
                self._say(f"  ✓ {program.name}")
                return
            if time.monotonic() > deadline:
                lines = "\n".join(child.last_lines())
                raise StartError(f"{program.name} was not ready after {self._patience:.0f} seconds:\n{lines}")

    def _child(self, program: Program) -> Child:
        return Child(program, log=self._logs / f"{program.name}.log", environ=self._environ)

    def _pause(self) -> None:
        self._stop.wait(0.05)
        self._check_database()
        if self._stop:
            raise StopRequestedError

    def _check_database(self) -> None:
        fault = self._database_fault()
        if fault and not self._stop:
            raise StartError(fault)

    def _check_programs(self) -> None:
        self._check_database()
        for name, child in self._children.items():
            for line in child.new_alarms():
                self._say(f"[{name}] {line}")
            if child.exit_code is not None and not self._stop:
                self._restart(name, child)

    def _restart(self, name: str, child: Child) -> None:
        """Schedule a restart after a growing delay, start it when that is over, and give up after too many."""
        now = time.monotonic()
        if name not in self._restart_at:
            recent = [at for at in self._deaths[name] if now - at < RESTARTS_WITHIN]
            self._deaths[name] = [*recent, now]
            if len(recent) >= RESTARTS:
                raise StartError(f"{_report(child)}\n{name} was restarted {RESTARTS} times; giving up")
            delay = self._back_off * 2 ** len(recent)
            self._restart_at[name] = now + delay
            self._say(
                f"{_report(child)}\n{name} is restarted in {delay:g} s ({len(recent) + 1} of {RESTARTS})"
            )
        elif now >= self._restart_at[name]:
            del self._restart_at[name]
            child.end()
            child.start()

    def _stop_all(self, order: Sequence[str]) -> None:
        # Only signals that come from now on mean that somebody is in a hurry.
        signals_before = self._stop.count
        for name in order:
            if name not in self._children:
                continue
            child = self._children.pop(name)
            child.ask_to_stop()
            if not self._ends(child, within=2, signals_before=signals_before):
                self._say(f"{name} is finishing its work (Ctrl-C ends it)")
                if not self._ends(child, within=child.program.grace, signals_before=signals_before):
                    self._say(f"{name} did not stop by itself and was killed")
            child.end()

    def _ends(self, child: Child, *, within: float, signals_before: int) -> bool:
        deadline = time.monotonic() + within
        while child.exit_code is None and self._stop.count <= signals_before and time.monotonic() < deadline:
            self._stop.wait(TICK)
        return child.exit_code is not None


def _report(child: Child) -> str:
    lines = "".join(f"\n    {line}" for line in child.last_lines())
    return f"{child.program.name} {child.ending}; its last lines ({child.log}):{lines}"
