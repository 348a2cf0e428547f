"""Each byte counts once, whatever happens while the counters are read: the agent with the real data plane."""

import asyncio
import contextlib
import threading
import time
from collections.abc import AsyncGenerator, Iterator
from datetime import datetime
from pathlib import Path

import pytest

from ieum.dev.lab.shop import LabShop
from ieum.gateway import agent, counting, repairs
from ieum.gateway.agent import Agent
from ieum.gateway.counting import Counting
from ieum.gateway.dataplane import DataPlane
from ieum.gateway.desired import Desired, Touched
from ieum.gateway.plane import AcknowledgingPlane, Applied
from ieum.gateway.shell import CommandError
from ieum.gateway.shop import ShopClient
from ieum.gateway.store import Store
from ieum.gateway.usage import NEVER_CONNECTED, Reading
from tests.gateway.agents import OWN_KEY, a_running_agent
from tests.gateway.builders import KEYS
from tests.gateway.memory_host import UPLINKS, MemoryHost, a_plane
from tests.gateway.told import told
from tests.waiting import wait_until_async

KIM, TUNNEL, ADDRESS = KEYS[0], "10.64.0.2", "203.0.113.10"


@pytest.fixture
def shop() -> Iterator[LabShop]:
    with LabShop(heartbeat=0.2) as shop:
        yield shop


@pytest.fixture
def host(monkeypatch: pytest.MonkeyPatch) -> MemoryHost:
    for polling in (agent, counting, repairs):
        monkeypatch.setattr(polling, "_POLL_SECONDS", 0.02)
    return MemoryHost(monkeypatch)


@contextlib.asynccontextmanager
async def running(shop: LabShop, plane: DataPlane) -> AsyncGenerator[Agent]:
    async with a_running_agent(ShopClient(shop.url, shop.token), plane, plane._store) as agent:
        yield agent


def counted(shop: LabShop) -> int:
    """What the shop was told that kim sent."""
    return told(shop, KIM).rx


async def ack_of(shop: LabShop, revision: int) -> None:
    await asyncio.to_thread(shop.wait_for_ack, revision)


async def kim_uses(shop: LabShop, host: MemoryHost, received: int) -> None:
    """A first handshake is told at once, with what was received until then."""
    before = counted(shop)
    host.counters[KIM] = (int(time.time()), received, 1)
    await wait_until_async(lambda: counted(shop) == before + received, "it is not told")


@pytest.mark.anyio
async def test_an_interface_that_cannot_be_read_for_a_moment_counts_nothing_again(
    shop: LabShop, host: MemoryHost, tmp_path: Path
) -> None:
    failed: list[str] = []

    def fails(command: str) -> bool:
        if command.startswith("wg show") and len(failed) < 2:
            failed.append(command)
            return True
        return False

    async with running(shop, a_plane(tmp_path)):
        await ack_of(shop, shop.put(KIM, TUNNEL, ADDRESS))
        await kim_uses(shop, host, 5000)
        host.fails = fails
        await wait_until_async(lambda: len(failed) == 2, "nothing was read")
        # sleep: in which a reading could be compared, if there were one.
        await asyncio.sleep(0.1)
        await ack_of(shop, shop.remove(KIM))

    assert counted(shop) == 5000


def test_only_without_a_device_there_is_no_interface(host: MemoryHost, tmp_path: Path) -> None:
    plane = a_plane(tmp_path)

    assert plane.figures() is None
    host.replace_interface()
    host.fails = lambda command: command.startswith("wg show")
    with pytest.raises(CommandError, match="cannot be read"):
        plane.figures()


@pytest.mark.anyio
async def test_counters_that_are_read_while_their_peer_is_taken_off_count_once(
    shop: LabShop, host: MemoryHost, tmp_path: Path
) -> None:
    """The reading comes after `wg` has removed the peer, and before the agent has heard what it had used."""
    begun, removed, read = threading.Event(), threading.Event(), threading.Event()

    class Slow(DataPlane):
        is_held = False

        def change(self, desired: Desired, touched: Touched, *, now: datetime) -> Applied:
            applied = super().change(desired, touched, now=now)
            if applied.taken_off:
                removed.set()
                read.wait(10)
                # sleep: in which the loop could compare the reading.
                time.sleep(0.05)
            return applied

        def figures(self) -> Reading | None:
            if not self.is_held:
                return super().figures()
            begun.set()
            removed.wait(10)
            figures = super().figures()
            read.set()
            return figures

    plane = Slow(Store(tmp_path), public_key=OWN_KEY, interface="ieum0", uplinks=UPLINKS)
    async with running(shop, plane):
        await ack_of(shop, shop.put(KIM, TUNNEL, ADDRESS))
        await kim_uses(shop, host, 5000)
        plane.is_held = True
        await wait_until_async(begun.is_set, "nothing is read")
        await ack_of(shop, shop.remove(KIM))

    assert counted(shop) == 5000


@pytest.mark.anyio
async def test_after_a_reboot_counters_have_another_life(
    shop: LabShop, host: MemoryHost, tmp_path: Path
) -> None:
    """The interface is set up before the first reading, so no reading ever finds none."""
    async with running(shop, a_plane(tmp_path)):
        await ack_of(shop, shop.put(KIM, TUNNEL, ADDRESS))
        await kim_uses(shop, host, 5000)
    host.replace_interface()
    async with running(shop, a_plane(tmp_path)):
        await kim_uses(shop, host, 900)

    assert counted(shop) == 5900


@pytest.mark.parametrize("is_read_first", [False, True], ids=["before it is read", "after it is read"])
@pytest.mark.anyio
async def test_a_peer_that_is_taken_off_a_new_interface_counts_from_the_beginning(
    shop: LabShop, host: MemoryHost, tmp_path: Path, *, is_read_first: bool
) -> None:
    """A reading of the interface before, which comes back meanwhile, is none of the new one's."""
    begun, goes_on = threading.Event(), threading.Event()

    class Late(DataPlane):
        is_held = False
        done = 0

        def figures(self) -> Reading | None:
            figures = super().figures()
            if self.is_held:
                begun.set()
                goes_on.wait(10)
                self.done += 1
            return figures

    plane = Late(Store(tmp_path), public_key=OWN_KEY, interface="ieum0", uplinks=UPLINKS)
    async with running(shop, plane) as its_agent:
        await ack_of(shop, shop.put(KIM, TUNNEL, ADDRESS))
        await kim_uses(shop, host, 5000)
        plane.is_held = True
        await wait_until_async(begun.is_set, "nothing is read")
        host.remove_interface()
        its_agent._ask_for_repair()
        await wait_until_async(lambda: KIM in host.peers, "kim is not put on the new interface")
        host.counters[KIM] = (int(time.time()), 900, 1)
        if is_read_first:
            goes_on.set()
            await wait_until_async(lambda: plane.done > 2, "the new interface is not read")
        await ack_of(shop, shop.remove(KIM))
        goes_on.set()

    assert counted(shop) == 5900


@pytest.mark.anyio
async def test_an_exit_whose_change_failed_is_in_no_record_of_use(
    shop: LabShop, host: MemoryHost, tmp_path: Path
) -> None:
    """The customer goes on by the old one, and whoever asks who used the new one must not be led to them."""
    async with running(shop, a_plane(tmp_path)) as served:
        await ack_of(shop, shop.put(KIM, TUNNEL, ADDRESS))
        await kim_uses(shop, host, 5000)
        host.fails = lambda command: command.startswith("nft")
        await ack_of(shop, shop.put(KIM, TUNNEL, "203.0.113.11"))
        while_it_fails = served._counting._usage._runs[KIM].exit
        host.fails = lambda _: False
        await wait_until_async(
            lambda: served._counting._usage._runs[KIM].exit != ADDRESS, "it is not tried again"
        )

    assert while_it_fails == ADDRESS


def saved_use(folder: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in folder.glob("usage*")}


def restore_use(folder: Path, saved: dict[Path, bytes]) -> None:
    for path in folder.glob("usage*"):
        path.unlink()
    for path, content in saved.items():
        path.write_bytes(content)


@pytest.mark.anyio
async def test_a_peer_that_comes_back_after_a_kill_counts_from_the_beginning(
    shop: LabShop, host: MemoryHost, tmp_path: Path
) -> None:
    """Nothing of the removal is on the disk but the state: the process ends before it saves use again."""
    async with running(shop, a_plane(tmp_path)):
        await ack_of(shop, shop.put(KIM, TUNNEL, ADDRESS))
        await kim_uses(shop, host, 5000)
    on_disk = saved_use(tmp_path)
    async with running(shop, a_plane(tmp_path)):
        await ack_of(shop, shop.remove(KIM))
    restore_use(tmp_path, on_disk)

    async with running(shop, a_plane(tmp_path)):
        await ack_of(shop, shop.put(KIM, TUNNEL, ADDRESS))
        await kim_uses(shop, host, 900)

    assert counted(shop) == 5900


@pytest.mark.anyio
async def test_a_life_is_on_the_disk_before_its_peer_is_on_the_interface(
    shop: LabShop, host: MemoryHost, tmp_path: Path
) -> None:
    """Killed right there, the next agent knows it."""
    saved: list[dict[str, int]] = []

    def look(command: str) -> bool:
        if f"peer {KIM} allowed-ips {TUNNEL}" in command:
            saved.append(Store(tmp_path).usage().epochs)
        return False

    async with running(shop, a_plane(tmp_path)) as served:
        await ack_of(shop, shop.put(KEYS[1], "10.64.0.9", ADDRESS))
        await wait_until_async((tmp_path / "usage.json").exists, "use is not saved")
        host.fails = look
        await ack_of(shop, shop.put(KIM, TUNNEL, ADDRESS))
        known = served._counting._usage.kept().epochs

    assert [epochs[KIM] for epochs in saved] == [known[KIM]]


@pytest.mark.anyio
async def test_an_agent_that_ends_while_it_takes_a_peer_off_keeps_what_that_had_used(
    shop: LabShop, host: MemoryHost, tmp_path: Path
) -> None:
    begun, may_end = threading.Event(), threading.Event()

    class Slow(DataPlane):
        def change(self, desired: Desired, touched: Touched, *, now: datetime) -> Applied:
            applied = super().change(desired, touched, now=now)
            if applied.taken_off:
                begun.set()
                may_end.wait(10)
            return applied

    plane = Slow(Store(tmp_path), public_key=OWN_KEY, interface="ieum0", uplinks=UPLINKS)
    async with running(shop, plane):
        await ack_of(shop, shop.put(KIM, TUNNEL, ADDRESS))
        await kim_uses(shop, host, 5000)
        host.counters[KIM] = (int(time.time()), 7000, 1)
        shop.remove(KIM)
        await wait_until_async(begun.is_set, "it is not taken off")
        asyncio.get_running_loop().call_later(0.1, may_end.set)

    assert [one.figures.received for one in Store(tmp_path).usage().waiting] == [7000]


def test_two_who_save_use_at_once_do_not_disturb_each_other(tmp_path: Path) -> None:
    shop = ShopClient("http://127.0.0.1:9", "token")
    store = Store(tmp_path)
    counted = Counting(shop, AcknowledgingPlane(), store)
    counted._usage.take_off({f"{number:042d}A=": NEVER_CONNECTED for number in range(5_000)}, 1)

    async def save() -> None:
        await asyncio.gather(*(counted.save() for _ in range(8)))
        await shop.close()

    asyncio.run(save())

    assert not counted._usage.is_unsaved
    assert len(store.usage().waiting) == 5_000


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"
