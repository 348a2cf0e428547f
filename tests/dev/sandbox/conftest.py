from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from litestar.testing import TestClient

from ieum.dev.sandbox.app import app_of
from ieum.dev.sandbox.settings import SandboxSettings
from ieum.dev.sandbox.world import World
from tests.dev.sandbox.builders import CardShop, Shop
from tests.dev.sandbox.processes import a_sandbox
from tests.plain_http import CERTIFICATES
from tests.ports import free_port


@pytest.fixture(scope="package")
def shared_world() -> World:
    return World(SandboxSettings())


@pytest.fixture(scope="package")
def shared_client(shared_world: World) -> Iterator[TestClient[Any]]:
    """Built once, because to build the app and to start its loop takes longer than most tests."""
    with TestClient(app_of(shared_world)) as client:
        yield client


@pytest.fixture
def client(shared_client: TestClient[Any], shared_world: World) -> httpx.Client:
    """A sandbox that has forgotten everything, and a caller without cookies."""

    def begin() -> None:
        # The sender of webhooks waits for word from the ones that go.
        shared_world.webhooks.awake.set()
        shared_world.reset()

    shared_client.blocking_portal.call(begin)
    shared_client.cookies.clear()
    return shared_client


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
    with httpx.Client(base_url=running, timeout=10, verify=CERTIFICATES) as client:
        client.post("/control/reset").raise_for_status()
        yield client


@pytest.fixture
def remote_shop(remote: httpx.Client) -> Shop:
    return Shop(remote)
