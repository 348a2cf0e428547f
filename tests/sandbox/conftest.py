from collections.abc import Iterator

import httpx
import pytest

from tests.ports import free_port
from tests.sandbox.builders import CardShop, Shop, in_process
from tests.sandbox.processes import a_sandbox


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
    with a_sandbox("--smtp-port", str(smtp_port)) as address:
        yield address


@pytest.fixture
def remote(running: str) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=running, timeout=10) as client:
        client.post("/control/reset").raise_for_status()
        yield client


@pytest.fixture
def remote_shop(remote: httpx.Client) -> Shop:
    return Shop(remote)
