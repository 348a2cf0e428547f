"""Run the host's tools: `ip`, `nft`, `wg`, `conntrack`."""

import os
import shutil
import subprocess
import threading
from collections.abc import Iterator, Sequence
from typing import Any

_TIMEOUT = 30  # seconds; a tool that hangs must not stop the agent from serving its customers


class CommandError(Exception):
    """A tool failed or timed out; the message is its name and the first line of its complaint."""


class ToolMissingError(CommandError):
    """The host lacks a tool or the rights that the agent needs."""


def run(*argv: str, stdin: str = "") -> str:
    done = _complete(argv, input=stdin, capture_output=True)
    if done.returncode:
        complaint = (done.stderr or done.stdout).strip().splitlines()
        raise CommandError(f"{argv[0]}: {complaint[0] if complaint else f'ended with {done.returncode}'}")
    return done.stdout


def run_lines(*argv: str) -> Iterator[str]:
    """Yield output that is too long to hold at once; a failure is raised after the last line."""
    is_late = threading.Event()
    with (
        subprocess.Popen(  # noqa: S603 - as below
            [_find(argv[0]), *argv[1:]], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        ) as process
    ):

        def end() -> None:
            is_late.set()
            process.kill()

        timer = threading.Timer(_TIMEOUT, end)
        timer.start()
        try:
            yield from process.stdout or ()
        finally:
            timer.cancel()
    if is_late.is_set():
        raise CommandError(_late(argv[0]))
    if process.returncode:
        raise CommandError(f"{argv[0]}: ended with {process.returncode}")


def start_detached(*argv: str, pass_fds: Sequence[int] = ()) -> None:
    """Start a program that puts itself into the background and outlives the agent."""
    # wireguard-go keeps our output open if LOG_LEVEL is set, and dies with our session if it shares one.
    environment = {name: value for name, value in os.environ.items() if name != "LOG_LEVEL"}
    done = _complete(
        argv,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=environment,
        start_new_session=True,
        pass_fds=pass_fds,
    )
    if done.returncode:
        raise CommandError(f"{argv[0]}: ended with {done.returncode}")


def missing(tools: Sequence[str]) -> list[str]:
    return [tool for tool in tools if shutil.which(tool) is None]


def _find(tool: str) -> str:
    path = shutil.which(tool)
    if path is None:
        raise ToolMissingError(f"{tool} is not installed")
    return path


def _complete(argv: Sequence[str], **options: Any) -> subprocess.CompletedProcess[str]:
    """Wait for a tool to end, for so long as a tool may take."""
    try:
        return subprocess.run(  # noqa: S603 - fixed tools; addresses and keys were validated before
            [_find(argv[0]), *argv[1:]], text=True, timeout=_TIMEOUT, check=False, **options
        )
    except subprocess.TimeoutExpired as slow:
        raise CommandError(_late(argv[0])) from slow


def _late(tool: str) -> str:
    return f"{tool}: no answer within {_TIMEOUT} s"
