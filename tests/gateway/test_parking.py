"""Who is let through when more devices of an exit are connected than it is for."""

import random
from collections.abc import Iterable
from itertools import pairwise

import pytest

from ieum.gateway.parking import Parking, Place
from ieum.gateway.usage import Figures

# A Unix time at which the gateway's monotonic clock shows nothing.
EPOCH = 1_764_000_000


class Gateway:
    """Reads once a second the newest handshakes of devices that share an exit."""

    def __init__(self, *devices: str, connections: int = 1, parked: Iterable[str] = ()) -> None:
        self.now = 0
        self.ahead = EPOCH
        """How far the clock is ahead of the monotonic one."""
        self.handshakes = dict.fromkeys(devices, 0)
        self.ports = dict.fromkeys(devices, 50_000)
        self.changes: list[tuple[int, frozenset[str]]] = []
        """When others were parked than before, and which."""
        self.devices, self.connections = devices, connections
        self.parking = Parking(parked)
        self.parking.replace({one: Place("exit", connections) for one in devices})

    def handshake(self, *devices: str) -> None:
        for device in devices:
            self.handshakes[device] = self.now + self.ahead

    def switch_on(self, *devices: str) -> None:
        """Each comes back with a new socket."""
        for device in devices:
            self.ports[device] += 1
        self.handshake(*devices)

    def read(self) -> None:
        before = self.parking.parked
        figures = {
            device: Figures(at, 0, 0, f"198.51.100.7:{self.ports[device]}")
            for device, at in self.handshakes.items()
        }
        changed = self.parking.observe(figures, now=self.now, at=self.now + self.ahead)
        after = self.parking.parked
        assert changed == (after - before, before - after)
        if after != before:
            self.changes.append((self.now, after))

    def run(
        self,
        until: int,
        handshakes: dict[int, tuple[str, ...]] | None = None,
        *,
        on: dict[int, tuple[str, ...]] | None = None,
    ) -> None:
        """Let time pass; at these seconds devices make handshakes, or are switched off and on."""
        while self.now < until:
            self.now += 1
            self.handshake(*(handshakes or {}).get(self.now, ()))
            self.switch_on(*(on or {}).get(self.now, ()))
            self.read()

    @property
    def parked(self) -> set[str]:
        return set(self.parking.parked)


def rekeys(*devices: str, until: int, since: int = 0, seed: int = 7) -> dict[int, tuple[str, ...]]:
    """Handshakes of sessions that go on, 120 to 145 seconds after the one before."""
    chance = random.Random(seed)  # noqa: S311 - spreads handshakes, hides nothing
    at: dict[int, tuple[str, ...]] = {}
    for device in devices:
        moment = since + chance.randint(120, 145)
        while moment < until:
            at[moment] = (*at.get(moment, ()), device)
            moment += chance.randint(120, 145)
    return at


def connected(*devices: str, connections: int = 1) -> Gateway:
    """Devices that have connected one after the other, two minutes apart, and go on."""
    gateway = Gateway(*devices, connections=connections)
    for number, _ in enumerate(devices):
        present = devices[: number + 1]
        gateway.handshake(*present)
        gateway.run(gateway.now + 120)
    gateway.handshake(*devices)
    gateway.read()
    gateway.changes.clear()
    return gateway


def test_the_newest_connection_parks_the_one_before() -> None:
    gateway = Gateway("phone", "laptop")
    gateway.handshake("phone")
    gateway.run(100)
    assert gateway.parked == set()

    gateway.handshake("laptop")
    gateway.run(101)

    assert gateway.parked == {"phone"}


def test_rekeys_of_an_hour_change_nothing() -> None:
    gateway = connected("phone", "laptop")
    parked = gateway.parked

    gateway.run(gateway.now + 3600, rekeys("phone", "laptop", since=gateway.now, until=gateway.now + 3600))

    assert (gateway.changes, gateway.parked) == ([], parked)


def test_a_parked_device_that_is_switched_off_and_on_takes_over() -> None:
    gateway = connected("phone", "laptop")

    gateway.run(gateway.now + 90, on={gateway.now + 80: ("phone",)})

    assert gateway.parked == {"laptop"}


@pytest.mark.parametrize("late", [2, 6, 30])
def test_a_device_whose_new_socket_is_seen_before_its_handshake_is_over_takes_over(late: int) -> None:
    """WireGuard answers to the new socket at once, and counts the handshake once the client has heard the answer."""
    gateway = connected("phone", "laptop")
    begin = gateway.now
    gateway.run(begin + 70)
    gateway.ports["phone"] += 1

    gateway.run(begin + 71 + late, {begin + 70 + late: ("phone",)})

    assert gateway.parked == {"laptop"}


def test_a_parked_device_whose_line_is_gone_now_and_then_stays_parked() -> None:
    """Its client hears nothing for fifteen seconds and makes a handshake, from the socket that it has."""
    gateway = connected("phone", "laptop")
    begin = gateway.now
    handshakes = rekeys("laptop", since=begin, until=begin + 600)

    gateway.run(
        begin + 600,
        handshakes | {begin + n: ("phone", *handshakes.get(begin + n, ())) for n in range(17, 600, 17)},
    )

    assert gateway.changes == []


def test_a_device_that_slept_takes_over_when_it_wakes() -> None:
    gateway = connected("phone", "laptop")
    begin = gateway.now

    # The phone sleeps for ten minutes, and the laptop goes on.
    gateway.run(begin + 600, rekeys("laptop", since=begin, until=begin + 600))
    assert gateway.parked == set()
    gateway.handshake("phone")
    gateway.run(begin + 601)

    assert gateway.parked == {"laptop"}


def test_a_device_that_goes_frees_its_place_for_the_parked_one() -> None:
    gateway = connected("phone", "laptop")
    begin = gateway.now

    gateway.run(begin + 180, rekeys("phone", since=begin, until=begin + 400))
    assert gateway.parked == {"phone"}
    gateway.run(begin + 181)

    assert gateway.parked == set()


def test_of_three_devices_two_are_let_through_and_the_oldest_is_parked() -> None:
    gateway = connected("phone", "laptop", "tablet", connections=2)
    assert gateway.parked == {"phone"}

    gateway.run(gateway.now + 80, on={gateway.now + 80: ("phone",)})

    assert gateway.parked == {"laptop"}


def test_the_newest_parked_device_comes_back_first() -> None:
    gateway = connected("phone", "laptop", "tablet")
    assert gateway.parked == {"phone", "laptop"}
    begin = gateway.now

    gateway.run(begin + 200, rekeys("phone", "laptop", since=begin, until=begin + 200))

    assert gateway.parked == {"phone"}


def test_devices_that_take_turns_every_ten_seconds_change_places_once_a_minute() -> None:
    gateway = connected("phone", "laptop")
    begin = gateway.now
    turns = {begin + 10 * n: (("phone", "laptop")[n % 2],) for n in range(1, 120)}

    gateway.run(begin + 1200, on=turns)

    moments = [at for at, _ in gateway.changes]
    assert 10 <= len(moments) <= 21
    assert min(later - earlier for earlier, later in pairwise(moments)) >= 60


def test_one_that_comes_too_soon_waits_and_takes_over_after_the_minute() -> None:
    gateway = connected("phone", "laptop")
    taken = gateway.now + 70
    gateway.run(taken, on={taken: ("phone",)})
    assert gateway.parked == {"laptop"}

    gateway.run(taken + 59, on={taken + 20: ("laptop",)})
    assert gateway.parked == {"laptop"}
    gateway.run(taken + 61)

    assert gateway.parked == {"phone"}


@pytest.mark.parametrize("step", [3600, -3600, 90, -90, 40, -40])
def test_a_clock_that_is_set_changes_nothing(step: int) -> None:
    gateway = connected("phone", "laptop")
    parked, begin = gateway.parked, gateway.now
    handshakes = rekeys("phone", "laptop", since=begin, until=begin + 1200)
    gateway.run(begin + 300, handshakes)

    gateway.ahead += step
    gateway.run(begin + 1200, handshakes)

    assert (gateway.changes, gateway.parked) == ([], parked)


def test_an_agent_that_starts_again_changes_nobody() -> None:
    before = connected("phone", "laptop")
    after = Gateway("phone", "laptop", parked=before.parked)
    # The parked one has the newer handshake: its rekey has come later.
    after.handshakes = {"phone": EPOCH - 2, "laptop": EPOCH - 100}

    after.run(1200, rekeys("laptop", since=-100, until=1200) | rekeys("phone", since=-2, until=1200, seed=8))

    assert (before.parked, after.changes, after.parked) == ({"phone"}, [], {"phone"})


def test_nobody_takes_over_within_a_minute_of_a_start() -> None:
    gateway = Gateway("phone", "laptop", parked=["phone"])
    gateway.handshakes = {"phone": EPOCH - 2, "laptop": EPOCH - 100}
    gateway.run(1)

    gateway.run(59, on={10: ("phone",), 22: ("laptop",)})

    assert gateway.changes == []


def test_a_device_that_connected_while_nobody_read_takes_over() -> None:
    gateway = Gateway("phone", "laptop")
    gateway.handshake("phone")
    gateway.run(100)
    gateway.now += 300
    gateway.handshakes["phone"] = EPOCH + 380
    gateway.handshakes["laptop"] = EPOCH + 350

    gateway.read()

    # The phone goes on, as far as anybody can tell, so the laptop is the newer one.
    assert gateway.parked == {"phone"}


def test_handshakes_that_nobody_read_are_no_new_connections() -> None:
    gateway = connected("phone", "laptop")
    gateway.now += 400
    gateway.handshake("phone", "laptop")

    gateway.read()

    assert gateway.changes == []


def test_one_key_on_two_machines_is_one_device() -> None:
    gateway = connected("phone", "laptop")
    begin = gateway.now
    parked = rekeys("phone", since=begin, until=begin + 600)

    gateway.run(begin + 600, parked, on={begin + n: ("laptop",) for n in range(15, 600, 15)})

    assert gateway.changes == []


def test_without_a_limit_nobody_is_parked_and_a_limit_parks_the_oldest() -> None:
    gateway = connected("phone", "laptop")
    gateway.parking.replace({})
    gateway.run(gateway.now + 1)
    assert gateway.parked == set()

    gateway.parking.place({one: Place("exit", 1) for one in gateway.devices})
    gateway.run(gateway.now + 1)

    assert gateway.parked == {"phone"}


def test_a_device_that_is_taken_off_frees_its_place() -> None:
    gateway = connected("phone", "laptop")

    gateway.parking.place({"laptop": None})
    del gateway.handshakes["laptop"]
    gateway.run(gateway.now + 1)

    assert gateway.parked == set()


def test_exits_do_not_meddle_with_one_another() -> None:
    gateway = Gateway("phone", "laptop")
    gateway.parking.place({"laptop": Place("another", 1)})
    gateway.handshake("phone", "laptop")

    gateway.run(10)

    assert gateway.parked == set()
