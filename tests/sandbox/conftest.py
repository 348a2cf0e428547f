import subprocess
import sys
from collections.abc import Iterator

import httpx
import pytest

from tests.ports import free_port
from tests.sandbox.builders import CardShop, Shop, in_process
from tests.sandbox.processes import wait_for_answer


@pytest.fixture
def client() -> Iterator[httpx.Client]:
    with in_process() as client:
        yield client


@pytest.fixture
def shop(client: httpx.Client) -> Shop:
    return Shop(client)


@pytest.fixture
def cards(client: httpx.Client) -> CardShop:
    return CardShop(client)


@pytest.fixture(scope="session")
def smtp_port() -> int:
    return free_port()


@pytest.fixture(scope="session")
def running(smtp_port: int) -> Iterator[str]:
    """The address of a sandbox that runs as a process of its own, for tests that need a real network."""
    port = free_port()
    command = [
        sys.executable,
        "-m",
        "ieum.cli",
        "sandbox",
        "--port",
        str(port),
        "--smtp-port",
        str(smtp_port),
    ]
    with subprocess.Popen(command) as process:
        address = f"http://127.0.0.1:{port}"
        try:
            wait_for_answer(address)
            yield address
        finally:
            process.terminate()
            assert process.wait(timeout=10) == 0


@pytest.fixture
def remote(running: str) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=running, timeout=10) as client:
        client.post("/control/reset").raise_for_status()
        yield client


@pytest.fixture
def remote_shop(remote: httpx.Client) -> Shop:
    return Shop(remote)
