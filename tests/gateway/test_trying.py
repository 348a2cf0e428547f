"""Reports that the agent makes of its tries, without a host."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, cast

import pytest

from ieum.gateway import probing, trying
from ieum.gateway.plane import AcknowledgingPlane, Knocks, Paths
from ieum.gateway.protocol import Trouble
from ieum.gateway.shell import CommandError
from ieum.gateway.shop import ShopClient, ShopRefusedError
from ieum.gateway.trying import WayWatch
from ieum.gateway.ways import OwnPeer, Way
from tests.gateway.builders import SKB, WAY

PATHS = Paths((WAY,), OwnPeer(bytes(31) + b"\2", "10.127.255.254"), 51820, "C" * 42 + "A=")


@dataclass
class Host(AcknowledgingPlane):
    heard: list[Knocks] = field(default_factory=lambda: [Knocks(0, 0)])

    def __post_init__(self) -> None:
        super().__init__()

    def paths(self) -> Paths:  # pyright: ignore[reportIncompatibleMethodOverride] - the other has none
        return PATHS

    def knocks(self) -> Knocks:
        return self.heard.pop(0) if len(self.heard) > 1 else self.heard[0]


@dataclass
class Shop:
    refuses: bool = False
    knocks: int = 0

    async def knock(self, datagram: bytes) -> None:
        assert len(datagram) == 148
        if self.refuses:
            raise ShopRefusedError(404, "")
        self.knocks += 1


@pytest.fixture
def tries(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """Answers of the tries; an exception in `through` or `out` is raised."""
    said: dict[str, Any] = {"through": True, "out": True}

    def answer(name: str) -> Callable[..., bool]:
        def call(*_: object, **__: object) -> bool:
            if isinstance(said[name], Exception):
                raise said[name]
            return bool(said[name])

        return call

    monkeypatch.setattr(probing, "goes_through", answer("through"))
    monkeypatch.setattr(probing, "goes_out", answer("out"))
    said["ours"] = False
    monkeypatch.setattr(trying, "_is_of_this_host", answer("ours"))
    monkeypatch.setattr(trying, "_KNOCK_ARRIVES", (0,))
    monkeypatch.setattr(trying, "_KNOCK_SECONDS", 0)
    monkeypatch.setattr(trying, "_KNOCK_AGAIN_SECONDS", 0)
    return said


def watch(host: Host, shop: Shop) -> WayWatch:
    return WayWatch(cast("ShopClient", shop), host, url="http://127.0.0.1:1")


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("through", "out", "troubles"),
    [
        pytest.param(True, True, (), id="all is well"),
        pytest.param(False, True, (Trouble("forwarding", "kt"),), id="only the host gets through"),
        pytest.param(False, False, (), id="the shop is away"),
        pytest.param(probing.SilentError(), True, (Trouble("port"),), id="WireGuard is silent"),
        pytest.param(probing.BusyError(), True, (), id="a stranger floods it with handshakes"),
    ],
)
async def test_what_is_found_twice_is_a_trouble(
    tries: dict[str, Any], *, through: object, out: bool, troubles: tuple[Trouble, ...]
) -> None:
    watching = watch(Host(), Shop(refuses=True))
    tries |= {"through": through, "out": out}

    first = await watching._look()
    after_one = watching.troubles
    second = await watching._look()

    assert (first, after_one) == (False, None)
    assert (second, watching.troubles) == (True, troubles)


@pytest.mark.anyio
async def test_nothing_is_said_before_it_is_known_after_a_start(tries: dict[str, Any]) -> None:
    watching = watch(Host(), Shop(refuses=True))
    said: list[object] = []

    for through in (True, False, False, True):
        tries["through"] = through
        await watching._look()
        said.append(watching.troubles)

    assert said == [None, None, (Trouble("forwarding", "kt"),), ()]


@pytest.mark.anyio
async def test_the_port_is_shut_only_where_no_line_hears_of_it_twice(
    tries: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """With two lines, one look is not two."""
    both = PATHS._replace(ways=(WAY, Way(bytes(31) + b"\3", "10.127.255.252", SKB, "198.51.100.2")))

    def two_lines(_: Host) -> Paths:
        return both

    monkeypatch.setattr(Host, "paths", two_lines)
    watching = watch(Host(), Shop(refuses=True))
    tries["through"] = probing.SilentError()

    await watching._look()
    after_one = watching.troubles
    await watching._look()

    assert (after_one, watching.troubles) == (None, (Trouble("port"),))


@pytest.mark.anyio
async def test_a_trouble_stands_while_the_shop_is_away_and_ends_when_customers_get_through(
    tries: dict[str, Any],
) -> None:
    watching = watch(Host(), Shop(refuses=True))
    tries["through"] = False
    await watching._look()
    await watching._look()

    tries["out"] = False
    away = await watching._look(), len(watching.troubles or ())
    tries["through"] = True
    back = await watching._look(), len(watching.troubles or ())

    assert (away, back) == ((False, 1), (True, 0))


@pytest.mark.anyio
async def test_what_stops_customers_is_told_even_if_nobody_can_say_whose_rule_it_is(
    tries: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_: object) -> list[str]:
        raise CommandError("nft: Operation not permitted")

    monkeypatch.setattr(Host, "others_that_drop", fail)
    watching = watch(Host(), Shop(refuses=True))
    tries["through"] = False

    await watching._look()
    await watching._look()

    assert watching.troubles == (Trouble("forwarding", "kt"),)


@pytest.mark.anyio
async def test_a_line_that_is_gone_is_not_looked_at_again_and_again(
    tries: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    def without_lines(_: Host) -> Paths:
        return PATHS._replace(ways=())

    watching = watch(Host(), Shop(refuses=True))
    tries["through"] = False
    await watching._look()

    monkeypatch.setattr(Host, "paths", without_lines)
    await watching._look()

    assert watching._failures.total() == 0


@pytest.mark.anyio
@pytest.mark.usefixtures("tries")
@pytest.mark.parametrize(
    ("heard", "troubles"),
    [
        pytest.param([Knocks(0, 0)], (Trouble("outside"),), id="nothing arrives"),
        pytest.param([Knocks(0, 0), Knocks(148, 0)] * 3, (), id="each arrives"),
        pytest.param([Knocks(0, 0), Knocks(0, 2**40)] * 3, (), id="a customer shakes hands meanwhile"),
    ],
)
async def test_three_knocks_that_nobody_hears_are_a_trouble(
    heard: list[Knocks], troubles: tuple[Trouble, ...]
) -> None:
    shop, host = Shop(), Host()
    host.heard = list(heard)
    watching = watch(host, shop)

    for _ in range(3):
        await watching._look()

    assert (shop.knocks, watching.troubles) == (3, troubles)


@pytest.mark.anyio
@pytest.mark.usefixtures("tries")
async def test_a_shop_that_does_not_knock_says_nothing() -> None:
    watching = watch(Host(), Shop(refuses=True))

    for _ in range(4):
        await watching._look()

    assert watching.troubles == ()


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"
