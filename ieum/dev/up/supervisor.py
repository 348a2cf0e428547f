"""Start programs one after another, restart those that die, and stop them in order."""

import time
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Protocol

from ieum.dev.up.programs import Child, Program
from ieum.dev.up.signals import StopRequests
from ieum.operations.postgres.cluster import PostgresError

TICK = 0.5
RESTARTS = 3
# More than three deaths within ten minutes are a fault; a death now and then over a week is not.
RESTARTS_WITHIN = 600
# A program that dies so soon after the database came back, in seconds, died of its absence.
EXCUSED_FOR = 30


class StartError(Exception):
    """A line that says why the shop cannot run; the last log lines of a program may follow."""


class StopRequestedError(Exception):
    """Somebody asked to stop before everything was running."""


class Restartable(Protocol):
    """The database, as far as it is watched."""

    @property
    def exit_code(self) -> int | None: ...

    @property
    def log(self) -> Path: ...

    def restart(self) -> None: ...


class Supervisor:
    def __init__(
        self,
        *,
        environ: Mapping[str, str],
        logs: Path,
        stop: StopRequests,
        say: Callable[[str], None],
        database: Restartable | None = None,
        back_off: float = 1,
        patience: float = 60,
    ) -> None:
        """`database` is ours to start again when it dies; None where the programs use one that others run."""
        self._environ = environ
        self._logs = logs
        self._stop = stop
        self._say = say
        self._database = database
        self._back_off = back_off
        self._patience = patience
        self._children: dict[str, Child] = {}
        self._deaths: dict[str, list[float]] = defaultdict(list)
        self._database_back_at = -EXCUSED_FOR
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
        in_a_hurry = False
        try:
            for program in programs:
                self._start(program)
            when_ready()
            while not self._stop:
                self._stop.wait(TICK)
                self._check_programs()
        except StartError as error:
            # Said before the programs are stopped, which takes a while: without their database they wait for it.
            self._say(f"{error}\neverything is stopped")
            in_a_hurry = self._database is not None and self._database.exit_code is not None
            raise
        finally:
            self._stop_all(stop_order, grace=0 if in_a_hurry else None)

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
        """Start a database that has died again; programs only miss it for a moment."""
        if self._database is None or self._stop or self._database.exit_code is None:
            return
        self._count_death("the database", f"the database was killed; its log is {self._database.log}")
        self._say("the database is started again")
        try:
            self._database.restart()
        except PostgresError as error:
            raise StartError(str(error)) from error
        self._database_back_at = time.monotonic()
        self._say("the database is back")

    def _count_death(self, name: str, report: str) -> int:
        """Note a death, and return how many there were before it lately. Raises StartError after too many."""
        now = time.monotonic()
        recent = [at for at in self._deaths[name] if now - at < RESTARTS_WITHIN]
        self._deaths[name] = [*recent, now]
        if len(recent) >= RESTARTS:
            raise StartError(f"{report}\n{name} was restarted {RESTARTS} times; giving up")
        self._say(report)
        return len(recent)

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
            if now - self._database_back_at < EXCUSED_FOR:
                self._say(f"{name} {child.ending}, because the database was away; it is restarted")
                self._restart_at[name] = now + self._back_off
                return
            before = self._count_death(name, _report(child))
            delay = self._back_off * 2**before
            self._restart_at[name] = now + delay
            self._say(f"{name} is restarted in {delay:g} s ({before + 1} of {RESTARTS})")
        elif now >= self._restart_at[name]:
            del self._restart_at[name]
            child.end()
            child.start()

    def _stop_all(self, order: Sequence[str], *, grace: float | None) -> None:
        """Stop the programs in order. `grace` in seconds replaces their own: without a database nothing is finished."""
        # Only signals that come from now on mean that somebody is in a hurry.
        signals_before = self._stop.count
        for name in order:
            if name not in self._children:
                continue
            child = self._children.pop(name)
            child.ask_to_stop()
            patience = child.program.grace if grace is None else grace
            if not self._ends(child, within=2, signals_before=signals_before):
                self._say(f"{name} is finishing its work (Ctrl-C ends it)")
                if not self._ends(child, within=patience, signals_before=signals_before):
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
