"""The agent tells the shop how its host is."""

import asyncio
import contextlib
from collections.abc import AsyncGenerator, Iterator
from datetime import UTC, datetime, timedelta

import msgspec
import pytest

from ieum.dev.lab.shop import LabShop
from ieum.gateway.connections import Fill, read_fill
from ieum.gateway.health import report_health
from ieum.gateway.plane import AcknowledgingPlane
from ieum.gateway.shop import ShopClient
from ieum.shop.gateways.hosts import HostReport
from tests.gateway.world import World
from tests.waiting import wait_until_async


class BusyHost(AcknowledgingPlane):
    def fill(self) -> Fill:  # pyright: ignore[reportIncompatibleMethodOverride] - the other has none
        return Fill(850, 1000)


@pytest.fixture
def shop() -> Iterator[LabShop]:
    with LabShop() as shop:
        yield shop


@contextlib.asynccontextmanager
async def reporting(
    shop: LabShop, plane: AcknowledgingPlane, *, beat: asyncio.Event | None = None, seconds: float = 0.01
) -> AsyncGenerator[None]:
    client = ShopClient(shop.url, "lab-token")
    task = asyncio.create_task(report_health(client, plane, beat or asyncio.Event(), seconds=seconds))
    try:
        yield
    finally:
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task
        await client.close()


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("plane", "expected"),
    [(BusyHost(), (850, 1000)), (AcknowledgingPlane(), (None, None))],
    ids=["a-host-with-tunnels", "one-that-only-acknowledges"],
)
async def test_the_clock_and_the_connections_are_told_again_and_again(
    shop: LabShop, plane: AcknowledgingPlane, expected: tuple[int | None, int | None]
) -> None:
    async with reporting(shop, plane):
        await wait_until_async(lambda: len(shop.health) > 2, "it is not told")

    # The real shop's own type reads it.
    told = [msgspec.convert(body, HostReport) for body in shop.health]
    assert {(one.connections, one.most_connections) for one in told} == {expected}
    assert all(abs(datetime.now(UTC) - one.sent_at) < timedelta(seconds=60) for one in told)


@pytest.mark.anyio
async def test_a_heartbeat_is_answered(shop: LabShop) -> None:
    beat = asyncio.Event()
    async with reporting(shop, AcknowledgingPlane(), beat=beat, seconds=600):
        await wait_until_async(lambda: len(shop.health) == 1, "it is not told")
        beat.set()
        await wait_until_async(lambda: len(shop.health) == 2, "it is not answered")


@pytest.mark.anyio
async def test_a_shop_that_does_not_know_the_call_is_told_when_it_does(
    shop: LabShop, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO", "ieum.gateway")
    shop.unknown = {"health"}
    async with reporting(shop, BusyHost()):
        await wait_until_async(lambda: "not told" in caplog.text, "it does not ask")
        shop.unknown = set()
        await wait_until_async(lambda: shop.health, "it is not told")

    assert caplog.text.count("the shop is not told how this host is") == 1


def test_the_kernel_says_how_full_its_table_is() -> None:
    fill = read_fill()

    assert fill is None or 0 <= fill.tracked <= fill.most


@pytest.mark.tunnels
def test_a_host_with_tunnels_tells_of_its_connections(world: World) -> None:
    """Those of its own namespace: the machine that runs this has others."""
    told = world.shop.wait(lambda: world.shop.health[-1:] or None, "it is not told")[0]

    health = msgspec.convert(told, HostReport)
    assert health.connections is not None
    assert health.most_connections is not None
    assert health.connections < 200 < health.most_connections


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"
