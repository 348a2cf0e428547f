"""What a host is told when devices are parked and freed, against a host in memory."""

from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from ieum.gateway import firewall
from ieum.gateway.dataplane import DataPlane
from ieum.gateway.desired import Desired, apply_message, touched_by
from ieum.gateway.protocol import Difference, Endpoint, Exit
from ieum.gateway.reports import reports
from ieum.gateway.shell import CommandError
from ieum.gateway.usage import Figures, Reading, Run, Sample
from tests.gateway.builders import KEYS, LATER, NOW, desired_state
from tests.gateway.memory_host import MemoryHost, a_plane, a_plane_that_serves

PHONE, LAPTOP = KEYS[:2]
AT = int(NOW.timestamp())
EXIT = Exit("7", "203.0.113.10", LATER, connections=1)


@pytest.fixture
def host(monkeypatch: pytest.MonkeyPatch) -> MemoryHost:
    return MemoryHost(monkeypatch)


def sharing(exit_: Exit = EXIT) -> Desired:
    devices = [
        Endpoint(str(number), exit_.id, "wireguard", key, f"10.64.0.{number}")
        for number, key in ((2, PHONE), (3, LAPTOP))
    ]
    return msgspec.structs.replace(
        desired_state(), exits={exit_.id: exit_}, endpoints={one.id: one for one in devices}
    )


def read(plane: DataPlane, *, phone: int, laptop: int, now: int) -> frozenset[str]:
    """Have the plane read that these were the newest handshakes, so many seconds after the begin."""
    handshakes = {PHONE: phone, LAPTOP: laptop}
    figures = {key: Figures(AT + at, 0, 0) for key, at in handshakes.items()}
    return plane.park(Reading("", figures), now=now, at=AT + now)


def told_in(host: MemoryHost, act: Callable[[], object]) -> list[str]:
    begin = len(host.done)
    act()
    return host.done[begin:]


def test_parking_takes_a_device_out_of_the_maps_and_cuts_it_and_leaves_the_peer(
    tmp_path: Path, host: MemoryHost
) -> None:
    plane = a_plane_that_serves(sharing(), tmp_path)

    done = told_in(host, lambda: read(plane, phone=10, laptop=20, now=21))

    orders, cut = done
    assert orders == (
        "nft -f - delete element inet ieum exits { 10.64.0.2 }\ndelete element inet ieum marks { 10.64.0.2 }"
    )
    assert cut == "conntrack -D -s 10.64.0.2"
    assert host.peers == {PHONE: "10.64.0.2", LAPTOP: "10.64.0.3"}


def test_a_device_that_is_freed_gets_its_entries_back_and_a_quiet_reading_tells_nothing(
    tmp_path: Path, host: MemoryHost
) -> None:
    plane = a_plane_that_serves(sharing(), tmp_path)
    read(plane, phone=10, laptop=20, now=21)

    quiet = told_in(host, lambda: read(plane, phone=140, laptop=20, now=150))
    done = told_in(host, lambda: read(plane, phone=140, laptop=20, now=201))

    assert quiet == []
    assert "add element inet ieum exits { 10.64.0.2 : 203.0.113.10 }" in done[0]
    assert not any("delete" in order for order in done)


def test_a_change_of_the_address_leaves_a_parked_device_parked(tmp_path: Path, host: MemoryHost) -> None:
    before = sharing()
    plane = a_plane_that_serves(before, tmp_path)
    read(plane, phone=10, laptop=20, now=21)
    moved = Difference(2, [msgspec.structs.replace(EXIT, address="203.0.113.11")], [], [], [])
    after = apply_message(before, moved)

    done = told_in(
        host, lambda: plane.change(after, touched_by([moved], before=before, after=after), now=NOW)
    )

    assert any("10.64.0.3 : 203.0.113.11" in order for order in done)
    assert not any("10.64.0.2" in order for order in done)


def test_a_limit_that_is_lifted_lets_everybody_through_at_once(tmp_path: Path, host: MemoryHost) -> None:
    before = sharing()
    plane = a_plane_that_serves(before, tmp_path)
    read(plane, phone=10, laptop=20, now=21)
    lifted = Difference(2, [msgspec.structs.replace(EXIT, connections=None)], [], [], [])
    after = apply_message(before, lifted)

    done = told_in(
        host, lambda: plane.change(after, touched_by([lifted], before=before, after=after), now=NOW)
    )

    assert any("add element inet ieum exits { 10.64.0.2 : 203.0.113.10 }" in order for order in done)
    assert read(plane, phone=10, laptop=20, now=22) == frozenset()


def test_an_agent_that_starts_finds_in_the_kernel_whom_the_one_before_had_parked(
    tmp_path: Path, host: MemoryHost, monkeypatch: pytest.MonkeyPatch
) -> None:
    read(a_plane_that_serves(sharing(), tmp_path), phone=10, laptop=20, now=21)
    table = "table inet ieum {\n\tmap exits {\n\t\telements = { 10.64.0.3 : 203.0.113.10 }\n\t}\n}\n"
    monkeypatch.setattr(firewall, "read_table", lambda: table)
    plane = a_plane(tmp_path)

    done = told_in(host, lambda: plane.converge(sharing(), now=NOW))

    assert not any("10.64.0.2 : 203.0.113.10" in order for order in done)
    # The phone has made its rekey later than the laptop.
    assert read(plane, phone=130, laptop=125, now=140) == {PHONE}


def test_a_host_that_could_not_be_changed_is_compared_and_set_up_anew(
    tmp_path: Path, host: MemoryHost
) -> None:
    plane = a_plane_that_serves(sharing(), tmp_path)
    host.fails = lambda command: "delete element" in command
    with pytest.raises(CommandError):
        read(plane, phone=10, laptop=20, now=21)
    host.fails = lambda _: False

    assert plane.is_disturbed()
    done = told_in(host, lambda: plane.converge(sharing(), now=NOW))

    assert any("delete element inet ieum exits { 10.64.0.2 }" in order for order in done)
    assert "conntrack -D -s 10.64.0.2" in done


def test_the_shop_hears_who_is_parked() -> None:
    sample = Sample(PHONE, 1, 10.0, Run(0, "", ""), Figures(5, 1, 1))

    [parked] = reports([sample], parked={PHONE})
    [free] = reports([sample])

    assert b'"parked":true' in msgspec.json.encode(parked)
    assert b"parked" not in msgspec.json.encode(free)
