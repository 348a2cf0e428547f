"""The agent notices when nothing is open any more by an address that a customer has left, and tells the shop."""

import asyncio
import contextlib
from collections.abc import AsyncGenerator, Collection, Iterator
from datetime import UTC, datetime

import msgspec
import pytest

from ieum.dev.lab.shop import LabShop
from ieum.gateway.connections import open_flows
from ieum.gateway.desired import Desired
from ieum.gateway.plane import AcknowledgingPlane
from ieum.gateway.protocol import Endpoint, Exit, TailDone
from ieum.gateway.shell import CommandError
from ieum.gateway.shop import ShopClient
from ieum.gateway.tails import TailWatch, running_tails
from ieum.shop.rotation.gateway_routes import DoneTails
from tests.waiting import wait_until_async

NOW, UNTIL, LATER = (datetime(2099, month, 1, tzinfo=UTC) for month in (1, 2, 3))
FLOW = "src=10.64.0.2 dst=198.18.0.80 {0}src=198.18.0.80 dst=203.0.113.10 {1}mark=0 use=1\n"
PORTS = FLOW.format("sport=40000 dport=80 ", "sport=80 dport=40000 [ASSURED] ")
UNASSURED = FLOW.format("sport=40000 dport=80 ", "sport=80 dport=40000 ")
UNREPLIED = FLOW.format("sport=40000 dport=80 [UNREPLIED] ", "sport=80 dport=40000 ")


@pytest.mark.parametrize(
    ("line", "is_open"),
    [
        (f"tcp      6 431999 ESTABLISHED {PORTS}", True),
        (f"tcp      6 3 ESTABLISHED {PORTS}", True),
        (f"tcp      6 119 SYN_SENT {UNREPLIED}", True),
        (f"tcp      6 59 SYN_RECV {UNASSURED}", True),
        (f"tcp      6 119 FIN_WAIT {PORTS}", True),
        (f"tcp      6 59 CLOSE_WAIT {PORTS}", True),
        (f"tcp      6 29 LAST_ACK {PORTS}", False),
        (f"tcp      6 119 TIME_WAIT {PORTS}", False),
        (f"tcp      6 9 CLOSE {PORTS}", False),
        (f"udp      17 91 {PORTS}", True),
        (f"udp      17 90 {PORTS}", False),
        (f"udp      17 31 {UNASSURED}", True),
        (f"udp      17 30 {UNREPLIED}", False),
        (f"icmp     1 29 {FLOW.format('type=8 code=0 id=7 ', 'type=0 code=0 id=7 ')}", True),
        (f"unknown  47 599 {FLOW.format('', '')}", True),
        ("conntrack v1.4.7 (conntrack-tools): 1 flow entries have been shown.\n", False),
    ],
)
def test_what_counts_as_open(line: str, is_open: bool) -> None:
    """UDP: 60 s after one packet, 120 s of a conversation."""
    found = list(open_flows([line], udp_timeouts=(60, 120)))

    assert found == ([("10.64.0.2", "203.0.113.10")] if is_open else [])


def a_state(*exits: Exit) -> Desired:
    """Each exit has two devices."""
    devices = [
        Endpoint(f"{exit_.id}-{n}", exit_.id, "wireguard", f"{exit_.id}-{n}", f"10.64.{exit_.id}.{n}")
        for exit_ in exits
        for n in (1, 2)
    ]
    return Desired(1, None, {exit_.id: exit_ for exit_ in exits}, {device.id: device for device in devices})


def an_exit(id_: str, tail: str | None = None, until: datetime | None = UNTIL) -> Exit:
    return Exit(id_, f"203.0.113.{id_}", LATER, tail, until if tail else None)


def test_tails_run_until_their_end_and_know_who_may_use_them() -> None:
    state = a_state(an_exit("1"), an_exit("2", "203.0.113.200"), an_exit("3", "203.0.113.201", NOW))

    [tail] = running_tails(state, NOW)

    assert tail.done == TailDone("2", "203.0.113.200", UNTIL)
    assert tail.tunnels == {"10.64.2.1", "10.64.2.2"}


class Table(AcknowledgingPlane):
    """A host with these connections; as many looks fail first as `failures` says."""

    def __init__(self, *flows: tuple[str, str], failures: int = 0) -> None:
        super().__init__()
        self.flows = set(flows)
        self.looks = 0
        self._failures = failures

    def open_by(self, addresses: Collection[str]) -> frozenset[tuple[str, str]]:  # pyright: ignore[reportIncompatibleMethodOverride]
        self.looks += 1
        if self.looks <= self._failures:
            raise CommandError("conntrack: ended with 1")
        return frozenset(flow for flow in self.flows if flow[1] in addresses)


@pytest.fixture
def shop() -> Iterator[LabShop]:
    with LabShop() as shop:
        yield shop


@contextlib.asynccontextmanager
async def watching(
    shop: LabShop, plane: AcknowledgingPlane, *states: Desired | None
) -> AsyncGenerator[list[int]]:
    """A watch that is shown one state after the other, and the last one for ever; yields the looks at it so far."""
    shown: list[int] = []

    def served() -> Desired | None:
        shown.append(len(shown))
        return states[min(len(shown), len(states)) - 1]

    client = ShopClient(shop.url, "lab-token")
    task = asyncio.create_task(TailWatch(client, plane, look_seconds=0.01).run(served))
    try:
        yield shown
    finally:
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task
        await client.close()


def said(shop: LabShop) -> list[tuple[str, str, datetime]]:
    """The tails that the shop was told are done, read by the shop's own type."""
    return [
        (tail.exit, tail.address, tail.until)
        for body in shop.tails
        for tail in msgspec.convert(body, DoneTails).tails
    ]


@pytest.mark.anyio
async def test_each_tail_is_told_once_when_the_last_of_its_connections_is_gone(shop: LabShop) -> None:
    """A connection by another exit, or of another customer by this one, keeps no tail."""
    state = a_state(an_exit("2", "203.0.113.200"), an_exit("3", "203.0.113.201"))
    plane = Table(
        ("10.64.2.2", "203.0.113.200"), ("10.64.3.1", "203.0.113.3"), ("10.64.9.9", "203.0.113.201")
    )
    async with watching(shop, plane, state) as shown:
        await wait_until_async(lambda: said(shop), "nothing is told")
        first = said(shop)
        plane.flows.clear()
        await wait_until_async(lambda: len(said(shop)) > 1, "the other is not told")
        looks, seen = plane.looks, len(shown)
        await wait_until_async(lambda: len(shown) > seen + 3, "it does not look any more")

    assert first == [("3", "203.0.113.201", UNTIL)]
    assert said(shop) == [*first, ("2", "203.0.113.200", UNTIL)]
    # The kernel is not asked again about what the shop knows.
    assert plane.looks == looks


@pytest.mark.anyio
async def test_nothing_is_looked_at_without_tails_or_while_the_host_is_not_as_it_was_told(
    shop: LabShop,
) -> None:
    plane = Table()
    tail = a_state(an_exit("2", "203.0.113.200"))
    async with watching(shop, plane, a_state(an_exit("1")), None, tail) as shown:
        await wait_until_async(lambda: said(shop), "nothing is told")

    assert (plane.looks, len(shown) >= 3) == (1, True)


@pytest.mark.anyio
async def test_another_tail_of_the_same_address_is_told_again(shop: LabShop) -> None:
    early, late = (a_state(an_exit("2", "203.0.113.200", until)) for until in (UNTIL, LATER))
    async with watching(shop, Table(), early, early, late):
        await wait_until_async(lambda: len(said(shop)) > 1, "the later one is not told")

    assert [until for _, _, until in said(shop)] == [UNTIL, LATER]


@pytest.mark.anyio
@pytest.mark.parametrize("trouble", ["the-shop-is-away", "the-shop-is-older", "conntrack-fails"])
async def test_what_cannot_be_told_is_told_later(shop: LabShop, trouble: str) -> None:
    plane = Table(failures=1 if trouble == "conntrack-fails" else 0)
    if trouble == "the-shop-is-older":
        shop.unknown = {"tails"}
    if trouble == "the-shop-is-away":
        shop.close()
    async with watching(shop, plane, a_state(an_exit("2", "203.0.113.200"))) as shown:
        # The second time shows that the first has failed.
        await wait_until_async(lambda: plane.looks and len(shown) > 1, "it does not look")
        untold = said(shop)
        if not shop.is_open:
            shop.open()
        shop.unknown = set()
        await wait_until_async(lambda: said(shop), "nothing is told")

    assert len(said(shop)) == 1
    if trouble != "conntrack-fails":  # of which the second look is told at once
        assert untold == []


@pytest.mark.anyio
async def test_a_host_that_carries_nothing_tells_nothing(shop: LabShop) -> None:
    async with watching(shop, AcknowledgingPlane(), a_state(an_exit("2", "203.0.113.200"))) as shown:
        await wait_until_async(lambda: len(shown) > 3, "it does not look")

    assert shop.tails == []


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"
