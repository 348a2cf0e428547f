"""The agent's loops against a lab shop on loopback, with a data plane that changes no host."""

import asyncio
import contextlib
import errno
import gc
import threading
import time
from collections.abc import AsyncGenerator, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta, tzinfo
from pathlib import Path

import msgspec
import pytest

from ieum.dev.lab.shop import Json, LabShop
from ieum.gateway import agent, counting, health, journal, repairs
from ieum.gateway.desired import Desired
from ieum.gateway.plane import AcknowledgingPlane, Applied, Plane
from ieum.gateway.protocol import Difference
from ieum.gateway.shell import CommandError
from ieum.gateway.shop import BackOff, ShopClient
from ieum.gateway.store import Store
from ieum.gateway.usage import REPORT_INTERVAL, Figures, Reading
from ieum.shop.usage.types import Report
from tests.gateway.agents import OWN_KEY, a_running_agent
from tests.gateway.builders import KEYS
from tests.waiting import wait_until_async

# Between two readings, of an agent that nobody hurries.
POLL_SECONDS = counting._POLL_SECONDS


@pytest.fixture(autouse=True)
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have each loop look ten times as often as it does on a gateway."""
    for module in (agent, counting, repairs):
        monkeypatch.setattr(module, "_POLL_SECONDS", module._POLL_SECONDS / 10)
    monkeypatch.setattr(repairs, "_LOOK_SECONDS", repairs._LOOK_SECONDS / 10)


@pytest.fixture
def shop() -> Iterator[LabShop]:
    with LabShop(heartbeat=0.2) as shop:
        yield shop


@contextlib.asynccontextmanager
async def running(
    shop: LabShop, folder: Path, plane: Plane | None = None, *, silence: float = 30
) -> AsyncGenerator[Store]:
    store = Store(folder)
    client = ShopClient(shop.url, "lab-token", silence=silence)
    async with a_running_agent(client, plane or AcknowledgingPlane(), store):
        yield store


async def ack_of(shop: LabShop, revision: int) -> Json:
    return await asyncio.to_thread(shop.wait_for_ack, revision)


async def second_stream(shop: LabShop) -> None:
    await asyncio.to_thread(shop.wait, lambda: shop.streams[1:] or None, "no second stream")


async def ack_without_error(shop: LabShop) -> None:
    """Wait until the newest acknowledgement reports no problem any more."""
    await asyncio.to_thread(
        shop.wait, lambda: next((ack for ack in shop.acks[-1:] if not ack["error"]), None), "no recovery"
    )


@pytest.mark.anyio
async def test_each_heartbeat_is_answered_though_there_is_nothing_to_tell(
    shop: LabShop, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So the shop knows that somebody reads its stream."""
    monkeypatch.setattr(health, "LEAST_SECONDS", 0.05)

    async with running(shop, tmp_path):
        await wait_until_async(lambda: len(shop.health) > 4, "heartbeats are not answered", seconds=10)


@pytest.mark.anyio
async def test_the_first_acknowledgement_introduces_the_gateway(shop: LabShop, tmp_path: Path) -> None:
    async with running(shop, tmp_path):
        await ack_of(shop, 0)

    assert shop.acks[0] == {"revision": 0, "publicKey": OWN_KEY, "agent": "ieum/0.1.0", "error": None}


@pytest.mark.anyio
async def test_each_revision_is_acknowledged_and_saved(shop: LabShop, tmp_path: Path) -> None:
    shop.put(KEYS[0], "10.64.0.2", "203.0.113.10")
    async with running(shop, tmp_path) as store:
        await ack_of(shop, 1)
        newest = shop.put(KEYS[1], "10.64.0.3", "203.0.113.11")
        await ack_of(shop, newest)
        on_disk = store.load()

    assert (on_disk.revision, sorted(on_disk.endpoints)) == (2, KEYS[:2])


@pytest.mark.anyio
async def test_a_restarted_agent_applies_the_saved_state_before_the_shop_answers(
    shop: LabShop, tmp_path: Path
) -> None:
    shop.put(KEYS[0], "10.64.0.2", "203.0.113.10")
    async with running(shop, tmp_path):
        await ack_of(shop, 1)
    shop.acks.clear()

    async with running(shop, tmp_path):
        await ack_of(shop, 0)
        await second_stream(shop)

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
async def test_a_silent_stream_is_logged_and_opened_again(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with LabShop(heartbeat=60) as shop:
        async with running(shop, tmp_path, silence=0.2):
            await second_stream(shop)

    assert "stream: the shop was silent for too long" in caplog.text


class CountingShop(LabShop):
    """Counts the heartbeats that it has sent."""

    heartbeats = 0

    def next_message(self, revision: int) -> tuple[int, Json]:
        revision, message = super().next_message(revision)
        self.heartbeats += message["type"] == "heartbeat"
        return revision, message


@pytest.mark.anyio
async def test_heartbeats_keep_a_quiet_stream_open(tmp_path: Path) -> None:
    """Heartbeats for six seconds, against a limit of five: long enough for a busy machine not to exceed it."""
    with CountingShop(heartbeat=0.2) as shop:
        async with running(shop, tmp_path, silence=5):
            await wait_until_async(lambda: shop.heartbeats > 30, "too few heartbeats")

        assert len(shop.streams) == 1


@pytest.mark.anyio
async def test_a_refused_token_is_logged_clearly_and_retried_slowly(
    shop: LabShop, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    shop.token = "another"

    def lines() -> list[str]:
        return [record.getMessage() for record in caplog.records if "token" in record.getMessage()]

    async with running(shop, tmp_path):
        await wait_until_async(lambda: len(lines()) >= 2, "the refusals are not logged")

    assert len(lines()) == 2  # one for the stream, one for the acknowledgement
    assert all(float(line.rpartition(" in ")[2].split()[0]) >= 15 for line in lines())
    assert "lab-token" not in caplog.text


class FaultyShop(LabShop):
    """Sends one message of a type that no gateway knows, then correct ones."""

    is_corrected = False

    def next_message(self, revision: int) -> tuple[int, Json]:
        if not self.is_corrected:
            self.is_corrected = True
            return revision, {"type": "unknown"}
        return super().next_message(revision)


@pytest.mark.anyio
async def test_after_an_unreadable_message_the_stream_is_opened_again(tmp_path: Path) -> None:
    with FaultyShop(heartbeat=0.2) as shop:
        async with running(shop, tmp_path):
            await second_stream(shop)
            newest = shop.put(KEYS[0], "10.64.0.2", "203.0.113.10")
            ack = await ack_of(shop, newest)

    assert ack["error"] is None
    assert len(shop.streams) == 2


class BrokenHost(AcknowledgingPlane):
    """Fails the first two times it is changed."""

    def __init__(self) -> None:
        super().__init__()
        self.attempts = 0

    def converge(self, desired: Desired, *, now: datetime) -> Applied:
        del now
        if desired.network is None:
            return Applied()
        self.attempts += 1
        if self.attempts <= 2:
            raise CommandError("nft: Error: Operation not permitted")
        return Applied()


class FaultyEntries(AcknowledgingPlane):
    """Can do everything but what the shop has told wrongly."""

    def __init__(self, applied: Applied) -> None:
        super().__init__()
        self.applied = applied

    def converge(self, desired: Desired, *, now: datetime) -> Applied:
        del now
        return self.applied if desired.exits else Applied()


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("applied", "faulty"),
    [
        pytest.param(Applied(standing=("peer a: twice",), faulty=("7",)), ["7"], id="an entry alone"),
        pytest.param(
            Applied(("nft: no",), ("peer a: twice",), ("7",)), None, id="something else has failed, too"
        ),
        pytest.param(Applied(standing=("eth1 is missing",)), None, id="a device is missing"),
        pytest.param(
            Applied(standing=("peer a: twice",) * 201, faulty=("7",) * 201), None, id="too many to name"
        ),
    ],
)
async def test_the_shop_is_told_which_entries_a_problem_is_about(
    shop: LabShop, tmp_path: Path, applied: Applied, faulty: list[str] | None
) -> None:
    """So that it doubts nobody else's."""
    shop.put(KEYS[0], "10.64.0.2", "203.0.113.10")
    async with running(shop, tmp_path, FaultyEntries(applied)):
        acknowledged = await ack_of(shop, 1)

    assert acknowledged["error"]
    assert acknowledged.get("faulty") == faulty


@pytest.mark.anyio
async def test_a_failure_to_apply_is_reported_and_tried_again(shop: LabShop, tmp_path: Path) -> None:
    host = BrokenHost()
    shop.put(KEYS[0], "10.64.0.2", "203.0.113.10")
    async with running(shop, tmp_path, host):
        failed = await ack_of(shop, 1)
        await ack_without_error(shop)

    assert failed["error"] == "nft: Error: Operation not permitted"
    assert shop.acks[-1]["revision"] == 1
    assert host.attempts == 3


class Breathless(AcknowledgingPlane):
    """A host without memory for another process, now and then."""

    looks = readings = 0

    def is_disturbed(self) -> bool:
        self.looks += 1
        raise OSError(errno.ENOMEM, "Cannot allocate memory")

    def figures(self) -> Reading:
        self.readings += 1
        raise OSError(errno.ENOMEM, "Cannot allocate memory")


@pytest.mark.anyio
async def test_no_loop_ends_where_the_host_has_no_memory_for_a_moment(shop: LabShop, tmp_path: Path) -> None:
    host = Breathless()
    async with running(shop, tmp_path, host):
        await wait_until_async(lambda: host.looks > 1 and host.readings > 1, "it does not look again")
        ack = await ack_of(shop, shop.put(KEYS[0], "10.64.0.2", "203.0.113.10"))

    assert ack["error"] is None


@pytest.mark.anyio
async def test_a_resolver_that_is_silent_holds_up_no_change(shop: LabShop, tmp_path: Path) -> None:
    """Each look-up of the shop's name takes one of the loop's own threads, which are few, for half a minute."""
    loop, silent, waiting = asyncio.get_running_loop(), threading.Event(), ThreadPoolExecutor(1)
    loop.set_default_executor(ThreadPoolExecutor(2))
    async with running(shop, tmp_path):
        await loop.run_in_executor(waiting, shop.wait_for_ack, 0)
        looked_up = [loop.run_in_executor(None, silent.wait, 60) for _ in range(4)]
        newest = shop.put(KEYS[0], "10.64.0.2", "203.0.113.10")
        try:
            ack = await loop.run_in_executor(waiting, shop.wait_for_ack, newest)
        finally:
            silent.set()
            await asyncio.gather(*looked_up)

    assert ack["error"] is None


class RecordingPlane(AcknowledgingPlane):
    """Records the peers that it should serve."""

    peers: frozenset[str] = frozenset()

    def converge(self, desired: Desired, *, now: datetime) -> Applied:
        self.peers = frozenset(key for key, exit_ in desired.exits.items() if exit_.until > now)
        ends = [desired.exits[key].until for key in self.peers]
        return Applied(next_expiry=min(ends, default=None))


def no_space(*_: object) -> int:
    raise OSError(errno.ENOSPC, "No space left on device")


@pytest.mark.anyio
async def test_with_a_full_disk_peers_are_still_removed_expired_and_added(
    shop: LabShop, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The shop is told that the state could not be saved, and the state is saved as soon as that works again."""
    host = RecordingPlane()
    soon = datetime.now(UTC) + timedelta(seconds=4)
    shop.put(KEYS[0], "10.64.0.2", "203.0.113.10")
    shop.put(KEYS[1], "10.64.0.3", "203.0.113.11", until=soon)
    async with running(shop, tmp_path, host) as store:
        await ack_of(shop, 2)
        monkeypatch.setattr(journal.os, "pwrite", no_space)
        (tmp_path / "desired.new").mkdir()  # nothing can be written there now
        shop.put(KEYS[2], "10.64.0.4", "203.0.113.12")
        newest = shop.remove(KEYS[0])
        ack = await ack_of(shop, newest)
        served = host.peers
        await wait_until_async(lambda: KEYS[1] not in host.peers, "the peer did not expire")
        late = datetime.now(UTC) - soon
        monkeypatch.undo()
        (tmp_path / "desired.new").rmdir()
        await ack_without_error(shop)
        on_disk = store.load()

    assert "the state is not saved" in str(ack["error"])
    assert KEYS[0] not in served
    assert KEYS[2] in served
    assert late < timedelta(seconds=3)
    assert on_disk.revision == newest


@contextlib.asynccontextmanager
async def without_older_objects() -> AsyncGenerator[None]:
    """Have the collector pass over what is there already, of other tests among it: to look through it takes seconds."""
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()


@pytest.mark.anyio
async def test_a_disk_that_stays_full_takes_no_memory(
    shop: LabShop, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was told is in the state; it is not kept beside it until there is room, perhaps for days."""
    shop.put(KEYS[0], "10.64.0.2", "203.0.113.10")
    async with without_older_objects(), running(shop, tmp_path):
        await ack_of(shop, 1)
        monkeypatch.setattr(journal.os, "pwrite", no_space)
        (tmp_path / "desired.new").mkdir()  # nothing can be written there now
        for number in range(5):
            await ack_of(shop, shop.put(KEYS[0], "10.64.0.2", f"192.0.2.{number}"))
        gc.collect()
        differences = [one for one in gc.get_objects() if isinstance(one, Difference)]
        kept = sum(exit_.address.startswith("192.0.2.") for one in differences for exit_ in one.put_exits)

    assert kept <= 1


@pytest.mark.anyio
async def test_a_clock_that_is_set_back_serves_again_whom_it_had_ended(
    shop: LabShop, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing else tells the agent that time has not come yet: the end is behind it."""
    ahead = timedelta(hours=2)

    class Clock(datetime):
        @classmethod
        def now(cls, tz: tzinfo | None = None) -> datetime:  # pyright: ignore[reportIncompatibleMethodOverride]
            return datetime.now(tz) + ahead

    monkeypatch.setattr(agent, "datetime", Clock)
    monkeypatch.setattr(repairs, "time", lambda: time.time() + ahead.total_seconds())
    host = RecordingPlane()
    shop.put(KEYS[0], "10.64.0.2", "203.0.113.10", until=datetime.now(UTC) + timedelta(hours=1))
    async with running(shop, tmp_path, host):
        await ack_of(shop, 1)
        cut_off = host.peers
        # sleep: the agent looks at the clock while it is ahead.
        await asyncio.sleep(10 * repairs._POLL_SECONDS)
        ahead = timedelta()
        await wait_until_async(lambda: host.peers, "nobody is served again")

    assert cut_off == frozenset()


class BusyHost(AcknowledgingPlane):
    def figures(self) -> Reading:
        return Reading("", {KEYS[0]: Figures(int(datetime.now(UTC).timestamp()), 92, 148)})


@pytest.mark.anyio
async def test_a_new_connection_is_reported_within_two_seconds(shop: LabShop, tmp_path: Path) -> None:
    """One reading of the interface sees it and the next report has it, long before the regular round."""
    async with running(shop, tmp_path, BusyHost()):
        await asyncio.to_thread(
            shop.wait, lambda: shop.usage or None, "no usage", timeout=REPORT_INTERVAL - 10
        )

    assert shop.usage[0]["peers"]
    assert 2 * POLL_SECONDS <= 2


@pytest.mark.anyio
async def test_what_the_shop_does_not_take_is_saved_for_the_next_start(tmp_path: Path) -> None:
    """So that a host that crashes while the shop is away loses one interval of reports at most."""
    with Journal(refusals=1_000) as shop:
        async with running(shop, tmp_path, BusyHost()) as store:
            await wait_until_async(lambda: store.usage().waiting, "nothing was saved")
        kept = store.usage()

    assert {sample.key for sample in kept.waiting} == {KEYS[0]}


class LeavingHost(AcknowledgingPlane):
    """A peer that connects and is removed before any reading of the interface has seen it."""

    def converge(self, desired: Desired, *, now: datetime) -> Applied:
        gone = super().converge(desired, now=now).taken_off
        return Applied(taken_off={key: Figures(int(now.timestamp()), 92, 148) for key in gone})


class Journal(LabShop):
    """Writes down in which order reports and acknowledgements came, and refuses as many reports as it is told.

    An acknowledgement that is sent again, because a heartbeat brought the revision anew, is not written again.
    """

    def __init__(self, *, refusals: int = 0) -> None:
        self.lines: list[str] = []
        self.refusals = refusals
        super().__init__(heartbeat=0.2)

    def accepts(self, path: str) -> bool:
        if path.endswith("/usage") and self.refusals:
            self.refusals -= 1
            self.lines.append("refused")
            return False
        return True

    def record(self, path: str, body: Json) -> None:
        peers = msgspec.convert(body.get("peers", []), list[dict[str, str | int | None]])
        self.lines += [f"{peer['publicKey']} {peer['lastHandshakeAt'] is not None}" for peer in peers]
        acknowledged = f"ack {body['revision']}" if path.endswith("/ack") else None
        if acknowledged and acknowledged not in self.lines:
            self.lines.append(acknowledged)
        super().record(path, body)


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("host", "connected"), [(LeavingHost(), True), (AcknowledgingPlane(), False)], ids=["used", "never-used"]
)
async def test_last_figures_are_reported_before_the_removal_is_acknowledged(
    tmp_path: Path, host: Plane, connected: bool
) -> None:
    """The shop then knows all that a removed peer ever did, that it never connected too."""
    with Journal() as shop:
        shop.put(KEYS[0], "10.64.0.2", "203.0.113.10")
        async with running(shop, tmp_path, host):
            await ack_of(shop, 1)
            await ack_of(shop, shop.remove(KEYS[0]))
            await ack_of(shop, shop.put(KEYS[1], "10.64.0.3", "203.0.113.11"))

    assert shop.lines[-3:] == [f"{KEYS[0]} {connected}", "ack 2", "ack 3"]


@pytest.mark.anyio
async def test_a_removal_is_not_acknowledged_until_its_last_figures_have_arrived(tmp_path: Path) -> None:
    with Journal(refusals=2) as shop:
        shop.put(KEYS[0], "10.64.0.2", "203.0.113.10")
        async with running(shop, tmp_path, LeavingHost()):
            await ack_of(shop, 1)
            await ack_of(shop, shop.remove(KEYS[0]))

    assert shop.lines[-4:] == ["refused", "refused", f"{KEYS[0]} True", "ack 2"]


class CrowdedHost(AcknowledgingPlane):
    """More customers connect at once than the shop accepts in one report."""

    def figures(self) -> Reading:
        now = int(datetime.now(UTC).timestamp())
        return Reading("", {f"{number:042d}A=": Figures(now, 92, 148) for number in range(25_000)})


@pytest.mark.anyio
async def test_many_connections_are_split_into_reports_that_the_shop_accepts(
    shop: LabShop, tmp_path: Path
) -> None:
    def all_reported() -> bool | None:
        # The shop's own type refuses a report that is too long.
        reports = [msgspec.convert(report, Report).peers for report in shop.usage]
        return len({peer.public_key for peers in reports for peer in peers}) == 25_000 or None

    async with running(shop, tmp_path, CrowdedHost()):
        await asyncio.to_thread(shop.wait, all_reported, "not every connection was reported")


def test_retries_become_rarer_and_two_gateways_never_retry_in_step() -> None:
    delays = [[back_off.next() for _ in range(10)] for back_off in (BackOff(), BackOff())]

    for sequence in delays:
        assert 0.5 <= sequence[0] <= 1
        assert all(15 <= delay <= 30 for delay in sequence[5:])
    assert delays[0] != delays[1]


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.mark.anyio
async def test_the_log_names_whose_doing_a_change_was_once_it_is_applied(
    shop: LabShop, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO", "ieum.gateway")
    asked = ["7f3a91c2" * 4, "b" * 32]
    async with running(shop, tmp_path):
        await ack_of(shop, shop.put(KEYS[0], "10.64.0.2", "203.0.113.10"))
        shop.traces = asked
        newest = shop.put(KEYS[1], "10.64.0.3", "203.0.113.11")
        await ack_of(shop, newest)

    told = [vars(record) for record in caplog.records if "was asked for" in record.getMessage()]
    assert [(one["trace"], one["revision"]) for one in told] == [(one, newest) for one in asked]
