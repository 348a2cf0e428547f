"""A shop of real processes for all tests here."""

import os
from collections.abc import Generator, Iterator
from typing import NamedTuple

import httpx
import pytest
from playwright.sync_api import Browser, expect

from tests.journey.member import Member, at_checkout
from tests.journey.running import RunningShop
from tests.journey.visitor import DESKTOP, PHONE, Visitor
from tests.waiting import PATIENCE_SECONDS

# A page that is slow is not what these tests are about, and the machine may have other work.
expect.set_options(timeout=1000 * PATIENCE_SECONDS)


class Holder(NamedTuple):
    login_id: str
    address: str


HELD = """
    SELECT count(*) FROM devices d JOIN services s ON s.id = d.service_id JOIN members m ON m.id = s.member_id
     WHERE m.login_id = %s AND s.state = 'active' AND s.ends_at > now() AND d.removed_at IS NULL
"""
# The holder that many files share, once there is one.
_shared: list[tuple[RunningShop, Holder]] = []


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


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Show a test on a phone, and on a desk as well if it is marked `both_widths`; by night, all on both."""
    named = (mark.args[0] for mark in metafunc.definition.iter_markers("parametrize"))
    if "width" not in metafunc.fixturenames or any("width" in names for names in named):
        return
    is_both = metafunc.definition.get_closest_marker("both_widths") or "IEUM_NIGHTLY" in os.environ
    widths = [PHONE, DESKTOP] if is_both else [PHONE]
    metafunc.parametrize("width", widths, indirect=True, ids=[f"{width}px" for width in widths])


@pytest.fixture
def width(request: pytest.FixtureRequest) -> int:
    return request.param


@pytest.fixture(autouse=True)
def contexts_end(request: pytest.FixtureRequest) -> Iterator[None]:
    """Close the contexts that a test leaves open, or leaves behind when it fails.

    Their pages would run to the end of the session, and a page on a slowed phone takes most of a core.
    """
    if "browser" not in request.fixturenames:
        yield
        return
    browser: Browser = request.getfixturevalue("browser")
    before = browser.contexts
    yield
    for context in browser.contexts:
        if context not in before:
            context.close()


@pytest.fixture
def visitor(shop: RunningShop, browser: Browser, width: int) -> Iterator[Visitor]:
    context = browser.new_context(viewport={"width": width, "height": 844})
    yield Visitor(shop, context)
    context.close()


@pytest.fixture(scope="session")
def holder(shop: RunningShop) -> Holder:
    """Somebody with a service and a device on it. Many tests log in as them; none may change what they hold."""
    holder = a_holder(shop, "holder0001")
    _shared.append((shop, holder))
    return holder


@pytest.fixture(scope="module", autouse=True)
def holder_is_left_alone() -> Iterator[None]:
    """Fail the file that took something from the shared holder, and not one that is run after it."""
    yield
    for shop, holder in list(_shared):
        with shop.database_connection() as conn:
            if conn.execute(HELD, [holder.login_id]).fetchone() != (1,):
                _shared.clear()
                pytest.fail("the shared holder's service or device is gone")


def a_holder(shop: RunningShop, login_id: str) -> Holder:
    with httpx.Client(timeout=30) as http:
        member = Member(shop, http, login_id)
        service = member.buy()
        member.add_device(service["id"], "내 노트북")
        return Holder(member.login_id, service["address"])


@pytest.fixture
def member(visitor: Visitor, holder: Holder) -> Visitor:
    """The visitor's browser, logged in as the holder with a session of its own."""
    visitor.login_id = holder.login_id
    visitor.bring_session()
    return visitor


@pytest.fixture(scope="module")
def customer(
    shop: RunningShop, browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Visitor]:
    """Somebody with a service and a device, who stays logged in."""
    context = browser.new_context(viewport={"width": DESKTOP, "height": 900})
    visitor = Visitor(shop, context)
    at_checkout(visitor)
    visitor.buy()
    visitor.add_device("내 노트북", tmp_path_factory.mktemp("downloads"))
    yield visitor
    context.close()
