"""Programs in a row, each reading what the one before writes; what passes between the first two is counted."""

import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import ExitStack, suppress
from typing import IO, NamedTuple

from ieum import launch
from ieum.operations.backup.place import BackupError, last_line
from ieum.progress import Advance

CHUNK = 1 << 20


class Stage(NamedTuple):
    """A program, and what its failure is called."""

    what: str
    argv: Sequence[str]
    environment: Mapping[str, str] | None = None
    run_as: launch.RunAs | None = None


def run(stages: Sequence[Stage], advance: Advance) -> None:
    """Run two programs or more until all have ended well. Raises BackupError with the reasons of those that failed.

    Call this from the main thread: the programs end with the thread that has started them.
    """
    with ExitStack() as stack:
        errors = [stack.enter_context(tempfile.TemporaryFile()) for _ in stages]
        first, *others = stages
        source = stack.enter_context(_start(first, subprocess.DEVNULL, errors[0]))
        second, *rest = others
        following = [stack.enter_context(_start(second, subprocess.PIPE, errors[1]))]
        for stage, error in zip(rest, errors[2:], strict=True):
            before = following[-1]
            following.append(stack.enter_context(_start(stage, before.stdout, error)))
            if before.stdout is not None:
                before.stdout.close()
        running = [source, *following]
        try:
            _pass_on(source, following[0], advance)
            codes = [program.wait() for program in running]
        finally:
            for program in running:
                if program.poll() is None:
                    program.kill()
        _raise_failures(stages, codes, errors)


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


def _pass_on(source: "subprocess.Popen[bytes]", to: "subprocess.Popen[bytes]", advance: Advance) -> None:
    if source.stdout is None or to.stdin is None:
        raise BackupError("a program was started without its pipe")
    # A reader that has ended says why in its own words.
    with suppress(BrokenPipeError), to.stdin as out:
        while chunk := os.read(source.stdout.fileno(), CHUNK):
            out.write(chunk)
            advance(len(chunk))
    source.stdout.close()


def _raise_failures(stages: Sequence[Stage], codes: Sequence[int], errors: Sequence[IO[bytes]]) -> None:
    """Raises BackupError with what they said; a broken pipe is another one's failure."""
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
