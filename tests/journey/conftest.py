"""A shop of real processes for all tests here."""

from collections.abc import Generator, Iterator

import pytest
from playwright.sync_api import expect

from tests.journey.running import RunningShop

# A page that is slow is not what these tests are about, and the machine may have other work.
expect.set_options(timeout=20_000)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Function) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """A failure comes with what the programs said last."""
    report = yield
    if report.failed:
        for used in item.funcargs.values():
            if isinstance(used, RunningShop):
                report.sections.append(("the shop's programs", used.last_words()))
    return report


@pytest.fixture(scope="session")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningShop]:
    """Everything but tunnels: its gateway only acknowledges. Tests bring members of their own."""
    with RunningShop(tmp_path_factory.mktemp("shop")) as shop:
        shop.start("sandbox", "serve", "work")
        shop.start("gateway")
        yield shop
