"""A gateway that carries no traffic makes up use, for demos."""

from datetime import UTC, datetime, timedelta
from itertools import pairwise

from ieum.gateway.desired import Desired, Endpoint, Exit
from ieum.gateway.pretending import CONNECTED, SILENT, PretendingPlane
from ieum.gateway.usage import SESSION_TIMEOUT, Figures

START = 1_800_000_000.0


class Clock:
    now = START

    def __call__(self) -> float:
        return self.now


def serving(*keys: str, connections: int | None = None) -> Desired:
    until = datetime.fromtimestamp(START, UTC) + timedelta(days=1)
    exit_ = Exit(id="1", address="203.0.113.60", until=until, connections=connections)
    endpoints = {
        key: Endpoint(id=key, exit="1", kind="wireguard", identity=key, tunnel_address="10.64.0.2")
        for key in keys
    }
    return Desired(exits={"1": exit_}, endpoints=endpoints)


def read(plane: PretendingPlane) -> dict[str, Figures]:
    reading = plane.figures()
    assert reading is not None
    return dict(reading.peers)


def test_whoever_is_served_is_connected_and_silent_in_turns() -> None:
    clock = Clock()
    plane = PretendingPlane(clock)
    plane.converge(serving("kim"), now=datetime.fromtimestamp(START, UTC))
    seen: list[Figures] = []

    for _ in range(3 * (CONNECTED + SILENT) - 1):
        clock.now += 1
        seen.append(read(plane)["kim"])

    handshakes = sorted({one.handshake for one in seen if one.handshake})
    pauses = [later - earlier for earlier, later in pairwise(handshakes)]
    # So long that a session ends and an address may change on reconnect.
    assert sum(pause > SESSION_TIMEOUT for pause in pauses) == 2
    assert all(one.handshake <= START + number + 1 for number, one in enumerate(seen))
    assert all(
        before.received <= after.received and before.sent <= after.sent for before, after in pairwise(seen)
    )
    assert seen[-1].sent > seen[-1].received > 0
    assert seen[CONNECTED + 10].sent == seen[CONNECTED + SILENT - 10].sent


def test_whoever_is_served_no_more_leaves_their_last_counters() -> None:
    clock = Clock()
    plane = PretendingPlane(clock)
    plane.converge(serving("kim", "lee"), now=datetime.fromtimestamp(START, UTC))
    clock.now += 60
    last = read(plane)["lee"]

    applied = plane.converge(serving("kim"), now=datetime.fromtimestamp(clock.now, UTC))

    assert applied.taken_off == {"lee": last}
    assert set(read(plane)) == {"kim"}


def test_a_device_that_comes_parks_the_one_before_which_then_carries_nothing() -> None:
    clock = Clock()
    plane = PretendingPlane(clock)

    def parked_after(seconds: float) -> frozenset[str]:
        clock.now += seconds
        reading = plane.figures()
        assert reading is not None
        return plane.park(reading, now=clock.now, at=clock.now)

    plane.converge(serving("kim", connections=1), now=datetime.fromtimestamp(START, UTC))
    assert parked_after(70) == set()
    plane.converge(serving("kim", "lee", connections=1), now=datetime.fromtimestamp(clock.now, UTC))
    assert parked_after(5) == {"kim"}
    before = read(plane)
    assert parked_after(60) == {"kim"}
    after = read(plane)

    assert (before["kim"].sent, before["lee"].sent < after["lee"].sent) == (after["kim"].sent, True)


def test_a_new_start_begins_other_counters() -> None:
    readings = [PretendingPlane(Clock()).figures() for _ in range(2)]

    assert len({reading and reading.interface for reading in readings}) == 2
