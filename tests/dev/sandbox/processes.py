"""Start-up of programs that a test runs as processes of their own."""

import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager

from tests.plain_http import ask
from tests.ports import free_port
from tests.waiting import wait_until


def wait_for_answer(address: str) -> None:
    """Return as soon as the address answers HTTP, with whatever status."""

    wait_until(lambda: ask(address, seconds=1), f"{address} does not answer")


@contextmanager
def a_sandbox(*words: str) -> Generator[str]:
    """The address of a sandbox that runs as a process of its own, while the block lasts."""
    port = free_port()
    with subprocess.Popen(
        [sys.executable, "-m", "ieum.cli", "sandbox", "--port", str(port), *words]
    ) as process:
        address = f"http://127.0.0.1:{port}"
        try:
            wait_for_answer(address)
            yield address
        finally:
            process.terminate()
            assert process.wait(timeout=10) == 0
