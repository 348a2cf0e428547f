"""Programs in a row, each reading what the one before writes; what passes between them is counted, and looked at."""

import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, suppress
from typing import IO, NamedTuple

from ieum.common import launch
from ieum.common.progress import Advance
from ieum.operations.backup.place import BackupError, last_line

CHUNK = 1 << 20


class Stage(NamedTuple):
    """A program, and what its failure is called."""

    what: str
    argv: Sequence[str]
    environment: Mapping[str, str] | None = None
    run_as: launch.RunAs | None = None
    # Is given all that the program writes, piece by piece; what it raises ends all of them.
    watch: Callable[[bytes], object] | None = None


def run(stages: Sequence[Stage], advance: Advance) -> None:
    """Run two programs or more until all have ended well. Raises BackupError with the reasons of those that failed.

    Call this from the main thread: the programs end with the thread that has started them.
    """
    watches = [[stage.watch] if stage.watch else [] for stage in stages]
    watches[0].append(lambda chunk: advance(len(chunk)))
    running: list[subprocess.Popen[bytes]] = []
    pumping: list[Future[None]] = []
    with ExitStack() as stack:
        errors = [stack.enter_context(tempfile.TemporaryFile()) for _ in stages]
        pumps = ThreadPoolExecutor(len(stages))
        try:
            running.append(stack.enter_context(_start(stages[0], subprocess.DEVNULL, errors[0])))
            for stage, error, watch in zip(stages[1:], errors[1:], watches, strict=False):
                before = running[-1]
                # Where nobody looks, the programs hand it on by themselves.
                program = _start(stage, subprocess.PIPE if watch else before.stdout, error)
                running.append(stack.enter_context(program))
                if watch:
                    pumping.append(pumps.submit(_pass_on, before, program, watch, running))
                elif before.stdout is not None:
                    before.stdout.close()
            for pump in pumping:
                pump.result()
            codes = [program.wait() for program in running]
        finally:
            _end(running)
            pumps.shutdown()
        _raise_failures(stages, codes, errors)


def _end(running: Sequence["subprocess.Popen[bytes]"]) -> None:
    for program in running:
        if program.poll() is None:
            program.kill()


def _start(stage: Stage, given: int | IO[bytes] | None, error: IO[bytes]) -> "subprocess.Popen[bytes]":
    # Found here: another user may not be able to read the folders of PATH, nor Python's own.
    program, *words = stage.argv
    argv = [shutil.which(program) or program, *words]
    return subprocess.Popen(  # noqa: S603 - the callers' own programs
        launch.command(argv, on_parent_death=signal.SIGTERM, run_as=stage.run_as),
        stdin=given,
        stdout=subprocess.PIPE,
        stderr=error,
        env=dict(stage.environment) if stage.environment is not None else None,
        # A Ctrl-C in the terminal reaches us alone, and we end them.
        start_new_session=True,
    )


def _pass_on(
    source: "subprocess.Popen[bytes]",
    to: "subprocess.Popen[bytes]",
    watches: Sequence[Callable[[bytes], object]],
    running: Sequence["subprocess.Popen[bytes]"],
) -> None:
    if source.stdout is None or to.stdin is None:
        raise BackupError("a program was started without its pipe")
    # A reader that has ended says why in its own words.
    with suppress(BrokenPipeError), to.stdin as out:
        while chunk := os.read(source.stdout.fileno(), CHUNK):
            try:
                for watch in watches:
                    watch(chunk)
            except BaseException:
                # Before the reader takes what it has for the whole.
                _end(running)
                raise
            out.write(chunk)
    source.stdout.close()


def _raise_failures(stages: Sequence[Stage], codes: Sequence[int], errors: Sequence[IO[bytes]]) -> None:
    """Raise BackupError with the programs' errors. A broken pipe follows from another failure."""
    said: list[str] = []
    for stage, code, error in zip(stages, codes, errors, strict=True):
        if code not in {0, -signal.SIGPIPE}:
            error.seek(0)
            said.append(f"{stage.what}: {last_line(error.read())}")
    causes = [one for one in said if "roken pipe" not in one]
    if causes or said:
        raise BackupError("; ".join(causes or said))
    if any(codes):
        raise BackupError(f"{stages[0].what}: it was cut off")
