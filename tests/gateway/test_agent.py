"""The agent's loops against a shop on loopback, with no host to change."""

import asyncio
import contextlib
from collections.abc import AsyncGenerator, Iterator, Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path

import msgspec
import pytest

from ieum.gateway.agent import _POLL_SECONDS, Agent
from ieum.gateway.desired import Desired
from ieum.gateway.plane import AcknowledgingPlane, Applied, Plane
from ieum.gateway.shell import CommandError
from ieum.gateway.shop import BackOff, ShopClient
from ieum.gateway.store import Store
from ieum.gateway.usage import REPORT_INTERVAL, Figures
from ieum.sandbox.lab import LabShop
from ieum.sandbox.lab.shop import Json
from ieum.shop.fleet.types import Usage

from .strategies import KEYS

OWN_KEY = "o" * 42 + "A="


@pytest.fixture
def shop() -> Iterator[LabShop]:
    with LabShop(heartbeat=0.2) as shop:
        yield shop


@contextlib.asynccontextmanager
async def running(
    shop: LabShop, folder: Path, plane: Plane | None = None, *, silence: float = 30
) -> AsyncGenerator[Store]:
    store = Store(folder)
    agent = Agent(
        ShopClient(shop.url, "lab-token", silence=silence),
        plane or AcknowledgingPlane(),
        store,
        public_key=OWN_KEY,
    )
    task = asyncio.create_task(agent.run())
    try:
        yield store
    finally:
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task


async def ack_of(shop: LabShop, revision: int) -> Json:
    return await asyncio.to_thread(shop.wait_for_ack, revision)


@pytest.mark.anyio
async def test_the_first_word_introduces_the_gateway(shop: LabShop, tmp_path: Path) -> None:
    async with running(shop, tmp_path):
        await ack_of(shop, 0)

    assert shop.acks[0] == {"revision": 0, "publicKey": OWN_KEY, "agent": "ieum/0.1.0", "error": None}


@pytest.mark.anyio
async def test_each_revision_is_acknowledged_and_on_disk(shop: LabShop, tmp_path: Path) -> None:
    shop.put(KEYS[0], "10.64.0.2", "203.0.113.10")
    async with running(shop, tmp_path) as store:
        await ack_of(shop, 1)
        newest = shop.put(KEYS[1], "10.64.0.3", "203.0.113.11")
        await ack_of(shop, newest)
        on_disk = store.load()

    assert (on_disk.revision, sorted(on_disk.peers)) == (2, KEYS[:2])


@pytest.mark.anyio
async def test_a_restart_goes_on_from_the_disk_before_the_shop(shop: LabShop, tmp_path: Path) -> None:
    shop.put(KEYS[0], "10.64.0.2", "203.0.113.10")
    async with running(shop, tmp_path):
        await ack_of(shop, 1)
    shop.acks.clear()

    async with running(shop, tmp_path):
        await ack_of(shop, 0)
        await asyncio.to_thread(shop.wait, lambda: shop.streams[1:] or None, "no second stream")

    assert shop.acks[0]["revision"] == 1
    assert shop.streams == [0, 1]


@pytest.mark.anyio
async def test_a_shop_that_comes_back_is_followed_again(shop: LabShop, tmp_path: Path) -> None:
    async with running(shop, tmp_path):
        await ack_of(shop, 0)
        shop.close()
        newest = shop.put(KEYS[0], "10.64.0.2", "203.0.113.10")
        shop.open()
        ack = await ack_of(shop, newest)

    assert ack["error"] is None


@pytest.mark.anyio
async def test_a_silent_stream_is_left_with_a_word(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with LabShop(heartbeat=60) as shop:
        async with running(shop, tmp_path, silence=0.2):
            await asyncio.to_thread(shop.wait, lambda: shop.streams[1:] or None, "no second stream")

    assert "stream: the shop was silent for too long" in caplog.text


@pytest.mark.anyio
async def test_heartbeats_keep_a_quiet_stream(shop: LabShop, tmp_path: Path) -> None:
    """The silence is one that a busy machine does not make by itself."""
    async with running(shop, tmp_path, silence=5):
        await asyncio.sleep(6)

    assert len(shop.streams) == 1


@pytest.mark.anyio
async def test_a_refused_token_is_said_once_clearly_and_retried_slowly(
    shop: LabShop, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    shop.token = "another"

    def lines() -> list[str]:
        return [record.getMessage() for record in caplog.records if "token" in record.getMessage()]

    async with running(shop, tmp_path):
        while len(lines()) < 2:
            await asyncio.sleep(0.05)
        await asyncio.sleep(0.5)

    assert len(lines()) == 2  # one for the stream, one for the acknowledgement
    assert all(float(line.rpartition(" in ")[2].split()[0]) >= 15 for line in lines())
    assert "lab-token" not in caplog.text


class MumblingShop(LabShop):
    """Says one thing that no gateway knows, then speaks as always."""

    mumbled = False

    def next_word(self, revision: int) -> tuple[int, Json]:
        if not self.mumbled:
            self.mumbled = True
            return revision, {"type": "riddle"}
        return super().next_word(revision)


@pytest.mark.anyio
async def test_an_unreadable_message_costs_the_stream_and_nothing_else(tmp_path: Path) -> None:
    with MumblingShop(heartbeat=0.2) as shop:
        async with running(shop, tmp_path):
            await asyncio.to_thread(shop.wait, lambda: shop.streams[1:] or None, "no second stream")
            newest = shop.put(KEYS[0], "10.64.0.2", "203.0.113.10")
            ack = await ack_of(shop, newest)

    assert ack["error"] is None
    assert len(shop.streams) == 2


class BrokenHost:
    """Refuses twice, and tells when it was asked."""

    def __init__(self) -> None:
        self.asked: list[datetime] = []

    def converge(self, desired: Desired, *, now: datetime) -> Applied:
        if desired.network is None:
            return Applied()
        self.asked.append(now)
        if len(self.asked) <= 2:
            raise CommandError("nft: Error: Operation not permitted")
        return Applied()

    def figures(self) -> Mapping[str, Figures]:
        return {}


@pytest.mark.anyio
async def test_what_could_not_be_applied_is_told_and_tried_again(shop: LabShop, tmp_path: Path) -> None:
    host = BrokenHost()
    shop.put(KEYS[0], "10.64.0.2", "203.0.113.10")
    async with running(shop, tmp_path, host):
        failed = await ack_of(shop, 1)
        await asyncio.to_thread(
            shop.wait, lambda: next((a for a in shop.acks[-1:] if not a["error"]), None), "no recovery"
        )

    assert failed["error"] == "nft: Error: Operation not permitted"
    assert shop.acks[-1]["revision"] == 1
    assert len(host.asked) == 3


class Serving(AcknowledgingPlane):
    """Remembers whom it was last told to serve."""

    peers: frozenset[str] = frozenset()

    def converge(self, desired: Desired, *, now: datetime) -> Applied:
        self.peers = frozenset(key for key, peer in desired.peers.items() if peer.until > now)
        ends = [desired.peers[key].until for key in self.peers]
        return Applied(next_expiry=min(ends, default=None))


@pytest.mark.anyio
async def test_a_full_disk_keeps_nobody_connected_who_has_to_go(shop: LabShop, tmp_path: Path) -> None:
    """What could not be kept is told; who was removed or is over is cut all the same, and who came is served."""
    host = Serving()
    soon = datetime.now(UTC) + timedelta(seconds=4)
    shop.put(KEYS[0], "10.64.0.2", "203.0.113.10")
    shop.put(KEYS[1], "10.64.0.3", "203.0.113.11", until=soon)
    async with running(shop, tmp_path, host) as store:
        await ack_of(shop, 2)
        (tmp_path / "state.new").mkdir()  # nothing can be written there now
        shop.put(KEYS[2], "10.64.0.4", "203.0.113.12")
        newest = shop.remove(KEYS[0])
        ack = await ack_of(shop, newest)
        served = host.peers
        async with asyncio.timeout(30):
            while KEYS[1] in host.peers:
                await asyncio.sleep(0.05)
        late = datetime.now(UTC) - soon
        (tmp_path / "state.new").rmdir()
        await asyncio.to_thread(
            shop.wait, lambda: next((a for a in shop.acks[-1:] if not a["error"]), None), "no recovery"
        )
        on_disk = store.load()

    assert "state.new" in str(ack["error"])
    assert KEYS[0] not in served
    assert KEYS[2] in served
    assert late < timedelta(seconds=3)
    assert on_disk.revision == newest


class BusyHost(AcknowledgingPlane):
    def figures(self) -> Mapping[str, Figures]:
        return {KEYS[0]: Figures(int(datetime.now(UTC).timestamp()), 92, 148)}


@pytest.mark.anyio
async def test_a_new_connection_is_told_within_two_seconds(shop: LabShop, tmp_path: Path) -> None:
    """One look sees it, the next report tells it, without waiting for the round in which everything is told."""
    async with running(shop, tmp_path, BusyHost()):
        await asyncio.to_thread(
            shop.wait, lambda: shop.usage or None, "no usage", timeout=REPORT_INTERVAL - 10
        )

    assert shop.usage[0]["peers"]
    assert 2 * _POLL_SECONDS <= 2


class CrowdedHost(AcknowledgingPlane):
    """More connect at once than the shop reads in one report."""

    def figures(self) -> Mapping[str, Figures]:
        now = int(datetime.now(UTC).timestamp())
        return {f"{number:042d}A=": Figures(now, 92, 148) for number in range(25_000)}


@pytest.mark.anyio
async def test_many_customers_are_told_in_reports_that_the_shop_takes(shop: LabShop, tmp_path: Path) -> None:
    def told() -> set[str] | None:
        """The shop's own type refuses a report that is too long."""
        said = [msgspec.convert(report, Usage).peers for report in shop.usage]
        keys = {peer.public_key for peers in said for peer in peers}
        return keys if len(keys) == 25_000 else None

    async with running(shop, tmp_path, CrowdedHost()):
        await asyncio.to_thread(shop.wait, told, "not everybody was told")


def test_the_shop_is_asked_again_ever_more_rarely_and_never_in_step() -> None:
    delays = [[back_off.next() for _ in range(10)] for back_off in (BackOff(), BackOff())]

    for sequence in delays:
        assert 0.5 <= sequence[0] <= 1
        assert all(15 <= delay <= 30 for delay in sequence[5:])
    assert delays[0] != delays[1]


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"
