"""Running the tools of the host."""

import os
import shutil
import subprocess
from collections.abc import Iterator, Sequence

_LONGEST = 30  # seconds; a tool that hangs must not stop the agent from serving the others


class CommandError(Exception):
    """A tool said no; the message is its name and its own first words."""


class ToolMissingError(CommandError):
    """The host lacks what the agent works with."""


def run(*argv: str, stdin: str = "") -> str:
    tool = shutil.which(argv[0])
    if tool is None:
        raise ToolMissingError(f"{argv[0]} is not installed")
    try:
        done = subprocess.run(  # noqa: S603 - fixed tools, and addresses and keys checked before
            [tool, *argv[1:]], input=stdin, capture_output=True, text=True, timeout=_LONGEST, check=False
        )
    except subprocess.TimeoutExpired as slow:
        raise _too_slow(argv[0]) from slow
    if done.returncode:
        words = (done.stderr or done.stdout).strip().splitlines()
        raise CommandError(f"{argv[0]}: {words[0] if words else f'ended with {done.returncode}'}")
    return done.stdout


def run_lines(*argv: str) -> Iterator[str]:
    """For an answer too long to hold at once; a failure is told after the last line."""
    tool = shutil.which(argv[0])
    if tool is None:
        raise ToolMissingError(f"{argv[0]} is not installed")
    with (
        subprocess.Popen(  # noqa: S603 - as above
            [tool, *argv[1:]], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        ) as process
    ):
        yield from process.stdout or ()
    if process.returncode:
        raise CommandError(f"{argv[0]}: ended with {process.returncode}")


def start_detached(*argv: str) -> None:
    """Start a program that puts itself into the background and outlives the agent."""
    tool = shutil.which(argv[0])
    if tool is None:
        raise ToolMissingError(f"{argv[0]} is not installed")
    # With a log level wireguard-go keeps our output open, and with a session of ours it would end with it.
    environment = {name: value for name, value in os.environ.items() if name != "LOG_LEVEL"}
    try:
        done = subprocess.run(  # noqa: S603 - a fixed tool
            [tool, *argv[1:]],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env=environment,
            start_new_session=True,
            timeout=_LONGEST,
            check=False,
        )
    except subprocess.TimeoutExpired as slow:
        raise _too_slow(argv[0]) from slow
    if done.returncode:
        raise CommandError(f"{argv[0]}: ended with {done.returncode}")


def missing(tools: Sequence[str]) -> list[str]:
    return [tool for tool in tools if shutil.which(tool) is None]


def _too_slow(tool: str) -> CommandError:
    return CommandError(f"{tool}: no answer within {_LONGEST} s")
